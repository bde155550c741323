"""The slices that a search looks at."""

import numpy as np
import pytest

from hf_robust.core.errors import MissingResource
from hf_robust.language.vectors import WordVectors
from hf_robust.slices import candidates as module
from hf_robust.slices.candidates import Families, RowFacts, candidates
from hf_robust.slices.slice_pairs import pair_slices
from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.slices.text_clusters import cluster_slices, k_means
from hf_robust.slices.value_slices import label_slices, span_slices
from hf_robust.slices.word_slices import word_slices


def table_of(**columns) -> SliceTable:
    return SliceTable(tuple(SliceInfo(name, name) for name in columns), np.array(list(columns.values()), np.bool_).T)


def test_words_are_counted_once_a_row_in_any_case():
    table = word_slices(["Film, film!", "the FILM", "a door", ""], least=2, most=3)
    assert table.names == ("word: film",)
    assert table.members[:, 0].tolist() == [True, True, False, False]


def test_words_of_one_of_several_texts_say_which():
    assert word_slices(["no", "no"], 1, 2, "hypothesis").names == ("word in hypothesis: no",)


def test_words_of_no_rows_are_no_slices():
    assert word_slices([], 1, 1).members.shape == (0, 0)


def test_spans_are_equally_large_and_equal_numbers_stay_together():
    values = np.array([0.1, 0.2, 0.3, 0.4, 0.5, 0.5, 0.5, 0.5, 0.9, np.nan])
    table = span_slices("confidence", values, spans=3)
    assert table.sizes.sum() == 9 and not table.members[-1].any()
    assert (table.members.sum(axis=1)[:-1] == 1).all()
    assert table.members[4:8].all(axis=0).sum() == 1


def test_spans_of_one_number_or_none_are_no_slices():
    assert span_slices("x", np.full(5, 0.5)).members.shape == (5, 0)
    assert span_slices("x", np.full(5, np.nan)).members.shape == (5, 0)


def test_spans_that_look_alike_have_names_of_their_own():
    names = span_slices("x", np.array([0.50001, 0.50002, 0.50003, 0.50004]), spans=2).names
    assert len(set(names)) == 2


def test_labels_of_rows_are_slices_and_lists_are_none():
    assert label_slices("gold label", ["a", "b", "a"]).members[:, 0].tolist() == [True, False, True]
    assert label_slices("gold label", [["O"], ["B"]]).members.shape == (2, 0)
    assert label_slices("gold label", list(range(60))).members.shape == (60, 0)
    assert label_slices("gold label", ["a", "a"]).members.shape == (2, 0)


def test_pairs_that_hold_nearly_all_of_one_say_nothing_new():
    rows = np.arange(100)
    table = table_of(a=rows < 50, most_of_a=rows < 45, b=rows % 2 == 0, apart=rows > 70)
    assert pair_slices(table, least=10, most=80).names == ("a & b", "most_of_a & b", "b & apart")
    shared = pair_slices(table, least=10, most=80).members[:, 0]
    assert np.array_equal(shared, (rows < 50) & (rows % 2 == 0))


def test_k_means_finds_groups_and_hangs_on_its_seed_alone():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(center, 0.1, (20, 2)) for center in (0, 5, 10)]).astype(np.float32)
    label = k_means(points, 3, seed=4)
    assert sorted(np.bincount(label).tolist()) == [20, 20, 20]
    assert len(set(label[:20].tolist())) == 1
    assert np.array_equal(label, k_means(points, 3, seed=4))


def test_clusters_are_named_by_their_words():
    vectors = WordVectors(["comedy", "laughs", "murder", "killer"], np.array([[1, 0.1], [1, 0.2], [0.1, 1], [0.2, 1]]))
    texts = ["a comedy with laughs", "laughs, comedy"] * 10 + ["the murder", "a killer and a murder"] * 10 + ["xyz"]
    table = cluster_slices(texts, clusters=2, vectors=vectors)
    assert table.sizes.tolist() == [20, 20] and not table.members[-1].any()
    names = [table.names[place] for place in table.members[[0, 20]].argmax(axis=1)]
    assert "comedy" in names[0] and "murder" in names[1]


def test_texts_without_known_words_have_no_clusters():
    vectors = WordVectors(["comedy", "murder"], np.array([[1, 0.1], [0.1, 1.0]]))
    assert cluster_slices(["xyz", "zyx"] * 5, vectors=vectors).members.shape == (10, 0)


def rows_of(**more) -> RowFacts:
    texts = {"text": ["a dull film", "a fine film", "a fine day", "no film"]}
    declared = table_of(short=[1, 1, 0, 0], question=[1, 1, 1, 1], rare=[1, 0, 0, 0], late=[0, 1, 1, 1])
    return RowFacts(texts, declared, ["neg", "pos", "pos", "neg"], ["pos", "pos", "neg", "pos"], **more)


def test_every_family_is_there_and_each_can_be_switched_off():
    rows = rows_of(confidence=np.array([0.6, 0.7, 0.8, 0.9]))
    found = candidates(rows, 2, 3, Families(clusters=False))
    declared = {"short": 1, "late": 1, "pair": 0}
    told = {"word": 3, "predicted label": 1, "label": 2}
    assert found.families == {name: count for name, count in (declared | told).items() if count}
    kinds = dict(zip(found.table.names, found.kinds))
    assert kinds["label: pos"] == "gold" and kinds["predicted label: pos"] == "answer"
    assert kinds["word: film"] == "text" == kinds["short"]
    nothing = Families(words=False, clusters=False, pairs=False, answers=False, gold=False)
    assert candidates(rows, 2, 3, nothing).table.names == ("short", "late")


def test_pairs_are_those_of_declared_slices_alone():
    only = Families(words=False, clusters=False, answers=False, gold=False)
    declared = table_of(a=[1, 1, 1, 1, 0, 0], b=[0, 0, 1, 1, 1, 1])
    rows = RowFacts({"text": ["x y"] * 6}, declared)
    assert candidates(rows, 2, 4, only).table.names == ("a", "b", "a & b")


def test_name_that_comes_twice_is_taken_once():
    declared = SliceTable((SliceInfo("word: film", "custom"),), np.array([[True], [True], [False], [False]]))
    rows = RowFacts({"text": ["a film", "a film", "a film", "a day"]}, declared)
    found = candidates(rows, 1, 4, Families(clusters=False))
    assert found.table.names.count("word: film") == 1 and found.families["custom"] == 1


def test_clusters_without_vectors_are_skipped_with_the_reason(monkeypatch):
    def missing(*_, **__):
        raise MissingResource("there are no word vectors", "pip install vectors")

    monkeypatch.setattr(module, "cluster_slices", missing)
    found = candidates(rows_of(), 2, 3)
    assert "pip install vectors" in found.skipped["cluster"]


@pytest.mark.parametrize("roles", [("text",), ("premise", "hypothesis")])
def test_rows_of_one_or_two_texts(roles):
    texts = {role: [f"a {role}", f"the {role}"] for role in roles}
    found = candidates(RowFacts(texts), 1, 2, Families(clusters=False))
    assert len(found.table) == 2 and found.families["word"] == 3 * len(roles)
