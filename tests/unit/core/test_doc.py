"""What a transformation reads."""

import sys
import unicodedata

import pytest

from hf_robust.core.doc import Annotation, Doc, Span, Token, token_bounds
from hf_robust.core.errors import UsageError
from hf_robust.core.protection import protection
from hf_robust.core.word_bounds import find_words


def words(text):
    return [text[a:b] for a, b in find_words(text)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It's a 5-star film.", ["It's", "a", "5-star", "film"]),
        ("don’t", ["don’t"]),
        ("--- !!!", []),
        ("", []),
        ("a_b", ["a_b"]),
        ("'quoted' word-", ["quoted", "word"]),
        ("naïve cafe\u0301", ["naïve", "cafe\u0301"]),
        ("مرحبا بالعالم", ["مرحبا", "بالعالم"]),
        ("x👍🏽y", ["x", "y"]),
        ("\u0301\u0302", []),
        ("a\ud83db", ["a", "b"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("e.g. U.S.", ["e.g.", "U.S."]),
    ],
)
def test_words(text, found):
    assert words(text) == found


def test_words_of_a_token_list_are_its_tokens():
    doc = Doc.of_tokens(["It", "'s", "U.S.", ".", "--", "3-0"])
    assert [doc.text[a:b] for a, b in doc.words] == ["It", "'s", "U.S.", "3-0"]


def test_protection():
    doc = Doc(
        "New York is in the state of New York",
        protected=[(0, 8)],
        protect=protection(["state", "in the"], defaults=False),
    )
    assert [doc.text[a:b] for a, b in doc.free_words] == ["is", "of", "New", "York"]
    assert not doc.is_free(4, 12) and not doc.is_free(15, 30)  # a longer edit would touch what is protected
    assert not doc.is_free(12, 18)  # two words, given as one phrase
    assert doc.is_free(8, 11) and doc.is_free(8, 8) and not doc.is_free(3, 3)


def test_overlapping_protected_spans():
    doc = Doc("abcdefghij", protected=[(4, 6), (0, 5), (5, 5), (8, 9)])
    free = [n for n in range(10) if doc.is_free(n, n + 1)]
    assert free == [6, 7, 9]


def test_nothing_on_it_can_be_changed():
    doc = Doc("a")
    with pytest.raises(AttributeError, match="cannot be changed"):
        doc.text = "b"


def test_annotation_is_read_lazily_and_without_it_there_is_an_error():
    column = {
        "start": [0, 5],
        "end": [4, 10],
        "token": ["Dogs", "sleep"],
        "pos": ["NOUN", "VERB"],
        "tag": [],
        "lemma": [],
        "dep": [],
        "head": [],
        "sent": [],
        "ent_start": [0],
        "ent_end": [4],
        "ent_label": ["X"],
    }
    doc = Doc("Dogs sleep", annotation=column)
    assert doc.tokens[1] == Token(5, 10, "sleep", "VERB") and doc.entities == (Span(0, 4, "X"),)
    with pytest.raises(UsageError, match="needs"):
        Doc("a").tokens  # noqa: B018
    assert Doc("a", annotation=Annotation(())).tokens == ()


def test_tagged_by_hand():
    doc = Doc.tagged("Anna/PROPN runs/VERB/VBZ/run 1/2/NUM", {"Anna": "PERSON"})
    assert [t.text for t in doc.tokens][:2] == ["Anna", "runs"] and doc.tokens[1].lemma == "run"
    assert doc.entities == (Span(0, 4, "PERSON"),) and token_bounds(["ab", "c"]) == [(0, 2), (3, 4)]


@pytest.mark.slow
def test_all_combining_marks_of_unicode_belong_to_words():
    marks = [code for code in range(0x300, sys.maxunicode + 1) if unicodedata.category(chr(code))[0] == "M"]
    assert len(marks) > 1000
    for start in range(0, len(marks), 500):
        text = "a" + "".join(map(chr, marks[start : start + 500]))
        assert find_words(text) == [(0, len(text))]
