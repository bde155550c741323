"""What is printed when a run is stopped by Ctrl-C: how many answers are stored, and how to go on."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from hf_robust.adapters.kinds.api_endpoint import PREFIX as ENDPOINT
from hf_robust.adapters.kinds.chat import PREFIX as CHAT
from hf_robust.adapters.kinds.inference import PREFIX as INFERENCE
from hf_robust.configured.config_choices import ModelChoice
from hf_robust.core.errors import RobustError
from hf_robust.reports.wording import count


@contextmanager
def saying_how_to_go_on(models: Iterable[ModelChoice], cache_dir: str | None) -> Iterator[None]:
    """After Ctrl-C, print how many answers of models behind an API are stored, and how to go on.

    Args:
        models: The models of the run.
        cache_dir: Folder of the stored answers; None for that of the package.
    """
    try:
        yield
    except KeyboardInterrupt:
        for message in _messages(models, cache_dir):
            click.echo(message, err=True)
        raise


def _messages(models: Iterable[ModelChoice], cache_dir: str | None) -> list[str]:
    from hf_robust.adapters.remote.answer_store import AnswerStore

    messages = []
    for place in dict.fromkeys(_store_of(one, cache_dir) for one in models if _is_remote(one.model)):
        if place is None:
            messages.append(
                "stopped; answers were not stored: the same command starts anew. --cache-dir FOLDER stores them"
            )
        elif place.is_dir():
            store = AnswerStore(place)
            messages.append(
                f"stopped; {count(len(store), 'answer')} of this run and of earlier runs are stored in {store.path}: "
                "the same command goes on from there"
            )
    return messages


def _is_remote(model: Any) -> bool:
    return isinstance(model, str) and model.startswith((CHAT, ENDPOINT, INFERENCE))


def _store_of(choice: ModelChoice, cache_dir: str | None) -> Path | None:
    """The folder of the stored answers of a model; None where they are not stored."""
    from hf_robust.adapters.kinds.api_endpoint import described
    from hf_robust.adapters.remote.answer_store import answers_folder

    params: Mapping[str, Any] = choice.params
    if (choice.model or "").startswith(ENDPOINT):
        with suppress(RobustError):  # a mistake in the file has been reported
            return described(choice.model, params).answers_folder(cache_dir)
        return None
    return Path(cache_dir or answers_folder()).expanduser() if params.get("store", True) else None
