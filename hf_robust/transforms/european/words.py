"""Words misspelled, confused with others of the same sound, and function words deleted."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import TextColumn
from hf_robust.language.european.other_languages import CODES
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms import words as english
from hf_robust.transforms.base import GENERAL_TASKS, ONE_IN_TEN, WordTransformation, match_case, preserves, register
from hf_robust.transforms.insertion_places import opens_sentence

_NEXT_WORD = re.compile(r"\s+(\w[\w'’-]*)")
_WORD_BEFORE = re.compile(r"([\w'’-]+)\s+$")
_REACH = 40  # characters of the word before


class European:
    """Mixin of those that serve the languages of :mod:`hf_robust.language.european.definition`; first of the bases."""

    version: ClassVar[str] = "european.1"
    languages: ClassVar[tuple[str, ...]] = CODES

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        """None: the texts of a column do not say in which language they are."""
        return None


@dataclass(frozen=True, kw_only=True)
class ListedWord(European, WordTransformation):
    """Base of those that replace a word by one of those that a table lists for it."""

    table: ClassVar[str]
    level = "word"
    linguistics = "morphology"
    effects = preserves(*GENERAL_TASKS)

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        return [word for word in words if self.listed(doc, *word)]

    def listed(self, doc: Doc, start: int, end: int) -> Sequence[str]:
        """All that a word may become. A token stays one token, and names stay as they are."""
        word = doc.text[start:end]
        # German nouns begin with a capital; elsewhere only names do, and the first word of a sentence
        if (
            word[0].isupper()
            and doc.language.code != "de"
            and not word.isupper()
            and not opens_sentence(doc.text, start)
        ):
            return ()
        known = lexicon(self.table, doc.language.code)
        low = word.lower().replace("’", "'")
        lead = 0 if low in known else low.rfind("'") + 1  # "l'appartement"
        found = [word[:lead] + match_case(word[lead:], new) for new in known.get(low[lead:], ())]
        return [new for new in found if doc.bounds is None or " " not in new]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        found = self.listed(doc, start, end)
        return rng.choice(found) if found else None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (Edit(start, end, new) for new in self.listed(doc, start, end))


@register
@dataclass(frozen=True, kw_only=True)
class Misspelling(ListedWord):
    """Replace a word with a common misspelling.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SpellingError".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("misspelling", hr.task("text-classification", language="de"))("Das war nämlich gut.")
        'Das war nähmlich gut.'
    """

    name = "misspelling"
    seed_name = "SpellingError"
    choice = "words that have a misspelling"
    table: ClassVar[str] = "misspellings"
    default_rate: ClassVar[float] = 0.3


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(ListedWord):
    """Replace a word with one of the same or nearly the same sound, for example French *et* with *est*.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Homophones".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("homophone", hr.task("text-classification", language="fr"))("Un film long et triste.")
        'Un film long est triste.'
    """

    name = "homophone"
    version: ClassVar[str] = "european.2"
    seed_name = "Homophones"
    choice = "words that people confuse with a homophone"
    table: ClassVar[str] = "homophones"
    default_rate: ClassVar[float] = ONE_IN_TEN


@register
@dataclass(frozen=True, kw_only=True)
class StopWord(European, english.DeleteWord):
    """Delete function words, such as articles, prepositions and auxiliaries.

    Negations, demonstratives and words that contrast, limit or compare ("but", "without", "too") are never deleted. The
    first word of a sentence, the last word of a clause, which may belong to a verb (German *kommt mit*), and the words
    of a fixed phrase (Spanish *por favor*) stay.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Stop Words", which inserts them.

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("stop-word", hr.task("text-classification", language="it"), seed=1)("Un film per la famiglia.")
        'Un film la famiglia.'
    """

    name = "stop-word"
    version: ClassVar[str] = "european.2"
    seed_name = "Stop Words"
    choice = "function words that may be left out"
    skips_stop_words: ClassVar[bool] = False
    control: ClassVar[bool] = False

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        known, text = lexicon("stop_words", doc.language.code), doc.text
        phrases = lexicon("fixed_phrases", doc.language.code)
        return [
            (start, end)
            for start, end in words
            if text[start:end].lower() in known
            and (text[start].islower() or text.isupper())
            and not opens_sentence(text, start)
            and (following := _NEXT_WORD.match(text, end))
            and f"{text[start:end]} {following[1]}".lower() not in phrases
            and not _ends_phrase(text, start, end, phrases)
        ]


def _ends_phrase(text: str, start: int, end: int, phrases: frozenset[str]) -> bool:
    """Whether a word is the second of a fixed phrase."""
    before = _WORD_BEFORE.search(text[max(0, start - _REACH) : start])
    return before is not None and f"{before[1]} {text[start:end]}".lower() in phrases
