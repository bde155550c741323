"""``hf-robust``: the command line. Bodies are a few lines; the work is done where the library does it."""

import json
import os
import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

import hf_robust
from hf_robust.cli.audit_command import audit
from hf_robust.cli.capabilities_command import capabilities
from hf_robust.cli.corruptions_command import corruptions
from hf_robust.cli.options import choice_option, data_options, draw_options
from hf_robust.core import registry
from hf_robust.core.errors import ColumnError, RobustError, UsageError
from hf_robust.tasks.base import SENTIMENT, TASKS, Task
from hf_robust.tasks.base import task as make_task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite

FAILED = 1  # a score below --fail-under, or `doctor --strict` misses something
WRONG = 2  # wrong usage, missing file or resource, Hub out of reach
_MODEL_OPTIONS = (
    *("model", "model_revision", "label_map", "batch_size", "device", "cache_dir"),
    *("out", "fail_under", "junit"),
)


class _Group(click.Group):
    """Errors raised on purpose, and those of files, end in one line and exit code 2: 1 means a low score."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (RobustError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise  # the reader of the output went away: click's affair
            hint = "; here: --text-column, --pair-column, --label-column or --column ROLE=COLUMN"
            failure = click.ClickException(f"{error}{hint if isinstance(error, ColumnError) else ''}")
            failure.exit_code = WRONG
            raise failure from error


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(hf_robust.__version__, prog_name="hf-robust")
def main() -> None:
    """Will my NLP model hold up? Perturb data, evaluate models, publish suites.

    Exit codes: 0 done; 1 a score is below --fail-under, or `doctor --strict` misses something; 2 wrong usage, or
    something is missing.
    """


@main.command("list")
@click.option("--task", "task_name", metavar="TASK", help="Only those that apply to this task.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_command(task_name: str | None, as_json: bool) -> None:
    """List the transformations."""
    from hf_robust.cli.catalog import catalogue, text_table

    rows = catalogue(make_task(task_name).name if task_name else None)
    click.echo(json.dumps(rows, indent=1) if as_json else text_table(rows))


@main.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what a transformation does, its parameters and its effect by task."""
    from hf_robust.cli.catalog import describe

    click.echo(describe(registry.transformations.get(name)))


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--strict", is_flag=True, help="Exit with 1 when nothing serves a purpose.")
def doctor(as_json: bool, strict: bool) -> None:
    """Show which resource serves which purpose, what would be better, and what to type for it.

    Nothing is loaded or downloaded. What is missing is no error, unless --strict says so.
    """
    from hf_robust.language.doctor import findings, missing, text

    found = findings()
    click.echo(json.dumps([asdict(item) for item in found], indent=1) if as_json else text(found))
    if strict and missing(found):
        raise click.exceptions.Exit(FAILED)


@main.command()
@click.argument("transformation")
@data_options
@draw_options
@click.option(
    "--keep", type=click.Choice(["changed", "all"]), default="changed", show_default=True, help="Which rows to write."
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="File to write: .jsonl, .csv or .parquet.")
def perturb(transformation: str, out: Path, keep: str, **given: Any) -> None:
    """Perturb a data set with one transformation or chain (a+b) and write the rows."""
    from hf_robust.core.files import check_target, write_rows
    from hf_robust.perturb.perturbation import Perturb
    from hf_robust.transforms.chains import annotated_for

    entries = _entries(transformation, given["params"])
    if len(entries) != 1:
        raise UsageError("perturb takes one transformation or chain (a+b); `suite` takes many")
    check_target(out)
    data, task = _data(given)
    names = ("seed", "variants", "protect", "nlp")
    function = Perturb(entries[0], task.bind(data, labels=False), keep=keep, **{name: given[name] for name in names})
    data = annotated_for(data, task, [function.stages], given["nlp"])
    rows = data.map(function, batched=True, num_proc=given["num_proc"], desc=function.name)
    write_rows(rows, out)
    click.echo(f"{len(rows)} rows from {len(data)} -> {out}")


@main.command()
@data_options
@choice_option
@draw_options
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder to write the suite to.")
@click.option("--name", help="Name of the suite.")
def suite(out: Path, name: str | None, **given: Any) -> None:
    """Build a suite and save it to a folder."""
    built = _build(given, name)
    built.save(out)
    for entry in built.entries.values():
        click.echo(f"{entry.name:24} {len(entry):6} of {entry.total} rows")
    _echo_skipped(built)
    click.echo(f"suite with {len(built)} transformations -> {out}")


@main.command()
@click.option("--model", metavar="ID|DIR", help="Hub id or folder. Default: the embedded sentiment classifier.")
@click.option("--suite", "suite_source", metavar="DIR|REPO", help="A suite that was built before, here or on the Hub.")
@click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0.")
@click.option("--model-revision", help="Tag, branch or commit of --model.")
@click.option(
    "--label-map", multiple=True, metavar="MODEL=DATA", help="A label of the model and what the data calls it."
)
@data_options
@choice_option
@draw_options
@click.option("--batch-size", type=int, default=32, show_default=True, help="Rows a batch.")
@click.option("--device", help="cpu, cuda, ... Default: the GPU when there is one.")
@click.option("--cache-dir", type=click.Path(path_type=Path), help="Keep predictions here for the next run.")
@click.option(
    "--out", type=click.Path(path_type=Path), default="report", show_default=True, help="Folder of the report."
)
@click.option("--fail-under", type=float, help="Exit with 1 when a perturbed score is below this (0 to 1).")
@click.option("--junit", type=click.Path(path_type=Path), help="Also write JUnit XML here.")
def run(model: str | None, suite_source: str | None, revision: str | None, out: Path, **given: Any) -> None:
    """Evaluate a model. Without arguments: the embedded classifier on the embedded reviews, offline."""
    from hf_robust.core.files import check_folder
    from hf_robust.evaluation.dispatch import run as evaluate
    from hf_robust.reports.junit import check_threshold
    from hf_robust.suites.robustness import Suite

    if given["fail_under"] is not None:
        check_threshold(given["fail_under"])
    if model is None:
        _refuse(given["model_revision"], "--model-revision goes with --model")
    check_folder(out)
    if given["junit"]:
        check_folder(given["junit"].parent)
    _check_model(model, given["model_revision"])
    if suite_source is not None:
        _refuse_others("--suite", {"suite_source", "revision", *_MODEL_OPTIONS})
        built = Suite.load(suite_source, revision)
    else:
        _refuse(revision, "--revision goes with --suite")
        built = _build(given, None)
    label_map = _pairs(given["label_map"], "--label-map") or None
    options = {"batch_size": given["batch_size"], "device": given["device"], "label_map": label_map}
    if model is not None:
        options["revision"] = given["model_revision"]
    with _bar("predict") as progress:
        report = evaluate(model, built, cache_dir=given["cache_dir"], progress=progress, command=_typed(), **options)
    report.save(out)
    report.print_table()
    if not any(result["n"] for result in report.results):
        raise UsageError("no transformation could change any row, so nothing was scored; the report says why")
    if given["junit"]:
        report.to_junit(given["junit"], given["fail_under"])
    click.echo(f"\nreport -> {out / 'report.html'}, {out / 'report.json'}")
    failures = report.failures(given["fail_under"]) if given["fail_under"] is not None else []
    for failure in failures:
        click.echo(f"FAILED {failure}", err=True)
    if failures:
        sys.exit(FAILED)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("repo")
@click.option("--version", required=True, help="Version of the release, for example 1.0.0.")
@click.option("--private", is_flag=True, help="Make the repository private when it is created.")
@click.option("--license", help="Licence of the source data, as the Hub spells it, for example cc-by-4.0.")
def push(folder: Path, repo: str, version: str, private: bool, license: str | None) -> None:
    """Publish the suite in FOLDER as the data set REPO (user/name) on the Hub, and tag the release."""
    from hf_robust.suites.folder import saved_suite

    commit = saved_suite(folder).push_to_hub(repo, version, private=private, license=license)
    click.echo(f"{repo} v{version.removeprefix('v')} -> {commit}")


main.add_command(corruptions)
main.add_command(capabilities)
main.add_command(audit)


def _build(given: dict[str, Any], name: str | None) -> "Suite":
    from hf_robust.suites.robustness import Suite

    entries = _entries(given["transformations"], given["params"])
    known = ("seed", "variants", "protect", "nlp", "num_proc")
    with _quiet_maps(), _counter("perturb") as step:
        data, task = _data(given)
        return Suite.build(
            data,
            task,
            entries or None,
            name=name or ("demo-reviews-robust" if given["dataset"] is None else None),
            source=given["dataset"] or "demo reviews of hf_robust",
            split=given["split"],
            progress=step,
            **{option: given[option] for option in known},
        )


def _data(given: dict[str, Any]) -> "tuple[Dataset, Task]":
    if given["dataset"] is None:
        from hf_robust.language.embedded.demo import demo_reviews

        if given["task_name"] not in (None, SENTIMENT):
            raise UsageError(f"name the data for {given['task_name']} with --dataset")
        described = ("split", "config", "text_column", "pair_column", "label_column", "columns", "fields", "id_column")
        for name in (*described, "label_names", "drop_unlabelled"):
            if given[name]:
                raise UsageError(f"--{name.replace('_', '-')} describes data of yours; name it with --dataset")
        data, task = demo_reviews(), make_task(SENTIMENT, id="id")
        return (data.select(range(min(given["limit"], len(data)))) if given["limit"] else data), task
    from hf_robust.cli.data import load_data

    if given["task_name"] is None:
        raise UsageError(f"say what the data is for with --task, one of: {', '.join(TASKS)}")
    task = _task(given)
    limit = None if given["drop_unlabelled"] else given["limit"]
    data = load_data(given["dataset"], split=given["split"], config=given["config"], limit=limit)
    if given["drop_unlabelled"]:
        column = task.bind(data).column(task.label_role)
        data = data.filter(lambda value: value is not None and value != -1, input_columns=column)
        data = data.select(range(min(given["limit"] or len(data), len(data))))
    return data, task


def _task(given: dict[str, Any]) -> Task:
    spec = make_task(given["task_name"]).spec
    columns = _pairs(given["columns"], "--column")
    shortcuts = {"text_column": spec.texts[:1], "pair_column": spec.texts[1:2], "label_column": spec.labels[:1]}
    for option, roles in shortcuts.items():
        if given[option] is not None:
            if not roles:
                raise UsageError(f"--{option.replace('_', '-')}: {given['task_name']} has no such column")
            columns[roles[0]] = given[option]
    names, fields = _listed(given["label_names"]), _listed(given["fields"])
    return make_task(given["task_name"], id=given["id_column"], label_names=names, fields=fields, **columns)


def _listed(text: str | None) -> list[str] | None:
    return [part.strip() for part in text.split(",")] if text else None


def _pairs(given: tuple[str, ...], option: str) -> dict[str, str]:
    pairs = {}
    for text in given:
        left, sign, right = text.partition("=")
        if not sign or not left or not right:
            raise UsageError(f"{option} takes LEFT=RIGHT, found {text!r}")
        pairs[left] = right
    return pairs


def _entries(text: str | None, params: tuple[str, ...]) -> list:
    """Entries of a suite: names separated by commas, chains by plus signs, with their parameters."""
    by_name: dict[str, dict[str, Any]] = {}
    for left, value in _pairs(params, "--param").items():
        name, dot, key = left.partition(".")
        if not dot or key == "name":
            raise UsageError(f"--param takes NAME.KEY=VALUE with a parameter as KEY, found {left}={value}")
        try:
            by_name.setdefault(name, {})[key] = json.loads(value)
        except ValueError:
            by_name.setdefault(name, {})[key] = value
    entries = []
    named = set()
    for part in (text or "").split(","):
        stages = [stage.strip() for stage in part.split("+") if stage.strip()]
        named.update(stages)
        found = [{"name": stage, **by_name.get(stage, {})} for stage in stages]
        if found:
            entries.append(found if len(found) > 1 else found[0])
    unused = set(by_name) - named
    if unused:
        raise UsageError(f"--param names {', '.join(sorted(unused))}, which is not among the transformations")
    return entries


def _check_model(model: str | None, revision: str | None) -> None:
    """Refuse a model that cannot be loaded before the suite is built."""
    from hf_robust.adapters.huggingface.loading import load_config
    from hf_robust.language.embedded.packed import base_encoder_path

    if model is None:
        base_encoder_path()
    else:
        load_config(model, revision)


def _refuse_others(reason: str, allowed: Collection[str]) -> None:
    """Refuse options that would be passed over in silence: all that were typed but these."""
    context = click.get_current_context()
    for option in context.command.params:
        typed = context.get_parameter_source(option.name) is ParameterSource.COMMANDLINE
        if typed and option.name not in allowed:
            raise UsageError(f"{option.opts[-1]} has no meaning with {reason}; leave one of them out")


def _refuse(value: Any, message: str) -> None:
    if value is not None:
        raise UsageError(message)


def _typed() -> str:
    return " ".join([os.path.basename(sys.argv[0]) or "hf-robust", *sys.argv[1:]])


def _echo_skipped(built: "Suite") -> None:
    for skipped in built.info["skipped"]:
        click.echo(f"skipped {skipped['name']}: {skipped['reason']}", err=True)


@contextmanager
def _quiet_maps() -> Iterator[None]:
    """One bar for the whole build instead of one for each map."""
    import datasets

    shown = datasets.is_progress_bar_enabled()
    datasets.disable_progress_bars()
    try:
        yield
    finally:
        if shown:
            datasets.enable_progress_bars()


@contextmanager
def _bar(label: str) -> Iterator[Callable[[int, int], None]]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bars:
        row = bars.add_task(label, total=None)
        yield lambda done, total: bars.update(row, completed=done, total=total)


@contextmanager
def _counter(label: str) -> Iterator[Callable[[str], None]]:
    from rich.console import Console
    from rich.progress import Progress, TextColumn

    with Progress(TextColumn("{task.description}"), console=Console(stderr=True), transient=True) as bars:
        row = bars.add_task(label, total=None)
        yield lambda name: bars.update(row, description=f"{label} {name}")
