"""The style of social media: abbreviations, handles and links."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, byte_mask, is_shouted, is_upper
from hf_robust.core.word_tables import Phrases
from hf_robust.language.english.closed_classes import FIRST_PERSON, SPEAKERS_CONTRACTED
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import TRANSLATION
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, preserves, register

_WORDS_A_SLIP = 10
_LETTERS_TEN_WORDS = 46  # in ten words of a text that is written casually, at most
_WORDS_A_NAME = 5  # a text with more names than one in so many words is a title or news
# words of people who speak of themselves or to somebody, and words of news
_PERSONAL = (FIRST_PERSON - {"ours", "ourselves"}) | SPEAKERS_CONTRACTED | {"you", "your", "you'll", "you'd"}
_NEWS = frozenset("said says reuters afp percent inc corp ltd nasdaq spokesman spokeswoman announced".split())
_QUOTES = ("`", "“", "quot;")  # whose ends are not told apart
_STOPS = ".!?:\"'(`"
_IS_STOP = byte_mask(_STOPS)


@cache
def _phrases(single: bool) -> PhraseTable:
    """The phrases with an abbreviation, and the words that tell of the style of a text."""
    short = (phrase for phrase in lexicon("abbreviations") if not single or " " not in phrase)
    return PhraseTable({*short, *_PERSONAL, *_NEWS})


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """Add an @handle or a URL at the start or end. In informal texts, also abbreviate up to 10% of the words.

    Titles, news, and texts that mention somebody without addressing anybody do not change, because nobody writes them
    like this. Texts with long words, many names or quotations without plain quotation marks keep their words. Names and
    quoted words do not change.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link to a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="url").preview("I love you because you are great", seed=4)
        'https://link.example/w0 I love you bc you are great'
    """

    mode: str = "random"

    name = "twitter"
    version = "5"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    # where an abbreviation, a handle or a link hangs in a tree is a matter of taste
    # and what comes in stands in a right translation, too
    effects = preserves(*UNPARSED_TASKS, without={TRANSLATION})

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        kind = rng.choice(("at", "url"))  # drawn always, so that `mode` does not change the rest
        kind = self.mode if self.mode != "random" else kind
        first = rng.random() < 0.5
        # in a token list several words cannot become one without losing their tags
        phrases = list(_phrases(doc.bounds is not None).find(doc))
        if _is_formal(doc, {phrase for start, _, phrase in phrases if text[start].islower() or _is_i(phrase)}):
            return []
        sign, tags = handle(rng.fork(0)) if kind == "at" else link(rng.fork(0))
        found = _abbreviated(doc, phrases, rng) if _is_casual(doc) else []
        if first:
            return [Edit(0, 0, sign + " ", tags), *found]
        gap = "" if text[-1:].isspace() else " "
        return [*found, Edit(len(text), len(text), gap + sign, tags)]

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not column.plain:
            return None
        table = _phrases(False).find_columns(column)
        rows = np.flatnonzero(~_are_formal(column, *table))
        size, drawn = len(rows), draws.take(rows)
        start, end = column.offsets[rows], column.offsets[rows + 1]
        kind = np.full(size, self.mode == "url") if self.mode != "random" else drawn.randrange(2) == 1
        first = drawn.random(1) < 0.5
        sign = _signs(drawn.fork(0), kind)
        open_end = ~IS_SPACE[np.append(column.data, np.uint8(0))[np.maximum(end - 1, 0)]]
        spaces = Strings.of([b"", b" "])
        sign = Strings.joined(
            [spaces.take((~first & open_end).astype(int)), sign, spaces.take(first.astype(int))], size
        )
        found, new = _abbreviated_columns(column, *table, draws, rows[_are_casual(column)[rows]])
        # the sign before the phrases of its row, or behind them
        row = np.concatenate([rows, found.row])
        order = np.lexsort((np.concatenate([np.where(first, 0, 2), np.ones(len(found.row), np.int64)]), row))
        place = np.where(first, start, end)
        begins, stops = np.concatenate([place, found.start])[order], np.concatenate([place, found.end])[order]
        new = Strings.concatenated([sign, new]).take(order)
        return EditColumns.whole(row[order], begins, stops, new, np.zeros(column.size, bool))


def _is_formal(doc: Doc, words: set[str]) -> bool:
    """Whether a text is a title or news, or has a name in it and speaks to nobody."""
    text = doc.text
    names = sum(_is_name(text, start, end) for start, end in doc.words)
    if not words.isdisjoint(_NEWS) or _WORDS_A_NAME * names >= max(2 * _WORDS_A_NAME, len(doc.words)):
        return True
    return names > 0 and words.isdisjoint(_PERSONAL)


def _is_casual(doc: Doc) -> bool:
    """Whether a text has short words, few names, and no quotation whose end cannot be told."""
    text, words = doc.text, doc.words
    if any(mark in text for mark in _QUOTES):
        return False
    names = sum(_is_name(text, start, end) for start, end in words)
    letters = len("".join(text[start:end] for start, end in words).encode())
    return 2 * _WORDS_A_NAME * names <= len(words) and 10 * letters <= _LETTERS_TEN_WORDS * len(words)


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether a word has a capital that no beginning of a sentence gave it."""
    if not text[start].isupper() or end - start == 1:
        return False
    return start > 1 and text[start - 1] not in _STOPS and text[start - 2] not in _STOPS


def _are_formal(column: TextColumn, found: Phrases, phrases: Sequence[str]) -> np.ndarray:
    """:func:`_is_formal` of each row."""
    data = column.data
    names = _count_names(column)
    _, _, _, kinds, speaks = _short_forms(phrases)
    small = found.number[~is_upper(data[found.start]) | speaks[found.number]]
    row = found.row[~is_upper(data[found.start]) | speaks[found.number]]
    news, personal = (np.zeros(column.size, bool) for _ in range(2))
    news[row[kinds[small] == 2]] = True
    personal[row[kinds[small] == 1]] = True
    many = _WORDS_A_NAME * names >= np.maximum(2 * _WORDS_A_NAME, np.diff(column.words.first))
    return news | many | ((names > 0) & ~personal)


def _count_names(column: TextColumn) -> np.ndarray:
    """How many words of each row are :func:`_is_name`."""
    words, data = column.words, column.data
    places = np.flatnonzero(is_upper(data[words.start]) & (words.end - words.start > 1))
    start, row = words.start[places], words.row[places]
    begins = start - column.offsets[row] < 2
    begins |= _IS_STOP[data[np.maximum(start - 1, 0)]] | _IS_STOP[data[np.maximum(start - 2, 0)]]
    return np.bincount(row[~begins], minlength=column.size)


def _are_casual(column: TextColumn) -> np.ndarray:
    """:func:`_is_casual` of each row."""
    words, data = column.words, column.data
    size = np.diff(words.first)
    letters = np.bincount(words.row, weights=words.end - words.start, minlength=column.size)
    casual = (2 * _WORDS_A_NAME * _count_names(column) <= size) & (10 * letters <= _LETTERS_TEN_WORDS * size)
    for mark in _QUOTES:
        first, *others = mark.encode()
        places = np.flatnonzero(data[: len(data) - len(others)] == first)
        for number, byte in enumerate(others, 1):
            places = places[data[places + number] == byte]
        row = np.searchsorted(column.offsets, places, side="right") - 1
        casual[row[places + len(others) < column.offsets[row + 1]]] = False
    return casual


def _abbreviated(doc: Doc, phrases: Sequence[tuple[int, int, str]], rng: RowRandom) -> list[Edit]:
    """Some of the phrases, abbreviated."""
    text, table = doc.text, lexicon("abbreviations")
    found: list[tuple[int, Edit]] = []
    at = 0
    for start, end, phrase in phrases:
        if start < at or phrase not in table or not doc.is_free(start, end):
            continue
        own = rng.fork(1 + start)
        short = own.choice(table[phrase])
        if (text[start].isupper() and start and not _is_i(phrase)) or text.count('"', 0, start) % 2:
            continue  # a name, or quoted
        shouted = end - start > 1 and text[start:end].isupper()
        found.append((own.bits(), Edit(start, end, short.upper() if shouted else short)))
        at = end
    kept = sorted(found)[: max(1, len(doc.words) // _WORDS_A_SLIP)]
    return sorted(edit for _, edit in kept)


def _abbreviated_columns(
    column: TextColumn, found: Phrases, phrases: Sequence[str], draws: Draws, rows: np.ndarray
) -> tuple[Phrases, Strings]:
    """Where phrases of some rows are abbreviated, and what they become."""
    count, begin, forms, _, speaks = _short_forms(phrases)
    wanted = np.zeros(column.size, bool)
    wanted[rows] = True
    quotes = np.flatnonzero(column.data == ord('"'))
    before = np.searchsorted(quotes, found.start) - np.searchsorted(quotes, column.offsets[found.row])
    opens = found.start == column.offsets[found.row]
    usual = ~is_upper(column.data[found.start]) | opens | speaks[found.number]
    usual &= wanted[found.row] & (count[found.number] > 0) & (before % 2 == 0)
    found = Phrases(*(array[usual] for array in found))
    starts = found.start - column.offsets[found.row]
    own = draws.take(found.row).fork(starts + 1)
    short = begin[found.number] + own.randrange(count[found.number])
    taken = np.ones(len(found.row), bool)
    # of phrases that overlap the first stays: one after the other, in all rows at once
    ends = np.zeros(column.size, np.int64)
    turn = np.arange(len(found.row)) - np.searchsorted(found.row, np.arange(column.size))[found.row]
    for number in range(int(turn.max(initial=-1)) + 1):
        now = np.flatnonzero(turn == number)
        free = found.start[now] >= ends[found.row[now]]
        taken[now[~free]] = False
        ends[found.row[now[free]]] = found.end[now[free]]
    # and of those some, in the order of their draws
    places = np.flatnonzero(taken)
    order = places[np.lexsort((own.bits(1)[places], found.row[places]))]
    row = found.row[order]
    rank = np.arange(len(order)) - np.searchsorted(row, row)
    kept = np.sort(order[rank < np.maximum(1, np.diff(column.words.first)[row] // _WORDS_A_SLIP)])
    short, found = short[kept], Phrases(*(array[kept] for array in found))
    text = TextColumn(column.texts.slices(found.start, found.end))
    loud = is_shouted(text) & (found.end - found.start > 1)
    return found, forms.take(2 * short + loud)


def _is_i(phrase: str) -> bool:
    return phrase == "i" or phrase[:2] in ("i ", "i'")


@cache
def _short_forms(phrases: Sequence[str]) -> tuple[np.ndarray, np.ndarray, Strings, np.ndarray, np.ndarray]:
    """The short forms of phrases as arrays.

    Returns:
        How many each phrase has; the number of its first; all of them, each in small letters and in capitals; which
        phrases tell of a person (1) or of news (2); which begin with *I*.
    """
    table = lexicon("abbreviations")
    count = np.array([len(table.get(phrase, ())) for phrase in phrases])
    forms = [short for phrase in phrases for short in table.get(phrase, ())]
    written = Strings.of(form.encode() for short in forms for form in (short, short.upper()))
    kinds = np.array([2 if phrase in _NEWS else 1 if phrase in _PERSONAL else 0 for phrase in phrases])
    speaks = np.array([_is_i(phrase) for phrase in phrases])
    return count, np.cumsum(count) - count, written, kinds, speaks


def _signs(draws: Draws, is_link: np.ndarray) -> Strings:
    """A handle or a link for each row."""
    table = lexicon("twitter")
    hosts, parts, handles = (
        Strings.of(text.encode() for text in table[name]) for name in ("link_hosts", "link_parts", "handles")
    )
    links: list[Strings | bytes]
    links = [b"https://", hosts.take(draws.randrange(hosts.size)), b"/", parts.take(draws.randrange(parts.size, 1))]
    names = Strings.joined([b"@", handles.take(draws.randrange(handles.size))], len(draws))
    signs = Strings.concatenated([names, Strings.joined(links, len(draws))])
    return signs.take(np.arange(len(draws)) + len(draws) * is_link)


def handle(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    """A drawn @handle, and the tags of the token that it is."""
    table = lexicon("twitter")
    return "@" + rng.choice(table["handles"]), _tags(table["tags"]["handle"])


def link(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    """A drawn link, and the tags of the token that it is."""
    table = lexicon("twitter")
    link = f"https://{rng.choice(table['link_hosts'])}/{rng.choice(table['link_parts'])}"
    return link, _tags(table["tags"]["link"])


def _tags(tag: dict[str, str]) -> dict[str, list[str]]:
    return {layer: [value] for layer, value in tag.items()}
