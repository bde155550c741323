"""Texts with some known names: GAP's persons, what DBpedia's abstracts are about, FewRel's pairs.

All other capitalised words are left open (MISSING), so such texts teach the kinds of names without a full
annotation.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.language.embedded.build.entity_training import DATE_WORDS, LINKS, MISSING, Span
from hf_robust.language.embedded.build.other_names import Row, title
from hf_robust.language.embedded.build.treebanks import read_jsonl

if TYPE_CHECKING:
    from spacy.language import Language

WINDOW = 25
"""Words kept on each side of a known name."""

_TITLES = {
    "Company": "ORG",
    "EducationalInstitution": "ORG",
    "Artist": "PERSON",
    "Athlete": "PERSON",
    "OfficeHolder": "PERSON",
    "Village": "GPE",
    "NaturalPlace": "LOC",
    "Building": "LOC",
}
"""Entity types of DBpedia's classes."""

_PAIRS = {
    "spouse": ("PERSON", "PERSON"),
    "mother": ("PERSON", "PERSON"),
    "child": ("PERSON", "PERSON"),
    "crosses": ("LOC", "LOC"),
    "located in or next to body of water": (None, "LOC"),
    "military rank": ("PERSON", None),
    "position played on team / speciality": ("PERSON", None),
    "voice type": ("PERSON", None),
    "member of": (None, "ORG"),
}
"""Entity types of the two ends of FewRel's relations, where the relation settles them."""


def open_words(words: Sequence[str], known: Sequence[Span]) -> list[Span]:
    """MISSING spans for what may be a name or a date outside of the known spans.

    Example:
        >>> open_words(["In", "May", "she", "met", "Ann", "Lee", "."], [(4, 6, "PERSON")])
        [(0, 1, '?'), (1, 2, '?'), (4, 6, 'PERSON'), (6, 7, '?')]
    """
    inside = {i for start, end, _ in known for i in range(start, end)}
    unsure = [(not word.islower() and any(c.isalnum() for c in word)) or word in DATE_WORDS for word in words]
    near = [
        unsure[i] or (any(unsure[max(i - 1, 0) : i + 2]) and (word in LINKS or not word.isalpha()))
        for i, word in enumerate(words)
    ]
    spans = [(i, i + 1, MISSING) for i, open_ in enumerate(near) if open_ and i not in inside]
    return sorted([*spans, *known])


def _around(words: list[str], spaces: list[bool], known: Sequence[Span]) -> Row:
    """The part of a text around its known names."""
    start = max(0, min(a for a, _, _ in known) - WINDOW)
    stop = max(b for _, b, _ in known) + WINDOW
    inside = [(a - start, b - start, label) for a, b, label in known]
    return words[start:stop], spaces[start:stop], open_words(words[start:stop], inside)


def _found(nlp: "Language", text: str, names: Sequence[tuple[int, str, str]]) -> Row | None:
    """Tokenise a text with names given as (offset, name, label)."""
    doc = nlp.make_doc(text)
    spans = [doc.char_span(at, at + len(name), label=label) for at, name, label in names]
    if not spans or None in spans:
        return None
    known = sorted({(s.start, s.end, s.label_) for s in spans})
    if any(a[1] > b[0] for a, b in pairwise(known)):
        return None
    return _around([t.text for t in doc], [bool(t.whitespace_) for t in doc], known)


def _gap_names(row: dict) -> list[tuple[int, str, str]]:
    """The two persons at all places of the text where their names stand alone."""
    names = []
    for key in "AB":
        whole = re.compile(rf"(?<![\w-]){re.escape(row[key])}(?![\w-])(?! [A-Z])")
        names += [
            (m.start(), row[key], "PERSON")
            for m in whole.finditer(row["text"])
            if m.start() == row[f"{key}_offset"] or not re.search(r"[A-Z]\S* $", row["text"][: m.start()])
        ]
    return names


def weak_rows(data: Path, nlp: "Language") -> list[Row]:
    """All rows of the three sources whose names could be placed.

    Args:
        data: Folder with ``coref/gap_development.jsonl``, ``cls/dbpedia_val_sample.jsonl`` and
            ``re/fewrel_wiki_sample.jsonl``.
        nlp: Pipeline whose tokenizer is used.
    """
    rows = [_found(nlp, row["text"], _gap_names(row)) for row in read_jsonl(data / "coref" / "gap_development.jsonl")]
    for row in read_jsonl(data / "cls" / "dbpedia_val_sample.jsonl"):
        name = title(row["text"])
        if row["label"] in _TITLES and name and name[:1].isupper():
            rows.append(_found(nlp, row["text"], [(0, name, _TITLES[row["label"]])]))
    for row in read_jsonl(data / "re" / "fewrel_wiki_sample.jsonl"):
        kinds = _PAIRS.get(row["relation_name"], (None, None))
        known = sorted(
            (row[end][0], row[end][1] + 1, kind)
            for end, kind in zip(("subj", "obj"), kinds)
            if kind and row["tokens"][row[end][0]][:1].isupper()
        )
        if known and all(a[1] <= b[0] for a, b in pairwise(known)):
            rows.append(_around(row["tokens"], [True] * len(row["tokens"]), known))
    return [row for row in rows if row]
