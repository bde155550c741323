"""Abbreviations of a segmented text in full, and places contracted with their neighbors: 清华/大学, 京津冀."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.dictionary import entry, is_word
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.chinese.short_forms import long_form
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, word_beside

_MORE_PLACES = 4  # neighboring provinces that a word of short names goes on to
_TAGS_BEFORE, _TAGS_AFTER = "vpcu", "vdpcutf"
_HELD = frozenset("举行 召开 开幕 闭幕 揭幕 揭晓 签署 签字 出生 逝世 会见".split())


@register
@dataclass(frozen=True, kw_only=True)
class SwapContraction(GoldWordChange):
    """Replace an abbreviation with its full form, or a place with a contraction: 清华 -> 清华/大学, 河北 -> 冀鲁豫鄂湘.

    A full form is several words. An abbreviation does not change if it is already part of its full form: 清华 in
    清华/大学. A contraction is one word: the short names of the province and of four more, each of which borders on
    the one before, as in 晋冀鲁豫. A city counts as its province. A place does not change if it is part of a longer
    name (北京/大学), if an event takes place there (在/北京/举行) or if the text also has it with 市 or 省 (包头市).
    A repeated place becomes the same contraction everywhere. Abbreviations change in texts without such a place.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapContraction" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-contraction", task)({"words": ["他 在 清华 上学"]})["words"]
        ['他 在 清华 大学 上学']
    """

    name = "swap-contraction"
    version = "zh.3"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapContraction"
    choice = "abbreviations with a full form, provinces and cities of China"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})
    same_everywhere: ClassVar[bool] = True

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        words = super().eligible(doc)
        places = [(start, end) for start, end in words if _stands_alone(doc, start, end)]
        return places or words

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        if _stands_alone(doc, start, end):
            return _crossing(_contractions(word), word_beside(doc, start, end))
        words = long_form(word)
        if len(words) < 2 or len(words[0]) == 1:  # 浙江/省委: its 省 belongs to the word before
            return []
        beside = (word_beside(doc, start, end, -1), word_beside(doc, start, end))
        return [] if not set(beside).isdisjoint(words) else [words]


def _stands_alone(doc: Doc, start: int, end: int) -> bool:
    """Whether a word is a place of China that is no part of a longer name and no dateline."""
    word = to_simplified(doc.text[start:end])
    if word not in _short_names() or (word[-1] not in "省市" and re.search(f"{word}[省市]", to_simplified(doc.text))):
        return False
    before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
    if after in _HELD:  # 在 北京 举行: at one place
        return False
    return _fits(before, "before", _TAGS_BEFORE) and _fits(after, "after", _TAGS_AFTER)


def _crossing(forms: Forms, after: str) -> Forms:
    """Those contractions whose last character makes a word with the next word or its first character; else all."""
    if not after or not is_han(after[0]):
        return forms
    starts = (after, after[0])
    return [form for form in forms if any(is_word(form[0][-1] + start) for start in starts)] or forms


def _fits(word: str, side: str, tags: str) -> bool:
    found = entry(word)
    return not word or word in _listed(side) or (found is not None and found.tag[0] in tags)


@cache
def _listed(kind: str) -> frozenset[str]:
    return frozenset(lexicon("contracted_places", "zh")[kind].split())


@cache
def _contractions(place: str) -> Forms:
    """The words of short names, each of a province that borders on the one before; the first is of a place."""
    borders: Mapping[str, str] = lexicon("contracted_places", "zh")["neighbors"]
    chains = [_short_names()[place]] if place in _short_names() else []
    for _ in range(_MORE_PLACES):
        chains = [chain + sign for chain in chains for sign in borders[chain[-1]] if sign not in chain]
    return [(chain,) for chain in chains if not is_word(chain)]


@cache
def _short_names() -> Mapping[str, str]:
    """The short name of the province of each province and city of China."""
    short: dict[str, str] = lexicon("contracted_places", "zh")["short"]
    tables = lexicon("place_names", "zh")
    of_provinces = {**tables["provinces"], **tables["autonomous"]}
    found = {city: short[name] for name, cities in of_provinces.items() if name in short for city in cities.split()}
    found |= short
    return found | {f"{place}{suffix}": sign for place, sign in found.items() for suffix in ("省", "市")}
