"""Whether a word in a text is positive, negative or neutral, also where the lexicon of word sentiment has no entry."""

from functools import cache, lru_cache

from hf_robust.language.lookup import package_version
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.resources import ENCODER_PACKAGE, get
from hf_robust.language.sentiment import WordSentiment, word_sentiment
from hf_robust.language.vectors import word_vectors

_ROWS = 2048  # words that are scored at once
_MARGIN = 0.12  # scores nearer to zero than this are neutral


@lru_cache(maxsize=100_000)
def polarity(word: str, tag: str) -> str:
    """The sentiment of a word in a text: what the lexicon says of it, else what words near it make likely.

    Where the lexicon has no entry, a ridge regression of its scores on the encoder's word vectors stands in;
    ``lexicons/README.md`` says how often that is right.

    Args:
        word: In lower case.
        tag: Its Penn tag.

    Returns:
        ``positive``, ``negative``, ``neutral``; or ``unknown`` for adjectives and adverbs of which neither knows:
        rare ones mostly judge.

    Raises:
        MissingResource: There is neither a lexicon of word sentiment nor the encoder.

    Example:
        >>> polarity("wonderful", "JJ"), polarity("memorable", "JJ"), polarity("table", "NN")
        ('positive', 'positive', 'neutral')
    """
    lexicon_of, estimates = _sentiment()
    if lexicon_of.knows(word, tag):
        return lexicon_of.label(word, tag)
    score = estimates.get(word)
    if score is None:
        return "unknown" if tag[:2] in ("JJ", "RB") else "neutral"
    return "neutral" if abs(score) <= _MARGIN else "positive" if score > 0 else "negative"


def common_lexicon() -> WordSentiment:
    """The lexicon that everybody can have, VADER; SentiWordNet only where that is absent. Others find other words.

    Raises:
        MissingResource: There is none.
    """
    return word_sentiment(get("word-sentiment", what="a lexicon of word sentiment").name)


def polarity_stamp() -> str:
    """What the fingerprint of a result depends on that :func:`polarity` decided."""
    return f"{common_lexicon().version}+{package_version(ENCODER_PACKAGE)}"


@cache
def _sentiment() -> tuple[WordSentiment, dict[str, float]]:
    """The lexicon, and estimates of the score of every word that is one piece of the encoder."""
    import numpy as np

    source, space = common_lexicon(), word_vectors(EMBEDDED)
    scores = np.array([source.score(word) for word in space.words], np.float32)
    weights = np.where(scores != 0, 1.0, 0.5).astype(np.float32)[:, None]  # the lexicon leaves out much
    inputs = np.hstack([space.vectors, np.ones((len(scores), 1), np.float32)])
    weighted = (inputs * weights).T
    slope = np.linalg.solve(weighted @ inputs + np.eye(inputs.shape[1]), weighted @ scores)
    # in parts: the product makes a copy of its left side in float64
    parts = (inputs[start : start + _ROWS] @ slope for start in range(0, len(inputs), _ROWS))
    return source, dict(zip(space.words, np.concatenate([*parts]).tolist()))
