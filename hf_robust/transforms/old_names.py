"""People of old times, rulers and figures of myths, whose names no modern name replaces."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from hf_robust.language.english.closed_classes import MONTHS
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.language.lexicons.wordnet_senses import members, senses
from hf_robust.transforms.names_apart import also_words, is_plain_given
from hf_robust.transforms.person_signs import is_long_ago, is_rare

# what was when people had other names than today
_OLD_TIME = re.compile(
    r"\b(?:[Ii]n|[Bb]y|[Ss]ince|[Uu]ntil|[Ff]rom|circa|c\.|[Aa]fter|[Aa]round|[Bb]efore|[Bb]etween|"
    rf"(?:{'|'.join(sorted(month.capitalize() for month in MONTHS))}),?) (?:1[0-5]\d\d)\b(?! [a-z]+s\b)"
    r"|\b1[0-5]\d\d ?[-–]|[-–] ?1[0-5]\d\d\b"
    r"|\b[2-9]\d\d ?[-–] ?[1-9]\d\d\)|(?<!\d )(?<!one )\b(?:[Ii]n|circa|c\.|until) [2-9]\d\d ?(?:[,;)]|\.(?: |$))"
    r"|\b(?:[5-9]|1[0-5])th[- ]century\b|\b(?:AD|BC|BCE|CE)\b"
)
_OLD_FIGURES = re.compile(r"\b[1-9]\d\d\b|1[0-5]\d\d|th[- ]century|\b(?:AD|BCE?|CE)\b")  # found faster
_PLACES = "(?:Avenue|College|County|Hospital|Street|University)"
_COURTS = re.compile(
    r"\b(?:[Dd]ynast(?:y|ies|ic)|throne|[Pp]haraohs?|[Ee]mperors?|[Ee]mpress(?:es)?|Caliph|Khan|Shogun|Sultan"
    r"|Tsar(?:ina)?|Archduke|Archduchess|Elector|Landgrave|Margrav(?:e|ine)|[A-Z]\w+ (?:[IVX]{2,}|[IVX]) of [A-Z]"
    r"|[A-Z]\w+ the (?:Bald|Bold|Conqueror|Elder|Fair|Good|Great|Magnificent|Pious|Younger)"
    r"|(?:Baron(?:ess)?|Count(?:ess)?|Duchess|Duke|Earl|King|Lord(?: [A-Z]\w+)?|Marquess|Prince(?:ss)?|Queen) of [A-Z]"
    rf"|(?:King|Queen|Prince(?:ss)?|Duke|Countess|Baron(?:ess)?|Viscount(?:ess)?|Marquess|Earl) "
    rf"(?!{_PLACES})[A-Z][a-z]+\b(?! {_PLACES}))"
)
_MYTHS = re.compile(
    r"\b(?:[Mm]yth(?:s|ical|ology|ological)?|[Gg]oddess(?:es)?|[Gg]ods|[Dd]eit(?:y|ies)|[Nn]ymphs?|[Bb]iblical|[Rr]abbinic"
    r"|(?:Old|New) Testament|Gospels?|[Aa]postles?|[Dd]isciples?|[Mm]edieval|[Cc]hieftains?"
    r"|(?:Roman|Byzantine|Ottoman|Mughal|Frankish|Carolingian|Viking) (?:army|consul|empire|Empire|general|gods?|king|"
    r"politician|queen|Republic|senator)|[Aa]ncient (?:Egypt|Egyptian|Greece|Greek|Rome|Roman))\b"
)
_ROMAN = re.compile(r"\b[A-Z][a-z]+ius\b")  # "Spurius Lartius"
_NUMBERED = re.compile(r"(?:^|\b[a-z]+ |[(,;:] ?)([A-Z][a-z]{2,}) (?:I{2,3}|IV|VI{0,3}|IX|X[IVX]*)\b")  # "Henry V"
_NUMBERED_THINGS = frozenset(
    """Act Annex Appendix Article Book Category Chapter Class Division Group Level Mark Part Pentium Phase Schedule
    Section Stage Title Type Volume War Zone""".split()
)
_OF_SEAT = re.compile(r"(?:\b([A-Z]\w+) )?\b([A-Z]\w+) of (?:the )?[A-Z]\w")  # "Barbara Sophie of Brandenburg"
# who has a father's name, or a name from before the marriage, has relatives with a form of it
_FORMS = re.compile(r"\bn[ée]e\b|\b[A-Z]\w+ [A-Z]\w+(?:[oe]vich|[oe]vna) [A-Z]|\b[A-Z]\w+d[óo]ttir\b")
# English given names that were in use from 1600 on and are today
_LASTING = frozenset(
    """Abigail Abraham Agnes Albert Alexander Alfred Alice Andrew Ann Anna Anne Anthony Arthur Barbara Beatrice
    Benjamin Bernard Caroline Catherine Charles Charlotte Christopher Clara Daniel David Diana Dorothy Edith
    Edmund Edward Edwin Eleanor Elizabeth Ellen Emily Emma Esther Eva Frances Francis Frederick George Gilbert
    Hannah Harriet Helen Henry Herbert Hugh Isaac Isabel Isabella Jacob James Jane Joan John Jonathan Joseph
    Josephine Joshua Judith Julia Katherine Laura Lawrence Leonard Louisa Louise Lucy Luke Lydia Margaret Maria
    Martha Martin Mary Matthew Michael Miriam Nathaniel Nicholas Patrick Paul Peter Philip Ralph Rebecca Richard
    Robert Roger Rose Ruth Samuel Sarah Simon Sophia Stephen Susan Theodore Thomas Timothy Victor Vincent Walter
    William""".split()
)


_FEWEST = 10  # of that many names of a language one must be listed; of languages beside English hardly any is


@lru_cache(maxsize=2)
def is_of_old_times(text: str) -> bool:
    """Whether a text is about a time before 1600, a court of rulers or a myth, or gives a family name in two forms.

    Example:
        >>> is_of_old_times("In 1356 Ivan inherited it."), is_of_old_times("Anna left in 1956.")
        (True, False)
        >>> is_of_old_times("Queen Anna left."), is_of_old_times("Anna left Queen Street.")
        (True, False)
    """
    if len(set(_ROMAN.findall(text))) > 1:
        return True
    if _COURTS.search(text) or _MYTHS.search(text) or _FORMS.search(text):
        return True
    if _OLD_FIGURES.search(text) is not None and _OLD_TIME.search(text) is not None:
        return True
    if any(found not in _NUMBERED_THINGS for found in _NUMBERED.findall(text)):
        return True
    return " of " in text and any(_is_seated(found[1], found[2].lower()) for found in _OF_SEAT.finditer(text))


def _is_seated(before: str | None, name: str) -> bool:
    """Whether a given name, and no surname, stands before "of" and a place: "Margaret of Foix"."""
    if name not in given_names() or name in place_names() or name in also_words():
        return False
    return is_plain_given(name) or before is None


def names_of_time(text: str, names: Sequence[str]) -> Sequence[str]:
    """Those of some given names that people had at the time of a text; all where few had another then.

    Args:
        text: The text.
        names: Given names of one language and gender.

    Example:
        >>> names_of_time("She died in 1816.", ("Emma", "Tracy"))
        ('Emma',)
    """
    return (_lasting(tuple(names)) or names) if is_long_ago(text) else names


@cache
def _lasting(names: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(name for name in names if name in _LASTING)
    return found if len(found) * _FEWEST >= len(names) else ()


@cache
def is_famous_alone(word: str) -> bool:
    """Whether a single name that is listed nowhere means one certain person: "Akhenaten", "Cronus", not "Galois".

    The surname of a famous person is one of others too; WordNet has it beside the full name.

    Args:
        word: The name in lower case.
    """
    if word in family_names() or word in given_names() or noun_kind(word) != "person" or not is_rare(word):
        return False
    words = (member.lemma for sense in senses(word) for member in members(sense.key))
    return not any(lemma.endswith(f"_{word}") for lemma in words)


def is_of_myth(word: str, beside: Iterable[str]) -> bool:
    """Whether a given name is that of a saint, a ruler or a figure of a myth, and others are named with it.

    Args:
        word: The name in lower case.
        beside: The words of the text in lower case.

    Example:
        >>> is_of_myth("jason", ["jason", "met", "medea"]), is_of_myth("jason", ["jason", "met", "tom"])
        (True, False)
    """
    if noun_kind(word) != "person":
        return False
    return any(other != word and is_famous_alone(other) for other in beside)
