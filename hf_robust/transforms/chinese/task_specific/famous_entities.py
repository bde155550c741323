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

    A name before a noun that it belongs to (小米手机) gets none.

    Args:
        most: Maximum number of names that get a description. Each is inserted at the first mention.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSum".

    Example:
        >>> AddSummary().preview("我们又看了《霸王别姬》，很感动。")
        '我们又看了《霸王别姬》（一部陈凯歌导演的电影），很感动。'
    """

    most: int = 1

    name = "add-summary"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddSum"
    choice = "names of known people, films, businesses or dishes"

    def __post_init__(self) -> None:
        self._require_whole("most")

    def of_names(self, doc: Doc, found: Sequence[_Mention], rng: RowRandom) -> list[Edit]:
        first: dict[str, int] = {}
        for one in found:
            place = one.end + doc.text.startswith("》", one.end)
            if one.name not in first and _stands_free(doc, place):
                first[one.name] = place
        if not first:
            raise NotApplicable("a description cannot be inserted after any name of the text")
        chosen = rng.sample(sorted(first.items()), min(self.most, len(first)))
        said = {place: as_written([f"（{_known()[name][1]}）"], doc.text)[0] for name, place in chosen}
        return [Edit(place, place, words) for place, words in sorted(said.items())]


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
