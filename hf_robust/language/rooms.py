"""The languages of this package and the module that describes each."""

from hf_robust.core.registry import languages

# each language is imported when it is asked for
languages.register_places(
    {"en": "hf_robust.language.english.room:ENGLISH", "zh": "hf_robust.language.chinese.room:CHINESE"}
)
