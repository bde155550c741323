"""What the Hub's client raises, as one message that says what to do."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from huggingface_hub import constants
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    HTTPError,  # of whichever HTTP client this version of huggingface_hub is built on
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
)
from huggingface_hub.utils import get_session, validate_repo_id

from hf_robust.core.errors import HubError, RobustError

UNREACHABLE = (HTTPError, OfflineModeIsEnabled, LocalEntryNotFoundError, OSError)
"""What is raised when the Hub is out of reach, or refuses."""
_UNSET = "unset HF_HUB_OFFLINE, with which the Hub is not asked, and try again"
_RETRIES = logging.getLogger("huggingface_hub.utils._http")
_SECONDS = 10


@contextmanager
def explained(message: Callable[[Exception], str]) -> Iterator[None]:
    """Raise a :class:`HubError` for what the Hub's client raises.

    Args:
        message: What is said of an exception.
    """
    _RETRIES.addFilter(_no_retry)
    try:
        yield
    except RobustError:
        raise
    except (*UNREACHABLE, ValueError, RuntimeError) as error:  # the last: an upload of a large file broke off
        raise HubError(message(error)) from error
    finally:
        _RETRIES.removeFilter(_no_retry)


def _no_retry(line: logging.LogRecord) -> bool:
    """Whether a line of the client's log is another than that it tries again, which the error says in the end."""
    said = line.getMessage()
    return not said.startswith("Retrying in ") and " thrown while requesting " not in said


def reach() -> None:
    """Ask the Hub for nothing: what lists repositories would try six times, over half a minute, before it gives up.

    Raises:
        HTTPError: The Hub is out of reach; of whichever HTTP client huggingface_hub is built on.
        OfflineModeIsEnabled: It is not to be asked.
    """
    get_session().head(constants.ENDPOINT, timeout=_SECONDS)


def failed(problem: str, error: Exception, state: str = "") -> str:
    """That the Hub could not be asked, and what to do.

    Args:
        problem: What could not be done.
        error: What the client raised.
        state: What came of it, where something was to be changed.

    Example:
        >>> failed("asking the Hub for me/x failed", ConnectionError("refused"))
        'asking the Hub for me/x failed (ConnectionError: refused); try again'
    """
    away = isinstance(error, (HTTPError, OfflineModeIsEnabled, LocalEntryNotFoundError)) and status_of(error) is None
    reason, do = (": the Hub is out of reach", connect()) if away else (f" ({short(error)})", "try again")
    return f"{problem}{reason}; {state}{': ' if state else ''}{do}"


def connect() -> str:
    """What to do where the Hub is out of reach."""
    return _UNSET if constants.HF_HUB_OFFLINE else "try again with a connection"


def again() -> str:
    """What to do where asking the Hub failed, for whatever reason."""
    return _UNSET if constants.HF_HUB_OFFLINE else "try again"


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
        return f"{repo} is gated; ask for access on its page on the Hub, then run: hf auth login"
    if writing and status in (401, 403, 404):
        return f"the Hub does not let you write to {repo} ({status}); with a token that may, run: hf auth login"
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
    """An error in one line; that the Hub is not to be asked, in words.

    Example:
        >>> short(ValueError("a\\nb"))
        'ValueError: a b'
    """
    if isinstance(error, OfflineModeIsEnabled):
        return "HF_HUB_OFFLINE is set"
    return f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
