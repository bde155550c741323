"""Chinese Winograd schemas: the names of candidates trade places or become others, or all people change gender."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.person_names import (
    GENDERS,
    gender_of_given,
    is_likely_name,
    is_public,
    is_transliterated,
    split_name,
)
from hf_robust.language.chinese.places import place_of
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import WINOGRAD
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.identities import SwapGender
from hf_robust.transforms.chinese.name_replacements import HanMention, Options, like_names, new_names, renamed
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

WAYS = ("swap", "new")
_OF_PRONOUNS = {"他": "male", "她": "female", "她们": "female"}
_OF_ONE = ("他", "她")
_PAIR = 2


@register
@dataclass(frozen=True, kw_only=True)
class SwapNames(RowTransformation):
    """Swap the names of two candidates in the whole text, or replace them with other names of the same gender.

    The roles stay at their positions in the text, so the label stays at its position and the other name becomes
    correct. Two names are swapped only if neither shows another gender than the pronoun, and if the text does not
    contain both 他 and 她. Without two such names, a candidate that is a name becomes another name, and a candidate
    that is a noun becomes another noun of the same role (医生 becomes 大夫). Famous people do not change.

    Args:
        how: ``swap`` (exchange two names) or ``new`` (names that are not in the text).

    Source: TextFlint (Wang et al. 2021), section 3, "SwapNames".

    Example:
        >>> from hf_robust.tasks import task
        >>> text = "张伟感谢李强，因为他心里感激。"
        >>> row = {"text": text, "pronoun": {"text": "他", "start": 9, "end": 10}, "label": 0}
        >>> row["candidates"] = [{"text": "张伟", "start": 0, "end": 2}, {"text": "李强", "start": 4, "end": 6}]
        >>> new = SwapNames().preview_row(row, task("winograd-schema", language="zh"))
        >>> new["text"], new["candidates"][0], new["label"]
        ('李强感谢张伟，因为他心里感激。', {'text': '李强', 'start': 0, 'end': 2}, 0)
    """

    how: str = "swap"

    name = "swap-names"
    version = "zh.1"
    level = "word"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "SwapNames"
    choice = "candidates whose names can be swapped"
    effects = preserves(WINOGRAD)

    def __post_init__(self) -> None:
        self._require_choice("how", WAYS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["text"]
        standing = [one for one in row.values["candidates"] if one["start"] != -1]
        if len(standing) < _PAIR:
            raise NotApplicable("the text does not contain two candidates")
        pronoun = to_simplified(row.values["pronoun"]["text"])
        names = _names(doc, standing) if pronoun in _OF_ONE else []
        if self.how == "swap" and len(names) >= _PAIR and _may_trade(doc, names, pronoun):
            first, second = rng.sample(names, _PAIR) if len(names) > _PAIR else names
            new: Mapping[str, str] = {first: second, second: first}
            return RowChange({"text": renamed(doc, _mentions(doc, names), new)})
        right = to_simplified(row.values["candidates"][int(row.values["label"])]["text"])
        genders = {name: _gender(name) or (_OF_PRONOUNS[pronoun] if name == right else "") for name in names}
        mentions = _mentions(doc, [name for name in names if genders[name]])
        edits = renamed(doc, mentions, new_names(doc, mentions, _of_gender(doc, mentions, genders), rng))
        edits = sorted([*edits, *_noun_edits(doc, standing, rng.fork(1))])
        if not edits:
            said = " and ".join(f"'{one['text']}'" for one in standing)
            raise NotApplicable(f"no other names or nouns are known for {said}")
        return RowChange({"text": edits})


def _names(doc: Doc, candidates: Iterable[Mapping[str, Any]]) -> list[str]:
    """The candidates that are names of people whom not everybody knows, in simplified characters, each once."""
    text = to_simplified(doc.text)
    titles = tuple(lexicon("schema_nouns", "zh")["titles"].split())
    found = dict.fromkeys(to_simplified(one["text"]) for one in candidates if not one["text"].endswith(titles))
    return [
        name
        for name in found
        if (is_likely_name(name) or (is_transliterated(name) and name not in _common_words()))
        and not is_public(name)
        and place_of(name) is None
        and _is_whole(text, name)
    ]


@cache
def _common_words() -> frozenset[str]:
    return frozenset(lexicon("person_names", "zh")["words"].split())


def _of_gender(doc: Doc, mentions: Sequence[HanMention], genders: Mapping[str, str]) -> Options:
    """Options that give each name another one that does not show another gender."""
    options = like_names(doc, mentions)

    def fitting(kind: str, name: str, rng: RowRandom) -> Iterable[str]:
        return (new for new in options(kind, name, rng) if _gender(new) in ("", genders[name]))

    return fitting


def _is_whole(text: str, name: str) -> bool:
    """Whether no part of a name stands by itself, and the name in no longer one: 李质明."""
    full, rest = split_name(name), text.replace(name, "\n")
    if "·\n" in rest or "\n·" in rest:
        return False
    # the surname elsewhere may be that of the same person or of a relative
    parts = full if full is not None else name.split("·") if "·" in name else ()
    return not any(part in rest for part in parts)


def _may_trade(doc: Doc, names: Sequence[str], pronoun: str) -> bool:
    """Whether the pronoun could mean each of the names."""
    text = to_simplified(doc.text).replace("他们", "").replace("她们", "")
    return not all(one in text for one in _OF_ONE) and {_gender(name) for name in names} <= {"", _OF_PRONOUNS[pronoun]}


def _gender(name: str) -> str:
    full = split_name(name)
    return "" if full is None else gender_of_given(full.given)


def _mentions(doc: Doc, names: Sequence[str]) -> list[HanMention]:
    """Wherever names stand."""
    text = to_simplified(doc.text)
    found = []
    for name in names:
        at = text.find(name)
        while at >= 0:
            found.append(HanMention(at, at + len(name), name, "person"))
            at = text.find(name, at + len(name))
    return found


def _noun_edits(doc: Doc, candidates: Sequence[Mapping[str, Any]], rng: RowRandom) -> Iterator[Edit]:
    """The nouns of candidates become others of their role wherever they stand."""
    text, taken = to_simplified(doc.text), set[str]()
    for number, one in enumerate(candidates):
        noun = _noun_of(to_simplified(one["text"]))
        options = [new for new in _groups().get(noun, ()) if new not in text and new not in taken]
        places = [(start, end) for start, end in doc.words if text[start:end] == noun]
        if not options or noun in taken or text.count(noun) != len(places):
            continue
        new = rng.fork(number).choice(options)
        taken.update((noun, new))
        yield from (Edit(start, end, as_written([new], doc.text)[0]) for start, end in places)


def _noun_of(text: str) -> str:
    """The noun of a candidate that is one, with nothing or a determiner before it; empty for others."""
    before = lexicon("schema_nouns", "zh")["before"].split()
    ends = (text[start:] for start in range(len(text)) if not start or text[start - 1] in before)
    return next((end for end in ends if end in _groups()), "")


@cache
def _groups() -> Mapping[str, Sequence[str]]:
    groups = [group.split() for group in lexicon("schema_nouns", "zh")["groups"]]
    return {noun: [other for other in group if other != noun] for group in groups for noun in group}


@register
@dataclass(frozen=True, kw_only=True)
class SwapCandidateGender(RowTransformation):
    """Change the gender of all people in the text: names, pronouns and nouns such as 男人. The label does not change.

    Texts with words of both genders do not change, because the pronoun might show who is meant. Texts with names whose
    gender is not known do not change either.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapGender".

    Example:
        >>> from hf_robust.tasks import task
        >>> text = "张晓燕感谢老师，因为她心里感激。"
        >>> row = {"text": text, "pronoun": {"text": "她", "start": 10, "end": 11}, "label": 0}
        >>> row["candidates"] = [{"text": "张晓燕", "start": 0, "end": 3}, {"text": "老师", "start": 5, "end": 7}]
        >>> SwapCandidateGender().preview_row(row, task("winograd-schema", language="zh"))["text"]
        '张一凡感谢老师，因为他心里感激。'
    """

    name = "swap-candidate-gender"
    version = "zh.1"
    level = "word"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "SwapGender"
    choice = "people whose gender can be changed"
    effects = preserves(WINOGRAD)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, values = row.docs["text"], row.values
        pronoun = values["pronoun"]
        old = _OF_PRONOUNS.get(to_simplified(pronoun["text"]))
        if not old:
            raise NotApplicable(f"the pronoun '{pronoun['text']}' does not show a gender")
        if any(one["start"] == -1 for one in values["candidates"]):
            raise NotApplicable("the text does not contain a candidate")
        edits = SwapGender(to=GENDERS[old == "female"]).edits(doc, rng)
        if not any(edit.start <= pronoun["start"] and pronoun["end"] <= edit.end for edit in edits):
            raise NotApplicable("the pronoun would keep its gender")
        for one in values["candidates"]:
            name, place = to_simplified(one["text"]), (one["start"], one["end"])
            touched = any(edit.start < place[1] and place[0] < edit.end for edit in edits)
            if not touched and is_likely_name(name) and _gender(name):
                raise NotApplicable(f"the name '{one['text']}' would keep its gender")
        left = to_simplified("\n".join(_untouched(doc.text, edits))).replace("其他", "").replace("他人", "")
        sign = next((one for one in lexicon("schema_nouns", "zh")["signs"] if one in left), None)
        if sign is not None:
            raise NotApplicable(f"a word with '{sign}' may show a gender")
        return RowChange({"text": edits})


def _untouched(text: str, edits: Sequence[Edit]) -> Iterator[str]:
    """The pieces of a text that no edit replaces."""
    at = 0
    for edit in edits:
        yield text[at : edit.start]
        at = edit.end
    yield text[at:]
