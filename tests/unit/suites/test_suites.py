"""Suites: changed rows paired with their originals."""

from dataclasses import replace
from types import SimpleNamespace

import datasets
import pytest
from corpus import check_row, dataset
from datasets import ClassLabel, Dataset, DatasetDict, Features, List, Value

import hf_robust as hr
from hf_robust.core import garbage
from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, MissingResource, UnknownNameError, UsageError
from hf_robust.language import resources
from hf_robust.reports.formats import html
from hf_robust.suites.prepared_build import _left_out, applicable, config_name
from hf_robust.transforms import Transformation, transformation_registry
from hf_robust.transforms.base import Effect

TASK = hr.task("sentiment-classification")
TEXTS = ["It is a wonderful film, and I cannot wait.", "Dull.", "", "They are not bad.", "It is good."]


def reviews():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"]), "n": Value("int8")})
    return Dataset.from_dict({"text": TEXTS, "label": [1, 0, 0, 1, 1], "n": range(5)}, features=features)


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(
        reviews(), TASK, ["typos", "contraction", ["contraction", "twitter"]], seed=3, source="me/films"
    )


def test_full_collections_of_a_build_skip_what_was_there_before(monkeypatch):
    told = []
    fake = SimpleNamespace(
        get_freeze_count=lambda: 0, freeze=lambda: told.append("freeze"), unfreeze=lambda: told.append("unfreeze")
    )
    monkeypatch.setattr(garbage, "gc", fake)
    hr.Suite.build(reviews(), TASK, ["word-case"], progress=told.append)
    assert told == ["freeze", "word-case", "unfreeze"]
    with pytest.raises(KeyError), garbage.only_new_objects():
        raise KeyError
    assert told[3:] == ["freeze", "unfreeze"]


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
        assert sum(entry.reasons.values()) == entry.not_applicable and entry.reasons["empty text"] == 1
        assert entry.unchanged == 0
    reasons = {"the text has no contractions and no phrases that can be contracted": 1, "empty text": 1}
    assert suite["contraction"].reasons == reasons and list(suite) == ["typos", "contraction", "contraction+twitter"]


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


def test_all_that_apply(monkeypatch, registered):
    @registered
    class Unknown(Transformation):
        """Does something."""

        name, level, linguistics = "test-unknown", "word", "morphology"
        effects = {"named-entity-recognition": Effect.UNKNOWN}

    data = dataset("named-entity-recognition").remove_columns(["tokens__ann", "tokens__next"])
    task = hr.task("named-entity-recognition")
    assert {"concat-sentences", "entity-typos", "typos"} <= set(applicable(task))
    monkeypatch.setitem(resources._BY_NAME, ("wordnet", "en"), replace(resources.resource("wordnet"), places=()))
    suite = hr.Suite.build(data, task)
    reading = {
        name for name in applicable(task) if "wordnet" in transformation_registry.transformations.get(name).resources
    }
    assert {"synonym", "antonym", "masked-lm"} <= reading
    assert set(suite) == set(applicable(task)) - reading
    skipped = {s["name"]: s["reason"] for s in suite.info["skipped"]}
    assert set(skipped) == reading | {"test-unknown", "synonym-random"}
    assert "cannot be scored" in skipped["test-unknown"]
    assert all("pip install" in skipped[name] for name in reading)
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
    data = Dataset.from_dict({"text": ["Fine.", "Good.", ""], "label": [1, 0, 1]})
    entry = hr.Suite.build(data, TASK, ["contraction", "word-case"])["contraction"]
    assert len(entry) == 0 and (entry.unchanged, entry.not_applicable) == (0, 3) and len(entry.original) == 0
    words = r"none of the 3 rows.*contractions and no phrases that can be contracted \(2 rows\), empty text \(1 row\)"
    with pytest.raises(EmptyDataError, match=words):
        hr.Suite.build(data, TASK, ["contraction"])


def test_controls_are_listed_as_left_out():
    skipped = {one["name"]: one["reason"] for one in _left_out(TASK)}
    assert "an unnatural change" in skipped["delete-word"] and "masked-lm" not in skipped


@pytest.mark.parametrize(
    ("entries", "error", "words"),
    [
        ("typos", UsageError, "list of names"),
        ([], UsageError, "list of names"),
        (["typos", "typos"], UsageError, "twice"),
        (["tpos"], UnknownNameError, "typos"),
        (["entity-typos"], UsageError, "does not apply"),
        ([{"name": "typos", "rate": 3}], UsageError, "rate"),
    ],
)
def test_wrong_entries(entries, error, words):
    with pytest.raises(error, match=words):
        hr.Suite.build(reviews(), TASK, entries)


def test_wrong_data():
    with pytest.raises(EmptyDataError):
        hr.Suite.build(reviews().select([]), TASK, ["typos"])
    with pytest.raises(ColumnError, match="label"):
        hr.Suite.build(reviews().remove_columns("label"), TASK, ["typos"])
    unlabelled = Dataset.from_dict({"text": ["a", "b", "c"], "label": [0, -1, None]})
    with pytest.raises(UsageError, match="2 of 3 rows have no gold label in column 'label'.*task.labeled"):
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
    from hf_robust.transforms.entities import NamedEntity
    from hf_robust.transforms.typos import Typos

    assert config_name([Typos()]) == "typos"
    assert config_name([Typos(mode="swap", keep_last=False)]) == "typos-mode-swap-keep_last-False"
    assert config_name([NamedEntity(types=("place", "person"))]) == "named-entity-types-place-person"


def test_columns_of_the_user_stay_whatever_they_are_called():
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1], "birth__place": ["Oslo"]})
    entry = hr.Suite.build(data, TASK, ["typos"])["typos"]
    assert entry.original["birth__place"] == entry.perturbed["birth__place"] == ["Oslo"]


def test_the_resources_are_those_of_the_suite(monkeypatch):
    monkeypatch.setattr(
        resources, "_used", {"annotation": resources.UsedResource("annotation", "another", "9", "elsewhere")}
    )
    assert hr.Suite.build(reviews(), TASK, ["typos"]).info["resources"] == []


@pytest.mark.skipif(not hasattr(datasets, "Json"), reason="datasets has the feature Json from 4.7 on")
def test_json_inside_of_lists(tmp_path):
    features = Features({"text": Value("string"), "aspects": List(datasets.Json())})
    aspects = [
        [{"term": "film", "start": 7, "end": 11, "polarity": "positive"}],
        [],
        [{"term": "bar", "start": 0, "end": 3}] * 2,
    ]
    data = Dataset.from_dict(
        {"text": ["A fine film it is.", "It is it.", "bar is good"], "aspects": aspects}, features=features
    )
    task = hr.task("aspect-based-sentiment-analysis")
    out = data.map(hr.Perturb("word-case", task, case="upper", keep="all"), batched=True)
    assert out.features["aspects"] == features["aspects"] and len(out) == 3
    built = hr.Suite.build(data, task, ["typos"])
    for row in built["typos"].perturbed:
        for aspect in row["aspects"] if isinstance(row["aspects"], list) else [row["aspects"]]:
            assert row["text"][aspect["start"] : aspect["end"]] == aspect["term"]
    assert len(built["typos"]) and hr.Suite.load(built.save(tmp_path / "s")).content_hash == built.content_hash


def test_whole_numbers_as_floats_are_labels():
    data = Dataset.from_dict({"text": ["It is a film.", "It is bad."], "label": [1.0, 0.0]})
    assert hr.Suite.build(data, TASK, ["contraction"]).info["labels"] == ["0", "1"]
    missing = Dataset.from_dict({"text": ["a", "b"], "label": [1.0, float("nan")]})
    with pytest.raises(UsageError, match="1 of 2 rows have no gold label"):
        hr.Suite.build(missing, TASK, ["typos"])


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([0, 2, 2], "2 of 3 labels in column 'label' are not known, for example 2; expected 0 to 1: neg, pos"),
        (["neg", "good", "pos"], "1 of 3 labels.*'good'"),
        ([0, -5, 1], "1 of 3 labels.*-5"),
    ],
)
def test_labels_outside_of_the_names(labels, words):
    data = Dataset.from_dict({"text": ["a film", "b film", "c film"], "label": labels})
    with pytest.raises(LabelError, match=words):
        hr.Suite.build(data, hr.task("text-classification", label_names=["neg", "pos"]), ["typos"])


@pytest.mark.parametrize("ignored", [-100, -1])
def test_tags_of_ignored_sub_words(ignored):
    data = Dataset.from_dict({"tokens": [["a", "b"], ["c"]], "ner_tags": [[0, ignored], [1]]})
    task = hr.task("named-entity-recognition", label_names=["O", "B-X"])
    with pytest.raises(LabelError, match=f"1 of 3 tags in column 'ner_tags' .*{ignored}.*Negative tags.*map them"):
        hr.Suite.build(data, task, ["typos"])


def test_columns_called_as_ours():
    rows = {
        "text__ann": ["A wonderful film."],
        "label": [1],
        "robust__place": [7],
        "user__ann": ["x"],
        "user__next": [3],
    }
    entry = hr.Suite.build(
        Dataset.from_dict(rows), hr.task("text-classification", text="text__ann"), ["typos", "synonym"]
    )["typos"]
    for name in ("robust__place", "user__ann", "user__next"):
        assert entry.original[name] == entry.perturbed[name] == rows[name]
    assert set(entry.perturbed.column_names) == {*rows, "robust"} == set(entry.original.column_names)
    assert entry.original["text__ann"] == rows["text__ann"] != entry.perturbed["text__ann"]


def test_an_annotation_column_of_someone_else_is_not_read():
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1], "text__ann": ["mine"]})
    out = data.map(hr.Perturb("synonym", TASK, keep="all"), batched=True)
    assert out["robust"][0]["status"] in ("changed", "unchanged")


def test_a_column_robust_of_the_user():
    data = Dataset.from_dict({"text": ["A film."], "label": [1], "robust": ["{'source_id': 'x'}"]})
    perturb = hr.Perturb("typos", TASK)
    for work in (
        lambda: hr.Suite.build(data, TASK, ["typos"]),
        lambda: data.map(perturb, batched=True),
        lambda: perturb(data[:]),
    ):
        with pytest.raises(ColumnError, match="rename_column.'robust'"):
            work()


@pytest.mark.parametrize("kind", ["torch", "numpy", "arrow", "pandas"])
def test_formats(kind):
    data = dataset("named-entity-recognition").remove_columns(["tokens__ann", "tokens__next"])
    task, entries = hr.task("named-entity-recognition"), ["typos", "concat-sentences", "entity-typos"]
    expected = hr.Suite.build(data, task, entries)
    assert hr.Suite.build(data.with_format(kind), task, entries).content_hash == expected.content_hash
    perturb = hr.Perturb("typos", task.bind(data))
    plain, stream = data.map(perturb, batched=True)[:], data.with_format(kind).to_iterable_dataset()
    assert data.with_format(kind).map(perturb, batched=True).with_format(None)[:] == plain
    if kind in ("arrow", "pandas"):
        return
    rows = list(stream.map(perturb, batched=True))
    assert [list(row["tokens"]) for row in rows] == plain["tokens"]
    assert [list(map(int, row["ner_tags"])) for row in rows] == plain["ner_tags"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda d: d.to_iterable_dataset(), "IterableDataset; make one of its rows"),
        (lambda d: DatasetDict(test=d), r"DatasetDict; choose a split: dataset\['test'\]"),
        (lambda d: list(d), "list; make one with datasets.Dataset.from_list"),
    ],
)
def test_what_is_no_data_set(given, words):
    with pytest.raises(UsageError, match=words):
        hr.Suite.build(given(reviews()), TASK, ["typos"])


def test_something_must_apply():
    data = Dataset.from_dict({"words": [["ein", "Wort"]]})
    with pytest.raises(UsageError, match="no transformation applies to word-segmentation.*'de'"):
        hr.Suite.build(data, hr.task("word-segmentation", language="de"))


# --- combinations


def test_combinations_are_all_chains_in_the_order_given():
    names = ["keyboard", "twitter", "word-case", "ocr"]
    assert len(hr.combinations(names, 2)) == 6 and len(hr.combinations(names, 3)) == 4
    assert hr.combinations(names, 2)[0] == ["keyboard", "twitter"]
    assert len(hr.combinations(names, 2, ordered=True)) == 12
    assert ["twitter", "keyboard"] in hr.combinations(names, 2, ordered=True)


def test_combinations_of_a_task_join_its_own_with_the_universal_ones():
    task = hr.task("named-entity-recognition")
    found = hr.combinations(task=task, k=2)
    names = applicable(task)
    assert len(found) == len(names) * (len(names) - 1) // 2
    assert ["entity-typos", "keyboard"] in found


def test_combinations_that_cannot_be_scored_are_left_out():
    task = hr.task("natural-language-inference")
    assert hr.combinations(["keyboard", "number", "ocr"], 2, task=task) == [["keyboard", "ocr"]]


def test_combinations_build_a_suite():
    data = Dataset.from_dict({"text": ["A wonderful little film."], "label": ["pos"]})
    entries = hr.combinations(["keyboard", {"name": "word-case", "case": "upper"}, "twitter"], 2)
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), entries)
    assert list(suite) == ["keyboard+word-case", "keyboard+twitter", "word-case+twitter"]


@pytest.mark.parametrize("k", [0, 5, True, "2"])
def test_combinations_of_an_impossible_size_are_refused(k):
    with pytest.raises(UsageError, match="k must be between 1 and 2"):
        hr.combinations(["keyboard", "ocr"], k)


def test_combinations_of_nothing_are_refused():
    with pytest.raises(UsageError, match="name the transformations"):
        hr.combinations()
    with pytest.raises(UsageError, match="must be a list"):
        hr.combinations("keyboard")


def test_a_control_is_in_no_suite_that_did_not_ask_for_it():
    controls = {cls.name for cls in transformation_registry.transformations.select(lambda cls: cls.control)}
    assert not controls & set(applicable(hr.task("sentiment-classification")))


def test_a_chain_tells_how_many_rows_each_of_its_transformations_changed(suite):
    pairs = suite["contraction+twitter"]
    stages = [{edit["stage"] for edit in row["robust"]["edits"]} for row in pairs.perturbed]
    rows = tuple(sum(number in one for one in stages) for number in (0, 1))
    assert pairs.rows_by_step() == rows and 0 < rows[0] < len(pairs)
    assert f"contraction changed {rows[0]}, twitter changed {rows[1]}" in str(suite)
    assert suite["typos"].rows_by_step() is None and "typos changed" not in str(suite)
    report = hr.run(lambda texts: ["pos"] * len(texts), suite)
    assert report["contraction+twitter"]["rows_by_step"] == list(rows) and "rows_by_step" not in report["typos"]
    said = f"contraction+twitter: contraction changed {rows[0]}, twitter changed {rows[1]}"
    assert said in " ".join(str(report).split())
    assert "A chain changes a row if at least one of its transformations does: contraction changed" in html.render(
        report.view
    )


def test_two_calls_of_map_keep_fewer_rows_than_a_chain():
    rows = reviews()
    for name in ("contraction", "twitter"):
        rows = rows.map(hr.Perturb(name, TASK), batched=True)
    chain = reviews().map(hr.Perturb(["contraction", "twitter"], TASK), batched=True)
    assert 0 < len(rows) < len(chain)
    assert all({edit["stage"] for edit in row["robust"]["edits"]} == {0, 1} for row in rows)
