"""Options that several commands of the command line share."""

from collections.abc import Callable

import click

from hf_robust.tasks.base import TASKS


def _options(*decorators: Callable) -> Callable:
    def add(command: Callable) -> Callable:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return add


data_options = _options(
    click.option("--dataset", metavar="ID|FILE", help="Hub id, or a CSV, TSV, JSON Lines, JSON or Parquet file."),
    click.option("--config", help="Config of the data set on the Hub."),
    click.option("--split", help="Split of the data set."),
    click.option("--task", "task_name", metavar="TASK", help=f"One of: {', '.join(TASKS)}."),
    click.option("--text-column", help="Column of the text (premise, first sentence, tokens, context)."),
    click.option("--pair-column", help="Column of the second text (hypothesis, second sentence, question)."),
    click.option("--label-column", help="Column of the gold label, tags or answers."),
    click.option("--column", "columns", multiple=True, metavar="ROLE=COLUMN", help="Any other column by its role."),
    click.option("--fields", metavar="ROLES", help="Roles to perturb, separated by commas; for example question."),
    click.option("--id-column", help="Column with a stable id of each row."),
    click.option("--label-names", help="Names of numeric labels or tags, in order, separated by commas."),
    click.option("--drop-unlabelled", is_flag=True, help="Leave out rows without a gold label."),
    click.option("--limit", type=int, help="Use the first so many rows."),
)
choice_option = click.option(
    "-t",
    "--transformations",
    metavar="LIST",
    help="Names separated by commas; a+b is a chain. Default: all that apply.",
)
draw_options = _options(
    click.option("--param", "params", multiple=True, metavar="NAME.KEY=VALUE", help="For example keyboard.rate=0.5."),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of all draws."),
    click.option("--variants", type=int, default=1, show_default=True, help="Up to so many outputs a row."),
    click.option("--protect", multiple=True, metavar="WORD", help="A word that is never touched."),
    click.option("--nlp", metavar="NAME|DIR", help="spaCy pipeline for annotation."),
    click.option("--num-proc", type=click.IntRange(min=1), help="Processes for perturbing."),
)
