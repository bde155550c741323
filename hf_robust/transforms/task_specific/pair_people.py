"""A person whom two texts name becomes another person in one of them."""

from collections.abc import Iterator
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import ARTICLES, COURTESY_OF_WOMEN, PARTS_OF_NAMES
from hf_robust.language.english.name_origins import family_names, given_names, language_of_given, names_of
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons.people import known_people
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

_GENDERS = ("female", "male")
_SAYING = frozenset("say add tell note argue explain testify write warn".split())
_BEFORE = PARTS_OF_NAMES | frozenset("st. san fort mount lake camp hurricane".split())  # such a name is no person's
_PLACES = frozenset(
    "beach bridge camp city college county hall hospital island park river school street tech university doe".split()
)
_SHIPS = frozenset({"ship", "tanker"})  # these have the names of people
_CAPITALS = frozenset({"NNP", "NNPS"})
_QUOTES = frozenset({"'", '"', "``", "''", "“", "”", "‘", "’"})
_STEP = 7  # between the surnames of two names that follow each other, so that few people share one


def person_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to replace a person whom both texts name once by another one of the same gender.

    People whom WordNet knows stay, and so do those in questions: they are mostly known to all.

    Args:
        doc: The text that changes.
        mine: Its words.
        yours: The words of the other text.
    """
    if "?" in mine.low or not _SHIPS.isdisjoint(mine.low):
        return
    for place in range(len(mine.tokens)):
        before = mine.low[place - 1] if place else ""
        if not _is_name(mine, place) or before in _BEFORE or (before in given_names() and _is_name(mine, place - 1)):
            continue
        end = _end_of_name(mine, place)
        surname = mine.low[end - 1]
        quoted = before in _QUOTES and end < len(mine.low) and mine.low[end] in _QUOTES  # a title
        if quoted or _is_in_place(mine, place, end) or not _is_shared(surname, mine, yours) or _is_name(mine, end):
            continue
        follows = mine.tokens[end].text if end < len(mine.tokens) else ""
        if follows[:1].isupper() and len(follows.rstrip(".")) == 1:
            continue  # "Neal R. Sonnett", of which a part is no known given name
        gender = given_names().get(mine.low[place])
        plural = surname[-1] == "s" and mine.low[end : end + 1] == ["'"]  # a firm: "Tim Hortons' sales"
        if plural or surname in _PLACES or (gender == "male" and before.rstrip(".") in COURTESY_OF_WOMEN):
            continue
        start, stop = mine.tokens[place].start, mine.tokens[end - 1].end
        if end > place + 1 and gender in _GENDERS and not yours.has(mine.low[place] + "s"):
            known = f"{mine.low[place]} {surname}" in known_people() or language_of_given(mine.low[place]) != "english"
            news = () if known else tuple(" ".join(name) for name in _people(gender))
        elif end == place + 1 and surname in family_names() and _says(mine, place):
            news = tuple(name for _, name in _people("male"))
        else:
            continue
        for new in news:
            if not {part.lower() for part in new.split()} & (mine.all | yours.all):
                yield Swap((Edit(start, stop, new),), False)


def _is_name(words: PairWords, place: int) -> bool:
    if not 0 <= place < len(words.tokens):
        return False
    token = words.tokens[place]
    return token.tag in _CAPITALS and token.text[:1].isupper() and not token.text.isupper() and token.text.isalpha()


def _is_in_place(words: PairWords, place: int, end: int) -> bool:
    """Whether a name stands where a place does: "in a Virginia Beach, Va., lot", "in the Glen Ellyn area"."""
    after = words.tokens[end : end + 2]
    state = [token.tag for token in after] == [",", "NNP"] and after[1].text.endswith(".")
    before = [word for word in words.low[max(0, place - 2) : place] if word not in ARTICLES]
    return state or before[-1:] in (["in"], ["near"], ["at"])


def _end_of_name(words: PairWords, place: int) -> int:
    """The token after a given name with a surname, or after one word alone: "John W. Keker"."""
    after = place + 1
    while after < len(words.tokens) and len(words.low[after].rstrip(".")) == 1 and words.tokens[after].text.isupper():
        after += 1  # initials
    full = words.low[place] in given_names() and _is_name(words, after)
    return after + 1 if full else place + 1


def _is_shared(surname: str, mine: PairWords, yours: PairWords) -> bool:
    """Whether both texts have a name, the first one once, that is nothing but a person's."""
    if surname not in yours.low or mine.low.count(surname) != 1:
        return False
    return surname not in known_people() and surname not in place_names() and f"{surname}s" not in mine.low


def _says(words: PairWords, place: int) -> bool:
    """Whether somebody named by the surname alone is who says something."""
    if _is_name(words, place - 1):
        return False
    return not _SAYING.isdisjoint((*words.lemmas[max(0, place - 1) : place], *words.lemmas[place + 1 : place + 2]))


@cache
def _people(gender: str) -> tuple[tuple[str, str], ...]:
    """English names of one gender, each with a surname."""
    surnames = names_of("english", "surnames")
    given = names_of("english", gender)
    return tuple((name, surnames[number * _STEP % len(surnames)]) for number, name in enumerate(given))
