"""Benchmark files of published suites, and the results of models that name their tasks: real clients, `minihub`."""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
import yaml
from capability_samples import suite as capability_suite
from datasets import Dataset
from harness_samples import questions_of, suite_of
from hub_client import Client, Raised
from huggingface_hub import ModelCard, parse_eval_result_entries
from minihub import MiniHub

import hf_robust as hr

PUSH = """
import warnings
from hf_robust.suites import BaseSuite
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    commit = BaseSuite.load(folder).push_to_hub(repo, version)
value = {"commit": commit, "said": [str(one.message) for one in caught if one.category is RuntimeWarning]}
"""
RUN = """
from hf_robust.suites import BaseSuite
suite = BaseSuite.load(repo, revision="v1.0.0")
report = hr.run(lambda texts: ["neg" if "q" in text else "pos" for text in texts], suite)
address = report.push_results(model)
value = report.record
"""


@pytest.fixture(autouse=True)
def undisturbed(hub) -> Iterator[None]:
    yield
    hub.calm()


@pytest.fixture(scope="module")
def films(tmp_path_factory) -> str:
    texts = [f"A wonderful film number {number} with a great story about people." for number in range(30)]
    rows = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * 15})
    task = hr.task("sentiment-classification")
    suite = hr.Suite.build(rows, task, ["keyboard", ["ocr", "twitter"], "word-case"], seed=7)
    return str(suite.save(tmp_path_factory.mktemp("films")))


def benchmark(hub: MiniHub, repo: str) -> dict:
    return yaml.safe_load(hub.dataset(repo).files()["eval.yaml"].data)


def push(client: Client, folder: str, repo: str, version: str = "1.0.0") -> dict:
    return client.run(PUSH, folder=folder, repo=repo, version=version)


def test_a_published_suite_names_its_tasks_and_a_saved_one_has_no_such_file(hub, client, films, tmp_path):
    assert push(client, films, "me/films")["said"] == []
    found = benchmark(hub, "me/films")
    assert [(task["id"], task["config"], task["split"]) for task in found["tasks"]] == [
        ("keyboard", "keyboard", "perturbed"),
        ("ocr+twitter", "ocr+twitter", "perturbed"),
        ("word-case", "word-case", "perturbed"),
    ]
    assert found["evaluation_framework"] == "inspect-ai" and found["name"] == "films"
    assert not list(hr.Suite.load(films).save(tmp_path / "again").glob("eval*"))


def test_results_read_back_through_the_clients_with_equal_values(hub, client, films):
    commit = push(client, films, "me/films-read")["commit"]
    model = hub.model("me/reader", {"README.md": b"# Reader\n"})
    record = client.run(RUN, repo="me/films-read", model="me/reader")
    entries = parse_eval_result_entries(yaml.safe_load(model.files()[".eval_results/me-films-read.yaml"].data))
    numbers = {one["name"]: (one["perturbed"], one) for one in record["results"]}
    assert (
        [one.task_id for one in entries]
        == [*numbers]
        == [task["id"] for task in benchmark(hub, "me/films-read")["tasks"]]
    )
    for one in entries:
        score, facts = numbers[one.task_id]
        assert one.value == round(100 * score, 2) and one.dataset_id == "me/films-read"
        assert (one.dataset_revision, one.date) == (commit, record["created"])
        said = one.notes.replace("\N{MINUS SIGN}", "-")
        assert said.startswith(f"drop {100 * facts['drop']:.1f} (") and said.endswith(f"), {facts['n']} rows")
    results = ModelCard(model.files()["README.md"].data.decode()).data.eval_results
    numbers["worst_case"] = (record["worst_case"]["worst"], record["worst_case"])  # in the card, and no task
    after = {one.dataset_config or "worst_case": one for one in results if "before" not in one.metric_name}
    assert {name: one.metric_value for name, one in after.items()} == {
        name: round(score, 4) for name, (score, _) in numbers.items()
    }
    assert {one.dataset_revision for one in results} == {commit}


def test_suites_that_no_language_model_can_be_asked_about_have_no_file(hub, client, tmp_path):
    folder = str(capability_suite().save(tmp_path / "cases"))
    assert push(client, folder, "me/cases")["said"] == []
    assert "eval.yaml" not in hub.dataset("me/cases").files()
    model = hub.model("me/able", {"README.md": b"# Able\n"})
    client.run(RUN.replace('"neg" if "q" in text else "pos"', '"positive"'), repo="me/cases", model="me/able")
    assert ModelCard(model.files()["README.md"].data.decode()).data.eval_results
    assert not [path for path in model.files() if path.startswith(".eval_results")]


def test_plain_rows_are_those_of_the_checked_suite(client, films):
    """`load_dataset` and `Suite.load` of one release give equal rows, entry by entry."""
    push(client, films, "me/films-rows")
    code = """
suite = hr.Suite.load(repo, revision="v1.0.0")
plain = {name: load_dataset(repo, name, revision="v1.0.0") for name in suite}
value = {name: [rows.to_list() == plain[name][split].to_list() for split, rows in suite[name].rows.items()]
         for name in suite}
"""
    found = client.run(code, repo="me/films-rows")
    assert found == {name: [True, True] for name in ("keyboard", "ocr+twitter", "word-case")}


@pytest.mark.parametrize("place", ["/preupload/", "/lfs/objects/batch", "/lfs/[0-9a-f]", "/commit/"])
def test_a_first_push_that_is_interrupted_leaves_no_file_and_no_version(hub, client, films, place):
    name = f"me/torn-{len(hub.repos)}"
    hub.uploads.clear()  # else no file is sent that was sent before
    hub.disturb("PUT" if place.startswith("/lfs/[") else "POST", place, status=403)
    with pytest.raises(Raised, match=f"HubError: .*{name}"):
        push(client, films, name)
    repo = hub.dataset(name)
    assert list(repo.files()) == [".gitattributes"] and not repo.tags and repo.log() == ["initial commit"]
    push(client, films, name)
    assert list(repo.tags) == ["v1.0.0"]


def test_a_push_without_a_hub_is_one_message(films, tmp_path):
    user = Client("http://127.0.0.1:9", tmp_path / "home", tmp_path / "log", HF_HUB_OFFLINE="1")
    try:
        with pytest.raises(Raised, match=r"HubError: pushing to me/x failed \(.*published: unset HF_HUB_OFFLINE"):
            push(user, films, "me/x")
    finally:
        user.close()


def test_a_new_version_has_its_own_file(hub, client, films, tmp_path):
    push(client, films, "me/films-twice")
    rows = hr.Suite.load(films)["keyboard"].original.remove_columns("robust")
    second = hr.Suite.build(rows, hr.task("sentiment-classification"), ["word-case"])
    push(client, str(second.save(tmp_path / "second")), "me/films-twice", "2.0.0")
    assert [task["id"] for task in benchmark(hub, "me/films-twice")["tasks"]] == ["word-case"]


def test_a_hub_that_does_not_take_the_file_gets_the_suite_without_it(hub, client, films):
    hub.disturb("POST", "/commit/", status=400)
    (said,) = push(client, films, "me/films-plain")["said"]
    assert said.startswith("me/films-plain is published without eval.yaml, which the Hub did not take (BadRequestError")
    repo = hub.dataset("me/films-plain")
    assert "eval.yaml" not in repo.files() and list(repo.tags) == ["v1.0.0"]
    assert client.load("me/films-plain", "1.0.0")["names"] == ["keyboard", "ocr+twitter", "word-case"]
    hub.disturb("POST", "/commit/", status=400, times=2)
    with pytest.raises(Raised, match="HubError: pushing to me/films-none failed .*no version was published"):
        push(client, films, "me/films-none")
    assert not hub.dataset("me/films-none").tags


SAMPLE = """
import json, sys
from inspect_ai import eval
from inspect_ai.model import ModelOutput, ModelUsage, get_model
answers = [ModelOutput.from_content("mockllm/model", given) for given in json.loads(sys.argv[2])]
for one in answers:
    one.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)  # else a tokenizer is downloaded
(log,) = eval(sys.argv[1], model=get_model("mockllm/model", custom_outputs=answers), log_dir=sys.argv[3],
              display="none", max_connections=1, max_samples=1)
assert log.status == "success", log.error
scores = {one.name: next(iter(one.metrics.values())).value for one in log.results.scores}
print(json.dumps({"scores": scores, "asked": [one.messages[0].text for one in log.samples],
                  "right": [one.target for one in log.samples]}))
"""


def inspect_python():
    """A Python that has inspect_ai: this one, or that of the environment variable; None without it."""
    named = os.environ.get("HF_ROBUST_INSPECT_PYTHON")
    return named or (sys.executable if importlib.util.find_spec("inspect_ai") else None)


def inspected(hub, spec, answers, folder):
    """What inspect makes of a task on the loopback Hub, with a model that gives these answers."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "PYTHONPATH"))}
    environment |= {"HF_ENDPOINT": hub.endpoint, "HF_HOME": str(folder / "home"), "NO_PROXY": "127.0.0.1"}
    command = [inspect_python(), "-c", SAMPLE, spec, json.dumps(answers), str(folder / "logs")]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.skipif(inspect_python() is None, reason="inspect_ai is not installed")
def test_inspect_asks_about_the_rows_of_an_entry(hub, client, films, tmp_path):
    push(client, films, "me/films-asked")
    found = inspected(hub, "hf/me/films-asked/keyboard@v1.0.0", ["pos", " NEG ", "pos", "none"] * 8, tmp_path)
    assert found["right"][:4] == ["pos", "neg", "pos", "neg"] and 0.7 < found["scores"]["match"] < 0.8
    assert found["asked"][0].startswith("text: A ") and found["asked"][0].endswith("nothing else: neg, pos.")


@pytest.mark.skipif(inspect_python() is None, reason="inspect_ai is not installed")
@pytest.mark.parametrize(
    ("kind", "scorers"),
    [("entities", ["match"]), ("questions", ["f1", "exact"]), ("relations", ["match"]), ("aspects", ["match"])],
)
def test_inspect_asks_about_rows_without_columns_of_strings(hub, client, kind, scorers, tmp_path):
    suite, name = suite_of(kind), f"me/asked-{kind}"
    push(client, str(suite.save(tmp_path / "suite")), name)
    entry = next(iter(suite))
    questions = list(questions_of(kind).of(entry, "perturbed"))
    right = [one.answers[0] for one in questions]
    found = inspected(hub, f"hf/{name}/{entry}@v1.0.0", right, tmp_path)
    assert found["asked"] == [one.prompt for one in questions] and found["right"] == right
    assert found["scores"] == dict.fromkeys(scorers, 1.0)
    wrong = inspected(hub, f"hf/{name}/{entry}@v1.0.0", ["???", *right[1:]], tmp_path)
    assert wrong["scores"] == dict.fromkeys(scorers, pytest.approx(1 - 1 / len(right)))


def test_questions_are_configs_that_load_and_leave_with_the_version_that_had_them(hub, client, tmp_path):
    suite = suite_of("entities")
    push(client, str(suite.save(tmp_path / "suite")), "me/asked")
    code = """
plain = load_dataset(repo, f"{entry}-questions", revision="v1.0.0")
value = {split: rows.to_list() for split, rows in plain.items()}
"""
    entry, other = suite
    rows = client.run(code, repo="me/asked", entry=entry)["perturbed"]
    assert [one["prompt"] for one in rows] == [one.prompt for one in questions_of("entities").of(entry, "perturbed")]
    assert f"questions/{other}.parquet" in hub.dataset("me/asked").files()
    asked = [path for method, path, _ in hub.requests if "/resolve/" in path and "questions" in path]
    assert client.load("me/asked", "1.0.0")["names"] == [entry, other]
    assert [path for _, path, _ in hub.requests if "/resolve/" in path and "questions" in path] == asked
    short = replace(suite, entries={entry: suite[entry]})
    push(client, str(short.save(tmp_path / "short")), "me/asked", "2.0.0")
    files = hub.dataset("me/asked").files()
    assert f"questions/{entry}.parquet" in files and f"questions/{other}.parquet" not in files
