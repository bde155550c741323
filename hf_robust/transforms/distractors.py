"""Irrelevant sentences put before or after a text."""

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from hf_robust.core.column_edits import EditColumns, merged
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, is_digit, is_letter, is_upper
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, preserves, register

LONG_TEXT = 10
_LAST_ROOM = 40  # characters in which the last word is looked for
_REMEMBERED = 1 << 14  # beginnings of texts
_STOP = {"tokens": (".",), "upos": ("PUNCT",), "xpos": (".",)}
_NO_SPACE_BEFORE = frozenset({",", ".", ":", ";", "!", "?", "…", "'s", "n't", "'re", "'ll", "'ve", "'d", "'m", "’s"})
# endings of words that are seldom names
_ENDING = re.compile(r"(?:..(?:ful|ous|less|able|ible|ive|ness|ment|tion|sion|ically)|.{4}(?:ing|ed|ly))s?\Z")
# words that often begin a sentence, besides those of the tables; none is a usual name
_OPENERS = frozenset(
    "add ah apart bad based beautifully big borrows build cheap choose clean cold comes cool dark delivers dirty dull "
    "easy equal fails fair false fast feels final fine finds flat fresh fun gets gives goes gone good great half hard "
    "hey high holds huge keep lacks large last leave less light long looks lots loud loved low made makes many mind "
    "moody need new nice offers old open part parts poor pure quick quiet rare real rich runs sad says set sharp "
    "short shows simple sits six slow small soft solid some soon starts strong stupid such sure sweet take tells ten "
    "thin thick tight tired tough true try turns ugly undone warm wastes watch weak well whereas wide works worst "
    "worth yes yet".split()
)
_CALENDAR = frozenset(
    "sunday monday tuesday wednesday thursday friday saturday january february march april may june july august "
    "september october november december christmas easter internet english french german spanish "
    "american british".split()
)
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))\Z")


@register
@dataclass(frozen=True, kw_only=True)
class AppendIrrelevant(Transformation):
    """An irrelevant lead-in before the text and, when it has ten words or more, a saying after it.

    Args:
        place: ``both``, ``start`` or ``end``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AppendIrr".

    Example:
        >>> AppendIrrelevant(place="start").preview("The food was cold.", seed=68)
        'In any case, the food was cold.'
    """

    place: str = "both"

    name = "append-irrelevant"
    version = "3"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AppendIrr"
    # sentences of their own beside the tree: where they hang in it is a matter of taste
    effects = preserves(*UNPARSED_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("place", ("both", "start", "end"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found = []
        # both are drawn always, so that `place` does not change what is drawn
        leadin, saying = rng.choice(lexicon("leadins")), rng.choice(lexicon("sayings"))
        if self.place != "end":
            joined = leadin["tokens"] if doc.bounds is not None else (join_tokens(leadin["tokens"]),)
            found.append(Edit(0, 0, " ".join(joined) + " ", layers(leadin)))
            found.extend(_lower_first(doc))
        if self.place == "end" or (self.place == "both" and len(doc.words) >= LONG_TEXT):
            found.append(_after(doc, saying))
        return found

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not column.plain:
            return None
        size, rows, left = column.size, np.arange(column.size), np.zeros(column.size, bool)
        leadins, sayings = _joined("leadins"), _joined("sayings")
        leadin, saying = draws.randrange(leadins.size), draws.randrange(sayings.size, 1)
        parts = []
        if self.place != "end":
            start = column.offsets[:-1]
            before = Strings.joined([leadins.take(leadin), b" "], size)
            parts += [EditColumns.whole(rows, start, start, before, left), _lower_first_columns(column)]
        if self.place != "start":
            long = np.full(size, self.place == "end") | (np.diff(column.words.first) >= LONG_TEXT)
            end = column.offsets[1:][long]
            after = Strings.joined([_ends(column).take(rows[long]), sayings.take(saying[long])], len(end))
            parts.append(EditColumns.whole(rows[long], end, end, after, left))
        return merged(*parts)


@cache
def _joined(name: str) -> Strings:
    return Strings.of(join_tokens(entry["tokens"]).encode() for entry in lexicon(name))


def _lower_first_columns(column: TextColumn) -> EditColumns:
    """:func:`_lower_first` of each row."""
    data, words = column.data, column.words
    rows = np.flatnonzero(np.diff(words.first))
    first = words.first[rows]
    kept = (words.start[first] == column.offsets[rows]) & is_upper(data[words.start[first]])
    rows, first = rows[kept], first[kept]
    start, end = words.start[first], words.end[first]
    second = np.minimum(first + 1, len(words.start) - 1)
    follows = np.where((first + 1 < words.first[rows + 1]), words.end[second] - words.start[second], 0)
    word = column.texts.slices(start, end).tolist()
    following = column.texts.slices(words.start[second], words.start[second] + follows).tolist()
    may = [_is_low(one.decode("latin-1"), two.decode("latin-1")) for one, two in zip(word, following)]
    rows, start, end = rows[may], start[may], end[may]
    new = Strings(column.lower, column.offsets).slices(start, end)
    return EditColumns.whole(rows, start, end, new, np.zeros(column.size, bool))


def _ends(column: TextColumn) -> Strings:
    """What stands between each text and a saying, as in :func:`_after`."""
    data, end = np.append(column.data, np.uint8(0)), column.offsets[1:]
    spaces, slashes = (np.flatnonzero(column.data == ord(sign)) for sign in " /")
    found = np.append(spaces, -1)[np.searchsorted(spaces, end) - 1]  # the number -1 is that of none
    start = np.maximum(np.maximum(found + 1, end - _LAST_ROOM), column.offsets[:-1])
    last = data[np.maximum(end - 1, 0)]
    ended = ~(is_letter(last) | is_digit(last)) | (np.searchsorted(slashes, start) < np.searchsorted(slashes, end))
    ended |= np.isin(data[start], np.frombuffer(b"@#", np.uint8))
    return Strings.of([b". ", b".", b" ", b""]).take(2 * ended + IS_SPACE[last])


def _after(doc: Doc, saying: dict[str, Any]) -> Edit:
    """The saying behind the text, which gets a full stop when it has no end mark."""
    text, at = doc.text, len(doc.text)
    gap = "" if text[-1:].isspace() else " "
    last = text[max(0, at - _LAST_ROOM) :].rpartition(" ")[2]
    ended = not last[-1:].isalnum() or "/" in last or last[0] in "@#"  # a link, a handle or a tag takes no stop
    if doc.bounds is None:
        return Edit(at, at, f"{'' if ended else '.'}{gap}{join_tokens(saying['tokens'])}", layers(saying))
    entry = saying if ended else {name: _STOP[name] + saying[name] for name in _STOP}
    return Edit(at, at, gap + " ".join(entry["tokens"]), layers(entry))


def _lower_first(doc: Doc) -> list[Edit]:
    """A first word that is upper case only because it was first; a name keeps its capital."""
    text, words = doc.text, doc.words
    if not words or words[0][0] != 0 or not doc.is_free(*words[0]):
        return []
    end = words[0][1]
    following = text[slice(*words[1])] if len(words) > 1 else ""
    return [Edit(0, end, text[:end].lower())] if _is_low(text[:end], following) else []


@lru_cache(_REMEMBERED)
def _is_low(word: str, following: str) -> bool:
    """Whether the first word of a text, before another one, is no name."""
    if not word[0].isupper() or word[1:] != word[1:].lower():
        return False
    low = _CLITIC.sub("", word.lower())
    in_name = (following[:1].isupper() and following != "I") or following in ("'s", "’s") or low != word.lower()
    return low != "i" and (low in lexicon("stop_words") or (not in_name and _is_usual(low)))


def _is_usual(word: str) -> bool:
    """Whether a word is one of the language and no name, as far as the tables and its ending tell."""
    known, names = _known_words()
    if word in names:
        return False
    compound = "-" in word and word.replace("-", "").isalpha()
    return word in known or compound or bool(_ENDING.search(word))


@cache
def _known_words() -> tuple[frozenset[str], frozenset[str]]:
    usual = {key.split("|")[0] for key in lexicon("interchangeable")}
    usual.update(lexicon("misspellings"), lexicon("number_words")["units"], lexicon("number_words")["tens"])
    usual.update(phrase for phrase in lexicon("abbreviations") if " " not in phrase)
    people = lexicon("entities")["PERSON"].values()
    groups = (*people, lexicon("entities")["GPE"])
    names = {part.lower() for group in groups for name in group for part in name.split()}
    return frozenset(usual | _OPENERS), frozenset(names | _CALENDAR)


def layers(entry: dict[str, Any]) -> dict[str, Any]:
    """The tag layers of a lexicon entry, for an edit that inserts its tokens."""
    return {name: entry[name] for name in ("upos", "xpos")}


def join_tokens(tokens: tuple[str, ...]) -> str:
    """Tokens as running text: no space before closing punctuation and clitics.

    Example:
        >>> join_tokens(("By", "the", "way", ",")), join_tokens(("It", "'s", "late", "."))
        ('By the way,', "It's late.")
    """
    text = ""
    for token in tokens:
        text += token if not text or token in _NO_SPACE_BEFORE else " " + token
    return text
