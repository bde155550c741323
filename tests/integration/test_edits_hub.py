"""Edits suites on the Hub: pushed, read by `datasets` and applied, in processes of their own against `minihub`."""

from pathlib import Path

import pytest
from edits_samples import TEXTS, built, films
from hub_client import Raised

import hf_robust as hr
from hf_robust.suites.source_leaks import find_leaks

REPO = "me/films-edits"
APPLY = """
from datasets import Dataset
suite = hr.EditsSuite.load(repo, revision="v1.0.0").apply(Dataset.from_list(rows))
value = [suite.content_hash, suite.info["version"], suite.info["edits"]["commit"], list(suite)]
"""


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    return built("typos", source="me/films", split="test")


@pytest.fixture(scope="module")
def pushed(client, suite, tmp_path_factory) -> str:
    folder = hr.EditsSuite.of(suite).save(tmp_path_factory.mktemp("suites") / "edits")
    code = 'value = hr.EditsSuite.load(folder).push_to_hub(repo, "1.0.0", license="other")'
    return client.run(code, folder=str(folder), repo=REPO)


def test_it_comes_from_the_hub_as_it_was(client, suite, pushed):
    rows = films().shuffle(seed=4).to_list()
    assert client.run(APPLY, repo=REPO, rows=rows) == [suite.content_hash, "1.0.0", pushed, list(suite)]


def test_datasets_reads_a_config(client, pushed):
    code = 'value = load_dataset(repo, "typos", split="edits", revision="v1.0.0")["source_id"][:]'
    assert len(client.run(code, repo=REPO)) == len(TEXTS)


def test_what_lies_on_the_hub_holds_nothing_of_the_source(hub, pushed, tmp_path):
    repo = hub.dataset(REPO)
    for name, file in repo.files("v1.0.0").items():
        path = Path(tmp_path, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.data)
    assert (tmp_path / "typos" / "edits.parquet").is_file() and find_leaks(tmp_path, TEXTS) == []


def test_a_version_is_pushed_once_and_kinds_do_not_mix(client, pushed, suite, tmp_path):
    again = 'hr.EditsSuite.load(repo).push_to_hub(repo, "1.0.0")'
    with pytest.raises(Raised, match="version 1.0.0 of me/films-edits already exists"):
        client.run(again, repo=REPO)
    folder = suite.save(tmp_path / "whole")
    with pytest.raises(Raised, match="holds a suite of another kind"):
        client.run('hr.Suite.load(folder).push_to_hub(repo, "2.0.0")', folder=str(folder), repo=REPO)
    with pytest.raises(
        Raised, match="no robustness suite but a suite of edits; make the whole suite .* hf-robust prebuilt apply"
    ):
        client.run("hr.Suite.load(repo)", repo=REPO)
