"""Words that judge, by the package's table of antonyms and by the lexicon of word sentiment."""

from collections.abc import Sequence
from functools import cache, lru_cache

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import DEGREES_OF_JUDGMENTS
from hf_robust.language.english.sentiment_words import OTHER, is_under_negation, negator_of, side_of
from hf_robust.language.english.verbs import plain
from hf_robust.language.polarity import common_lexicon
from hf_robust.language.sentiment import WordSentiment

_JUDGING = frozenset("ADJ VERB NOUN ADV INTJ".split())
# the lexicon of word sentiment counts these, and they judge nothing in a review
_PLAIN = frozenset(
    """like well pretty help please save share play want sure certain certainly definitely care energy number top thank
        feature united god heart party challenge kind hand alone drop stop leave cut no matter true interest
        intelligence gain join solution protect pay serious greatest fire natural chance desire allow friend giving
        create""".split()
)
# words that urge or warn
_URGING = {"recommend": "positive", "avoid": "negative", "beware": "negative", "unfortunately": "negative"}


def _side(token: Token) -> str | None:
    if token.pos not in _JUDGING or (token.pos == "ADV" and plain(token) in DEGREES_OF_JUDGMENTS):
        return None
    if plain(token) == "well":
        return None
    side = side_of(token) or _URGING.get(token.lemma.lower())
    if side is not None:
        return side
    word = plain(token)
    if word in _PLAIN or token.lemma.lower() in _PLAIN:
        return None
    found = _in_lexicon(word, token.tag)
    return found if found in OTHER else None


@lru_cache(maxsize=100_000)
def _in_lexicon(word: str, tag: str) -> str:
    return _lexicon().label(word, tag)


@cache
def _lexicon() -> WordSentiment:
    """Looked for once: to look for it reads files of the installation."""
    return common_lexicon()


def is_judging(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is positive or negative by itself.

    Args:
        place: Index of the word.
    """
    return _side(tokens[place]) is not None


def said_at(tokens: Sequence[Token], place: int) -> str | None:
    """What a word says where it stands: its side, or the other one under a negation.

    Args:
        tokens: The tokens, parsed.
        place: Index of the word.
    """
    side = _side(tokens[place])
    if side is None:
        return None
    negated = negator_of(tokens, place) is not None or is_under_negation(tokens, place)
    return OTHER[side] if negated else side
