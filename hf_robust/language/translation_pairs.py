"""The pairs of models for back-translation: to another language and back."""

import os
from collections.abc import Sequence
from pathlib import Path

from hf_robust.core.errors import UsageError
from hf_robust.language.lookup import model_folder
from hf_robust.language.resource_rows import ResourceLocation

TRANSLATION = {
    "en": ("Helsinki-NLP/opus-mt-en-de", "Helsinki-NLP/opus-mt-de-en"),
    "zh": ("Helsinki-NLP/opus-mt-zh-en", "Helsinki-NLP/opus-mt-en-zh"),
}
"""The pairs when the user names none, by language of the texts; nothing is downloaded for them unasked."""
TRANSLATION_VARIABLES = {"en": "HF_ROBUST_TRANSLATION", "zh": "HF_ROBUST_TRANSLATION_ZH"}


def translation_pair(models: Sequence[str] | None = None, language: str = "en") -> tuple[str, str]:
    """Names of the models that translate to another language and back.

    Args:
        models: The two, if the user names them; else the ones in ``HF_ROBUST_TRANSLATION`` (for Chinese
            ``HF_ROBUST_TRANSLATION_ZH``; with a comma between them), else the OPUS models for German (English).
        language: Code of the language of the texts.

    Raises:
        UsageError: The environment names another number of models, or none is known for the language.

    Example:
        >>> translation_pair(("to", "back"))
        ('to', 'back')
    """
    if models is None and language not in TRANSLATION:
        raise UsageError(f"no models for back-translation are known for {language!r}; name two: models=(there, back)")
    variable = TRANSLATION_VARIABLES.get(language, "")
    named = os.environ.get(variable, "")
    pair = tuple(models or (part.strip() for part in named.split(",")) if named else models or TRANSLATION[language])
    if len(pair) != 2 or not all(pair):
        raise UsageError(f"{variable} must name two models with a comma between, found {named!r}")
    return pair


def translation_place(language: str) -> ResourceLocation:
    """The place of a pair: found where both are in the cache."""

    def find() -> Path | None:
        folders = [model_folder(name) for name in translation_pair(language=language)]
        return None if None in folders else folders[0]

    return ResourceLocation("translation models", find)


def translation_download(language: str) -> str:
    """What to type to get the pair.

    Example:
        >>> translation_download("zh")
        'hf download Helsinki-NLP/opus-mt-zh-en && hf download Helsinki-NLP/opus-mt-en-zh'
    """
    return " && ".join(f"hf download {name}" for name in TRANSLATION[language])
