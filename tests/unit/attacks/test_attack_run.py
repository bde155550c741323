"""A whole run: results, journal, rows, suites, what is refused before any work."""

import pickle
from dataclasses import asdict

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.attacks.begun_attack import fingerprint
from hf_robust.core.errors import DataFileError, EmptyDataError, LabelError, UnknownNameError, UsageError

TASK = hr.task("sentiment-classification")
FEATURES = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
TEXTS = {
    "A good film with a fine cast": 1,
    "A fine and good little story": 1,
    "A dull film about nothing": 0,
    "A good plot, badly told": 0,  # the model has it wrong
    "": 1,
}


def model(texts):
    """Says ``pos`` the surer the more of its words a text has."""
    shares = [sum(word in text for word in ("good", "fine")) / 2 for text in texts]
    return [{"label": "pos", "score": 0.5 + share / 2} if share else {"label": "neg", "score": 0.8} for share in shares]


@pytest.fixture(scope="module")
def rows():
    return Dataset.from_dict({"text": list(TEXTS), "label": list(TEXTS.values())}, features=FEATURES)


@pytest.fixture(scope="module")
def run(rows):
    return hr.attack(model, rows, "deepwordbug", TASK, seed=3, cache_key="model-v1")


def plain(results):
    return [asdict(result) for result in results]


def test_each_row_has_its_status(run):
    statuses = [result.status for result in run.results]
    assert statuses == ["successful", "successful", "failed", "skipped", "error"]
    assert run.results[3].reason == "the model is wrong about the original"
    assert run.results[4].reason == "empty text"
    summary = run.record["summary"]
    assert summary["counts"] == {"successful": 2, "failed": 1, "skipped": 1, "maximized": 0, "error": 1}
    assert (summary["success_rate"], summary["accuracy"], summary["accuracy_under_attack"]) == (2 / 3, 0.75, 0.25)


def test_rows_of_a_run_are_the_edited_ones(run, rows):
    attacked = run.rows
    assert attacked.num_rows == len(rows)
    assert attacked[0]["text"] != rows[0]["text"] and attacked[2]["text"] == rows[2]["text"]
    assert model([attacked[0]["text"]])[0]["label"] == "neg"
    assert attacked[0]["robust"]["transformation"] == "attack/deepwordbug"
    assert attacked["label"][:] == rows["label"][:]


def test_the_same_row_has_the_same_result_in_any_order_and_width(run, rows):
    backward = rows.select(range(len(rows) - 1, -1, -1))
    other = hr.attack(model, backward, "deepwordbug", TASK, seed=3, width=1)
    assert plain(result.at(4 - result.index) for result in reversed(other.results)) == plain(run.results)


def test_map_gives_what_attack_gives(run, rows):
    attack = hr.Attack("deepwordbug", TASK, model, seed=3, keep="all", cache_key="model-v1")
    mapped = rows.map(attack, batched=True, batch_size=2)
    assert mapped["text"][:] == run.rows["text"][:]
    assert [row["status"] for row in mapped["attack"]] == [result.status for result in run.results]
    changed = rows.map(hr.Attack("deepwordbug", TASK, model, seed=3, cache_key="model-v1"), batched=True)
    assert changed["text"][:] == [row["text"] for row in run.rows if row["attack"]["status"] == "successful"]


def test_the_fingerprint_tells_attacks_apart(rows):
    attacks = [hr.Attack("deepwordbug", TASK, model, seed=seed, cache_key="model-v1") for seed in (3, 3, 4)]
    same, again, other = map(Hasher.hash, attacks)
    assert same == again != other
    assert pickle.loads(pickle.dumps(attacks[0])).signature == attacks[0].signature


def test_a_journal_is_gone_on_with(tmp_path, rows, run):
    path = tmp_path / "journal.jsonl"
    first = hr.attack(model, rows, "deepwordbug", TASK, seed=3, journal=path, cache_key="model-v1")
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:25])  # as a kill would leave it
    asked = []

    def counting(texts):
        asked.extend(texts)
        return model(texts)

    counting.__name__ = counting.__qualname__ = model.__name__
    again = hr.attack(counting, rows, "deepwordbug", TASK, seed=3, journal=path, cache_key="model-v1")
    assert plain(again.results) == plain(first.results) == plain(run.results)
    assert again.record["summary"] == first.record["summary"]
    assert len(asked) < sum(result.queries for result in first.results)


def test_a_journal_of_another_attack_is_refused(tmp_path, rows):
    path = tmp_path / "journal.jsonl"
    hr.attack(model, rows, "deepwordbug", TASK, seed=3, journal=path, cache_key="model-v1")
    with pytest.raises(UsageError, match="another attack: seed is 3 there and 4 here"):
        hr.attack(model, rows, "deepwordbug", TASK, seed=4, journal=path, cache_key="model-v1")
    with pytest.raises(UsageError, match="another model"):
        hr.attack(model, rows, "deepwordbug", TASK, seed=3, journal=path, cache_key="model-v2")
    with pytest.raises(UsageError, match="other rows"):
        hr.attack(model, rows.select([0]), "deepwordbug", TASK, seed=3, journal=path, cache_key="model-v1")


def test_what_the_cache_holds_is_not_asked_again(tmp_path, rows, run):
    hr.attack(model, rows, "deepwordbug", TASK, seed=3, cache=tmp_path, cache_key="model-v1")

    def silent(texts):
        raise AssertionError(f"asked about {texts}")

    silent.__name__ = silent.__qualname__ = model.__name__
    again = hr.attack(silent, rows, "deepwordbug", TASK, seed=3, cache=tmp_path, cache_key="model-v1")
    assert plain(again.results) == plain(run.results)


def test_an_interrupted_run_keeps_what_was_finished(tmp_path, rows):
    path = tmp_path / "journal.jsonl"

    def stop(done, total, successes, queries):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hr.attack(model, rows, "deepwordbug", TASK, seed=3, journal=path, progress=stop, cache_key="model-v1")
    assert len(path.read_text().splitlines()) == 3


def test_a_budget_is_kept_exactly(rows):
    run = hr.attack(model, rows, "deepwordbug", TASK, seed=3, budget=5)
    assert max(result.queries for result in run.results) == 5
    assert [result.out_of_budget for result in run.results][:3] == [True, True, True]
    assert run.record["summary"]["out_of_budget"] == 3


def test_successes_are_a_suite_that_other_models_are_run_on(tmp_path, run):
    suite = run.suite(effect="preserves")
    suite.save(tmp_path / "suite")
    again = hr.Suite.load(tmp_path / "suite")
    assert again.info["attacked"]["name"] == "model"
    assert len(again["attack-deepwordbug"]) == 2
    assert hr.run(model, again).results[0]["perturbed"] == 0.0
    assert hr.run(lambda texts: ["pos"] * len(texts), again).results[0]["perturbed"] == 1.0


def test_where_nothing_stands_for_the_labels_there_is_no_suite(rows):
    run = hr.attack(model, rows, "pwws", TASK, like="textattack")
    with pytest.raises(UsageError, match="stands for the gold labels"):
        run.suite()


def test_without_a_success_there_is_no_suite(rows):
    run = hr.attack(model, rows.select([2]), "deepwordbug", TASK)
    with pytest.raises(EmptyDataError, match="none of the 1 attacks succeeded"):
        run.suite(effect="preserves")


def not_a_number(texts):
    return np.full((len(texts), 2), np.nan)


def test_a_model_that_returns_nan_is_told_so(rows):
    run = hr.attack(not_a_number, rows.select([0, 1]), "deepwordbug", TASK)
    assert [(result.status, result.reason) for result in run.results] == [("error", "the model returns NaN")] * 2


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"recipe": "pwsw"}, UnknownNameError, "pwws"),
        ({"budgt": 5}, UnknownNameError, "budget"),
        ({"budget": 0}, UsageError, "budget must be"),
        ({"like": "paperr"}, UsageError, "like must be one of paper, textattack"),
        ({"field": "premise"}, UsageError, "has no text 'premise'"),
        ({"protect": "film"}, UsageError, "protect must be a list"),
        ({"keep": "some"}, UsageError, "keep must be"),
    ],
)
def test_what_does_not_fit_is_refused_before_any_work(rows, options, error, says):
    def never(texts):
        raise AssertionError("asked")

    recipe = options.pop("recipe", "deepwordbug")
    with pytest.raises(error, match=says):
        hr.attack(never, rows, recipe, TASK, **options)


def test_one_class_cannot_be_left():
    rows = Dataset.from_dict({"text": ["A film"], "label": ["pos"]})
    with pytest.raises(UsageError, match="the rows have one label"):
        hr.attack(model, rows, "deepwordbug", TASK)


def test_labels_that_the_model_does_not_have_are_named(rows):
    with pytest.raises((LabelError, UsageError), match="good"):
        hr.attack(lambda texts: ["good"] * len(texts), rows, "deepwordbug", TASK)


def test_a_cache_needs_to_know_the_model(tmp_path, rows):
    with pytest.raises(UsageError, match="cache_key"):
        hr.attack(model, rows, "deepwordbug", TASK, cache=tmp_path)


def test_a_journal_in_a_file_is_refused(tmp_path, rows):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFileError, match="cannot be used"):
        hr.attack(model, rows, "deepwordbug", TASK, journal=tmp_path / "file" / "j.jsonl", cache_key="model-v1")


def test_the_fingerprint_of_rows_reads_labels_too(rows):
    other = rows.map(lambda row: {"label": 1 - row["label"]}, features=FEATURES)
    assert fingerprint(rows, TASK) != fingerprint(other, TASK)


def test_a_map_whose_first_batch_finds_nothing_has_all_columns(rows):
    attack = hr.Attack("deepwordbug", TASK, model, seed=3, cache_key="model-v1")
    backward = rows.select([2, 3, 0, 1])
    found = backward.map(attack, batched=True, batch_size=1)
    assert found["attack"][:] and {row["status"] for row in found["attack"]} == {"successful"}
    everything = hr.Attack("deepwordbug", TASK, model, seed=3, cache_key="model-v1", keep="all")
    statuses = [row["status"] for row in backward.map(everything, batched=True, batch_size=1)["attack"]]
    assert statuses == ["failed", "skipped", "successful", "successful"]


def test_rows_with_nothing_to_attack_do_not_count_as_wrong():
    tokens, tags = [["Anna", "left"], ["He", "ran"], ["Oslo", "won"]], [["B-PER", "O"], ["O", "O"], ["B-LOC", "O"]]
    rows = Dataset.from_dict({"tokens": tokens, "ner_tags": tags})

    def tagger(sentences):
        return [["B-PER" if token == "Anna" else "O" for token in tokens] for tokens in sentences]

    run = hr.attack(tagger, rows, "deepwordbug", hr.task("named-entity-recognition"), inside=True)
    assert [result.status for result in run.results] == ["successful", "skipped", "skipped"]
    assert run.record["summary"]["accuracy"] == 0.5  # of the two rows with an entity


def test_no_journal_is_left_by_a_run_that_fails_at_once(tmp_path, rows):
    path = tmp_path / "journal.jsonl"

    def broken(texts):
        raise ValueError("no weights")

    with pytest.raises(ValueError, match="no weights"):
        hr.attack(broken, rows.select([0, 1]), "deepwordbug", TASK, journal=path, cache_key="model-v1")
    assert not path.exists()


def test_a_journal_needs_to_know_the_model(tmp_path, rows):
    with pytest.raises(UsageError, match="cache_key='my-model-v1'"):
        hr.attack(model, rows, "deepwordbug", TASK, journal=tmp_path / "journal.jsonl")


def test_budgets_that_nobody_ran_are_not_told(rows):
    run = hr.attack(model, rows, "deepwordbug", TASK, seed=3, budget=150)
    assert [one["queries"] for one in run.record["summary"]["by_budget"]] == [100]


def test_probabilities_in_lists_are_an_array(rows):
    def lists(texts):
        return [[0.1, 0.9] if "good" in text else [0.8, 0.2] for text in texts]

    run = hr.attack(lists, rows, "deepwordbug", TASK, seed=3)
    assert run.results[0].before_score == pytest.approx(0.9, abs=1e-4)


def test_the_rows_of_a_run_keep_their_features(rows):
    extra = {"year": Value("int16"), "scores": List(Value("float32")), "note": Value("large_string")}
    features = Features({**FEATURES, **extra})
    columns = {"year": [1999] * 5, "scores": [[0.5]] * 5, "note": [None] * 5}
    typed = Dataset.from_dict({**{name: rows[name][:] for name in rows.column_names}, **columns}, features=features)
    for data in (typed, typed.select([3, 0]), typed.select([2])):
        found = hr.attack(model, data, "deepwordbug", TASK, seed=3, budget=20).rows
        assert {name: found.features[name] for name in features} == features
        assert found["label"][:] == data["label"][:] and found["year"][:] == data["year"][:]
        assert [row["id"] if "id" in row else row["source_id"] for row in found["robust"]]


@pytest.mark.parametrize("labels_alone", [True, False])
def test_a_model_without_probabilities_is_told(labels_alone):
    texts = [f"It was a {word} film, number {n}." for n in range(6) for word in ("good", "bad")]
    rows = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * 6})

    def answers(texts):
        labels = ["pos" if "good" in text else "neg" for text in texts]
        return labels if labels_alone else [{"label": label, "score": 0.9} for label in labels]

    found = hr.attack(answers, rows, "deepwordbug", "sentiment-classification", budget=5).record["warnings"]
    assert ("no-probabilities" in [one["code"] for one in found]) == labels_alone
