"""Words that pass the gate: the next candidate, the next word, reasons, and long texts."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import MissingResource, NotApplicable, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms import gated_words
from hf_robust.transforms.embeddings import SynonymEmbedding
from hf_robust.transforms.synonyms import Synonym

TASK = hr.task("sentiment-classification")
GOOD = "It/PRON was/AUX/VBD/be a/DET good/ADJ/JJ movie/NOUN/NN"


@pytest.fixture
def judged(monkeypatch):
    """What the gate was asked, and which words it lets pass."""

    class Judged:
        asked: list[str] = []
        passes: set[str] = set()

    def refusals(candidates):
        Judged.asked += [one.new for one in candidates]
        return [None if one.new in Judged.passes else "no" for one in candidates]

    monkeypatch.setattr(gated_words, "refusals", refusals)
    Judged.asked, Judged.passes = [], set()
    return Judged


def test_another_candidate_comes_where_the_first_does_not_pass(judged):
    judged.passes = {"fine"}
    assert {Synonym(gate="strict").preview(Doc.tagged(GOOD), seed=seed) for seed in range(9)} == {"It was a fine movie"}
    assert "film" in judged.asked


def test_where_nothing_passes_the_reason_is_said(judged):
    with pytest.raises(NotApplicable, match="no replacement passed the quality checks: no"):
        list(Synonym(gate="strict").edits(Doc.tagged(GOOD), RowRandom(1)))


def test_words_that_stay_are_told_apart_before_anything_is_measured(judged):
    doc = Doc.tagged("It/PRON was/AUX/VBD/be a/DET home/NOUN/NN movie/NOUN/NN")
    with pytest.raises(NotApplicable, match="part of a multi-word expression"):
        list(SynonymEmbedding(gate="strict", rate=1.0).edits(doc, RowRandom(1)))
    assert not judged.asked


def test_a_text_in_another_language_stays_with_the_reason(judged):
    doc = Doc.tagged("Über/ADP den/DET movies/NOUN/NNS/movie weiß/VERB niemand/PRON etwas/PRON")
    with pytest.raises(NotApplicable, match="not English"):
        list(Synonym(rate=1.0).edits(doc, RowRandom(1)))
    assert not judged.asked


def test_without_the_gate_nothing_is_measured(judged):
    assert Synonym(gate="off").preview(Doc.tagged(GOOD)) != "It was a good movie" and not judged.asked


def test_pairs_of_the_table_are_measured_only_with_the_strict_gate(judged):
    assert Synonym().preview(Doc.tagged(GOOD)) != "It was a good movie" and not judged.asked
    with pytest.raises(NotApplicable):
        Synonym(gate="strict").preview(Doc.tagged(GOOD))
    assert set(judged.asked) == {"fine", "film"}


@pytest.mark.parametrize(("old", "new"), [(True, "strict"), (False, "off")])
def test_booleans_still_name_a_gate(old, new):
    with pytest.warns(DeprecationWarning, match=f"gate={old} is deprecated .* use gate='{new}'"):
        found = Synonym(gate=old)
    assert found == Synonym(gate=new)


def test_rows_are_measured_together(judged):
    judged.passes = {"film"}
    found = Synonym(count=1, gate="strict").edits_batch([Doc.tagged(GOOD)] * 3, [RowRandom(n) for n in range(3)])
    assert [[edit.text for edit in edits] for edits in found] == [["film"]] * 3


def test_a_long_text_is_measured_in_part(judged, pipeline, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY", pipeline)
    text = "This is a movie . " * 600
    rows = Dataset.from_dict({"text": [text], "label": [0]})
    for params in ({}, {"rate": 1.0}):
        perturb = hr.Perturb("synonym", TASK, keep="all", gate="strict", **params)
        judged.asked.clear()
        (row,) = rows.map(perturb, batched=True, load_from_cache_file=False)
        assert (
            row["robust"]["status"] == "not_applicable"
            and "no replacement passed the quality checks" in row["robust"]["reason"]
        )
        # as a column, and by itself for the reason
        assert len(judged.asked) <= 2 * Synonym.most_asked * Synonym.most_tried


def test_parameters_and_what_is_needed(monkeypatch):
    with pytest.raises(UsageError, match="gate must be one of strict, balanced, off"):
        Synonym(gate="yes")
    assert "masked-lm" in Synonym(gate="strict").resources and "masked-lm" not in Synonym(gate="off").resources

    def absent(name, *args, **options):
        raise MissingResource("nothing", "pip install nothing")

    before = Synonym(gate="strict").__getstate__()
    monkeypatch.setattr(gated_words, "stamp", absent)
    assert Synonym(gate="strict").__getstate__() != before


def test_texts_in_other_languages_stay(judged):
    judged.passes = {"movie"}
    foreign = "un/DET film/NOUN/NN qui/PRON nous/PRON a/AUX plu/VERB et/CCONJ nous/PRON fait/VERB rire/VERB"
    with pytest.raises(NotApplicable, match="not English"):
        list(Synonym().edits(Doc.tagged(foreign), RowRandom(1)))
    assert not judged.asked and Synonym().preview(Doc.tagged("a/DET long/ADJ/JJ film/NOUN/NN")) == "a long movie"
