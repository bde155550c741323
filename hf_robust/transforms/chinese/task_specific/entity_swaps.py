"""Gold entities of Chinese texts that become other names of their type: unusual or long ones."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain, cycle

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.composed_names import (
    cities_with_provinces,
    composed,
    long_organizations,
    name_part,
    people,
    self_governed,
    states,
    transliterations,
)
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.organizations import kind_of_organization
from hf_robust.language.chinese.person_names import (
    gender_of_given,
    given_names,
    is_transliterated,
    split_name,
    surnames,
)
from hf_robust.language.chinese.places import CHINA, place_of, suffix_of
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.name_replacements import (
    NOUN,
    gender_of_text,
    mentions_of_spans,
    new_names,
    renamed,
    type_of,
)
from hf_robust.transforms.chinese.other_names import has_other_name
from hf_robust.transforms.entity_spans import innermost

_ENDINGS = (
    *(
        "大学",
        "银行",
        "电视台",
        "人民政府",
        "委员会",
        "公安局",
        "检察院",
        "法院",
        "政府",
        "中心",
        "联盟",
        "组织",
        "联合会",
    ),
    *("大会", "总局", "总部", "总社", "分社", "分局", "党", "局", "厅", "部", "院", "所", "会", "社", "队", "团"),
)
_LONGEST_FOREIGN, _LEAST_SYLLABLES = 5, 3  # characters of a name from abroad
# what has no other of its kind
_REGIONS = frozenset(
    "地球 月球 亚洲 欧洲 非洲 美洲 北美 南美 拉美 亚太 东南亚 太平洋 大西洋 印度洋 中华 西方 东方".split()
)
_LONG_NAME = 4  # a person's name that surname and given name cannot exceed
_REAL = 0.5  # of the countries and provinces get the name of a real one
_SHORTEST = 3  # an organization with a name of so many characters is listed, a short form or "this company"
_FEATURE = re.compile("[湖山江河岛海湾峡岭洞港桥门口屯庄寺塔]\\Z")  # 西湖, 三里屯
_TOWN = re.compile("\\A.[江河海口门港]\\Z")  # 松江, 海口
_SMALL = re.compile("[镇乡村街路]\\Z")
# a place inside a longer name, and a place that follows the place in which it lies
_PART_OF = re.compile("\\A(?:特区|开发|半岛|海峡|公报|宣言|会议|协定|条约|奥运|奖|族|语)")
# of these there is one
_SUPREME = re.compile(
    "电影|\\A..部\\Z|\\A[省市县区州]|特区|特别行政区|终审|\\A国家|世界银行|货币基金|红军|游击|军区|中央|国务院|最高|中共|共产党|办公厅|\\A全国|\\A本"
)
_COMMITTEE = re.compile("\\A(?:中共)?[^中全]{0,7}[省市县区镇乡党]委\\Z")  # 县委, 中共唐山市委
_CONGRESS = re.compile("\\A[^第中].{1,8}[二三四五六七八九十]大\\Z")  # 民建七大
_TWICE = re.compile("([^a-z]{2})\\1")  # 新闻出版出版社
_ARMED = re.compile("军|司令|部队")
_SCHOOLS = re.compile("[校学]|北大")  # beside them, 清华 is none of the brands
_CALLED_AFTER = re.compile("军事|思想|理论|主义|奖|定理")
# behind a name: 东盟 国家, 县委 、 县政府
_GOES_WITH = re.compile("(?:国家|各国|成员|地区)|[、和]?(?:省|市|县|区|镇|乡)?(?:人民)?政府")
_PARLIAMENTS = frozenset("议会 国会 参议院 众议院 国民议会".split())
_INNER = re.compile("[省区市州县]\\Z")


@dataclass(frozen=True, kw_only=True)
class HanEntitySwap(Transformation):
    """Base of those that give each gold entity of a Chinese text another name of its type; pronouns stay."""

    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    effects = preserves(NER, NESTED_NER)
    edits_protected = True

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not doc.marks:
            raise NotApplicable("no entity")
        mentions = mentions_of_spans(doc, innermost(doc.marks, of_one_type=True), keeps_known=False)
        found = renamed(doc, mentions, new_names(doc, mentions, partial(self.options, doc), rng))
        if not found:
            raise NotApplicable("no entity of a type for which there are names")
        return found

    @abstractmethod
    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        """Names that a mention may get, in the order in which they are tried.

        Args:
            kind: ``person``, ``place`` or ``organisation``, with ``-noun`` behind it for a noun that is no name.
            name: What stands there, in simplified characters.
            rng: The draws.
        """


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityOutOfVocabulary(HanEntitySwap):
    """Replace entities with names of rare characters or invented names, of the same type.

    Names are composed of characters. The word for the kind stays: a county stays a county, a hospital stays a hospital.
    A noun that is no name, such as ``PER.NOM`` in Weibo, becomes a rare noun. Pronouns (我们, 该公司) do not change.

    Source: TextFlint (Wang et al. 2021), section 3, "OOV".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> SwapEntityOutOfVocabulary().preview(Doc("周涛去了南京市", marks=[Span(0, 2, "PER"), Span(4, 7, "LOC")]))
        '冼炜去了郫浦市'
    """

    name = "swap-entity-oov"
    version = "zh.3"
    seed_name = "OOV"
    choice = "entities that can be replaced"

    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        if kind.endswith(NOUN):
            return rng.permuted(name_part(f"rare_{kind.removesuffix(NOUN)}_nouns"))
        if kind == "person":
            return _rare_people(name, rng)
        return _rare_places(name, rng) if kind == "place" else _rare_organizations(name, rng)


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityCrossCategory(HanEntitySwap):
    """Replace entities with names that may be a person, a place or an organization: 张伟 -> 康宁, 南京 -> 罗阳.

    A name is composed of a surname and a character of places, which also ends given names. The tags do not change. The
    word for the kind stays: 南京市 becomes 罗阳市. Nouns that are no names and pronouns do not change.

    Source: TextFlint (Wang et al. 2021), section 3, "CrossCategory".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> SwapEntityCrossCategory().preview(Doc("周涛去了南京市", marks=[Span(0, 2, "PER"), Span(4, 7, "LOC")]))
        '涂海去了常宁市'
    """

    name = "swap-entity-cross-category"
    version = "zh.2"
    seed_name = "CrossCategory"
    choice = "entities that can be replaced"

    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        if kind.endswith(NOUN) or len(name) == 1 or name in _REGIONS:
            return ()
        ending = suffix_of(name) if kind == "place" else _ending(name) if kind == "organisation" else ""
        stems = composed([name_part("common_surnames"), name_part("geographic_given")], rng)
        return (stem + ending for stem in stems)


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityLonger(HanEntitySwap):
    """Replace entities with longer names of the same type.

    A person gets a surname of two characters, a country gets an official name, and a Chinese city gets its province as
    a prefix. A place keeps its rank and an organization its kind; where these are not known, the name stays, and so
    does what there is only one of (国务院, 中国, 香港), or what has two names in the text (哈佛, 哈佛大学). A brand
    (肯德基) becomes a company, and short forms of parties, committees and unions of states (民建, 县委, 东盟) become
    their like. Most names are composed. A noun that is no name, such as ``PER.NOM`` in Weibo, becomes a longer noun.
    Pronouns do not change.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapLonger".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> SwapEntityLonger().preview(Doc("李娜去了法国", marks=[Span(0, 2, "PER"), Span(4, 6, "LOC")]))
        '公冶丽萍去了詹莱西里公国'
    """

    name = "swap-entity-longer"
    version = "zh.6"
    seed_name = "SwapLonger"
    choice = "entities that can be replaced"

    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        if kind.endswith(NOUN):
            nominal = any(type_of(label) == kind for start, end, label in doc.marks if doc.text[start:end] == name)
            found: Iterable[str] = rng.permuted(name_part(f"long_{kind.removesuffix(NOUN)}_nouns")) if nominal else ()
        elif has_other_name(doc, kind, name):
            found = ()
        elif kind == "person":
            found = _longer_people(doc, name, rng)
        else:
            found = _longer_places(doc, name, rng) if kind == "place" else _longer_organizations(doc, name, rng)
        before = {doc.text[at - 1] for at in _places_of(name, doc.text) if at}  # 外长 长孙
        return (one for one in found if len(one) > len(name) and not _TWICE.search(one) and one[0] not in before)


def _places_of(name: str, text: str) -> list[int]:
    """Where a text has a name."""
    return [found.start() for found in re.finditer(re.escape(name), text)]


def _rare_people(name: str, rng: RowRandom) -> Iterable[str]:
    if len(name) == 1:  # somebody called by the surname
        return rng.permuted(name_part("surnames"))
    if is_transliterated(name):
        return transliterations(min(len(name.replace("·", "")), _LONGEST_FOREIGN), rng)
    full = split_name(name)
    return people(len(full.given) if full is not None else 2, rng)


def _rare_places(name: str, rng: RowRandom) -> Iterable[str]:
    if name in _REGIONS:
        return ()
    if len(name) == 1:  # 中 and 美 of 中美
        return rng.permuted(lexicon("place_names", "zh")["short"][_short_kind(name)].split())
    if _is_country(name):
        return transliterations(max(_LEAST_SYLLABLES, min(len(name), _LONGEST_FOREIGN)), rng)
    stems = composed([name_part("place_first"), name_part("place_second")], rng)
    return (stem + suffix_of(name) for stem in stems)


def _rare_organizations(name: str, rng: RowRandom) -> Iterable[str]:
    stems = composed([name_part("organization_first"), name_part("organization_second")], rng)
    ending = _ending(name)
    others = rng.fork(-2).permuted(name_part("plain_endings"))
    return (stem + (ending or other) for stem, other in zip(stems, cycle([ending] if ending else others)))


def _short_kind(name: str) -> str:
    place = place_of(name)
    return "province" if place is not None and place.kind == "short-province" else "country"


def _longer_people(doc: Doc, name: str, rng: RowRandom) -> Iterable[str]:
    if _CALLED_AFTER.match(doc.text.partition(name)[2]):
        return ()
    if len(name) == 1:
        return rng.permuted(_compound_surnames())
    if is_transliterated(name) or len(name) >= _LONG_NAME:
        given, family = transliterations(3, rng.fork(0)), transliterations(_LONGEST_FOREIGN, rng.fork(1))
        middle = transliterations(4, rng.fork(2))
        return (f"{one}·{two}·{three}" for one, two, three in zip(given, middle, family))
    full = split_name(name)
    gender = (gender_of_given(full.given) if full is not None else "") or gender_of_text(doc.text)
    own: Sequence[str] = given_names(gender, 2) if gender else lexicon("entity_swaps", "zh")["parts"]["GIVEN"].split()
    return composed([_compound_surnames(), own], rng)


@cache
def _compound_surnames() -> tuple[str, ...]:
    return surnames()[1] + name_part("more_compound_surnames")


def _longer_organizations(doc: Doc, name: str, rng: RowRandom) -> Iterable[str]:
    """Organizations of the same kind; none for a part of another one, such as a board."""
    table = lexicon("entity_swaps", "zh")
    if any(_GOES_WITH.match(doc.text, at + len(name)) for at in _places_of(name, doc.text)):
        return ()
    if name in table["longer"]["short_parties"].split():
        return rng.permuted(table["longer"]["parties"].split())
    before = doc.text.partition(name)[0]
    if _COMMITTEE.search(name) and not before.endswith("中共"):
        return long_organizations("", "党委", rng)
    kind = kind_of_organization(name) or table["short_organizations"].get(name, "")
    if not kind and len(name) <= _SHORTEST:
        brand = _is_brand(name) and not _SCHOOLS.search(doc.text)
        kind = "television" if name.endswith("视") else "company" if brand else ""  # 央视, 肯德基
        team = name.endswith("队") and place_of(name[:-1]) is not None
        kind = "队" if team else kind
    kind = "全国代表大会" if not kind and _CONGRESS.search(name) else kind
    if kind in _PARLIAMENTS and any(type_of(label) == "place" for *_, label in doc.marks):  # that of a country
        return ()
    if kind == "队" and _ARMED.search(doc.text):  # no team
        return ()
    if _SUPREME.search(name) or not (kind or len(name) > _SHORTEST):
        return ()
    return long_organizations(name, kind, rng)


def _is_brand(name: str) -> bool:
    found = entry(name)
    return found is not None and found.tag == "nz"


def _longer_places(doc: Doc, name: str, rng: RowRandom) -> Iterable[str]:
    """Longer names of places of the same rank: a country, a province, a city, a district, a county or a village."""
    if len(name) == 1 or name in _REGIONS or _PART_OF.search(doc.text.partition(name)[2][:2]):
        return ()
    table = lexicon("entity_swaps", "zh")["longer"]
    # of these there is one, of which the rest of the text speaks in other words too: 我国, 祖国, 回归
    if name.startswith((CHINA, "中华人民共和国", *table["special"].split(), *table["unsure"].split())) or (
        len(name) == len("洛市") and name.endswith("市")
    ):
        return ()
    place = place_of(name) or place_of(name.removesuffix("市")) or place_of(name.removesuffix("省"))
    kind = place.kind if place is not None else ""
    if _is_country(name) or kind == "short-country":
        return chain(rng.permuted(table["country"].split()) if rng.fork(-3).random() < _REAL else (), states(rng))
    if kind in ("province", "autonomous") or name.endswith("省"):
        real = rng.permuted(table["province"].split()) if rng.fork(-3).random() < _REAL else ()
        return chain(real, self_governed("自治区", rng))
    if place is None and is_transliterated(name):  # a region as well as a city may have such a name
        return transliterations(max(_LONGEST_FOREIGN, len(name)) + 1, rng)
    if kind == "city" and place is not None and place.within != CHINA:
        ending = "市" if name.endswith("市") else ""
        return (one + ending for one in transliterations(_LONGEST_FOREIGN + 1, rng))
    if name.endswith("县"):
        return self_governed("自治县", rng)
    follows = _INNER.search(doc.text.partition(name)[0])
    if _SMALL.search(name):
        if any(_is_abroad(doc.text[start:end]) for start, end, label in doc.marks if type_of(label) == "place"):
            return ()
        city = name_part("place_first"), name_part("place_second")
        within = cities_with_provinces() if not follows else ("",)
        return composed([within, *city, city[1], [name[-1]]], rng)
    if kind == "district":
        cities = lexicon("place_names", "zh")["districts"]
        return rng.permuted([f"{one}市{area}" for one, areas in cities.items() for area in areas.split()])
    if (kind in ("city", "municipality") or name.endswith("市")) and not follows:
        return (one for one in rng.permuted(cities_with_provinces()) if name not in one)
    if kind not in ("city", "municipality") and _FEATURE.search(name) and not _TOWN.match(name):
        own = name_part("place_second")
        return composed([name_part("place_first"), *[own] * max(1, len(name) - 1), [name[-1]]], rng)
    return ()


def _is_abroad(name: str) -> bool:
    place = place_of(name)
    return place is not None and CHINA not in (name, place.within)


def _is_country(name: str) -> bool:
    place = place_of(name)
    return (place is not None and place.kind == "country") or (len(name) > 3 and name.endswith("国"))


def _ending(name: str) -> str:
    """The words that end the name of an organization and say its kind, where something stands before them."""
    if name in _ENDINGS:
        return ""
    endings = (kind_of_organization(name), *_ENDINGS)
    return next((one for one in endings if one and name.endswith(one) and len(name) > len(one) + 1), "")
