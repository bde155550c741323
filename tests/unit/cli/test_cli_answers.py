"""Failed requests end a command with exit code 2, unless the user accepts their share."""

import json

import pytest
from chat_server import Behavior, ChatServer, Fault
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli import main

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
TEXTS = [f"a fine film {number}." for number in range(10)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A suite, and the predictions of a model for it: two refused, one failed."""
    place = tmp_path_factory.mktemp("answers")
    rows = Dataset.from_dict({"text": TEXTS, "label": [1] * 10})
    suite = hr.Suite.build(rows, TASK, [{"name": "word-case", "case": "upper"}])
    suite.save(place / "suite")
    statuses = {TEXTS[0].upper(): "refused", TEXTS[1].upper(): "refused", TEXTS[2]: "error"}
    lines = [
        {**row, "prediction": "positive", "status": statuses.get(row["text"], "ok")} for row in suite.inputs().to_list()
    ]
    (place / "answers.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return place


def run(folder, out, *options):
    places = ["--suite", str(folder / "suite"), "--predictions", str(folder / "answers.jsonl"), "--out", str(out)]
    return CliRunner().invoke(main, ["run", *places, *options])


def test_too_many_failed_requests_exit_with_2_and_say_what_to_type(folder, tmp_path):
    result = run(folder, tmp_path / "out")
    assert result.exit_code == 2
    assert (
        "1 of 20 inputs (5.0%) have no answer" in result.output and "status 'error' in answers.jsonl" in result.output
    )
    assert "(--max-errors)" in result.output and "--cache-dir" in result.output
    assert not (tmp_path / "out" / "report.json").exists()


def test_a_larger_share_is_accepted_by_option_and_by_file(folder, tmp_path):
    result = run(folder, tmp_path / "out", "--max-errors", "0.1")
    assert result.exit_code == 0, result.output
    report = hr.Report.load(tmp_path / "out")
    assert report.results[0]["n"] == 9 and report.record["answers"]["after"]["statuses"] == {"ok": 7, "refused": 2}
    assert "Answers" in result.output and "2 refused" not in result.output
    assert "max_errors: 0.1" in (tmp_path / "out" / "robust.yaml").read_text()
    again = CliRunner().invoke(
        main, ["run", "--config", str(tmp_path / "out" / "robust.yaml"), "--out", str(tmp_path / "again")]
    )
    assert again.exit_code == 0, again.output
    assert hr.Report.load(tmp_path / "again").results == report.results


@pytest.mark.parametrize("share", ["-0.1", "1.5", "many"])
def test_a_share_out_of_range_is_refused(folder, tmp_path, share):
    result = run(folder, tmp_path / "out", "--max-errors", share)
    assert result.exit_code == 2 and "--max-errors" in result.output


def test_a_rerun_asks_a_server_only_for_what_failed(folder, tmp_path):
    down = [True]

    def fault(body, tries):
        return Fault(422, said="the text is odd") if down[0] and "film 3." in json.dumps(body) else None

    def text(body):
        return "I'm sorry, I cannot help with that." if "FILM 5." in body["messages"][-1]["content"] else "positive"

    behavior = Behavior(text=text, fault=fault, logprobs="none", constrained=False)
    with ChatServer(behavior) as server:
        model = ["--model", "chat:m", "--base-url", server.base_url, "--answer", "generate"]
        places = ["--suite", str(folder / "suite"), "--cache-dir", str(tmp_path / "kept")]
        places += ["--out", str(tmp_path / "out")]
        first = CliRunner().invoke(main, ["run", *places, *model])
        assert first.exit_code == 2 and "to ask only for these 1" in first.output and "the text is odd" in first.output
        served, down[0] = server.served, False
        second = CliRunner().invoke(main, ["run", *places, *model])
        assert second.exit_code == 0, second.output
        assert server.served == served + 1
    answers = hr.Report.load(tmp_path / "out").record["answers"]
    assert answers["before"]["answered"] == 1.0 and answers["after"]["statuses"] == {"ok": 9, "refused": 1}
