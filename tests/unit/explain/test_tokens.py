"""Texts without some of their words, and words that are left out together."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.core.doc import token_bounds
from hf_robust.core.word_bounds import find_words
from hf_robust.explain.tokens import ExplainedTokens, TokenSpan, texts_without

NLI = hr.task("natural-language-inference")


@pytest.mark.parametrize(
    "text, gone, expected",
    [
        ("A fine film.", {0}, "fine film."),
        ("A fine film.", {1}, "A film."),
        ("A fine film.", {0, 1, 2}, "."),
        ("(so) good", {0}, "() good"),
        ("one  two\tthree", {1}, "one\tthree"),
        ("  one two", {0}, " two"),
    ],
)
def test_a_word_goes_with_the_space_before_it(text, gone, expected):
    words = find_words(text)
    kept = np.array([[place not in gone for place in range(len(words))]])
    assert list(texts_without(text, words, kept)) == [expected]


@pytest.mark.parametrize(
    "text", ["  a\n b  c!! ", "\u00e9 \u00e0", "x", "\u202b\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd"]
)
def test_the_whole_text_comes_out_as_it_is(text):
    words = find_words(text)
    assert list(texts_without(text, words, np.ones((1, len(words)), dtype=bool))) == [text]


def test_words_of_a_token_list():
    tokens = ["It", "'s", "a", "film", "."]
    text = " ".join(tokens)
    kept = np.array([[True, False, True, True]])
    assert list(texts_without(text, find_words(text, token_bounds(tokens)), kept)) == ["It a film ."]


def test_all_occurrences_of_a_word_in_a_text_are_one_group():
    text = "the good, the bad, The ugly"
    tokens = ExplainedTokens({"text": text}, tuple(TokenSpan("text", *bounds) for bounds in find_words(text)))
    assert tokens.groups(bow=True) == [[0, 2], [1], [3], [4], [5]]
    assert tokens.groups(bow=False) == [[0], [1], [2], [3], [4], [5]]
    pair = ExplainedTokens.of({"premise": "a cat", "hypothesis": "a dog"}, NLI)
    assert pair.groups(bow=True) == [[0], [1], [2], [3]]


def test_tokens_go_from_several_texts_at_once():
    tokens = ExplainedTokens.of({"premise": "a cat sat", "hypothesis": "a dog."}, NLI)
    kept = np.array([[True, False, True, True, True, False], [True] * 6])
    first, whole = tokens.variants(kept)
    assert first == {"premise": "a sat", "hypothesis": "a dog"} and whole == tokens.row


def test_a_text_without_tokens_has_itself_as_every_variant():
    tokens = ExplainedTokens.of({"text": " "}, hr.task("sentiment-classification"))
    assert list(tokens.variants(np.ones((2, 0), dtype=bool))) == [{"text": " "}] * 2
