"""Capability suites on the Hub: real `huggingface_hub` and `datasets`, in their own processes, against `minihub`."""

import pytest
from capability_samples import suite
from datasets import Dataset
from hub_client import Raised

import hf_robust as hr

PUSH = """
from hf_robust.capability.suite import CapabilitySuite
value = CapabilitySuite.load(folder).push_to_hub(repo, version, license="cc-by-4.0")
"""
LOAD = """
from hf_robust.capability.suite import CapabilitySuite
suite = CapabilitySuite.load(repo, revision)
value = {"hash": suite.content_hash, "info": dict(suite.info), "sizes": {id: len(suite[id]) for id in suite}}
"""


@pytest.fixture(scope="module")
def cases(client, tmp_path_factory) -> str:
    """A repository with two releases; the second has fewer cases and no expansions."""
    place = tmp_path_factory.mktemp("suites")
    for name, version, made in (("first", "1.0.0", suite()), ("second", "1.1.0", suite(2, 0))):
        client.run(PUSH, folder=str(made.save(place / name)), repo="me/cases", version=version)
    return "me/cases"


def test_a_release_is_one_commit_and_one_tag(hub, cases):
    repo = hub.dataset(cases)
    assert repo.log() == ["Version 1.1.0", "Version 1.0.0", "initial commit"]


def test_each_version_is_what_was_pushed(client, cases):
    first = client.run(LOAD, repo=cases, revision="v1.0.0")
    assert first["hash"] == suite().content_hash and first["info"]["version"] == "1.0.0"
    assert first["info"]["repo"] == cases and len(first["info"]["commit"]) == 40
    second = client.run(LOAD, repo=cases, revision=None)
    assert second["hash"] == suite(2, 0).content_hash and second["sizes"] == {"A": 2, "B": 2, "C": 2}


def test_plain_load_dataset(client, cases):
    code = """
found = load_dataset(repo, "B", revision="v1.0.0")
value = {"configs": sorted(get_dataset_config_names(repo, revision="v1.0.0")), "texts": found["seeds"]["text"][:],
         "splits": sorted(found), "accepted": found["expanded"][0]["case"]["accepted"]}
"""
    found = client.run(code, repo=cases)
    assert found["configs"] == ["A", "B", "C"] and found["splits"] == ["expanded", "seeds"]
    assert found["texts"] == suite()["B"].seeds["text"][:] and found["accepted"] == ["positive", "neutral"]


def test_a_version_is_never_overwritten(client, cases, tmp_path):
    with pytest.raises(Raised, match="HubError: version 1.0.0 .* already exists"):
        client.run(PUSH, folder=str(suite(3).save(tmp_path / "third")), repo=cases, version="1.0.0")


def test_suites_of_another_kind_stay_as_they_are(hub, client, cases, tmp_path):
    data = Dataset.from_dict({"text": ["A fine film."], "label": ["pos"]})
    other = hr.Suite.build(data, hr.task("sentiment-classification"), ["word-case"]).save(tmp_path / "other")
    before = hub.dataset(cases).log()
    with pytest.raises(Raised, match="HubError: me/cases holds a suite of another kind"):
        client.push(other, cases, "2.0.0")
    with pytest.raises(Raised, match="SuiteError: .*CapabilitySuite.load"):
        client.load(cases)
    assert hub.dataset(cases).log() == before
