"""Slips: what may come out of a word."""

import pytest

from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.characters import Keyboard, Ocr
from hf_robust.transforms.typos import Typos, typo

SEEDS = range(60)


def outputs(transformation, text):
    return {transformation.preview(text, seed=seed) for seed in SEEDS}


@pytest.mark.parametrize("layout", ["qwerty", "qwertz", "azerty"])
def test_one_key_is_a_neighbor(layout):
    keys = lexicon("keyboard")[layout]
    for word in ("wonderful", "WONDERFUL", "Films"):
        for out in outputs(Keyboard(layout=layout, count=1), word):
            places = [n for n, (a, b) in enumerate(zip(word, out)) if a != b]
            assert len(out) == len(word) and len(places) == 1
            assert places[0] > 0
            old, new = word[places[0]], out[places[0]]
            assert new.lower() in keys[old.lower()] and (new.isupper() == old.isupper() or not new.isalpha())


def test_short_words_are_left():
    assert outputs(Keyboard(), "a bad fit") == {"a bad fit"}
    assert outputs(Keyboard(), "a good film") == {"a good film"}
    assert outputs(Keyboard(min_length=3), "a bad fit") != {"a bad fit"}
    assert outputs(Typos(), "is it so") == {"is it so"}


def test_recognition_errors_are_recorded_ones():
    table = lexicon("ocr")
    for out in outputs(Ocr(count=1), "modern"):
        sources = [(s, t) for s, targets in table.items() for t in targets]
        assert any(
            out == "modern"[:n] + t + "modern"[n + len(s) :]
            for s, t in sources
            for n in range(6)
            if "modern".startswith(s, n)
        )


@pytest.mark.parametrize(
    ("mode", "difference"),
    [("insert", 1), ("delete", -1), ("swap", 0), ("replace", 0)],
)
def test_typos_of_each_mode(mode, difference):
    for out in outputs(Typos(mode=mode, count=1), "morning"):
        assert len(out) == 7 + difference and out != "morning"
        assert out[0] == "m" and out[-1] == "g"
        if mode == "swap":
            assert sorted(out) == sorted("morning")
    assert {len(out) for out in outputs(Typos(count=1), "morning")} == {6, 7, 8}


def test_first_and_last_letter_may_be_let_go():
    free = outputs(Typos(mode="replace", count=1, keep_first=False, keep_last=False), "abc")
    assert any(out[0] != "a" for out in free) and any(out[-1] != "c" for out in free)


@pytest.mark.parametrize("word", ["aaaa", "1234", "مرحبا", "\u0301\u0302", "a", ""])
def test_words_without_a_choice(word):
    for mode in ("insert", "delete", "swap", "replace"):
        out = typo(word, RowRandom(b"x"), mode)
        assert out is None or out != word
    assert typo("aaaa", RowRandom(b"x"), "swap") is None and typo("1234", RowRandom(b"x"), "replace") is None
