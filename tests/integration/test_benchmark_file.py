"""Benchmark files of published suites, and the results of models that name their tasks: real clients, `minihub`."""

from collections.abc import Iterator

import pytest
import yaml
from capability_samples import suite as capability_suite
from datasets import Dataset
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
    assert found["tasks"] == [
        {"id": "keyboard", "config": "keyboard", "split": "perturbed"},
        {"id": "ocr+twitter", "config": "ocr+twitter", "split": "perturbed"},
        {"id": "word-case", "config": "word-case", "split": "perturbed"},
        {"id": "worst_case", "split": "perturbed"},
    ]
    assert found["evaluation_framework"] == "hf-robust" and found["name"] == "films"
    assert not list(hr.Suite.load(films).save(tmp_path / "again").glob("eval*"))


def test_results_read_back_through_the_clients_with_equal_values(hub, client, films):
    commit = push(client, films, "me/films-read")["commit"]
    model = hub.model("me/reader", {"README.md": b"# Reader\n"})
    record = client.run(RUN, repo="me/films-read", model="me/reader")
    entries = parse_eval_result_entries(yaml.safe_load(model.files()[".eval_results/me-films-read.yaml"].data))
    numbers = {one["name"]: (one["perturbed"], one) for one in record["results"]}
    numbers["worst_case"] = (record["worst_case"]["worst"], record["worst_case"])
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
    after = {one.dataset_config or "worst_case": one for one in results if "before" not in one.metric_name}
    assert {name: one.metric_value for name, one in after.items()} == {
        name: round(score, 4) for name, (score, _) in numbers.items()
    }
    assert {one.dataset_revision for one in results} == {commit}


def test_capabilities_are_tasks_too(hub, client, tmp_path):
    folder = str(capability_suite().save(tmp_path / "cases"))
    commit = push(client, folder, "me/cases")["commit"]
    assert [task["id"] for task in benchmark(hub, "me/cases")["tasks"]] == ["A", "B", "C"]
    assert {task["split"] for task in benchmark(hub, "me/cases")["tasks"]} == {"seeds"}
    model = hub.model("me/able", {"README.md": b"# Able\n"})
    run = RUN.replace('"neg" if "q" in text else "pos"', '"positive"')
    record = client.run(run, repo="me/cases", model="me/able")
    entries = parse_eval_result_entries(yaml.safe_load(model.files()[".eval_results/me-cases.yaml"].data))
    rates = {one["id"]: one["seeds"] for one in record["results"]}
    assert {one.task_id: one.value for one in entries} == {
        id: round(100 * (1 - rate["failure_rate"]), 2) for id, rate in rates.items()
    }
    assert entries[0].dataset_revision == commit
    assert entries[0].notes.startswith(f"{rates['A']['n_failed']} of {rates['A']['n']} cases failed")


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
    assert [task["id"] for task in benchmark(hub, "me/films-twice")["tasks"]] == ["word-case", "worst_case"]


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
