"""``hr.run`` on a dataset: the suite is built on the way."""

import pytest
from datasets import ClassLabel, Dataset, DatasetDict, Features, Value

import hf_robust as hr
from hf_robust.core.errors import ColumnError, EmptyDataError, UnknownNameError, UsageError

NAMES = ["negative", "positive"]
FEATURES = Features({"text": Value("string"), "label": ClassLabel(names=NAMES)})
TEXTS = ["A wonderful evening.", "The soup was cold.", "They are friendly.", "Never go there.", "It was wonderful."]
WORDS = ["word-case", "contraction"]


def rows(**columns):
    return Dataset.from_dict({"text": TEXTS, "label": [1, 0, 1, 0, 1]} | columns, features=FEATURES)


def model(texts):
    return ["positive" if "wonderful" in text or "friendly" in text else "negative" for text in texts]


def plain(report):
    """The record without what differs from run to run."""
    return {
        key: value
        for key, value in report.record.items()
        if key not in ("created", "seconds", "predictions", "resources", "analysis")
    }


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seed": 3},
        {"variants": 2},
        {"protect": ["wonderful"]},
        {"protect_defaults": False},
        {"source": "made/here", "split": "test"},
        {"nlp": "en_robust_sm"},
    ],
)
def test_the_report_is_that_of_the_suite_built_beforehand(options):
    suite = hr.Suite.build(rows(), hr.task("sentiment-classification"), ["keyboard", *WORDS], **options)
    report = hr.run(
        model, rows(), task="sentiment-classification", transformations=["keyboard", *WORDS], analysis=False, **options
    )
    nlp = {name: value for name, value in options.items() if name == "nlp"}
    assert plain(report) == plain(hr.run(model, suite, analysis=False, **nlp))


@pytest.mark.parametrize(
    "task",
    [None, "sentiment", "sentiment-classification", hr.task("sentiment-classification")],
)
def test_the_task_is_given_or_told_by_the_columns(task):
    report = hr.run(model, rows(), task=task, transformations=["word-case"])
    assert report.record["suite"]["task"] == "sentiment-classification"


def test_another_column_is_named_by_the_task():
    data = rows().rename_column("text", "sentence")
    report = hr.run(model, data, task=hr.task("sentiment-classification", text="sentence"), transformations=WORDS)
    assert [result["name"] for result in report.results] == WORDS


def test_without_transformations_all_that_apply_are_run(monkeypatch):
    asked = []

    def applicable(task):  # many need a model that takes seconds to load
        asked.append(task.name)
        return ("ocr", "word-case")

    monkeypatch.setattr("hf_robust.suites.prepared_build.applicable", applicable)
    assert list(hr.run(model, rows())) == ["ocr", "word-case"] and set(asked) == {"sentiment-classification"}


def test_a_limit_draws_rows_with_the_seed():
    data = Dataset.from_dict({"text": [f"A wonderful film {n}" for n in range(40)], "label": [1, 0] * 20})
    data = data.cast_column("label", ClassLabel(names=NAMES))
    drawn = hr.sample_rows(data, hr.task("sentiment-classification"), 6, seed=4)
    report = hr.run(model, data, transformations=["word-case"], limit=6, seed=4)
    suite = hr.Suite.build(drawn, "sentiment-classification", ["word-case"], seed=4)
    assert report.record["suite"]["rows"] == 6
    assert report.record["suite"]["content_hash"] == suite.content_hash


def test_tokens_and_chinese():
    tagged = Dataset.from_dict(
        {"tokens": [["Anna", "lives", "in", "Rome"]] * 3, "ner_tags": [["B-PER", "O", "O", "B-LOC"]] * 3}
    )
    report = hr.run(
        lambda rows: [["O"] * 4] * len(rows), tagged, task="token-classification", transformations=["word-case"]
    )
    assert report.record["suite"]["task"] == "named-entity-recognition" and "word-case" in report
    chinese = Dataset.from_dict({"text": ["买了2张票，很好。", "等了3个小时。"], "label": ["positive", "negative"]})
    task = hr.task("sentiment-classification", language="zh")
    report = hr.run(lambda texts: ["positive"] * len(texts), chinese, task=task, transformations=["number-form"])
    assert list(report) == ["number-form"]


def test_slices_and_a_cache_serve_as_with_a_suite(tmp_path):
    options = {"transformations": ["word-case"], "slices": ["label"], "cache_dir": tmp_path, "cache_key": "v1"}
    first, again = hr.run(model, rows(), **options), hr.run(model, rows(), **options)
    assert first.record["analysis"].keys() == again.record["analysis"].keys()
    assert again.record["predictions"]["cached"] == again.record["predictions"]["unique"] > 0


SUITE = hr.Suite.build(rows(), "sentiment-classification", ["word-case"])


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"transformations": ["keyboard"]}, "transformations goes with a dataset"),
        ({"task": "sentiment-classification"}, "task goes"),
        ({"limit": 3}, "limit goes"),
        ({"seed": 0}, "seed goes"),
        ({"transformations": [], "protect": [], "num_proc": 2}, "transformations and protect and num_proc go"),
    ],
)
def test_what_builds_a_suite_is_refused_with_a_suite(given, named):
    with pytest.raises(UsageError, match=f"{named}.* a robustness suite is given.*hr.run\\(model, dataset, "):
        hr.run(None, SUITE, **given)


@pytest.mark.parametrize(
    ("data", "given", "error", "message"),
    [
        (rows(), {"task": "sentiment-clasification"}, UnknownNameError, "did you mean sentiment-classification"),
        (rows(), {"transformations": "keyboard"}, UsageError, "must be a list of names"),
        (rows(), {"transformations": ["keybord"]}, UnknownNameError, "did you mean keyboard"),
        (rows(), {"limit": 0}, UsageError, "limit must be"),
        (rows().rename_column("text", "review"), {}, UsageError, "review, label do not tell the task"),
        (rows().rename_column("text", "review"), {"task": "sentiment"}, ColumnError, "review"),
        (rows().select([]), {"task": "sentiment"}, EmptyDataError, "no rows"),
        (DatasetDict({"test": rows()}), {}, UsageError, r"choose a split: dataset\['test'\]"),
        (rows().to_iterable_dataset(), {"task": "sentiment"}, UsageError, "found IterableDataset"),
        ([{"text": "A film.", "label": 1}], {}, UsageError, r"found list; .*Dataset.from_list\(rows\)"),
        (type("DataFrame", (), {})(), {}, UsageError, r"Dataset.from_pandas\(frame, "),
        ("rows.jsonl", {}, UsageError, r"Dataset.from_json\('rows.jsonl'\)"),
        ("me/rows", {}, UsageError, r"load_dataset\('me/rows', "),
        (model, {}, UsageError, r"arguments are swapped: .*hr.run\(model, data\)"),
    ],
)
def test_what_cannot_be_run_is_refused_before_the_model_is_asked(data, given, error, message):
    def asked(texts):
        raise AssertionError("the model was asked")

    with pytest.raises(error, match=message):
        hr.run(asked, data, **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"transformation": ["keyboard"]}, "unknown option 'transformation'; did you mean transformations"),
        ({"batchsize": 3}, "did you mean batch_size"),
        ({"revision": "main"}, "revision cannot be given with a function; leave it out"),
        ({"language": "zh"}, r"hr.task\('sentiment-classification', language='zh'\)"),
    ],
)
@pytest.mark.parametrize("data", [rows(), SUITE], ids=["rows", "suite"])
def test_options_are_checked_before_the_suite_is_built(monkeypatch, data, given, message):
    def build(*_, **__):
        raise AssertionError("the suite was built")

    monkeypatch.setattr(hr.Suite, "build", build)
    with pytest.raises(UsageError, match=message):
        hr.run(model, data, **given)


@pytest.mark.parametrize("asked", [None, "chat:me/chat", "me/none"])
def test_a_misspelled_argument_is_suggested_for_every_kind_of_model(asked):
    with pytest.raises(UnknownNameError, match="'transformation'; did you mean transformations"):
        hr.run(asked, rows(), transformation=["keyboard"])


def test_a_row_counts_once_for_each_reason_of_an_empty_suite():
    data = Dataset.from_dict({"text": ["买了两张票，很好。", "等了三个小时。"], "label": ["positive", "negative"]})
    with pytest.raises(EmptyDataError, match=r"Chinese script \(all 2 rows\).*hr.task\(..., language='zh'\)"):
        hr.run(model, data, task="sentiment", transformations=["keyboard", "word-case"])


def test_columns_of_another_layout_are_converted_with_layout():
    data = Dataset.from_dict({"tokens": [["Anna"]], "ner": [["B-PER"]]})
    with pytest.raises(ColumnError, match=r"Use dataset = hr.with_layout\(dataset, 'named-entity-recognition'\), or"):
        hr.run(model, data, task="ner")
