"""Winograd schemas whose candidates are people: their names trade places, or become others, or all change gender."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import FEMININE, MASCULINE
from hf_robust.language.english.name_origins import genders_of_names, names_of, origins
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import WINOGRAD
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.gendered_words import GENDERS, core_of, gender_of, word_swaps
from hf_robust.transforms.identities import SwapGender
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.schema_nouns import noun_edits

_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_OF_PRONOUNS = dict.fromkeys(MASCULINE, "male") | dict.fromkeys(FEMININE, "female")
_WAYS = ("swap", "new")


@register
@dataclass(frozen=True, kw_only=True)
class SwapNames(RowTransformation):
    """Swap the names of the two candidates in the whole text, or replace them with other names of the same gender.

    The roles stay at their positions in the text, so the label stays at its position and the other name becomes
    correct. Both candidates must be given names that do not show different genders. Names of several words and famous
    people do not change. Candidates that are nouns become other nouns of the same role ("the lawyer" becomes "the
    attorney") and keep their positions.

    Args:
        how: ``swap`` (exchange the two names) or ``new`` (two names that are not in the text).

    Source: TextFlint (Wang et al. 2021), section 3, "SwapNames".

    Example:
        >>> text = "Anna thanked Julia because she was grateful."
        >>> row = {"text": text, "pronoun": {"text": "she", "start": 27, "end": 30}, "label": 0}
        >>> row["candidates"] = [{"text": "Anna", "start": 0, "end": 4}, {"text": "Julia", "start": 13, "end": 18}]
        >>> new = SwapNames().preview_row(row)
        >>> new["text"], new["candidates"][0], new["label"]
        ('Julia thanked Anna because she was grateful.', {'text': 'Julia', 'start': 0, 'end': 5}, 0)
    """

    how: str = "swap"

    name = "swap-names"
    version = "2"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "SwapNames"
    choice = "candidates whose names can be swapped"
    effects = preserves(WINOGRAD)

    def __post_init__(self) -> None:
        self._require_choice("how", _WAYS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        text, candidates = row.docs["text"].text, row.values["candidates"]
        if not all(_is_given_name(one["text"]) for one in candidates):
            standing = [one for one in candidates if one["start"] != -1]
            if len(standing) < 2:
                raise NotApplicable("the text does not contain two candidates")
            return RowChange({"text": noun_edits(row.docs["text"], standing, rng)})
        names = _two_names(row)
        gender = _common_gender(names, row.values["pronoun"]["text"].lower())
        places = {name: list(_places(text, name)) for name in names}
        new = tuple(reversed(names)) if self.how == "swap" else _others(text, names, gender, rng)
        edits = [Edit(*place, other) for name, other in zip(names, new) for place in places[name]]
        return RowChange({"text": sorted(edits)})


def _is_given_name(text: str) -> bool:
    return text.lower() in genders_of_names() and text[:1].isupper()


def _two_names(row: TaskRow) -> tuple[str, str]:
    """The given names of the two candidates.

    Raises:
        NotApplicable: They are not two, not names, or those of people whom everybody knows.
    """
    candidates = row.values["candidates"]
    if len(candidates) != 2 or any(one["start"] == -1 for one in candidates):
        raise NotApplicable("the text does not contain two candidates")
    first, second = (one["text"] for one in candidates)
    for name in (first, second):
        if name.lower() not in genders_of_names() or not name[0].isupper() or (name.isupper() and len(name) > 1):
            raise NotApplicable(f"the candidate {name!r} is not a given name")
        if name.lower() in _famous():
            raise NotApplicable(f"{name!r} is a famous person")
    if first == second:
        raise NotApplicable("the candidates have the same name")
    return first, second


def _common_gender(names: Sequence[str], pronoun: str) -> str:
    """The gender that both names may have; empty where nothing tells.

    Raises:
        NotApplicable: They have different ones, or another than the pronoun.
    """
    told = {genders_of_names()[name.lower()] for name in names} - {"unisex"}
    if len(told) > 1:
        raise NotApplicable("the two names have different genders")
    said = _OF_PRONOUNS.get(pronoun)
    if said and told - {said}:
        raise NotApplicable(f"the names do not have the gender of {pronoun!r}")
    return next(iter(told), said or "")


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Wherever a name stands.

    Raises:
        NotApplicable: It is part of a longer name somewhere.
    """
    words = list(_WORDS.finditer(text))
    for number, word in enumerate(words):
        said = re.sub(r"['’]s?\Z", "", word[0])
        if said != name:
            if name in re.split(r"['’-]", said):
                raise NotApplicable(f"{word[0]!r} holds the name {name!r}")
            continue
        before = words[number - 1] if number else None
        after = words[number + 1] if number + 1 < len(words) else None
        if before is not None and text[before.end() : word.start()].strip(".") == " " and _is_of_name(before[0]):
            raise NotApplicable(f"{before[0]} {name} is a longer name")
        if after is not None and text[word.end() : after.start()] == " " and after[0][0].isupper() and after[0] != "I":
            raise NotApplicable(f"{name} {after[0]} is a longer name")
        yield word.start(), word.start() + len(name)


def _is_of_name(word: str) -> bool:
    """A title, or a given name: what stands before belongs to the same person."""
    return word[0].isupper() and (word.lower().rstrip(".") in _titles() or word.lower() in genders_of_names())


@cache
def _titles() -> frozenset[str]:
    return frozenset(title.rstrip(".") for title in TITLES) | {"aunt", "uncle"}


def _others(text: str, names: Sequence[str], gender: str, rng: RowRandom) -> tuple[str, ...]:
    """Two names of the same gender and language that do not stand in the text."""
    if gender not in GENDERS:
        raise NotApplicable("the names are unisex, and the pronoun shows no gender")
    fresh = _fresh(text, origins(gender).get(names[0].lower(), "english"), gender)
    return tuple(rng.sample(fresh, len(names)))


def _fresh(text: str, origin: str, gender: str) -> list[str]:
    """Names that begin as no word of the text does, and are not those of people whom everybody knows."""
    begun = {word[0][:3].lower() for word in _WORDS.finditer(text)}
    return [name for start, name in _beginnings(origin, gender) if start not in begun]


@cache
def _beginnings(origin: str, gender: str) -> tuple[tuple[str, str], ...]:
    """The first letters of each name, and the name."""
    return tuple((name[:3].lower(), name) for name in names_of(origin, gender) if name.lower() not in _famous())


@cache
def _famous() -> frozenset[str]:
    return frozenset(lexicon("genders")["known"])


@register
@dataclass(frozen=True, kw_only=True)
class SwapCandidateGender(RowTransformation):
    """Change the gender of all people in the text: names, pronouns and nouns such as "the man".

    Texts with words of both genders do not change, because the pronoun might show who is meant. The label does not
    change.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapGender".

    Example:
        >>> text = "Anna thanked Julia because she was grateful."
        >>> row = {"text": text, "pronoun": {"text": "she", "start": 27, "end": 30}, "label": 0}
        >>> row["candidates"] = [{"text": "Anna", "start": 0, "end": 4}, {"text": "Julia", "start": 13, "end": 18}]
        >>> new = SwapCandidateGender().preview_row(row)
        >>> new["pronoun"]["text"], new["candidates"][0]["text"] == "Anna"
        ('he', False)
    """

    name = "swap-candidate-gender"
    resources = ("wordnet",)  # it tells people whom everybody knows
    version = "4"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "SwapGender"
    choice = "people whose gender can be changed"
    needs = frozenset({"ent", "pos"})
    effects = preserves(WINOGRAD)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, values = row.docs["text"], row.values
        if any(one["start"] == -1 for one in values["candidates"]):
            raise NotApplicable("the text does not contain a candidate")
        old = _gender_of_row(values)
        new = GENDERS[old == "female"]
        names = _names_of_candidates(values, old)
        word_swaps(doc, new)  # raises where the text has words of both genders
        edits = _with_names(doc, names, old, new, rng) if names else SwapGender(to=new).edits(doc, rng)
        if not edits:
            raise NotApplicable("nothing in the text has a gender")
        for what, part in (("pronoun", values["pronoun"]), *(("candidate", one) for one in values["candidates"])):
            touched = any(edit.start < part["end"] and part["start"] < edit.end for edit in edits)
            if part["start"] >= 0 and not touched and _own_gender(part["text"]) == old:
                raise NotApplicable(f"the {what} {part['text']!r} would keep its gender")
        return RowChange({"text": edits})


def _names_of_candidates(values: Mapping[str, Any], old: str) -> list[str]:
    """The candidates that are given names of the old gender, or of both: such a one would read as of the old.

    Raises:
        NotApplicable: One may be a name whose gender is not known, or is that of a person whom everybody knows.
    """
    names = []
    for one in values["candidates"]:
        text = one["text"]
        if not text[:1].isupper() or " " in text:
            continue
        gender = genders_of_names().get(text.lower())
        if gender is None or text.lower() in _famous():
            raise NotApplicable(f"the gender of {text!r} is not known, or is generally known")
        names += [text] if gender in (old, "unisex") else []
    return names


def _with_names(doc: Doc, names: Sequence[str], old: str, new: str, rng: RowRandom) -> list[Edit]:
    """The edits of the candidates' names, and of all words of their gender."""
    for token in doc.tokens:
        word = core_of(token)
        is_pronoun = any(mark.label == "pronoun" and mark.start <= token.start < mark.end for mark in doc.marks)
        other = word[:1].isupper() and word not in names and token.pos == "PROPN" and not is_pronoun
        if other and genders_of_names().get(word.lower(), old) == old:
            raise NotApplicable(f"{word!r} may be another person of the same gender")
    fresh = _fresh(doc.text, "english", new)
    edits = [
        Edit(*place, name)
        for given, name in zip(names, rng.sample(fresh, len(names)))
        for place in _places(doc.text, given)
    ]
    return with_articles(doc, sorted([*edits, *word_swaps(doc, new)]))


def _gender_of_row(values: Mapping[str, Any]) -> str:
    """The gender of the pronoun, else that of a candidate.

    Raises:
        NotApplicable: None of them has one.
    """
    parts = [values["pronoun"], *values["candidates"]]
    found = next((gender for part in parts if (gender := _own_gender(part["text"]))), None)
    if found is None:
        raise NotApplicable("the row has no pronoun and no candidate that shows a gender")
    return found


def _own_gender(words: str) -> str | None:
    """The gender of a pronoun, of a name, or of the last word of a phrase."""
    low = words.lower()
    if low in _OF_PRONOUNS:
        return _OF_PRONOUNS[low]
    name = genders_of_names().get(low) if words[:1].isupper() else None
    found = name if name is not None else gender_of(low.split()[-1]) if low.split() else None
    return found if found in GENDERS else None
