"""Countries and cities of a Chinese text swapped for those of a chosen region of the world."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.places import (
    CHINA,
    cities_of_nation,
    is_doubtful,
    nations_of,
    place_of,
    places_of_text,
    usual_name,
)
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.english.places import REGIONS
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, NLI, POS, SENTIMENT, SIMILARITY
from hf_robust.transforms.base import LABELED_TEXTS, Transformation, preserves, register

_CITIES = ("city", "municipality")
# what holds of one country: its money, language, government, time, wars
_TIES = re.compile(
    "本帮|特产|名菜|小吃|首都|故乡|元旦|春节|国庆|美元|欧元|日元|英镑|卢布|[英法德日韩俄汉]语|中文|英文|普通话|粤语|方言|总统|首相|总理|主席|国王|女王|天皇|议会|国会|"
    "大使|使馆|政府|外交|战争|战役|起义|革命|省|县|奥运|世界杯|[亚欧非美]洲|北美|南美|拉美|大洋洲|中东|亚太|东南亚|东亚|西欧|东欧|北欧|"
    "台风|[12][0-9]{3}年|[１２][０-９]{3}年|[一二][零〇九八七][零〇一二三四五六七八九]{2}年|[中日美英法德韩俄]式|民族|中[美日俄苏法英韩德]|[美日俄苏英]军"
)


class PlaceMention(NamedTuple):
    """A country or a city in a text."""

    start: int
    end: int
    name: str
    nation: str


@register
@dataclass(frozen=True, kw_only=True)
class SwapRegion(Transformation):
    """Replace each place with a place of the same type (city, country) in one world region.

    Cities follow their country: if France becomes Kenya, Paris becomes a city of Kenya. Either all places of a text
    change, or none. A text does not change if it mentions two countries, a place that is not listed or is part of a
    longer name, China, or something specific to one country, such as its currency, its language or a year. The result
    is not random: a place always becomes the same other place, and different places stay different.

    Args:
        to: Target region: ``africa``, ``asia``, ``europe``, ``middle-east``, ``north-america``, ``oceania`` or
            ``south-america``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnPrejudice".

    Example:
        >>> SwapRegion(to="africa").preview("她在柏林读书。"), SwapRegion(to="europe").preview("她在柏林读书。")
        ('她在拉各斯读书。', '她在柏林读书。')
    """

    to: str = "africa"

    name = "swap-region"
    version = "zh.1"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "CnPrejudice (location)"
    choice = "places that can be replaced"
    languages = ("zh",)
    # not questions: they keep the places that the context loses; entities are protected in their own task
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, POS)

    def __post_init__(self) -> None:
        self._require_choice("to", REGIONS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = to_simplified(doc.text)
        found = mentions_in(doc, text)
        if not found or region_of(found[0].nation) == self.to:
            return []
        if tie := _TIES.search(text):
            raise NotApplicable(f"'{tie[0]}' may be specific to one country")
        new = {mention.name: self._new(mention) for mention in found}
        if len(set(new.values())) < len({usual_name(name) for name in new}) or any(
            name in text for name in new.values()
        ):
            raise NotApplicable("two places of the text would become one")
        if not all(new.values()) or not all(doc.is_free(one.start, one.end) for one in found):
            raise NotApplicable("a place cannot be changed in this position")
        full = is_traditional(doc.text)
        names = {name: to_traditional(other) if full else other for name, other in new.items()}
        return [Edit(one.start, one.end, names[one.name]) for one in found]

    def _new(self, mention: PlaceMention) -> str:
        """What a mention becomes; empty where there is nothing."""
        if mention.nation == CHINA:  # it is never named where its cities move, so these may go to several countries
            cities = _cities_in(self.to)
            return cities[_cities(CHINA).index(mention.name) % len(cities)]
        nation = _stand_in(mention.nation, self.to)
        if usual_name(mention.name) == mention.nation:
            return nation
        own, cities = _cities(mention.nation), cities_of_nation(nation)
        number = own.index(usual_name(mention.name)) if usual_name(mention.name) in own else 0
        return cities[number % len(cities)] if cities else ""


def mentions_in(doc: Doc, text: str) -> list[PlaceMention]:
    """The countries and cities of a text that may become others.

    Args:
        text: The same in simplified characters.

    Raises:
        NotApplicable: When it has a place that cannot, or places of two countries.
    """
    starts, ends = {start for start, _ in doc.words}, {end for _, end in doc.words}
    found = []
    for start, end, name in places_of_text(text):
        place = place_of(name)
        if place is None or (is_doubtful(name) and not (start in starts and end in ends)):
            continue
        if name == CHINA:
            raise NotApplicable(f"'{name}' occurs in many names and may be the origin of the text")
        whole = start in starts and (end in ends or text[end : end + 1] == "人")
        tied = text[end:].startswith(tuple(lexicon("place_names", "zh")["not_before"].split()))
        tied = tied or text[end : end + 1] in tuple("字菜话剧腔帮")  # 越南字
        if not whole or tied or is_doubtful(name) or place.kind not in ("country", *_CITIES):
            raise NotApplicable(f"'{name}' may not be a city or a country")
        nation = usual_name(name) if place.kind == "country" else place.within
        found.append(PlaceMention(start, end, name, nation))
    if len({mention.nation for mention in found}) > 1:
        raise NotApplicable("the text compares or connects two countries")
    if found:
        _refuse_unlisted(doc, text)
    return found


def _refuse_unlisted(doc: Doc, text: str) -> None:
    """Refuse a text with a place that is not listed.

    Raises:
        NotApplicable: With the place.
    """
    for start, end in doc.words:
        known = entry(text[start:end]) if end - start > 1 else None
        if known is not None and known.tag == "ns" and not place_of(known.text):
            raise NotApplicable(f"'{known.text}' may belong to another place in the text")


def region_of(nation: str) -> str:
    """The region of the world in which a nation lies; empty where it is not known.

    Example:
        >>> region_of("德国"), region_of("中国")
        ('europe', 'asia')
    """
    place = place_of(nation)
    return place.within if place is not None and place.kind == "country" else ""


@cache
def _cities(nation: str) -> tuple[str, ...]:
    table = lexicon("place_names", "zh")
    if nation == CHINA:
        return (*table["municipalities"].split(), *cities_of_nation(CHINA))
    return tuple(table["nations"][nation]["cities"].split())


@cache
def _cities_in(region: str) -> tuple[str, ...]:
    """The cities of a region: the first of each country, then the second ones."""
    of_nations = [cities_of_nation(nation) for nation in nations_of(region)]
    return tuple(city for row in zip_longest(*of_nations) for city in row if city)


@cache
def _stand_in(nation: str, region: str) -> str:
    """The country of a region that stands for another: always the same."""
    nations = (CHINA, *lexicon("place_names", "zh")["nations"])
    others = nations_of(region)
    return others[nations.index(nation) % len(others)]


def region_before(replaced: Sequence[str], texts: Sequence[str]) -> str | None:
    """The region of the world of a Chinese text whose places moved to another one.

    Args:
        replaced: The names that moved.
        texts: Not read: all places of a text move, or none does.

    Example:
        >>> region_before(["柏林", "德国"], []), region_before(["柏林", "开罗"], [])
        ('europe', None)
    """
    found = set()
    for name in map(to_simplified, replaced):
        place = place_of(name)
        if place is not None:
            found.add(region_of(name if place.kind == "country" else place.within))
    return found.pop() or None if len(found) == 1 else None
