"""The words of Chinese text, cut by an averaged perceptron over characters with features of the dictionary.

Each character gets a tag: begin, middle or end of a word, or word of its own; the best legal sequence of tags is the
segmentation. Runs of letters and numbers are whole words, digits with 万 and the like behind them, too; signs and emoji
are none. Traditional characters are looked up as their simplified partners. The same text is cut once: what was cut
last is remembered.

Source: Xue (2003), Chinese word segmentation as character tagging; Collins (2002), the averaged perceptron.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import NamedTuple

import regex

from hf_robust.core.edits import Offsets
from hf_robust.core.recent import Recent
from hf_robust.core.word_bounds import whole_words
from hf_robust.language.chinese.script import HAN, to_simplified
from hf_robust.language.chinese.word_evidence import evidence
from hf_robust.language.embedded import ZH_SEGMENTER
from hf_robust.language.lexicons import FOLDER
from hf_robust.language.lexicons.readers import lines

__all__ = [
    "WEIGHTS",
    "TextUnit",
    "Weights",
    "best_ends",
    "cut_units",
    "find_units",
    "pieces",
    "stamp",
    "words",
]

WEIGHTS = "weights.tsv.gz"
"""The file of the trained weights, in the folder of the segmenter."""

_KEPT = 4096  # texts whose words are kept
_recent = Recent(_KEPT)

_OTHER = rf"(?![{HAN}])[\p{{L}}\p{{N}}]"
_RUN = rf"{_OTHER}(?:{_OTHER}|\p{{M}})*"
_SCALES = r"(?:[十百千]?[万萬亿億兆]|百(?![分度货貨姓合科米])|千(?![克米瓦卡赫兹帕字]))"
_UNIT = regex.compile(
    # some words have letters and Han characters; else the two never join
    rf"(?P<word>(?<![A-Za-z0-9])(?:T恤|B超|X光|U盘|K歌|[ABH]股|AA制|Q币)|卡拉OK(?!{_OTHER})"
    rf"|(?:\d+(?:[.,:]\d+)*{_SCALES}+)+"
    rf"|{_RUN}(?:(?:(?<=\d)[.,:](?=\d)|['’&\-](?={_OTHER})){_RUN})*)"
    rf"|(?P<han>[{HAN}])\p{{M}}*|(?P<space>\s+)|(?P<sign>(?P<one>\X)(?P=one)*)"
)


class TextUnit(NamedTuple):
    """The smallest part of a text that is not cut.

    Args:
        start: Its first character in the text.
        end: The character after its last.
        kind: ``"han"``, ``"word"`` for letters and digits, ``"space"`` or ``"sign"``.
        text: A Han character in simplified form, else the characters as they are.
    """

    start: int
    end: int
    kind: str
    text: str


class Weights(NamedTuple):
    """What the perceptron has learned.

    Args:
        features: For each feature what it says for the tags ``B``, ``M``, ``E``, ``S``.
        steps: For each tag what it says for the next one: four rows of four.
    """

    features: Mapping[str, Sequence[float]]
    steps: Sequence[Sequence[float]]


def find_units(text: str) -> list[TextUnit]:
    """A text as Han characters, whole words in other letters, numbers, spaces and signs.

    Args:
        text: Any text.

    Example:
        >>> [(unit.kind, unit.text) for unit in find_units("買iPhone12 25.5元……")]
        [('han', '买'), ('word', 'iPhone12'), ('space', ' '), ('word', '25.5'), ('han', '元'), ('sign', '……')]
    """
    simple = to_simplified(text)
    return [
        TextUnit(
            match.start(), match.end(), match.lastgroup or "sign", simple[match.start()] if match["han"] else match[0]
        )
        for match in _UNIT.finditer(text)
    ]


def cut_units(units: Sequence[TextUnit], weights: Weights) -> list[int]:
    """Numbers of the units that end a word; a unit that is no Han character is one by itself.

    Args:
        units: What :func:`find_units` found.
        weights: What the perceptron has learned.

    Returns:
        Ascending numbers; the last one is that of the last unit.
    """
    get = weights.features.get
    scores: list[tuple[float, float, float, float] | None] = []
    for unit, features in zip(units, evidence([unit.text for unit in units])):
        if unit.kind != "han":
            scores.append(None)
            continue
        begin = middle = end = single = 0.0
        for feature in features:
            found = get(feature)
            if found is not None:
                begin += found[0]
                middle += found[1]
                end += found[2]
                single += found[3]
        scores.append((begin, middle, end, single))
    return best_ends(scores, weights.steps)


_NEVER = float("-inf")
_ENDS = (False, False, True, True)


def best_ends(
    scores: Sequence[tuple[float, float, float, float] | None], steps: Sequence[Sequence[float]]
) -> list[int]:
    """The best sequence of tags (Viterbi): B and M go on to M or E, E and S to B or S; None is S in any case."""
    begin = middle = _NEVER
    end, single = 0.0, _NEVER  # as if a word had ended
    (_, b_m, b_e, _), (_, m_m, m_e, _), (e_b, _, _, e_s), (s_b, _, _, s_s) = steps
    behind: list[tuple[int, int, int, int]] = []
    for score in scores:
        to_begin = (end + e_b, 2) if end + e_b >= single + s_b else (single + s_b, 3)
        to_middle = (begin + b_m, 0) if begin + b_m >= middle + m_m else (middle + m_m, 1)
        to_end = (begin + b_e, 0) if begin + b_e >= middle + m_e else (middle + m_e, 1)
        to_single = (end + e_s, 2) if end + e_s >= single + s_s else (single + s_s, 3)
        behind.append((to_begin[1], to_middle[1], to_end[1], to_single[1]))
        if score is None:
            begin = middle = end = _NEVER
            single = to_single[0]
        else:
            begin, middle = to_begin[0] + score[0], to_middle[0] + score[1]
            end, single = to_end[0] + score[2], to_single[0] + score[3]
    tag = 2 if end >= single else 3
    found = []
    for at in range(len(scores) - 1, -1, -1):
        if _ENDS[tag]:
            found.append(at)
        tag = behind[at][tag]
    return found[::-1]


@cache
def _weights() -> Weights:
    rows = {name: tuple(map(int, numbers)) for name, *numbers in lines(ZH_SEGMENTER / WEIGHTS)}
    steps = [rows.pop(f"~{tag}") for tag in "BMES"]
    return Weights(rows, steps)


@cache
def stamp() -> str:
    """A hash of the weights and of the tables that the segmenter reads; it loads none of them.

    Example:
        >>> len(stamp())
        12
    """
    tables = ("words.tsv.gz", "modern_words.tsv", "person_names.json", "script.tsv")
    files = (ZH_SEGMENTER / WEIGHTS, *(FOLDER / "zh" / name for name in tables))
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()[:12]


class _Cut(NamedTuple):
    words: tuple[Offsets, ...]
    pieces: tuple[Offsets, ...]


def _cut(text: str) -> _Cut:
    known = _recent.known([text])
    if known:
        found: _Cut = known[text]
        return found
    units = find_units(text)
    words_found, pieces_found, first = [], [], 0
    for last in cut_units(units, _weights()):
        place = (units[first].start, units[last].end)
        kind = units[first].kind
        first = last + 1
        if kind != "space":
            pieces_found.append(place)
            if kind != "sign":
                words_found.append(place)
    found = _Cut(tuple(words_found), tuple(pieces_found))
    _recent.keep({text: found})
    return found


def words(text: str) -> list[Offsets]:
    """Offsets of the words of a text: all that have a letter or a digit.

    Han runs are segmented; runs of letters and digits are whole, with combining marks. Emoji and signs are no words.

    Args:
        text: Any text, simplified or traditional.

    Example:
        >>> text = "我买了iPhone12！"
        >>> [text[start:end] for start, end in words(text)]
        ['我', '买', '了', 'iPhone12']
    """
    return whole_words(text, list(_cut(text).words))


def pieces(text: str) -> list[str]:
    """All tokens of a text but white space: its words and its signs, the same sign repeated as one.

    Args:
        text: Any text, simplified or traditional.

    Example:
        >>> pieces("他说：“我们走……”")
        ['他', '说', '：', '“', '我们', '走', '……', '”']
    """
    return [text[start:end] for start, end in _cut(text).pieces]
