"""Benchmark files keep to the schema of the Hub, whatever the task and its columns."""

import base64
import json

import pytest
import yaml
from capability_samples import suite as capability_suite
from datasets import ClassLabel, Dataset, Features, Value
from harness_samples import questions_of, suite_of
from huggingface_hub import DatasetCard
from minihub import WRITE, MiniHub
from minihub_schemas import faults
from minihub_store import Request

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


@pytest.mark.parametrize("kind", ["entities", "questions", "relations", "aspects", "chinese-entities"])
def test_rows_without_columns_of_strings_are_asked_about_in_configs_of_their_own(kind, tmp_path):
    suite, questions = suite_of(kind), questions_of(kind)
    suite.fill_folder(tmp_path, repo="me/suite")
    card = (tmp_path / "README.md").read_bytes()
    assert faults("eval.yaml", (tmp_path / "eval.yaml").read_bytes()) == [] and faults("README.md", card) == []
    places = {one["config_name"]: one["data_files"] for one in DatasetCard(card.decode()).data.configs}
    tasks = yaml.safe_load((tmp_path / "eval.yaml").read_text("utf-8"))["tasks"]
    assert [task["id"] for task in tasks] == list(suite)
    for task in tasks:
        (file,) = places[task["config"]]
        assert file["split"] == task["split"] == "perturbed"
        rows, asked = Dataset.from_parquet(str(tmp_path / file["path"])), list(questions.of(task["id"], "perturbed"))
        assert rows["id"] == [one.source_id for one in asked]
        assert rows[task["field_spec"]["input"]] == [one.prompt for one in asked]
        assert rows[task["field_spec"]["target"]] == [one.answers[0] for one in asked]
    assert hr.Suite.load(tmp_path).content_hash == suite.content_hash


def test_the_scores_of_inspect_fit_the_answers(tmp_path):
    found = {kind: suite_of(kind).benchmark().asked["scorers"] for kind in ("entities", "questions", "relations")}
    exact = [{"name": "match", "args": {"location": "exact"}}]
    assert found == {"entities": exact, "questions": [{"name": "f1"}, {"name": "exact"}], "relations": exact}


TAGS = {"tokens": [["Anna", "lives", "in", "Rome"]] * 3, "pos_tags": [["NOUN", "VERB", "ADP", "NOUN"]] * 3}


def test_suites_that_inspect_cannot_ask_about_have_no_file_and_say_why(tmp_path):
    tags = hr.Suite.build(Dataset.from_dict(TAGS), hr.task("part-of-speech"), ["keyboard"])
    wanted = {
        "cannot be asked for the answers of part-of-speech": tags,
        "no scorer for the measure of translation": suite_of("translation"),
        "cannot ask about the rows of a suite of edits": hr.EditsSuite.of(suite_of("labels")),
        "cannot ask about the rows of a capability suite": capability_suite(),
    }
    for number, (said, suite) in enumerate(wanted.items()):
        assert said in suite.benchmark().reason
        (tmp_path / str(number)).mkdir()
        suite.fill_folder(tmp_path / str(number), repo="me/suite")
        assert (tmp_path / str(number) / "suite.json").exists() and not list(tmp_path.glob(f"{number}/eval.yaml"))


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
    "field_spec.metadata is invalid: 3": {
        "tasks": [{**GOOD["tasks"][0], "field_spec": {"input": "text", "target": "label", "metadata": [3]}}]
    },
    "field_spec.target is invalid: 3": {"tasks": [{**GOOD["tasks"][0], "field_spec": {"input": "text", "target": 3}}]},
    "epochs is invalid: 0": {"tasks": [{**GOOD["tasks"][0], "epochs": 0}]},
    "epoch_reducer is invalid: 'best'": {"tasks": [{**GOOD["tasks"][0], "epoch_reducer": "best"}]},
    "tasks[0].metric is unknown": {"tasks": [{**GOOD["tasks"][0], "metric": "f1"}]},
    "eval.yaml.description is required": {"description": ...},
    "eval.yaml.tasks is invalid": {"tasks": "a"},
    "scorers is empty": {"tasks": [{**GOOD["tasks"][0], "scorers": []}]},
    "distinct ids": {"tasks": GOOD["tasks"] * 2},
}


def with_fault(good, bad):
    """What is sound with a fault; three dots stand for a key that is missing."""
    return {key: value for key, value in {**good, **bad}.items() if value is not ...}


@pytest.mark.parametrize("said", BAD)
def test_the_schema_of_the_stand_in_refuses_what_the_hub_refuses(said):
    assert faults("eval.yaml", yaml.safe_dump(GOOD).encode()) == []
    assert any(said in fault for fault in faults("eval.yaml", yaml.safe_dump(with_fault(GOOD, BAD[said])).encode()))


RESULT = {"dataset": {"id": "me/x", "task_id": "a"}, "value": 3.5}
BAD_RESULTS = {
    "value is invalid: '3'": {"value": "3"},
    "value is invalid: inf": {"value": float("inf")},
    "value is required": {"value": ...},
    "dataset.task_id is required": {"dataset": {"id": "me/x"}},
    "dataset.id is invalid: 'films'": {"dataset": {"id": "films", "task_id": "a"}},
    "date is no ISO 8601 date": {"date": "soon"},
    "source.url is required": {"source": {"name": "x"}},
    "other is unknown": {"other": 1},
    "evaluation_framework is invalid: 'hf-robust'": {"evaluation_framework": "hf-robust"},
}


@pytest.mark.parametrize("said", BAD_RESULTS)
def test_results_are_checked(said):
    assert faults(".eval_results/a.yaml", yaml.safe_dump([RESULT]).encode()) == []
    found = faults(".eval_results/a.yaml", yaml.safe_dump([with_fault(RESULT, BAD_RESULTS[said])]).encode())
    assert any(said in fault for fault in found)


INDEX = {"name": "m", "results": [{"task": {"type": "x"}, "dataset": {"name": "d", "type": "me/d"}, "metrics": []}]}
CARD = {"model-index": [INDEX], "license": "mit", "language": ["en"], "configs": [{"config_name": "a"}], "tags": ["x"]}
BAD_CARDS = {
    "model-index.results is invalid: 3": {"model-index": [{**INDEX, "results": 3}]},
    "model-index.results[0].dataset is required": {"model-index": [{**INDEX, "results": [{"task": {}}]}]},
    "model-index is invalid": {"model-index": "m"},
    "license is invalid: 'free'": {"license": "free"},
    "language is invalid: 'English'": {"language": ["English"]},
    "size_categories is invalid: 'small'": {"size_categories": ["small"]},
    "tags is invalid: 3": {"tags": [3]},
    "configs.config_name is required": {"configs": [{}]},
    "configs.data_files.path is required": {"configs": [{"config_name": "a", "data_files": [{"split": "test"}]}]},
}


@pytest.mark.parametrize("said", BAD_CARDS)
def test_metadata_of_cards_are_checked(said):
    def card(metadata):
        return f"---\n{yaml.safe_dump(metadata)}---\n# X\n".encode()

    assert faults("README.md", card(CARD)) == [] and faults("README.md", b"# no metadata\n") == []
    assert any(said in fault for fault in faults("README.md", card({**CARD, **BAD_CARDS[said]})))


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("eval.yaml", {**GOOD, "evaluation_framework": "hf-robust"}, "evaluation_framework is invalid: 'hf-robust'"),
        (".eval_results/a.yaml", [{**RESULT, "value": "3"}], "value is invalid: '3'"),
    ],
)
def test_a_commit_with_a_fault_is_refused_by_name(path, data, said):
    hub = MiniHub()
    hub.close()  # no request comes by the network
    hub.model("me/x", {"README.md": b"# X\n"})
    content = base64.b64encode(yaml.safe_dump(data).encode()).decode()
    lines = [{"key": "header", "value": {"summary": "x"}}, {"key": "file", "value": {"path": path, "content": content}}]
    body = "\n".join(map(json.dumps, lines)).encode()
    token = {"Authorization": f"Bearer {WRITE}"}
    answer = hub.serve(Request("POST", "/api/models/me/x/commit/main", {}, token, body))
    assert answer.status == 400 and f"Invalid metadata in {path}: " in answer.headers["X-Error-Message"]
    assert said in answer.headers["X-Error-Message"] and path not in hub.model("me/x").files()
