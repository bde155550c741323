"""``hf-robust run --push-results``: refused before any work where it cannot be done, told where it failed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from huggingface_hub import constants

from hf_robust.adapters.function import FunctionPredictor
from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG
from hf_robust.configured import config_run
from hf_robust.configured.configuration import load
from hf_robust.core.errors import HubError
from hf_robust.reports import Report

ROWS = [{"text": f"{n}: {text}", "label": text[2:4]} for n in range(4) for text in ("A wonderful day.", "A dull day.")]
DATA = "task: sentiment-classification\ndataset: rows.jsonl\ntransformations: word-case\n"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A folder with data, a token, and models that always say the same."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setenv("HF_TOKEN", "hf_one")
    Path("rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    monkeypatch.setattr(config_run, "check_model", lambda *_: None)
    monkeypatch.setattr(
        config_run,
        "predictor_for",
        lambda choice, task, *_, **__: FunctionPredictor(
            lambda texts: ["wo"] * len(texts), task, cache_key=choice.model
        ),
    )


@pytest.fixture
def pushes(monkeypatch):
    """What was pushed: model, pull request, and whether the report was there."""
    seen = []

    def push(self, model, create_pr=False):
        seen.append((model, create_pr, Path("report").exists()))
        if "closed" in model:
            raise HubError(f"the Hub does not let you write to {model} (403)")
        return f"https://hub/{model}/discussions/1"

    monkeypatch.setattr(Report, "push_results", push)
    return seen


def run(*arguments, config=f"{DATA}models: me/bert\n"):
    Path("robust.yaml").write_text(config)
    return CliRunner().invoke(main, ["run", "--config", "robust.yaml", *arguments])


def test_a_pull_request_once_the_report_is_there(pushes):
    result = run("--push-results", "--summary", "job.md")
    assert result.exit_code == 0, result.output
    assert pushes == [("me/bert", True, True)] and "me/bert -> https://hub/me/bert/discussions/1" in result.stdout
    assert "Results of me/bert: https://hub/me/bert/discussions/1" in Path("job.md").read_text()
    assert load(Path("report/robust.yaml")).push_results is None  # what repeats the run publishes nothing


@pytest.mark.parametrize(
    ("key", "typed", "by_request"),
    [
        ("true", (), True),
        ("commit", (), False),
        ("false", ("--push-results", "--no-pr"), False),
        ("true", ("--no-pr",), False),
        ("commit", ("--push-results",), True),
    ],
)
def test_the_key_of_the_file_and_a_commit(pushes, key, typed, by_request):
    assert run(*typed, config=f"{DATA}models: me/bert\npush_results: {key}\n").exit_code == 0
    assert pushes == [("me/bert", by_request, True)]


def test_results_below_a_threshold_are_results(pushes):
    assert run("--push-results", "--fail-under", "1").exit_code == FAILED and len(pushes) == 1


def test_a_push_that_failed_leaves_the_report_and_says_how_to_repeat_it(pushes):
    result = run("--push-results", "--fail-under", "1", "--summary", "job.md", config=f"{DATA}models: me/closed\n")
    assert result.exit_code == WRONG and Path("report/report.json").exists()
    said = (
        "Error: the results of me/closed were not pushed: the Hub does not let you write to me/closed (403); the "
        "report is in report, to push it, run: hf-robust push-results report --model me/closed --create-pr"
    )
    assert said in result.stderr and "FAILED word-case" in result.stderr
    assert "## Not pushed" in Path("job.md").read_text()
    result = run("--push-results", "--no-pr", "--out", "a b", config=f"{DATA}models: me/closed\n")
    assert "run: hf-robust push-results 'a b' --model me/closed\n" in result.stderr


def test_several_models_each_go_to_their_own(pushes):
    config = f"{DATA}models: [me/closed, {{model: me/bert, name: mine}}]\nattacks: {{recipe: deepwordbug, limit: 1}}\n"
    result = run("--push-results", config=config)
    assert result.exit_code == WRONG and "results of me/closed were not pushed" in result.stderr
    assert [model for model, *_ in pushes] == ["me/closed", "me/bert"]  # the attacks and the comparison go nowhere
    assert "--model me/closed" in result.stderr and "me/bert -> https" in result.stdout


@pytest.fixture
def no_work(monkeypatch):
    monkeypatch.setattr(config_run.Work, "run_all", lambda self: pytest.fail("work was begun"))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("default", "default has none there; name one with --model user/model"),
        ("linear-text-baseline", "linear-text-baseline has none there"),
        ("folder", "folder has none there"),
        ("a b/c", "--push-results writes to a repository 'user/model', found 'a b/c'"),
        ("bert-base-uncased", "--push-results writes to a repository 'user/model', found 'bert-base-uncased'"),
    ],
)
def test_a_model_that_has_no_repository(no_work, model, message):
    Path("folder").mkdir()
    result = run("--push-results", "--model", model)
    assert result.exit_code == WRONG and message in result.output, result.output
    assert not Path("report").exists()


def test_no_token_and_no_network(no_work, monkeypatch):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    result = run("--push-results")
    assert result.exit_code == WRONG and "needs the Hub, and HF_HUB_OFFLINE is set" in result.output
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.delenv("HF_TOKEN")
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", "nowhere")
    result = run("--push-results")
    assert result.exit_code == WRONG and "needs a token that may write; run: hf auth login" in result.output


def test_a_commit_of_nothing(no_work):
    result = run("--no-pr")
    assert (
        result.exit_code == WRONG
        and "--no-pr goes with --push-results; add that, or leave --no-pr out" in result.output
    )
