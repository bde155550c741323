"""What reads annotation, whole columns at once and row by row: the same rows, whatever stands in the texts."""

import json
import os
from pathlib import Path

import pyarrow as pa
import pytest
from contract_helpers import NAMES, make
from datasets import Dataset
from hostile_texts import HOSTILE

import hf_robust as hr
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.perturb import perturbation
from hf_robust.perturb.column_rows import column_rows
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.transformation_registry import transformations

LAYERS = {"pos", "lemma", "dep", "ent"}
TASK = hr.task("sentiment-classification")
NER = hr.task("named-entity-recognition")
DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", ""))


COLUMNAR = [name for name in NAMES if transformations.get(name).edits_annotated is not Transformation.edits_annotated]
ON_SENTIMENT = [name for name in COLUMNAR if make(name).effect_on(TASK.name)]
PLACES = [
    "Anna Smith flew from Oslo to the U.S. with Mr. Jones, her uncle, and the President of France.",
    "He said Mary and Mary Ann were in London-based firms; an old actress saw the U.K. and New York.",
    "A GOOD FILM IS A GREAT MOVIE, IT'S AN EASY TASK. They'd set it up and will not go to Paris, Texas.",
    "a gag reel , an ill-advised home movie ; she 's made a big car and it 's an old automobile",
    "The king's brother can't have gone, but James Dean would. Thank you. An actor, a man, a boy's mother-in-law.",
]
TEXTS = [text for name, text in HOSTILE.items() if "surrogates" not in name and len(text or "") < 5000]
TEXTS += PLACES + [text.upper() for text in PLACES] + [text.lower() for text in PLACES] + list(demo_reviews()["text"])


@pytest.fixture(scope="module")
def annotated(pipeline):
    """Hostile texts and reviews with all layers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ROBUST_SPACY", pipeline)
        data = Dataset.from_dict({"text": TEXTS, "label": [0] * len(TEXTS)})
        yield hr.annotate(data, TASK, LAYERS)


@pytest.fixture
def paths(monkeypatch):
    """A switch that turns columns off, and the shares of rows that they took."""

    class Paths:
        on = True
        taken: list[float] = []

    def counted(plan, batch):
        if not Paths.on:
            return None
        found = column_rows(plan, batch)
        Paths.taken.append(0 if found is None else 1 - found.rest.mean())
        return found

    monkeypatch.setattr(perturbation, "column_rows", counted)
    Paths.taken.clear()
    return Paths


def assert_same(data, paths, entry, task=TASK, columns=True, **options):
    perturb = hr.Perturb(entry, task, **options)
    found = []
    for paths.on in (True, False):
        found.append(data.map(perturb, batched=True, load_from_cache_file=False).data.table)
        if paths.on:
            assert all(share > 0 for share in paths.taken) == columns
    one, other = found
    assert one.schema == other.schema
    assert one.num_rows == other.num_rows
    for left, right in zip(one.to_pylist(), other.to_pylist()):
        assert left == right
    return one


def variants(name):
    rated = [{"rate": 1.0}, {"count": 1}, {"count": 2}] if hasattr(transformations.get(name), "rate") else []
    more = {"named-entity": [{"types": ("place",)}], "swap-gender": [{"to": "male"}], "swap-region": [{"to": "asia"}]}
    return [{}, *rated, *more.get(name, [])]


def test_families_that_read_annotation_have_columns():
    expected = {"synonym", "synonym-random", "antonym", "insert-adverb", "tense", "named-entity", "swap-gender"}
    assert expected <= set(COLUMNAR)


@pytest.mark.parametrize("name", ON_SENTIMENT)
def test_both_paths_make_the_same_rows(name, annotated, paths):
    for seed, params in enumerate(variants(name)):
        out = assert_same(annotated, paths, {"name": name, **params}, seed=seed, keep="all")
        assert "changed" in {record["status"] for record in out["robust"].to_pylist()}
        assert min(paths.taken) > 0.2 or "count" in params


@pytest.mark.parametrize("name", ON_SENTIMENT)
def test_only_changed_rows_in_variants(name, annotated, paths):
    assert_same(annotated, paths, name, variants=3)


@pytest.mark.parametrize("entry", [["synonym", "keyboard"], ["named-entity", "typos"], ["tense", "misspelling"]])
def test_the_first_stage_of_a_chain_reads_annotation(entry, annotated, paths):
    assert_same(annotated.select(range(60)), paths, entry, keep="all")


def test_a_later_stage_is_taken_row_by_row(annotated, paths):
    assert_same(annotated.select(range(30)), paths, ["keyboard", "synonym"], columns=False)


@pytest.mark.parametrize("name", ["synonym", "insert-adverb"])
def test_what_answers_point_to_is_not_touched(name, annotated, paths):
    rows = []
    for row in annotated.remove_columns("label"):
        words = (row["text"] or "").split(" ")
        answer = " ".join(words[len(words) // 3 : len(words) // 2 + 1])
        at = (row["text"] or "").find(answer)
        rows.append({"context": row["text"], "context__ann": row["text__ann"], "question": "What?"})
        rows[-1]["answers"] = {"text": [answer], "answer_start": [at]}
    task = hr.task("extractive-qa", fields="context")
    assert_same(Dataset.from_list(rows), paths, {"name": name, "rate": 1.0}, task=task, keep="all")


@pytest.fixture(scope="module")
def tagged(pipeline):
    """Token lists with entity tags and all layers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_ROBUST_SPACY", pipeline)
        rows = [text.split() for text in TEXTS if text and len(text) < 2000]
        rows += [["a", "b c", "movie"], [" "], [], None, ["The", "\xa0", "film"], ["An", "easy", "task", "."]] * 2
        rows += ["There is a small room and a public park .".split()] * 2  # two adjectives that have opposites
        tags = [[["O", "B-PER", "O", "O"][n % 4] for n in range(len(row or ()))] for row in rows]
        yield hr.annotate(Dataset.from_dict({"tokens": rows, "ner_tags": tags}), NER, LAYERS)


@pytest.mark.parametrize("name", [name for name in COLUMNAR if make(name).effect_on(NER.name)])
def test_token_lists(name, tagged, paths):
    for params in variants(name):
        assert_same(tagged, paths, {"name": name, **params}, task=NER, keep="all", columns=name != "insert-adverb")


@pytest.mark.parametrize("name", ON_SENTIMENT)
def test_texts_that_changed_after_they_were_annotated(name, annotated, paths):
    changed = [
        str.upper,
        lambda text: text[1:],
        lambda text: text[: len(text) // 2],
        lambda text: " " + text,
        lambda text: text.replace("the", "teh").replace("a", "o"),
        lambda text: "",
    ]
    texts = [changed[n % 6](text or "") for n, text in enumerate(annotated["text"])]
    data = annotated.remove_columns("text").add_column("text", texts)
    assert_same(data, paths, name, keep="all")


def with_annotation(data, array):
    table = data.data.table.combine_chunks().drop_columns(["text__ann"]).append_column("text__ann", array)
    return Dataset(table)


@pytest.mark.parametrize("name", ["synonym", "named-entity", "tense"])
def test_other_arrow_types(name, annotated, paths):
    data = annotated.flatten_indices().select(range(7, 60))
    array = data.data.table.column("text__ann").combine_chunks()
    large = [
        (f.name, pa.large_list(pa.large_string() if pa.types.is_string(f.type.value_type) else pa.int64()))
        for f in array.type
        if f.name != "layers"
    ]
    found = array.cast(pa.struct([("layers", pa.large_string()), *large]))
    halves = pa.chunked_array([array.slice(0, 20), array.slice(20)])
    expected = assert_same(data, paths, name).to_pylist()
    for form in (found, halves):
        assert assert_same(with_annotation(data, form), paths, name).to_pylist() == expected


@pytest.mark.parametrize(
    "spoil",
    [
        {"pos": []},
        {"lemma": None},
        {"start": [0]},
        {"tag": ["NN"] * 3},
        {"ent_label": []},
    ],
)
def test_annotation_that_is_not_whole(spoil, annotated, paths):
    rows = annotated.select(range(len(TEXTS) - 10, len(TEXTS))).to_list()
    rows[4]["text__ann"].update(spoil)
    data = Dataset.from_list(rows)
    for name in ("synonym", "named-entity"):
        # without its offsets it is of another text, and made anew
        read = {"lemma", "pos", "tag", "ent_label"} if name == "synonym" else {"ent_label", "pos", "tag"}
        assert_same(data, paths, name, keep="all", columns=not read & set(spoil))
        paths.taken.clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", ON_SENTIMENT)
def test_both_paths_agree_on_real_data(name, pipeline, paths, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY", pipeline)
    texts = []
    for file, field in (("sst/train", "sentence"), ("cls/imdb_train", "text"), ("cls/agnews_a", "text")):
        path = DATA / f"{file}.jsonl"
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            texts += [json.loads(line)[field] for line in lines[:: max(1, len(lines) // 150)]]
    if not texts:
        pytest.skip("no data sets; HF_ROBUST_TEST_DATA names their folder")
    data = hr.annotate(Dataset.from_dict({"text": texts, "label": [0] * len(texts)}), TASK, LAYERS)
    assert_same(data, paths, name, keep="all")
