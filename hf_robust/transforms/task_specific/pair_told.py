"""How many of the words of a hypothesis its premise has."""

from collections.abc import Collection

from hf_robust.language.english.closed_classes import BE_TENSED, DO_TENSED, HAVE_TENSED, MODALS, PRIMARY_VERBS
from hf_robust.language.lexicons.wordnet import akin
from hf_robust.transforms.task_specific.pair_view import PairWords

_KINDS = {"NN": "n", "NNS": "n", "JJ": "a", "VB": "v", "CD": "", "NNP": ""}
_LIGHT = BE_TENSED | HAVE_TENSED | DO_TENSED | MODALS
_STEM = 5  # letters that a word shares with one derived from it: "impressive" and "impressiveness"


def said_words(words: PairWords) -> list[tuple[int, str, str]]:
    """The words of a text that say something: the number of each, and its kind for WordNet, empty for a name."""
    found = []
    for number, (token, low, lemma) in enumerate(zip(words.tokens, words.low, words.lemmas)):
        kind = _KINDS.get(token.tag, _KINDS.get(token.tag[:2]))
        if kind is not None and lemma not in PRIMARY_VERBS and low not in _LIGHT:
            found.append((number, lemma if kind else low, kind))
    return found


def has_word(there: Collection[str], word: str, kind: str) -> bool:
    """Whether words have a word, one derived from the same, or one for the same.

    Args:
        there: Words and their dictionary forms.
        word: The word.
        kind: Its kind, as :func:`said_words` gives it.
    """
    if word in there or (len(word) >= _STEM and any(other[:_STEM] == word[:_STEM] for other in there)):
        return True
    if not kind:
        return False
    return any(other in there for other in akin(word, kind)) or any(word in akin(other, kind) for other in there)


def told_share(mine: PairWords, yours: PairWords) -> float:
    """The share of the words of a hypothesis that its premise has."""
    said = said_words(mine)
    return sum(has_word(yours.all, word, kind) for _, word, kind in said) / len(said) if said else 0.0
