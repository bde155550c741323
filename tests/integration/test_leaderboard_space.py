"""The Space of leaderboards: what it reads from `minihub` by the real client, and what its folder holds."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hub_client import Raised
from minihub import MiniHub
from minihub_store import File, Repo
from packaging.requirements import Requirement
from report_samples import sample_record

from hf_robust.core.errors import HubError
from hf_robust.reports import Report, read_leaderboard
from hf_robust.suites import suites_of

FOLDER = Path(__file__).parents[2] / "dataset_scripts" / "leaderboard"
SUITE = "me/reviews-robust"
PUSH = """
from hf_robust.reports import load_report
value = load_report(folder).push_results(model)
"""
READ = """
from hf_robust.reports.leaderboard_reader import read_leaderboard
from hf_robust.suites.releases import suites_of
board = read_leaderboard(suite)
value = {"rows": [dict(zip(board.headers, row)) for row in board.table()], "broken": list(board.broken),
         "summary": board.summary(), "suites": suites_of("me")}
"""


@pytest.fixture(scope="module")
def hub() -> Iterator[MiniHub]:
    with MiniHub() as server:
        tasks = [{"id": name, "config": name, "split": "perturbed"} for name in ("synonym", "keyboard", "worst_case")]
        front = b"---\ntags:\n- robustness\n- hf_robust\n---\n"
        for name, card in ((SUITE, front), ("me/data", b"# Data"), ("lab/robust", front)):
            server.repos["dataset", name] = Repo("dataset", name)
            server.dataset(name).commit({"README.md": File(card)}, "card")
        suite = server.dataset(SUITE)
        # reports name this commit
        suite.tags["8d0c1f2"] = suite.commit({"eval.yaml": File(yaml.safe_dump({"tasks": tasks}).encode())}, "tasks")
        yield server


@pytest.fixture(scope="module")
def pushed(hub, client, tmp_path_factory) -> dict:
    """What is read after three models have results, one of which breaks its card; a fourth has none."""
    for number, (model, worst) in enumerate((("me/weak", 0.5), ("lab/strong", 0.8), ("me/torn", 0.9))):
        record = sample_record()
        record["worst_case"]["worst"] = worst
        folder = Report(record).save(tmp_path_factory.mktemp(f"report{number}"))
        hub.model(model, {"README.md": b"---\nlicense: mit\ntags: [nlp]\n---\n# A model\n"})
        client.run(PUSH, folder=str(folder), model=model)
    torn = hub.model("me/torn").files()["README.md"].data.replace(b"value: 0.9\n", b"value: best\n")
    hub.model("me/torn").commit({"README.md": File(torn)}, "by hand")
    hub.model("me/none", {"README.md": b"---\ntags:\n- hf_robust\n---\n# No results\n"})
    return client.run(READ, suite=SUITE)


def test_rows_are_what_was_pushed(pushed):
    assert [(row["model"].split("]")[0], row["worst case"]) for row in pushed["rows"]] == [
        ("[lab/strong", 80.0),
        ("[me/weak", 50.0),
    ]
    row = pushed["rows"][0]
    assert list(row)[-2:] == ["synonym", "keyboard"] and row["keyboard"] == 75.0
    assert (row["version"], row["original"], row["interval"], row["verified"]) == ("1.0.0", 90.5, "15.0 to 26.0", "no")


def test_broken_cards_are_counted_and_suites_of_others_are_not_listed(pushed):
    assert pushed["broken"] == ["me/torn"] and "2 models with results" in pushed["summary"]
    assert pushed["suites"] == [SUITE]


def test_a_tag_is_added_to_those_that_are_there(hub, pushed):
    front = hub.model("lab/strong").card()
    assert front["tags"] == ["nlp", "hf_robust"] and front["license"] == "mit"


def test_a_result_that_the_hub_verified(hub, client, pushed):
    repo = hub.model("lab/strong")
    path = ".eval_results/me-reviews-robust.yaml"
    found = yaml.safe_load(repo.files()[path].data)
    found[0]["verifyToken"] = "signed"
    repo.commit({path: File(yaml.safe_dump(found).encode())}, "verified")
    assert [row["verified"] for row in client.run(READ, suite=SUITE)["rows"]] == ["yes", "no"]


def test_results_that_the_client_cannot_read_cost_no_model_its_place(hub, client, pushed):
    hub.model("me/odd", {".eval_results/x.yaml": b"- value: 3\n", "README.md": b"---\ntags: [hf_robust]\n---\n"})
    assert len(client.run(READ, suite=SUITE)["rows"]) == 2
    del hub.repos["model", "me/odd"]


def test_a_hub_that_fails_is_one_message(hub, client, pushed):
    for path in ("/api/models", "/api/datasets$"):
        hub.disturb("GET", path, status=403)
        with pytest.raises(
            Raised, match=r"HubError: (the leaderboard of .* cannot be read|asking the Hub for the suites of me f)"
        ):
            client.run(READ, suite=SUITE)
    hub.calm()


def test_names_that_can_be_none():
    for call, name in ((read_leaderboard, "a b/c"), (suites_of, "a/b"), (suites_of, ""), (suites_of, "a b")):
        with pytest.raises(HubError, match="can be no"):
            call(name)


def test_the_folder_can_become_a_space():
    assert {path.name for path in FOLDER.iterdir()} - {"__pycache__"} == {"README.md", "app.py", "requirements.txt"}
    _, front, body = (FOLDER / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert (card["sdk"], card["app_file"]) == ("gradio", "app.py") and isinstance(card["sdk_version"], str)
    assert len(card["title"]) <= 50 and len(card["short_description"]) <= 60
    assert "hf upload ORG/robustness-leaderboard dataset_scripts/leaderboard --repo-type space" in body


def test_the_page_compiles_and_imports_only_what_is_required():
    tree = ast.parse((FOLDER / "app.py").read_text(encoding="utf-8"))
    compile(tree, "app.py", "exec")
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    required = [Requirement(line) for line in (FOLDER / "requirements.txt").read_text(encoding="utf-8").splitlines()]
    assert imported - set(sys.stdlib_module_names) == {one.name.replace("-", "_") for one in required}
    assert all(one.specifier for one in required)
    (gradio,) = (one for one in required if one.name == "gradio")
    _, front, _ = (FOLDER / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    assert str(gradio.specifier) == f"=={yaml.safe_load(front)['sdk_version']}"
