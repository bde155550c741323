"""Transformations: one module a family. Importing this package registers all of ours."""

from hf_robust.registry import transformations
from hf_robust.transforms.base import Effect, Transformation, WordTransformation

register = transformations.register

from hf_robust.transforms import (  # noqa: E402, the modules below need `register`
    adverbs,
    casing,
    characters,
    corruptions,
    distractors,
    embeddings,
    entities,
    grammar,
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
    "corruptions",
    "distractors",
    "embeddings",
    "entities",
    "grammar",
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
