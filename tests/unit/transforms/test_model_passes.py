"""How much of a language model an edit costs: counts of what is asked, so that no edit becomes dearer unnoticed."""

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import row_rng
from hf_robust.language import fill_mask
from hf_robust.language.gate import window_states
from hf_robust.transforms import rewriting
from hf_robust.transforms.rewriting import MaskedLM
from hf_robust.transforms.synonyms import Synonym

ONE_WORD = "The/DET/DT doctor/NOUN/NN bought/VERB/VBD/buy a/DET/DT big/ADJ/JJ car/NOUN/NN"
"""Each word that can change has one other in the table."""
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
