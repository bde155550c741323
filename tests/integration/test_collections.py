"""Collections of suites: the real `huggingface_hub`, in its own process, against `minihub`."""

import json
from collections.abc import Iterator

import pytest
from hub_client import Client, Raised
from minihub import READ, WRITE, MiniHub
from minihub_store import File, Refusal

from hf_robust.core.errors import HubError, UsageError
from hf_robust.suites.collection import add_to_collection

ADD = """
from hf_robust.suites.collection import add_to_collection
value = add_to_collection(owner, title, repos, **options)
"""


@pytest.fixture(autouse=True)
def fresh(hub, client) -> Iterator[None]:
    for number in range(6):
        if ("dataset", f"lab/films-{number}") not in hub.repos:
            client.run("HfApi().create_repo(repo, repo_type='dataset')", repo=f"lab/films-{number}")
        release(hub, number, "1.0.0")
    yield
    hub.calm()
    hub.shelves.clear()


def release(hub: MiniHub, number: int, version: str) -> None:
    """A suite on the server, as far as a collection looks."""
    manifest = {
        "kind": "suite",
        "task": {"name": "sentiment-classification"},
        "info": {"version": version},
        "entries": [],
        "content_hash": "0",
    }
    hub.dataset(f"lab/films-{number}").commit({"suite.json": File(json.dumps(manifest).encode())}, version)


def refuse(status: int) -> None:
    if status >= 400:
        raise Refusal(status, "disturbed on purpose")


def add(client: Client, *numbers: int, owner: str = "lab", title: str = "Robust films", **options: object) -> str:
    repos = [f"lab/films-{number}" for number in numbers]
    return client.run(ADD, owner=owner, title=title, repos=repos, options=options)


def changes(hub: MiniHub, seen: int) -> list[tuple[str, str]]:
    """Requests that change something."""
    return [(method, path) for method, path, _ in hub.requests[seen:] if method not in ("GET", "HEAD")]


def test_a_collection_is_made_filled_and_noted(hub, client):
    url = add(client, 0, 1, description="All of them.")
    (shelf,) = hub.shelves.values()
    assert url == f"{hub.endpoint}/collections/{shelf.slug}"
    note = "robustness suite for sentiment-classification, version 1.0.0"
    assert shelf.noted() == {"lab/films-0": note, "lab/films-1": note}
    assert (shelf.owner, shelf.title, shelf.description, shelf.private) == (
        "lab",
        "Robust films",
        "All of them.",
        False,
    )


def test_the_same_call_again_changes_nothing_and_a_longer_one_adds_the_rest(hub, client):
    first = add(client, *range(5))
    seen = len(hub.requests)
    assert add(client, *range(5)) == first and changes(hub, seen) == []
    assert add(client, 5, 0, 5) == first and len(changes(hub, seen)) == 1
    assert list(next(iter(hub.shelves.values())).noted()) == [f"lab/films-{number}" for number in range(6)]


def test_a_note_follows_the_version_unless_somebody_wrote_another(hub, client):
    add(client, 0, 1)
    (shelf,) = hub.shelves.values()
    shelf.items[1]["note"] = {"text": "Start here."}
    for number in (0, 1):
        release(hub, number, "1.1.0")
    add(client, 0, 1)
    expected = ["robustness suite for sentiment-classification, version 1.1.0", "Start here."]
    assert list(shelf.noted().values()) == expected


def test_titles_and_owners_are_kept_apart(hub, client):
    addresses = {add(client, 0), add(client, 0, title="Other films"), add(client, 0, owner="me")}
    assert len(addresses) == 3 and {shelf.owner for shelf in hub.shelves.values()} == {"lab", "me"}


def test_a_private_collection_stays_private_and_a_public_one_public(hub, client):
    add(client, 0, private=True)
    (shelf,) = hub.shelves.values()
    add(client, 1)
    assert shelf.private and len(shelf.items) == 2
    add(client, 0, title="Open films")
    with pytest.raises(Raised, match="HubError: collection 'Open films' of lab is public; make it private"):
        add(client, 1, title="Open films", private=True)


def test_a_repository_that_is_unknown_or_no_suite_stops_it_before_anything_is_made(hub, client):
    client.run("HfApi().create_repo('lab/data', repo_type='dataset', exist_ok=True)")
    for repo, said in (("lab/nothing", "no dataset lab/nothing"), ("lab/data", "lab/data is a dataset but not a")):
        seen = len(hub.requests)
        with pytest.raises(Raised, match=f"HubError: .*{said}.*nothing was changed"):
            client.run(ADD, owner="lab", title="x", repos=["lab/films-0", repo], options={})
        assert not hub.shelves and changes(hub, seen) == []


@pytest.mark.parametrize(
    ("owner", "options", "said"),
    [
        ("lab", {"token": READ}, "this token may only read; for a collection of lab"),
        ("readers", {}, "me may only read in readers"),
        ("others", {}, "me is no member of others"),
        ("others", {"token": "hf_fine"}, r"does not let this token change collection 'Robust films' of others \(403\)"),
        ("lab", {"token": "hf_fine"}, r"does not let this token change .* \(403\); nothing was changed.*hf auth login"),
    ],
)
def test_a_token_that_may_not_write(hub, client, owner, options, said):
    with pytest.raises(Raised, match=f"HubError: .*{said}"):
        add(client, 0, owner=owner, **options)
    assert not hub.shelves


def test_without_a_token_nothing_is_asked(hub, client):
    seen = len(hub.requests)
    client.run("os.environ.pop('HF_TOKEN')")
    try:
        with pytest.raises(Raised, match="HubError: changing a collection of lab needs a token .*hf auth login"):
            add(client, 0)
    finally:
        client.run("os.environ['HF_TOKEN'] = token", token=WRITE)
    assert len(hub.requests) == seen


def test_the_hub_out_of_reach(tmp_path):
    user = Client("http://127.0.0.1:9", tmp_path / "home", tmp_path / "log")
    try:
        with pytest.raises(Raised, match="HubError: collection .*the Hub is out of reach .*nothing was changed: try"):
            add(user, 0)
    finally:
        user.close()


def test_an_interrupted_call_says_what_is_done_and_is_finished_by_the_next(hub, client):
    answers = iter((200, 200, 500))
    hub.disturb("POST", "/items", action=lambda: refuse(next(answers)), times=3)
    with pytest.raises(Raised, match="HubError: lab/films-2 in .* added before: lab/films-0, lab/films-1; the same"):
        add(client, 0, 1, 2, 3)
    assert len(next(iter(hub.shelves.values())).items) == 2
    add(client, 0, 1, 2, 3)
    assert len(next(iter(hub.shelves.values())).items) == 4


@pytest.mark.parametrize(
    ("given", "error", "said"),
    [
        (("a b", "x", ["lab/films"]), HubError, "'a b' can be no user or organization"),
        (("lab", " ", ["lab/films"]), UsageError, "a collection needs a title"),
        (("lab", "x", []), UsageError, "name the suites as a list"),
        (("lab", "x", "lab/films"), UsageError, "name the suites as a list"),
        (("lab", "x", ["films"]), HubError, "say whose suite it is: 'user/films'"),
        (("lab", "x", ["lab/a b"]), HubError, "'lab/a b' can be no suite on the Hub"),
    ],
)
def test_what_can_be_no_collection_is_refused_at_once(given, error, said):
    with pytest.raises(error, match=said):
        add_to_collection(*given)


def test_a_description_has_a_limit():
    with pytest.raises(UsageError, match="at most 150 characters, found 151"):
        add_to_collection("lab", "x", ["lab/films"], description="x" * 151)
