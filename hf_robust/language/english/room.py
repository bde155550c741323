"""English as a language: what is asked of its texts."""

from hf_robust.core.languages import Language
from hf_robust.core.scripts import foreign_script
from hf_robust.language.embedded import SPACY_PIPELINE
from hf_robust.language.english.telling_words import are_english, not_english


def not_latin(text: str) -> str | None:
    """Why a text is not English: most of its letters are of another script; None for other texts.

    Example:
        >>> not_latin("Очень хорошо"), not_latin("Très bien")
        ('it is in Cyrillic script', None)
    """
    script = foreign_script(text)
    return None if script is None else f"it is in {script.name} script"


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
