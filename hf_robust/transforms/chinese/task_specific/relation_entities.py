"""Subject and object of a relation in a Chinese sentence become others of their type, or get a clause before them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.organizations import kind_of_organization
from hf_robust.language.chinese.person_names import is_likely_name, is_public, is_transliterated
from hf_robust.language.chinese.places import CHINA, HanPlace, is_doubtful, peers, place_of, suffix_of
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import RELATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.name_replacements import (
    HanMention,
    is_pronominal,
    like_names,
    new_names,
    renamed,
    type_of,
)
from hf_robust.transforms.chinese.task_specific.entity_swaps import SwapEntityOutOfVocabulary
from hf_robust.transforms.chinese.task_specific.schema_clauses import clause_can_stand
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

KINDS = ("low-frequency", "same-type")
ROLES = ("subject", "object")
_TITLES = frozenset('“"‘「『《〈')
_BEHIND_NAMES = (("VERB",), ("AUX",), ("ADV",), ("ADP",))
# what Chinese datasets call the types
_TYPES = {
    "person": "人物 人名 人",
    "place": "地点 地名 国家 城市 行政区 省份 景点",
    "organisation": "机构 企业 公司 学校 组织机构 组织 学校机构",
}
_BY_TYPE = {name: kind for kind, names in _TYPES.items() for name in names.split()}
_PERSON_LENGTHS = (2, 3)
_NAMED_BY_KIND = 4  # characters; shorter ones are abbreviations: 东盟
_HOME = ("中国", "中共", "中华", "香港", "澳门", "台湾")  # what the text goes on to say of them fits no other


def relation_mentions(row: TaskRow) -> list[HanMention]:
    """Subject and object whose type is known, in simplified characters; its ``kind`` is empty for other types.

    Raises:
        NotApplicable: When they overlap, or one is absent.
    """
    doc = row.docs["tokens"]
    by_role = {mark.label: mark for mark in doc.marks}
    if not all(role in by_role for role in ROLES):
        raise NotApplicable("subject or object is absent")
    subject, other = (by_role[role] for role in ROLES)
    if subject.start < other.end and other.start < subject.end:
        raise NotApplicable("subject and object overlap")
    text = to_simplified(doc.text)
    found = []
    for role in ROLES:
        mark = by_role[role]
        name = text[mark.start : mark.end]
        found.append(HanMention(mark.start, mark.end, name, _kind(row, role, name)))
    return found


def _kind(row: TaskRow, role: str, name: str) -> str:
    """``person``, ``place`` or ``organisation``, by the column of the type or by the lists; else empty."""
    if is_pronominal(name):
        return ""
    given = row.values.get(f"{role}_type")
    if given is None and isinstance(span := row.values.get(role), Mapping):
        given = span.get("type")
    if isinstance(given, str) and given:
        return _BY_TYPE.get(given.strip()) or type_of(given)
    if place_of(name) is not None:
        return "" if is_doubtful(name) else "place"
    if kind_of_organization(name):
        return "organisation"
    return "person" if is_transliterated(name) or (len(name) in _PERSON_LENGTHS and is_likely_name(name)) else ""


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntity(RowTransformation):
    """Replace subject and object with other entities of the same type, everywhere in the text. The relation stays.

    The type is in the columns ``subject_type`` and ``object_type`` or, without them, given by the bundled lists. A city
    stays a city of its country, a county stays a county, a hospital stays a hospital. Of two places, one of which lies
    in the other, only the inner one changes. Famous people do not change.

    Args:
        kind: ``low-frequency`` (invented names and rare characters) or ``same-type`` (common names).

    Source: TextFlint (Wang et al. 2021), section 3, "SwapEnt".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {
        ...     "tokens": ["周涛", "住", "在", "南京", "。"],
        ...     "subject": [0, 0], "subject_type": "人物",
        ...     "object": [3, 3], "object_type": "城市", "relation": "居住地",
        ... }
        >>> SwapEntity(kind="same-type").preview_row(row, task("relation-extraction", language="zh"))["tokens"]
        ['汤鹏', '住', '在', '沧州', '。']
    """

    kind: str = "low-frequency"

    name = "swap-entity"
    version = "zh.2"
    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    seed_name = "SwapEnt"
    choice = "mentions that can be replaced"
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        self._require_choice("kind", KINDS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["tokens"]
        known = [one for one in relation_mentions(row) if _may_change(one)]
        if not known:
            raise NotApplicable("neither mention is a name of a known type that can be replaced")
        first, last = known[0].name, known[-1].name
        if first != last and (first in last or last in first):
            raise NotApplicable("one mention contains the other")
        if len(known) == len(ROLES) and {one.kind for one in known} == {"place"}:
            known = _inner_places(known)
        everywhere = sorted({found for one in known for found in _occurrences(doc, one)})
        edits = renamed(doc, everywhere, new_names(doc, everywhere, self._options(doc, everywhere, known), rng))
        if not edits:
            raise NotApplicable("no other names are known for subject and object")
        return RowChange({"tokens": edits})

    def _options(self, doc: Doc, mentions: list[HanMention], known: list[HanMention]) -> Any:
        listed = like_names(doc, mentions)
        if self.kind == "same-type":
            return listed
        rare = SwapEntityOutOfVocabulary()

        def options(kind: str, name: str, rng: RowRandom) -> Iterable[str]:
            sure = kind == "place" and peers(name)  # an invented city lies in no country
            return listed(kind, name, rng) if sure else rare.options(doc, kind, name, rng)

        return options


def _may_change(mention: HanMention) -> bool:
    """Whether a mention is a name of a known type that is neither a short form (美) nor known to everybody."""
    name = mention.name
    if len(name) == 1 or name.startswith(_HOME) or is_public(name):
        return False
    if mention.kind == "organisation":
        return len(name) >= _NAMED_BY_KIND and bool(kind_of_organization(name))
    if mention.kind == "place":
        return place_of(name) is not None or bool(suffix_of(name)) or is_transliterated(name)
    return mention.kind == "person"


_FAMOUS = "著名的"
_FIELDS = frozenset("（(：:/|")  # of a byline or a table
_MAY_FOLLOW = re.compile("的(?!士|确)|(?:时|后|之后|以后|以来|之前|以前|期间)(?=[，。；])")
_STATE = re.compile("(?:联盟|人民|民主|联邦|阿拉伯)*(?:共和国|联邦|王国)$")
_OWN_NAME = 2  # characters before the word for the kind: 外交部 is one word
# institutions of which one says so; a name of one or two characters before the ending may be an abbreviation
_KNOWN_KINDS = re.compile(
    "..(?:大学|学院|医院|研究院|研究所|博物馆|图书馆|美术馆|电视台|电影制片厂|出版社|交响乐团|歌剧院|俱乐部|剧院|天文台|银行|日报|晚报|时报)$"
)


def _inner_places(known: list[HanMention]) -> list[HanMention]:
    """Of two listed places of which one lies in the other, the inner one; of others both."""
    first, second = known
    for one, other in ((first, second), (second, first)):
        found = place_of(one.name)
        if found is not None and found.within == other.name:
            return [one]
    return known


def _occurrences(doc: Doc, mention: HanMention) -> list[HanMention]:
    """The mention, and wherever else its name stands as whole words."""
    text = to_simplified(doc.text)
    words = doc.words
    starts, ends = {start for start, _ in words}, {end for _, end in words}
    found, at = [], text.find(mention.name)
    while at >= 0:
        end = at + len(mention.name)
        if at == mention.start or (at in starts and end in ends):
            found.append(mention._replace(start=at, end=end))
        at = text.find(mention.name, end)
    return found


@register
@dataclass(frozen=True, kw_only=True)
class InsertClause(RowTransformation):
    """Insert a relative clause before the subject or object. The relation does not change.

    The clause says where a listed city, province or country lies: 位于欧洲的法国. If the text says that already, a city
    gets 著名的, and so does a university, a hospital, a museum and the like. Other places and organizations get what is
    true of all of their kind: 审理案件的法院. The clause never mentions the other entity. It stands at the start of a
    clause, or after a verb or a preposition, and only if no noun follows the name.

    Args:
        generic: Whether entities of which nothing is known get a clause that says that they are known or were
            mentioned (上文提到的).

    Source: TextFlint (Wang et al. 2021), section 3, "InsertClause".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {
        ...     "tokens": ["周涛", "住", "在", "巴黎", "。"],
        ...     "subject": [0, 0], "subject_type": "人物",
        ...     "object": [3, 3], "object_type": "城市", "relation": "居住地",
        ... }
        >>> new = InsertClause().preview_row(row, task("relation-extraction", language="zh"))
        >>> "".join(new["tokens"]), new["tokens"][new["object"][0]]
        ('周涛住在位于法国的巴黎。', '巴黎')
    """

    generic: bool = False

    name = "insert-clause"
    version = "zh.4"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "InsertClause"
    choice = "mentions that a clause can precede"
    effects = preserves(RELATION)

    def __post_init__(self) -> None:
        self._require(isinstance(self.generic, bool), "generic", "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, reasons = row.docs["tokens"], []
        for mention in rng.permuted(relation_mentions(row)):
            clause = self._clause(doc, mention, rng)
            if clause is None:
                reasons.append(f"nothing is known of '{mention.name}'")
            elif not (
                clause_can_stand(doc, mention.start, mention.end, named=True)
                and _stands_alone(doc, mention.start, mention.end)
            ):
                reasons.append(f"no clause can stand before '{mention.name}'")
            else:
                text = as_written([clause], doc.text)[0]
                return RowChange({"tokens": [Edit(mention.start, mention.start, text)]})
        raise NotApplicable(reasons[0])

    def _clause(self, doc: Doc, mention: HanMention, rng: RowRandom) -> str | None:
        table, text = lexicon("relative_clauses", "zh"), to_simplified(doc.text)
        if text[mention.start - 1 : mention.start] in _FIELDS and mention.start:
            return None
        place = place_of(mention.name) if mention.kind in ("", "place") else None
        within = _region(mention.name, place)
        if within and within not in text and text[mention.start - 1 : mention.start] != "于":  # 出生于位于华南的香港
            return _plain(table["located"][0].format(place=within))
        is_city = place is not None and place.kind == "city"
        known = is_city or (mention.kind in ("", "organisation") and _KNOWN_KINDS.search(mention.name))
        if known and "著名" not in text:
            return _FAMOUS
        if (said := _of_kind(mention)) and not any(said[at : at + 2] in text for at in range(len(said) - 2)):
            return said
        kind = {"organisation": "thing"}.get(mention.kind, mention.kind)
        if not self.generic or kind not in ("person", "place", "thing"):
            return None
        return _plain(rng.choice([one for one in table[kind] if one.split("/")[0] not in text] or table[kind]))


def _region(name: str, place: HanPlace | None) -> str:
    """Where a listed place lies: a country, the province of a city, or a part of the world or of China; else empty."""
    table = lexicon("relative_clauses", "zh")
    place = place or place_of(_STATE.sub("", name))
    if place is not None and place.kind in ("city", "country") and place.within != CHINA:
        within = table["regions"].get(place.within, place.within)
        return "" if within.isascii() else within
    provinces = lexicon("place_names", "zh")
    short = name.removesuffix("市")
    if place is not None and place.kind == "city":
        found = (
            one
            for group in ("provinces", "autonomous")
            for one, cities in provinces[group].items()
            if short in cities.split()
        )
        return next(found, "")
    short = short.removesuffix("省")
    return next((region for region, names in table["lies_in"].items() if short in names.split()), "")


def _of_kind(mention: HanMention) -> str:
    """What is true of all that the last word of a name means: 审理案件的, of a court; empty for other words."""
    table = lexicon("relative_clauses", "zh")
    tables = {"place": ("of_places",), "organisation": ("of_organizations",), "": ("of_places", "of_organizations")}
    best, said = "", ""
    for group in tables.get(mention.kind, ()):
        for clause, endings in table[group].items():
            for ending in endings.split():
                own = len(mention.name) - len(ending)
                fits = mention.name.endswith(ending) and (own >= _OWN_NAME or (not own and len(ending) > 1))
                if fits and len(ending) > len(best):
                    best, said = ending, clause
    return said


def _stands_alone(doc: Doc, start: int, end: int) -> bool:
    """Whether a name opens no quotation or title, and the word behind it is none that it may belong to: 意大利血统."""
    text = to_simplified(doc.text)
    if text[start - 1 : start] in _TITLES or text[:start].count("《") > text[:start].count("》"):
        return False
    if text.startswith(("驻", "发行"), end):  # 中国驻美大使
        return False
    following = text[end : end + 1]
    if not following or not following.isalnum():
        return following != "、"
    if _MAY_FOLLOW.match(text, end):
        return True
    found = (entry(text[end : end + size]) for size in (2, 3))  # the words of the text may be single characters
    if any(one is not None and one.tag[0] in "nsf" for one in found):
        return False
    tags = next((universal_tags_of(text[first:last]) for first, last in doc.words if first == end), ())
    return tags[:1] in _BEHIND_NAMES and "NOUN" not in tags


def _plain(clause: str) -> str:
    """The words of a clause without their tree."""
    return "".join(word.split("/")[0] for word in clause.split(" "))
