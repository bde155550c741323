"""Numbers replaced by others of the same shape."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.reasons import NoEdits
from hf_robust.core.text_columns import TextColumn
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.number_conversions import converted
from hf_robust.language.english.number_signs import FreeNumbers, free_numbers
from hf_robust.language.english.verbs import is_alone
from hf_robust.language.english.written_numbers import may_hold_numbers, numbers_in
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import (
    ABSA,
    COREFERENCE,
    HATE_SPEECH,
    PARSING,
    POS,
    RELATION,
    SENSES,
    SENTIMENT,
)
from hf_robust.transforms.base import LABELED_TEXTS, WordTransformation, match_case, preserves, register
from hf_robust.transforms.word_columns import edits_of_texts


@register
@dataclass(frozen=True, kw_only=True)
class Number(WordTransformation):
    """Replace numbers with other numbers of similar value and the same format.

    Only numbers that no other part of the text depends on change. Ratings, names, titles, sayings, known sets ("the
    two") and famous dates do not change, and neither do numbers that are listed elsewhere in the text or that other
    numbers determine: sums and products, shares and their whole, amounts in two units or currencies, and a change
    that is given in points and in percent. A number that was greater than another one stays greater, and a number
    keeps its number of digits. Clock times, days of a month, ages and scores stay possible ones, and all years of a
    text become earlier by the same number of years; a year to come becomes later. Dates keep their day of the week
    where the text names one. Where other years must stay, the year of a birth changes alone. A measure in two
    units, such as *9 km (6 mi)*, changes in both, and so do both ends of a range (*15 to 20 minutes*). In a row of
    a table of standings, the goals for and against change by the same number. Results of games, sets and rounds
    stay possible ones. Values of notes and coins do not change. In a token list, a number is a token of its own,
    with or without marks: *1998,*.

    Where no number of a text may change, a word of number does: the ordinal of things that follow one another (*his
    second wife*, *the third quarter*), how often something happens (*once a week*), a round number (*a hundred
    years*, *hundreds of people*), a share (*half of the film*), and one thing that may as well be two (*one year
    later*, *one of the boys*).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNum".

    Example:
        >>> Number().preview("We waited 30 minutes and left after two hours.", seed=1)
        'We waited 20 minutes and left after three hours.'
    """

    name = "number"
    version = "15"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNum"
    choice = "numbers"
    # not where a pronoun may mean one or several
    effects = preserves(*(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, POS, PARSING, RELATION, COREFERENCE, SENSES))
    default_rate: ClassVar[float] = 1.0

    def eligible(self, doc: Doc) -> list[Offsets]:
        free = _free(doc.text)
        return [span for span in free.values if all(_may_change(doc, one) for one in (span, *_moved_with(free, span)))]

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit] | NoEdits:
        return super().edits(doc, rng) or NoEdits(self.why_unchanged(doc))

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if column.tokens is not None or self.choose != "random":
            return None
        idle = None if self.count else ~may_hold_numbers(column)
        return edits_of_texts(self.edits, self.why_unchanged, column, draws, idle)

    def why_unchanged(self, doc: Doc) -> str:
        return (
            "no number in the text is certainly a count (it may be a date, a name, a saying or part of a code)"
            if _free(doc.text).counts
            else super().why_unchanged(doc)
        )

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        values = _free(doc.text).values.get((start, end))
        return None if values is None else written(doc.text[start:end], rng.choice(values))

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        old = doc.text[start:end]
        return (Edit(start, end, written(old, value)) for value in _free(doc.text).values.get((start, end), ()))

    def finished(self, doc: Doc, edits: list[Edit]) -> list[Edit]:
        free = _free(doc.text)
        moved = [new for edit in edits for new in _moved_along(doc, edit, free)]
        return with_articles(doc, sorted([*edits, *moved], key=lambda edit: edit.start))


def _moved_with(free: FreeNumbers, span: Offsets) -> Iterator[Offsets]:
    """The numbers that change with a number."""
    yield from free.followers.get(span, ())
    if span in free.conversions:
        yield free.conversions[span].second


def _moved_along(doc: Doc, edit: Edit, free: FreeNumbers) -> Iterator[Edit]:
    """The numbers that change by the same difference as the number of an edit, or say the same in another unit."""
    old = doc.text[edit.start : edit.end]
    if pair := free.conversions.get((edit.start, edit.end)):
        written_second = doc.text[slice(*pair.second)]
        value = float(edit.text.replace(",", "")) * pair.factor
        yield Edit(*pair.second, written(written_second, converted(written_second, value)))
    followers = free.followers.get((edit.start, edit.end), ())
    step = _value(edit.text) - _value(old) if followers else 0
    for start, end in followers:
        other = doc.text[start:end]
        alike = other.lower() == old.lower()
        yield Edit(start, end, match_case(other, edit.text) if alike else written(other, _value(other) + step))


def _may_change(doc: Doc, span: Offsets) -> bool:
    """Whether a number is free, and in a token list a token of its own, with or without marks: "25" of "25,"."""
    return doc.is_free(*span) and is_alone(doc, *span)


def _value(number: str) -> float:
    return numbers_in(number)[0].value


@lru_cache(maxsize=1)
def _free(text: str) -> FreeNumbers:
    return free_numbers(text)


def written(old: str, value: int | float | str) -> str:
    """A value written as the number was that it takes the place of.

    Example:
        >>> written("1,200", 3400), written("Three", 5), written("3rd", 4)
        ('3,400', 'Five', '4th')
        >>> written("09.5", 7.2)
        '07.2'
    """
    if isinstance(value, str):
        return match_case(old, value)
    if not old[0].isdigit():
        return match_case(old, _spelled(old, int(value)))
    if old[-1].isalpha():
        last = int(value) % 10
        tail = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(last, "th")
        return f"{int(value)}{tail.upper() if old[-1].isupper() else tail}"
    decimals = len(old.partition(".")[2])
    new = f"{value:,.{decimals}f}" if "," in old or " " in old else f"{value:.{decimals}f}"
    if old[0] == "0" and old[1:2].isdigit():  # "24:09.5"
        new = new.zfill(len(old))
    return new.replace(",", " ") if " " in old else new


def _spelled(old: str, value: int) -> str:
    table = lexicon("number_words")
    ending = old.lower().rpartition("-")[2]
    kind = "ordinal_" if ending in table["ordinal_units"] or ending in table["ordinal_tens"] else ""
    if value < len(table["units"]):
        return table[f"{kind}units"][value]
    tens, units = divmod(value, 10)
    if units:
        return f"{table['tens'][tens - 2]}-{table[f'{kind}units'][units]}"
    return table[f"{kind}tens"][tens - 2]
