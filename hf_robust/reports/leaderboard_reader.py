"""Leaderboards of suites, read from the Hub: what models say of them in their cards."""

from huggingface_hub import HfApi, ModelInfo

from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import check_repo, explained, failed, reach
from hf_robust.reports.hub_results import benchmark_tasks
from hf_robust.reports.leaderboard_rows import Leaderboard, ListedModel, leaderboard
from hf_robust.reports.model_card import TAG


def read_leaderboard(suite: str, token: str | None = None) -> Leaderboard:
    """The models on the Hub with results on a suite: those that :meth:`hf_robust.Report.push_results` wrote.

    Args:
        suite: Repository ``"user/name"`` of the suite.
        token: A token that may read; None: the one that is logged in, or none.

    Returns:
        The leaderboard, with each model once and its newest result.

    Raises:
        HubError: There can be no such suite, or the Hub is out of reach.
    """
    check_repo(suite, f"{suite!r} can be no suite on the Hub; one is 'user/name'")
    api = HfApi(token=token, **HUB_CLIENT)
    with explained(lambda error: failed(f"the leaderboard of {suite} cannot be read", error)):
        reach()
        return leaderboard(suite, _models(api), benchmark_tasks(suite, None, token))


def _models(api: HfApi) -> list[ListedModel]:
    """All models with our tag; one request brings the results of many."""
    try:
        found = list(api.list_models(filter=TAG, expand=["model-index", "evalResults"]))
    except (LookupError, TypeError, AttributeError):  # entries of one model that the client cannot read stop it
        found = list(api.list_models(filter=TAG, expand=["model-index"]))
    return [ListedModel(one.id, one.model_index, _verified(one)) for one in found]


def _verified(info: ModelInfo) -> set[str]:
    return {one.dataset_id for one in info.eval_results or () if one.verify_token}
