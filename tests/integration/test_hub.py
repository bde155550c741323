"""Suites on the Hub: the real `huggingface_hub` and `datasets`, in their own processes, against `minihub`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from hub_client import Client, Raised
from minihub import READ, WRITE, MiniHub
from minihub_store import File

import hf_robust as hr
from hf_robust.core.errors import HubError, SuiteError, UsageError


@pytest.fixture(autouse=True)
def undisturbed(hub) -> Iterator[None]:
    yield
    hub.calm()


def build(transformations: list, seed: int = 7, rows: int = 9) -> hr.Suite:
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    texts = [f"A wonderful film number {number} with a great story about people." for number in range(rows)]
    data = Dataset.from_dict({"text": texts, "label": [n % 2 for n in range(rows)]}, features=features)
    return hr.Suite.build(data, hr.task("sentiment-classification"), transformations, seed=seed)


@pytest.fixture(scope="module")
def first() -> hr.Suite:
    return build(["keyboard", "ocr", ["ocr", "twitter"]])


@pytest.fixture(scope="module")
def second() -> hr.Suite:
    return build(["keyboard", "twitter"], seed=8, rows=7)


@pytest.fixture(scope="module")
def saved(first, second, tmp_path_factory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("suites")
    return {"first": first.save(place / "first"), "second": second.save(place / "second")}


@pytest.fixture(scope="module")
def films(client, saved) -> str:
    """A repository with two releases."""
    client.push(saved["first"], "me/films", "1.0.0", license="cc-by-4.0")
    client.push(saved["second"], "me/films", "v1.1.0")
    return "me/films"


def test_a_release_is_one_commit_and_one_tag(hub, films):
    repo = hub.dataset(films)
    assert repo.log() == ["Version 1.1.0", "Version 1.0.0", "initial commit"]
    assert list(repo.tags) == ["v1.0.0", "v1.1.0"]
    assert repo.tags["v1.1.0"] == repo.branches["main"] != repo.tags["v1.0.0"]


def test_configs_of_an_older_version_vanish(hub, films):
    rows = {path.split("/")[0] for path in hub.dataset(films).files("v1.0.0") if "/" in path}
    assert rows == {"keyboard", "ocr", "ocr+twitter"}
    assert sorted(hub.dataset(films).files("v1.1.0")) == [
        ".gitattributes",
        "README.md",
        "eval.yaml",
        "keyboard/original.parquet",
        "keyboard/perturbed.parquet",
        "suite.json",
        "twitter/original.parquet",
        "twitter/perturbed.parquet",
    ]


def test_plain_load_dataset(client, films, first, second):
    code = """
value = {}
for tag in ("v1.0.0", "v1.1.0"):
    pairs = load_dataset(repo, "keyboard", revision=tag)
    value[tag] = {
        "original": pairs["original"]["text"][:], "perturbed": pairs["perturbed"]["text"][:],
        "ids": [[row["source_id"] for row in split["robust"]] for split in pairs.values()],
        "names": pairs["perturbed"].features["label"].names, "version": str(pairs["original"].info.version),
        "configs": get_dataset_config_names(repo, revision=tag),
    }
"""
    found = client.run(code, repo=films)
    for tag, suite in (("v1.0.0", first), ("v1.1.0", second)):
        assert found[tag]["original"] == suite["keyboard"].original["text"][:]
        assert found[tag]["perturbed"] == suite["keyboard"].perturbed["text"][:] != found[tag]["original"]
        assert found[tag]["ids"][0] == found[tag]["ids"][1] and len(found[tag]["ids"][0]) == len(suite["keyboard"])
        assert found[tag]["names"] == ["neg", "pos"] and found[tag]["version"] == tag[1:]
        assert sorted(found[tag]["configs"]) == sorted(suite)


def test_a_suite_names_the_repository_that_its_rows_come_from(client, saved):
    code = """
rows = load_dataset(repo, "keyboard", split="original").remove_columns("robust")
info = hr.Suite.build(rows, hr.task("sentiment-classification"), ["word-case"]).info
value = {name: info.get(name) for name in ("name", "dataset", "config", "split")}
"""
    client.push(saved["first"], "me/FineFilms", "1.0.0")
    expected = {"name": "FineFilms-robust", "dataset": "me/FineFilms", "config": "keyboard", "split": "original"}
    assert client.run(code, repo="me/FineFilms") == expected
    mapped = code.replace("info = ", "rows = rows.map(lambda row: {'n': len(row['text'])}); info = ")
    assert client.run(mapped, repo="me/FineFilms") == expected


def test_streaming(client, films, first):
    code = """
rows = load_dataset(repo, "ocr+twitter", split="perturbed", revision="v1.0.0", streaming=True)
value = [row["text"] for row in rows]
"""
    assert client.run(code, repo=films) == first["ocr+twitter"].perturbed["text"][:]


@pytest.mark.parametrize("revision", ["v1.0.0", "1.0.0", "v1.1.0", None])
def test_a_loaded_suite_is_the_one_that_was_pushed(hub, client, films, first, second, revision):
    suite, version = (first, "1.0.0") if revision and "1.0.0" in revision else (second, "1.1.0")
    found = client.load(films, revision)
    assert found["hash"] == suite.content_hash and found["names"] == list(suite) and found["labels"] == ["neg", "pos"]
    assert found["info"]["version"] == version and found["info"]["repo"] == films
    assert found["info"]["revision"] == (f"v{version}" if revision else "main")
    assert found["info"]["commit"] == hub.dataset(films).tags[f"v{version}"]


def test_a_commit_is_a_revision_too(hub, client, films, first):
    commit = hub.dataset(films).tags["v1.0.0"]
    found = client.load(films, commit)
    assert found["hash"] == first.content_hash and found["info"]["commit"] == found["info"]["revision"] == commit


def test_the_card_names_the_release_and_its_licence(hub, films):
    text = hub.dataset(films).files("v1.0.0")["README.md"].data.decode()
    assert "license: cc-by-4.0" in text and 'revision="v1.0.0"' in text
    assert "license: unknown" in hub.dataset(films).files("v1.1.0")["README.md"].data.decode()


@pytest.mark.parametrize("kind", ["ner", "qa"])
def test_other_tasks_round_trip(client, tmp_path, kind):
    if kind == "ner":
        tags = ClassLabel(names=["O", "B-PER", "I-PER", "B-LOC"])
        rows = {"tokens": [["Anna", "Bergmann", "visited", "Stockholm"]] * 2, "ner_tags": [[1, 2, 0, 3]] * 2}
        features = Features({"tokens": List(Value("string")), "ner_tags": List(tags)})
        suite = hr.Suite.build(
            Dataset.from_dict(rows, features=features), hr.task("named-entity-recognition"), ["keyboard"]
        )
    else:
        answers = {"text": ["1932"], "answer_start": [40]}
        context = "The bridge was opened by the old queen, 1932 in spring."
        rows = [{"context": context, "question": "When was it opened?", "answers": answers}]
        suite = hr.Suite.build(Dataset.from_list(rows), hr.task("extractive-qa"), ["keyboard"])
    client.push(suite.save(tmp_path / kind), f"me/{kind}", "1.0.0")
    found = client.load(f"me/{kind}", "1.0.0")
    assert found["hash"] == suite.content_hash
    assert found["labels"] == (list(suite.task.label_names) if kind == "ner" else None)
    code = 'value = load_dataset(repo, "keyboard", split="perturbed", revision="v1.0.0")[0]'
    assert client.run(code, repo=f"me/{kind}") == suite["keyboard"].perturbed[0]


def test_versions_are_sorted_as_numbers(hub, client, films):
    repo = hub.dataset(films)
    repo.tags |= {
        "v1.10.0": repo.branches["main"],
        "v1.9.0": repo.branches["main"],
        "draft": repo.branches["main"],
    }
    try:
        assert client.run("value = versions(repo)", repo=films) == ["v1.0.0", "v1.1.0", "v1.9.0", "v1.10.0"]
    finally:
        for tag in ("v1.10.0", "v1.9.0", "draft"):
            del repo.tags[tag]


def test_an_existing_version_is_never_overwritten(hub, client, films, saved):
    before, seen = dict(hub.dataset(films).commits), len(hub.requests)
    with pytest.raises(Raised, match=r"HubError: version 1\.0\.0 of me/films already exists.*the last one is v1\.1\.0"):
        client.push(saved["second"], films, "1.0.0")
    assert hub.dataset(films).commits == before
    assert {method for method, _, _ in hub.requests[seen:]} == {"GET"}


@pytest.mark.parametrize("version", ["1.0", "1.0.0-beta", "v01.0.0", "latest", "", "vv1.0.0", None, 1])
def test_a_version_has_three_numbers(first, version):
    with pytest.raises(UsageError, match=r"a version has the form '1\.2\.3'"):
        first.push_to_hub("me/never", version)


@pytest.mark.parametrize("repo", ["me/a b", "me/films/extra", "--", "films"])
def test_an_invalid_repository_is_refused_before_anything_is_sent(first, repo):
    with pytest.raises(HubError, match="'user/"):
        first.push_to_hub(repo, "1.0.0")


def test_unknown_revision(client, films):
    with pytest.raises(
        Raised, match=r"HubError: me/films has no revision 'v3\.0\.0'; its versions: v1\.0\.0, v1\.1\.0"
    ):
        client.load(films, "3.0.0")
    with pytest.raises(Raised, match="HubError: me/films has no revision 'nightly'"):
        client.load(films, "nightly")


@pytest.mark.parametrize("repo", ["me/nothing", "me/a b", "a/b/c", ""])
def test_unknown_repository(client, repo):
    with pytest.raises(Raised, match="HubError: .*is neither a folder here nor a"):
        client.load(repo, "v1.0.0")


def test_a_tag_on_another_version_is_found_out(hub, client, films):
    hub.dataset(films).tags["v9.0.0"] = hub.dataset(films).tags["v1.0.0"]
    try:
        with pytest.raises(Raised, match=r"SuiteError: .*holds version 1\.0\.0, not 9\.0\.0"):
            client.load(films, "9.0.0")
    finally:
        del hub.dataset(films).tags["v9.0.0"]


def test_rows_altered_on_the_server_are_found(hub, client, saved):
    client.push(saved["first"], "me/altered", "1.0.0")
    repo = hub.dataset("me/altered")
    data = bytearray(repo.files()["ocr/perturbed.parquet"].data)
    data[len(data) // 2] ^= 1
    repo.files()["ocr/perturbed.parquet"] = File(bytes(data), lfs=True)
    with pytest.raises(Raised, match=r"SuiteError: .*ocr/perturbed\.parquet was altered"):
        client.load("me/altered", "1.0.0")
    del repo.files()["ocr/perturbed.parquet"]
    repo.commit({"new.txt": File(b"x")}, "by hand")
    with pytest.raises(Raised, match=r"SuiteError: .*ocr/perturbed\.parquet is missing"):
        client.load("me/altered")


def test_a_damaged_cache_is_found_and_can_be_mended(client, films, first):
    folder = client.run(
        "from hf_robust.suites.hub import _download; value = str(_download(repo, 'v1.0.0'))", repo=films
    )
    blob = (Path(folder) / "ocr" / "original.parquet").resolve()
    blob.write_bytes(blob.read_bytes()[::-1])
    with pytest.raises(Raised, match=f"SuiteError: .*was altered.*delete {blob}"):
        client.load(films, "1.0.0")
    blob.unlink()
    assert client.load(films, "1.0.0")["hash"] == first.content_hash


def test_two_pushes_at_the_same_time(hub, client, saved):
    client.push(saved["first"], "me/busy", "1.0.0")
    repo = hub.dataset("me/busy")
    hub.disturb("POST", "/commit/", action=lambda: repo.commit({"note.txt": File(b"x")}, "somebody else"))
    with pytest.raises(Raised, match="HubError: somebody else pushed to me/busy at the same time; .*try again"):
        client.push(saved["second"], "me/busy", "1.1.0")
    assert repo.log()[0] == "somebody else" and list(repo.tags) == ["v1.0.0"]
    client.push(saved["second"], "me/busy", "1.1.0")
    assert client.load("me/busy", "1.1.0")["names"] == ["keyboard", "twitter"] and "note.txt" in repo.files()


def test_a_failed_commit_leaves_nothing(hub, client, saved):
    client.push(saved["first"], "me/failing", "1.0.0")
    repo = hub.dataset("me/failing")
    before = dict(repo.files())
    hub.disturb("POST", "/commit/", status=500)
    with pytest.raises(Raised, match="HubError: pushing to me/failing failed .*no version was published"):
        client.push(saved["second"], "me/failing", "1.1.0")
    assert repo.files() == before and list(repo.tags) == ["v1.0.0"]
    hub.disturb("POST", "/commit/", status=500)
    with pytest.raises(Raised, match="HubError: .*no version was published"):
        client.push(saved["second"], "me/failing-new", "1.0.0")
    assert list(hub.dataset("me/failing-new").files()) == [".gitattributes"] and not hub.dataset("me/failing-new").tags


def test_a_lost_answer_can_be_finished(hub, client, saved, first):
    hub.disturb("POST", "/commit/", status=502, late=True)
    with pytest.raises(Raised, match="HubError: .*no version was published: try again"):
        client.push(saved["first"], "me/dropped", "1.0.0")
    repo = hub.dataset("me/dropped")
    assert repo.log() == ["Version 1.0.0", "initial commit"] and not repo.tags
    client.push(saved["first"], "me/dropped", "1.0.0")
    assert repo.log() == ["Version 1.0.0", "initial commit"] and list(repo.tags) == ["v1.0.0"]
    assert client.load("me/dropped", "1.0.0")["hash"] == first.content_hash


def test_a_lost_tag_is_reported_and_can_be_finished(hub, client, saved, first):
    hub.disturb("POST", "/tag/", status=500)
    with pytest.raises(Raised, match=r"HubError: the rows are on main .* the tag v1\.0\.0 could not be set") as caught:
        client.push(saved["first"], "me/untagged", "1.0.0")
    repo = hub.dataset("me/untagged")
    commit = repo.branches["main"]
    command = f"hf repos tag create me/untagged v1.0.0 --revision {commit} --repo-type dataset"
    assert not repo.tags and command in str(caught.value)
    with pytest.raises(Raised, match=r"HubError: .*holds other rows as version 1\.0\.0 without a tag"):
        client.push(saved["second"], "me/untagged", "1.0.0")
    assert client.push(saved["first"], "me/untagged", "1.0.0") == commit == repo.tags["v1.0.0"]
    assert client.load("me/untagged", "1.0.0")["hash"] == first.content_hash


@pytest.mark.parametrize("token", [READ, None])
def test_a_token_that_may_not_write(hub, client, saved, films, token):
    client.run("os.environ.pop('HF_TOKEN') if token is None else os.environ.update(HF_TOKEN=token)", token=token)
    seen = len(hub.requests)
    try:
        for repo in (films, "me/forbidden"):
            said = (
                rf"not let you write to {repo} \(403\); with a token that may, run: hf auth login"
                if token
                else f"pushing to {repo} needs a token that may write; run: hf auth login"
            )
            with pytest.raises(Raised, match=f"HubError: .*{said}"):
                client.push(saved["second"], repo, "2.0.0")
    finally:
        client.run("os.environ['HF_TOKEN'] = token", token=WRITE)
    assert ("dataset", "me/forbidden") not in hub.repos and "v2.0.0" not in hub.dataset(films).tags
    assert token or len(hub.requests) == seen


def test_private(hub, client, saved, films, second):
    client.push(saved["second"], "me/secret", "1.0.0", private=True)
    assert hub.dataset("me/secret").private and client.load("me/secret")["hash"] == second.content_hash
    with pytest.raises(Raised, match="HubError: me/films is public"):
        client.push(saved["second"], films, "2.0.0", private=True)
    client.run("os.environ.pop('HF_TOKEN')")
    try:
        with pytest.raises(Raised, match="HubError: .*for a private one run: hf auth login"):
            client.load("me/secret", "1.0.0")
    finally:
        client.run("os.environ['HF_TOKEN'] = token", token=WRITE)


def test_a_repository_that_is_no_suite_is_left_alone(hub, client, saved):
    client.run("HfApi().create_repo('me/data', repo_type='dataset')")
    repo = hub.dataset("me/data")
    repo.commit({"train.csv": File(b"a,b\n")}, "data")
    with pytest.raises(Raised, match="HubError: me/data is a dataset but not a suite"):
        client.push(saved["first"], "me/data", "1.0.0")
    assert repo.log()[0] == "data" and not repo.tags
    with pytest.raises(Raised, match="SuiteError: .*has no suite.json"):
        client.load("me/data")
    repo.commit({"suite.json": File(b"[]")}, "another kind of suite")
    with pytest.raises(Raised, match="HubError: me/data has a suite.json that is not a suite's"):
        client.push(saved["first"], "me/data", "1.0.0")


def test_a_repository_with_nothing_but_a_readme_is_taken(hub, client, saved, first):
    client.run("HfApi().create_repo('me/prepared', repo_type='dataset')")
    hub.dataset("me/prepared").commit({"README.md": File(b"# soon")}, "announce")
    client.push(saved["first"], "me/prepared", "1.0.0")
    assert client.load("me/prepared", "1.0.0")["hash"] == first.content_hash


def test_out_of_reach_never_gives_another_version(saved, tmp_path, second):
    with MiniHub() as server:
        user = Client(server.endpoint, tmp_path / "home", tmp_path / "log")
        user.push(saved["first"], "me/films", "1.0.0")
        assert user.load("me/films")["info"]["version"] == "1.0.0"  # as main, not as v1.0.0
        user.push(saved["second"], "me/films", "1.1.0")
        assert user.load("me/films", "1.1.0")["hash"] == second.content_hash
        server.disturb("GET", ".", status=503, times=10**6)
        with pytest.raises(Raised, match=r"HubError: .* out of reach, and me/films at v1\.0\.0 is not in the cache"):
            user.load("me/films", "1.0.0")
    _check_out_of_reach(user, second)
    with pytest.raises(Raised, match="HubError: there is no folder me/films here, and me/films cannot be loaded"):
        user.load("me/films")  # there may be a newer push
    user.close()
    offline = Client(server.endpoint, tmp_path / "home", tmp_path / "log", HF_HUB_OFFLINE="1")
    _check_out_of_reach(offline, second)
    assert offline.load("me/films")["info"]["version"] == "1.0.0"  # asked for: offline, and no version
    offline.close()


def _check_out_of_reach(user: Client, cached: hr.Suite) -> None:
    for revision in ("1.0.0", "nightly"):
        with pytest.raises(Raised, match="HubError: .*the Hub is out of reach") as caught:
            user.load("me/films", revision)
        assert caught.value.seconds < 30
    with pytest.raises(Raised, match="HubError: "):
        user.run("versions('me/films')")
    assert user.load("me/films", "v1.1.0")["hash"] == cached.content_hash


def test_a_path_is_never_looked_up_on_the_hub(tmp_path):
    with pytest.raises(SuiteError, match="there is no folder"):
        hr.Suite.load(tmp_path / "absent")
