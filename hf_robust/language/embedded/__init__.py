"""The embedded language pack: where its files are. Loading happens in the modules beside this one.

* ``sentiment.load_sentiment_model()`` - a small sentiment classifier,
* ``constituency.constituency_model_path()`` - a constituency parser, as a folder for ``benepar``,
* ``masked_lm.masked_lm_path()`` - a masked language model, as a folder for ``transformers``,
* ``chinese_encoder.chinese_encoder()`` - an encoder of Chinese texts,
* ``chinese.segmenter.words()``, in ``hf_robust.language.chinese`` - the words of Chinese text,
* ``demo.demo_reviews()`` and ``demo.demo_sentences()`` - texts written for the demonstration,
* ``build`` - the command that makes the models again from free data.

Example:
    >>> from hf_robust.language.embedded import DEMO_REVIEWS, SPACY_PIPELINE
    >>> DEMO_REVIEWS.name, SPACY_PIPELINE.name
    ('demo_reviews.jsonl', 'en_robust_sm')
"""

from pathlib import Path

_HERE = Path(__file__).resolve().parent

SPACY_PIPELINE: Path = _HERE / "en_robust_sm"
"""Folder of the English spaCy pipeline; ``spacy.load(SPACY_PIPELINE)`` needs no code of this package."""

CHINESE_PIPELINE: Path = _HERE / "zh_robust_sm"
"""Folder of the Chinese spaCy pipeline; :mod:`hf_robust.language.chinese.pipeline` makes it."""

SENTIMENT_HEAD: Path = _HERE / "sentiment_head"
"""Folder with the trained weights of the sentiment classifier."""

GRAMMAR_TABLE: Path = _HERE / "grammar" / "counts.tsv"
"""Counts of the reference grammar; ``hf_robust.language.constituency.grammar`` reads them."""

CONSTITUENCY: Path = _HERE / "en_constituency"
"""Folder with the trained weights of the constituency parser."""

MASKED_LM: Path = _HERE / "masked_lm"
"""Folder with the trained weights of the masked language model."""

ZH_ENCODER: Path = _HERE / "zh_encoder"
"""Folder with the Chinese encoder, complete, and its tokenizer."""

DEMO_REVIEWS: Path = _HERE / "demo_reviews.jsonl"
"""Labeled reviews, one JSON object a line."""

ZH_SENTIMENT: Path = _HERE / "zh_sentiment"
"""Folder with the head of the Chinese sentiment classifier."""

ZH_DEMO_REVIEWS: Path = _HERE / "zh_demo_reviews.jsonl"
"""Labeled Chinese reviews, one JSON object a line."""

DEMO_SENTENCES: Path = _HERE / "demo_sentences.jsonl"
"""Labeled short sentences, neutral ones among them, one JSON object a line."""

ZH_SEGMENTER: Path = _HERE / "zh_segmenter"
"""Folder with the trained weights of the segmenter of Chinese."""

INFERENCE_WEIGHTS: Path = _HERE / "inference" / "weights.json"
"""What the baseline of natural-language inference learned from SNLI."""

__all__ = [
    "CHINESE_PIPELINE",
    "CONSTITUENCY",
    "DEMO_REVIEWS",
    "DEMO_SENTENCES",
    "GRAMMAR_TABLE",
    "INFERENCE_WEIGHTS",
    "MASKED_LM",
    "SENTIMENT_HEAD",
    "SPACY_PIPELINE",
    "ZH_DEMO_REVIEWS",
    "ZH_ENCODER",
    "ZH_SEGMENTER",
    "ZH_SENTIMENT",
]
