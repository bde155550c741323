"""The data set and the task that a command works on, with one clear message when the data cannot be read."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.configured.listener import Notify, silent
from hf_robust.configured.option_values import listed, pairs
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import UsageError
from hf_robust.core.registry import language_of_script
from hf_robust.core.text import one_line
from hf_robust.tasks import SENTIMENT, TASKS, Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.labels import negative_advice
from hf_robust.tasks.layouts.choose_layout import features_of, layout_needed, with_layout, with_offsets
from hf_robust.tasks.layouts.load_rows import load_data, quiet
from hf_robust.tasks.row_sampling import NO_LABEL, class_counts, classes_in_words, sample_rows

if TYPE_CHECKING:
    from datasets import Dataset

# options that say what is in a data set, and have no meaning without one
_DESCRIBING = (
    *(
        "split",
        "config",
        "dataset_revision",
        "text_column",
        "pair_column",
        "label_column",
        "columns",
        "fields",
        "id_column",
    ),
    *("label_names", "scheme", "offsets", "quotes", "drop_unlabeled"),
)
_COLUMNS = ("columns", "text_column", "pair_column", "label_column")
_OPTIONS = {"columns": "--column", "config": "--dataset-config", "label_map": "--data-label"}  # others: as their name
_NO_ROLES = ("name", "id", "fields", "label_names", "language", "scheme")  # arguments of `task` beside the roles
_FIRST = 100  # rows that are looked at


def chosen_data(
    given: Mapping[str, Any],
    option: str = "--dataset",
    describing: Sequence[str] = (),
    *,
    sentences: bool = False,
    notify: Notify = silent,
) -> "tuple[Dataset, Task]":
    """The data set that was named with its task; without one the embedded reviews.

    Args:
        given: Values of :data:`hf_robust.cli.options.data_options`.
        option: The option that names the data set, for the messages.
        describing: Further options that have no meaning without a data set.
        sentences: Without a data set, the embedded sentences instead of the embedded reviews.
        notify: Called with each message.

    Raises:
        UsageError: When an option describes a data set that is not named, or there is no task.
    """
    check_named(given, option, describing)
    if given["dataset"] is None:
        from hf_robust.language.embedded import demo

        language = given.get("language") or "en"
        data = demo.demo_sentences() if sentences else demo.demo_reviews(language)
        task = make_task(SENTIMENT, language=language)  # as in Python: the id of a row is a hash of its text
        return chosen_rows(data, task, given), task
    task = chosen_task(given)
    unlabeled = given.get("drop_unlabeled", False)
    where = {"split": given["split"], "config": given["config"], "revision": given.get("dataset_revision")}
    where["quotes"] = given.get("quotes")
    data = load_data(given["dataset"], **where, first=None if unlabeled else given.get("first"))
    data = in_columns(data, task, given, notify)
    _tell_language(data, task, given, notify)
    if unlabeled:
        data = task.bind(data).labeled(data)
    chosen = chosen_rows(data, task, given)
    _tell_classes(chosen, len(data), task, notify)
    return chosen, task


def chosen_rows(data: "Dataset", task: Task, given: Mapping[str, Any]) -> "Dataset":
    """The rows that ``--limit`` draws or ``--first`` takes; all rows without them.

    Args:
        data: The rows.
        task: The task with the columns.
        given: Values of the options ``limit``, ``first`` and ``seed``.

    Raises:
        UsageError: Both were given.
    """
    if given.get("limit") is not None and given.get("first") is not None:
        raise UsageError("limit draws a sample and first takes the head of the data; leave one of them out")
    if given.get("first") is not None:
        return data.select(range(min(given["first"], len(data))))
    return data if given.get("limit") is None else sample_rows(data, task, given["limit"], given.get("seed") or 0)


def _tell_classes(chosen: "Dataset", total: int, task: Task, notify: Notify) -> None:
    """Print how many rows are used, and the share of each class where rows have one label each."""
    counts = class_counts(chosen, task)
    if not counts and len(chosen) == total:
        return
    rows = f"{len(chosen):,}" if len(chosen) == total else f"{len(chosen):,} of {total:,}"
    shares = f"; labels: {classes_in_words(counts)}" if counts else ""
    notify(one_line(f"rows: {rows}{shares}"))
    column = task.column(task.label_role)
    if NO_LABEL in counts and not getattr(chosen.features[column], "names", None):
        advice = negative_advice(chosen.unique(column))
        if advice:
            notify(f"note: {advice}")


def _tell_language(data: "Dataset", task: Task, given: Mapping[str, Any], notify: Notify) -> None:
    """Say so where nobody named a language, and most of the first rows are in one that is known by its script."""
    column = task.column(task.text_roles[0])
    if given.get("language") or not task.spoken.spaced or column not in data.column_names:
        return
    texts = [plain_text(value) for value in data[:_FIRST][column] if value]
    found = Counter(map(language_of_script, texts)).most_common(1)
    if found and (other := found[0][0]) is not None and 2 * found[0][1] > len(texts):
        notify(f"note: most texts seem to be in {other.name}; say --language {other.code}")


def check_named(given: Mapping[str, Any], option: str = "--dataset", describing: Sequence[str] = ()) -> None:
    """Refuse options that describe data which is not named, and data without a task; as :func:`chosen_data`."""
    task_name = given["task_name"]
    if given.get("limit") is not None and given.get("first") is not None:
        raise UsageError("--limit draws a sample and --first takes the head of the data; leave one of them out")
    if given["dataset"] is None:
        if task_name not in (None, SENTIMENT):
            raise UsageError(f"name the data for {task_name} with {option}")
        for name in (*_DESCRIBING, *describing):
            if given.get(name):
                shown = _OPTIONS.get(name, f"--{name.replace('_', '-')}")
                raise UsageError(f"{shown} describes data of yours; name it with {option}")
    elif task_name is None:
        raise UsageError(f"say what the data is for with --task, one of: {', '.join(TASKS)}")


def in_columns(data: "Dataset", task: Task, given: Mapping[str, Any], notify: Notify = silent) -> "Dataset":
    """The data in the columns of the task, where it has another layout and no column was named; says which it was."""
    unit = given.get("offsets")
    if any(given[name] for name in _COLUMNS):
        return with_offsets(data, task, unit)
    found = features_of(data)
    layout = layout_needed(found, task.name)
    if layout is None:
        return with_offsets(data, task, unit)
    with quiet():
        made = with_layout(data, task.name, layout.name, offsets=unit)
    notify(f"read as the layout {layout.name}: {len(data):,} rows gave {len(made):,} of {task.name}")
    return made


def chosen_task(given: Mapping[str, Any]) -> Task:
    """The task with the columns that were named.

    Raises:
        UsageError: What is named is no role of the task.
    """
    columns = named_columns(given)
    kind = make_task(given["task_name"]).kind
    unknown = next((role for role in columns if role in _NO_ROLES), None)
    if unknown is not None:
        raise UsageError(f"{unknown!r} is no role of {given['task_name']}; it has {', '.join(kind.roles)}")
    return make_task(
        given["task_name"],
        id=given["id_column"],
        label_names=listed(given["label_names"]),
        fields=listed(given.get("fields")),
        language=given.get("language"),
        scheme=given.get("scheme"),
        **columns,
    )


def named_columns(given: Mapping[str, Any]) -> dict[str, str]:
    """The columns that were named, by role.

    Raises:
        UsageError: The task has no such column, or one is named twice.
    """
    columns = pairs(given["columns"], "--column")
    if not any(given[name] for name in _COLUMNS):
        return columns
    kind = make_task(given["task_name"]).kind
    shortcuts = {"text_column": kind.texts[:1], "pair_column": kind.texts[1:2], "label_column": kind.labels[:1]}
    for option, roles in shortcuts.items():
        if given[option] is None:
            continue
        shown = f"--{option.replace('_', '-')}"
        if not roles:
            raise UsageError(f"{shown}: {given['task_name']} has no such column")
        if roles[0] in columns:
            raise UsageError(f"{shown} and --column {roles[0]}=... name the same column; leave one of them out")
        columns[roles[0]] = given[option]
    return columns
