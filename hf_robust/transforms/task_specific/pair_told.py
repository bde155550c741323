"""How many of the words of a hypothesis its premise has."""

from collections.abc import Set

from hf_robust.language.english.closed_classes import (
    ACCUSATIVES,
    BE_TENSED,
    DO_TENSED,
    HAVE_TENSED,
    MODALS,
    PRIMARY_VERBS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.lexicons.wordnet import akin, all_synonyms, noun_kind
from hf_robust.transforms.task_specific.pair_view import PairWords

_KINDS = {"NN": "n", "NNS": "n", "JJ": "a", "VB": "v", "CD": "", "NNP": ""}
_LIGHT = BE_TENSED | HAVE_TENSED | DO_TENSED | MODALS
_PERSONS = frozenset({"person", "people", "human"})
_CHILDREN = frozenset({"child", "children", "kid"})
_YOUNG = frozenset({"boy", "girl", "toddler", "baby"})
_PRONOUNS = (SUBJECT_PRONOUNS | ACCUSATIVES | {"who"}) - {"it", "they", "them"}
_STEM = 5  # letters that a word shares with one derived from it: "impressive" and "impressiveness"


def said_words(words: PairWords) -> list[tuple[int, str, str]]:
    """The words of a text that say something: the number of each, and its kind for WordNet, empty for a name."""
    found = []
    for number, (token, low, lemma) in enumerate(zip(words.tokens, words.low, words.lemmas)):
        kind = _KINDS.get(token.tag, _KINDS.get(token.tag[:2]))
        if kind is not None and lemma not in PRIMARY_VERBS and low not in _LIGHT:
            found.append((number, lemma if kind else low, kind))
    return found


def has_word(there: Set[str], word: str, kind: str) -> bool:
    """Whether words have a word, one derived from the same, or one for the same.

    Args:
        there: Words and their dictionary forms.
        word: The word.
        kind: Its kind, as :func:`said_words` gives it.
    """
    if word in there or f"{word}s" in there or (len(word) >= _STEM and any(o[:_STEM] == word[:_STEM] for o in there)):
        return True
    if not kind:
        return False
    if not there.isdisjoint(all_synonyms(word, kind)) or _names_kind(there, word):
        return True
    return any(other in there for other in akin(word, kind)) or any(word in akin(other, kind) for other in there)


def _names_kind(there: Set[str], word: str) -> bool:
    """Whether words have one for somebody of a kind: a man is a person, a girl is a child, a dog is an animal."""
    if word in _PERSONS:
        return any(noun_kind(other) == "person" for other in there) or not there.isdisjoint(_PRONOUNS)
    if word in _CHILDREN:
        return not there.isdisjoint(_CHILDREN | _YOUNG)
    return word == "animal" and any(noun_kind(other) == "animal" for other in there)


def told_share(mine: PairWords, yours: PairWords) -> float:
    """The share of the words of a hypothesis that its premise has."""
    said = said_words(mine)
    return sum(has_word(yours.all, word, kind) for _, word, kind in said) / len(said) if said else 0.0
