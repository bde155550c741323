"""Brackets, quotes and end marks added or removed."""

from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, Transformation, preserves, register

_MARKS = ".!?,;:…"
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
    effects = preserves(*GENERAL_TASKS)

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
        """Where the final punctuation begins, with the space before it; a text that is nothing else keeps it."""
        text = doc.text
        tail = end = len(text)
        # not a regular expression: on a long run of marks it would take time without end
        while tail and (text[tail - 1] in _MARKS or text[tail - 1].isspace()):
            tail -= 1
        if tail == 0 or not text[tail:].strip() or not doc.is_free(tail, end):
            return end
        if doc.bounds is not None and not any(start - 1 == tail for start, _ in doc.bounds):
            return end  # an abbreviation's full stop is part of its token
        return tail


def _tags(marks: tuple[str, ...], opening: bool = False) -> dict[str, list[str]]:
    penn = []
    for mark in marks:
        quote = (_OPENING if opening else _CLOSING).get(mark) or ("``" if opening else "''")
        end = "." if mark[0] in ".!?" else ":"
        is_end = mark[0] in ".!?;…"
        penn.append(_PENN.get(mark) or (end if is_end else "SYM" if mark == "*" else quote))
    return {"upos": ["PUNCT"] * len(marks), "xpos": penn, "deprel": ["punct"] * len(marks)}
