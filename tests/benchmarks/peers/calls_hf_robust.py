"""``hf_robust`` as it is used: ``Dataset.map`` over rows with labels, output with labels and provenance."""

import functools

from datasets import Dataset, disable_progress_bars
from peers.cell import Cell
from peers.rows import ROWS, Row

import hf_robust as hr
from hf_robust.tasks.base import Task
from hf_robust.transforms import transformation_registry

DISTRIBUTIONS = ("hf_robust", "datasets")
TEXTS = hr.task("text-classification")
TOKENS = hr.task("named-entity-recognition")  # for what would change the label of a whole text
LAYERS = {"pos", "lemma", "dep", "ent"}

disable_progress_bars()


def _rows(task: Task, texts) -> Dataset:
    if task is TEXTS:
        return Dataset.from_dict({"text": list(texts), "label": [place % 2 for place in range(len(texts))]})
    tokens = [text.split() for text in texts]
    return Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * len(row) for row in tokens]})


def _texts(task: Task, done: Dataset) -> list[str]:
    return list(done["text"]) if task is TEXTS else [" ".join(row) for row in done["tokens"]]


@functools.lru_cache(maxsize=4)
def _annotated(task: Task, texts: tuple[str, ...]) -> Dataset:
    return hr.annotate(_rows(task, texts), task, LAYERS)


def _factory(row: Row, stored: bool):
    """A cell on plain rows, or on rows that carry their annotation; none where there is nothing to compare."""

    def build() -> Cell | None:
        if row.name not in transformation_registry.transformations.names():
            return None
        kind = transformation_registry.transformations.get(row.name)
        if stored and not kind.needs:
            return None
        task = TEXTS if TEXTS.name in kind.effects else TOKENS
        function = hr.Perturb({"name": row.name, **row.options}, task, keep="all")
        prepare = (lambda texts: _annotated(task, tuple(texts))) if stored else functools.partial(_rows, task)
        return Cell(
            lambda rows: rows.map(function, batched=True, load_from_cache_file=False),
            row.name,
            prepare,
            functools.partial(_texts, task),
        )

    return build


def _annotation() -> Cell:
    rows, texts = functools.partial(_rows, TEXTS), functools.partial(_texts, TEXTS)
    return Cell(lambda data: hr.annotate(data, TEXTS, LAYERS), "annotate", rows, texts)


CELLS = {
    **{key: _factory(row, stored=False) for key, row in ROWS.items()},
    **{f"{key}/annotated": _factory(row, stored=True) for key, row in ROWS.items() if row.annotated},
    "annotate": _annotation,
}
