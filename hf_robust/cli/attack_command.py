"""``hf-robust attack``: search, for each row that a model has right, for an edit that it has wrong."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.config_options import from_options
from hf_robust.cli.language_model_options import language_model_options
from hf_robust.cli.option_values import listed
from hf_robust.cli.options import (
    Stopped,
    command_line,
    data_options,
    folder_option,
    gate_options,
    label_map_option,
    model_option,
    model_param_option,
    model_revision_option,
    nlp_option,
    one_list,
    prediction_options,
    protect_option,
    shard_option,
    typed,
    verdict_options,
)
from hf_robust.cli.outcome import check_paths, finish, format_option, gate
from hf_robust.cli.sharded_commands import ShardedCommand, check_rows, check_shard, merged, write_shard
from hf_robust.cli.stopped_run import saying_how_to_go_on
from hf_robust.configured.attack_rows_run import DEMO_ROWS, JOURNAL, attack_rows, attack_some_rows
from hf_robust.configured.chosen_model import labeled_task, predictor_for
from hf_robust.configured.config_choices import AttackChoice
from hf_robust.configured.data import chosen_data
from hf_robust.configured.report_gates import check_gate, gated
from hf_robust.core.errors import UsageError
from hf_robust.core.registry import spoken_language

if TYPE_CHECKING:
    from hf_robust.attacks.attack_run import AttackRun
    from hf_robust.distributed.shard_plan import Shard

ANY_LANGUAGE, DEMO_RECIPE = "worst-transformations", "pwws"  # where none is named


def _list_recipes(context: click.Context, option: click.Parameter, value: bool) -> None:
    """Print the recipes and leave."""
    if not value or context.resilient_parsing:
        return
    from hf_robust.attacks.recipes import RECIPES

    width = max(map(len, RECIPES))
    for name in RECIPES:
        click.echo(f"{name:{width}}  {RECIPES[name].summary}")
    context.exit()


_OWN = ("like", "budget", "max_queries", "field", "inside", "target", "by", "width")


@click.command("attack", cls=ShardedCommand)
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_list_recipes, help="List the recipes."
)
@click.option("--recipe", default=DEMO_RECIPE, show_default=True, help="Attack recipe; --list shows all.")
@click.option(
    "--like",
    type=click.Choice(["paper", "textattack"]),
    default="paper",
    show_default=True,
    help="Source of the parameters: the paper, or the TextAttack package (for comparable numbers).",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    help="Maximum number of model queries per row. Default: the limit of the recipe; most have none.",
)
@click.option(
    "--max-queries",
    type=click.IntRange(min=1),
    help="Maximum number of inputs sent to the model in the whole attack. Rows that are not finished are attacked by a "
    "later run with the same --out.",
)
@click.option(
    "--field",
    metavar="ROLE",
    help="The input to attack, by its role. Default: the last text of the row, or both texts of a pair with --like "
    "textattack.",
)
@click.option("--inside", is_flag=True, help="Edit only words inside gold spans, for example entities.")
@click.option("--target", metavar="LABEL", help="Target label. Default: any wrong label.")
@click.option(
    "--by",
    type=float,
    help="For scores: by how much the score has to move. Default: a fifth of the range of the scores.",
)
@click.option(
    "-t",
    "--transformations",
    multiple=True,
    callback=one_list,
    metavar="LIST",
    help="Transformations that generate the candidates instead of those of the recipe, separated by commas.",
)
@model_option
@model_revision_option
@label_map_option
@model_param_option
@language_model_options
@click.option("--train", metavar="FILE", help="Rows to train a baseline on, if --model is a trainable baseline.")
@data_options
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@protect_option
@nlp_option
@prediction_options
@click.option(
    "--width",
    type=click.IntRange(min=1),
    help="Number of rows attacked at the same time. Default: 32, or 256 on a GPU.",
)
@click.option(
    "--suite-out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Save the successful attacks as a suite in this folder.",
)
@click.option(
    "--labels-hold",
    is_flag=True,
    help="For --suite-out: confirm that you read the examples and that their gold labels are still correct.",
)
@format_option
@folder_option("attack", "Folder of the report and of the journal from which an interrupted run resumes.")
@gate_options("the accuracy under attack")
@verdict_options("success")
@shard_option
def attack_command(recipe: str, model: str | None, out: Path, shard: str | None, **options: Any) -> None:
    """Attack a model row by row.

    Without arguments, run pwws against the bundled classifier on the bundled demo reviews. This works offline.

    To resume an interrupted run, run the same command again.
    """
    from hf_robust.attacks.recipes import RECIPES
    from hf_robust.distributed.shard_plan import rows_hash

    RECIPES[recipe]  # an unknown name is said first
    check_shard(shard, options["cache_dir"])
    if shard is None:
        check_paths(out, options, "attack")
    elif options["max_queries"] is not None:
        raise UsageError("--max-queries is for an attack in one process; with --shard set --budget, the limit of a row")
    asked = from_options({**options, "model": model}, leave=("transformations",))
    check_model(asked.models[0], asked)
    rows = asked.dataset
    if rows.source is None and rows.limit is None and rows.first is None:
        asked = replace(asked, dataset=replace(rows, first=DEMO_ROWS))
    data, task = chosen_data(asked, notify=note)
    if "recipe" not in typed() and not spoken_language(task.language).spaced:
        recipe = ANY_LANGUAGE
    check_gate(options["gate"], options["strict"], [recipe], ["success"])
    predictor = predictor_for(asked.models[0], labeled_task(data, task), asked, notify=note)
    own = {name: options[name] for name in _OWN}
    choice, moves = AttackChoice(recipe=recipe, **own), listed(options["transformations"])
    if shard is not None:

        def fill(folder: Path, which: "Shard") -> None:
            journal = folder / JOURNAL
            with shown_attack(journal) as progress:
                places = which.rows(len(data))
                attack_some_rows(
                    predictor, data, task, choice, asked, places, journal, transformations=moves, progress=progress
                )

        write_shard(shard, out, rows_hash(data), len(data), fill)
        return
    check_rows(data)
    out.mkdir(parents=True, exist_ok=True)
    if (found := merged()) is not None and (found.cache / JOURNAL).exists():
        shutil.copyfile(found.cache / JOURNAL, out / JOURNAL)
    with shown_attack(out / JOURNAL) as progress, saying_how_to_go_on(asked.models, asked.cache_dir):
        run = attack_rows(
            predictor,
            data,
            task,
            choice,
            asked,
            transformations=moves,
            journal=out / JOURNAL,
            progress=progress,
            command=command_line(),
        )
    judged, blocked = gated(run, options["gate"], options["strict"])
    finish(judged, out, options["formats"])
    _save_suite(run, options)
    gate(judged, options, blocked)


@contextmanager
def shown_attack(journal: Path) -> Iterator[Any]:
    """Show a progress bar for an attack. When the user stops it, print what the journal keeps.

    Args:
        journal: The journal of the attack.

    Raises:
        Stopped: The user stopped the attack by Ctrl-C.
    """
    from hf_robust.cli.progress import attack_bar, quiet_maps

    try:
        with quiet_maps(), attack_bar() as progress:
            yield progress
    except KeyboardInterrupt:
        click.echo(f"stopped; {_kept(journal)}", err=True)
        raise Stopped from None


def _save_suite(run: "AttackRun", options: dict[str, Any]) -> None:
    if options["suite_out"] is None:
        return
    folder = run.suite(effect="preserves" if options["labels_hold"] else None).save(options["suite_out"])
    click.echo(f"suite -> {folder}")


def _kept(journal: Path) -> str:
    """What a run that was stopped leaves."""
    lines = journal.read_text(encoding="utf-8").splitlines() if journal.exists() else []
    if len(lines) < 2:
        return "no row was finished"
    return f"{len(lines) - 1} finished rows are kept in {journal}: the same command goes on from there"
