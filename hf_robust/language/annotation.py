"""Tags, lemmas, trees and entities of texts as a column of the data set, computed once."""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import ANNOTATION, NEIGHBORS, Columns, MapFunction
from hf_robust.language.annotation_column import LAYERS, annotation_type
from hf_robust.language.spacy_pipelines import spacy_doc, spacy_name, spacy_pipeline, spacy_version
from hf_robust.tasks.base import Task, require_task

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset, IterableDataset
    from spacy.tokens import Doc as SpacyDoc

# what each layer asks of a pipeline; other components are not run
_COMPONENTS = {
    "pos": {"tagger", "morphologizer", "attribute_ruler"},
    "lemma": {"tagger", "morphologizer", "attribute_ruler", "lemmatizer", "trainable_lemmatizer", "lemminflect"},
    "dep": {"parser", "senter", "sentencizer"},
    "ent": {"ner", "entity_ruler"},
}
_SHARED = {"tok2vec", "transformer", "curated_transformer"}


def annotate(
    dataset: "Dataset | IterableDataset",
    task: Task,
    needs: Collection[str] = LAYERS,
    *,
    nlp: str | None = None,
    following: int = 2,
    **map_options: Any,
) -> "Dataset | IterableDataset":
    """Annotate a data set once; every transformation then reads the columns ``<column>__ann``.

    The data set that comes back has no format (``with_format``).

    Args:
        dataset: The data set.
        task: The task with the columns.
        needs: Layers of ``pos``, ``lemma``, ``dep``, ``ent``; ``neighbors`` adds what follows each row.
        nlp: spaCy pipeline (name or folder); see :func:`hf_robust.language.spacy_pipelines.spacy_name`.
        following: How many following rows ``neighbors`` keeps.
        **map_options: Passed on to ``dataset.map``, for example ``num_proc``.

    Raises:
        UsageError: For an unknown layer, or ``neighbors`` on a stream.
        MissingResource: When the named pipeline is not installed.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1]})
        >>> hr.annotate(data, hr.task("text-classification"), {"pos"})[0]["text__ann"]["pos"]
        ['DET', 'ADJ', 'NOUN', 'PUNCT']
    """
    needs = frozenset(needs)
    unknown = needs - LAYERS - {"neighbors"}
    if unknown:
        known = ", ".join([*sorted(LAYERS), "neighbors"])
        raise UsageError(f"unknown annotation layers {', '.join(sorted(unknown))}; known: {known}")
    require_task(task)
    task = task.bind(dataset, labels=False)
    dataset = dataset.with_format(None)
    if "neighbors" in needs:
        dataset = _with_neighbors(dataset, task, following)
    layers = needs - {"neighbors"}
    columns = [task.column(role) for role in task.fields]
    if not layers:
        return dataset
    function = Annotate(columns, layers, spacy_name(nlp))
    if hasattr(dataset, "num_rows"):
        map_options.setdefault("desc", "annotate")
    return dataset.map(function, batched=True, **map_options)


class Annotate(MapFunction):
    """The ``datasets.map`` function behind :func:`annotate`; its fingerprint holds the pipeline's name and version.

    Args:
        columns: Columns with texts or token lists.
        needs: Annotation layers.
        nlp: spaCy pipeline, name or folder.
    """

    version = "2"

    def __init__(self, columns: Sequence[str], needs: Collection[str], nlp: str):
        self.columns = tuple(columns)
        self.needs = tuple(sorted(needs))
        self.nlp = nlp

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts."""
        return self.columns

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The columns with what was found in each."""
        return tuple(column + ANNOTATION for column in self.columns)

    def stamp(self) -> tuple[str, ...]:
        """Version of the pipeline, which is not part of the state: its hash changes with every text it reads."""
        return (spacy_version(self.nlp),)

    def types(self) -> "dict[str, pa.DataType]":
        """Arrow types of the columns."""
        return dict.fromkeys(self.columns_out, annotation_type())

    def process(self, batch: Columns) -> dict[str, list]:
        """The annotation of one batch."""
        return {column + ANNOTATION: annotate_values(batch[column], self.needs, self.nlp) for column in self.columns}


def annotate_values(
    values: Sequence[str | Sequence[str] | None], needs: Collection[str], nlp: str | None = None
) -> list[dict[str, Any]]:
    """Annotate texts or token lists; equal ones once.

    Args:
        values: Texts, token lists or None.
        needs: Annotation layers.
        nlp: spaCy pipeline, name or folder.

    Returns:
        One mapping of lists a value, as in the annotation column.

    Raises:
        MissingResource: When there is no such pipeline.
    """
    pipeline = spacy_pipeline(spacy_name(nlp))
    keys = [_key(value) for value in values]
    distinct = list(dict.fromkeys(key for key in keys if key))
    docs = (spacy_doc(pipeline, key) for key in distinct)
    # not select_pipes: that would change the pipeline for other threads too
    unused = [name for name in pipeline.pipe_names if name not in _wanted(needs)]
    parsed = pipeline.pipe(docs, batch_size=256, disable=unused)
    found: dict[Any, dict[str, Any]] = {key: _columns(doc, needs) for key, doc in zip(distinct, parsed)}
    empty = _columns(pipeline.make_doc(""), needs)
    return [found.get(key, empty) if key else empty for key in keys]


def _wanted(needs: Collection[str]) -> set[str]:
    return _SHARED.union(*(_COMPONENTS[layer] for layer in needs))


def _key(value: str | Sequence[str] | None) -> str | tuple[str, ...] | None:
    if value is None or isinstance(value, str):
        return value if value and not value.isspace() else None
    return tuple(value) if value and all(value) else None


def _columns(doc: "SpacyDoc", needs: Collection[str]) -> dict[str, Any]:
    starts = [token.idx for token in doc]
    solid = [n for n, token in enumerate(doc) if not token.is_space]
    place = {n: k for k, n in enumerate(solid)}
    tokens = [doc[n] for n in solid]
    entities = list(doc.ents) if "ent" in needs else []
    syntax = "dep" in needs
    return {
        "layers": ",".join(sorted(needs)),
        "start": [starts[n] for n in solid],
        "end": [token.idx + len(token) for token in tokens],
        "token": [token.text for token in tokens],
        "pos": [token.pos_ for token in tokens] if {"pos", "lemma"} & set(needs) else [],
        "tag": [token.tag_ for token in tokens] if {"pos", "lemma"} & set(needs) else [],
        "lemma": [token.lemma_ for token in tokens] if "lemma" in needs else [],
        "dep": [token.dep_ for token in tokens] if syntax else [],
        "head": [place.get(token.head.i, place[token.i]) for token in tokens] if syntax else [],
        "sent": _sentence_numbers(tokens) if syntax else [],
        "ent_start": [entity.start_char for entity in entities],
        "ent_end": [entity.end_char for entity in entities],
        "ent_label": [entity.label_ for entity in entities],
    }


def _sentence_numbers(tokens: Iterable) -> list[int]:
    numbers, current = [], -1
    for token in tokens:
        current += bool(token.is_sent_start) or current < 0
        numbers.append(current)
    return numbers


def _with_neighbors(dataset: "Dataset", task: Task, following: int) -> "Dataset":
    tags_role = task.kind.tags_role
    if not hasattr(dataset, "num_rows") or tags_role is None:
        raise UsageError("neighbors need a Dataset with token lists; a stream does not know its next rows")
    tokens, tags = dataset[task.column("tokens")][:], dataset[task.column(tags_role)][:]
    column = [
        {"tokens": tokens[place + 1 : place + 1 + following], "tags": tags[place + 1 : place + 1 + following]}
        for place in range(len(tokens))
    ]
    name = task.column("tokens") + NEIGHBORS
    if name in dataset.column_names:
        dataset = dataset.remove_columns(name)
    return dataset.add_column(name, column)
