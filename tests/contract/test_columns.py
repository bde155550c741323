"""Whole columns at once and row by row: the same edits, whatever stands in the texts."""

import unicodedata

import numpy as np
import pytest
from contract_helpers import NAMES, make
from corpus import SENTENCES
from hostile_texts import HOSTILE

from hf_robust.core.column_edits import splice
from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.randomness import RandomSource, row_id, row_key
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.core.word_bounds import find_words
from hf_robust.transforms.transformation_registry import transformations

COLUMNAR = [
    name
    for name in NAMES
    if transformations.get(name)().edits_columns(
        TextColumn(Strings.of([b"a text"])), RandomSource(0, "", "").rows(np.zeros(1, np.uint64))
    )
    is not None
]
WHOLE = [text for name, text in HOSTILE.items() if text is not None and "surrogate" not in name]
TEXTS = [text for text in WHOLE if len(text) < 10_000]
TEXTS += [sentence.text for sentence in SENTENCES] + [sentence.text.upper() for sentence in SENTENCES]
TEXTS += [
    *("a-b-c d' 'e f'g h--i - ' j_k l_ _m", "'", "a", "A", "AB", "aA Aa aa AA", "don't DON'T Don't", "x" * 300),
    *("it's not a test of the (best) \"movies\" , isn't it ?", "end\nof line\r\n\tnext", "1 22 3a a3 4-5 90s R2D2"),
    *(
        "O'Neil's mother-in-law's 'tis well-known.",
        "  leading and trailing  ",
        "ll rn cl vv li IJ fi",
        "An hour a user",
    ),
    *("“It’s” a well–known café – don’t’ ’tis a’’b ’ a’- -’b", "größer als ÜBER straße ẞ", "naïve déjà-vu ÉTÉ l’été"),
    *(
        "\u212aelvin ſ İstanbul ı ŉ ǆ",
        "Σοφός ΟΔΟΣ",
        "e\u0301te\u0301 mark",
        "¼ ² x² ½cup",
        "a\u00a0b\u2003c",
        "𝒳𝒴 x𝒳",
        "é",
        "–",
    ),
    *(
        "été ",
        "été",
        "’é",
        "é’",
        "don’t",
        "ﬁlm ﬂy",
        "film\u200bs so\u00adft",
        "日本語 film です",
        "фильм film",
        "ｆｕｌｌ width",
    ),
]


def both_paths(transformation, texts, seed=0):
    """Compare the edits of each text, and the text after them, row by row and from arrays."""
    ids = [row_id([text]) for text in texts]
    source = RandomSource(seed, transformation.signature, "text")
    column = TextColumn(Strings.of([text.encode() for text in texts]))
    edits = transformation.edits_columns(column, source.rows(np.array(list(map(row_key, ids)), np.uint64)))
    spliced = splice(column, edits)
    rows = [[] for _ in texts]
    first = column.characters(column.offsets)[edits.row]
    spans = (column.characters(edits.start) - first).tolist(), (column.characters(edits.end) - first).tolist()
    for number, (row, *span) in enumerate(zip(edits.row.tolist(), *spans, strict=True)):
        rows[row].append((*span, spliced.after, number))
    after, new = spliced.after.tolist(), [text.decode() for text in spliced.texts.tolist()]
    read = column.readable if edits.read is None else edits.read
    for number, text in enumerate(texts):
        if edits.left[number] or not read[number]:
            continue
        found = [(start, end, after[place].decode()) for start, end, _, place in rows[number]]
        doc, rng = Doc(text), source.row(ids[number])
        expected = [edit[:3] for edit in transformation.edits(doc, rng)]
        assert found == expected, text
        assert new[number] == apply(text, list(transformation.edits(doc, source.row(ids[number]))))


SLIPS = ("insert", "delete", "swap", "replace")
PARAMETERS = {
    "append-irrelevant": [{"place": "start"}, {"place": "end"}],
    "contraction": [{"mode": "expand"}, {"mode": "contract"}],
    "twitter": [{"mode": "at"}, {"mode": "url"}],
    "word-case": [{"case": case} for case in ("lower", "title", "random")],
    "punctuation": [{"mode": "remove"}],
    "keyboard": [{"layout": "qwertz"}, {"count": 2}, {"min_length": 1, "rate": 1.0}],
    "typos": [
        *({"mode": mode, "rate": 1.0} for mode in SLIPS),
        {"keep_first": False, "keep_last": False, "rate": 1.0},
        {"count": 3},
    ],
}


def variants(name):
    options = PARAMETERS.get(name, [])
    return [{}, *options, *([{"rate": 1.0}, {"count": 1}] if hasattr(transformations.get(name), "rate") else [])]


@pytest.mark.parametrize("name", COLUMNAR)
def test_both_paths_make_the_same_edits(name):
    for params in variants(name):
        for seed in range(3):
            both_paths(make(name, **params), TEXTS, seed)


def test_words_are_those_of_one_text():
    texts = [*TEXTS, *WHOLE]
    column = TextColumn(Strings.of([text.encode() for text in texts]))
    words = column.words
    begin = column.characters(column.offsets)[words.row]
    starts, ends = ((column.characters(places) - begin).tolist() for places in (words.start, words.end))
    for number, text in enumerate(texts):
        first, last = words.first[number], words.first[number + 1]
        if any(unicodedata.category(char)[0] == "M" for char in text):
            assert not column.legible[number]
            continue
        assert list(zip(starts[first:last], ends[first:last])) == find_words(text)
        assert column.legible[number] == bool(find_words(text))
        assert column.readable[number] == (bool(find_words(text)) and text.isascii())
