"""What is known of a language: annotation, models, lexicons, and where each of them comes from."""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.language.annotation": ("annotate",),
    "hf_robust.language.constituency.grammar": ("reference_grammar",),
    "hf_robust.language.constituency.parsers": ("constituency_parser",),
    "hf_robust.language.embedded.sentiment_model": ("load_sentiment_model",),
    "hf_robust.language.models": ("SentenceEncoder", "causal_lm", "masked_lm", "translator"),
    "hf_robust.language.sentiment": ("word_sentiment",),
    "hf_robust.language.translation": ("translate",),
    "hf_robust.language.vectors": ("word_vectors",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
