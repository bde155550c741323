"""The code that builds a robustness suite again, as its card prints it."""

import json
import shlex
from collections.abc import Sequence
from typing import Any

from hf_robust.core.errors import RobustError
from hf_robust.language.embedded.demo import CALLS
from hf_robust.reports.records.robustness_records import AttackedModel, Stage
from hf_robust.suites.card import block, code, counted, is_repo, text
from hf_robust.suites.manifest_records import AppliedFilter, PairsInfo, PairsManifest
from hf_robust.tasks import TASKS
from hf_robust.tasks.label_columns import label_of, labels_of_roles
from hf_robust.tasks.layouts.load_rows import READERS
from hf_robust.transforms import transformation_registry

_METHODS = {"table": "from_csv", "arrow": "from_file"}  # of `Dataset`, where they are not called like the reader


def _attack_again(manifest: PairsManifest, attacked: AttackedModel) -> str:
    """How to run an attack again whose successes the suite holds."""
    info, params = manifest.info, manifest.entries[0].stages[0].params
    options = ", ".join(
        f"{name}={value!r}"
        for name, value in (
            ("like", params["like"]),
            ("budget", params["budget"]),
            ("seed", info.seed),
            *_protect_arguments(info).items(),
            ("nlp", info.nlp),
        )
        if value is not None
    )
    recipe = params["recipe"]
    chosen = repr(recipe) if recipe != "custom" else "<your hr.Attack(...)>"
    lines = block(
        *_data(info),
        f"task = {_task(manifest)}",
        f"run = hr.attack({attacked.name!r}, data, {chosen}, task, {options})",
        f"suite = run.suite({info.name!r})",
    )
    return (
        f"With hf_robust {text(info.hf_robust_version)}, the same model, the resources named above and the same "
        f"source rows this gives the same rows.\n\n{lines}"
    )


def _protect_arguments(info: PairsInfo) -> dict[str, Any]:
    """What a suite says of protected text, as arguments; one that was written before there were defaults had none."""
    given: dict[str, Any] = {"protect": list(info.protect)} if info.protect else {}
    return given if info.protect_defaults else {**given, "protect_defaults": False}


def rebuild_code(manifest: PairsManifest) -> str:
    """How to build the suite again, as text and code."""
    info = manifest.info
    if info.attacked:
        return _attack_again(manifest, info.attacked)
    if info.recipe:
        return _recipe_again(manifest, info.recipe)
    given = {"name": info.name, "seed": info.seed}
    given |= {"variants": info.variants} if info.variants != 1 else {}
    given |= _protect_arguments(info) | ({"nlp": info.nlp} if info.nlp else {})
    given |= {key: value for key, value in (("source", info.dataset), ("split", info.split)) if value}
    options = ", ".join(f"{name}={value!r}" for name, value in given.items())
    slices = [f"    { ({'name': one.family, **one.params})!r}," for one in info.slices or ()]
    options += ", slices=slices" if slices else ""
    language = manifest.task.language
    entries = [_entry(entry.stages, language) for entry in manifest.entries]
    lines = block(
        *_data(info),
        f"task = {_task(manifest)}",
        "transformations = [",
        *(f"    {entry!r}," for entry in entries),
        "]",
        *(["slices = [", *slices, "]"] if slices else []),
        f"suite = hr.Suite.build(data, task, transformations, {options})",
        *_filter_calls(info.filters),
        f"assert suite.content_hash == {manifest.content_hash!r}",
    )
    return (
        f"With hf_robust {text(info.hf_robust_version)}, the resources named above and the same source rows "
        "this gives the same suite; the last line checks it. On record are the name and the split of the "
        "source, and its revision where it was given: if the rows came from a filter, repeat that."
        f"\n\n{lines}"
    )


def _recipe_again(manifest: PairsManifest, recipe: str) -> str:
    """The command that takes the rows of a recipe, builds its suites and compares them; and how to check this one."""
    info = manifest.info
    folder = f"prebuilt/{recipe}-robust"
    at_hand = info.dataset in CALLS or (is_repo(info.dataset) and info.source_revision)
    copy = "" if at_hand else " --data your-copy"
    typed = block(f"hf-robust prebuilt build {shlex.quote(recipe)}{copy}", language="bash")
    lines = block(
        "import hf_robust as hr",
        "",
        f"suite = hr.Suite.load({folder!r})",
        *_filter_calls(info.filters),
        f"assert suite.content_hash == {manifest.content_hash!r}",
    )
    yours = "" if at_hand else " `your-copy` is the file that is named as the source, or a folder that holds it."
    return (
        f"With hf_robust {text(info.hf_robust_version)} and the resources named above, the recipe "
        f"{code(recipe)} gives the same suite from {counted(info.rows, 'row')} that it takes from the "
        f"source. A recipe that does not come with the package is named by its YAML file.{yours}\n\n{typed}\n\n"
        f"This loads it, and the last line checks it:\n\n{lines}"
    )


def _data(info: PairsInfo) -> list[str]:
    """The lines that import what is needed and load the rows."""
    source, rows = info.dataset, counted(info.rows, "row")
    if source in CALLS:
        return ["import hf_robust as hr", "", f"data = {CALLS[source]}  # {rows}"]
    if is_repo(source):
        named = [source, *([info.config] if info.config else [])]
        call = f"load_dataset({', '.join(map(repr, named))}, {_split(info)})  # {rows}"
        return ["from datasets import load_dataset", "import hf_robust as hr", "", f"data = {call}"]
    suffix = next((end for end in READERS if end in (source or "").lower()), ".jsonl")
    tabs = r', sep="\t"' if suffix == ".tsv" else ""
    method = _METHODS.get(READERS[suffix], f"from_{READERS[suffix]}")
    call = f'Dataset.{method}("your-copy{suffix}"{tabs})  # the file of the source: {rows}'
    return ["from datasets import Dataset", "import hf_robust as hr", "", f"data = {call}"]


def _split(info: PairsInfo) -> str:
    revision = info.source_revision
    return f"split={info.split or '<split>'!r}" + (f", revision={revision!r}" if revision else "")


def _filter_calls(filters: Sequence[AppliedFilter]) -> list[str]:
    """What sieves the suite again, in the order in which it was sieved."""
    lines = []
    for one in filters:
        params = {name: value for name, value in one.params.items() if value is not None}
        asked = {"least": one.least, **params} if params else one.least
        lines.append(f"suite = suite.filter({one.validator.replace('-', '_')}={asked!r})")
    return lines


def _task(manifest: PairsManifest) -> str:
    task, features = manifest.task, manifest.features
    kind = TASKS[task.name].of_roles(tuple(task.columns))
    given: dict[str, Any] = {role: column for role, column in task.columns.items() if role != column}
    if labels := labels_of_roles(task.columns):
        given = {role: column for role, column in given.items() if label_of(role) is None}
        given["labels"] = [task.columns[role] for role in kind.labels]
    given |= {"id": task.id_column} if task.id_column else {}
    given |= {"fields": list(task.fields)} if tuple(task.fields) != kind.edited else {}
    named = any("ClassLabel" in json.dumps(features.get(task.columns[role])) for role in kind.labels)
    named = named or given.get("labels") == list(labels or ())
    given |= {"label_names": list(task.label_names)} if task.label_names and not named else {}
    given |= {"language": task.language} if task.language != "en" else {}
    given |= {"score_range": list(task.score_range)} if task.score_range else {}
    given |= {"scheme": task.scheme} if task.scheme not in (None, "BIO") else {}
    return f"hr.task({', '.join([repr(task.name), *(f'{name}={value!r}' for name, value in given.items())])})"


def _entry(stages: Sequence[Stage], language: str) -> Any:
    """What to hand to ``Suite.build``: only what differs from the defaults, which also makes the name."""
    described = []
    for stage in stages:
        params = _changed(stage, language)
        described.append({"name": stage.name, **params} if params else stage.name)
    return described[0] if len(described) == 1 else described


def _changed(stage: Stage, language: str) -> dict[str, Any]:
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in stage.params.items()}
    try:
        return transformation_registry.transformations.get(stage.name, language)(**params).changed_params
    except (RobustError, TypeError):  # of a package or version that is not installed here
        return params
