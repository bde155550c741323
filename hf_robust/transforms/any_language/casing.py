"""Texts in upper, lower, title or random case, by the rules of the language."""

from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms import casing
from hf_robust.transforms.any_language.letter_changes import AnyLanguage
from hf_robust.transforms.base import register

_DOTTED = frozenset({"tr", "az"})  # the capital of i is İ, and the small letter of I is ı


@register
@dataclass(frozen=True, kw_only=True)
class WordCase(AnyLanguage, casing.WordCase):
    """Change the whole text to upper, lower, title or random case, by the rules of the language.

    The capital of the Turkish and Azerbaijani i is İ. Scripts without capitals do not change. Spans follow the text: an
    answer or entity changes its case too.

    Args:
        case: ``upper``, ``lower``, ``title`` (each word; capitals inside a word stay) or ``random`` (each letter).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "WordCase".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("word-case", hr.task("text-classification", language="tr"))("iyi bir film")
        'İYİ BİR FİLM'
    """

    version = "any.1"

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        if doc.text.upper() != doc.text.lower():
            yield from super().edits(doc, rng)

    def _whole(self, doc: Doc, coins: Iterator[int]) -> str:
        return apply(doc.text, [Edit(*word, self._cased(doc, *word, coins)) for word in doc.words])

    def _cased(self, doc: Doc, start: int, end: int, coins: Iterator[int]) -> str:
        word, code = doc.text[start:end], doc.language.code
        if self.case == "upper":
            return upper(word, code)
        if self.case == "lower":
            return lower(word, code)
        if self.case == "title":
            return upper(word[:1], code) + (lower(word[1:], code) if doc.text.isupper() else word[1:])
        return "".join(upper(c, code) if heads else lower(c, code) for c, heads in zip(word, coins))


def upper(text: str, code: str) -> str:
    """A text in capitals.

    Example:
        >>> upper("iyi", "tr"), upper("straße", "de")
        ('İYİ', 'STRASSE')
    """
    return (text.replace("i", "İ") if code in _DOTTED else text).upper()


def lower(text: str, code: str) -> str:
    """A text in small letters.

    Example:
        >>> lower("İYİ IŞIK", "tr"), lower("ΛΌΓΟΣ", "el")
        ('iyi ışık', 'λόγος')
    """
    return (text.replace("İ", "i").replace("I", "ı") if code in _DOTTED else text).lower()
