"""Results in model cards: the real `huggingface_hub`, in its own process, against `minihub`."""

from collections.abc import Iterator

import pytest
import yaml
from hub_client import Client, Raised
from huggingface_hub import ModelCard
from minihub import READ, MiniHub
from minihub_store import File
from report_samples import sample_corruptions, sample_record

from hf_robust.reports import CorruptionReport, Report

CARD = b'---\nlicense: "mit"  # as it was\n---\n# Bert\n\nA model.\n'
PUSH = "value = load_report(folder).push_results(model, **options)"


@pytest.fixture(autouse=True)
def undisturbed(hub) -> Iterator[None]:
    yield
    hub.calm()


@pytest.fixture
def folder(tmp_path) -> str:
    return str(Report(sample_record()).save(tmp_path / "report"))


def push(client: Client, folder: str, model: str, **options: object) -> str:
    code = f"from hf_robust.reports import load_report\n{PUSH}"
    return client.run(code, folder=folder, model=model, options=options)


def card_of(hub: MiniHub, model: str, revision: str = "main") -> str:
    return hub.model(model).files(revision)["README.md"].data.decode()


def test_one_commit_writes_index_and_section(hub, client, folder):
    repo = hub.model("me/bert", {"README.md": CARD, "config.json": b"{}"})
    address = push(client, folder, "me/bert")
    assert repo.log() == ["Robustness results: me/reviews-robust", "files", "initial commit"]
    assert address.endswith(f"/me/bert/commit/{repo.branches['main']}")
    card = card_of(hub, "me/bert")
    assert card.startswith('---\nlicense: "mit"  # as it was\nmodel-index:') and "\n# Bert\n\nA model.\n" in card
    found = ModelCard(card).data.eval_results
    assert len(found) == 7 and found[0].metric_value == 0.75 and "## Robustness report: me/reviews" in card
    assert set(repo.files()) == {".gitattributes", "README.md", "config.json"}


def test_the_same_results_again_are_no_commit_and_new_ones_replace_them(hub, client, folder, tmp_path):
    repo = hub.model("me/again", {"README.md": CARD})
    first = push(client, folder, "me/again")
    assert push(client, folder, "me/again") == first and len(repo.log()) == 3
    record = sample_record()
    record["results"][0]["perturbed"] = 0.123
    push(client, str(Report(record).save(tmp_path / "new")), "me/again")
    values = [one.metric_value for one in ModelCard(card_of(hub, "me/again")).data.eval_results]
    assert len(values) == 7 and values[0] == 0.123 and len(repo.log()) == 4


def test_a_pull_request_leaves_main_as_it_is(hub, client, folder):
    repo = hub.model("me/pulled", {"README.md": CARD})
    before = repo.branches["main"]
    assert push(client, folder, "me/pulled", create_pr=True) == f"{hub.endpoint}/me/pulled/discussions/1"
    assert repo.branches["main"] == before and card_of(hub, "me/pulled").encode() == CARD
    assert "model-index" in card_of(hub, "me/pulled", "refs/pr/1")


def test_a_branch(hub, client, folder):
    repo = hub.model("me/branched", {"README.md": CARD})
    repo.branches["dev"] = repo.branches["main"]
    push(client, folder, "me/branched", revision="dev")
    assert card_of(hub, "me/branched").encode() == CARD and "model-index" in card_of(hub, "me/branched", "dev")
    with pytest.raises(Raised, match="HubError: me/branched has no branch 'nightly'; nothing was pushed"):
        push(client, folder, "me/branched", revision="nightly")


def test_a_model_without_a_card_gets_one(hub, client, folder):
    hub.model("me/bare", {"config.json": b"{}"})
    push(client, folder, "me/bare")
    card = card_of(hub, "me/bare")
    assert ModelCard(card).data.model_name == "bare" and "\n# bare\n" in card


def test_a_benchmark_gets_a_file_for_its_leaderboard(hub, client, folder):
    client.run("HfApi().create_repo('me/reviews-robust', repo_type='dataset')")
    tasks = {"name": "x", "tasks": [{"id": "keyboard", "config": "keyboard", "split": "perturbed"}]}
    suite = hub.dataset("me/reviews-robust")
    suite.tags["8d0c1f2"] = suite.commit({"eval.yaml": File(yaml.safe_dump(tasks).encode())}, "benchmark")
    repo = hub.model("me/ranked", {"README.md": CARD})
    push(client, folder, "me/ranked")
    found = yaml.safe_load(repo.files()[".eval_results/me-reviews-robust.yaml"].data)
    assert [(one["dataset"]["task_id"], one["value"]) for one in found] == [("keyboard", 75.0)]
    assert len(repo.log()) == 3 and push(client, folder, "me/ranked") and len(repo.log()) == 3


def test_a_broken_card_is_left_alone(hub, client, folder):
    repo = hub.model("me/broken", {"README.md": b"---\nlicense: [mit\n---\n# x\n"})
    with pytest.raises(Raised, match=r"HubError: the front matter of the card is not valid YAML in line 2 .*mend it"):
        push(client, folder, "me/broken")
    hub.model("me/latin", {"README.md": b"caf\xe9"})
    with pytest.raises(Raised, match=r"HubError: README.md of me/latin is not in UTF-8"):
        push(client, folder, "me/latin")
    assert len(repo.log()) == 2


def test_no_such_model_and_names_that_are_none(client, folder, hub):
    with pytest.raises(Raised, match="HubError: there is no model me/nothing on the Hub that this token may read"):
        push(client, folder, "me/nothing")
    seen = len(hub.requests)
    for name in ("bert", "a b/c", "me/bert/x"):
        with pytest.raises(Raised, match="HubError: .*'user/"):
            push(client, folder, name)
    assert len(hub.requests) == seen


def test_a_token_that_may_not_write(hub, client, folder):
    repo = hub.model("me/closed", {"README.md": CARD})
    with pytest.raises(Raised, match=r"HubError: the Hub does not let you write to me/closed \(403\).*--create-pr"):
        push(client, folder, "me/closed", token=READ)
    assert card_of(hub, "me/closed").encode() == CARD and len(repo.log()) == 2


def test_without_a_token_nothing_is_asked(hub, folder, tmp_path):
    seen = len(hub.requests)
    client = Client(hub.endpoint, tmp_path / "home", tmp_path / "log", HF_TOKEN="")
    try:
        with pytest.raises(Raised, match="HubError: pushing to me/bert needs a token .*run: hf auth login"):
            push(client, folder, "me/bert")
    finally:
        client.close()
    assert len(hub.requests) == seen


def test_the_hub_out_of_reach(folder, tmp_path):
    client = Client("http://127.0.0.1:9", tmp_path / "home", tmp_path / "log")
    try:
        with pytest.raises(Raised, match="HubError: the Hub is out of reach .*nothing was pushed to me/bert"):
            push(client, folder, "me/bert")
    finally:
        client.close()


def test_somebody_else_pushes_at_the_same_time(hub, client, folder):
    repo = hub.model("me/busy", {"README.md": CARD})
    hub.disturb("POST", "/commit/", action=lambda: repo.commit({"note.txt": File(b"x")}, "somebody else"))
    with pytest.raises(Raised, match="HubError: somebody else pushed to me/busy .*nothing was published"):
        push(client, folder, "me/busy")
    assert card_of(hub, "me/busy").encode() == CARD
    hub.disturb("POST", "/commit/", status=500)
    with pytest.raises(Raised, match="HubError: pushing to me/busy failed .*nothing was pushed"):
        push(client, folder, "me/busy")
    push(client, folder, "me/busy")
    assert "model-index" in card_of(hub, "me/busy") and "note.txt" in repo.files()


def test_the_command(hub, client, folder, tmp_path):
    hub.model("me/typed", {"README.md": CARD})
    code = """
from click.testing import CliRunner
from hf_robust.cli import main
done = CliRunner().invoke(main, arguments)
value = [done.exit_code, done.output]
"""
    done = client.run(code, arguments=["push-results", folder, "--model", "me/typed", "--create-pr"])
    assert done == [0, f"me/typed -> {hub.endpoint}/me/typed/discussions/1\n"]
    several = CorruptionReport(sample_corruptions()).save(tmp_path / "several")
    for given, said in ((several, "of several models"), (tmp_path / "none", "no report at")):
        code_of_exit, output = client.run(code, arguments=["push-results", str(given), "--model", "me/typed"])
        assert code_of_exit == 2 and said in output
