"""Emoji behind the clauses of a Chinese text, and words taken out of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import is_han
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, SENTIMENT
from hf_robust.transforms.base import ANSWERING_ADDITIONS, LABELED_TEXTS, WordTransformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS, ContentWords

_PAUSES = frozenset("，、；：,;:")
_FINAL = frozenset("。！？!?…~～⋯")


@register
@dataclass(frozen=True, kw_only=True)
class Emoji(WordTransformation):
    """Insert an emoji after a clause, before the comma or after the final punctuation mark.

    The emojis are decorative ones that are common in posts. Faces are not used: their effect on an opinion depends on
    the text, and Chinese readers understand some smiles as scorn.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Emojis".

    Example:
        >>> Emoji().preview("面很香", seed=1)
        '面很香🌿'
    """

    name = "emoji"
    version = "zh.1"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Emojis"
    languages = ("zh",)
    choice = "clauses"
    effects = preserves(*CHINESE_TASKS, without=ANSWERING_ADDITIONS)
    stays_inside: ClassVar[bool] = False
    keeps_tokens: ClassVar[bool] = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        text = doc.text
        return [
            (start, end)
            for start, end in doc.free_words
            if is_han(text[end - 1]) and (end == len(text) or text[end] in _PAUSES or text[end] in _FINAL)
        ]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        return next(self.options(doc, start, end, rng), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        tags = {"upos": ["SYM"], "xpos": ["SYM"]} if doc.bounds is not None else None
        at = end
        while at < len(doc.text) and doc.text[at] in _FINAL:
            at += 1
        if doc.is_free(end, at):
            yield from (Edit(at, at, sign, tags) for sign in rng.permuted(lexicon("net_style", "zh")["emoji"]))


@register
@dataclass(frozen=True, kw_only=True)
class DeleteWord(ContentWords):
    """Delete a word. This is not a natural change and serves for comparison only.

    Source: Desai et al. 2020, section 4.3.

    Example:
        >>> DeleteWord(count=1).preview("老师喜欢电影", seed=1)
        '喜欢电影'
    """

    name = "delete-word"
    version = "zh.1"
    level = "word"
    linguistics = "syntax"
    seed_name = "Deletion"
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH)
    control: ClassVar[bool] = True
    keeps_tokens: ClassVar[bool] = False

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = super().edits(doc, rng)
        if found and len(found) == len(doc.words):
            raise NotApplicable("no word would be left")
        return found

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        return Edit(start, end, "")

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        if len(doc.words) > 1:
            yield Edit(start, end, "")
