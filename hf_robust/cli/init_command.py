"""``hf-robust init``: write a configuration that runs as it stands, with all that could be said as comments."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hf_robust.cli.advice import note
from hf_robust.cli.options import (
    data_options,
    label_map_option,
    model_option,
    model_revision_option,
    refuse_all_but,
    suite_options,
)
from hf_robust.core.errors import UsageError
from hf_robust.tasks.unused_ids import unused_id

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.configured.config_choices import DataChoice
    from hf_robust.configured.configuration import Configuration
    from hf_robust.tasks.base import Task

WORKFLOW = Path(".github/workflows/robustness.yml")
_WITH_SUITE = ("file", "github", "force", "suite_source", "revision", "model", "model_revision", "label_map")
_TEMPLATE = Path(__file__).with_name("workflow.yaml")


@click.command("init")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), default="robust.yaml")
@model_option
@model_revision_option
@label_map_option
@data_options
@suite_options
@click.option("--github", is_flag=True, help=f"Also write {WORKFLOW}, a workflow that runs FILE for each pull request.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
def init_command(file: Path, github: bool, force: bool, **options: Any) -> None:
    """Write FILE, a configuration for `hf-robust run --config FILE`.

    If no dataset or suite is given, the configuration uses the bundled demo reviews. The command detects the columns of
    the dataset and lists the transformations that apply to the task.
    """
    from hf_robust.cli.config_options import configured
    from hf_robust.cli.config_template import template
    from hf_robust.core.files import check_folder, write_files

    if file.suffix.lower() not in (".yaml", ".yml"):
        raise UsageError(f"expected a file ending in .yaml, found {file}")
    files = {file: ""} | ({WORKFLOW: ""} if github else {})
    for path in files:
        if path.exists() and not force:
            raise UsageError(f"{path} is there already; name another file, or write over it with --force")
        check_folder(path.parent)
    if options["suite_source"] is not None:
        refuse_all_but(_WITH_SUITE, "--suite")
    configuration = configured(None, options)
    configuration, task = (_of_data if configuration.suite.source is None else _of_suite)(configuration, options)
    files[file] = template(configuration, task, file)
    if github:
        files[WORKFLOW] = _TEMPLATE.read_text(encoding="utf-8").replace("robust.yaml", file.as_posix())
    for path, content in files.items():
        write_files(path.parent, {path.name: content.encode()})
        click.echo(f"wrote {path}")
    if github and (named := _named_files(configuration)):
        names = " and ".join(named)
        click.echo(f"commit {names} too, or fetch them by a step before Check: CI has only the repository")
    click.echo(f"run it: hf-robust run --config {file}")


def _named_files(configuration: "Configuration") -> list[str]:
    """Files and folders of this machine that a configuration names."""
    places = [configuration.dataset.source, configuration.suite.source, *(one.model for one in configuration.models)]
    return [str(place) for place in places if place and Path(str(place)).expanduser().exists()]


def _of_suite(configuration: "Configuration", options: dict[str, Any]) -> "tuple[Configuration, Task]":
    """The configuration of a suite that is there, and its task."""
    from hf_robust.suites.robustness import Suite

    return configuration, Suite.load(str(configuration.suite.source), configuration.suite.revision).task


def _of_data(configuration: "Configuration", options: dict[str, Any]) -> "tuple[Configuration, Task]":
    """The configuration with what a look at the dataset found, and the task."""
    from hf_robust.configured.data import chosen_data

    if configuration.dataset.source is not None and configuration.task is not None:
        configuration = replace(configuration, dataset=_with_columns(configuration.dataset, options))
    data, task = chosen_data(configuration, notify=note)
    unused = unused_id(task.bind(data), data)
    if unused is not None:
        configuration = replace(configuration, dataset=replace(configuration.dataset, id=unused))
    return configuration, task


def _with_columns(choice: "DataChoice", options: dict[str, Any]) -> "DataChoice":
    """The dataset with the columns of its roles, where they are not called as these and none was named."""
    from hf_robust.tasks.base import task
    from hf_robust.tasks.layouts.choose_layout import features_of, fits, layout_needed
    from hf_robust.tasks.layouts.load_rows import load_data

    if choice.columns:
        return choice
    where = {"split": choice.split, "config": choice.config, "revision": choice.revision, "quotes": choice.quotes}
    data = load_data(str(choice.source), **where, first=_READ)
    name = options["task_name"]
    found = features_of(data)
    if fits(found, name) or layout_needed(found, name) is not None:
        return choice
    columns = guessed_columns(data, task(name))
    click.echo(
        f"columns: {', '.join(f'{role}={column}' for role, column in columns.items()) or 'none found'}", err=True
    )
    return replace(choice, columns=columns)


def guessed_columns(data: "Dataset", task: "Task") -> dict[str, str]:
    """The columns that a task's texts and labels probably stand in, by role; those called as their role are left out.

    Texts are the columns with the longest ones, in their order; the label is a column of classes, or called like it.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"idx": ["1"], "sentence": ["A film."], "sentiment": ["positive"]})
        >>> guessed_columns(data, hr.task("sentiment-classification"))
        {'text': 'sentence', 'label': 'sentiment'}
    """
    kinds = {name: str(getattr(kind, "dtype", "")) for name, kind in data.features.items()}
    role = task.label_role
    classes = [name for name, kind in data.features.items() if type(kind).__name__ == "ClassLabel"]
    named = [name for name in kinds if any(part in name.casefold() for part in _LABELS)]
    label = role if role in kinds else next(iter([*classes, *named]), None)
    taken = {label, *task.text_roles, *(name for name in kinds if name.casefold() in _IDS)}
    likely = [name for name, kind in kinds.items() if kind in ("string", "large_string") and name not in taken]
    wanted = [text for text in task.text_roles if text not in kinds]
    longest = sorted(likely, key=lambda name: -_characters(data, name))[: len(wanted)]
    texts = iter(sorted(longest, key=likely.index))
    found = {text: text if text in kinds else next(texts, None) for text in task.text_roles}
    return {of: name for of, name in {**found, role: label}.items() if name is not None and name != of}


def _characters(data: "Dataset", column: str) -> int:
    """How long the first texts of a column are, together."""
    return sum(len(text or "") for text in data[column][:_READ])


_READ = 100  # rows
_LABELS = ("label", "target", "class", "sentiment", "polarity", "category", "gold", "rating")
_IDS = ("id", "idx", "guid", "uid", "uuid", "index", "row_id", "url")
