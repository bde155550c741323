"""Chat models on the command line: their options, what is refused before data is read, and the reports."""

import json
from pathlib import Path

import pytest
import yaml
from chat_server import Behavior, ChatServer
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.cli.language_model_options import PARAMETERS

WORDS = ("fine", "good")
DATA = ["--dataset", "no-such-file.csv", "--task", "sentiment"]


def rated(body):
    return "positive" if any(word in body["messages"][-1]["content"].lower() for word in WORDS) else "negative"


@pytest.fixture
def server():
    with ChatServer(Behavior(text=rated, logprobs="none", constrained=False)) as found:
        yield found


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    rows = [
        f"A {word} film {n}.,{label}" for n in range(3) for word, label in (("fine", "positive"), ("dull", "negative"))
    ]
    Path("reviews.csv").write_text("\n".join(["text,label", *rows]))
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def asked(server, *more):
    data = ["--dataset", "reviews.csv", "--task", "sentiment", "-t", "word-case"]
    return run("run", "--model", "chat:m", "--base-url", server.base_url, *data, *more)


def test_a_run_with_all_options(server, folder):
    Path("prices.yaml").write_text("currency: EUR\nmodels: {m: {input: 1, output: 2}}\n")
    Path("train.csv").write_text("text,label\nWow.,positive\nMeh.,negative\n")
    prompt = {"task": "sentiment", "version": 1, "inputs": ["text"], "shots": [2]}
    Path("mine.yaml").write_text(yaml.safe_dump({**prompt, "instructions": "Say {labels}.", "formats": "{text}"}))
    options = {
        "--header": "X-Team=nlp",
        "--prompt": "mine.yaml",
        "--examples": "train.csv",
        "--answer": "generate",
        "--concurrency": 2,
        "--requests-per-minute": 100_000,
        "--tokens-per-minute": 100_000_000,
        "--prices": "prices.yaml",
        "--max-cost": 1,
        "--label-map": "positive=positive",
        "--cache-dir": "kept",
    }
    done = asked(server, *(part for pair in options.items() for part in pair))
    assert done.exit_code == 0, done.output
    record = json.loads(Path("report/report.json").read_text())
    model = record["model"]["language_model"]
    assert (record["model"]["name"], record["model"]["kind"], model["examples"]) == ("m", "chat", 2)
    assert model["requests"]["cost"] > 0 and model["requests"]["currency"] == "EUR"
    assert record["originals"]["score"] == 1.0 and server.counts.peak <= 2
    assert all(headers["X-Team"] == "nlp" for headers in server.counts.headers)
    assert Path("kept/answers.sqlite").exists() and not Path("cache").exists()
    (saved,) = yaml.safe_load(Path("report/robust.yaml").read_text())["models"]
    assert saved["params"]["base_url"] == server.base_url and saved["params"]["examples"] == "train.csv"
    served = server.served
    again = run("run", "--config", "report/robust.yaml", "--out", "again")
    assert again.exit_code == 0, again.output
    assert server.served == served


def test_answers_are_kept_without_any_folder(server, folder):
    assert asked(server, "--answer", "generate").exit_code == 0
    served = server.served
    assert asked(server, "--answer", "generate").exit_code == 0 and server.served == served
    assert asked(server, "--answer", "generate", "--no-store").exit_code == 0 and server.served == 2 * served


def test_the_report_says_which_way_was_used_and_why(server, folder):
    done = asked(server)
    assert done.exit_code == 0, done.output
    assert "first-token (the probabilities of the first token) cannot be used" in done.output.replace("\n", " ")
    assert json.loads(Path("report/report.json").read_text())["model"]["language_model"]["answer"] == "generate"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "needs the URL of its server; name it with --base-url"),
        (["--base-url", "localhost"], "--base-url must begin with http://"),
        (["--base-url", "http://127.0.0.1:9/v1"], "no server replies at http://127.0.0.1:9/v1"),
        (["--base-url", "URL", "--api-key-env", "UNSET_KEY"], "run: export UNSET_KEY=..."),
        (["--base-url", "URL", "--api-key-env", "sk-0123456789"], "expected the name of an environment variable"),
        (["--base-url", "URL", "--max-cost", "1"], "max_cost needs prices"),
        (["--base-url", "URL", "--prices", "none.yaml"], "none.yaml"),
        (["--base-url", "URL", "--prompt", "none.yaml"], "none.yaml"),
        (["--base-url", "URL", "--examples", "none.csv"], "there is no file none.csv; check the path of --examples"),
        (["--base-url", "URL", "--header", "X-Api-Key=0123456789"], "must read its key from an environment variable"),
        (["--base-url", "URL", "--model-param", "top_p=1"], "unknown option of a language model 'top_p'"),
        (["--base-url", "URL", "--model-revision", "v1"], "--model-revision goes with a --model on the Hub"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_before_data_is_read(server, folder, options, said, monkeypatch):
    monkeypatch.delenv("UNSET_KEY", raising=False)
    done = run("run", "--model", "chat:m", *DATA, *(server.base_url if one == "URL" else one for one in options))
    assert done.exit_code == 2 and said in done.output, done.output
    assert len(done.output.strip().splitlines()) == 1 and "0123456789" not in done.output and not server.served


@pytest.mark.parametrize(
    ("behavior", "said"),
    [
        ({"key": "right"}, "run: export MY_KEY=..., and name the variable with --api-key-env (HTTP 401"),
        ({"models": ("n",), "only_known": True}, "has no model 'm'"),
        ({"pages": {"/v1/models": (200, "<html>")}}, "is no chat API"),
    ],
)
def test_a_wrong_server_is_said_before_data_is_read(server, folder, behavior, said):
    for name, value in behavior.items():
        setattr(server.behavior, name, value)
    done = run("run", "--model", "chat:m", "--base-url", server.base_url, *DATA)
    assert done.exit_code == 2 and said in done.output and len(done.output.strip().splitlines()) == 1


def test_max_cost_stops_with_what_is_stored(server, folder):
    Path("prices.yaml").write_text("models: {m: {input: 100000, output: 100000}}\n")
    limited = ["--answer", "generate", "--prices", "prices.yaml", "--concurrency", 1, "--model-param", "max_tokens=4"]
    done = asked(server, *limited, "--max-cost", 20)
    assert done.exit_code == 2 and "run again with a higher --max-cost for the rest" in done.output
    stopped = server.served
    assert 0 < stopped < 12
    assert asked(server, *limited, "--max-cost", 1000).exit_code == 0 and server.served == 12


@pytest.mark.parametrize(("options", "said"), [((), "12 answers"), (("--no-store",), "")])
def test_after_ctrl_c_the_stored_answers_are_counted(server, folder, monkeypatch, options, said):
    def stopped(*_):
        raise KeyboardInterrupt

    if said:
        assert asked(server, "--answer", "generate").exit_code == 0
    monkeypatch.setattr("hf_robust.cli.printed_run.run_configuration", stopped)
    done = asked(server, "--answer", "generate", *options, "--out", "other")
    assert done.exit_code == 1 and "Aborted!" in done.output
    assert (f"{said} of this run and of earlier runs are stored in " in done.output) == bool(said), done.output


@pytest.mark.parametrize("command", ["run", "compare", "attack", "chains"])
def test_the_options_have_a_group_of_their_own(command):
    said = run(command, "--help").output
    before, _, group = said.partition("Language models and APIs:\n")
    assert "--base-url" in group and "--base-url" not in before and "  --model " in before and "  --model " not in group
    assert {one.name for one in main.commands[command].params} >= set(PARAMETERS)


def test_models_behind_apis_are_compared(server, folder):
    data = ["--dataset", "reviews.csv", "--task", "sentiment", "-t", "word-case", "--answer", "generate"]
    done = run("compare", "--model", "chat:m", "--model", "chat:@cf/n", "--base-url", server.base_url, *data)
    assert done.exit_code == 0, done.output
    assert {one["name"] for one in hr.ComparisonReport.load("comparison").record["models"]} == {"chat:m", "chat:@cf/n"}


def test_a_dry_run_sends_nothing(server, folder):
    Path("prices.yaml").write_text("models: {m: {input: 1000, output: 1000}}\n")
    server.behavior.models = None
    done = asked(server, "--prices", "prices.yaml", "--dry-run")
    assert done.exit_code == 0, done.output
    assert "chat:m: 15 requests to send (0 answers are stored)" in done.output  # three of them probe the server
    assert "at most 801 output tokens, at most about 1." in done.output and not Path("report").exists()
    assert not server.counts.tries
    assert asked(server, "--answer", "generate").exit_code == 0
    assert "0 requests to send (12 answers are stored)" in asked(server, "--answer", "generate", "--dry-run").output


def test_a_dry_run_counts_a_request_for_each_label_word(server, folder):
    assert "chat:m: 25 requests to send" in asked(server, "--answer", "choice", "--dry-run").output


def test_a_dry_run_after_a_probe_knows_the_way(server, folder):
    server.behavior.logprobs = "answer"
    assert asked(server).exit_code == 0
    served = server.served
    assert "0 requests to send (15 answers are stored)" in asked(server, "--dry-run").output and server.served == served


def test_a_dry_run_is_for_models_behind_apis(folder):
    done = run("run", "--dataset", "reviews.csv", "--task", "sentiment", "-t", "word-case", "--dry-run")
    assert done.exit_code == 2 and "sends no requests; expected a model behind an API" in done.output


def test_a_chat_model_is_attacked(server, folder):
    data = ["--dataset", "reviews.csv", "--task", "sentiment", "--first", 2, "--recipe", "deepwordbug"]
    done = run("attack", "--model", "chat:m", "--base-url", server.base_url, "--answer", "generate", *data)
    assert done.exit_code == 0, done.output
    assert hr.AttackReport.load("attack").record["model"]["language_model"]["answer"] == "generate"
