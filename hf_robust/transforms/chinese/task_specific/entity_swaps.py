"""Gold entities of Chinese texts that become other names of their type: unusual or long ones."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.organizations import kind_of_organization
from hf_robust.language.chinese.person_names import gender_of_given, is_transliterated, split_name
from hf_robust.language.chinese.places import CHINA, place_of, suffix_of
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NER
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.name_replacements import gender_of_text, mentions_of_spans, new_names, renamed

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


@dataclass(frozen=True, kw_only=True)
class HanEntitySwap(Transformation):
    """Base of those that give each gold entity of a Chinese text another name of its type."""

    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    effects = preserves(NER)
    edits_protected = True

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not doc.marks:
            raise NotApplicable("no entity")
        mentions = mentions_of_spans(doc, doc.marks)
        found = renamed(doc, mentions, new_names(doc, mentions, partial(self.options, doc), rng))
        if not found:
            raise NotApplicable("no entity of a type for which there are names")
        return found

    @abstractmethod
    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        """Names that a mention may get, in the order in which they are tried.

        Args:
            kind: ``person``, ``place`` or ``organisation``.
            name: What stands there, in simplified characters.
            rng: The draws.
        """


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityOutOfVocabulary(HanEntitySwap):
    """Replace entities with names of rare characters or invented names, of the same type and length.

    The word for the kind stays: a county stays a county, a hospital stays a hospital.

    Source: TextFlint (Wang et al. 2021), section 3, "OOV".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> SwapEntityOutOfVocabulary().preview(Doc("周涛去了南京市", marks=[Span(0, 2, "PER"), Span(4, 7, "LOC")]))
        '邸颢去了岚汀市'
    """

    name = "swap-entity-oov"
    version = "zh.1"
    seed_name = "OOV"
    choice = "entities that can be replaced"

    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        table = {key: words.split() for key, words in lexicon("entity_swaps", "zh")["oov"].items()}
        if kind == "person":
            return _rare_people(table, name, rng)
        if kind == "place":
            if _is_country(name):
                return rng.permuted(table["countries"])
            known = place_of(name) is not None or suffix_of(name)
            return [one + suffix_of(name) for one in rng.permuted(table["places"])] if known and len(name) > 1 else ()
        ending = _ending(name)
        if not ending and not kind_of_organization(name):
            return ()
        return [one + ending for one in rng.permuted(table["organisations"])]


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityLonger(HanEntitySwap):
    """Replace entities with longer names of the same type.

    A person gets a surname of two characters, a country gets its official name, and a Chinese city gets its province as
    a prefix.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapLonger".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> SwapEntityLonger().preview(Doc("李娜去了法国", marks=[Span(0, 2, "PER"), Span(4, 6, "LOC")]))
        '李娜去了委内瑞拉玻利瓦尔共和国'
    """

    name = "swap-entity-longer"
    version = "zh.1"
    seed_name = "SwapLonger"
    choice = "entities that can be replaced"

    def options(self, doc: Doc, kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        table = {key: words.split() for key, words in lexicon("entity_swaps", "zh")["longer"].items()}
        return [one for one in rng.permuted(_longer(table, doc, kind, name)) if len(one) > len(name)]


def _rare_people(table: dict[str, list[str]], name: str, rng: RowRandom) -> list[str]:
    if len(name) == 1:  # somebody called by the surname
        return list(rng.permuted(table["surnames"]))
    full = split_name(name)
    size = len(full.given) if full is not None else 2
    given = list(rng.fork(0).permuted(table["given"]))
    if size == 2:
        given = [one + other for one, other in pairwise(given)]
    return [one + own for one, own in zip(rng.fork(1).permuted(table["surnames"]), given)]


def _longer(table: dict[str, list[str]], doc: Doc, kind: str, name: str) -> Sequence[str]:
    if kind == "person":
        full = split_name(name)
        if full is None or is_transliterated(name):
            return table["foreign"] if is_transliterated(name) else ()
        gender = gender_of_given(full.given) or gender_of_text(doc.text)
        fits = (one for one in table["person"] if not gender or gender_of_given(one[2:]) == gender)
        return list(fits)
    if kind == "place":
        return _longer_places(table, name)
    found = kind_of_organization(name)
    if found.endswith(("公司", "集团", "厂")) or found in ("company", "科技", "电子"):
        return table["company"]
    return table.get(found) or (table["organisation"] if found or _ending(name) else ())


def _longer_places(table: dict[str, list[str]], name: str) -> Sequence[str]:
    """A country's official name, a city abroad with a long name, a Chinese city with its province."""
    if len(name) == 1:  # 中 and 美 of 中美
        return ()
    place = place_of(name)
    if _is_country(name) or (place is not None and place.kind == "short-country"):
        return table["country"]
    if place is not None and place.kind == "city" and place.within != CHINA:
        return table["city"]
    if (place is None and not suffix_of(name)) or len(name) < 2:
        return ()
    if (place is not None and place.kind in ("province", "autonomous")) or name.endswith(("省", "区")):
        return table["place"]
    provinces = lexicon("place_names", "zh")["provinces"]
    return [f"{province}省{city}市" for province, cities in provinces.items() for city in cities.split()]


def _is_country(name: str) -> bool:
    place = place_of(name)
    return (place is not None and place.kind == "country") or (len(name) > 3 and name.endswith("国"))


def _ending(name: str) -> str:
    """The words that end the name of an organization and say its kind, where something stands before them."""
    if name in _ENDINGS:
        return ""
    endings = (kind_of_organization(name), *_ENDINGS)
    return next((one for one in endings if one and name.endswith(one) and len(name) > len(one) + 1), "")
