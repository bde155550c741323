"""Rows without annotation: annotated once a batch, with the result of rows that carry it."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.mapping import Columns
from hf_robust.language import annotation
from hf_robust.perturb.on_the_spot import with_annotation
from hf_robust.transforms.chains import annotated_for

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


def test_a_later_stage_has_only_changed_texts_annotated_again(calls):
    rows = hr.annotate(reviews(), TASK)
    changed = rows.map(hr.Perturb("tense", TASK, seed=3), batched=True)["text"][:]
    calls.clear()
    rows.map(hr.Perturb(["tense", "named-entity"], TASK, seed=3), batched=True)
    assert 0 < len(changed) < len(TEXTS) and sorted(calls) == sorted(set(changed))


def test_what_reads_nothing_gets_nothing(calls):
    batch = Columns(reviews().with_format("arrow")[:])
    assert with_annotation(hr.Perturb("keyboard", TASK).plan, batch) is batch
    plain = Columns({"text": TEXTS, "label": [0] * len(TEXTS)})
    assert with_annotation(hr.Perturb("synonym", TASK).plan, plain) is plain and not calls


VERBLESS = ["A wonderful little film", "Dull, long, and without a plot", "Not a single laugh in two hours"]
TAGGED = hr.task("named-entity-recognition")


def parsed(rows):
    """Whether each row has a tree."""
    return [any(row["dep"]) for row in rows["text__ann"]]


def test_texts_that_a_transformation_cannot_change_are_not_parsed():
    data = Dataset.from_dict({"text": [*VERBLESS, *TEXTS], "label": ["good"] * 8})
    tense, entities = (hr.Perturb(name, TASK).stages for name in ("tense", "named-entity"))
    whole, some = hr.annotate(data, TASK), annotated_for(data, TASK, [tense, entities])
    assert parsed(some) == [False, False, False, True, True, False, True, False]
    assert parsed(whole) == [True, True, True, True, True, False, True, False]
    lists = ("start", "end", "token", "pos", "tag", "ent_start", "ent_end", "ent_label")
    for one, other in zip(whole["text__ann"], some["text__ann"]):
        assert [one[name] for name in lists] == [other[name] for name in lists]
        assert len(other["dep"]) == len(other["head"]) == len(other["sent"]) == len(other["token"])
    assert not any(parsed(annotated_for(data, TASK, [entities])))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tense", "He was here|A film|Go there now|They can sing|I'd rather|What fun|Seen from afar, dull"),
        (
            "negation",
            "He was here|A film|Go there now|Do not go|Be quiet !|What fun|Singing and dancing|To do or to be",
        ),
    ],
)
def test_the_same_rows_whether_all_are_parsed_or_not(name, words):
    tokens = [text.split() for text in words.split("|")]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * len(row) for row in tokens]})
    perturb = hr.Perturb(name, TAGGED, keep="all")
    expected = hr.annotate(data, TAGGED).map(perturb, batched=True)
    assert data.map(perturb, batched=True)[:] == expected[:]
    assert {record["status"] for record in expected["robust"]} > {"changed"}
