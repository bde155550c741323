"""The embedded language pack: where its files are. Loading happens in the modules beside this one.

* ``sentiment.load_sentiment_model()`` - a small sentiment classifier,
* ``demo.demo_reviews()`` - reviews written for the demonstration,
* ``build`` - the command that makes the models again from free data.

Example:
    >>> from hf_robust.defaults import DEMO_REVIEWS, SPACY_PIPELINE
    >>> DEMO_REVIEWS.name, SPACY_PIPELINE.name
    ('demo_reviews.jsonl', 'en_robust_sm')
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

SPACY_PIPELINE: Path = _HERE / "en_robust_sm"
"""Folder of the English spaCy pipeline; ``spacy.load(SPACY_PIPELINE)`` needs no code of this package."""

SENTIMENT_HEAD: Path = _HERE / "sentiment_head"
"""Folder with the trained weights of the sentiment classifier."""

DEMO_REVIEWS: Path = _HERE / "demo_reviews.jsonl"
"""Labelled review sentences, one JSON object a line."""

__all__ = ["DEMO_REVIEWS", "SENTIMENT_HEAD", "SPACY_PIPELINE"]
