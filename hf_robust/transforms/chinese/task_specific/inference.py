"""A sentence that has nothing to do with a Chinese pair is added to it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_FINAL = "。！？!?…."
_CLOSING = "”’」』》）)\"' "
_LEFT_OPEN = "，,、；;：:"


@register
@dataclass(frozen=True, kw_only=True)
class AddSentence(RowTransformation):
    """Append an unrelated, always true sentence to the premise. The label does not change.

    A sentence is added to the hypothesis only if it cannot be false, because the premise must still entail the
    hypothesis.

    Args:
        side: ``premise`` or ``hypothesis``.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "AddSent".

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"premise": "一只狗在门外睡觉", "hypothesis": "狗醒着。", "label": "contradiction"}
        >>> AddSentence().preview_row(pair, task("nli", language="zh"))["premise"]
        '一只狗在门外睡觉。一年有十二个月。'
    """

    side: str = "premise"

    name = "add-sentence"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "AddSent"
    choice = "text that a sentence can follow"
    effects = preserves(NLI)

    def __post_init__(self) -> None:
        self._require_choice("side", ("premise", "hypothesis"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs[self.side]
        if not doc.words:
            raise NotApplicable("there is no text to add a sentence to")
        said = to_simplified("\n".join(text.text for text in row.docs.values()))
        table = _truths("anywhere" if self.side == "premise" else "always")
        found = next((text for text, words in rng.permuted(table) if not any(word in said for word in words)), None)
        if found is None:
            raise NotApplicable("every sentence of the table has a word of the row")
        return RowChange({self.side: [_appended(doc, as_written([found], doc.text)[0])]})


@cache
def _truths(kind: str) -> Sequence[tuple[str, frozenset[str]]]:
    """The sentences of a kind, each with its words that say something."""
    return tuple((text, frozenset(_content(text))) for text in lexicon("general_truths", "zh")[kind])


def _content(text: str) -> Sequence[str]:
    words = (text[start:end] for start, end in CHINESE.words(text, None))
    kinds = ((word, universal_tags_of(word)[:1]) for word in words)
    return [word for word, tag in kinds if len(word) > 1 or tag == ("NOUN",)]


def _appended(doc: Doc, sentence: str) -> Edit:
    """The edit that puts a sentence behind a text, whose last sentence gets its full stop where it has none."""
    text = doc.text
    end = len(text.rstrip())
    bare = text[:end].rstrip(_CLOSING)
    if bare.endswith(tuple(_FINAL)):
        return Edit(end, end, sentence)
    if bare == text[:end] and bare.endswith(tuple(_LEFT_OPEN)):
        return Edit(end - 1, end, "。" + sentence)
    return Edit(end, end, "。" + sentence)
