"""``push_results``: the results go to the repository of the model, once the report is written."""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.config_summary import RunSummary
from hf_robust.configured.listener import Notify, silent
from hf_robust.core.errors import HubError, RobustError, UsageError
from hf_robust.core.yaml_nodes import Node

PULL_REQUEST, COMMIT = "pull-request", "commit"


def read_push(node: Node) -> str | None:
    """How a configuration wants results pushed: ``true`` is by a pull request."""
    if not node.is_list and not node.is_map and node.plain() in (True, False):
        return PULL_REQUEST if node.plain() else None
    found = node.value(str)
    return found if found in (PULL_REQUEST, COMMIT) else node.fail(f"expected true, false or {COMMIT}, found {found}")


def write_push(how: str | None) -> Any:
    """The same as it stands in a file."""
    return True if how == PULL_REQUEST else how


def check_push(models: Sequence[ModelChoice]) -> None:
    """Refuse what could not be pushed, before any work starts.

    Raises:
        UsageError: A model is not one on the Hub.
        HubError: There is no token, or the Hub may not be asked.
    """
    from huggingface_hub import constants, get_token

    from hf_robust.adapters.model_kind import kind_of
    from hf_robust.core.hub_errors import check_repo

    for one in models:
        if one.model is None or kind_of(one.model).name != "hub" or Path(one.model).exists():
            raise UsageError(
                f"`push_results` writes to the repository of the model on the Hub, and {one.called} has none there; "
                "name one with `models` user/model, or leave `push_results` out"
            )
        otherwise = f"`push_results` writes to a repository 'user/model', found {one.model!r}"
        check_repo(one.model, otherwise)
        if "/" not in one.model:
            raise HubError(otherwise)
    if constants.HF_HUB_OFFLINE:
        raise HubError("`push_results` needs the Hub, and HF_HUB_OFFLINE is set; unset it, or leave `push_results` out")
    if not get_token():
        raise HubError("`push_results` needs a token that may write; run: hf auth login, or set HF_TOKEN")


def pushed(outcomes: Sequence[RunSummary], how: str, notify: Notify = silent) -> Iterator[RunSummary]:
    """Push the report of each model on the suite; what goes wrong is told, and the report stays where it is.

    Args:
        outcomes: What came of each part.
        how: By a pull request, or by a commit.
        notify: Called with the address of each push.

    Returns:
        The outcomes, those of the suite with the address or with what went wrong.
    """
    for one in outcomes:
        yield one if one.report is None or not one.on_suite else _push(one, how, notify)


def _push(outcome: RunSummary, how: str, notify: Notify) -> RunSummary:
    model = str(outcome.model.model)
    by_request = how == PULL_REQUEST
    try:
        address = outcome.report.push_results(model, create_pr=by_request)
    except (RobustError, OSError) as error:
        said = f"the results of {model} were not pushed: {error}"
        if outcome.folder is not None:
            again = f"hf-robust push-results {shlex.quote(str(outcome.folder))} --model {shlex.quote(model)}"
            said += (
                f"; the report is in {outcome.folder}, to push it, run: {again}{' --create-pr' if by_request else ''}"
            )
        return replace(outcome, push_error=said)
    notify(f"{model} -> {address}")
    return replace(outcome, address=address)
