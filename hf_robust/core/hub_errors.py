"""What the Hub's client raises, as one message that says what to do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    HTTPError,  # of whichever HTTP client this version of huggingface_hub is built on
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
)
from huggingface_hub.utils import validate_repo_id

from hf_robust.core.errors import HubError, RobustError

UNREACHABLE = (HTTPError, OfflineModeIsEnabled, LocalEntryNotFoundError, OSError)
"""What is raised when the Hub is out of reach, or refuses."""


@contextmanager
def explained(message: Callable[[Exception], str]) -> Iterator[None]:
    """Raise a :class:`HubError` for what the Hub's client raises.

    Args:
        message: What is said of an exception.
    """
    try:
        yield
    except RobustError:
        raise
    except (*UNREACHABLE, ValueError, RuntimeError) as error:  # the last: an upload of a large file broke off
        raise HubError(message(error)) from error


def status_of(error: Exception) -> int | None:
    """The HTTP status that the Hub answered with, where it answered."""
    return error.response.status_code if isinstance(error, HfHubHTTPError) else None


def refusal(error: Exception, repo: str, writing: bool) -> str | None:
    """What to do where the Hub does not let one read or write; None where it is something else.

    Args:
        error: What the client raised.
        repo: The repository.
        writing: Whether it was to be written to.
    """
    status = status_of(error)
    if isinstance(error, GatedRepoError):
        return f"{repo} is gated; ask for access on its page on the Hub, then type: hf auth login"
    if writing and status in (401, 403, 404):
        return f"the Hub does not let you write to {repo} ({status}); with a token that may, type: hf auth login"
    if status == 412:
        return f"somebody else pushed to {repo} at the same time; nothing was published: try again"
    return None


def check_repo(repo: str, otherwise: str) -> None:
    """Refuse what can be no repository.

    Args:
        repo: Repository ``"user/name"``.
        otherwise: What is said of it when it can be none.

    Raises:
        HubError: It cannot.
    """
    try:
        validate_repo_id(repo)
    except HFValidationError as error:
        raise HubError(otherwise) from error


def short(error: Exception) -> str:
    """An error in one line.

    Example:
        >>> short(ValueError("a\\nb"))
        'ValueError: a b'
    """
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
