"""What of suites is released on the Hub already: asked before anything is published."""

from huggingface_hub import HfApi
from huggingface_hub.errors import RepositoryNotFoundError

from hf_robust.core.errors import HubError
from hf_robust.core.hub_errors import explained, short
from hf_robust.suites.hub import release_number, versions


def check_unreleased(repo: str, version: str) -> None:
    """Refuse a version that is on the Hub already.

    Args:
        repo: Repository ``"user/name"``; it need not exist.
        version: The version.

    Raises:
        HubError: The version exists, or the Hub is out of reach.
    """
    number = release_number(repo, version)
    with explained(
        lambda error: f"asking the Hub for {repo} failed ({short(error)}); nothing was published: try again"
    ):
        try:
            HfApi().dataset_info(repo, timeout=10)
        except RepositoryNotFoundError:
            return
    there = versions(repo)
    if f"v{number}" in there:
        raise HubError(
            f"version {number} of {repo} already exists; versions are never overwritten: say another version "
            f"(the last one is {there[-1]})"
        )


def suites_of(owner: str) -> list[str]:
    """Repositories of the data sets of a user or organization, sorted.

    Args:
        owner: User or organization.

    Raises:
        HubError: The Hub is out of reach.
    """
    with explained(lambda error: f"asking the Hub for the data sets of {owner} failed ({short(error)}); try again"):
        return sorted(info.id for info in HfApi().list_datasets(author=owner))
