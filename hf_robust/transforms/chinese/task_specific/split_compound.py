"""Compounds of a segmented text that become two words: 电影院 -> 电影/海报."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.character_fills import character_fills
from hf_robust.language.chinese.dictionary import is_offensive, is_word, universal_tags_of
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.fill_mask import Suggestion
from hf_robust.language.resources import stamp
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Batched, Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import GoldWordChange
from hf_robust.transforms.chinese.words import written_as

_MADE_BY = "__made_by__"
_COMPOUND, _HEAD = 3, 2  # characters of the compound and of the noun in it
_LEAST = 0.1  # of the best noun's probability
_PLACE = "东西"  # stands where two characters are asked for


@register
@dataclass(frozen=True, kw_only=True)
class SplitCompound(Batched, GoldWordChange):
    """Replace a noun of three characters that begins with a noun by that noun and another one: 电影院 -> 电影/海报.

    A masked language model predicts the noun of two characters after the first noun. It needs at least a tenth of the
    probability of the most likely one. The two nouns do not form a word of the dictionary.

    Args:
        model: Hub id or folder of a fill-mask model of Chinese characters. Default: the model in
            ``HF_ROBUST_MASKED_LM_ZH``, or ``bert-base-chinese`` in the local cache of the Hub.
        top_k: Number of most likely words to consider.

    Source: TextFlint (Wang et al. 2021), section 3.2, "CnMLM" of Chinese word segmentation.

    Example:
        >>> SplitCompound(model="google-bert/bert-base-chinese").top_k
        20
    """

    name = "split-compound"
    version = "zh.1"
    level = "word"
    linguistics = "model"
    seed_name = "CnMLM"
    choice = "nouns of three characters that begin with a noun"
    resources: ClassVar[tuple[str, ...]] = ("masked-lm",)
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    model: str | None = None
    top_k: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("top_k")
        self._require(self.model is None or isinstance(self.model, str), "model", "a Hub id, a folder or None")
        if self.model is not None:
            object.__setattr__(self, "resources", ())

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [word for word in doc.free_words if _is_compound(to_simplified(doc.text[slice(*word)]))]

    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        """The words that are drawn in all texts are asked for together."""
        drawn: list[list[tuple[Offsets, RowRandom]]] = []
        for doc, rng in zip(docs, rngs):
            words = self.eligible(doc)
            fits = len(words) >= self.wanted(len(words))
            places = list(self.order(doc, words, rng))[: self.wanted(len(words))] if words and fits else []
            drawn.append([(words[place], rng.fork(place)) for place in places])
        found = iter(self._asked([(doc, word) for doc, own in zip(docs, drawn) for word, _ in own]))
        answers: list[Sequence[Edit] | NotApplicable] = []
        for doc, own in zip(docs, drawn):
            edits = [_edit(doc, word, rng.choice(heads)) for word, rng in own if (heads := next(found))]
            fewer = self.count is not None and len(edits) < self.count
            reason = NotApplicable(f"fewer than {self.count} words that can be changed")
            answers.append(reason if fewer else sorted(edits, key=lambda edit: edit.start))
        return answers

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        if not _is_compound(to_simplified(doc.text[start:end])):
            return iter(())
        (heads,) = self._asked([(doc, (start, end))])
        return (_edit(doc, (start, end), head) for head in heads)

    def _asked(self, asked: Sequence[tuple[Doc, Offsets]]) -> list[list[str]]:
        """The nouns that may stand behind the first two characters of each word, the likeliest first."""
        texts, places = [], []
        for doc, (start, end) in asked:
            text = to_simplified(doc.text)
            texts.append(text[: start + _HEAD] + _PLACE + text[end:])
            places.append((start + _HEAD, start + _HEAD + len(_PLACE)))
        fills = character_fills(texts, places, self.top_k, self.model) if asked else []
        heads = [to_simplified(doc.text[start : start + _HEAD]) for doc, (start, _) in asked]
        return [_likely([one for one in found if _fits(head, one.word)]) for head, found in zip(heads, fills)]

    def __getstate__(self) -> dict[str, Any]:
        try:
            made_by = stamp("masked-lm", self.model, "zh")
        except MissingResource:
            made_by = ""
        return {**super().__getstate__(), _MADE_BY: made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _is_compound(word: str) -> bool:
    if len(word) != _COMPOUND or not all(map(is_han, word)):
        return False
    return "NOUN" in universal_tags_of(word)[:1] and "NOUN" in universal_tags_of(word[:_HEAD])[:1]


def _fits(head: str, noun: str) -> bool:
    whole = head + noun
    return "NOUN" in universal_tags_of(noun)[:1] and noun != head and not is_word(whole) and not is_offensive(whole)


def _likely(found: Sequence[Suggestion]) -> list[str]:
    best = max((one.probability for one in found), default=0.0)
    return [one.word for one in found if one.probability >= _LEAST * best]


def _edit(doc: Doc, word: Offsets, noun: str) -> Edit:
    start, end = word
    words = [doc.text[start : start + _HEAD], written_as(noun, doc.text)]
    return Edit(start, end, "".join(words), {"words": words})
