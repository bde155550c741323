"""Suites: changed rows paired with their originals."""

import pytest
from corpus import check_row, dataset
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust import resources
from hf_robust.errors import ColumnError, EmptyDataError, MissingResource, UnknownNameError, UsageError
from hf_robust.suites import applicable, config_name
from hf_robust.transforms import Transformation
from hf_robust.transforms.base import Effect

TASK = hr.task("sentiment-classification")
TEXTS = ["It is a wonderful film, and I cannot wait.", "Dull.", "", "They are not bad.", "It is good."]


def reviews():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"]), "n": Value("int8")})
    return Dataset.from_dict({"text": TEXTS, "label": [1, 0, 0, 1, 1], "n": range(5)}, features=features)


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(reviews(), TASK, ["typos", "contraction", ["contraction", "twitter"]], seed=3, source="me/films")


def test_pairs_are_aligned(suite):
    source = {row["text"]: row for row in reviews()}
    for entry in suite.entries.values():
        assert len(entry.original) == len(entry.perturbed) == len(entry) > 0
        for old, new in zip(entry.original, entry.perturbed):
            assert old["robust"]["source_id"] == new["robust"]["source_id"]
            assert old["robust"]["status"] == "original" and new["robust"]["status"] == "changed"
            assert {k: old[k] for k in ("text", "label", "n")} == source[old["text"]]
            assert old["text"] != new["text"] and (old["label"], old["n"]) == (new["label"], new["n"])
        assert entry.original.features == entry.perturbed.features
        assert "robust__place" not in entry.original.column_names + entry.perturbed.column_names


def test_counts_add_up(suite):
    for entry in suite.entries.values():
        assert entry.total == 5 == len(entry) + entry.unchanged + entry.not_applicable
        assert sum(entry.reasons.values()) == entry.not_applicable == 1 and entry.reasons == {"empty text": 1}
    assert suite["contraction"].unchanged == 1 and list(suite) == ["typos", "contraction", "contraction+twitter"]


def test_the_record_says_where_it_comes_from(suite):
    assert suite.info["name"] == "films-robust" and suite.info["seed"] == 3 and suite.info["rows"] == 5
    entry = suite["contraction+twitter"]
    assert [s["name"] for s in entry.stages] == ["contraction", "twitter"]
    assert (entry.level, entry.linguistics, entry.effect) == ("sentence", "combined", "preserves")
    described = entry.describe()
    assert described["n"] == len(entry) and "original" not in described
    assert suite.versioned("1.0.0").info["version"] == "1.0.0" and suite.info["version"] is None


def test_the_same_build_has_the_same_hash(suite):
    entries = ["typos", "contraction", ["contraction", "twitter"]]
    again = hr.Suite.build(reviews(), TASK, entries, seed=3)
    assert again.content_hash == suite.content_hash
    assert hr.Suite.build(reviews(), TASK, entries, seed=4).content_hash != suite.content_hash
    assert hr.Suite.build(reviews(), TASK, entries, seed=3, num_proc=2).content_hash == suite.content_hash


def test_variants_keep_the_pairs():
    suite = hr.Suite.build(reviews(), TASK, ["typos"], variants=3)
    entry = suite["typos"]
    assert len(entry) > len({r["source_id"] for r in entry.perturbed["robust"]})
    ids = [[row["robust"]["source_id"] for row in split] for split in (entry.original, entry.perturbed)]
    assert ids[0] == ids[1]
    changed = len(set(ids[1]))
    assert changed + entry.unchanged + entry.not_applicable == entry.total


def test_all_that_apply(monkeypatch):
    data = dataset("named-entity-recognition").remove_columns(["tokens__ann", "tokens__next"])
    task = hr.task("named-entity-recognition")
    assert {"concat-sentences", "entity-typos", "typos"} <= set(applicable(task))
    monkeypatch.setattr(resources, "_wordnet_place", lambda: None)
    suite = hr.Suite.build(data, task)
    assert set(suite) == set(applicable(task)) - {"synonym"}
    assert [s["name"] for s in suite.info["skipped"]] == ["synonym"] and "pip install" in suite.info["skipped"][0]["reason"]
    for entry in suite.entries.values():
        assert len(entry), entry.name
        for row in entry.perturbed:
            check_row("named-entity-recognition", row)
    with pytest.raises(MissingResource, match="pip install"):
        hr.Suite.build(data, task, ["synonym"])


def test_a_chain_may_join_rows_at_its_end():
    data = dataset("named-entity-recognition").remove_columns(["tokens__ann", "tokens__next"])
    suite = hr.Suite.build(data, hr.task("named-entity-recognition"), [["typos", "concat-sentences"]])
    entry = suite["typos+concat-sentences"]
    assert len(entry) == len(data) - 1 and entry.reasons == {"no row follows": 1}


def test_nothing_changes():
    data = Dataset.from_dict({"text": ["Fine.", "Good."], "label": [1, 0]})
    entry = hr.Suite.build(data, TASK, ["contraction"])["contraction"]
    assert len(entry) == 0 and entry.unchanged == 2 and len(entry.original) == 0


@pytest.mark.parametrize(
    ("entries", "error", "words"),
    [
        ("typos", UsageError, "list of names"), ([], UsageError, "list of names"), (["typos", "typos"], UsageError, "twice"),
        (["tpos"], UnknownNameError, "typos"), (["entity-typos"], UsageError, "does not apply"),
        ([{"name": "typos", "rate": 3}], UsageError, "rate"),
    ],
)  # fmt: skip
def test_wrong_entries(entries, error, words):
    with pytest.raises(error, match=words):
        hr.Suite.build(reviews(), TASK, entries)


def test_wrong_data():
    with pytest.raises(EmptyDataError):
        hr.Suite.build(reviews().select([]), TASK, ["typos"])
    with pytest.raises(ColumnError, match="label"):
        hr.Suite.build(reviews().remove_columns("label"), TASK, ["typos"])
    unlabelled = Dataset.from_dict({"text": ["a", "b", "c"], "label": [0, -1, None]})
    with pytest.raises(UsageError, match="2 of 3 rows have no gold label in column 'label'.*filter"):
        hr.Suite.build(unlabelled, TASK, ["typos"])


def test_an_unknown_effect_cannot_be_scored(registered):
    @registered
    class Unknown(Transformation):
        """Does something."""

        name, level, linguistics = "test-unknown", "word", "morphology"
        effects = {"sentiment-classification": Effect.UNKNOWN}

        def edits(self, doc, rng):
            return []

    with pytest.raises(UsageError, match="cannot be scored"):
        hr.Suite.build(reviews(), TASK, ["test-unknown"])
    assert "test-unknown" not in applicable(TASK)


def test_names_of_configs():
    from hf_robust.transforms.characters import Typos
    from hf_robust.transforms.entities import NamedEntity

    assert config_name([Typos()]) == "typos"
    assert config_name([Typos(mode="swap", keep_last=False)]) == "typos-mode-swap-keep_last-False"
    assert config_name([NamedEntity(types=("place", "person"))]) == "named-entity-types-place-person"


def test_columns_of_the_user_stay_whatever_they_are_called():
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1], "birth__place": ["Oslo"]})
    entry = hr.Suite.build(data, TASK, ["typos"])["typos"]
    assert entry.original["birth__place"] == entry.perturbed["birth__place"] == ["Oslo"]


def test_the_resources_are_those_of_the_suite(monkeypatch):
    monkeypatch.setattr(resources, "_used", {"annotation": resources.Resource("annotation", "another", "9", "elsewhere")})
    assert hr.Suite.build(reviews(), TASK, ["typos"]).info["resources"] == []
