"""``Perturb`` in ``datasets.map``: the same row gives the same output, however it comes."""

import json

import pytest
from corpus import NER_NAMES, SENTENCES, check_row, column, dataset, legal_bio
from datasets import ClassLabel, Dataset, Features, List, Value, load_from_disk
from other_process import printed

import hf_robust as hr
from hf_robust.core.errors import LabelError
from hf_robust.perturb import provenance

TEXT = hr.task("text-classification")
CHAIN = ["typos", {"name": "twitter", "mode": "at"}]


def reviews(copies=1):
    """Texts that all differ."""
    texts = [f"{s.text} Number {n} of them." if copies > 1 else s.text for n in range(copies) for s in SENTENCES]
    return Dataset.from_dict({"text": texts, "label": [n % 2 for n in range(len(texts))]})


def rows(data):
    """Rows in an order of their own, without what was only there to help."""
    kept = [{k: v for k, v in row.items() if not k.endswith(("__ann", "__next"))} for row in data]
    return sorted(kept, key=lambda row: (row["robust"]["source_id"], row["robust"]["variant"]))


@pytest.fixture(scope="module")
def big():
    return reviews(20)


@pytest.fixture(scope="module")
def expected(big):
    return rows(big.map(hr.Perturb(CHAIN, TEXT, seed=4, variants=2), batched=True))


def test_order_does_not_matter(big, expected):
    assert rows(big.shuffle(seed=1).map(hr.Perturb(CHAIN, TEXT, seed=4, variants=2), batched=True)) == expected


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_batch_size_does_not_matter(big, expected, size):
    out = big.map(hr.Perturb(CHAIN, TEXT, seed=4, variants=2), batched=True, batch_size=size)
    assert rows(out) == expected


def test_processes_do_not_matter(big, expected):
    assert rows(big.map(hr.Perturb(CHAIN, TEXT, seed=4, variants=2), batched=True, num_proc=2)) == expected


def test_shards_do_not_matter(big, expected):
    perturb = hr.Perturb(CHAIN, TEXT, seed=4, variants=2)
    found = []
    for index in range(3):
        found += list(big.shard(3, index, contiguous=False).map(perturb, batched=True))
    assert rows(found) == expected


def test_a_stream_gives_the_same(big, expected):
    perturb = hr.Perturb(CHAIN, TEXT, seed=4, variants=2)
    assert rows(big.to_iterable_dataset(num_shards=3).map(perturb, batched=True, batch_size=11)) == expected

    def read():
        yield from big

    from datasets import IterableDataset

    unknown = IterableDataset.from_generator(read)  # a stream that does not know its columns
    assert unknown.features is None
    assert rows(unknown.map(perturb, batched=True)) == expected


@pytest.mark.parametrize(
    ("name", "task"),
    [
        ("twitter", "named-entity-recognition"),
        ("typos", "extractive-qa"),
        ("concat-sentences", "named-entity-recognition"),
        ("append-irrelevant", "aspect-based-sentiment-analysis"),
    ],
)
def test_labels_in_a_stream_as_in_a_dataset(name, task):
    data = dataset(task)
    perturb = hr.Perturb(name, hr.task(task).bind(data), seed=1)
    whole = rows(data.map(perturb, batched=True))
    assert whole and rows(data.to_iterable_dataset().map(perturb, batched=True, batch_size=3)) == whole


def test_rows_with_equal_texts_change_alike_without_an_id_and_differ_with_one():
    data = Dataset.from_dict(
        {"text": ["A wonderful little film about nothing."] * 4, "label": [0] * 4, "key": [*"abcd"]}
    )
    assert len(set(data.map(hr.Perturb("typos", TEXT), batched=True)["text"])) == 1
    with_id = data.map(hr.Perturb("typos", hr.task("text-classification", id="key")), batched=True)
    assert len(set(with_id["text"])) > 1
    assert [r["source_id"] for r in with_id["robust"]] == ["a", "b", "c", "d"]
    numbers = data.remove_columns("key").add_column("key", [7, 8, 9, 10])
    out = numbers.map(hr.Perturb("typos", hr.task("text-classification", id="key")), batched=True)
    assert [r["source_id"] for r in out["robust"]] == ["7", "8", "9", "10"]
    assert out.features["key"] == numbers.features["key"]


# --- the cache of `datasets`

_MAP = """
import sys
from datasets import load_from_disk
import hf_robust as hr
perturb = hr.Perturb(["typos", "synonym"], hr.task("text-classification"), seed=3)
out = load_from_disk(sys.argv[1]).map(perturb, batched=True)
print(out._fingerprint, len(out.cache_files), out.cache_files[0]["filename"])
"""


def test_the_next_process_finds_the_cache(tmp_path):
    reviews().add_column("text__ann", [column(s.annotation) for s in SENTENCES]).save_to_disk(tmp_path / "data")
    perturb = hr.Perturb(["typos", "synonym"], TEXT, seed=3)
    out = load_from_disk(str(tmp_path / "data")).map(perturb, batched=True)
    (file,) = (tmp_path / "data").glob("cache-*")
    written = file.stat().st_mtime_ns
    assert printed(_MAP, tmp_path / "data") == f"{out._fingerprint} 1 {file}"
    assert list((tmp_path / "data").glob("cache-*")) == [file] and file.stat().st_mtime_ns == written


def test_fingerprint_follows_parameters(tmp_path):
    reviews().save_to_disk(tmp_path / "data")
    data = load_from_disk(str(tmp_path / "data"))
    perturbs = [hr.Perturb("typos", TEXT, **o) for o in ({}, {}, {"seed": 1}, {"rate": 0.5}, {"protect": ["film"]})]
    prints = [data.map(perturb, batched=True)._fingerprint for perturb in perturbs]
    assert prints[0] == prints[1] and len(set(prints)) == 4


# --- what comes out


def test_keep_all_gives_each_row_with_its_status():
    data = Dataset.from_dict({"text": ["It is good.", "Good.", "", None, " "], "label": [0, 1, 0, 1, 0]})
    out = data.map(hr.Perturb("contraction", TEXT, keep="all"), batched=True)
    assert [r["status"] for r in out["robust"]] == ["changed"] + ["not_applicable"] * 4
    assert out["text"][:] == ["It's good.", "Good.", "", None, " "] and out["label"][:] == [0, 1, 0, 1, 0]
    assert [bool(r["reason"]) for r in out["robust"]] == [False, True, True, True, True]
    changed = data.map(hr.Perturb("contraction", TEXT), batched=True)
    assert changed["text"][:] == ["It's good."]


def test_keep_all_with_variants_never_says_unchanged_of_a_row_that_changed():
    data = reviews()
    out = data.map(hr.Perturb({"name": "typos", "count": 9}, TEXT, keep="all", variants=3), batched=True)
    by_id = {}
    for record in out["robust"]:
        by_id.setdefault(record["source_id"], set()).add(record["status"])
    assert len(by_id) == len(data) and all(len(statuses) == 1 for statuses in by_id.values())
    assert {"changed"} in by_id.values() and {"not_applicable"} in by_id.values()


def test_a_batch_in_which_nothing_changes():
    data = Dataset.from_dict({"text": ["Good.", "Fine."], "label": [0, 1]})
    out = data.map(hr.Perturb("contraction", TEXT), batched=True, batch_size=1)
    assert len(out) == 0 and "robust" in out.column_names


def test_other_columns_and_formats_stay():
    features = Features({"note": Value("float32"), "text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict(
        {"note": [0.5, 1.5], "text": ["It is good.", "It is bad."], "label": [1, 0]}, features=features
    )
    out = data.map(hr.Perturb("contraction", TEXT), batched=True)
    assert {name: out.features[name] for name in features} == features
    assert out["note"][:] == [0.5, 1.5] and out["label"][:] == [1, 0]


def test_robust_column_has_the_declared_features():
    for keep in ("changed", "all"):
        out = reviews().map(hr.Perturb("typos", TEXT, keep=keep), batched=True)
        assert out.features["robust"] == provenance.features()["robust"]
    streamed = next(iter(reviews().to_iterable_dataset().map(hr.Perturb("typos", TEXT), batched=True)))["robust"]
    assert set(streamed) == set(provenance.features()["robust"])
    assert streamed == reviews().map(hr.Perturb("typos", TEXT), batched=True)[0]["robust"]


def test_chain_by_list_is_the_same_as_one_map_after_the_other():
    data = reviews()
    names = ["typos", {"name": "contraction"}, "typos", {"name": "punctuation", "mode": "remove"}]
    at_once = data.map(hr.Perturb(names, TEXT, seed=2, keep="all"), batched=True)
    for size in (1, 3, 1000):
        step = data
        for name in names:
            step = step.map(hr.Perturb(name, TEXT, seed=2, keep="all"), batched=True, batch_size=size)
        assert step["text"][:] == at_once["text"][:]
        for one, other in zip(step["robust"], at_once["robust"]):
            different = {name for name in one if one[name] != other[name]}
            assert different <= {"status", "reason"}, {name: (one[name], other[name]) for name in different}
    record = at_once[0]["robust"]
    assert record["transformation"] == "typos+contraction+typos+punctuation" and record["version"].count("+") == 3
    assert len(json.loads(record["params"])) == 4
    assert {e["stage"] for r in at_once["robust"] for e in r["edits"]} == {0, 1, 2, 3}


def test_the_same_transformation_twice_in_a_chain_draws_anew():
    twice = reviews().map(hr.Perturb(["typos", "typos"], TEXT, seed=2), batched=True)
    starts = [[e["start"] for e in r["edits"] if e["stage"] == stage] for r in twice["robust"] for stage in (0, 1)]
    assert any(first != second for first, second in zip(starts[::2], starts[1::2]))


# --- shapes of data


@pytest.mark.parametrize("label", [ClassLabel(names=["neg", "pos"]), Value("string"), Value("int64"), Value("bool")])
def test_labels_of_any_type_stay(label):
    values = {"string": ["neg", "pos"], "bool": [True, False]}.get(label.dtype, [0, 1])
    features = Features({"text": Value("string"), "label": label})
    data = Dataset.from_dict({"text": ["It is good.", "It is bad."], "label": values}, features=features)
    out = data.map(hr.Perturb("contraction", TEXT), batched=True)
    assert out["label"][:] == data["label"][:] and out.features["label"] == label


def test_token_lists_in_text_classification():
    texts = [s.words for s in SENTENCES] + [["10\xa0000", "wonderful", "films"]]
    data = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
    for name in ("typos", "twitter", "contraction", "word-case", "append-irrelevant"):
        out = data.map(hr.Perturb(name, TEXT, keep="all"), batched=True)
        assert out.features["text"] == data.features["text"]
        assert "changed" in {r["status"] for r in out["robust"]}
        assert all(token and " " not in token for tokens in out["text"] for token in tokens)
        if name == "typos":
            assert [len(tokens) for tokens in out["text"]] == [len(tokens) for tokens in texts]


NER = "named-entity-recognition"
BIOES = [["S-LOC", "O", "B-PER", "I-PER", "E-PER"], ["O", "S-PER", "O", "B-LOC", "E-LOC"]]
IOB1 = [["I-LOC", "O", "I-PER", "I-PER", "I-PER"], ["O", "I-PER", "O", "I-LOC", "B-LOC"]]
BIO = [["B-LOC", "O", "B-PER", "I-PER", "I-PER"], ["O", "B-PER", "O", "B-LOC", "I-LOC"]]
TOKENS = [["Oslo", "greets", "Anna", "van", "Dyk"], ["Yesterday", "Smith", "visited", "New", "York"]]


@pytest.mark.parametrize("tags", [BIO, BIOES, IOB1], ids=["BIO", "BIOES", "IOB1"])
@pytest.mark.parametrize("named", [True, False], ids=["ClassLabel", "strings"])
@pytest.mark.parametrize("name", ["punctuation", "entity-typos", "word-case"])
def test_tag_schemes(tags, named, name):
    data = Dataset.from_dict({"tokens": TOKENS, "ner_tags": tags})
    names = sorted({tag for row in tags for tag in row} | {"O"})
    if named:
        numbers = [[names.index(tag) for tag in row] for row in tags]
        features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=names))})
        data = Dataset.from_dict({"tokens": TOKENS, "ner_tags": numbers}, features=features)
    out = data.map(hr.Perturb(name, hr.task(NER)), batched=True)
    assert len(out) == 2 and out.features["ner_tags"] == data.features["ner_tags"]
    for row, old in zip(out, tags):
        new = [names[tag] for tag in row["ner_tags"]] if named else row["ner_tags"]
        assert len(new) == len(row["tokens"])
        inside = [place for place, tag in enumerate(new) if tag != "O"]
        added = inside[0] - next(n for n, tag in enumerate(old) if tag != "O")
        assert new[added : added + len(old)] == old and not set(new[:added] + new[added + len(old) :]) - {"O"}


def test_numbered_tags_without_names_say_what_to_type():
    data = Dataset.from_dict({"tokens": TOKENS, "ner_tags": [[3, 0, 1, 2, 2], [0, 1, 0, 3, 4]]})
    with pytest.raises(LabelError, match="label_names"):
        data.map(hr.Perturb("twitter", hr.task(NER)), batched=True)
    with pytest.raises(LabelError, match="label_names"):
        list(data.to_iterable_dataset().map(hr.Perturb("twitter", hr.task(NER)), batched=True))
    with pytest.raises(LabelError, match="label_names"):
        hr.Perturb("twitter", hr.task(NER))(data[:])
    names = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    out = data.map(hr.Perturb("contraction", hr.task(NER, label_names=names), keep="all"), batched=True)
    assert all(legal_bio([names[tag] for tag in row["ner_tags"]]) for row in out)


@pytest.mark.parametrize("shape", ["lists", "structs"])
def test_answers_of_either_shape(shape):
    context = "It was Anna who moved to Oslo because she liked it there."
    answers = {"text": ["Oslo", "Anna"], "answer_start": [25, 7]}
    if shape == "structs":
        answers = [{"text": t, "answer_start": a} for t, a in zip(*answers.values())]
    data = Dataset.from_dict({"context": [context], "question": ["Where?"], "answers": [answers]})
    out = data.map(hr.Perturb("append-irrelevant", hr.task("extractive-qa"), seed=1), batched=True)
    found = out[0]["answers"]
    pairs = (
        zip(found["text"], found["answer_start"])
        if shape == "lists"
        else [(a["text"], a["answer_start"]) for a in found]
    )
    pairs = list(pairs)
    assert [text for text, _ in pairs] == ["Oslo", "Anna"]
    assert all(out[0]["context"][start : start + len(text)] == text for text, start in pairs)
    assert [start for _, start in pairs] != [25, 7]


def test_rows_without_an_answer_and_with_a_wrong_one():
    rows_ = [{"text": [], "answer_start": []}, {"text": ["Oslo"], "answer_start": [3]}]
    data = Dataset.from_dict({"context": ["It is in Oslo."] * 2, "question": ["Where?"] * 2, "answers": rows_})
    out = data.map(hr.Perturb("contraction", hr.task("extractive-qa"), keep="all"), batched=True)
    assert [r["status"] for r in out["robust"]] == ["changed", "not_applicable"]
    assert "does not stand at its offset" in out[1]["robust"]["reason"]


def test_only_the_field_that_was_asked_for_changes():
    data = dataset("natural-language-inference").remove_columns(["premise__ann", "hypothesis__ann"])
    task = hr.task("natural-language-inference", fields="hypothesis")
    out = data.map(hr.Perturb("typos", task), batched=True)
    assert out["premise"][:] == data["premise"][:] and out["hypothesis"][:] != data["hypothesis"][:]
    task = hr.task("extractive-qa", fields=["question"])
    data = dataset("extractive-qa")
    out = data.map(hr.Perturb({"name": "typos", "rate": 1.0}, task), batched=True)
    assert out["context"][:] == data["context"][:] and out["answers"][:] == data["answers"][:]
    assert all(question != "What happened?" for question in out["question"])


def test_aspects_move():
    data = dataset("aspect-based-sentiment-analysis")
    out = data.map(hr.Perturb("twitter", hr.task("aspect-based-sentiment-analysis"), seed=5, keep="all"), batched=True)
    assert len(out) == len(data) and out.features["aspects"] == data.features["aspects"]
    for row in out:
        check_row("aspect-based-sentiment-analysis", row)


def test_names_of_the_corpus_are_legal():
    assert all(legal_bio([NER_NAMES[tag] for tag in tags]) for tags in dataset(NER)["ner_tags"])
