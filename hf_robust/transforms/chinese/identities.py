"""The men of a Chinese text made women, or the women men."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.person_names import (
    GENDERS,
    gender_of_given,
    given_names,
    is_likely_name,
    is_public,
    split_name,
)
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, NER, NESTED_NER, NLI, POS, SENTIMENT, SIMILARITY
from hf_robust.transforms.base import LABELED_TEXTS, Transformation, preserves, register
from hf_robust.transforms.new_names import one_to_one, shuffled

_LONGEST_NAME = 4  # characters of a full name: a surname of two and a given name of two


@register
@dataclass(frozen=True, kw_only=True)
class SwapGender(Transformation):
    """Change pronouns, titles, kinship terms and given names to one gender. Surnames do not change.

    Either all words that show the gender change, or none. A text does not change if it mentions both genders, famous
    people, a name of unknown gender, or something that only one gender has or does. The result is not random: a name
    always becomes the same other name, unless the text already contains that name.

    Args:
        to: Target gender, ``female`` or ``male``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnPrejudice".

    Example:
        >>> SwapGender().preview("他爱他的叔叔。"), SwapGender(to="male").preview("王晓燕女士来了。")
        ('她爱她的阿姨。', '王一凡先生来了。')
    """

    to: str = "female"

    name = "swap-gender"
    version = "zh.1"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "CnPrejudice (name)"
    choice = "words or names that show the other gender"
    languages = ("zh",)
    # not questions: they keep the names that the context loses
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, NER, NESTED_NER, POS)

    def __post_init__(self) -> None:
        self._require_choice("to", GENDERS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = to_simplified(doc.text)
        words = list(gendered_words(doc, text))
        names = [one for one in full_names(doc, text) if gender_of_given(one[2])]
        own = [one for one in words if one[2] != self.to]
        moved = [one for one in names if gender_of_given(one[2]) != self.to]
        if not own and not moved:
            return []
        self._refuse(doc, text, len(words) > len(own) or len(names) > len(moved))
        new = _new_names(self.to, {given for _, _, given in moved}, text)
        found = [Edit(start, end, _swapped(text[start:end], self.to)) for start, end, _ in own]
        found += [Edit(end - len(given), end, new[given]) for _, end, given in moved if given in new]
        if len(new) < len({given for _, _, given in moved}) or not all(doc.is_free(*edit[:2]) for edit in found):
            raise NotApplicable("a name or a protected word cannot be changed")
        if is_traditional(doc.text):
            found = [edit._replace(text=to_traditional(edit.text)) for edit in found]
        return sorted(found)

    def _refuse(self, doc: Doc, text: str, both: bool) -> None:
        """Refuse a text in which something else tells a gender.

        Raises:
            NotApplicable: With what it is.
        """
        if both:
            raise NotApplicable("the text mentions both genders")
        tied = next((word for word in lexicon("gender_words", "zh")["tied"].split() if word in text), None)
        if tied is not None:
            raise NotApplicable(f"'{tied}' may show the gender")
        if any(mark.label.lower() in ("per", "person", "name", "nr") for mark in doc.marks):
            raise NotApplicable("the text contains a name that must not change")
        for start, end in doc.words:
            if _is_unclear(text[start:end]):
                raise NotApplicable(f"the gender of '{text[start:end]}' is generally known or not known")


def _is_unclear(word: str) -> bool:
    """Whether a word names a person whose gender everybody knows or nothing tells."""
    full, known = split_name(word), entry(word)
    if is_public(word):
        return True
    if len(word) < 2 or word in _words() or word in _genders():
        return False
    named = known.tag.startswith("nr") if known is not None else full is not None
    return named and not gender_of_given(full.given if full is not None else word)


def gendered_words(doc: Doc, text: str) -> Iterator[tuple[int, int, str]]:
    """Where words of one gender stand, and which it is.

    Args:
        text: The same in simplified characters.
    """
    starts, ends = _edges(doc)
    apart = [match.span() for match in _apart().finditer(text)]
    for match in _pattern().finditer(text):
        start, end = match.span()
        inside = any(first <= start and end <= last for first, last in apart)
        if start in starts and end in ends and not inside:
            yield start, end, _genders()[match[0]]


def full_names(doc: Doc, text: str) -> Iterator[tuple[int, int, str]]:
    """Where listed surnames with given names stand, and the given name.

    Args:
        text: The same in simplified characters.
    """
    starts, ends = _edges(doc)
    at, words = 0, frozenset(doc.words)
    for start in sorted(starts):
        if start < at:
            continue
        for end in range(min(start + _LONGEST_NAME, len(text)), start + 1, -1):
            full = split_name(text[start:end]) if end in ends else None
            known = entry(text[start:end])
            if full is None or not is_likely_name(text[start:end]) or full.given in _genders():
                continue
            if (start, end) not in words and full.given not in given_names(""):
                continue
            if _is_amount(text, end) or (len(full.given) == 1 and not _of_person(text, start, end)):
                continue
            if known.tag.startswith("nr") if known is not None else gender_of_given(full.given):
                yield start, end, full.given
                at = end
                break


_NUMERALS = re.compile(r"[约近]?[0-9０-９一二三四五六七八九十百千万亿几数]")
_BEFORE_PERSON = re.compile(
    r"(?:\A|[，。！？；：、“”（）\s]|[和与跟对给叫请找问让把被是]|老师|同学|先生|女士|医生|记者|经理|朋友)\Z"
)
_AFTER_PERSON = re.compile(
    r"(?:[说讲问道看听想要去来到在是和与跟对给把被让叫，。！？、]|\Z|先生|女士|小姐|老师|同学|医生|记者|经理|告诉|表示|认为|觉得|喜欢|今年|昨天|今天|很|也|都)"
)


def _is_amount(text: str, end: int) -> bool:
    """Whether a number follows, so that the word is a verb of how much: 高达２亿."""
    return _NUMERALS.match(text, end) is not None


def _of_person(text: str, start: int, end: int) -> bool:
    """Whether what stands round a short name speaks of somebody."""
    before, after = _BEFORE_PERSON.search(text[:start]), _AFTER_PERSON.match(text, end)
    return before is not None and after is not None


def _edges(doc: Doc) -> tuple[set[int], set[int]]:
    return {start for start, _ in doc.words}, {end for _, end in doc.words}


@cache
def _words() -> frozenset[str]:
    """Words that look like names."""
    return frozenset(lexicon("person_names", "zh")["words"].split())


@cache
def _genders() -> Mapping[str, str]:
    """The gender of each word that may become another."""
    table = lexicon("gender_words", "zh")
    pairs = [pair.split("/") for pair in table["pairs"]]
    found = {male: "male" for male, _ in pairs} | {female: "female" for _, female in pairs}
    return found | {pair.split("/")[0]: own for own, some in table["one_way"].items() for pair in some}


@cache
def _partners(to: str) -> Mapping[str, str]:
    table = lexicon("gender_words", "zh")
    pairs = [(male, female) for male, female in (pair.split("/") for pair in table["pairs"])]
    found = dict(pairs) if to == "female" else {female: male for male, female in pairs}
    return {**dict(pair.split("/") for pair in table["one_way"][GENDERS[to == "female"]]), **found}


def _swapped(word: str, to: str) -> str:
    return _partners(to)[word]


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_genders(), key=len, reverse=True)))


@cache
def _apart() -> re.Pattern[str]:
    return re.compile("|".join(sorted(lexicon("gender_words", "zh")["apart"].split(), key=len, reverse=True)))


def _new_names(to: str, olds: set[str], text: str) -> dict[str, str]:
    table: dict[str, tuple[Sequence[str], int]] = {}
    for old in olds:
        pool = _pool(to, len(old))
        table[old] = (pool, int.from_bytes(blake2b(old.encode(), digest_size=8).digest(), "big") % len(pool))
    taken = {name for name in given_names(to) if name in text}
    return one_to_one(table, olds, taken)


@cache
def _pool(to: str, size: int) -> Sequence[str]:
    """Given names that are no other words."""
    return shuffled(name for name in given_names(to, size) if size == 1 or (entry(name) or ("", 0, "nr"))[2] == "nr")


def gender_before(replaced: Sequence[str], texts: Sequence[str]) -> str | None:
    """The gender of a Chinese text that moved to the other one.

    Args:
        replaced: The words and names that moved.
        texts: Not read: a text that speaks of both genders does not move.

    Example:
        >>> gender_before(["他", "叔叔"], []), gender_before(["晓燕"], []), gender_before(["他", "晓燕"], [])
        ('male', 'female', None)
    """
    plain = map(to_simplified, replaced)
    found = {_genders().get(word) or gender_of_given(word) for word in plain} & set(GENDERS)
    return found.pop() if len(found) == 1 else None
