"""Transformations: one module a family. Importing this package registers all of ours."""

from hf_robust.registry import transformations
from hf_robust.transforms.base import Effect, Transformation, WordTransformation

register = transformations.register

from hf_robust.transforms import (  # noqa: E402, the modules below need `register`
    casing,
    characters,
    distractors,
    entities,
    grammar,
    ner,
    numbers,
    punctuation,
    social,
    words,
)

__all__ = [
    "Effect",
    "Transformation",
    "WordTransformation",
    "casing",
    "characters",
    "distractors",
    "entities",
    "grammar",
    "ner",
    "numbers",
    "punctuation",
    "register",
    "social",
    "words",
]
