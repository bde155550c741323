"""What a training changed."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


@pytest.fixture(scope="module")
def rows():
    texts = ["A good film", "A good play", "A dull film", "A dull play", "A nice film"]
    return Dataset.from_dict({"text": texts, "label": [1, 1, 0, 0, 1]})


def weak(texts):
    return ["pos" if "good" in text else "neg" for text in texts]


def firm(texts):
    return ["neg" if text.split()[1][:1] == "d" else "pos" for text in texts]


@pytest.fixture(scope="module")
def report(rows):
    suite = hr.Suite.build(rows, TASK, ["word-case"])
    models = {"before": weak, "after": firm}
    return hr.before_after(models, rows, TASK, ["deepwordbug"], ["pwws"], suite=suite, seconds={"after": 12.5})


def test_attacks_are_compared_on_rows_that_all_models_have_right(report):
    attacks = report.record["attacks"]
    assert [(one["recipe"], one["held_out"], one["rows"]) for one in attacks] == [
        ("deepwordbug", False, 4),
        ("pwws", True, 4),
    ]
    before, after = (model["attacks"][0] for model in report.record["models"])
    assert before["success_rate"] == 0.5  # both rows with "good" fall, those with "dull" cannot
    assert before["interval"][0] < 0.5 < before["interval"][1]
    assert after["accuracy"] is not None


def test_clean_scores_suite_and_seconds_stand_beside_each_other(report):
    before, after = report.record["models"]
    assert (before["clean"], after["clean"]) == (0.8, 1.0)
    assert before["macro_f1"] == pytest.approx(0.8, abs=0.01)
    assert [entry["name"] for entry in before["suite"]] == ["word-case"]
    assert (before["seconds"], after["seconds"]) == (None, 12.5)


def test_a_plot_shows_each_later_model_beside_the_first(report):
    (section,) = report.view.sections
    plot = section.blocks[0]
    rows = {row.name: [mark.value for mark in row.marks] for row in plot.rows}
    assert list(rows) == ["clean rows", "word-case", "worst case", "under deepwordbug", "under pwws"]
    assert rows["clean rows"] == [0.8, 1.0] and plot.rows[0].gain and plot.rows[0].marks[1].interval
    assert plot.legend[:2] == ("before", "after")
    assert 'aria-label="clean rows: 80.0 with before, 100.0 with after"' in report._repr_html_()


def test_every_format_draws_it(report, tmp_path):
    folder = report.save(tmp_path / "training", formats=("html", "latex", "markdown", "pdf"))
    assert "<svg" in (folder / "training.html").read_text(encoding="utf-8")
    assert any("tikzpicture" in path.read_text(encoding="utf-8") for path in folder.glob("*.tex"))


def test_every_format_says_it(report, tmp_path):
    assert "deepwordbug succeeds on 50%" in report.verdict
    assert "not trained against" in str(report)
    folder = report.save(tmp_path / "training")
    assert "before" in (folder / "training.html").read_text(encoding="utf-8")
    assert type(report).load(folder).record["models"] == report.record["models"]


def test_one_model_cannot_be_compared(rows):
    with pytest.raises(UsageError, match="from 2 to 10 models"):
        hr.before_after({"only": weak}, rows, TASK)


def test_transformations_are_named_in_a_suite():
    rows = Dataset.from_dict({"text": ["A good film", "A dull film"], "label": ["pos", "neg"]})
    with pytest.raises(UsageError, match=r"before_after takes a suite .*suite=hr.Suite.build\(rows, 'sentiment-class"):
        hr.before_after({"a": len, "b": len}, rows, "sentiment", transformations=["keyboard"])
