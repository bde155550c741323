"""Brackets or quotes put round a text of any language, or its final marks taken away."""

from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.transforms import punctuation
from hf_robust.transforms.any_language.letter_changes import AnyLanguage
from hf_robust.transforms.base import register

# quotes of a language, the most usual first; the others use “ ”
_QUOTES = {
    **dict.fromkeys(("de", "cs", "sk", "sl", "bg", "is", "et", "lt", "lv", "hr", "sr", "mk", "ka"), ("„“", "‚‘")),
    **dict.fromkeys(("pl", "ro", "hu"), ("„”", "«»")),
    **dict.fromkeys(("ru", "uk", "be", "el", "hy", "kk", "ky", "tg", "fa", "it", "es", "pt", "no", "nb"), ("«»",)),
    **dict.fromkeys(("sv", "fi"), ("””",)),
    "fr": ("«»",),
    "ja": ("「」", "『』"),
}
_BRACKETS = ("()", "[]")
_WIDE_BRACKETS = ("（）", "【】")


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(AnyLanguage, punctuation.Punctuation):
    """Enclose the text in the brackets or quotes of the language, or remove its final punctuation mark.

    Question marks are kept. The brackets or quotes do not occur in the text.

    Args:
        mode: ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AddPunc" and "RmvPunc".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="hi")
        >>> hr.Perturb("punctuation", task, mode="remove")("फिल्म अच्छी है।")
        'फिल्म अच्छी है'
    """

    version = "any.1"
    final_marks: ClassVar[str] = ".!,;:…。！、।॥،؛۔።፣"
    question_marks: ClassVar[str] = "?？؟՞፧"

    def pairs(self, doc: Doc) -> list[tuple[str, str]]:
        code = doc.language.code
        known = (*_QUOTES.get(code, ("“”",)), *(_WIDE_BRACKETS if code == "ja" else _BRACKETS))
        return [(pair[0], pair[1]) for pair in known if pair[0] not in doc.text and pair[1] not in doc.text]

    def _tail(self, doc: Doc) -> int:
        tail = super()._tail(doc)
        asks = doc.language.code == "el" and ";" in doc.text[tail:]  # the Greek question mark
        return len(doc.text) if asks else tail
