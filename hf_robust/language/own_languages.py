"""The languages of this package, each imported when it is asked for."""

from hf_robust.core.registry import languages

languages.register_places(
    {
        "de": "hf_robust.language.european.definition:GERMAN",
        "en": "hf_robust.language.english.definition:ENGLISH",
        "es": "hf_robust.language.european.definition:SPANISH",
        "fr": "hf_robust.language.european.definition:FRENCH",
        "it": "hf_robust.language.european.definition:ITALIAN",
        "pt": "hf_robust.language.european.definition:PORTUGUESE",
        "zh": "hf_robust.language.chinese.definition:CHINESE",
    }
)
