"""Short clauses that judge one aspect each: the project's own, or mined from a user's training split."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.errors import DataFileError, EmptyDataError, NotApplicable, UsageError
from hf_robust.core.files import write_files
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.closed_classes import ANY_SOME_NO, AS_THAN, DEMONSTRATIVES, HERE, INDEFINITE_ARTICLES
from hf_robust.language.english.opinions import Aspect, aspects_of, head_of
from hf_robust.language.english.sentiment_words import OTHER, polar_words
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

DOMAINS = ("restaurants", "laptops", "hotels", "general")
_FEW, _MANY = 3, 9  # tokens of a clause that says one thing of one aspect
_BATCH = 500  # texts that are annotated at a time
_OPENERS = frozenset({"DT", "NN", "NNS"})
_LEFT_OUT = frozenset({"conj", "cc", "punct", "parataxis", "advcl", "discourse", "mark"})
_BOUND = DEMONSTRATIVES | HERE | AS_THAN | frozenset("also too but so however both such other another".split())
_INDEFINITE = INDEFINITE_ARTICLES | ANY_SOME_NO
_BOUND_TAGS = frozenset({"PRP", "PRP$", "WDT", "WP", "WRB", "NNP", "NNPS", "EX", "CD"})


class AspectClause(NamedTuple):
    """A clause that judges one aspect.

    Args:
        text: The clause, without a full stop; ``[is|was]`` where the tense follows the text it comes to.
        polarity: ``positive`` or ``negative``.
        words: Words, in lower case, of texts that are about this aspect already.
    """

    text: str
    polarity: str
    words: frozenset[str]


class AspectClauses:
    """Clauses that can be saved and loaded.

    Example:
        >>> import tempfile
        >>> mined = AspectClauses([AspectClause("the tea was cold", "negative", frozenset({"tea"}))])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     mined.save(f"{folder}/clauses.json")
        ...     AspectClauses.load(f"{folder}/clauses.json").clauses[0].text
        'the tea was cold'
    """

    def __init__(self, clauses: Iterable[AspectClause]):
        self.clauses = tuple(clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def save(self, path: str | Path) -> None:
        """Write them to a file.

        Args:
            path: A ``.json`` file.
        """
        rows = [{"text": one.text, "polarity": one.polarity, "words": sorted(one.words)} for one in self.clauses]
        content = json.dumps({"aspect_clauses": rows}, ensure_ascii=False, indent=1) + "\n"
        file = Path(path)
        write_files(file.parent, {file.name: content.encode("utf-8")})

    @classmethod
    def load(cls, path: str | Path) -> "AspectClauses":
        """Read what :meth:`save` wrote; once, until the file changes.

        Raises:
            DataFileError: It is missing or not of that shape.
        """
        try:
            facts = os.stat(path)
        except OSError as error:
            raise DataFileError(f"{path}: expected a file of aspect clauses, found: {error}") from error
        return _read(str(path), (facts.st_mtime_ns, facts.st_size))


@lru_cache(maxsize=8)
def _read(path: str, version: tuple[int, int]) -> AspectClauses:
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))["aspect_clauses"]
        clauses = [AspectClause(row["text"], row["polarity"], frozenset(row["words"])) for row in rows]
        fits = all(one.text and isinstance(one.text, str) and one.polarity in OTHER for one in clauses)
    except (OSError, ValueError, KeyError, TypeError) as error:
        expected = "expected a file that AspectClauses.save wrote"
        raise DataFileError(f"{path}: {expected}, found: {type(error).__name__}: {error}") from error
    if not fits or not clauses:
        raise DataFileError(f"{path}: expected clauses, each with a text and positive or negative as its polarity")
    return AspectClauses(clauses)


@cache
def known_clauses(domain: str) -> AspectClauses:
    """The project's own clauses.

    Args:
        domain: One of ``DOMAINS``. The clauses of ``general`` fit any review.

    Example:
        >>> {one.polarity for one in known_clauses("laptops").clauses} == {"positive", "negative"}
        True
    """
    table = lexicon("aspect_clauses")
    same = {about: frozenset(words.split()) | {about} for about, words in table["same"].items()}
    return AspectClauses(
        AspectClause(f"{subject} {said}", polarity, same.get(about, frozenset()) | {about, f"{about}s"})
        for about, subject, *sides in table["domains"][domain]
        for polarity, choices in zip(("positive", "negative"), sides)
        for said in choices
    )


@cache
def _domain_words() -> tuple[Mapping[str, frozenset[str]], frozenset[str]]:
    """The words of each domain, and those that also occur in other domains."""
    table = lexicon("aspect_clauses")
    return {domain: frozenset(words.split()) for domain, words in table["words"].items()}, frozenset(
        table["weak"].split()
    )


def domain_of(words: Iterable[str]) -> str:
    """The domain of a text: ``general`` if its words do not tell.

    Args:
        words: Its words, in lower case.

    Example:
        >>> domain_of(["the", "waiter", "smiled"]), domain_of(["the", "sky"])
        ('restaurants', 'general')
    """
    found = set(words)
    known, weak = _domain_words()
    counts = {domain: sum(1 if word in weak else 3 for word in found & own) for domain, own in known.items()}
    first, second, *_ = sorted(counts, key=lambda domain: -counts[domain])
    return first if counts[first] > counts[second] else "general"


# --- mining


def mine_aspect_clauses(dataset: "Dataset", task: Task | str, *, nlp: str | None = None) -> AspectClauses:
    """Extract clauses that judge one aspect each from a training split, for the transformation ``add-difference``.

    A clause consists of the aspect as the subject and a short statement about it. It has no pronouns and no names, so
    that it fits into any text of the domain.

    Args:
        dataset: The training split.
        task: Aspect-based sentiment analysis: the task with the columns, or its id.
        nlp: Name or folder of the spaCy pipeline.

    Raises:
        UsageError: If it is another task.
        EmptyDataError: If no clause was found.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> aspect = {"term": "soup", "start": 4, "end": 8, "polarity": "negative"}
        >>> data = Dataset.from_list([{"text": "The soup was cold, so we left.", "aspects": [aspect]}])
        >>> [clause.text for clause in mine_aspect_clauses(data, "absa").clauses]
        ['the soup was cold']
    """
    task = as_task(task, dataset)
    if task.name != ABSA:
        raise UsageError(f"aspect clauses are mined for {ABSA}, not for {task.name}")
    task = task.bind(dataset)
    texts, aspects = (dataset[task.column(role)][:] for role in ("text", "aspects"))
    found: dict[str, AspectClause] = {}
    for start in range(0, len(texts), _BATCH):
        some = texts[start : start + _BATCH]
        for text, values, annotation in zip(some, aspects[start : start + _BATCH], _annotated(some, nlp)):
            for clause in _clauses_of(text, values, annotation):
                found.setdefault(clause.text.lower(), clause)
    if not found:
        raise EmptyDataError("no clause that judges one aspect was found in the dataset")
    return AspectClauses(found.values())


def _annotated(texts: Sequence[str | None], nlp: str | None) -> Sequence[Mapping[str, Any]]:
    return annotate_values(texts, {"pos", "lemma", "dep"}, nlp)


def _clauses_of(text: str | None, values: Any, annotation: Mapping[str, Any]) -> list[AspectClause]:
    if not text or not values:
        return []
    doc = Doc(text, annotation=annotation)
    aspects = aspects_of(doc, values)
    found = (_clause(doc, aspects, one) for one in aspects if one.polarity in OTHER)
    return [clause for clause in found if clause is not None]


def _clause(doc: Doc, aspects: Sequence[Aspect], one: Aspect) -> AspectClause | None:
    """The clause of which an aspect is the subject, where it can stand in other texts."""
    tokens, head = doc.tokens, head_of(doc.tokens, one.start, one.end)
    if head is None or tokens[head].dep.split(":")[0] != "nsubj" or tokens[head].head <= head:
        return None
    predicate = tokens[head].head
    inside = _subtree(doc, predicate)
    first, last = inside[0], inside[-1]
    if inside != list(range(first, last + 1)) or not _FEW <= len(inside) <= _MANY:
        return None
    tags, words = {tokens[n].tag for n in inside}, {plain(tokens[n]) for n in inside}
    finite = any(tokens[n].tag in ("VBZ", "VBD", "VBP") for n in inside)
    fits = tokens[first].tag in _OPENERS and plain(tokens[first]) not in _INDEFINITE
    if not (fits and finite) or not tags.isdisjoint(_BOUND_TAGS) or not words.isdisjoint(_BOUND):
        return None
    start, end = tokens[first].start, tokens[last].end
    judged = {side for _, side in polar_words(tokens, inside)} == {one.polarity}
    alone = sum(start < each.end and each.start < end for each in aspects) == 1
    text = doc.text[start:end]
    if not (judged and alone) or text[:1] + text[1:].lower() != text or not text[-1:].isalnum():
        return None
    about = {plain(tokens[n]) for n in inside if tokens[n].start < one.end and one.start < tokens[n].end}
    return AspectClause(text[:1].lower() + text[1:], one.polarity, frozenset(about | _alike(about)))


def _alike(about: set[str]) -> set[str]:
    """Words of the table for the aspects of these names."""
    same = lexicon("aspect_clauses")["same"]
    lists = (set(words.split()) for words in same.values())
    return set().union(*(words for words in lists if not words.isdisjoint(about)))


def _subtree(doc: Doc, predicate: int) -> list[int]:
    """The tokens of a clause, without what is joined to it."""
    tokens, found, left = doc.tokens, [predicate], [predicate]
    while left:
        place = left.pop()
        below = [n for n in children(tokens, place) if place != predicate or tokens[n].dep not in _LEFT_OUT]
        found += below
        left += below
    return sorted(found)


def joined(clauses: Sequence[str]) -> str:
    """Clauses in a row.

    Example:
        >>> joined(["it rained", "we left", "they stayed"])
        'it rained, we left and they stayed'
    """
    if not clauses:
        raise NotApplicable("no clause")
    return " and ".join([", ".join(clauses[:-1]), clauses[-1]]) if len(clauses) > 1 else clauses[0]
