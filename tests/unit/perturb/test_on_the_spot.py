"""Rows without annotation: annotated once a batch, with the result of rows that carry it."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.mapping import Columns
from hf_robust.language import annotation
from hf_robust.perturb.on_the_spot import with_annotation

TASK = hr.task("sentiment-classification")
TEXTS = [
    "The old movie was bought quickly.",
    "Anna met a good friend in Oslo.",
    "",
    "Sie läuft, and he made 3 films.",
    " ",
]


@pytest.fixture(autouse=True)
def embedded(pipeline, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY", pipeline)


@pytest.fixture
def calls(monkeypatch):
    """The texts that were really annotated."""
    found = []
    real = annotation.spacy_doc
    monkeypatch.setattr(annotation, "spacy_doc", lambda nlp, text: found.append(text) or real(nlp, text))
    return found


def reviews(**columns):
    return Dataset.from_dict({"text": TEXTS, "label": ["good"] * len(TEXTS), **columns})


@pytest.mark.parametrize("entry", [{"name": "synonym", "rate": 1.0}, "tense", "named-entity", ["word-case", "tense"]])
@pytest.mark.parametrize("options", [{}, {"variants": 3}, {"protect": ["movie"]}, {"keep": "all"}], ids=str)
def test_as_with_the_column(entry, options):
    perturb = hr.Perturb(entry, TASK, seed=3, **options)
    plain, annotated = reviews(), hr.annotate(reviews(), TASK)
    expected = annotated.map(perturb, batched=True)
    assert plain.map(perturb, batched=True)[:] == expected[:]
    assert hr.annotate(plain, TASK, {"ent"}).map(perturb, batched=True)[:] == expected[:]  # a layer is absent
    assert "text__ann" not in expected.column_names


def test_once_for_all_variants_and_columns(calls):
    hr.Perturb("synonym", TASK, variants=3)(reviews().with_format("arrow")[:])
    assert calls == [text for text in TEXTS if text.strip()]
    calls.clear()
    pairs = Dataset.from_dict({"premise": TEXTS, "hypothesis": TEXTS[::-1], "label": [0] * len(TEXTS)})
    task = hr.task("natural-language-inference", fields=["premise", "hypothesis"])
    pairs.map(hr.Perturb("synonym", task), batched=True)
    assert sorted(calls) == sorted(text for text in TEXTS if text.strip())


def test_what_reads_nothing_gets_nothing(calls):
    batch = Columns(reviews().with_format("arrow")[:])
    assert with_annotation(hr.Perturb("keyboard", TASK).plan, batch) is batch
    plain = Columns({"text": TEXTS, "label": [0] * len(TEXTS)})
    assert with_annotation(hr.Perturb("synonym", TASK).plan, plain) is plain and not calls
