"""How much of a language model an edit costs: counts of what is asked, so that no edit becomes dearer unnoticed."""

from pathlib import Path

import pytest

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.randomness import row_rng
from hf_robust.language import fill_mask
from hf_robust.language.gate import window_states
from hf_robust.transforms import rewriting
from hf_robust.transforms.embeddings import SynonymEmbedding
from hf_robust.transforms.rewriting import MaskedLM
from hf_robust.transforms.synonyms import Synonym

ONE_WORD = "The/DET/DT doctor/NOUN/NN bought/VERB/VBD/buy a/DET/DT big/ADJ/JJ car/NOUN/NN"
"""Each word that can change has one other in the table."""
SENTENCES = (Path(__file__).parents[2] / "data" / "held_out_sentences.txt").read_text(encoding="utf-8").splitlines()
A_CHOICE = f"{ONE_WORD} quickly/ADV/RB"
"""The adverb has two."""
DOCS = [Doc.tagged(text) for text in (ONE_WORD, A_CHOICE, "They/PRON/PRP begin/VERB/VBP")]


def all_edits(what):
    return what.edits_batch(DOCS, [row_rng(1, what.signature, doc.text, "text") for doc in DOCS])


def refuse(*_, **__):
    raise AssertionError("a language model was asked")


def test_synonym_asks_no_model(monkeypatch):
    for module in (fill_mask, window_states):
        monkeypatch.setattr(module, "masked_lm", refuse)
    assert [len(found) for found in all_edits(Synonym(rate=1.0))] == [2, 3, 1]


def test_masked_lm_reads_a_text_once_and_only_where_it_has_a_choice(monkeypatch):
    read = []

    def fits(texts, places, words, model):
        read.append([(text[start:end], own) for text, (start, end), own in zip(texts, places, words)])
        return [[-1.0] * len(own) for own in words]

    known = frozenset({"physician", "purchased", "rapidly", "swiftly", "start"})
    monkeypatch.setattr(rewriting, "predictable_words", lambda model: known)
    monkeypatch.setattr(rewriting, "text_fits", fits)
    for masked in ("suggestions", "subword_fills"):
        monkeypatch.setattr(rewriting, masked, refuse, raising=False)
    found = all_edits(MaskedLM(rate=1.0, neutral=False))
    assert [len(edits) for edits in found] == [2, 3, 1]
    assert read == [[("quickly", ["rapidly", "swiftly"])]]


def test_neighbors_are_looked_for_only_where_the_table_has_a_choice(monkeypatch):
    asked = []
    monkeypatch.setattr(SynonymEmbedding, "_neighbors", lambda self, word: asked.append(word) or [])
    assert [len(found) for found in all_edits(SynonymEmbedding(rate=1.0))] == [2, 3, 1]
    assert asked == ["quickly"]


@pytest.mark.slow
def test_masked_lm_reads_few_tokens_for_an_edit(monkeypatch):
    """On 40 sentences, as a user calls it: with the embedded model and the default gate."""
    real, shapes = fill_mask.place_logits, []
    monkeypatch.setattr(
        fill_mask,
        "place_logits",
        lambda m, batch, places: shapes.append(batch["input_ids"].shape) or real(m, batch, places),
    )
    rows = {"text": SENTENCES, "label": [0] * len(SENTENCES)}
    found = hr.Perturb("masked-lm", hr.task("sentiment-classification"), keep="all", rate=0.4)(rows)
    changed = sum(new != old for new, old in zip(found["text"], SENTENCES))
    windows, tokens = sum(rows for rows, _ in shapes), sum(rows * width for rows, width in shapes)
    # measured: 21 texts, 4 windows, 64 tokens; a window for each word would be 16 tokens or more for each
    assert changed >= 15 and windows <= changed / 2 and tokens <= 8 * changed
