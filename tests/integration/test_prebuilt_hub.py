"""Prebuilt suites on the Hub: sources at a commit, releases, a collection; real clients against `minihub`."""

import json

import pytest
from hub_client import Client
from minihub import MiniHub
from minihub_store import File
from recipe_files import ROWS, write_recipe, write_source

COMMAND = """
from click.testing import CliRunner
from hf_robust.cli import main
done = CliRunner().invoke(main, ["prebuilt", *arguments])
value = [done.exit_code, done.output]
"""
COMPARE = """
suite = hr.Suite.load(repo, "v1.0.0")
value = []
for name in suite:
    plain = load_dataset(repo, name, revision="v1.0.0")
    value += [plain[split].to_list() == getattr(suite[name], split).to_list() for split in ("original", "perturbed")]
"""


@pytest.fixture
def tiny(tmp_path):
    data = write_source(tmp_path)
    return write_recipe(tmp_path, data), data


def call(client: Client, *arguments: object) -> tuple[int, str]:
    code, output = client.run(COMMAND, arguments=[str(one) for one in arguments])
    return code, output


def put_source(hub: MiniHub, client: Client, repo: str, card: str = "") -> str:
    """Rows as a dataset on the server; its commit."""
    client.run("HfApi().create_repo(repo, repo_type='dataset')", repo=repo)
    rows = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
    files = {"test.jsonl": File(rows), "README.md": File(card.encode())}
    return hub.dataset(repo).commit(files, "rows")


def test_built_pushed_and_loaded_by_both(hub, client, tiny, tmp_path):
    recipe, data = tiny
    arguments = ("build", recipe, "--data", data, "--out", tmp_path / "out", "--push", "lab", "--version", "1.0.0")
    code, output = call(client, *arguments)
    assert code == 0 and "lab/tiny-robust v1.0.0 -> " in output, output
    assert client.run(COMPARE, repo="lab/tiny-robust") == [True] * 4
    card = hub.dataset("lab/tiny-robust").files()["README.md"].data.decode()
    assert "license: cc-by-4.0" in card
    code, output = call(client, "push", recipe, "lab", "--data", data, "--version", "1.0.0")
    assert code == 2 and "version 1.0.0 of lab/tiny-robust already exists" in output


def test_an_existing_version_of_one_suite_publishes_none_of_them(hub, client, tmp_path):
    rows = [{"key": "a", "review": "The plot is terrible.", "mood": "negative"}]
    data = write_source(tmp_path, [*rows, {"key": "b", "review": "The cast is great.", "mood": "positive"}])
    recipe = write_recipe(tmp_path, data, name="twins", capabilities={"only": ["LC6"], "expand": False})
    client.run("HfApi().create_repo(repo, repo_type='dataset')", repo="lab/twins-capabilities")
    taken = hub.dataset("lab/twins-capabilities")
    taken.tags["v1.0.0"] = taken.branches["main"]
    code, output = call(client, "push", recipe, "lab", "--data", data, "--version", "1.0.0")
    assert code == 2 and "version 1.0.0 of lab/twins-capabilities already exists" in output, output
    assert ("dataset", "lab/twins-robust") not in hub.repos


def test_edits_are_published_without_the_texts(hub, client, tmp_path):
    data = write_source(tmp_path)
    recipe = write_recipe(tmp_path, data, name="edited", licence={"source": "other", "publish": "edits"})
    code, output = call(client, "push", recipe, "lab", "--data", data, "--version", "1.0.0")
    assert code == 0 and "lab/edited-edits v1.0.0 -> " in output, output
    assert ("dataset", "lab/edited-robust") not in hub.repos
    arguments = ("apply", "lab/edited-edits", "--revision", "v1.0.0", "--data", data, "--out", tmp_path / "whole")
    code, output = call(client, *arguments)
    assert code == 0 and "as published" in output and (tmp_path / "whole" / "suite.json").is_file(), output
    other = write_source(tmp_path, ROWS[:5], "other.jsonl")
    arguments = ("apply", "lab/edited-edits", "--data", other, "--out", tmp_path / "none")
    code, output = call(client, *arguments)
    assert code in (2, 3) and "source rows" in output and not (tmp_path / "none").exists(), output


def test_a_source_on_the_hub_at_its_commit(hub, client, tmp_path):
    commit = put_source(hub, client, "me/films")
    columns = {"text": "review", "label": "mood"}
    source = {"hub": "me/films", "revision": commit, "split": "test", "columns": columns, "id": "key"}
    recipe = write_recipe(tmp_path, source=source)
    code, output = call(client, "build", recipe, "--out", tmp_path / "out", "--record")
    assert code == 0 and f"from 12 rows of me/films at {commit}, split test" in output, output
    source = {"hub": "me/films", "revision": commit, "path": "test.jsonl", "columns": columns, "id": "key"}
    by_path = write_recipe(tmp_path, name="by-path", source=source)
    code, output = call(client, "build", by_path, "--out", tmp_path / "out")
    assert code == 0 and "12 rows" in output, output
    source["revision"] = "0" * 40
    gone = write_recipe(tmp_path, name="gone", source=source)
    code, output = call(client, "build", gone, "--out", tmp_path / "none")
    assert code == 2 and "could not be loaded from the Hub" in output and not (tmp_path / "none").exists()


def test_check_online(hub, client, tmp_path):
    commit = put_source(hub, client, "me/books", "---\nlicense: mit\n---\n")
    columns = {"text": "review", "label": "mood"}
    pinned = write_recipe(tmp_path, source={"hub": "me/books", "revision": commit, "columns": columns})
    code, output = call(client, "check", pinned, "--online")
    assert code == 3 and "states the license mit, the recipe cc-by-4.0" in output, output
    loose = write_recipe(
        tmp_path, name="loose", source={"hub": "me/books"}, licence={"source": "mit", "publish": "full"}
    )
    code, output = call(client, "check", loose, "--online")
    assert code == 3 and f"no commit of me/books is pinned; its last one is {commit}" in output
    absent = write_recipe(tmp_path, name="absent", source={"hub": "me/nothing"})
    code, output = call(client, "check", absent, "--online")
    assert code == 3 and "there is no dataset me/nothing" in output


def test_all_suites_of_an_owner_in_one_collection(hub, client, tmp_path):
    code, output = call(client, "collection", "nobody")
    assert code == 2 and "nobody has no prebuilt suite" in output
    client.run("HfApi().create_repo(repo, repo_type='dataset')", repo="lab/demo-reviews-robust")
    manifest = {
        "kind": "suite",
        "task": {"name": "sentiment-classification"},
        "info": {"version": "1.0.0"},
        "entries": [],
        "content_hash": "0",
    }
    files = {"suite.json": json.dumps(manifest), "README.md": "---\ntags:\n- hf_robust\n---\n"}
    hub.dataset("lab/demo-reviews-robust").commit({name: File(text.encode()) for name, text in files.items()}, "suite")
    code, output = call(client, "collection", "lab")
    assert code == 0 and "1 suite -> " in output, output


def test_without_the_hub_nothing_is_written(tiny, tmp_path):
    recipe, data = tiny
    away = Client("http://127.0.0.1:9", tmp_path / "home", tmp_path / "client.log")
    try:
        arguments = ("build", recipe, "--data", data, "--out", tmp_path / "out", "--push", "lab", "--version", "1.0.0")
        code, output = call(away, *arguments)
        assert code == 2 and "nothing was published" in output, output
    finally:
        away.close()
