"""The reasons of unchanged rows say what the check that refused them looked at."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import row_rng
from hf_robust.core.reasons import ReasonKind, reason_kind
from hf_robust.transforms import embeddings, rewriting
from hf_robust.transforms.embeddings import SynonymEmbedding
from hf_robust.transforms.rewriting import MaskedLM
from hf_robust.transforms.social import Twitter
from hf_robust.transforms.task_specific.inference import SwapAntonym

HAT = Doc.tagged("A/DET/DT man/NOUN/NN wears/VERB/VBZ/wear a/DET/DT plaid/ADJ/JJ hat/NOUN/NN")


@pytest.mark.parametrize(("kind", "module"), [(MaskedLM, rewriting), (SynonymEmbedding, embeddings)])
def test_words_without_a_fitting_replacement_are_rejected(kind, module, monkeypatch):
    monkeypatch.setattr(module, "swappable", lambda doc: [one for one in doc.tokens if one.pos in ("NOUN", "VERB")])
    transformation = object.__new__(kind)  # without its resources, which say nothing of the reason
    object.__setattr__(transformation, "gate", "balanced")
    assert reason_kind(transformation.why_unchanged(HAT)) is ReasonKind.REFUSED
    without = transformation.why_unchanged(Doc.tagged("Oh/INTJ/UH my/PRON/PRP$"))
    assert reason_kind(without) is ReasonKind.NO_CANDIDATE


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("watching the VMA pre-show again lol it was n't even a good show", "a word inside it has a capital"),
        ("An Indian woman stands in a marketplace .", "a word inside it has a capital"),
        ("Friday Night Eats", "many words have a capital"),
        ("the mayor said it was late", "typical of news"),
    ],
)
def test_twitter_names_the_sign_of_a_formal_text(text, sign):
    assert sign in Twitter().edits(Doc(text), row_rng(0, "twitter", text, "text")).reason


def test_swap_antonym_names_both_kinds_of_words():
    assert "excludes" in SwapAntonym.choice and "excludes" in SwapAntonym.__doc__
