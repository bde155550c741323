"""The languages of this package, each imported when it is asked for."""

from hf_robust.core.registry import languages

languages.register_places(
    {"en": "hf_robust.language.english.room:ENGLISH", "zh": "hf_robust.language.chinese.room:CHINESE"}
)
