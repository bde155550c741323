"""Suites on the Hub: a release is whole or absent, and what is loaded is what was asked for.

A release is one commit and one tag. Loading asks for exactly that tag and never takes another version in
its place, as ``datasets.load_dataset(revision=)`` does when the Hub is out of reach.
"""

import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from huggingface_hub import (
    CommitOperationAdd,
    CommitOperationDelete,
    HfApi,
    get_token,
    hf_hub_download,
    snapshot_download,
)
from huggingface_hub.constants import HF_HUB_CACHE
from huggingface_hub.errors import (
    BadRequestError,
    HfHubHTTPError,
    HTTPError,  # of whichever HTTP client this version of huggingface_hub is built on
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from hf_robust.core.errors import HubError, SuiteError, UsageError
from hf_robust.core.files import recover_folder
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import UNREACHABLE, again, check_repo, connect, explained, refusal, short, status_of
from hf_robust.core.staging import scratch_folder
from hf_robust.language.embedded.demo import CALLS, demo_name
from hf_robust.suites.benchmark_file import BENCHMARK, QUESTIONS
from hf_robust.suites.folder import row_files
from hf_robust.suites.manifest import FILE, read_outline

if TYPE_CHECKING:
    from datasets import Dataset

_NEITHER = "{repo!r} is neither a folder here nor a repository on the Hub; one is 'user/name'"
_VERSION = re.compile(r"v?((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))")
_COMMIT = re.compile(r"[0-9a-f]{40}")


@dataclass(frozen=True)
class LocatedSuite:
    """Where a suite lies that was asked for.

    Args:
        version: The version that it must hold; None: any.
        origin: Repository, revision and commit, when it comes from the Hub.
    """

    folder: Path
    version: str | None
    origin: Mapping[str, str] = field(default_factory=dict)


def locate(source: str | Path, revision: str | None = None) -> LocatedSuite:
    """The folder of a suite, downloaded when it is on the Hub.

    Args:
        source: Folder, or repository ``"user/name"`` on the Hub.
        revision: Version or, on the Hub, any tag, branch or commit. None: what the folder holds, or the
            last push (with ``HF_HUB_OFFLINE=1``: the last one that was loaded without a revision).

    Raises:
        SuiteError: When there is no such folder, or the revision of a folder is no version.
        HubError: When the Hub cannot be reached or has no such repository or revision.
    """
    folder = Path(source).expanduser()
    version = _VERSION.fullmatch(revision or "")
    number = version and version[1]
    if str(source) and (folder.exists() or recover_folder(folder)):
        if revision is not None and not version:
            raise SuiteError(f"{source} is a folder; its revision is a version such as 'v1.0.0', found {revision!r}")
        if not folder.is_dir():
            raise SuiteError(f"{folder} is a file; name the suite's folder")
        return LocatedSuite(folder, number)
    if isinstance(source, Path):
        raise SuiteError(f"there is no folder {source}")
    if "/" not in source:  # the Hub would be asked for a dataset without an owner, which is no suite
        raise HubError(_NEITHER.format(repo=source))
    wanted = f"v{number}" if number else revision
    folder = _download(source, wanted)
    return LocatedSuite(folder, number, {"repo": source, "revision": wanted or "main", "commit": folder.name})


def _download(repo: str, revision: str | None) -> Path:
    """Folder with exactly that revision; its name is the commit."""
    _check_repo(repo)
    with _explained(repo, revision):
        try:
            commit = HfApi(**HUB_CLIENT).dataset_info(repo, revision=revision, timeout=10).sha
        except (HfHubHTTPError, OfflineModeIsEnabled, HTTPError) as error:
            # a release or a commit in the cache is what it was; a branch may have moved on
            offline = isinstance(error, OfflineModeIsEnabled)
            fixed = revision is not None and (_VERSION.fullmatch(revision) or _COMMIT.fullmatch(revision))
            if not (offline or (fixed and _out_of_reach(error))):
                raise
            return _snapshot(repo, revision, local_files_only=True)
        folder = _snapshot(repo, revision)
    if folder.name != commit:
        raise HubError(f"{repo} changed while it was loaded: {commit} was asked for, {folder.name} came; load it again")
    return folder


def _snapshot(repo: str, revision: str | None, **options: Any) -> Path:
    wanted = [FILE, "README.md", "*/*.parquet"]  # whatever else lies there is not the suite's
    options |= {"allow_patterns": wanted, "ignore_patterns": f"{QUESTIONS}/*"}
    return Path(snapshot_download(repo, repo_type="dataset", revision=revision, **options, **HUB_CLIENT))


def _out_of_reach(error: Exception) -> bool:
    return (
        not isinstance(error, HfHubHTTPError) or error.response.status_code >= 500 or error.response.status_code == 429
    )


def versions(repo: str) -> list[str]:
    """Released versions of a suite on the Hub.

    Args:
        repo: Repository ``"user/name"``.

    Returns:
        Tags such as ``v1.0.0``, the newest version last.

    Raises:
        HubError: When the Hub cannot be reached or has no such repository.
    """
    _check_repo(repo)
    with _explained(repo):
        return _in_order(_tags(HfApi(**HUB_CLIENT), repo))


def _tags(api: HfApi, repo: str) -> dict[str, str]:
    return {tag.name: tag.target_commit for tag in api.list_repo_refs(repo, repo_type="dataset").tags}


def _in_order(tags: Iterable[str]) -> list[str]:
    releases = [tag for tag in tags if tag.startswith("v") and _VERSION.fullmatch(tag)]
    return sorted(releases, key=lambda tag: [int(part) for part in tag[1:].split(".")])


def repository_of(dataset: "Dataset") -> str | None:
    """The repository that ``load_dataset`` took a dataset from; None when it is not sure.

    The cache of ``datasets`` has a folder ``user___name`` with the name in lower case; that of the Hub's client has
    the name as it is.
    """
    from datasets.naming import camelcase_to_snakecase

    name = dataset.info.dataset_name
    places = [Path(file["filename"]).parents for file in dataset.cache_files]
    folders = {parents[3].name for parents in places if len(parents) > 4}
    owners = {folder.removesuffix(f"___{name}") for folder in folders if folder.endswith(f"___{name}")}
    if len(owners) != 1:
        return None
    owner = owners.pop()
    cached = [path.name.split("--", 2)[2] for path in Path(HF_HUB_CACHE).glob(f"datasets--{owner}--*")]
    found = [repo for repo in cached if camelcase_to_snakecase(repo) == name]
    return f"{owner}/{found[0]}" if len(found) == 1 else None


def commit_of(dataset: "Dataset") -> str | None:
    """The commit of the repository that ``load_dataset`` took a dataset from; None when it is not sure.

    The cache of ``datasets`` names the folder of a dataset's files after the commit.
    """
    folders = {Path(file["filename"]).parent.name for file in dataset.cache_files}
    commit = folders.pop() if len(folders) == 1 else ""
    return commit if _COMMIT.fullmatch(commit) and repository_of(dataset) is not None else None


def named_after(source: str | None, suffix: str) -> str | None:
    """The name of a suite that was not given one: that of its source and what it is; None without a source.

    Example:
        >>> named_after("me/films", "robust"), named_after("the Chinese demo reviews of hf_robust", "robust")
        ('films-robust', 'demo-reviews-robust')
    """
    if source in CALLS:
        return f"demo-{'reviews' if 'reviews' in source else 'sentences'}-{suffix}"
    return f"{source.rsplit('/', 1)[-1]}-{suffix}" if source else None


def origin_of(dataset: "Dataset", source: str | None = None, split: str | None = None) -> dict[str, str | None]:
    """Dataset, split and (where there are several) config for the record of a suite.

    Args:
        source: What the user calls the dataset; None: the repository that it was loaded from, or the demo data.
        split: What the user calls the split; None: as it says itself.
    """
    repo = demo_name(dataset) or repository_of(dataset)
    config = dataset.info.config_name if repo is not None and source in (None, repo) else None
    return {
        "dataset": source or repo,
        **({"config": config} if config not in (None, "default") else {}),
        "split": split or (str(dataset.split) if dataset.split is not None else None),
    }


@dataclass(frozen=True)
class Release:
    """What is published: a version of a suite.

    Args:
        version: Its number, as ``1.0.0``.
        kind: The kind of suite.
        content_hash: The hash of its rows.
        fill: Writes all its files into a folder.
    """

    version: str
    kind: str
    content_hash: str
    fill: Callable[[Path], None]


def release_number(repo: str, version: Any) -> str:
    """The number of a version, before any work starts.

    Args:
        repo: Repository ``"user/name"``.
        version: Version ``"1.0.0"`` or ``"v1.0.0"``.

    Raises:
        UsageError: When the version is not of the form ``1.2.3``.
        HubError: When there can be no such repository.
    """
    number = _VERSION.fullmatch(version) if isinstance(version, str) else None
    if number is None:
        raise UsageError(f"a version has the form '1.2.3', found {version!r}")
    check_repo(
        repo, f"a suite is pushed to a repository 'user/name', found {repo!r}; suite.save(folder) writes it to a folder"
    )
    if "/" not in repo:
        raise HubError(
            f"say whose repository it is: 'user/{repo}', found {repo!r}; suite.save(folder) writes it to a folder"
        )
    return number[1]


def push_release(release: Release, repo: str, private: bool = False) -> str:
    """Publish a suite as one commit and one tag.

    Args:
        release: What is published.
        repo: Repository ``"user/name"``; made when it does not exist.
        private: Make a new repository private.

    Returns:
        The commit.

    Raises:
        HubError: When there is no token, the version exists, the repository holds something else, or the Hub refuses
            or is out of reach.
    """
    if not get_token():
        raise HubError(f"pushing to {repo} needs a token that may write; run: hf auth login, or set HF_TOKEN")
    api = HfApi(**HUB_CLIENT)
    with scratch_folder() as place, _explained(repo, writing=True):
        head = _head(api, repo, release, private)
        folder = place / "suite"
        folder.mkdir()
        release.fill(folder)
        if head is None:
            api.create_repo(repo, repo_type="dataset", private=private or None, exist_ok=True)
            head = _head(api, repo, release, private)
        if head is None:
            raise HubError(f"{repo} was made but cannot be read; check the token's rights with: hf auth whoami")
        commit = _commit(api, repo, folder, head, f"Version {release.version}")
        _tag(api, repo, f"v{release.version}", commit)
    return commit


@dataclass(frozen=True)
class _Head:
    """The repository as it is now: its last commit, and files of the version before that a new one may not have."""

    commit: str
    old: Set[str]


def _head(api: HfApi, repo: str, release: Release, private: bool) -> _Head | None:
    """The repository as it is now, if it may take this version; None when it does not exist."""
    try:
        head = api.dataset_info(repo)
    except RepositoryNotFoundError:
        return None
    tags = _tags(api, repo)
    if f"v{release.version}" in tags:
        raise HubError(
            f"version {release.version} of {repo} already exists; versions are never overwritten: say another "
            f"version (the last one is {_in_order(tags)[-1]})"
        )
    files = {file.rfilename for file in head.siblings or ()}
    if FILE not in files and files - {".gitattributes", "README.md"}:
        raise HubError(f"{repo} is a dataset but not a suite; its files stay as they are: push to another repository")
    if private and not head.private:
        raise HubError(f"{repo} is public; make it private on the Hub first, or push without private")
    if FILE not in files:
        return _Head(head.sha, frozenset())
    asked = {file for file in files if file.startswith(f"{QUESTIONS}/")}
    return _Head(head.sha, (files & {*_rows_before(repo, head.sha, release), BENCHMARK}) | asked)


def _rows_before(repo: str, commit: str, release: Release) -> list[str]:
    """Files of the last version, if the repository may take another.

    An earlier push of this version may have lost its tag: it can be finished with the same rows only.
    """
    place = Path(hf_hub_download(repo, FILE, repo_type="dataset", revision=commit, **HUB_CLIENT)).parent
    try:
        there = read_outline(place)
    except UsageError as error:
        raise HubError(f"{repo} has a suite.json that is not a suite's; push to another repository") from error
    if there.kind != release.kind:
        raise HubError(f"{repo} holds a suite of another kind; push to another repository")
    version = release.version
    if there.info.version == version and there.content_hash != release.content_hash:
        raise HubError(f"{repo} holds other rows as version {version} without a tag ({commit}): say another version")
    return row_files(there.entries, repo)


def _commit(api: HfApi, repo: str, folder: Path, head: _Head, message: str) -> str:
    """One commit of all files; without its benchmark file where the Hub does not take that one."""
    # not upload_folder: with Xet it may split a large folder into several commits
    new = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    options = {"commit_message": message, "repo_type": "dataset", "parent_commit": head.commit}
    try:
        return str(api.create_commit(repo, _operations(new, head), **options).oid)
    except BadRequestError as error:
        if BENCHMARK not in new:
            raise
        del new[BENCHMARK]
        commit = api.create_commit(repo, _operations(new, head), **options)
        warnings.warn(
            f"{repo} is published without {BENCHMARK}, which the Hub did not take ({short(error)}): it gets no "
            "leaderboard of the Hub; all else is there",
            RuntimeWarning,
            stacklevel=2,
        )
        return str(commit.oid)


def _operations(new: Mapping[str, Path], head: _Head) -> list[Any]:
    added = [CommitOperationAdd(path_in_repo=name, path_or_fileobj=path) for name, path in new.items()]
    return [*added, *(CommitOperationDelete(path_in_repo=name) for name in sorted(head.old - new.keys()))]


def _tag(api: HfApi, repo: str, tag: str, commit: str) -> None:
    try:
        api.create_tag(repo, tag=tag, revision=commit, repo_type="dataset")
    except UNREACHABLE as error:
        raise HubError(
            f"the rows are on main of {repo} as commit {commit}, but the tag {tag} could not be set "
            f"({short(error)}); released versions are as they were. Push the same suite again, or run: "
            f"hf repos tag create {repo} {tag} --revision {commit} --repo-type dataset"
        ) from error


def _check_repo(repo: str) -> None:
    check_repo(repo, _NEITHER.format(repo=repo))


def _explained(repo: str, revision: str | None = None, writing: bool = False) -> AbstractContextManager[None]:
    """Turn what the Hub's client raises into one message that says what to do."""
    return explained(lambda error: _message(error, repo, revision, writing))


def _message(error: Exception, repo: str, revision: str | None, writing: bool) -> str:
    asked = f"{repo} at {revision}" if revision else repo
    if isinstance(error, RevisionNotFoundError) and not writing:
        return f"{repo} has no revision {revision!r}; its versions: {', '.join(versions(repo)) or 'none'}"
    if (said := refusal(error, repo, writing)) is not None:
        return said
    if isinstance(error, RepositoryNotFoundError) or status_of(error) in (401, 403):
        return (
            f"{repo} is neither a folder here nor a dataset on the Hub that you may read; check the name, "
            "and for a private one run: hf auth login"
        )
    if writing:
        return f"pushing to {repo} failed ({short(error)}); no version was published: {again()}"
    if isinstance(error, LocalEntryNotFoundError):
        return (
            f"there is no folder {repo} here, the Hub is out of reach, and {asked} is not in the cache as a whole; no "
            f"other version is taken in its place: {connect()}"
        )
    why = "the Hub is out of reach" if isinstance(error, (HTTPError, OfflineModeIsEnabled)) else "reading it failed"
    return (
        f"there is no folder {repo} here, and {asked} cannot be loaded from the Hub: {why} ({short(error)}); "
        f"{again()}, or ask for a version in the cache"
    )
