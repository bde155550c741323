"""Names of people as Chinese writes them: surname and given name, gender, people whom everybody knows."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import is_han
from hf_robust.language.lexicons import lexicon

__all__ = [
    "FullName",
    "foreign_names",
    "gender_of_given",
    "given_names",
    "is_likely_name",
    "is_public",
    "is_transliterated",
    "sounds_foreign",
    "split_name",
    "surnames",
]

GENDERS = ("female", "male")
_FOREIGN = frozenset(
    "阿艾埃安奥巴班贝本比宾波伯布查达德迪蒂丁杜多厄恩法菲费芬弗福盖戈格古哈海汉赫亨霍基吉加杰卡凯坎柯科克肯库拉莱兰劳勒雷里利列林"
    "琳鲁路伦罗洛马玛迈曼梅门蒙米莫姆穆纳内尼努诺欧帕佩皮普齐奇乔切琼让萨塞桑森瑟沙舍圣史施什斯司思苏索塔泰坦汤特提图托瓦万威韦维"
    "沃乌西希夏肖谢休雅亚耶伊尤扎泽詹朱兹佐尔逊顿娅娜妮丝莎黛露蕾薇歇茨茹喀裴"
)


class FullName(NamedTuple):
    """The two parts of a name."""

    surname: str
    given: str


def split_name(name: str) -> FullName | None:
    """Surname and given name of a Chinese name in full; None where it is none.

    Args:
        name: Simplified characters.

    Example:
        >>> split_name("周涛"), split_name("欧阳修文").surname, split_name("明天")
        (FullName(surname='周', given='涛'), '欧阳', FullName(surname='明', given='天'))
        >>> split_name("约翰逊") is split_name("小周") is None
        True
    """
    if not all(map(is_han, name)) or is_transliterated(name):
        return None
    single, compound = surnames()
    if 3 <= len(name) <= 4 and name[:2] in compound:
        return FullName(name[:2], name[2:])
    return FullName(name[0], name[1:]) if 2 <= len(name) <= 3 and name[0] in single else None


@cache
def surnames() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Surnames of one character, the commonest first, and those of two."""
    table = lexicon("person_names", "zh")
    return tuple(table["surnames"].split()), tuple(table["compound_surnames"].split())


@cache
def given_names(gender: str, size: int = 0) -> tuple[str, ...]:
    """Given names of a gender.

    Args:
        gender: ``female`` or ``male``; empty for both.
        size: How many characters they have; 0 for any number.

    Example:
        >>> "晓燕" in given_names("female", 2), "晓燕" in given_names("male")
        (True, False)
    """
    table = lexicon("person_names", "zh")
    names = [name for one in ([gender] if gender else GENDERS) for name in table[one].split()]
    return tuple(name for name in names if not size or len(name) == size)


def is_likely_name(name: str) -> bool:
    """Whether a Chinese full name is no word: one that the dictionary lacks, or has as a name with a listed given name.

    Example:
        >>> is_likely_name("张伟"), is_likely_name("高音"), is_likely_name("吴锦才")
        (True, False, True)
    """
    full, known = split_name(name), entry(name)
    if full is None or name in lexicon("person_names", "zh")["words"].split():
        return False
    return known is None or (known.tag.startswith("nr") and (len(name) > 2 or full.given in given_names("")))


@cache
def _genders() -> Mapping[str, str]:
    return {name: gender for gender in GENDERS for name in given_names(gender)}


def gender_of_given(given: str) -> str:
    """``female`` or ``male`` where a given name is a listed one or has characters of that gender alone; else empty.

    Args:
        given: Simplified characters.

    Example:
        >>> gender_of_given("晓燕"), gender_of_given("婉娜"), gender_of_given("振彪"), gender_of_given("一诺")
        ('female', 'female', 'male', '')
    """
    if given in _genders():
        return _genders()[given]
    table = lexicon("person_names", "zh")
    female, male = (any(c in table[f"{gender}_characters"] for c in given) for gender in GENDERS)
    return "" if female == male else GENDERS[male]


@cache
def _public() -> frozenset[str]:
    return frozenset(lexicon("person_names", "zh")["public"].split())


def is_public(name: str) -> bool:
    """Whether a name is that of a person whom everybody knows.

    Example:
        >>> is_public("鲁迅"), is_public("周涛")
        (True, False)
    """
    return name in _public()


def is_transliterated(name: str) -> bool:
    """Whether a name is one from abroad, written by its sound.

    Example:
        >>> is_transliterated("克林顿"), is_transliterated("玛丽·居里"), is_transliterated("周涛")
        (True, True, False)
    """
    return "·" in name or (len(name) > 2 and sounds_foreign(name))


def sounds_foreign(text: str) -> bool:
    """Whether all characters are among those with which names from abroad are written.

    Example:
        >>> sounds_foreign("里"), sounds_foreign("曼宁")
        (True, False)
    """
    return all(c in _FOREIGN for c in text)


@cache
def foreign_names() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Surnames and given names from abroad."""
    table = lexicon("organization_names", "zh")
    return tuple(table["foreign_surnames"].split()), tuple(table["foreign_given"].split())
