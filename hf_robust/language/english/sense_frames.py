"""Whether another word of a sense can be used where the target stands: frames of verbs, connective adverbs, code."""

from collections.abc import Set as AbstractSet

from hf_robust.language.english.closed_classes import (
    ARTICLES,
    BE,
    COMMON_PREPOSITIONS,
    HAVE,
    OBJECT_PRONOUNS,
    PARTICLES,
    POSSESSIVES,
)
from hf_robust.language.english.sense_pairs import view_alike

_RECEIVERS = OBJECT_PRONOUNS | {"each", "everyone", "everybody"}
_OWNERS = POSSESSIVES | ARTICLES
_DETERMINERS = _OWNERS | {"some", "another"}
_REACH = 6  # words behind a verb that can belong to its frame
# numbers of WordNet's sentence frames
_INFINITIVE, _OBJECT_AND_INFINITIVE, _CLAUSE, _GERUND = "28", "24", "26", "33"
# "kept the bells ringing", not "maintained the bells ringing"; WordNet has no frame for it
_OBJECT_AND_GERUND = frozenset(
    "keep leave catch find see watch hear notice observe spot feel imagine recall remember".split()
)
_PREPOSITION_TO = frozenset("admit adapt adjust attest belong change confess connect relate reply switch turn".split())
# new verbs that take "whether": not "forecast" and "portend"
_TAKE_QUESTION = frozenset("ask ascertain check determine establish find see".split())
_NO_INFINITIVE = frozenset({"commence"})  # WordNet allows it, texts hardly have it
_MOVED = PARTICLES - COMMON_PREPOSITIONS
_QUOTES = frozenset("`` '' \" ` '".split())
# connective adverbs with the same use; one that stands alone has several uses that the words of its sense do not share
_CONNECTIVES = tuple(
    frozenset(one.split())
    for one in (
        "also likewise,therefore hence consequently,however nevertheless nonetheless,moreover furthermore,"
        "perhaps maybe possibly,finally,thus,then,so,yet,still,besides,indeed,instead,otherwise,meanwhile"
    ).split(",")
)
# words of a text in which another noun would be wrong: colleges have no pupils, and a calculation has no outcome
_UNSUITED = {
    "outcome": frozenset("log variable file calculator expression".split()),
    "pupil": frozenset("college colleges university universities doctoral graduate graduates undergraduate".split()),
}


def is_symbol(before: str, target: str, behind: str) -> bool:
    """Whether a target is the name of a function, or is quoted alone.

    Example:
        >>> is_symbol("such as ", "sum", " () ."), is_symbol("a ", "medicine", " ( a drug )")
        (True, False)
    """
    left, right = before.split()[-1:] or [""], behind.split(maxsplit=2)[:2]
    if not target.replace(" ", "").replace("-", "").isalpha() or behind[:1] in ("(", "_") or before[-1:] in ("_", "$"):
        return True
    if right and right[0][0] == "(" and (len(right[0]) > 1 or right[1:] == [")"]):
        return True
    return left[0] in _QUOTES and right[:1] != [] and right[0] in _QUOTES


def has_two_objects(behind: str) -> bool:
    """Whether what follows a verb names to whom and then what: "give each graph its own color"."""
    words = behind.lower().split(maxsplit=4)[:4]
    return words[:1] != [] and words[0] in _RECEIVERS and not _DETERMINERS.isdisjoint(words[1:])


def verb_fits(
    before: str, behind: str, one: str, other: str, frames: AbstractSet[str], others: AbstractSet[str]
) -> bool:
    """Whether what follows a verb can follow another one.

    Args:
        before: The text before the verb.
        behind: The text behind the verb.
        one: The lemma of the verb.
        other: The lemma of the other verb.
        frames: Numbers of WordNet's sentence frames of the verb.
        others: Those of the other verb.

    Example:
        >>> verb_fits("It ", "the bells ringing", "keep", "maintain", set(), set())
        False
    """
    words = _clause(behind)
    if not words:
        return True
    missing = frames - others
    passive = not BE.isdisjoint(before.lower().split()[-2:])
    first = words[0]
    if first == "to":
        if len(words) == 1 and _INFINITIVE in frames:
            return False  # "we do not want to"
        lost = not passive and _INFINITIVE in missing
        return not (lost or other in _NO_INFINITIVE or (one in _PREPOSITION_TO and other not in _PREPOSITION_TO))
    if first == "that" and _CLAUSE in missing:
        return False
    if "whether" in words[:2] and other not in _TAKE_QUESTION:
        return False
    if _is_gerund(first) and _GERUND in missing:
        return False
    if not passive and first not in COMMON_PREPOSITIONS:
        if "to" in words[1:] and _OBJECT_AND_INFINITIVE in missing:
            return False
        if one in _OBJECT_AND_GERUND and other not in _OBJECT_AND_GERUND and _has_gerund(words):
            return False
        if first in _DETERMINERS | OBJECT_PRONOUNS and not _MOVED.isdisjoint(words[1:4]):
            return False  # "shut the engine down"
    return view_alike(behind, one, other)


def adverb_fits(before: str, one: str, other: str) -> bool:
    """Whether an adverb can take the place of another one.

    Example:
        >>> adverb_fits("we", "thus", "therefore"), adverb_fits("They have", "recently", "lately")
        (False, True)
    """
    words = before.lower().split()
    if other == "lately":
        return not HAVE.isdisjoint(words[-2:])
    if other == "likewise" and not (words and words[-1].isalpha()):
        return one != "also" or words[-1:] == [","]  # "( also a part of it )"
    return all(one not in group or other in group for group in _CONNECTIVES)


def noun_fits(text: str, behind: str, other: str) -> bool:
    """Whether a noun suits the text: colleges have no pupils, and utilization is that of something."""
    if other == "utilization":
        return behind.split(maxsplit=1)[:1] == ["of"]
    return _UNSUITED.get(other, frozenset()).isdisjoint(text.lower().split())


def _clause(behind: str) -> list[str]:
    """The next words up to a mark."""
    words = behind.lower().split(maxsplit=_REACH)[:_REACH]
    return words[: next((at for at, word in enumerate(words) if not word[0].isalnum()), len(words))]


def _is_gerund(word: str) -> bool:
    return len(word) > 5 and word.endswith("ing")


def _has_gerund(words: list[str]) -> bool:
    """Whether an object and then what it does follow: "the bells ringing"."""
    ends = next((at for at, word in enumerate(words) if word in COMMON_PREPOSITIONS), len(words))
    return any(_is_gerund(word) and words[at] not in _OWNERS for at, word in enumerate(words[1:ends]))
