"""English as a language: what is asked of its texts."""

from hf_robust.core.languages import Language
from hf_robust.language.embedded import SPACY_PIPELINE

ENGLISH = Language(
    "en",
    "English",
    pipelines=("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm"),
    pipeline_variable="HF_ROBUST_SPACY",
    folder=SPACY_PIPELINE,
)
