"""The languages of this package, each imported when it is asked for."""

from hf_robust.core.registry import languages

languages.register_places(
    {
        "de": "hf_robust.language.european.room:GERMAN",
        "en": "hf_robust.language.english.room:ENGLISH",
        "es": "hf_robust.language.european.room:SPANISH",
        "fr": "hf_robust.language.european.room:FRENCH",
        "it": "hf_robust.language.european.room:ITALIAN",
        "pt": "hf_robust.language.european.room:PORTUGUESE",
        "zh": "hf_robust.language.chinese.room:CHINESE",
    }
)
