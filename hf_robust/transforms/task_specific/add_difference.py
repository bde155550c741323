"""A text on aspects goes on with clauses about others, of the opposite polarity."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.core.checks import is_whole_number
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.files import sha256
from hf_robust.core.randomness import RowRandom
from hf_robust.language.aspect_clauses import (
    DOMAINS,
    AspectClause,
    AspectClauses,
    domain_of,
    joined,
    known_clauses,
)
from hf_robust.language.english.closed_classes import CONTRASTS
from hf_robust.language.english.opinions import Aspect
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.tasks import ABSA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_SLOT = re.compile(r"\[(\w+)\|(\w+)\]")
_CONTRASTS = CONTRASTS | {"still"}
_MOST = 3  # clauses: with more of them the text would consist mostly of added clauses


@register
@dataclass(frozen=True, kw_only=True)
class AddDifference(RowTransformation):
    """Append clauses about other aspects with the opposite polarity. Labels do not change.

    Without a file, the clauses are the package's own, about restaurants, laptops and hotels, and general ones that fit
    any review. No clause mentions an aspect that the text already mentions.

    Args:
        clauses: A file written by ``hf_robust.mine_aspect_clauses(dataset, task).save(path)``.
        domain: ``restaurants``, ``laptops``, ``hotels``, ``general``, or ``auto``: detected from the words of the text,
            ``general`` if they do not tell. For the package's own clauses.
        count: Number of clauses, 1 to 3.
        target: Which positive or negative aspect is the target: ``random`` or ``first``.

    Source: TextFlint (Wang et al. 2021), section 3, "AddDiff"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> aspect = {"term": "soup", "start": 4, "end": 8, "polarity": "positive"}
        >>> AddDifference(count=1).preview_row({"text": "The soup is fresh.", "aspects": [aspect]}, seed=1)["text"]
        'The soup is fresh, but the bar is dirty.'
    """

    clauses: str | None = None
    domain: str = "auto"
    count: int = 2
    target: str = "random"

    name = "add-difference"
    version = "2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddDiff"
    choice = "aspects that are positive or negative"
    needs = frozenset({"pos"})
    effects = preserves(ABSA)

    def __post_init__(self) -> None:
        is_file = isinstance(self.clauses, str) and self.clauses != ""
        self._require(self.clauses is None or is_file, "clauses", "a file or None")
        self._require_choice("domain", ("auto", *DOMAINS))
        self._require_choice("target", ("random", "first"))
        self._require(is_whole_number(self.count, 1) and self.count <= _MOST, "count", f"1 to {_MOST}")
        if self.clauses is not None:
            AspectClauses.load(self.clauses)  # a mistake in it is found before any work starts

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc = row.docs["text"]
        aspects = [_plain_aspect(one) for one in row.gold["aspects"] or ()]
        polar = [one for one in aspects if one.polarity in OTHER]
        if not polar:
            raise NotApplicable("no aspect that is positive or negative")
        target = polar[0] if self.target == "first" else rng.fork(0).choice(polar)
        words = {doc.text[start:end].lower() for start, end in doc.words}
        fitting = [
            clause
            for clause in self._table(words).clauses
            if clause.polarity == OTHER[target.polarity] and words.isdisjoint(clause.words)
        ]
        chosen = _drawn(fitting, self.count, rng.fork(1))
        if not chosen:
            raise NotApplicable("no clause about another aspect")
        past = _is_past(doc)
        said = joined([_SLOT.sub(lambda slot: slot.group(2 if past else 1), one.text) for one in chosen])
        return RowChange({"text": [_appended(doc, said, OTHER[target.polarity], aspects)]})

    def _table(self, words: set[str]) -> AspectClauses:
        if self.clauses is not None:
            return AspectClauses.load(self.clauses)
        return known_clauses(domain_of(words) if self.domain == "auto" else self.domain)

    def __getstate__(self) -> dict[str, Any]:
        # the content of the file decides what comes out, not its name
        read = {} if self.clauses is None else {"__clauses__": sha256(Path(self.clauses))[:16]}
        return {**super().__getstate__(), **read}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != "__clauses__"})


def _plain_aspect(one: Any) -> Aspect:
    spans = tuple((part["start"], part["end"]) for part in one.get("opinions") or ())
    return Aspect(one["term"], one["start"], one["end"], one.get("polarity") or "", spans)


def _drawn(fitting: Sequence[AspectClause], count: int, rng: RowRandom) -> list[AspectClause]:
    """Clauses about different aspects."""
    chosen: list[AspectClause] = []
    for clause in rng.permuted(fitting):
        said = clause.text.split()[-1]
        if len(chosen) < count and all(
            clause.words.isdisjoint(one.words) and one.text.split()[-1] != said for one in chosen
        ):
            chosen.append(clause)
    return chosen


def _is_past(doc: Doc) -> bool:
    tags = [token.tag for token in doc.tokens]
    return tags.count("VBD") > tags.count("VBZ") + tags.count("VBP")


def _appended(doc: Doc, said: str, polarity: str, aspects: Sequence[Aspect]) -> Edit:
    """The edit that appends clauses: behind a comma, or as a sentence of its own."""
    text = doc.text
    end = len(text.rstrip())
    # the last judgment before it decides whether they contrast
    last = max(aspects, key=lambda one: max([one.end, *(stop for _, stop in one.opinions)]))
    agrees = last.polarity == polarity
    words = [text[start:stop].lower() for start, stop in doc.words]
    stops = max((text.rfind(mark, 0, end - 1) for mark in ".!?"), default=-1)
    tail = {text[start:stop].lower() for start, stop in doc.words if start > stops}
    apart = text[max(0, end - 2) : end - 1] == " "
    comma = " , " if apart else ", "
    place = end - 1 if text[end - 1 : end] == "." and text[end - 2 : end - 1] not in (".", "") else None
    if text[end - 1 : end].isalnum():
        place = end
    inside = place is not None and any(
        start < place < stop for one in aspects for start, stop in (*one.opinions, (one.start, one.end))
    )
    if place is not None and not inside and tail.isdisjoint(_CONTRASTS) and words:
        at = len(text[:place].rstrip()) if apart else place
        new = f"{comma}{'and' if agrees else 'but'} {said}"
        return Edit(at, at, new.upper() if text.isupper() else new)
    opener = "In addition" if agrees else "However"
    mark = "" if not text[end - 1 : end].isalnum() else "."
    if text[end - 1 : end] in (";", ",", ":", "-"):
        opener = opener.lower()
    new = f"{mark} {opener}{comma}{said}{' .' if apart else '.'}"
    if text.isupper():
        new = new.upper()
    return Edit(end, end, new)
