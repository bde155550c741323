"""Collections on the Hub: all suites of an owner on one page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import HfApi, get_token, hf_hub_download
from huggingface_hub.errors import EntryNotFoundError, RepositoryNotFoundError

from hf_robust.core.errors import HubError, UsageError
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import UNREACHABLE, again, check_repo, explained, refusal, short, status_of
from hf_robust.suites.manifest import FILE, read_outline

if TYPE_CHECKING:
    from huggingface_hub import Collection

_MOST_DESCRIPTION, _MOST_NOTE = 150, 500  # characters; the Hub refuses more
_OUR_NOTE = re.compile(r"[\w' -]+ for [\w' -]+, version \S+")


def add_to_collection(
    owner: str,
    title: str,
    repos: Sequence[str],
    *,
    description: str = "",
    private: bool = False,
    token: str | None = None,
) -> str:
    """Put suites into a collection of an owner, which is made where there is none of that title.

    A suite that is in the collection stays where it is; its note follows its version, unless somebody wrote another
    note by hand. A call that was interrupted is finished by the same call.

    Args:
        owner: User or organization.
        title: Title of the collection.
        repos: Repositories ``"user/name"`` of suites, in the order in which they are added.
        description: What the collection is, for a new one; at most 150 characters.
        private: Make a new collection private.
        token: A token that may write; None: the one that is logged in.

    Returns:
        The address of the collection.

    Raises:
        UsageError: There is nothing to add, the title is empty or the description too long.
        HubError: There is no token, it may not write for the owner, a repository is unknown or no suite, or the Hub is
            out of reach. All but the last are found before anything is changed, as far as the token tells.
    """
    wanted = _checked(owner, title, repos, description)
    if not (token or get_token()):
        raise HubError(
            f"changing a collection of {owner} needs a token that may write; run: hf auth login, or set HF_TOKEN"
        )
    api = HfApi(token=token, **HUB_CLIENT)
    with _explained(owner, f"collection {title!r} of {owner}"):
        _check_rights(api.whoami(), owner)
    notes = {repo: _note(api, repo) for repo in wanted}
    with _explained(owner, f"collection {title!r} of {owner}"):
        collection = _collection(api, _Shelf(owner, title, description, private))
    done: list[str] = []
    items = {item.item_id: item for item in collection.items if item.item_type == "dataset"}
    for repo, note in notes.items():
        with _explained(owner, f"{repo} in collection {title!r} of {owner}", done):
            if repo not in items:
                api.add_collection_item(collection.slug, repo, "dataset", note=note, exists_ok=True)
                done.append(repo)
            elif items[repo].note != note and _OUR_NOTE.fullmatch(items[repo].note or "x for x, version x"):
                api.update_collection_item(collection.slug, items[repo].item_object_id, note=note)
    return str(collection.url)


@dataclass(frozen=True)
class _Shelf:
    """A collection as it is asked for."""

    owner: str
    title: str
    description: str
    private: bool


def _checked(owner: str, title: str, repos: Sequence[str], description: str) -> list[str]:
    """The repositories, each once, if all that can be said without the Hub is right."""
    check_repo(f"{owner}/x", f"{owner!r} can be no user or organization on the Hub")
    if not title.strip():
        raise UsageError("a collection needs a title")
    if len(description) > _MOST_DESCRIPTION:
        raise UsageError(f"a description has at most {_MOST_DESCRIPTION} characters, found {len(description)}")
    if isinstance(repos, str) or not repos:
        raise UsageError(f"name the suites as a list of 'user/name', found {repos!r}")
    for repo in repos:
        check_repo(repo, f"{repo!r} can be no suite on the Hub; one is 'user/name'")
        if "/" not in repo:
            raise HubError(f"say whose suite it is: 'user/{repo}', found {repo!r}")
    return list(dict.fromkeys(repos))


def _check_rights(me: Mapping[str, Any], owner: str) -> None:
    """Refuse a token that says itself that it may not write for the owner."""
    role = ((me.get("auth") or {}).get("accessToken") or {}).get("role")
    if role == "read":
        raise HubError(f"this token may only read; for a collection of {owner} one that writes: hf auth login")
    roles = {org.get("name"): org.get("roleInOrg") for org in me.get("orgs") or ()}
    if owner != me.get("name") and owner not in roles and role != "fineGrained":  # such a token may hide its owner's
        raise HubError(f"{me.get('name')} is no member of {owner}, so no collection of {owner} can be changed")
    if roles.get(owner) == "read":
        raise HubError(f"{me.get('name')} may only read in {owner}; ask there for the right to write")


def _note(api: HfApi, repo: str) -> str:
    """What the collection says of a suite."""
    with explained(lambda error: _unreadable(error, repo)):
        commit = api.dataset_info(repo).sha
        place = hf_hub_download(repo, FILE, repo_type="dataset", revision=commit, token=api.token, **HUB_CLIENT)
    try:
        outline = read_outline(Path(place).parent)
    except UsageError as error:
        raise HubError(f"{repo} has a suite.json that is not a suite's; leave it out") from error
    return f"{outline.label} for {outline.task.name}, version {outline.info.version}"[:_MOST_NOTE]


def _unreadable(error: Exception, repo: str) -> str:
    if isinstance(error, EntryNotFoundError):
        return f"{repo} is a dataset but not a suite (it has no {FILE}); nothing was changed: leave it out"
    if isinstance(error, RepositoryNotFoundError) or status_of(error) in (401, 403):
        return f"there is no dataset {repo} on the Hub that this token may read; nothing was changed"
    if (said := refusal(error, repo, writing=False)) is not None:
        return f"{said}; nothing was changed"
    return f"{repo} cannot be read, the Hub is out of reach ({short(error)}); nothing was changed: {again()}"


def _collection(api: HfApi, shelf: _Shelf) -> "Collection":
    """The collection with all its items; a list of collections shows four of each."""
    for found in api.list_collections(owner=shelf.owner):
        if found.title == shelf.title:
            break
    else:
        found = api.create_collection(
            shelf.title,
            namespace=shelf.owner,
            description=shelf.description or None,
            private=shelf.private,
            exists_ok=True,
        )
    if shelf.private and not found.private:
        raise HubError(f"collection {shelf.title!r} of {shelf.owner} is public; make it private on the Hub first")
    return api.get_collection(found.slug)


@contextmanager
def _explained(owner: str, action: str, done: Sequence[str] | None = None) -> Iterator[None]:
    """Turn what the Hub's client raises into one message that names the item and says what is done."""

    def message(error: Exception) -> str:
        state = "nothing was changed"
        if done is not None:
            state = f"added before: {', '.join(done) or 'none'}; the same call adds the rest"
        if status_of(error) in (401, 403):
            return (
                f"the Hub does not let this token change {action} ({status_of(error)}); {state}; with a token that may "
                f"write for {owner}, run: hf auth login"
            )
        if isinstance(error, UNREACHABLE) and status_of(error) is None:
            return f"{action}: the Hub is out of reach ({short(error)}); {state}: {again()}"
        return f"{action} could not be changed ({short(error)}); {state}: {again()}"

    with explained(message):
        yield
