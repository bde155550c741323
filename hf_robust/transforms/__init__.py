"""Transformations: one module a family. Importing this package registers all of ours."""

from hf_robust.core.registry import transformations
from hf_robust.transforms.base import Effect, Transformation, WordTransformation

register = transformations.register

from hf_robust.transforms import (  # noqa: E402, the modules below need `register`
    adverbs,
    casing,
    characters,
    contractions,
    corruptions,
    distractors,
    embeddings,
    entities,
    identities,
    imperceptible,
    negation,
    ner,
    noise,
    numbers,
    punctuation,
    regions,
    rewriting,
    social,
    synonyms,
    tenses,
    words,
)

__all__ = [
    "Effect",
    "Transformation",
    "WordTransformation",
    "adverbs",
    "casing",
    "characters",
    "contractions",
    "corruptions",
    "distractors",
    "embeddings",
    "entities",
    "identities",
    "imperceptible",
    "negation",
    "ner",
    "noise",
    "numbers",
    "punctuation",
    "regions",
    "register",
    "rewriting",
    "social",
    "synonyms",
    "tenses",
    "words",
]
