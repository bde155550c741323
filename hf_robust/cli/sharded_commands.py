"""Commands that do one shard of their work, and commands that make the report of all shards.

The plan of the shards has what was typed. To merge them, the same command runs again in one process, with what the
shards keep as its cache: so a report of shards is made by the code that makes any other.
"""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.grouped_help import GroupedCommand
from hf_robust.cli.options import COMMAND_LINE
from hf_robust.core.errors import SuiteError, UsageError

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.distributed.shard_plan import Shard, ShardPlan
    from hf_robust.suites.robustness import Suite

_ARGUMENTS, _MERGED = "hf_robust.arguments", "hf_robust.merged"
_OF_SHARD = ("shard", "out")  # options that say which shard is made, and where


@dataclass(frozen=True)
class Merged:
    """What a command that merges shards is given beside its options.

    Args:
        plan: The plan of the shards.
        cache: Folder with what all shards keep.
        suite: The suite, where the shards have built it.
    """

    plan: "ShardPlan"
    cache: Path
    suite: "Suite | None" = None


class ShardedCommand(GroupedCommand):
    """A command with the option ``--shard``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what was typed beside the values of the options."""
        ctx.meta[_ARGUMENTS] = list(args)
        return super().parse_args(ctx, args)


def typed_arguments() -> dict[str, Any]:
    """What was typed, by parameter, as JSON values; without the number of the shard and its folder."""
    context = click.get_current_context()
    typed, _, _ = context.command.make_parser(context).parse_args(list(context.meta[_ARGUMENTS]))
    return {name: value for name, value in sorted(typed.items()) if name not in _OF_SHARD}


def arguments_of(command: click.Command, typed: Mapping[str, Any]) -> list[str]:
    """The arguments that :func:`typed_arguments` read.

    Args:
        typed: What was typed, by parameter.

    Example:
        >>> option = click.Option(["-t", "--transformations"], multiple=True)
        >>> arguments_of(click.Command("x", params=[option]), {"transformations": ["ocr", "typos"]})
        ['--transformations', 'ocr', '--transformations', 'typos']
    """
    arguments: list[str] = []
    for option in command.params:
        if not isinstance(option, click.Option) or option.name not in typed:
            continue
        value = typed[option.name]
        name = max(option.opts, key=len)
        if option.is_flag:
            arguments.append(name if value else max(option.secondary_opts, key=len))
        else:
            arguments += [part for one in (value if option.multiple else [value]) for part in (name, str(one))]
    return arguments


def merged() -> Merged | None:
    """What a command that merges shards is given; None for one that does not."""
    found: Merged | None = click.get_current_context().meta.get(_MERGED)
    return found


def check_rows(data: "Dataset") -> None:
    """Refuse to merge shards of other rows than those that are there now."""
    check_hash(lambda: _rows_hash(data))


def check_hash(current: Callable[[], str]) -> None:
    """Refuse to merge shards of other data than those that are there now.

    Args:
        current: Gives the hash; called where shards are merged.
    """
    found = merged()
    if found is not None and current() != found.plan.data:
        raise SuiteError("the data are others than those of the shards; make the shards again in a new folder")


def cache_of(folder: Path | None) -> Path | None:
    """The cache of a command: where shards are merged what these keep, otherwise the folder that was named."""
    found = merged()
    return folder if found is None else found.cache


def check_shard(shard: str | None, cache_dir: Any) -> None:
    """Refuse a shard that cannot be, before any work starts.

    Args:
        shard: What ``--shard`` says; None where it is not there.
        cache_dir: What ``--cache-dir`` says.

    Raises:
        UsageError: There is no such shard, or a cache is named.
    """
    from hf_robust.distributed.shard_plan import Shard

    if shard is None:
        return
    Shard.read(shard)
    if cache_dir is not None:
        raise UsageError("--cache-dir has no meaning with --shard: the shards keep the predictions; leave it out")


def write_shard(
    shard: str,
    out: Path,
    data: str,
    rows: int,
    fill: "Callable[[Path, Shard], Mapping[str, Any] | None]",
    described: Mapping[str, Any] | None = None,
    facts: Mapping[str, Any] | None = None,
) -> None:
    """Do one shard of a command, and say where it is.

    Args:
        shard: Which of how many.
        out: Folder of the shards.
        data: Hash of the data.
        rows: Number of rows, at least one a shard; 0 for work that is not divided by rows.
        fill: Does the work with a folder as its cache.
        described: What else the plan says.
        facts: Facts of the result, for the plan.
    """
    from hf_robust.distributed.answer_shards import answers_plan, write_answers
    from hf_robust.distributed.shard_plan import Shard

    which, context = Shard.read(shard), click.get_current_context()
    if rows and which.of > rows:
        raise UsageError(f"{rows} rows make at most {rows} shards, found {which}")
    command = context.command_path.split(" ")[len(context.find_root().command_path.split(" ")) :]
    asked = {"command": " ".join(command), "options": typed_arguments(), **(described or {})}
    plan = answers_plan(which, data, rows, asked, facts or {})
    made = write_answers(out, which, plan, lambda folder: fill(folder, which))
    click.echo(f"shard {which} {'->' if made else 'is there already:'} {out}")


def run_merged(context: click.Context, found: Merged, out: Path, formats: tuple[str, ...] = ()) -> None:
    """Run the command of a plan again, with what the shards keep.

    Args:
        context: The context of the command that merges.
        found: What it is given.
        out: Folder of the report.
        formats: Further formats of the report.
    """
    asked = found.plan.asked
    command: Any = context.find_root().command
    for name in asked["command"].split(" "):
        command = command.get_command(context, name)
    arguments = arguments_of(command, asked["options"])
    arguments += [part for name in formats for part in ("--format", name)]
    context.meta[_MERGED] = found
    said = " ".join(["hf-robust", asked["command"], *arguments])
    with command.make_context(command.name, [*arguments, "--out", os.fspath(out)], parent=context) as inner:
        inner.meta[COMMAND_LINE] = said
        command.invoke(inner)


def _rows_hash(data: "Dataset") -> str:
    from hf_robust.distributed.shard_plan import rows_hash

    return rows_hash(data)
