"""The rows and the task of a configuration, with one clear message when the data cannot be read."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from hf_robust.configured.config_choices import DataChoice
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.listener import Notify, silent
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import UsageError
from hf_robust.core.registry import language_of_script
from hf_robust.core.text import one_line
from hf_robust.tasks import NER, NESTED_NER, SENTIMENT, TASKS, Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.label_cells import with_label_lists
from hf_robust.tasks.labels import negative_advice
from hf_robust.tasks.layouts.choose_layout import features_of, layout_needed, with_layout, with_offsets
from hf_robust.tasks.layouts.layout import layout_of
from hf_robust.tasks.layouts.load_rows import load_data, quiet
from hf_robust.tasks.layouts.nested_layouts import TWO_LAYERS, holds_overlaps
from hf_robust.tasks.row_sampling import NO_LABEL, class_counts, classes_in_words, sample_rows

if TYPE_CHECKING:
    from datasets import Dataset

# fields that say what is in a dataset, and have no meaning without one
_DESCRIBING = (
    *("split", "config", "revision", "columns", "fields", "id"),
    *("label_names", "scheme", "score_range", "offsets", "quotes", "drop_unlabeled"),
)
SOURCE = "`dataset.source`"
# arguments of `task` beside the roles
_NO_ROLES = ("name", "id", "fields", "label_names", "language", "scheme", "threshold", "score_range")
_FIRST = 100  # rows that are looked at


def chosen_data(
    asked: Configuration, source_key: str = SOURCE, *, sentences: bool = False, notify: Notify = silent
) -> "tuple[Dataset, Task]":
    """The dataset of a configuration with its task, see :func:`counted_data`."""
    data, task, _ = counted_data(asked, source_key, sentences=sentences, notify=notify)
    return data, task


def counted_data(
    asked: Configuration, source_key: str = SOURCE, *, sentences: bool = False, notify: Notify = silent
) -> "tuple[Dataset, Task, int | None]":
    """The dataset of a configuration with its task, and of how many rows it was chosen; without one the demo reviews.

    The number of rows is None where only the first of them were read.

    Args:
        asked: The configuration.
        source_key: The key or option that names the dataset, for the messages.
        sentences: Without a dataset, the bundled sentences instead of the bundled reviews.
        notify: Called with each message.

    Raises:
        UsageError: The configuration describes a dataset that is not named, or there is no task.
    """
    check_named(asked, source_key)
    choice = asked.dataset
    if choice.source is None:
        from hf_robust.language.embedded import demo

        language = asked.language or "en"
        data = demo.demo_sentences() if sentences else demo.demo_reviews(language)
        task = make_task(SENTIMENT, language=language)  # as in Python: the id of a row is a hash of its text
        return chosen_rows(data, task, choice.limit, choice.first, asked.seed), task, len(data)
    task = chosen_task(asked)
    first = None if choice.drop_unlabeled else choice.first
    where = {"split": choice.split, "config": choice.config, "revision": choice.revision, "quotes": choice.quotes}
    loaded = load_data(choice.source, **where, first=first)
    task = _with_overlaps(loaded, task, choice, notify)
    data = in_columns(loaded, task, choice, notify)
    if asked.language is None:
        _tell_language(data, task, notify)
    if choice.drop_unlabeled:
        data = task.bind(data).labeled(data)
    chosen = chosen_rows(data, task, choice.limit, choice.first, asked.seed)
    _tell_classes(chosen, len(data), task, notify)
    return chosen, task, len(data) if first is None else None


def chosen_rows(data: "Dataset", task: Task, limit: int | None, first: int | None, seed: int) -> "Dataset":
    """A sample or the first rows of a dataset; all rows where neither is asked for.

    Args:
        task: The task with the columns.
        limit: Size of the sample.
        first: How many of the first rows.
        seed: Seed of the sample.

    Raises:
        UsageError: Both were given.
    """
    if limit is not None and first is not None:
        raise UsageError("limit draws a sample and first takes the head of the data; leave one of them out")
    if first is not None:
        return data.select(range(min(first, len(data))))
    return data if limit is None else sample_rows(data, task, limit, seed)


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


def _tell_language(data: "Dataset", task: Task, notify: Notify) -> None:
    """Say so where most of the first rows are in another language that is known by its script."""
    column = task.column(task.text_roles[0])
    if not task.spoken.spaced or column not in data.column_names:
        return
    texts = [plain_text(value) for value in data[:_FIRST][column] if value]
    found = Counter(map(language_of_script, texts)).most_common(1)
    if found and (other := found[0][0]) is not None and 2 * found[0][1] > len(texts):
        notify(f"note: most texts seem to be in {other.name}; use `language` {other.code}")


def check_named(asked: Configuration, source_key: str = SOURCE) -> None:
    """Refuse a description of data that is not named, and data without a task; as :func:`chosen_data`."""
    choice = asked.dataset
    if choice.limit is not None and choice.first is not None:
        raise UsageError(
            "`dataset.limit` draws a sample and `dataset.first` takes the head of the data; leave one of them out"
        )
    if choice.source is None:
        if asked.task not in (None, SENTIMENT):
            raise UsageError(f"name the data for {asked.task} with {source_key}")
        for name in _DESCRIBING:
            if getattr(choice, name):
                raise UsageError(f"`dataset.{name}` describes data of yours; name it with {source_key}")
    elif asked.task is None:
        raise UsageError(f"say what the data is for with `task`, one of: {', '.join(TASKS)}")


def in_columns(data: "Dataset", task: Task, choice: DataChoice, notify: Notify = silent) -> "Dataset":
    """The data in the columns of the task, where it has another layout and no column was named; says which it was."""
    if task.kind.many_labels:
        data = with_label_lists(data, task.column(task.label_role), task.label_names)
    if choice.columns:
        return with_offsets(data, task, choice.offsets)
    found = features_of(data)
    layout = layout_needed(found, task.name)
    if layout is None:
        return with_offsets(data, task, choice.offsets)
    with quiet():
        made = with_layout(data, task.name, layout.name, offsets=choice.offsets)
    notify(f"read as the layout {layout.name}: {len(data):,} rows gave {len(made):,} of {task.name}")
    return made


def _with_overlaps(data: "Dataset", task: Task, choice: DataChoice, notify: Notify) -> Task:
    """The task of nested entities in place of that of tags, where entities of the data overlap; says so."""
    if task.name != NER or choice.columns or choice.scheme is not None:
        return task
    found = features_of(data)
    flat, layout = layout_needed(found, NER), layout_of(found, NESTED_NER)
    if flat is None and layout is not None and layout.name == TWO_LAYERS:
        inner = (layout.shape(found) or ())[-1]
        notify(f"note: the column {inner!r} is not used; to score both layers of entities, use `task` {NESTED_NER}")
    if flat is None or layout is None or not holds_overlaps(data, layout):
        return task
    notify(f"note: entities overlap, so the task is {NESTED_NER}")
    nested = make_task(NESTED_NER, id=task.id_column, language=task.language)
    return replace(nested, label_names=task.label_names)


def chosen_task(asked: Configuration) -> Task:
    """The task of a configuration with the columns that it names.

    Raises:
        UsageError: What is named is no role of the task.
    """
    assert asked.task is not None
    choice = asked.dataset
    unknown = next((role for role in choice.columns if role in _NO_ROLES), None)
    if unknown is not None:
        kind = make_task(asked.task).kind
        raise UsageError(f"{unknown!r} is no role of {asked.task}; it has {', '.join(kind.roles)}")
    return make_task(
        asked.task,
        id=choice.id,
        label_names=list(choice.label_names) or None,
        fields=list(choice.fields) or None,
        language=asked.language,
        scheme=choice.scheme,
        threshold=None,  # a parameter of a model
        score_range=list(choice.score_range) or None,
        **choice.columns,
    )
