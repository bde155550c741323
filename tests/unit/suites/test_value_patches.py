"""New values said without texts, and made again of the old ones."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_robust.core.errors import UsageError
from hf_robust.core.languages import SPACED
from hf_robust.suites.value_patches import HoldsText, Texts, cut_of, cut_up, patch_of, patched

NONE = Texts({}, SPACED)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["O", "B-PER", ""]),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from(["a", "b", "list", "same"]), inner),
    max_leaves=12,
)


@given(values, values)
def test_what_is_said_makes_the_new_value(new, old):
    patch = json.loads(json.dumps(patch_of(new, old, NONE, lambda text: True)))
    assert patched(patch, old, NONE) == new


def test_texts_are_said_by_their_place():
    texts = Texts({"context": "Ana Ruiz won a cup.", "question": "Who won?"}, SPACED)
    new = {"text": ["Ana Ruiz"], "answer_start": [0]}
    patch = patch_of(new, {"text": ["Ana"], "answer_start": [0]}, texts, lambda text: False)
    assert "Ruiz" not in json.dumps(patch) and patched(patch, {"answer_start": [0]}, texts) == new
    assert patch_of("Who", None, texts, lambda text: False) == {"text": ["question", 0, 3]}


def test_a_text_that_stands_nowhere_is_not_said():
    texts = Texts({"context": "Ana Ruiz won a cup."}, SPACED)
    with pytest.raises(HoldsText, match="a new value holds a text"):
        patch_of(["Berg"], [], texts, lambda text: False)
    with pytest.raises(HoldsText, match="of type bytes"):
        patch_of(b"x", None, texts, lambda text: True)


@pytest.mark.parametrize(
    "patch", [{"text": ["context", 0, 99]}, {"text": ["other", 0, 1]}, {"what": 1}, {"list": [{"at": [7, 1]}]}, {}]
)
def test_what_does_not_fit_is_an_error(patch):
    with pytest.raises(UsageError):
        patched(patch, [1], Texts({"context": "Ana"}, SPACED))


@given(st.lists(st.lists(st.text("ab.我", min_size=1, max_size=4), min_size=1, max_size=4), max_size=4))
def test_tokens_are_cut_out_of_their_text(sentences):
    tokens = [token for sentence in sentences for token in sentence]
    for text in (" ".join(tokens), "".join(tokens), "  ".join(tokens)):
        assert cut_up(text, cut_of(sentences, text)) == sentences
        assert cut_up(text, cut_of(tokens, text)) == tokens
    assert not tokens or (
        cut_of(tokens, "c") is None and cut_up("".join(tokens)[1:], cut_of(tokens, "".join(tokens))) is None
    )


def test_a_text_of_words_keeps_its_spaces():
    cut = cut_of(" 他  来 了", "他来了")
    assert cut_up("他来了", cut) == " 他  来 了" and cut_of("他 去", "他来") is None
