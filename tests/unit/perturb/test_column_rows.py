"""Rows perturbed a column at a time: the same table as row by row, whatever Arrow the texts lie in."""

import json
import re

import numpy as np
import pyarrow as pa
import pytest
from column_paths import assert_same
from datasets import Dataset, Features, Value
from hostile_texts import HOSTILE

import hf_robust as hr
from hf_robust.core import arrow_text
from hf_robust.core.arrow_text import strings_of, text_array
from hf_robust.core.text_columns import Strings
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.perturb.column_rows import differs

TASK = hr.task("sentiment-classification")
PAIRS = hr.task("natural-language-inference")
TEXTS = [text for name, text in HOSTILE.items() if "surrogates" not in name and len(text or "") < 10_000]
SENTENCES = [sentence for review in demo_reviews()["text"][:30] for sentence in review.split(". ")]


def reviews(texts):
    features = Features({"text": Value("string"), "label": Value("int64")})
    return Dataset.from_dict({"text": texts, "label": range(len(texts))}, features=features)


@pytest.mark.parametrize("keep", ["changed", "all"])
@pytest.mark.parametrize("entry", ["keyboard", "typos", "misspelling", "text-noise", "homoglyph", "bidi-control"])
def test_hostile_texts_and_sentences(entry, keep, paths):
    out = assert_same(reviews(TEXTS + SENTENCES), paths, entry, keep=keep, seed=3)
    status = [record["status"] for record in out["robust"].to_pylist()]
    assert "changed" in status and ("not_applicable" in status) == (keep == "all")


@pytest.mark.parametrize("entry", [["keyboard", "typos"], ["misspelling", "homoglyph", "keyboard"], ["ocr", "ocr"]])
def test_chains(entry, paths):
    assert_same(reviews(TEXTS + SENTENCES), paths, entry, keep="all")


def test_several_variants_are_different_and_in_order(paths):
    texts = ["a big dog", "ox", "we are", *SENTENCES[:40], *TEXTS]
    out = assert_same(reviews(texts), paths, {"name": "missing-character", "count": 1}, variants=4)
    rows = [(row["label"], row["robust"]["variant"]) for row in out.to_pylist()]
    assert rows == sorted(rows) and max(variant for _, variant in rows) == 3


@pytest.mark.parametrize("variants", [1, 3])
@pytest.mark.parametrize("share", [2, 7, 40])
@pytest.mark.parametrize("entry", ["typos", "homophone"])
def test_rows_beyond_ascii_among_others(entry, share, variants, paths):
    texts = [text + (" “café” café" if place % share == 0 else "") for place, text in enumerate(SENTENCES * 2)]
    assert_same(reviews(texts), paths, entry, keep="all", variants=variants)
    assert paths.rest < len(texts) / 10  # short texts without function words are looked at one by one


def test_chains_go_on_beyond_ascii(paths):
    found = assert_same(reviews(SENTENCES), paths, ["homoglyph", "invisible-character", "typos"], keep="all")
    assert paths.rest < 3 and not all(text.isascii() for text in found["text"].to_pylist())


@pytest.mark.parametrize("entry", ["typos", "homophone"])
def test_a_batch_that_is_mostly_beyond_ascii_is_taken_row_by_row(entry, paths):
    texts = ["ein schönes Stück", "größer", "über", "später", "für", "plain"]
    texts = ["スズキは魚です", "これは本です", "plain"] if entry == "typos" else texts
    assert_same(reviews(texts), paths, entry, always=False)
    assert not paths.columns


def test_two_texts_a_row(paths):
    rows = {"premise": SENTENCES[:40], "hypothesis": [*SENTENCES[2:40], None, "é"], "label": [0] * 40}
    out = assert_same(Dataset.from_dict(rows), paths, "keyboard", task=PAIRS, keep="all")
    assert {edit["field"] for row in out["robust"].to_pylist() for edit in row["edits"]} == {"premise", "hypothesis"}


def test_a_text_that_is_not_edited_counts_for_the_id(paths):
    rows = {"premise": ["same text here"] * 2, "hypothesis": ["one", "two"], "label": [0, 0]}
    task = hr.task("natural-language-inference", fields="premise")
    out = assert_same(Dataset.from_dict(rows), paths, "typos", task=task)
    assert len({row["source_id"] for row in out["robust"].to_pylist()}) == 2


@pytest.mark.parametrize("ids", [[f"row {n}" for n in range(20)], list(range(20)), ["é", None] * 10])
def test_id_columns(ids, paths):
    data = Dataset.from_dict({"text": [*SENTENCES[:18], "naïve café", None], "label": [0] * 20, "key": ids})
    assert_same(data, paths, "keyboard", task=hr.task("sentiment-classification", id="key"), keep="all")


def test_helper_columns_go(paths):
    data = reviews(SENTENCES[:5]).add_column("text__importance", [{"start": [0], "end": [1]}] * 5)
    assert "text__importance" not in assert_same(data, paths, "keyboard").column_names


PROTECTED = [["film", "the", "A", "not here", "é"], ["re:[A-Z]+", "'", "a film"], ["it's", "well-made", "x\0y"]]


@pytest.mark.parametrize("words", PROTECTED)
@pytest.mark.parametrize(
    "entry", ["keyboard", "typos", "misspelling", "spelling-errors", "stop-word", "word-case", ["ocr", "typos"]]
)
def test_protected_words(entry, words, paths):
    texts = ["A FILM, the film: it's a well-made film", "not here the", *SENTENCES[:60], *TEXTS]
    entry = entry if isinstance(entry, list) or entry == "word-case" else {"name": entry, "rate": 1.0}
    out = assert_same(reviews(texts), paths, entry, protect=words, keep="all", always=False)
    assert paths.columns
    edits = [edit for row in out["robust"].to_pylist() for edit in row["edits"]]
    assert edits and not {edit["before"].lower() for edit in edits} & {*words}


def test_protected_words_beside_entities(paths):
    data = Dataset.from_dict({"tokens": [["Anna", "sees", "films"]] * 3, "ner_tags": [["B-PER", "O", "O"]] * 3})
    found = assert_same(data, paths, {"name": "typos", "rate": 1.0}, task=hr.task("ner"), protect=["films"])
    assert {tuple(row[::2]) for row in found["tokens"].to_pylist()} == {("Anna", "films")} and paths.columns


def test_a_subclass_that_replaces_words_in_another_way(paths):
    from dataclasses import dataclass

    from hf_robust.transforms.characters import Keyboard

    @dataclass(frozen=True, kw_only=True)
    class Louder(Keyboard):
        name = "louder"

        def replace(self, doc, start, end, rng):
            return doc.text[start:end].upper()

    out = hr.Perturb(Louder(rate=1.0, min_length=4), TASK)(pa.table({"text": ["quite good"], "label": [0]}))
    assert out["text"].to_pylist() == ["QUITE GOOD"]


ARROW = {
    "plain": pa.array(TEXTS),
    "sliced": pa.array(["before", *TEXTS, "after"]).slice(1, len(TEXTS)),
    "chunked": pa.chunked_array([TEXTS[:3], [], TEXTS[3:]], pa.string()),
    "large": pa.array(TEXTS, pa.large_string()),
    "view": pa.array(TEXTS).cast(pa.string_view()),
    "dictionary": pa.array(TEXTS).dictionary_encode(),
    "empty": pa.array([], pa.string()),
    "no chunk": pa.chunked_array([], pa.string()),
    "nulls": pa.array([None, None], pa.string()),
}


@pytest.mark.parametrize("kind", ARROW)
def test_any_arrow_of_texts_is_read_and_written(kind):
    strings = strings_of(ARROW[kind])
    expected = [text or "" for text in ARROW[kind].to_pylist()]
    assert [text.decode() for text in strings.tolist()] == expected
    back = text_array(strings, ARROW[kind].type)
    assert back.type == ARROW[kind].type and back.to_pylist() == expected


@pytest.mark.parametrize("kind", ["plain", "sliced", "chunked", "large", "empty", "nulls"])
def test_the_same_rows_come_out_of_any_arrow(kind, paths):
    texts = ARROW[kind]
    table = pa.table({"text": texts, "label": pa.array([0] * len(texts), pa.int64())})
    found = []
    for on in (True, False):
        paths.on = on
        found.append(hr.Perturb("typos", TASK, keep="all")(table))
    assert paths.columns == 1 and found[0].schema == found[1].schema
    assert found[0].to_pylist() == found[1].to_pylist() and len(found[0]) == len(texts)


def test_more_bytes_than_one_array_holds_become_several(monkeypatch):
    monkeypatch.setattr(arrow_text, "MOST_BYTES", 10)
    strings = Strings.of([b"12345", b"1234", b"", b"123456", b"1234567890", b"x"])
    found = text_array(strings)
    assert found.num_chunks == 4 and found.to_pylist() == [text.decode() for text in strings.tolist()]


def test_differs():
    left, right = [b"", b"a", b"ab", b"abc", b"", b"x"], [b"", b"b", b"abc", b"abc", b"y", b"x"]
    expected = [one != other for one, other in zip(left, right, strict=True)]
    assert differs(Strings.of(left), Strings.of(right)).tolist() == expected
    assert differs(Strings.of([b"", b"ab", b""]), Strings.of([b"", b"ax", b""])).tolist() == [False, True, False]
    assert not np.any(differs(Strings.empty(0), Strings.empty(0)))


def questions(rows=30):
    """Contexts with answers in several places, and some whose answer is wrong, empty or beyond ASCII."""
    contexts, answers = [], []
    for number in range(rows):
        context = ". ".join(SENTENCES[number : number + 3])
        spans = [word.span() for word in re.finditer(r"\w+ \w+", context)][number % 4 :: 5][: number % 3 + 1]
        answers.append({"text": [context[a:b] for a, b in spans], "answer_start": [a for a, _ in spans]})
        contexts.append(context)
    odd = [
        ("A film.", "A", 3),
        ("A film.", "", 1),
        ("Ein Käse hier.", "Käse", 4),
        ("A film.", "film", -5),
        (" ", "", 0),
    ]
    contexts += [context for context, _, _ in odd] + ["Nobody knows it."]
    answers += [{"text": [text], "answer_start": [start]} for _, text, start in odd]
    answers.append({"text": [], "answer_start": []})
    return {"context": contexts, "question": ["What is it?"] * len(contexts), "answers": answers}


QA = hr.task("extractive-qa")


@pytest.mark.parametrize("keep", ["changed", "all"])
@pytest.mark.parametrize("entry", ["keyboard", "typos", "homoglyph", "misspelling", "whitespace", ["typos", "ocr"]])
def test_answers_move_with_the_edits(entry, keep, paths):
    data = Dataset.from_dict(questions())
    out = assert_same(data, paths, entry, task=QA, keep=keep)
    for row in out.to_pylist():
        for text, start in zip(row["answers"]["text"], row["answers"]["answer_start"], strict=True):
            stays = row["robust"]["status"] == "not_applicable"
            assert stays or row["context"][start : start + len(text)] == text


def test_answers_of_several_variants(paths):
    assert_same(Dataset.from_dict(questions()), paths, "typos", task=QA, variants=3)


def test_an_answer_is_never_edited(paths):
    context = "Anna Smith bought a wonderful house in Oslo yesterday"
    answers = {"text": [context], "answer_start": [0]}
    data = Dataset.from_dict({"context": [context], "question": ["Who?"], "answers": [answers]})
    out = assert_same(data, paths, {"name": "keyboard", "rate": 1.0}, task=QA, keep="all")
    (record,) = out["robust"].to_pylist()
    assert (record["status"], record["reason"]) == ("not_applicable", "the text has no words that can be changed")


def test_questions_alone(paths):
    task = hr.task("extractive-qa", fields="question")
    assert_same(Dataset.from_dict(questions()), paths, "keyboard", task=task)


def test_answers_in_another_layout(paths):
    rows = questions(5)
    pairs = [zip(answer["text"], answer["answer_start"], strict=True) for answer in rows["answers"]]
    rows["answers"] = [[{"text": text, "answer_start": start} for text, start in pair] for pair in pairs]
    assert_same(Dataset.from_dict(rows), paths, "keyboard", task=QA)


@pytest.mark.parametrize("entry", ["keyboard", "append-irrelevant", ["typos", "misspelling"]])
def test_streams(entry, paths):
    texts, perturb = [*TEXTS, *SENTENCES[:40]], hr.Perturb(entry, TASK, keep="all", seed=2)
    expected = reviews(texts).map(perturb, batched=True, load_from_cache_file=False).to_list()
    assert paths.columns
    stream = reviews(texts).to_iterable_dataset(num_shards=3)
    assert list(stream.map(perturb, batched=True, batch_size=7)) == expected
    paths.columns = 0
    assert list(stream.with_format("arrow").map(perturb, batched=True, batch_size=7).with_format(None)) == expected


@pytest.mark.parametrize("kind", ["numpy", "torch", "pandas", "arrow"])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_formats_and_batch_sizes(kind, size, paths):
    pytest.importorskip("torch" if kind == "torch" else "pandas")
    data, perturb = reviews(["a plain film", "naïve", "", *SENTENCES[:20]]), hr.Perturb("typos", TASK, keep="all")
    expected = data.map(perturb, batched=True, load_from_cache_file=False).to_list()
    found = data.with_format(kind).map(perturb, batched=True, batch_size=size, load_from_cache_file=False)
    assert found.with_format(None).to_list() == expected


@pytest.mark.parametrize("entry", ["keyboard", "spelling-errors", "contraction"])
def test_batches_without_rows_or_without_texts(entry, paths):
    for texts in ([], [None, None], ["", " "], ["é"]):
        assert_same(reviews(texts), paths, entry, keep="all", always=False)


@pytest.mark.parametrize("share", [1, 4])
def test_a_batch_of_more_text_than_an_array_can_hold(share, paths, monkeypatch):
    """The limit of 2 GiB, made small."""
    monkeypatch.setattr(arrow_text, "MOST_BYTES", 500)
    texts = [text + (" ß" if place % share else "") for place, text in enumerate(SENTENCES[:60])]
    assert_same(reviews(texts), paths, "keyboard", keep="all")
    table = pa.table({"text": texts, "label": pa.array(range(60))})
    assert hr.Perturb("keyboard", TASK, keep="all")(table)["text"].num_chunks > 1


@pytest.mark.parametrize("text", ["The soup was great, see www.soup.example/menu.", "The soup was gréat today."])
def test_structs_that_are_unlike_are_read_for_rows_taken_by_themselves(text, tmp_path):
    opinion = {"text": text[13:18], "start": 13, "end": 18}
    aspect = {"term": "soup", "start": 4, "end": 8, "polarity": "positive"}
    rows = [{"text": text, "aspects": [aspect | {"opinions": [opinion]}]}, {"text": "A soup.", "aspects": [aspect]}]
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    data = Dataset.from_json(str(file), cache_dir=str(tmp_path))
    assert "Json" in str(data.features["aspects"])
    suite = hr.Suite.build(data, "absa", ["typos"])
    assert len(suite["typos"]) == 1 and not suite["typos"].describe()["exceptions"]
