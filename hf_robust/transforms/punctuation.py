"""Brackets or quotes put round a text, or its final marks taken away."""

from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import ASCII_SPACES
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, Transformation, preserves, register

_PENN = {"(": "-LRB-", "[": "-LRB-", ")": "-RRB-", "]": "-RRB-", "*": "SYM"}


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(Transformation):
    """Enclose the text in brackets, quotes or asterisks, or remove its final mark. Question marks are kept.

    Only brackets, quotes or asterisks that do not occur in the text are added. ``mode="remove"`` removes a final full
    stop, exclamation mark, comma, colon, semicolon or ellipsis.

    Args:
        mode: ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AddPunc" and "RmvPunc".

    Example:
        >>> Punctuation(mode="remove").preview("It works, mostly...")
        'It works, mostly'
    """

    mode: str = "add"

    name = "punctuation"
    version = "3"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "AddPunc, RmvPunc"
    choice = "punctuation marks that can be added or removed"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    final_marks: ClassVar[str] = ".!,;:…"
    question_marks: ClassVar[str] = "?"

    def __post_init__(self) -> None:
        self._require_choice("mode", ("add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        if self.mode == "remove":
            tail = self._tail(doc)
            return [Edit(tail, len(text), "")] if tail < len(text) else []
        pairs = self.pairs(doc)
        if not pairs or not text.strip(ASCII_SPACES):
            return []
        opening, closing = rng.choice(pairs)
        start, end = len(text) - len(text.lstrip(ASCII_SPACES)), len(text.rstrip(ASCII_SPACES))
        if doc.bounds is None:
            return [Edit(start, start, opening), Edit(end, end, closing)]
        return [
            Edit(start, start, f"{opening} ", _tags(opening, "``")),
            Edit(end, end, f" {closing}", _tags(closing, "''")),
        ]

    def pairs(self, doc: Doc) -> list[tuple[str, str]]:
        """Brackets and quotes that do not occur in a text, opening and closing."""
        text = doc.text
        # curly ones are not looked for among other characters beyond ASCII
        return [
            (opening, closing)
            for opening, closing in lexicon("quotes")["pairs"]
            if opening not in text and closing not in text and (opening.isascii() or text.isascii())
        ]

    def _tail(self, doc: Doc) -> int:
        """Where the final punctuation begins, with the space before it; a text that is nothing else keeps it."""
        text = doc.text
        tail = end = len(text)
        # not a regular expression: on a long run of marks it would take time without end
        marks = self.final_marks + self.question_marks
        while tail and (text[tail - 1] in marks or text[tail - 1].isspace()):
            tail -= 1
        asks = any(mark in text[tail:] for mark in self.question_marks)
        if tail == 0 or not text[tail:].strip() or asks or not doc.is_free(tail, end):
            return end
        if doc.bounds is not None and not any(start - 1 == tail for start, _ in doc.bounds):
            return end  # an abbreviation's full stop is part of its token
        return tail


def _tags(mark: str, quote: str) -> dict[str, list[str]]:
    return {"upos": ["PUNCT"], "xpos": [_PENN.get(mark, quote)], "deprel": ["punct"]}
