"""Chinese words replaced by their nearest neighbors in a space of word vectors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import MissingResource
from hf_robust.language.chinese.closed_classes import OPPOSITE_CHARACTERS
from hf_robust.language.chinese.dictionary import is_candidate, universal_tags_of
from hf_robust.language.chinese.open_wordnet import sense_overlap
from hf_robust.language.chinese.predicates import polarities
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.language.lexicons import lexicon
from hf_robust.language.resources import stamp
from hf_robust.language.vectors import Neighbor, word_vectors
from hf_robust.transforms.base import GENERAL_TASKS, GRADED_MEANING, preserves, register
from hf_robust.transforms.chinese.antonyms import opposites_of
from hf_robust.transforms.chinese.word_transformation import ChineseWords

_MADE_BY = "__made_by__"
_LEAST_OVERLAP = 0.2  # vectors have words of one field side by side, too: those without a common sense are left out
_OTHER_ROWS = (
    "上中下 东南西北 春夏秋冬 年月日周天 今昨明前后 公母 父母 红黄蓝绿黑白灰紫金银 一二三四五六七八九十 加减 正副 正负 "
    "优劣 省市县区镇乡村 兄弟姐妹 首末 始终 胜败 攻守 冷热 轻重 收发"
).split()
_ROWS = tuple(
    map(
        frozenset,
        (*OPPOSITE_CHARACTERS, *_OTHER_ROWS),
    )
)
_OPEN = frozenset({"NOUN", "VERB", "ADJ"})


@register
@dataclass(frozen=True, kw_only=True)
class ChineseSynonymEmbedding(ChineseWords):
    """Replace a word with one of its nearest neighbors in a word vector space, with the same part of speech.

    Nearest neighbors include antonyms and other words of the same field, so a neighbor must share senses of the Chinese
    Open Wordnet with the word. Listed antonyms, members of the same series (days, colors, kin), neighbors with another
    sentiment, words that contain the word or are contained in it, and spelling variants are excluded.

    Args:
        vectors: File of word vectors, or Hub id or folder of a model whose input embeddings are used; see
            :func:`hf_robust.language.vectors.word_vectors`. Default: the vectors in ``HF_ROBUST_VECTORS_ZH``, or the
            neighbors by the bundled encoder.
        top_k: Number of neighbors to consider.
        min_similarity: Minimum cosine similarity, in [-1, 1].

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordEmbedding".

    Example:
        >>> ChineseSynonymEmbedding().preview("我们看了一部影片。")
        '我们看了一部电影。'
    """

    vectors: str | None = None
    top_k: int = 5
    min_similarity: float = 0.62

    name = "synonym-embedding"
    linguistics = "paradigmatic"
    seed_name = "CnSwapSyn-WordEmbedding"
    choice = "words that have such a neighbor"
    resources: ClassVar[tuple[str, ...]] = ("word-vectors",)
    effects = preserves(*GENERAL_TASKS, without=GRADED_MEANING)
    default_rate: ClassVar[float] = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("top_k")
        self._require_between("min_similarity", -1, 1)
        self._require(self.vectors is None or isinstance(self.vectors, str), "vectors", "a file, a model or None")
        if self.vectors is not None:
            object.__setattr__(self, "resources", ())

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        view = word_view(doc)
        self._neighbors(list(dict.fromkeys(view.word(number) for number in range(len(view)))))  # all at once
        return super().eligible(doc)

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        word, (start, end) = view.word(number), view.places[number]
        if len(word) < 2 or not _OPEN.intersection(view.tags(number)[:1]):
            return ()
        first, last = view.clause(number)
        near = [one.word for one in self._neighbors([word])[word] if self._fits(word, to_simplified(one.word))]
        return [Edit(start, end, view.written(one)) for one in near if one not in view.text[first:last]]

    def _neighbors(self, words: Sequence[str]) -> Mapping[str, Sequence[Neighbor]]:
        found: Mapping[str, Sequence[Neighbor]] = word_vectors(self.vectors, language="zh").neighbors(
            words, self.top_k, self.min_similarity
        )
        return found

    def _fits(self, word: str, near: str) -> bool:
        if near in word or word in near or not is_candidate(near) or is_contrast(word, near):
            return False
        if sense_overlap(word, near) < _LEAST_OVERLAP or not _refused().isdisjoint((word, near)):
            return False
        same = universal_tags_of(near)[:1] == universal_tags_of(word)[:1]
        return same and polarities().get(near, "neutral") == polarities().get(word, "neutral")

    def __getstate__(self) -> dict[str, Any]:
        try:
            made_by = stamp("word-vectors", self.vectors, "zh")
        except MissingResource:
            made_by = ""
        return {**super().__getstate__(), _MADE_BY: made_by}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def is_contrast(word: str, other: str) -> bool:
    """Whether two words are listed opposites, or differ in characters alone that name things of one row.

    Example:
        >>> is_contrast("上午", "下午"), is_contrast("红色", "黑色"), is_contrast("电影", "影片")
        (True, True, False)
    """
    if other in opposites_of(word) or word in opposites_of(other):
        return True
    apart = [{one, two} for one, two in zip(word, other) if one != two]
    return len(word) == len(other) and any(pair <= row for pair in apart for row in _ROWS)


@cache
def _refused() -> frozenset[str]:
    """Words whose neighbors are mostly others of a row: kin, offices, stages."""
    return frozenset(lexicon("word_surroundings", "zh")["no_near_word"].split())
