"""Suites as tasks of other harnesses: files that the harness reads, in which each row leads back to the suite."""

import json
import runpy
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from datasets import load_dataset
from harness_samples import KINDS, questions_of, suite_of

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import UnknownNameError, UsageError


class _Loader(yaml.SafeLoader):
    """Reads the names of functions as texts."""


_Loader.add_constructor("!function", lambda loader, node: loader.construct_scalar(node))


def tasks_in(folder):
    """The YAML files of a folder, by what they name."""
    found = [yaml.load(path.read_text("utf-8"), _Loader) for path in Path(folder).glob("*.yaml")]
    return {one.get("task") if isinstance(one.get("task"), str) else one["group"]: one for one in found}


def rows_in(path):
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines()]


@pytest.mark.parametrize("generate", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_lm_eval_tasks_hold_all_questions(kind, generate, tmp_path):
    suite, questions = suite_of(kind), questions_of(kind)
    hr.export_suite(suite, "lm-eval", tmp_path, name="mine", generate=generate)
    tasks = tasks_in(tmp_path)
    group = tasks.pop("mine")
    assert sorted(group["task"]) == sorted(tasks)
    found = {}
    for name, task in tasks.items():
        rows = rows_in(tmp_path / task["dataset_kwargs"]["file"])
        found |= {row["id"]: row for row in rows}
        assert {task[key] for key in ("doc_to_text", "doc_to_target")} <= rows[0].keys()
        assert task["custom_dataset"] == "hf_robust_rows.load" and task["task"] == name
        assert task["output_type"] == ("multiple_choice" if questions.choices and not generate else "generate_until")
    asked = {str(one.location): one for one in questions}
    assert found.keys() == asked.keys()
    for place, row in found.items():
        assert row["prompt"] == asked[place].prompt
        right = [row["choices"][row["target"]]] if "choices" in row else row["target"]
        assert tuple(right) == asked[place].answers
        assert row["robust"]["suite"] == suite.content_hash
        assert (row["robust"]["transformation"], row["robust"]["split"], row["robust"]["row"]) == asked[place].location


def test_the_reader_of_rows_finds_them_wherever_the_folder_is(tmp_path):
    hr.export_suite(suite_of("labels"), "lm-eval", tmp_path / "here", name="mine")
    moved = (tmp_path / "here").rename(tmp_path / "there")
    load = runpy.run_path(str(moved / "hf_robust_rows.py"))["load"]
    data = load(file="mine_word_case.jsonl", version=1.0)
    direct = load_dataset("json", data_files={"test": str(moved / "mine_word_case.jsonl")})
    assert data["test"].to_list() == direct["test"].to_list()


def test_a_system_message_stands_before_the_prompt(tmp_path):
    prompts = tmp_path / "mine.yaml"
    prompts.write_text(
        "task: sentiment-classification\nversion: 1\ninputs: [text]\nsystems: ['You label texts.']\n"
        "instructions: ['Choose: {labels}.']\nformats: ['{text}']\n",
        encoding="utf-8",
    )
    hr.export_suite(suite_of("labels"), "lm-eval", tmp_path / "out", name="mine", prompt=prompts)
    task = tasks_in(tmp_path / "out")["mine_originals"]
    assert task["description"] == "You label texts.\n\n"
    first = rows_in(tmp_path / "out" / "mine_originals.jsonl")[0]
    assert first["prompt"].startswith("Choose: negative, positive.\n")


def test_names_of_tasks_differ_where_transformations_are_named_alike(tmp_path):
    entries = ["word-case", {"name": "keyboard", "rate": 0.1}, {"name": "keyboard", "rate": 0.3}]
    suite = hr.Suite.build(hr.demo_reviews().select(range(3)), "sentiment-classification", entries)
    hr.export_suite(suite, "lm-eval", tmp_path, name="mine")
    assert len(tasks_in(tmp_path)) == 1 + 1 + len(suite)


def test_wrong_calls_write_nothing(tmp_path):
    suite = suite_of("labels")
    with pytest.raises(UnknownNameError, match="unknown harness 'lm_eval'; did you mean lm-eval"):
        hr.export_suite(suite, "lm_eval", tmp_path)
    with pytest.raises(UsageError, match="expected a name of small letters.*use 'my_task'"):
        hr.export_suite(suite, "lm-eval", tmp_path, name="My task")
    with pytest.raises(UsageError, match="expected a robustness suite, found Dataset"):
        hr.export_suite(hr.demo_reviews(), "lm-eval", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_files_of_somebody_else_stay(tmp_path):
    other = tmp_path / "mine_originals.jsonl"
    other.write_text('{"text": "my thesis"}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="hf_robust did not write it"):
        hr.export_suite(suite_of("labels"), "lm-eval", tmp_path, name="mine")
    assert [path.name for path in tmp_path.iterdir()] == [other.name]
    hr.export_suite(suite_of("labels"), "lm-eval", tmp_path, name="mine", overwrite=True)
    hr.export_suite(suite_of("labels"), "lm-eval", tmp_path, name="mine")
    assert "thesis" not in other.read_text("utf-8")


def test_the_command_names_what_to_type_next(tmp_path):
    suite_of("labels").save(tmp_path / "suite")
    arguments = ["export", "lm-eval", str(tmp_path / "suite"), "--out", str(tmp_path / "task"), "--name", "mine"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert f"--tasks mine --include_path {tmp_path / 'task'}" in result.output
    assert rows_in(tmp_path / "task" / "mine_originals.jsonl")[0]["robust"]["source"] == str(tmp_path / "suite")
    wrong = CliRunner().invoke(main, ["export", "lmeval", str(tmp_path / "suite"), "--out", str(tmp_path / "other")])
    assert wrong.exit_code == 2 and "did you mean lm-eval" in wrong.output
