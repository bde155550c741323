"""Kinds, forms and sentiments of words."""

import pytest
from corpus import SENTENCES, doc

from hf_robust.core.doc import Doc
from hf_robust.core.errors import MissingResource
from hf_robust.language import resources
from hf_robust.language.english.wordforms import are_opposites, is_fixed, lemmas_of, swappable, tags_of
from hf_robust.language.lexicons.wordnet_facts import opposites, uses
from hf_robust.language.polarity import polarity


@pytest.fixture(autouse=True)
def _resources():
    try:
        resources.require(("wordnet", "encoder", "word-sentiment"), "test")
    except MissingResource as absent:
        pytest.skip(str(absent))


@pytest.mark.parametrize(
    ("word", "has", "lacks"),
    [
        ("film", {"NN"}, {"VB", "NNS"}),  # hardly ever a verb
        ("young", {"JJ"}, {"NN"}),
        ("films", {"NNS"}, {"NN"}),
        ("bought", {"VBD", "VBN"}, {"VB"}),
        ("better", {"JJR"}, {"JJ"}),
        ("quickly", {"RB"}, {"JJ"}),
        ("the", set(), {"NN", "JJ", "RB"}),
        ("xqzt", set(), {"NN"}),
    ],
)
def test_tags_of_words(word, has, lacks):
    assert has <= tags_of(word) and not lacks & tags_of(word)


def test_swappable_words_are_whole_free_and_of_the_right_kind():
    for sentence in SENTENCES:
        for tokens in (False, True):
            document = doc(sentence, tokens)
            for token in swappable(document):
                assert token.pos in ("NOUN", "VERB", "ADJ", "ADV") and token.text.isalpha()
                assert not is_fixed(token.text.lower())
                assert document.text[token.start : token.end] == token.text
    tagged = Doc.tagged("low-key/ADJ/JJ acting/NOUN/JJR a_b/NOUN/NN x/NOUN/NN never/ADV/RB Oslo/PROPN/NNP film/NOUN/NN")
    assert [token.text for token in swappable(tagged)] == ["film"], "the tagger's JJR is no form of acting"
    glued = Doc("old-film reel", annotation=Doc.tagged("old-film reel/NOUN/NN")._annotation)
    assert [token.text for token in swappable(glued)] == ["reel"]


def test_polarity_comes_from_the_lexicon_first_and_else_from_the_neighborhood():
    assert polarity("terrible", "JJ") == "negative" and polarity("loved", "VBD") == "positive"
    assert polarity("memorable", "JJ") == "positive" and polarity("grotesque", "JJ") == "negative"
    assert [polarity(word, "NN") for word in ("table", "city", "film", "reel")] == ["neutral"] * 4
    assert polarity("xqztish", "JJ") == "unknown" and polarity("xqztish", "NN") == "neutral"


def test_opposites():
    assert {"small", "tiny"} <= opposites("huge", "a") and "bad" in opposites("good", "a")
    assert not opposites("movie", "n") and "sell" in opposites("buy", "v") and "slowly" in opposites("quickly", "r")
    assert are_opposites("larger", "smaller", "JJR") and are_opposites("smaller", "larger", "JJR")
    assert not are_opposites("film", "movie", "NN") and not are_opposites("the", "a", "DT")
    assert "good" not in opposites("good", "a")


def test_crude_words_neither_go_nor_come():
    assert is_fixed("bitch") and is_fixed("n't") and not is_fixed("dog")


def test_uses_and_lemmas():
    assert uses("film", "n") > 10 * uses("film", "v") and uses("xqzt", "n") == 0
    assert lemmas_of("bought", "VBD") == ("buy",) and lemmas_of("the", "DT") == ()
