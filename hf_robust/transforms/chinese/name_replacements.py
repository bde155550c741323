"""Which other names the mentions of a Chinese text get: of their kind, one to one."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import NOMINAL_PRONOUNS
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.organizations import like_organizations
from hf_robust.language.chinese.person_names import (
    foreign_names,
    gender_of_given,
    given_names,
    is_public,
    is_transliterated,
    split_name,
    surnames,
)
from hf_robust.language.chinese.places import CHINA, peers, place_of
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional

# what datasets and recognizers call the types, in lower case and without signs
_LABELS = {
    "person": "person per name nr people",
    "place": "place loc location gpe ns cont address fac",
    "organisation": "org organization organisation nt company government corporation",
}
_TYPE_OF = {label: kind for kind, labels in _LABELS.items() for label in labels.split()}
NOUN = "-noun"
_NOMINAL = ("nom", "nominal")
_PRONOMINAL = ("pro", "pronoun")
_COUNTED = re.compile("[一二两三四五六七八九十百千万几数多0-9]+[名位个些群]")
_POINTING = ("这", "那")
_OWNERS = tuple("我你您她咱俺")  # 我妈; others begin names: 他信, 本田
_CALLED = (
    "(?:某|先生|女士|小姐|总|老师|教授|主任|局长|书记|经理|董|工|老|家|队|导|院士|部长|主席|总理|同志|"
    "[市省厂校]长|医生|大夫)"
)
_BY_SURNAME = r"(?:[小老]{0}(?!{1})|{0}(?!{1})" + _CALLED + ")"
_FEMALE, _MALE = re.compile("她|女(?!儿)|太太|小姐|妈妈|母亲|妻子"), re.compile("他|男|先生|爸爸|父亲|丈夫")
_NATION = re.compile("(?:国籍|籍)\\Z")

Options = Callable[[str, str, RowRandom], Iterable[str]]
"""Names that a mention may get, in the order in which they are tried; from its type, itself and the draws."""


def type_of(label: str) -> str:
    """What a label of an entity stands for: ``person``, ``place``, ``organisation``; "" for another one.

    A label may have a subtype behind a sign (``GPE.NAM``). For a noun that is no name (``PER.NOM``) it is
    ``person-noun`` and so on; for a pronoun (``PER.PRO``) it is empty.

    Example:
        >>> type_of("PER"), type_of("GPE.NAM"), type_of("PER.NOM"), type_of("PER.PRO"), type_of("TITLE")
        ('person', 'place', 'person-noun', '', '')
    """
    plain = re.sub(r"[\W_]", "", label.lower())
    if plain in _TYPE_OF:
        return _TYPE_OF[plain]
    main, _, subtype = re.sub(r"[\W_]", ".", label.lower()).partition(".")
    found = _TYPE_OF.get(main, "") if subtype not in _PRONOMINAL else ""
    return f"{found}{NOUN}" if found and subtype in _NOMINAL else found


def is_pronominal(name: str) -> bool:
    """Whether an entity is a pronoun, or a phrase that begins with one or with a number: 我们, 该公司, 两名士兵.

    Args:
        name: Simplified characters.

    Example:
        >>> is_pronominal("他"), is_pronominal("这个国家"), is_pronominal("她的父亲"), is_pronominal("两名士兵")
        (True, True, True, True)
        >>> is_pronominal("他信"), is_pronominal("本田"), is_pronominal("那英"), is_pronominal("任何")
        (False, False, False, False)
    """
    if name in NOMINAL_PRONOUNS or (entry(name) is None and _COUNTED.match(name)):
        return True
    first, rest = name[:1], name[1:]
    if first in surnames()[0] and first not in _POINTING:  # 何 and 任 are surnames too
        return False
    if _tag(name) == "r":
        return True
    if _tag(first) != "r":
        return False
    if rest[0] == "的" or (_tag(rest) == "n" and (len(rest) > 1 or first in _OWNERS)):
        return True
    return first != "每" and any(_tag(name[:end]) == "r" for end in (2, 3))  # 每日新闻 is a newspaper


def _is_common_noun(name: str) -> bool:
    """Whether a person is called by a noun of the dictionary (总统) that is neither a name nor a given name."""
    is_name = is_transliterated(name) or split_name(name) is not None or gender_of_given(name)
    return len(name) > 1 and _tag(name) == "n" and not is_name


def _tag(word: str) -> str:
    found = entry(word)
    return "" if found is None else found.tag


class HanMention(NamedTuple):
    """A name in a text.

    Args:
        start: First character.
        end: Character after the last.
        name: What stands there, in simplified characters.
        kind: ``person``, ``place`` or ``organisation``, with ``-noun`` behind it for a noun that is no name.
    """

    start: int
    end: int
    name: str
    kind: str


def mentions_of_spans(doc: Doc, spans: Iterable[Span], keeps_known: bool = True) -> list[HanMention]:
    """The spans whose labels are those of people, places and organizations, without pronouns and what always stays.

    Args:
        spans: Gold spans, or what a recognizer found.
        keeps_known: Whether China and people whom everybody knows stay.
    """
    text = to_simplified(doc.text)
    found = []
    for start, end, label in spans:
        kind = type_of(label)
        name = text[start:end]
        is_home = name == CHINA
        if kind == "place" and (nation := _NATION.search(name)):  # "中国国籍"
            end, name = start + nation.start(), name[: nation.start()]
        kept = (keeps_known and (is_home or is_public(name))) or doc.is_kept(start, end)
        if kind and name and not kept and not is_pronominal(name):
            if kind == "person" and _is_common_noun(name):
                kind += NOUN
            found.append(HanMention(start, end, name, kind))
    return found


def new_names(doc: Doc, mentions: Sequence[HanMention], options: Options, rng: RowRandom) -> Mapping[str, str]:
    """The new name of each name, in simplified characters: one to one, and none that the text has already.

    Args:
        options: What each may become.
        rng: The draws.
    """
    text = to_simplified(doc.text)
    new: dict[str, str] = {}
    for number, (name, kind) in enumerate(dict.fromkeys((one.name, one.kind) for one in mentions)):
        if name not in new:
            tried = options(kind, name, rng.fork(number))
            taken = set(new.values())
            other = next((one for one in tried if one not in text and one not in taken and one != name), None)
            if other is not None:
                new[name] = other
    return _with_parts(new, mentions)


def _with_parts(new: dict[str, str], mentions: Sequence[HanMention]) -> dict[str, str]:
    """A given name or surname by itself goes with the full name that it is a part of."""
    people = {one.name for one in mentions if one.kind == "person"}
    for full in [name for name in people if name in new]:
        old, other = split_name(full), split_name(new[full])
        if old and other:
            for part, own in zip(old, other):
                if part in people and part != full:
                    new[part] = own
    return new


def renamed(doc: Doc, mentions: Iterable[HanMention], new: Mapping[str, str]) -> list[Edit]:
    """The edits that give mentions their new names, in the script of the text."""
    full = is_traditional(doc.text)
    return [
        Edit(one.start, one.end, to_traditional(new[one.name]) if full else new[one.name])
        for one in sorted(mentions)
        if new.get(one.name, one.name) != one.name
    ]


def like_names(doc: Doc, mentions: Sequence[HanMention]) -> Options:
    """Options that give names of the same kind: people of the same gender, cities of the same country."""
    text = to_simplified(doc.text)

    def options(kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        if kind == "place":
            return rng.permuted(peers(name)) or _of_two_places(name, rng)
        if kind == "organisation":
            return like_organizations(name, rng)
        return _people(text, name, rng)

    return options


def _of_two_places(name: str, rng: RowRandom) -> Iterator[str]:
    """A city with its province, or a district with its city, becomes two other places."""
    for cut in range(2, len(name) - 1):
        first, second = name[:cut], name[cut:]
        outer, inner = peers(first), peers(second)
        if outer and inner and place_of(first.rstrip("省市")) and len(second) > 1:
            yield from (one + other for one, other in zip(rng.permuted(outer), rng.permuted(inner)))
            return


def _people(text: str, name: str, rng: RowRandom) -> Iterator[str]:
    full = split_name(name)
    if full is None:
        yield from _from_abroad(name, rng)
        return
    gender = gender_of_given(full.given) or gender_of_text(text)
    pool = surnames()[0][:100] if len(full.surname) == 1 else surnames()[1]
    kept = re.search(_BY_SURNAME.format(re.escape(full.surname), re.escape(full.given)), text.replace(name, ""))
    given = [one for one in rng.fork(0).permuted(given_names(gender, len(full.given))) if one != full.given]
    family = [full.surname] * len(given) if kept else list(rng.fork(1).permuted(pool))
    whole = (one + own for one, own in zip(family, given) if one not in own)
    yield from (one for one in whole if place_of(one) is None)


def _from_abroad(name: str, rng: RowRandom) -> Iterator[str]:
    if is_transliterated(name):
        family, given = foreign_names()
        first = rng.fork(0).permuted(given)
        last = rng.fork(1).permuted(family)
        yield from (f"{one}·{own}" for one, own in zip(first, last)) if "·" in name else last


def gender_of_text(text: str) -> str:
    """The one gender of which a text speaks; empty where it speaks of both or none.

    Example:
        >>> gender_of_text("她来了"), gender_of_text("他和她来了")
        ('female', '')
    """
    female, male = _FEMALE.search(text) is not None, _MALE.search(text) is not None
    return "" if female == male else ("female" if female else "male")
