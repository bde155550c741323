"""No command writes onto what it reads, or replaces a file of somebody else."""

from collections.abc import Mapping
from functools import wraps
from typing import Any

import click

from hf_robust.configured import protected_outputs

READS = (
    *(
        "dataset",
        "train",
        "suite_source",
        "model",
        "models",
        "predictions",
        "baseline_report",
        "nlp",
        "config_file",
        "prompt",
        "examples",
        "answers",
        "prices",
        "data",
        "name",
    ),
    *("reports", "report", "sources", "spec", "search_dataset", "lexicons", "second_opinion", "parser", "masked_lm"),
    *("behavior", "suite", "names", "prompts", "logs"),
)
"""Parameters of commands that name what is read."""
WRITES = ("out", "junit", "summary", "suite_out", "folder", "cache_dir", "file")
"""Parameters of commands that name what is written."""


_WRITE_ROWS = ("perturb", "inputs", "export", "requests", "unchanged")  # commands that write other files than reports
_FORCE = f"{__name__}.force"


def guarded(command: click.Command) -> click.Command:
    """The command, which first checks what it would write to.

    Args:
        command: A command, or a group whose commands are guarded.
    """
    if isinstance(command, click.Group):
        for one in command.commands.values():
            guarded(one)
    elif command.callback is not None:
        run = command.callback

        @wraps(run)
        def checked(*args: Any, **options: Any) -> Any:
            check_outputs(options)
            return run(*args, **options)

        command.callback = checked
        if {param.name for param in command.params} & {"junit", "summary", "formats"} or command.name in _WRITE_ROWS:
            command.params.append(_force_option())
    return command


def _force_option() -> click.Option:
    def keep(context: click.Context, _: click.Parameter, value: bool) -> None:
        context.meta[_FORCE] = value

    help = "Overwrite existing files that hf_robust did not create. Input files are never overwritten."
    return click.Option(["--force"], is_flag=True, expose_value=False, callback=keep, help=help)


def is_forced() -> bool:
    """Whether ``--force`` was typed for the command that runs."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(_FORCE))


def check_outputs(options: Mapping[str, Any]) -> None:
    """Refuse to write onto what is read, and to replace a file of somebody else.

    Args:
        options: Values of the parameters of a command.

    Raises:
        UsageError: With the file, and what to type.
    """
    written = {name: options.get(name) for name in WRITES}
    read = [options.get(name) for name in READS if name != "baseline_report"]
    earlier = options.get("baseline_report")
    protected_outputs.check_outputs(written, read, overwrite=is_forced(), earlier=earlier)
