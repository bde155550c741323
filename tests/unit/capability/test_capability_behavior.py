import json
import os
import re
from functools import cache
from pathlib import Path

import pytest
from datasets import load_dataset

from hf_robust.capability.cases import features
from hf_robust.capability.read_behavior import behavior, behaviors
from hf_robust.core.errors import SpecError, UnknownNameError, UsageError
from hf_robust.language.english.articles import article
from hf_robust.tasks import TASKS

SUITES = ("paraphrase", "reading", "sentiment")
N = 12


@cache
def built(name):
    """Cases of all tests but those that need a language model."""
    suite = suite_of(name)
    return {id: suite.rows(id, N) for id in suite if not any(one.template.open for one in suite[id].templates)}


@cache
def suite_of(name):
    return behavior(name)


def texts_of(name, row):
    return [row[role] for role in TASKS[suite_of(name).task].texts]


def test_the_suites_of_the_package():
    assert behaviors() == (*SUITES, "sentiment_zh")


def test_chinese_cases_count_things_by_their_measure():
    texts = "".join(str(row) for rows in built("sentiment_zh").values() for row in rows)
    assert not any(wrong in texts for wrong in ("台耳机", "台手机", "台键盘", "台充电器", "满意这台", "觉得非常满意，"))


@pytest.mark.parametrize(
    ("name", "tests", "capabilities"),
    [
        (
            "sentiment",
            60,
            {
                "Vocabulary",
                "Robustness",
                "Named entities",
                "Temporal",
                "Fairness",
                "Negation",
                "Semantic roles",
                "Taxonomy",
                "Coreference",
                "Logic and comparison",
            },
        ),
        (
            "paraphrase",
            35,
            {
                "Vocabulary",
                "Taxonomy",
                "Robustness",
                "Named entities",
                "Temporal",
                "Negation",
                "Coreference",
                "Semantic roles",
                "Logic",
                "Fairness",
            },
        ),
        (
            "reading",
            30,
            {
                "Vocabulary",
                "Taxonomy",
                "Robustness",
                "Named entities",
                "Temporal",
                "Negation",
                "Coreference",
                "Semantic roles",
                "Logic",
                "Fairness",
            },
        ),
    ],
)
def test_suites_are_rich(name, tests, capabilities):
    suite = suite_of(name)
    assert len(suite) >= tests
    assert {test.capability for test in suite.values()} >= capabilities
    assert all(test.description and id.split(".")[0] for id, test in suite.items())


def test_the_sentiment_suite_has_all_types():
    types = [test.type for test in suite_of("sentiment").values()]
    assert min(types.count("MFT"), types.count("INV"), types.count("DIR")) >= 7


@pytest.mark.parametrize("name", SUITES)
def test_every_test_gives_cases_without_duplicates(name):
    for id, rows in built(name).items():
        ids = [row["case"]["case_id"] for row in rows]
        assert len(ids) == len(set(ids)) >= N, id
        assert len({tuple(texts_of(name, row)) for row in rows}) == len(rows), id
        assert all(row["case"]["capability"] == id for row in rows)


@pytest.mark.parametrize("name", SUITES)
def test_labels_and_expectations_fit_the_type(name):
    suite = suite_of(name)
    for id, rows in built(name).items():
        by_id = {row["case"]["case_id"]: row for row in rows}
        for row in rows:
            case = row["case"]
            kind, other = case["expectation"]["kind"], case["expectation"]["other"]
            assert case["test"] == suite[id].type and case["kind"] == "template"
            if case["test"] == "MFT":
                assert kind == "label" and case["accepted"] and other is None
                assert row["label"] == (case["accepted"][0] if len(case["accepted"]) == 1 else None)
                assert not suite.labels or set(case["accepted"]) <= set(suite.labels)
            elif kind is not None:
                assert kind in ({"same"} if case["test"] == "INV" else {"up", "down"})
                assert texts_of(name, by_id[other]) != texts_of(name, row)
                assert case["seed_id"] == other and row["label"] is None
        if suite[id].type != "MFT":
            pairs = sum(row["case"]["expectation"]["kind"] is not None for row in rows)
            assert pairs == N, id


@pytest.mark.parametrize("name", SUITES)
def test_texts_are_clean(name):
    for id, rows in built(name).items():
        for row in rows:
            if id.startswith("robustness."):
                continue  # spoilt on purpose
            for text in texts_of(name, row):
                assert not re.search(r"[{}]|  | [.,?!]|^ | $", text), (id, text)
                assert text[0].isupper() and text[-1] in ".?!", (id, text)
                for one, word in re.findall(r"\b([Aa]n?) ([\w-]+)", text):
                    assert one.lower() == article(word), (id, text)


@pytest.mark.parametrize("name", ["paraphrase", "sentiment"])
def test_no_text_has_two_labels(name):
    known = {}
    for id, rows in built(name).items():
        for row in rows:
            if row["case"]["accepted"]:
                key = tuple(texts_of(name, row))
                assert known.setdefault(key, row["case"]["accepted"]) == row["case"]["accepted"], (id, key)


def test_answers_are_in_their_texts():
    for id, rows in built("reading").items():
        for row in rows:
            for answer in row["case"]["accepted"]:
                assert answer in row["context"], (id, row["context"], answer)
                assert answer.lower() != row["question"].lower()


def test_nothing_is_taken_from_the_released_suite():
    file = Path(os.environ.get("HF_ROBUST_DATA", "gone")) / "checklist" / "sentiment_suite_a.jsonl"
    if not file.is_file():
        pytest.skip("HF_ROBUST_DATA does not name a folder that holds checklist/")
    theirs = set()
    for line in file.read_text(encoding="utf-8").splitlines():
        data = json.loads(line)["data"]
        theirs |= {text.lower().strip(" .!?") for text in ([data] if isinstance(data, str) else data)}
    assert len(theirs) > 4000
    ours = {row["text"] for rows in built("sentiment").values() for row in rows}
    shared_texts = {text for text in ours if len(text.split()) > 1 and text.lower().strip(" .!?") in theirs}
    assert not shared_texts


def test_larger_tables_begin_with_the_smaller_ones():
    suite = suite_of("sentiment")
    for id in ("negation.not-good", "ner.names", "robustness.typo"):
        large, small = suite.rows(id, 30, seed=3), suite.rows(id, 7, seed=3)
        assert large[: len(small)] == small
        assert suite.rows(id, 7, seed=4) != small


def test_tables_are_plain_parquet(tmp_path):
    tables = behavior("paraphrase").build(5, only=["logic.mutual", "logic.either-order"])
    assert list(tables) == ["logic.mutual", "logic.either-order"]
    for id, table in tables.items():
        assert table.features == features("semantic-similarity-classification")
        table.to_parquet(tmp_path / f"{id}.parquet")
        file = str(tmp_path / f"{id}.parquet")
        again = load_dataset("parquet", data_files=file, split="train", cache_dir=str(tmp_path))
        assert again[:] == table[:]


def test_labels_that_a_test_needs():
    suite = suite_of("sentiment")
    assert suite["negation.not-neutral"].needs_labels == {"neutral"}
    assert suite["negation.not-bad"].needs_labels == set()
    assert suite["temporal.used-to-but-now"].needs_labels == {"positive", "negative"}
    assert suite["ner.names"].needs_labels == set()
    assert suite["intensity.weaker-praise"].needs_labels == {"positive"}


def test_masks_are_filled_when_a_table_is_built():
    rows = behavior("sentiment").rows("vocabulary.neutral-words-masked", 6)
    pairs = [row for row in rows if row["case"]["expectation"]["kind"] == "same"]
    assert len(pairs) == 6 and not any("mask" in row["text"].lower() for row in rows)


OWN = """\
task: sentiment-classification
version: "2"
labels: [negative, positive]
slots:
  good: [fine, grand]
  who: {words: first names}
capabilities:
  - id: mine
    name: My own
    tests:
      - id: plain
        type: MFT
        accepted: positive
        templates: ["It is {good}."]
      - id: swap
        type: INV
        variant: {slot: who}
        templates: ["{who} is {good}."]
      - id: more
        type: DIR
        expect: {up: positive, tolerance: 0.05}
        variant: {append: "It is so {good}!"}
        templates: ["I saw it."]
      - id: pronounced
        type: INV
        variant: {transformation: contraction}
        templates: ["It is {good}."]
"""


def written(tmp_path, text):
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_of_ones_own(tmp_path):
    suite = behavior(written(tmp_path, OWN))
    assert (suite.name, suite.version, list(suite)) == (
        "mine",
        "2",
        ["mine.plain", "mine.swap", "mine.more", "mine.pronounced"],
    )
    tables = suite.build(50)
    assert sorted(tables["mine.plain"]["text"]) == ["It is fine.", "It is grand."]
    first, second = tables["mine.more"].to_list()[:2]
    assert second["text"].startswith("I saw it. It is so ")
    assert second["case"]["expectation"] == {
        "kind": "up",
        "other": first["case"]["case_id"],
        "label": "positive",
        "tolerance": 0.05,
    }
    assert len(tables["mine.more"]) == 3  # one original for both variants
    assert tables["mine.pronounced"]["text"][1] in ("It's fine.", "It's grand.")
    one, other = tables["mine.swap"]["text"][:2]
    assert one.split()[0] != other.split()[0] and one.split()[1:] == other.split()[1:]


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "message"),
    [
        ("task: sentiment-classification", "task: sentiment", 1, "task", "did you mean sentiment-classification"),
        ("task: sentiment-classification", "task: named-entity-recognition", 1, "task", "of classification"),
        ('version: "2"\n', "", 1, "(the file)", "'version' is missing"),
        ("labels: [negative, positive]\n", "", 1, "(the file)", "'labels' is missing"),
        ("type: MFT", "type: MTF", 12, "mine.tests.plain.type", "did you mean MFT"),
        ("accepted: positive", "accepted: postive", 13, "mine.tests.plain.accepted", "did you mean positive"),
        ("        accepted: positive\n", "", 13, "mine.tests.plain.templates.1", "'accepted' is missing"),
        (
            '"It is {good}."]\n      - id: swap',
            '"It is {god}."]\n      - id: swap',
            14,
            "mine.tests.plain.templates.1",
            "unknown slot {god}",
        ),
        ('"{who} is {good}."', '"{who is {good}."', 18, "mine.tests.swap.templates.1", "unbalanced"),
        ("variant: {slot: who}", "variant: {slot: whom}", 17, "mine.tests.swap.variant", "did you mean who"),
        ("variant: {slot: who}", "variant: {}", 17, "mine.tests.swap.variant", "exactly one of"),
        (
            "expect: {up: positive, tolerance: 0.05}",
            "expect: {up: positive, tolerance: 5}",
            21,
            "mine.tests.more.expect.tolerance",
            "from 0 to 1",
        ),
        (
            "expect: {up: positive, tolerance: 0.05}",
            "expect: {same: positive}",
            21,
            "mine.tests.more.expect",
            "exactly one of up, down",
        ),
        (
            "transformation: contraction",
            "transformation: contractions",
            26,
            "mine.tests.pronounced.variant.transformation",
            "did you mean contraction",
        ),
        (
            "transformation: contraction",
            "transformation: typos, params: {cuont: 1}",
            26,
            "mine.tests.pronounced.variant.params",
            "cuont",
        ),
        ("{words: first names}", "{words: forenames}", 6, "slots.who.words", "unknown word list"),
        ("[fine, grand]", "[]", 5, "slots.good", "empty list"),
        ("id: swap", "id: plain", 15, "mine.tests.2.id", "there twice"),
        ("type: MFT\n", "type: MFT\n        tpye: x\n", 13, "mine.tests.1.tpye", "did you mean type"),
        (
            "accepted: positive",
            "accepted: positive\n        variant: {slot: good}",
            14,
            "mine.tests.plain.variant",
            "belongs to a test of type INV or DIR",
        ),
    ],
)
def test_mistakes_are_reported_where_they_stand(tmp_path, old, new, line, key, message):
    assert old in OWN
    file = written(tmp_path, OWN.replace(old, new, 1))
    with pytest.raises(SpecError) as found:
        behavior(file)
    error = found.value
    assert (error.file, error.line) == (str(file), line), str(error)
    assert error.key.removeprefix("capabilities.") == key and message in str(error)


def test_names_that_are_not_there():
    with pytest.raises(UnknownNameError, match="did you mean sentiment"):
        behavior("sentimant")
    with pytest.raises(UnknownNameError, match=r"negation\.not-good"):
        behavior("sentiment").build(3, only=["negation.not-god"])
    with pytest.raises(UsageError, match="per_test"):
        behavior("sentiment").build(0)
    with pytest.raises(SpecError, match="cannot be read"):
        behavior("nowhere.yaml")


def test_a_test_that_gives_nothing_is_an_empty_table(tmp_path):
    text = OWN.replace('templates: ["It is {good}."]\n', 'templates: ["Nothing to shorten, {good}."]\n')
    table = behavior(written(tmp_path, text)).build(5, only=["mine.pronounced"])["mine.pronounced"]
    assert len(table) == 0 and table.features == features("sentiment-classification")


def test_the_old_name_of_the_number_of_cases_still_works():
    with pytest.warns(DeprecationWarning, match="use per_test"):
        tables = behavior("sentiment").build(n_per_test=1, only=["negation.not-good"])
    assert len(tables["negation.not-good"]) == 1
