"""Tags, lemmas, trees and entities of texts as a column of the dataset, computed once."""

from collections.abc import Collection, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.cores import worth_processes
from hf_robust.core.doc import flat_tokens
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import ANNOTATION, Columns, MapFunction
from hf_robust.core.registry import spoken_language
from hf_robust.language.annotation_column import LAYERS, ROWS, annotation_type
from hf_robust.language.doc_batches import doc_batches
from hf_robust.language.other_rows import with_neighbors, with_pool
from hf_robust.language.spacy_columns import annotation_array
from hf_robust.language.spacy_pipelines import (
    check_layers,
    layers_of,
    read,
    spacy_doc,
    spacy_name,
    spacy_pipeline,
    spacy_version,
)
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset, IterableDataset

_TOKENS = 16_000  # of a batch
_COSTS = {"pos": 2.5e-6, "lemma": 1.5e-6, "dep": 3e-6, "ent": 4e-6}  # seconds a character, about
_INSIDE = ",;:!?"  # marks that no abbreviation ends with
_MARKS = _INSIDE + "."
_SAMPLE = 100  # rows that tell how long texts are


def annotate(
    dataset: "Dataset | IterableDataset",
    task: Task | str,
    needs: Collection[str] | None = None,
    *,
    nlp: str | None = None,
    following: int = 2,
    pool: int = 2,
    roles: Collection[str] | None = None,
    parse_where: Collection[str] | None = None,
    **map_options: Any,
) -> "Dataset | IterableDataset":
    """Annotate a dataset once. All transformations then read the columns ``<column>__ann``.

    The returned dataset has no format (``with_format``).

    Args:
        task: The task with the columns, or its id.
        needs: Layers: some of ``pos``, ``lemma``, ``dep`` and ``ent``; None adds all layers of the pipeline.
            ``neighbors`` adds the rows that follow each row, and ``pool`` adds other rows.
        nlp: Name or folder of the spaCy pipeline; see :func:`hf_robust.language.spacy_pipelines.spacy_name`.
        following: Number of following rows for ``neighbors``.
        pool: Number of other rows per row for ``pool``.
        roles: Texts to annotate. None annotates those that the task perturbs.
        parse_where: Tags, and words in lower case. Texts with none of them get no dependency tree. None parses all
            texts.
        **map_options: Passed to ``dataset.map``. Without ``num_proc``, a large dataset is annotated on all cores of the
            machine if processes can be forked; ``num_proc=1`` uses one.

    Raises:
        UsageError: If a layer is unknown, or for ``neighbors`` or ``pool`` on a stream.
        MissingResource: If the named pipeline is not installed.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1]})
        >>> hr.annotate(data, "text-classification", {"pos"})[0]["text__ann"]["pos"]
        ['DET', 'ADJ', 'NOUN', 'PUNCT']
    """
    task = as_task(task, dataset)
    needs = layers_of(spacy_name(nlp, task.language)) if needs is None else frozenset(needs)
    unknown = needs - LAYERS - ROWS
    if unknown:
        known = ", ".join([*sorted(LAYERS), *sorted(ROWS)])
        raise UsageError(f"unknown annotation layers {', '.join(sorted(unknown))}; known: {known}")
    task = task.bind(dataset, labels=False)
    dataset = dataset.with_format(None)
    if "neighbors" in needs:
        dataset = with_neighbors(dataset, task, following)
    if "pool" in needs:
        dataset = with_pool(dataset, task, pool)
    layers = needs & LAYERS
    columns = [task.column(role) for role in (task.fields if roles is None else roles)]
    if not layers:
        return dataset
    function = Annotate(columns, layers, spacy_name(nlp, task.language), parse_where, task.language)
    if hasattr(dataset, "num_rows"):
        map_options.setdefault("desc", "annotate")
        if map_options.get("num_proc") is None:
            map_options["num_proc"] = worth_processes(_work(dataset, columns, layers))
        if map_options["num_proc"] and not dataset.cache_files:
            spacy_pipeline(function.nlp)  # nothing is remembered of rows in memory, and forked processes have it then
    return dataset.map(function, batched=True, **map_options)


def _work(dataset: "Dataset", columns: Sequence[str], layers: Collection[str]) -> float:
    """How much there is to annotate, in pieces of about a second."""
    rows = len(dataset)
    sample = dataset.select_columns(list(columns)).select(range(0, rows, max(1, rows // _SAMPLE)))
    found = [value for column in columns for value in sample[column] if value]
    sizes = [len(value) if isinstance(value, str) else _length(value) for value in found]
    return sum(sizes) / max(1, len(sample)) * rows * sum(_COSTS[layer] for layer in layers)


def _length(tokens: Sequence[Any]) -> int:
    return sum(len(token or "") + 1 for token in flat_tokens(tokens))


class Annotate(MapFunction):
    """The ``datasets.map`` function behind :func:`annotate`; its fingerprint holds the pipeline's name and version.

    Args:
        columns: Columns with texts or token lists.
        needs: Annotation layers.
        nlp: spaCy pipeline, name or folder.
        parse_where: Tags and words; texts with none of them get no tree.
        language: Code of the language of the texts.
    """

    version = "4"

    def __init__(
        self,
        columns: Sequence[str],
        needs: Collection[str],
        nlp: str,
        parse_where: Collection[str] | None = None,
        language: str = "en",
    ):
        self.columns = tuple(columns)
        self.needs = tuple(sorted(needs))
        self.nlp = nlp
        self.parse_where = None if parse_where is None else tuple(sorted(parse_where))
        if language != "en":  # fingerprints of English stay as they were
            self.language = language

    language = "en"

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts."""
        return self.columns

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns with what was found in each."""
        return tuple(column + ANNOTATION for column in self.columns)

    def stamp(self) -> tuple[str, ...]:
        """Version of the pipeline, which is not part of the state: its hash changes with every text it reads.

        And of what finds the words, where the language has such.
        """
        segmenter = spoken_language(self.language).stamp()
        return (spacy_version(self.nlp), *((segmenter,) if segmenter else ()))

    def types(self) -> "dict[str, pa.DataType]":
        """Arrow types of the columns."""
        return dict.fromkeys(self.columns_out, annotation_type())

    def process(self, batch: Columns) -> dict[str, Any]:
        """The annotation of one batch; a text that stands in several columns is annotated once."""
        values = [batch[column] for column in self.columns]
        found = annotated_values(
            list(chain.from_iterable(values)), self.needs, self.nlp, self.parse_where, self.language
        )
        rows = len(values[0])
        return {name: found.slice(number * rows, rows) for number, name in enumerate(self.columns_out)}


def annotate_values(
    values: Sequence[str | Sequence[str] | None], needs: Collection[str], nlp: str | None = None, language: str = "en"
) -> list[dict[str, Any]]:
    """Annotate texts or token lists; equal ones once.

    Args:
        values: Texts, token lists or None.
        needs: Annotation layers.
        nlp: spaCy pipeline, name or folder.
        language: Code of their language.

    Returns:
        One mapping of lists a value, as in the annotation column.

    Raises:
        MissingResource: When there is no such pipeline.
        UsageError: When the pipeline has no component for a layer.
    """
    return annotated_values(values, needs, nlp, None, language).to_pylist()


def annotated_values(
    values: Sequence[str | Sequence[str] | None],
    needs: Collection[str],
    nlp: str | None = None,
    parse_where: Collection[str] | None = None,
    language: str = "en",
) -> "pa.StructArray":
    """What :func:`annotate_values` finds, as the values of an annotation column.

    Args:
        values: Texts, token lists or None.
        needs: Annotation layers.
        nlp: spaCy pipeline, name or folder.
        parse_where: Tags, and words in lower case; texts with none of them get no tree. Without it all get one.
        language: Code of their language.

    Raises:
        MissingResource: When there is no such pipeline.
        UsageError: When the pipeline has no component for a layer.
    """
    import pyarrow as pa

    pipeline = spacy_pipeline(spacy_name(nlp, language))
    check_layers(pipeline, needs)
    keys = [_key(value) for value in values]
    places = {key: place for place, key in enumerate(dict.fromkeys(key for key in keys if key))}
    nothing = annotation_array([pipeline.make_doc("")], needs)
    docs = (spacy_doc(pipeline, _readable(key, language)) for key in places)
    found = [annotation_array(read(pipeline, batch, needs, parse_where), needs) for batch in doc_batches(docs, _TOKENS)]
    return pa.concat_arrays([*found, nothing]).take(
        pa.array([places.get(key, len(places)) for key in keys], pa.int64())
    )


def _key(value: str | Sequence[str] | None) -> str | tuple[str, ...]:
    """What is annotated of a value; an empty text where there is nothing to annotate."""
    if value is None or isinstance(value, str):
        return value if value and not value.isspace() else ""
    tokens = flat_tokens(value)
    return tuple(tokens) if all(tokens) else ""


def _readable(value: str | Sequence[str], language: str) -> str | Sequence[str]:
    """A value as the pipeline reads it best: a list that was split at spaces is read as the text that it was."""
    own = spoken_language(language)
    split = not isinstance(value, str) and own.spaced and keeps_marks_at_words(value)
    return own.join(value) if split else value


def keeps_marks_at_words(tokens: Sequence[str]) -> bool:
    """Whether a list keeps marks at their words, as ``str.split`` does, and has none that stands alone.

    Args:
        tokens: The tokens.

    Example:
        >>> keeps_marks_at_words(["He", "ran", "home."]), keeps_marks_at_words(["Mr.", "Berg", "ran", "."])
        (True, False)
    """
    if any(token in _MARKS for token in tokens):
        return False
    ends = any(token[-1] in _INSIDE and token[-2:-1].isalnum() for token in tokens)
    return ends or (len(tokens) > 1 and tokens[-1][-1] == "." and tokens[-1][-3:-1].isalnum())
