"""Brackets, quotes and end marks."""

import re
from dataclasses import dataclass

from hf_robust.doc import Doc
from hf_robust.edits import Edit
from hf_robust.lexicons import lexicon
from hf_robust.randomness import RowRandom
from hf_robust.tasks import TASKS
from hf_robust.transforms import register
from hf_robust.transforms.base import Transformation, preserves

# punctuation at the end of the text, with the space before it
_TAIL = re.compile(r"[\s.!?,;:…]*[.!?,;:…][\s.!?,;:…]*\Z")
_PENN = {"(": "-LRB-", "[": "-LRB-", "{": "-LRB-", ")": "-RRB-", "]": "-RRB-", "}": "-RRB-"}
_OPENING = dict.fromkeys(("“", "‘", "«"), "``")
_CLOSING = dict.fromkeys(("”", "’", "»"), "''")


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(Transformation):
    """Brackets or quotes round the text and another end mark, or no final punctuation.

    Args:
        mode: ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AddPunc" and "RmvPunc".

    Example:
        >>> Punctuation(mode="remove").preview("It works, mostly...")
        'It works, mostly'
    """

    mode: str = "add"

    name = "punctuation"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "AddPunc, RmvPunc"
    effects = preserves(*TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        tail = self._tail(doc)
        if self.mode == "remove":
            return [Edit(tail, len(text), "")] if tail < len(text) else []
        opening, closing = rng.choice(lexicon("quotes")["pairs"])
        old = text[tail:].strip()
        mark = rng.choice([m for m in lexicon("quotes")["end_marks"] if m != old])
        if doc.bounds is None:
            return [Edit(0, 0, opening), Edit(tail, len(text), closing + mark)]
        removed = [Edit(tail, len(text), "")] if tail < len(text) else []
        return [
            Edit(0, 0, opening, _tags((opening,), opening=True)),
            *removed,
            Edit(len(text), len(text), f" {closing} {mark}", _tags((closing, mark))),
        ]

    def _tail(self, doc: Doc) -> int:
        """Where the final punctuation begins; a text that is nothing else keeps it."""
        found = _TAIL.search(doc.text)
        if found is None or found.start() == 0 or not doc.is_free(found.start(), len(doc.text)):
            return len(doc.text)
        if doc.bounds is not None and not any(start - 1 == found.start() for start, _ in doc.bounds):
            return len(doc.text)  # an abbreviation's full stop is part of its token
        return found.start()


def _tags(marks: tuple[str, ...], opening: bool = False) -> dict[str, list[str]]:
    penn = []
    for mark in marks:
        quote = (_OPENING if opening else _CLOSING).get(mark) or ("``" if opening else "''")
        end = "." if mark[0] in ".!?" else ":"
        is_end = mark[0] in ".!?;…"
        penn.append(_PENN.get(mark) or (end if is_end else "SYM" if mark == "*" else quote))
    return {"upos": ["PUNCT"] * len(marks), "xpos": penn, "deprel": ["punct"] * len(marks)}
