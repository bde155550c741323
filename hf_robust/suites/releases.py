"""What of suites is released on the Hub already: asked before anything is published."""

from huggingface_hub import HfApi
from huggingface_hub.errors import RepositoryNotFoundError

from hf_robust.core.errors import HubError
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import check_repo, explained, failed, reach
from hf_robust.reports.model_card import TAG
from hf_robust.suites.hub import release_number, versions


def check_unreleased(repo: str, version: str) -> None:
    """Refuse a version that is on the Hub already.

    Args:
        repo: Repository ``"user/name"``; it need not exist.

    Raises:
        HubError: The version exists, or the Hub is out of reach.
    """
    number = release_number(repo, version)
    with explained(lambda error: failed(f"asking the Hub for {repo} failed", error, "nothing was published")):
        try:
            HfApi(**HUB_CLIENT).dataset_info(repo, timeout=10)
        except RepositoryNotFoundError:
            return
    there = versions(repo)
    if f"v{number}" in there:
        raise HubError(
            f"version {number} of {repo} already exists; versions are never overwritten: say another version "
            f"(the last one is {there[-1]})"
        )


def suites_of(owner: str) -> list[str]:
    """Repositories of the suites of a user or organization, sorted: datasets with the tag that all suites have.

    Args:
        owner: User or organization.

    Raises:
        HubError: There can be no such owner, or the Hub is out of reach.
    """
    check_repo(f"{owner}/x" if owner else owner, f"{owner!r} can be no user or organization on the Hub")
    with explained(lambda error: failed(f"asking the Hub for the suites of {owner} failed", error)):
        reach()
        return sorted(info.id for info in HfApi(**HUB_CLIENT).list_datasets(author=owner, filter=TAG))
