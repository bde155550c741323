"""Rows and suites for tests of edits suites."""

from dataclasses import replace

from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.typed_json import read_json
from hf_robust.suites.manifest import sealed
from hf_robust.suites.pairs import SuiteEntry

TEXTS = [
    "A wonderful little film that they would gladly watch again tomorrow.",
    "The plot is thin, the jokes are old and nobody in it can act.",
    "So dull.",
    "It was fine, but the second half could have been much shorter.",
]
SENTIMENT = hr.task("sentiment-classification")


def films(texts=TEXTS, **columns) -> Dataset:
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict({"text": list(texts), "label": [n % 2 for n in range(len(texts))]}, features=features)
    for name, values in columns.items():
        data = data.add_column(name, values)
    return data


def rows_equal(one: hr.Suite, other: hr.Suite) -> bool:
    return list(one) == list(other) and all(
        one[name].original[:] == other[name].original[:] and one[name].perturbed[:] == other[name].perturbed[:]
        for name in one
    )


def built(name: str, texts=TEXTS, **options) -> hr.Suite:
    return hr.Suite.build(films(texts), SENTIMENT, [name, {"name": "keyboard", "count": 1}], **options)


def changed(suite: hr.Suite, name: str, **columns) -> hr.Suite:
    """The suite with other values in the changed rows of an entry."""
    entry = suite[name]
    rows = entry.perturbed.to_dict() | columns
    perturbed = Dataset.from_dict(rows, features=entry.perturbed.features)
    return replace(suite, entries={**suite.entries, name: replace(entry, perturbed=perturbed)})


def with_edits(entry: SuiteEntry, made) -> dict:
    """Columns of rows whose texts come of other edits: ``made(text)`` is start, end and new text."""
    texts, records = [], []
    for text, record in zip(entry.original["text"], entry.perturbed["robust"]):
        start, end, after = made(text)
        edit = {"stage": 0, "field": "text", "start": start, "end": end, "before": text[start:end], "after": after}
        texts.append(text[:start] + after + text[end:])
        records.append({**record, "edits": [edit]})
    return {"text": texts, "robust": records}


def card_of(edits: hr.EditsSuite) -> str:
    manifest = edits.describe()
    for entry in manifest["entries"]:
        entry |= {"config": entry["name"], "files": {f"{entry['name']}/edits.parquet": ""}}
    typed = read_json(edits.manifest_type, sealed(manifest), "manifest")
    return "\n".join(edits.card_sections(typed, "me/films-edits"))
