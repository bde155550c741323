"""What is said of a name that is no model: which baselines there are, in case one of them was meant."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from huggingface_hub.errors import (
    GatedRepoError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
)

from hf_robust.adapters.baselines.baseline_table import BASELINES
from hf_robust.core.errors import HubError, nearest_names

_NOT_FOUND = (RepositoryNotFoundError, LocalEntryNotFoundError, OfflineModeIsEnabled, HFValidationError)


@contextmanager
def naming_baselines(model: object) -> Iterator[None]:
    """Name the baselines where a model is not found whose name could be that of one.

    Args:
        model: The model as the user named it; what is no text without a slash passes as it is.

    Raises:
        HubError: As it was raised, with the baselines.

    Example:
        >>> try:
        ...     with naming_baselines("segmenter"):
        ...         raise HubError("no such model") from OfflineModeIsEnabled()
        ... except HubError as error:
        ...     print(error)
        no such model. No baseline has that name; did you mean segmenter-baseline?
    """
    try:
        yield
    except HubError as error:
        if not isinstance(model, str) or "/" in model or Path(model).is_dir() or not _is_unfound(error):
            raise
        close = nearest_names(model, BASELINES)
        meant = f"; did you mean {' or '.join(close)}?" if close else f". Baselines: {', '.join(BASELINES)}"
        raise HubError(f"{error}. No baseline has that name{meant}") from error


def _is_unfound(error: BaseException) -> bool:
    """Whether there is no such model, or none could be asked for."""
    link: BaseException | None = error
    seen: list[BaseException] = []
    while link is not None and link not in seen:
        seen.append(link)
        link = link.__cause__ or link.__context__
    if any(isinstance(one, GatedRepoError) for one in seen):
        return False
    return any(isinstance(one, _NOT_FOUND) for one in seen)
