"""Languages without a definition of their own: name, script, and what follows from the script.

Their texts are cut into words by spaces and signs. Transformations of letters, case, spaces, punctuation and Unicode
serve them; transformations that need words or annotation do not.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from hf_robust.core.edits import Offsets
from hf_robust.core.languages import Language, find_sentences
from hf_robust.core.scripts import foreign_script

_LATIN = """af Afrikaans, az Azerbaijani, bs Bosnian, ca Catalan, cs Czech, cy Welsh, da Danish, de German, es Spanish,
    et Estonian, eu Basque, fi Finnish, fo Faroese, fr French, ga Irish, gl Galician, hr Croatian, hu Hungarian,
    id Indonesian, is Icelandic, it Italian, lt Lithuanian, lv Latvian, ms Malay, mt Maltese, nb Norwegian Bokmål,
    nl Dutch, nn Norwegian Nynorsk, no Norwegian, pl Polish, pt Portuguese, ro Romanian, sk Slovak, sl Slovenian,
    sq Albanian, sv Swedish, sw Swahili, tl Tagalog, tr Turkish, vi Vietnamese"""
_OTHERS = {
    "Cyrillic": "be Belarusian, bg Bulgarian, kk Kazakh, ky Kyrgyz, mk Macedonian, mn Mongolian, ru Russian, tg Tajik, "
    "uk Ukrainian",
    "Greek": "el Greek",
    "Arabic": "ar Arabic, fa Persian, ur Urdu",
    "Hebrew": "he Hebrew, yi Yiddish",
    "Devanagari": "hi Hindi, mr Marathi, ne Nepali",
    "Bengali": "bn Bengali",
    "Gurmukhi": "pa Punjabi",
    "Gujarati": "gu Gujarati",
    "Tamil": "ta Tamil",
    "Telugu": "te Telugu",
    "Kannada": "kn Kannada",
    "Malayalam": "ml Malayalam",
    "Sinhala": "si Sinhala",
    "Georgian": "ka Georgian",
    "Armenian": "hy Armenian",
    "Ethiopic": "am Amharic",
    "Thai": "th Thai",
    "Lao": "lo Lao",
    "Khmer": "km Khmer",
    "Burmese": "my Burmese",
    "Korean": "ko Korean",
    "Japanese": "ja Japanese",
}
_IN_TWO_SCRIPTS = {"sr": ("Serbian", ("Cyrillic", "Latin")), "uz": ("Uzbek", ("Latin", "Cyrillic"))}
_UNSPACED = frozenset({"ja", "th", "lo", "km", "my"})
_SENTENCE = re.compile(r"\S.*?(?:[.!?…।॥؟۔።]+[\"'”’»)\]]*(?=\s)|[。！？]+[」』）”]*|$)", re.DOTALL)


@dataclass(frozen=True)
class WrittenLanguage:
    """What is known of a language by its code alone.

    Args:
        name: Its English name.
        scripts: English names of the scripts that it is written in, the most usual first.
    """

    name: str
    scripts: tuple[str, ...]


def _listed(names: str, script: str) -> dict[str, WrittenLanguage]:
    pairs = (item.strip().split(maxsplit=1) for item in names.split(","))
    return {code: WrittenLanguage(name, (script,)) for code, name in pairs}


WRITTEN: dict[str, WrittenLanguage] = {
    **_listed(_LATIN, "Latin"),
    **{code: found for script, names in _OTHERS.items() for code, found in _listed(names, script).items()},
    **{code: WrittenLanguage(name, scripts) for code, (name, scripts) in _IN_TWO_SCRIPTS.items()},
}
"""Languages by ISO 639-1 code."""


@cache
def written_language(code: str) -> Language:
    """The language of a code, by its script; a code that is not listed gives one that takes every text.

    Example:
        >>> german, thai = written_language("de"), written_language("th")
        >>> german.name, thai.joiner, german.refuses("Очень хорошо")
        ('German', '', 'it is in Cyrillic script, and German is written in Latin script')
    """
    known = WRITTEN.get(code)
    if known is None:
        return Language(code)
    return Language(
        code,
        known.name,
        joiner="" if code in _UNSPACED else " ",
        sentences=find_sentences if known.scripts[0] in ("Latin", "Cyrillic", "Greek") else sentences_of_any,
        refuses=_in_other_script(known),
        reads_ascii="Latin" in known.scripts,
    )


def _in_other_script(known: WrittenLanguage) -> Callable[[str], str | None]:
    """What says why a text is not in the script of a language: most of its letters are of another one."""
    accepted = {*known.scripts, *(["Chinese"] if "Japanese" in known.scripts else [])}
    usual = " or ".join(known.scripts)

    def refuses(text: str) -> str | None:
        script = foreign_script(text)
        name = "Latin" if script is None else script.name
        if name in accepted or (script is None and not any(map(str.isalpha, text))):
            return None
        return f"it is in {name} script, and {known.name} is written in {usual} script"

    return refuses


def sentences_of_any(text: str) -> list[Offsets]:
    """Offsets of the sentences of a text, which end at the marks of any script.

    Example:
        >>> sentences_of_any("यह अच्छा है। और वह?")
        [(0, 12), (13, 19)]
    """
    return [(match.start(), match.start() + len(match[0].rstrip())) for match in _SENTENCE.finditer(text)]
