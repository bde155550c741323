"""Links of a pronoun to two names follow their text, and are what rows that have them are scored with."""

import json
import os
from pathlib import Path

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.scoring import measure_on
from hf_robust.tasks.layouts import with_layout
from hf_robust.tasks.token_spans import words_of
from hf_robust.transforms.chains import applicable

DATA = os.environ.get("HF_ROBUST_TEST_DATA")
TASK = hr.task("coref", id="id")
# text, pronoun, both names, and which of them is meant
TEXTS = """
It snowed all day. Ann met Eve Hill in Oslo, and later she laughed loudly. The snow melted. | she | Ann | Eve Hill | a
The town slept quietly. Tom Reed called Max before his trip began. Nobody heard it. | his | Tom Reed | Max | b
Rain fell on the old harbor. Paula wrote to Nina about her brother. A storm came. | her | Paula | Nina | -
Many people came to the fair. Karl thanked Otto because he had helped. The music stopped. | he | Karl | Otto | b
Olga saw Vera. Then she waved quickly. The evening was very cold. All lamps were lit. | she | Olga | Vera | a
"""


def gap_rows():
    rows = []
    for number, (text, pronoun, first, second, meant) in enumerate(
        line.split(" | ") for line in TEXTS.strip().splitlines()
    ):
        rows.append(
            {
                "id": str(number),
                "text": text,
                "pronoun": pronoun,
                "pronoun_offset": text.index(f" {pronoun} ") + 1,
                "A": first,
                "A_offset": text.index(first),
                "A_coref": meant == "a",
                "B": second,
                "B_offset": text.index(second),
                "B_coref": meant == "b",
            }
        )
    return with_layout(Dataset.from_list(rows), "coref")


def winobias_rows():
    rows = []
    for number, side in enumerate(["pro", "anti"] * 4):
        pronoun = "he" if side == "pro" else "she"
        whom, very = ("clerk", "guard")[number // 4], "very " * (number // 2)
        text = f"The carpenter greeted the {whom} because {pronoun} smiled {very}kindly."
        place = text.index(f" {pronoun} ") + 1
        rows.append(
            {"id": str(number), "text": text, "mentions": [[0, 13], [place, place + len(pronoun)]], "stereotype": side}
        )
    return with_layout(Dataset.from_list(rows), "coref")


def spans(row):
    return [words_of(row["sentences"], row["links"][name]) for name in ("pronoun", "a_span", "b_span")]


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(gap_rows(), TASK)


def test_links_of_every_transformation_lie_at_the_same_words(suite):
    assert set(suite) == set(applicable(TASK)) and sum(map(len, suite.entries.values())) > 60
    check_suite(suite)


def check_suite(suite):
    for name, entry in suite.entries.items():
        for old, new in zip(entry.original, entry.perturbed):
            assert [one.casefold() for one in spans(new)] == [one.casefold() for one in spans(old)], name
            assert new["pronoun"] == spans(new)[0]
            assert (new["links"]["a"], new["links"]["b"]) == (old["links"]["a"], old["links"]["b"])
        if len(entry):  # perfect clusters score one
            measure = measure_on(suite.task, entry.perturbed)
            assert measure.name == "gap_f1"
            stats = measure.row_stats(entry.perturbed["clusters"], suite.task.references(entry.perturbed))
            assert not stats[:, 2].any() or measure.aggregate(stats.sum(axis=0)) == 1.0, name
            assert (stats[:, 3] == stats[:, 4]).all(), name


def test_sentences_with_a_link_are_never_taken_away(suite):
    for name in ("delete-sentences", "replace-sentences"):
        assert len(suite[name])
        for old, new in zip(suite[name].original, suite[name].perturbed):
            assert old["sentences"] != new["sentences"] and spans(old) == spans(new)


def test_a_row_whose_links_leave_nothing_to_delete_says_why():
    rows = gap_rows().select([4]).map(lambda row: {"sentences": "Olga saw Vera. Then she waved quickly."})
    rows = rows.map(lambda row: {"clusters": [[[0, 4], [20, 23]], [[9, 13]]]})
    built = list(rows.map(hr.Perturb("delete-sentences", TASK, keep="all"), batched=True))
    assert built[0]["robust"]["status"] == "not_applicable" and built[0]["robust"]["reason"]


def test_runs_are_scored_by_links_and_show_who_is_meant():
    suite = hr.Suite.build(gap_rows(), TASK, ["typos", "delete-sentences"])
    report = hr.run(lambda texts: [[] for _ in texts], suite, analysis=False)
    assert report.record["metric"]["name"] == "gap_f1"
    shown = suite.task.show(suite.task.references(gap_rows())[0], gap_rows()[0])
    assert (
        shown == "she = Ann"
        and suite.task.show(suite.task.references(gap_rows())[2], gap_rows()[2]) == "her: neither name"
    )


def test_a_column_of_that_name_about_something_else_is_left_alone():
    rows = [
        {
            "sentences": "Ann ran because she was late.",
            "clusters": [[[0, 3], [16, 19]]],
            "links": ["https://a.b"],
            "pronoun": 3,
        }
    ]
    data = Dataset.from_list(rows)
    built = hr.Suite.build(data, hr.task("coref"), ["typos"])
    assert built["typos"].perturbed[0]["links"] == ["https://a.b"]
    assert measure_on(built.task, data).name == "conll_f1"


def test_spans_over_tokens_move_too():
    tokens = "Ann met Eve Hill , and she can not stay .".split()
    links = {"a": True, "b": False, "pronoun": [6, 6], "a_span": [0, 0], "b_span": [2, 3]}
    rows = Dataset.from_list(
        [{"sentences": [tokens], "clusters": [[[0, 0], [6, 6]], [[2, 3]]], "links": links, "pronoun": "she"}]
    )
    for name in ("insert-adverb", "typos", "stop-word", "emoji", "whitespace"):
        for row in rows.map(hr.Perturb(name, hr.task("coref")), batched=True):
            assert spans(row) == ["she", "Ann", "Eve Hill"] and row["pronoun"] == "she"


def test_winobias_shows_its_gap():
    built = hr.Suite.build(winobias_rows(), TASK, ["typos", "word-case"])

    def model(rows):
        places = [row["sentences"].find(" he ") + 1 for row in rows]
        return [[[[0, 13], [place, place + 2]]] if place else [] for place in places]

    report = hr.run(model, built)
    assert report.record["metric"]["name"] == "conll_f1"
    found = report.record["analysis"]["stereotypes"]
    assert (found["originals"]["pro"], found["originals"]["anti"], found["originals"]["gap"]) == (1.0, 0.0, 1.0)
    assert [one["after"]["name"] for one in found["results"]] == ["typos", "word-case"]
    sections = {section.heading for section in report.view.sections}
    assert "Stereotypes" in sections
    plain = hr.run(model, hr.Suite.build(winobias_rows().remove_columns("stereotype"), TASK, ["typos"]))
    assert "stereotypes" not in plain.record.get("analysis", {})


@pytest.mark.slow
def test_real_rows():
    path = Path(DATA or "", "coref/gap_development.jsonl")
    if DATA is None or not path.exists():
        pytest.skip("HF_ROBUST_TEST_DATA does not name a folder with coref/gap_development.jsonl")
    lines = path.read_text("utf-8").splitlines()[:20]
    check_suite(hr.Suite.build(with_layout(Dataset.from_list(list(map(json.loads, lines))), "coref"), TASK))
