"""The answers behind a report as rows and as a table, for each kind of input."""

import pytest
from chat_server import Behavior, ChatServer
from datasets import Dataset
from harness_samples import KINDS, WRITTEN, WritingModel, suite_of

import hf_robust as hr
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])


def upper_is_worse(texts):
    return [{"label": "negative" if text.isupper() else "positive", "score": 0.75} for text in texts]


@pytest.fixture(scope="module")
def suite():
    data = Dataset.from_dict({"text": ["A good film.", "A poor film.", "A good book."], "label": [1, 0, 1]})
    return hr.Suite.build(data, TASK, [{"name": "word-case", "case": "upper"}, "keyboard"])


def test_a_row_has_both_sides_of_a_pair(suite):
    report = hr.run(upper_is_worse, suite)
    rows = report.answers()
    assert len(rows) == sum(result["n"] for result in report.results)
    assert rows[0] == {
        "transformation": "word-case",
        "source_id": rows[0]["source_id"],
        "original_text": "A good film.",
        "perturbed_text": "A GOOD FILM.",
        "original_gold": "positive",
        "perturbed_gold": "positive",
        "original_answer": "positive",
        "original_status": "ok",
        "original_probability": 0.75,
        "perturbed_answer": "negative",
        "perturbed_status": "ok",
        "perturbed_probability": 0.75,
        "original_score": 1.0,
        "perturbed_score": 0.0,
    }


def test_means_of_the_table_are_the_scores_of_the_report(suite):
    report = hr.run(upper_is_worse, suite)
    means = report.answers_to_pandas().groupby("transformation")[["original_score", "perturbed_score"]].mean()
    for result in report.results:
        if not result["n"]:
            continue
        found = means.loc[result["name"]]
        assert (found.original_score, found.perturbed_score) == (result["original"], result["perturbed"])


@pytest.mark.parametrize("kind", WRITTEN)
def test_answers_of_a_language_model(kind):
    report = hr.run(WritingModel(kind), suite_of(kind))
    table = report.answers_to_pandas()
    roles = report.answers()[0].keys()
    assert {
        f"{side}_{role}" for side in ("original", "perturbed") for role in hr.task(KINDS[kind][0]).input_roles
    } <= roles
    for side in ("original_status", "perturbed_status"):
        assert set(table[side]) <= {"ok", "refused", "unparsable"}
    assert (table.perturbed_status != "ok").any()
    assert (table[table.perturbed_status != "ok"].perturbed_score == 0).all()


def test_what_a_chat_model_wrote_is_there_where_it_is_stored(suite, tmp_path):
    with ChatServer(Behavior(text="I think: positive", logprobs="none", constrained=False)) as server:
        asked = hr.ChatModel("m", base_url=server.base_url, answer="generate")
        stored = hr.run(asked, suite, cache_dir=tmp_path).answers()
        alone = hr.run(hr.ChatModel("m", base_url=server.base_url, answer="generate", store=False), suite).answers()
    assert {row[name] for row in stored for name in ("original_raw", "perturbed_raw")} == {"I think: positive"}
    assert {row["original_raw"] for row in alone} == {None}


def test_a_report_without_answers_says_so(suite, tmp_path):
    report = hr.run(upper_is_worse, suite)
    report.save(tmp_path / "report")
    loaded = hr.Report.load(tmp_path / "report")
    assert loaded == report
    for one in (loaded, hr.run(upper_is_worse, suite, analysis=False)):
        with pytest.raises(UsageError, match="this report holds no answers: hf-robust run --save-answers saves them"):
            one.answers_to_pandas()
