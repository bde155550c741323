"""The warning that texts are in another language than the task says."""

from collections import Counter
from collections.abc import Iterable

from hf_robust.core.doc import Doc
from hf_robust.core.languages import Language
from hf_robust.core.scripts import foreign_script
from hf_robust.language.english.function_words import latin_language

_SHOWN = 40  # characters of a text in a warning
_UNKNOWN = ("a language that is not known", "")


class ForeignRows:
    """The rows that were refused for their language, counted by language or script."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._first = ""

    @property
    def size(self) -> int:
        """How many rows there are."""
        return self._counts.total()

    def add(self, texts: Iterable[str]) -> None:
        """Count the texts of more rows, one for each row."""
        for text in texts:
            self._first = self._first or text
            self._counts[_language_of(text)] += 1

    def warning(self, seen: int, spoken: Language) -> str:
        """What to say of them.

        Args:
            seen: Number of all rows so far.
            spoken: The language of the task.
        """
        rows = "the first row holds" if seen == 1 else f"{self.size} of the first {seen} rows hold"
        counts = ", ".join(f"{count} in {name}" for (name, _), count in self._counts.most_common())
        said = (
            f"{rows} no text in {spoken.name or spoken.code} ({counts}; the first: {self._first[:_SHOWN]!r}), "
            "and nothing in another language changes"
        )
        codes = {code for _, code in self._counts}
        if len(codes) == 1 and (code := codes.pop()):
            return f"{said}; name the language of the texts: hr.task(..., language={code!r})"
        return f"{said}; keep only the rows in the language of the task, or name the language of the texts"


def _language_of(text: str) -> tuple[str, str]:
    """What a text is written in, and the code of the language; an empty code where it is not known."""
    script = foreign_script(text)
    if script is not None:
        return f"{script.name} script", script.language
    found = latin_language(Doc(text))
    return (found[1], found[0]) if found is not None else _UNKNOWN
