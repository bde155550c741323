"""``hf-robust chains``: which transformations, one after the other, harm a model most."""

from pathlib import Path
from typing import Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.checked_model import check_model
from hf_robust.cli.config_options import from_options
from hf_robust.cli.grouped_help import GroupedCommand
from hf_robust.cli.language_model_options import language_model_options
from hf_robust.cli.option_values import entries
from hf_robust.cli.options import (
    command_line,
    data_options,
    folder_option,
    gate_options,
    label_map_option,
    max_errors_option,
    model_option,
    model_param_option,
    model_revision_option,
    nlp_option,
    one_list,
    prediction_options,
    train_option,
)
from hf_robust.cli.outcome import check_paths, finish, format_option, gate
from hf_robust.configured.chosen_model import labeled_task, predictor_for
from hf_robust.configured.data import chosen_data

DEMO = "keyboard,ocr,misspelling,word-case,twitter"  # with nothing named: what a laptop does in a minute or two


@click.command("chains", cls=GroupedCommand)
@click.option(
    "-t",
    "--transformations",
    multiple=True,
    callback=one_list,
    metavar="LIST",
    help="Transformations, separated by commas. Each must preserve the label. Default: all that apply and preserve it.",
)
@click.option(
    "--param", "params", multiple=True, metavar="NAME.KEY=VALUE", help="Set a parameter, for example keyboard.rate=0.5."
)
@click.option("--depth", type=click.IntRange(2, 3), default=3, show_default=True, help="Maximum length of a chain.")
@click.option(
    "--beam",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    help="Number of chains kept at each length (beam size).",
)
@click.option(
    "--width",
    type=click.IntRange(min=2),
    default=8,
    show_default=True,
    help="Number of transformations that extend each kept chain.",
)
@click.option(
    "--rows",
    type=click.IntRange(min=4),
    default=400,
    show_default=True,
    help="Number of rows; one half is for the search, the other for the measurement.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Random seed.")
@model_option
@model_revision_option
@label_map_option
@model_param_option
@language_model_options
@train_option
@data_options
@nlp_option
@prediction_options
@max_errors_option
@format_option
@folder_option("chains", "Folder of the report.")
@gate_options("the score under a chain")
def chains_command(model: str | None, out: Path, **options: Any) -> None:
    """Search for the most harmful chains of transformations on one half of the rows, and measure them on the other
    half.

    Without arguments, evaluate the bundled classifier on the bundled demo reviews with a few transformations. This
    works offline.
    """
    from hf_robust.cli.progress import current, quiet_maps
    from hf_robust.evaluation.chain_search import worst_chains

    check_paths(out, options, "chains")
    asked = from_options({**options, "model": model}, leave=("transformations", "params"))
    check_model(asked.models[0], asked)
    demo = options["dataset"] is None
    chosen = entries(options["transformations"] or (DEMO if demo else None), options["params"])
    data, task = chosen_data(asked, notify=note)
    predictor = predictor_for(asked.models[0], labeled_task(data, task), asked, notify=note)
    passed = ("depth", "beam", "width", "seed", "nlp", "split", "max_errors", "cache_dir")
    with quiet_maps(), current("try") as step:
        report = worst_chains(
            predictor,
            data,
            task,
            chosen,
            limit=options["rows"],
            source=options["dataset"],
            command=command_line(),
            progress=step,
            **{name: options[name] for name in passed},
        )
    finish(report, out, options["formats"])
    gate(report, options)
