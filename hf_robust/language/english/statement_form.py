"""Whether a statement that was made of a question is good English."""

import re
from itertools import pairwise

from hf_robust.language.english.closed_classes import BEFORE_VERBS, MODALS
from hf_robust.language.english.fake_numbers import spelled_values
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.english.verbs import reinflected
from hf_robust.language.lexicons import lexicon

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_WITH_THE = re.compile(r"(?<!the )(?<!The )\b(?:Battle|Treaty|Siege|Act|House|Bank|Duchy|Council) of\b")
_BARE_START = re.compile(r"(?:First|Second|Last|Next|Population|Name)\b")
_PLURAL_NAME = re.compile(r"\bthe [A-Z]\w+ [a-z]+s (?:was|is|has)\b|\bThe [A-Z]\w+ [a-z]+s (?:was|is|has)\b")
_NOUN_AND_NAME = re.compile(r"\b[Tt]he (?:population|capital|name|area|ratio|size|number) (?!of)")
_TWO_NUMBERS = re.compile(rf"\b(?:[\d.,]+|{'|'.join(spelled_values())}) \d", re.IGNORECASE)
_TWO_TIMES = re.compile(r"\b(in|on|at|by) [\w,]*\d[\w,]* \1 [\w,]*\d")
_TWO_OWNERS = re.compile(r"(?:['’]s|s['’]) (?:\w+ )?\w+(?:['’]s|s['’])(?!\w)")
_UNFIT = re.compile(
    r"\b(?:name of|nationality|what (?:type|kind|sort)|ratio|aspects?|what term|colors?|phases?|between \d+|what did|"
    r"of which|ranking)\b",
    re.IGNORECASE,
)


def unfit(question: str) -> str | None:
    """Why no good statement can be made of a question; None where it may be.

    Example:
        >>> unfit("Who won the cup?"), unfit("What nationality is Ana?")
        (None, 'no statement with a name fits what the question asks')
    """
    return "no statement with a name fits what the question asks" if _UNFIT.search(question) else None


def is_well_written(text: str) -> bool:
    """Whether a statement has its articles, no word twice, a plain verb behind a modal, and no space gone wrong.

    Nor has it two numbers, two times or two owners in a row.

    Example:
        >>> is_well_written("Ana Ruiz would choose Lima."), is_well_written("Ana Ruiz would chose Lima.")
        (True, False)
        >>> is_well_written("He lives in the Nicaragua."), is_well_written("Ann was in Battle of Norbury.")
        (False, False)
    """
    words = _WORD.findall(text)
    low = [word.lower() for word in words]
    patterns = (_WITH_THE, _PLURAL_NAME, _NOUN_AND_NAME, _TWO_NUMBERS, _TWO_TIMES, _TWO_OWNERS)
    if any(pattern.search(text) for pattern in patterns) or _BARE_START.match(text):
        return False
    if re.search(r" [-–'’,.;:]|\s\s", text) or any(one == two for one, two in pairwise(low)):
        return False
    return not any(_clashes(words, place) for place in range(1, len(words)))


def _clashes(words: list[str], place: int) -> bool:
    """Whether a word does not fit the one before it."""
    before, word = words[place - 1].lower(), words[place]
    following = words[place + 1] if place + 1 < len(words) else ""
    if before in MODALS and word.islower() and word not in BEFORE_VERBS and word != "be" and word != "have":
        return reinflected(word, "VB", "VB") != word
    named = word.lower() in place_names() or word.lower() in nations()
    if before == "the" and named and not following[:1].isalpha():
        return True
    if before == "the" and (named or word.lower() in peoples()) and not following[:1].isupper():
        return following.lower() not in ("people", "army", "government", "empire", "dynasty", "state")
    # "the Penrose Africa"
    continents = {name.lower() for name in lexicon("fake_answers")["sets"]["continent"]}
    return place > 1 and words[place - 2].lower() == "the" and word.lower() in continents
