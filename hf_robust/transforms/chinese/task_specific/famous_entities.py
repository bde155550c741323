"""Names that everybody knows in a Chinese review: they get a description, or become others of their kind."""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Transformation, preserves, register

# names that are words as well, and what a text about the name has
_ALSO_WORDS = {
    "小米": "机|电|屏|系统|充|音|红米",
    "苹果": "机|电|屏|系统|充|音|数据线",
    "联想": "机|电|屏|系统|充",
    "英雄": "《",
    "功夫": "《",
    "成龙": "演|电影|片",
}
# what the text would go on to say of the old name
_BOUND = {
    "小米": "红米|米粉|雷军|[Mm][Ii][Uu][Ii]|[Mm]ix|[Mm]ax|米\\d",
    "苹果": "果粉|[Ii][Pp]hone|[Ii][Oo][Ss]|乔布斯|[Ii][Pp]ad|\\d[pP]|安卓|水果",
    "华为": "荣耀|海思|麒麟|任正非|鸿蒙|国产",
    "三星": "韩国|棒子|[Nn]ote|[Ss]\\d|三星级",
}
_LONGEST_THING = 2  # words behind a name that belong to it
_THINGS = frozenset("手机 耳机 充电宝 充电器 数据线 电脑 电池 平板 手表 音箱 电视 相机 配件 专卖店 旗舰店 套餐".split())
_BRANDS = frozenset(("phones", "charging", "storage", "audio"))  # kinds whose names also stand for the product
_HAD = re.compile("(?:用|买|换|戴|拿|修|比|不如|[台部个款副])[过了惯上到]?$")  # before a name: what one has or uses
_OF_NAME = re.compile("的(?=[一-龥]{2})(?![吧吗呢了都就也还])")  # behind a name: 索尼的耳机
_UNFIT = frozenset(("NOUN", "PROPN", "NUM", "ADJ"))  # what follows belongs to the name: 小米手机


class _Mention(NamedTuple):
    start: int
    end: int
    name: str


@cache
def _known() -> Mapping[str, tuple[str, str]]:
    """Each name with its kind and what it is."""
    return {name: (kind, about) for name, kind, about in lexicon("known_things", "zh")}


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, sorted(_known(), key=len, reverse=True))))


@dataclass(frozen=True, kw_only=True)
class _Named(Transformation):
    """Base of those that look for names of the bundled list in a Chinese text."""

    version = "zh.1"
    languages = ("zh",)
    effects = preserves(SENTIMENT)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found = list(_mentions(doc))
        if not found:
            raise NotApplicable("the text has no name from the bundled list")
        return self.of_names(doc, found, rng)

    @abstractmethod
    def of_names(self, doc: Doc, found: Sequence[_Mention], rng: RowRandom) -> list[Edit]:
        """The edits of a text with known names.

        Raises:
            NotApplicable: When no name can be touched.
        """


def _mentions(doc: Doc) -> Iterator[_Mention]:
    """The known names of a text that are whole words and surely names."""
    text = to_simplified(doc.text)
    starts, ends = (frozenset(places) for places in zip(*doc.words)) if doc.words else (frozenset(), frozenset())
    for match in _pattern().finditer(text):
        start, end = match.span()
        quoted = text[start - 1 : start] == "《" and text[end : end + 1] == "》"
        whole = start in starts and end in ends
        title = _known()[match[0]][0] == "films"
        sign = _ALSO_WORDS.get(match[0])
        sure = quoted if title else whole and (sign is None or re.search(sign, text.replace(match[0], "")) is not None)
        if sure and doc.is_free(start, end):
            yield _Mention(start, end, match[0])


@register
@dataclass(frozen=True, kw_only=True)
class AddSummary(_Named):
    """Insert a neutral description in brackets after a known name: a person, film, business, product or dish.

    A name before a noun that it belongs to gets its description behind the noun:
    品胜专卖店（品胜是一个中国的移动电源品牌）. A brand that stands for its product (用过小米) gets none.

    Args:
        most: Maximum number of names that get a description. Each is inserted at the first mention, or nowhere.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSum".

    Example:
        >>> AddSummary().preview("我们又看了《霸王别姬》，很感动。")
        '我们又看了《霸王别姬》（一部陈凯歌导演的电影），很感动。'
    """

    most: int = 1

    name = "add-summary"
    version = "zh.2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddSum"
    choice = "names of known people, films, businesses or dishes"

    def __post_init__(self) -> None:
        self._require_whole("most")

    def of_names(self, doc: Doc, found: Sequence[_Mention], rng: RowRandom) -> list[Edit]:
        first: dict[str, tuple[int, str]] = {}
        text = to_simplified(doc.text)
        for one in found:
            if text.find(one.name) < one.start:  # 小米max2 … 小米
                continue
            about = _known()[one.name][1]
            quoted = doc.text.startswith("》", one.end)
            place = one.end + quoted
            if _stands_free(doc, place):
                if not _is_product(text, one):
                    first[one.name] = (place, f"（{about}）")
            elif not quoted and (end := _end_of_thing(doc, place)):
                first[one.name] = (end, f"（{one.name}是{about}）")
        if not first:
            raise NotApplicable("a description cannot be inserted after any name of the text")
        chosen = rng.sample(sorted(first.items()), min(self.most, len(first)))
        return [Edit(place, place, as_written([words], doc.text)[0]) for place, words in sorted(dict(chosen).values())]


def _end_of_thing(doc: Doc, place: int) -> int | None:
    """Where the noun ends to which a name belongs, if a remark can follow it: 苹果手机, 苹果有线耳机."""
    for start, end in [word for word in doc.words if word[0] >= place][:_LONGEST_THING]:
        word = to_simplified(doc.text[start:end])
        tag = universal_tags_of(word)[:1]
        if start != place or tag not in (("NOUN",), ("ADJ",)):
            return None
        if word in _THINGS:
            return end if _stands_free(doc, end) else None
        place = end
    return None


def _is_product(text: str, one: _Mention) -> bool:
    """Whether a brand stands for what it makes: 用过小米, 小米的都好."""
    if _known()[one.name][0] not in _BRANDS:
        return False
    of_name = _OF_NAME.match(text, one.end) is not None
    before = text[: one.start]
    if before.endswith("翻盖") or (text.startswith("的", one.end) and not of_name):
        return True
    return not of_name and _HAD.search(before) is not None


def _stands_free(doc: Doc, place: int) -> bool:
    """Whether no noun, number or bracket follows a name, so that a remark can follow it."""
    following = next((doc.text[start:end] for start, end in doc.words if start == place), "")
    after = doc.text[place : place + 1]
    if not following:
        return after not in ("（", "(", "·", "-") and not after.isalnum()
    tags = universal_tags_of(to_simplified(following))
    if not tags or tags[0] in _UNFIT:
        return False
    return tags[0] != "ADV" or "NOUN" not in tags  # 相机 is listed as an adverb first


@register
@dataclass(frozen=True, kw_only=True)
class SwapSpecialEntity(_Named):
    """Replace all mentions of a person, film, business, product or dish with another one from a bundled list.

    A person becomes one of the same gender and profession, and a film stays in 《》. A name does not change if a model
    (华为P10) follows it, or if the text says what only holds for it.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapSpecialEnt".

    Example:
        >>> SwapSpecialEntity().preview("肯德基的鸡翅很好吃，我喜欢肯德基。")
        '必胜客的鸡翅很好吃，我喜欢必胜客。'
    """

    name = "swap-special-entity"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSpecialEnt"
    choice = "names of known people, films, businesses or dishes"

    def of_names(self, doc: Doc, found: Sequence[_Mention], rng: RowRandom) -> list[Edit]:
        text = to_simplified(doc.text)
        new: dict[str, str] = {}
        for number, name in enumerate(dict.fromkeys(one.name for one in found)):
            kind = _known()[name][0]
            mentions = [(one.start, one.end) for one in found if one.name == name]
            bound = name in _BOUND and re.search(_BOUND[name], text)
            if bound or text.count(name) != len(mentions) or any(_is_model(text, end) for _, end in mentions):
                continue
            others = [one for one, (other, _) in _known().items() if other == kind and one not in text]
            others = [one for one in others if one not in _ALSO_WORDS and one not in new.values()]
            if others:
                new[name] = rng.fork(number).choice(sorted(others))
        if not new:
            raise NotApplicable("the text says more of the names than can be changed")
        return [Edit(one.start, one.end, as_written([new[one.name]], doc.text)[0]) for one in found if one.name in new]


def _is_model(text: str, end: int) -> bool:
    """Whether a model follows a name: letters or digits."""
    return re.match(r"\s?[A-Za-z0-9]", text[end:]) is not None
