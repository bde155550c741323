"""After every transformation the gold columns of a row fit its texts, by a checker that reads the record alone."""

import json

import pytest
from chinese_rows import FOLDER as CHINESE
from datasets import Dataset
from default_suites import default_suite
from gold_checker import CHECKED, faults
from row_samples import FOLDER

import hf_robust as hr

FOLDERS = {"en": FOLDER, "zh": CHINESE}
TAGGED = [
    ("Anna Berg left the old town of Bergen in 1998 .", "B-PER I-PER O O O O O B-LOC O O O"),
    ("He did not work for Acme Bank , said Tom .", "O O O O O B-ORG I-ORG O O B-PER O"),
    ("The prices in Oslo and Lima were very good .", "O O O B-LOC O B-LOC O O O O"),
]
PAIRS = [  # one language after the other, so that the models of both are not read by turns
    (task, code)
    for code, folder in FOLDERS.items()
    for task in CHECKED
    if (folder / f"{task}.jsonl").is_file() or (task, code) == ("named-entity-recognition", "en")
]


def rows_of(task, code):
    if (task, code) == ("named-entity-recognition", "en"):
        return [{"tokens": words.split(), "ner_tags": tags.split()} for words, tags in TAGGED]
    lines = (FOLDERS[code] / f"{task}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), PAIRS)
def test_gold_fits_the_text_after_every_transformation(name, code, tmp_path):
    suite = default_suite(rows_of(name, code)[::2], hr.task(name, language=code), tmp_path / "suite")
    assert sum(map(len, suite.entries.values())) > len(suite.entries)
    for entry in suite.entries.values():
        for before, after in zip(entry.original, entry.perturbed):
            assert faults(suite.task, before, after) == [], entry.name


PLANTED = {
    "extractive-qa": lambda row: row["answers"].update(answer_start=[at + 1 for at in row["answers"]["answer_start"]]),
    "aspect-based-sentiment-analysis": lambda row: row["aspects"][0].update(start=row["aspects"][0]["start"] + 1),
    "winograd-schema": lambda row: row["pronoun"].update(start=row["pronoun"]["start"] - 1),
    "named-entity-recognition": lambda row: row["ner_tags"].insert(0, row["ner_tags"].pop()),
    "part-of-speech": lambda row: row["pos_tags"].insert(0, row["pos_tags"].pop()),
    "parsing": lambda row: row["heads"].insert(0, row["heads"].pop()),
    "relation-extraction": lambda row: row.update(subject=[one - 1 for one in row["object"]]),
    "word-sense-disambiguation": lambda row: row.update(target=[one - 1 for one in row["target"]]),
    "coreference-resolution": lambda row: row["clusters"][0].append(row["clusters"][1][0]),
}


@pytest.mark.parametrize("name", CHECKED)
def test_the_checker_finds_gold_that_did_not_move(name):
    suite = hr.Suite.build(Dataset.from_list(rows_of(name, "en")), hr.task(name), ["typos"])
    entry, found = suite["typos"], 0
    for before, after in zip(entry.original, entry.perturbed):
        assert faults(suite.task, before, after) == []
        PLANTED[name](after)
        found += bool(faults(suite.task, before, after))
    assert found >= len(entry) * 0.7 > 0
