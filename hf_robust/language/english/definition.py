"""English as a language: what is asked of its texts."""

from typing import TYPE_CHECKING

from hf_robust.core.languages import Language
from hf_robust.core.scripts import foreign_script
from hf_robust.language.embedded import SPACY_PIPELINE

if TYPE_CHECKING:
    import numpy as np

    from hf_robust.core.doc import Doc
    from hf_robust.core.text_columns import TextColumn


def not_latin(text: str) -> str | None:
    """Why a text is not English: most of its letters are of another script; None for other texts.

    Example:
        >>> not_latin("Очень хорошо"), not_latin("Très bien")
        ('it is in Cyrillic script', None)
    """
    script = foreign_script(text)
    return None if script is None else f"it is in {script.name} script"


def not_english(doc: "Doc") -> str | None:
    """See :func:`hf_robust.language.english.function_words.not_english`, which is imported on first use."""
    from hf_robust.language.english.function_words import not_english as refuses

    return refuses(doc)


def are_english(column: "TextColumn", rows: "np.ndarray") -> "np.ndarray":
    """See :func:`hf_robust.language.english.function_words.are_english`, which is imported on first use."""
    from hf_robust.language.english.function_words import are_english as accepts

    return accepts(column, rows)


ENGLISH = Language(
    "en",
    "English",
    refuses=not_latin,
    reads_ascii=True,
    refuses_words=not_english,
    takes_words=are_english,
    pipelines=("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm"),
    pipeline_variable="HF_ROBUST_SPACY",
    folder=SPACY_PIPELINE,
)
