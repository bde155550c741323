"""The rooms of German, French, Spanish, Italian and Portuguese: their script with word lists and a guard."""

from dataclasses import replace
from typing import TYPE_CHECKING

from hf_robust.core.languages import Language
from hf_robust.core.written_languages import written_language

if TYPE_CHECKING:
    from hf_robust.core.doc import Doc


def _room(code: str) -> Language:
    """The language as its script gives it, with word lists, and a guard against texts in other languages."""

    def refuses_words(doc: "Doc") -> str | None:
        from hf_robust.language.european.other_languages import in_other_language

        return in_other_language(doc, code)

    tables = f"hf_robust.language.european.tables:{code.upper()}"
    return replace(written_language(code), tables=tables, refuses_words=refuses_words)


GERMAN = _room("de")
FRENCH = _room("fr")
SPANISH = _room("es")
ITALIAN = _room("it")
PORTUGUESE = _room("pt")
