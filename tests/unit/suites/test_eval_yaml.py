"""Benchmark files keep to the schema of the Hub, whatever the task and its columns."""

import json

import pytest
import yaml
from datasets import ClassLabel, Dataset, Features, Value
from minihub_schemas import faults

import hf_robust as hr

TEXT = {"text": Value("string")}
PAIR = {"premise": Value("string"), "hypothesis": Value("string")}
SENTENCES = ["A wonderful film about people.", "A dreadful film about people."] * 4


def folder_of(tmp_path, columns, label, values, task, texts):
    rows = {**dict.fromkeys(columns, texts), "label": values}
    data = Dataset.from_dict(rows, features=Features({**columns, "label": label}))
    suite = hr.Suite.build(data, task, ["word-case", "keyboard"])
    suite.fill_folder(tmp_path, repo="me/suite")
    return tmp_path


CASES = {
    "numbers with names": (TEXT, ClassLabel(names=["bad {x}", "good"]), [1, 0] * 4, "sentiment-classification"),
    "names": (TEXT, Value("string"), ["good", "bad"] * 4, "sentiment-classification"),
    "topics": (TEXT, Value("string"), ["sports", "world"] * 4, "text-classification"),
    "pairs": (PAIR, ClassLabel(names=["entailment", "neutral", "contradiction"]), [0, 1] * 4, "nli"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_file_keeps_to_the_schema_and_asks_for_what_the_column_holds(case, tmp_path):
    columns, label, values, task = CASES[case]
    folder = folder_of(tmp_path, columns, label, values, hr.task(task), SENTENCES)
    data = (folder / "eval.yaml").read_bytes()
    assert faults("eval.yaml", data) == [] and faults("README.md", (folder / "README.md").read_bytes()) == []
    for one in yaml.safe_load(data)["tasks"]:
        spec = one["field_spec"]
        assert spec["target"] == "label" and spec["input"] == next(iter(columns))
        rows = Dataset.from_parquet(str(folder / one["config"] / f"{one['split']}.parquet"))
        template = one["solvers"][0]["args"]["template"]
        given = {name: rows[0][name] for name in spec.get("metadata", [])}
        asked = template.format(prompt=rows[0][spec["input"]], **given)
        assert all(rows[0][name] in asked for name in columns)
        answers = {str(value) for value in rows["label"]}
        assert answers and all(answer in asked.rsplit("nothing else: ")[1] for answer in answers)


def test_suites_of_other_tasks_have_no_file(tmp_path):
    tokens = {"tokens": [["Anna", "lives", "in", "Rome"]] * 3, "ner_tags": [["B-PER", "O", "O", "B-LOC"]] * 3}
    suite = hr.Suite.build(Dataset.from_dict(tokens), hr.task("ner"), ["keyboard"])
    suite.fill_folder(tmp_path, repo="me/suite")
    assert json.loads((tmp_path / "suite.json").read_text()) and not (tmp_path / "eval.yaml").exists()


GOOD = {
    "name": "x",
    "description": "y",
    "evaluation_framework": "inspect-ai",
    "tasks": [
        {
            "id": "a",
            "field_spec": {"input": "text", "target": "label"},
            "solvers": [{"name": "generate"}],
            "scorers": [{"name": "match"}],
        }
    ],
}
BAD = {
    "evaluation_framework is invalid": {"evaluation_framework": "hf-robust"},
    "field_spec is required": {"tasks": [{"id": "a"}]},
    "name is required": {"tasks": [{**GOOD["tasks"][0], "solvers": [{}]}]},
    "solvers[0].name is invalid": {"tasks": [{**GOOD["tasks"][0], "solvers": [{"name": "guess"}]}]},
    "scorers is empty": {"tasks": [{**GOOD["tasks"][0], "scorers": []}]},
    "distinct ids": {"tasks": GOOD["tasks"] * 2},
}


@pytest.mark.parametrize("said", BAD)
def test_the_schema_of_the_stand_in_refuses_what_the_hub_refuses(said):
    assert faults("eval.yaml", yaml.safe_dump(GOOD).encode()) == []
    assert any(said in fault for fault in faults("eval.yaml", yaml.safe_dump({**GOOD, **BAD[said]}).encode()))


RESULT = {"dataset": {"id": "me/x", "task_id": "a"}, "value": 3.5}
METADATA = {"name": "m", "results": [{"task": {"type": "x"}, "dataset": {"name": "d", "type": "me/d"}, "metrics": []}]}


@pytest.mark.parametrize(
    "bad", [{"value": "3"}, {"dataset": {"id": "me/x"}}, {"date": "soon"}, {"source": {"name": "x"}}, {"other": 1}]
)
def test_results_are_checked(bad):
    assert faults(".eval_results/a.yaml", yaml.safe_dump([RESULT]).encode()) == []
    assert faults(".eval_results/a.yaml", yaml.safe_dump([{**RESULT, **bad}]).encode())


@pytest.mark.parametrize("bad", [{"results": 3}, {"results": [{"task": {}}]}, {"results": [{}]}])
def test_metadata_of_cards_are_checked(bad):
    def card(model):
        return f"---\n{yaml.safe_dump({'model-index': [model]})}---\n# X\n".encode()

    assert faults("README.md", card(METADATA)) == [] and faults("README.md", b"# no metadata\n") == []
    assert faults("README.md", card({**METADATA, **bad}))
