"""Pushing results to a model's repository on the Hub: one commit or one pull request, whole or absent."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from huggingface_hub import CommitOperationAdd, HfApi, get_token, hf_hub_download
from huggingface_hub.errors import (
    EntryNotFoundError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from hf_robust.core.errors import HubError
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import UNREACHABLE, again, check_repo, explained, refusal, short, status_of
from hf_robust.reports.model_card import TAG, CardRecord, eval_results, is_of
from hf_robust.reports.records.attack_records import AttackRecord
from hf_robust.reports.spliced_card import with_results, with_section, with_tag

_CARD = "README.md"


@dataclass(frozen=True)
class CardResults:
    """What is pushed.

    Args:
        key: What pushes of the same results have in common; see :func:`hf_robust.reports.model_card.key_of`.
        entries: Entries of the model index.
        section: The section of the card.
        record: The record that they come from.
    """

    key: str
    entries: Sequence[dict]
    section: str
    record: CardRecord


def publish(
    results: CardResults, model: str, create_pr: bool = False, revision: str | None = None, token: str | None = None
) -> str:
    """Write results into a model's card.

    Args:
        results: What is pushed.
        model: Repository ``"user/model"``.
        create_pr: Open a pull request in place of a commit.
        revision: Branch; None: main.
        token: A token that may write; None: the one that is logged in.

    Returns:
        The address of the pull request or the commit; of the last commit when these results stand there already.

    Raises:
        HubError: There is no token, no such model or branch, the card is broken, or the Hub refuses or is out of reach.
    """
    check_repo(model, f"{model!r} can be no model on the Hub; one is 'user/model'")
    if "/" not in model:
        raise HubError(f"say whose model it is: 'user/{model}', found {model!r}")
    if not (token or get_token()):
        raise HubError(f"pushing to {model} needs a token that may write; run: hf auth login, or set HF_TOKEN")
    api = HfApi(token=token, **HUB_CLIENT)
    with explained(lambda error: _message(error, model, revision, create_pr)):
        head = api.model_info(model, revision=revision)
        there = {file.rfilename for file in head.siblings or ()}
        old = _text(model, head.sha, token) if _CARD in there else ""
        new = updated(old, model, results)
        operations = [_file(_CARD, new)] if new != old else []
        operations += _eval_file(api, model, head.sha, there, results, token)
        if not operations:
            return f"{api.endpoint}/{model}/commit/{head.sha}"
        commit = api.create_commit(
            model,
            operations,
            commit_message=f"Robustness results: {results.key}",
            revision=revision,
            create_pr=create_pr,
            parent_commit=head.sha,
        )
    return commit.pr_url or commit.commit_url


def updated(card: str, model: str, results: CardResults) -> str:
    """A card with results; a minimal one where there is none.

    Args:
        card: The card; empty where there is none.
        model: Repository ``"user/model"``.
        results: What it gets.

    Raises:
        HubError: The card is broken.
    """
    name = model.split("/")[-1]
    text = with_results(card or f"# {name}\n", name, results.entries, lambda entry: is_of(results.key, entry))
    return with_section(with_tag(text, TAG), results.key, results.section)


def _text(model: str, commit: str | None, token: str | None, name: str = _CARD) -> str:
    place = Path(hf_hub_download(model, name, revision=commit, token=token, **HUB_CLIENT))
    try:
        return place.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise HubError(f"{name} of {model} is not in UTF-8; mend it, then push again") from error


def _file(path: str, text: str) -> CommitOperationAdd:
    return CommitOperationAdd(path_in_repo=path, path_or_fileobj=text.encode("utf-8"))


def _eval_file(
    api: HfApi, model: str, commit: str | None, there: set[str], results: CardResults, token: str | None
) -> list[CommitOperationAdd]:
    """The file in ``.eval_results``: the Hub takes one only for datasets that are benchmarks, by their eval.yaml."""
    record = results.record
    if isinstance(record, AttackRecord) or not record.suite.repo:
        return []
    entries = eval_results(record, benchmark_tasks(record.suite.repo, record.suite.commit, token))
    path = f".eval_results/{re.sub(r'[^A-Za-z0-9._-]+', '-', record.suite.repo)}.yaml"
    text = yaml.safe_dump(entries, sort_keys=False, allow_unicode=True)
    if not entries or (path in there and _text(model, commit, token, path) == text):
        return []
    return [_file(path, text)]


def benchmark_tasks(repo: str, commit: str | None, token: str | None) -> list[str]:
    """The tasks of a benchmark; none where the dataset is none or cannot be read."""
    try:
        place = hf_hub_download(repo, "eval.yaml", repo_type="dataset", revision=commit, token=token, **HUB_CLIENT)
        found = yaml.safe_load(Path(place).read_bytes())
    except (EntryNotFoundError, RepositoryNotFoundError, RevisionNotFoundError, yaml.YAMLError):
        return []
    tasks = found.get("tasks") if isinstance(found, dict) else None
    return [str(task["id"]) for task in tasks or () if isinstance(task, dict) and "id" in task]


def _message(error: Exception, model: str, revision: str | None, create_pr: bool) -> str:
    if isinstance(error, RevisionNotFoundError):
        return f"{model} has no branch {revision!r}; nothing was pushed: leave the revision out for main"
    if isinstance(error, RepositoryNotFoundError):
        return f"there is no model {model} on the Hub that this token may read; check the name and: hf auth whoami"
    said = refusal(error, model, writing=True)
    if said is not None:
        open_pr = "" if create_pr or status_of(error) not in (401, 403) else "; or open a pull request: --create-pr"
        return said + open_pr
    if isinstance(error, UNREACHABLE) and status_of(error) is None:
        return f"the Hub is out of reach ({short(error)}); nothing was pushed to {model}: {again()}"
    return f"pushing to {model} failed ({short(error)}); nothing was pushed"
