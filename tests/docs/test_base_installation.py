"""What ``pip install hf-robust`` alone can do, and what it says where an extra is missing."""

import json
import re

import pytest
from installed_packages import DEPENDENCIES, EXTRAS, ROOT, environment, run_in
from packaging.requirements import Requirement

from hf_robust.core import extras
from hf_robust.core.errors import MissingExtra

WORKS = """
import os, sys
os.chdir(sys.argv[2])
import datasets
datasets.disable_progress_bars()
import hf_robust as hr
from click.testing import CliRunner
from hf_robust.cli import main

task = hr.task("sentiment-classification")
reviews = hr.demo_reviews().select(range(6))
noisy = reviews.map(hr.Perturb("keyboard", task, seed=7), batched=True)
assert noisy[0]["text"] != reviews[0]["text"] and len(noisy) == 6
suite = hr.Suite.build(reviews, task, ["keyboard", "word-case"])
suite.save("suite")
hr.run(lambda texts: ["positive" for text in texts], hr.Suite.load("suite")).save("report")
assert os.path.getsize("report/report.html") > 10_000
for line in ("--version", "list", "doctor", "docs tasks", "docs --html site", "run --help", "show keyboard"):
    done = CliRunner().invoke(main, line.split())
    assert done.exit_code == 0, (line, done.output, done.exception)
heavy = {"torch", "transformers", "spacy", "nltk", "lemminflect", "evaluate", "accelerate"} & sys.modules.keys()
assert not heavy, heavy
print("all works")
"""
REFUSES = """
import json
from hf_robust.core.errors import MissingExtra, MissingResource

rows = hr.demo_reviews().select(range(4))
suite = hr.Suite.build(rows, task, ["keyboard"])
calls = {
    "annotated transformation": lambda: hr.Suite.build(rows, task, ["tense"]),
    "word forms": lambda: __import__("hf_robust.language.english.lemminflect_forms"),
    "capabilities": lambda: hr.CapabilitySuite.build("sentiment-classification", hr.demo_sentences(), task),
    "embedded model": lambda: hr.run(None, suite),
    "model of the Hub": lambda: hr.run("me/my-model", suite),
    "training": lambda: hr.AugmentCallback,
    "importance": lambda: hr.root_cause(None, rows[0], task),
    "metric": lambda: hr.load_metric("robustness_gap"),
}
said = {}
for name, call in calls.items():
    try:
        call()
    except (MissingExtra, MissingResource) as error:
        said[name] = str(error)
print(json.dumps(said))
"""
# each transformation on the rows that the tests have for each task
TRANSFORMATIONS = """
from pathlib import Path
from hf_robust.core.errors import RobustError
from hf_robust.transforms.transformation_registry import transformations
from hf_robust.tasks import TASKS

raw, refused = [], set()
for language in ("en", "zh"):
    folder = Path(sys.argv[1]) if language == "en" else Path(sys.argv[1]) / language
    for file in sorted(folder.glob("*.jsonl")):
        if file.stem not in TASKS:
            continue
        task = hr.task(file.stem, language=language)
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()[:2]]
        for name in transformations.names():
            try:
                hr.Perturb(name, task)({key: [row.get(key) for row in rows] for key in rows[0]})
            except RobustError as error:
                refused.add(type(error).__name__)
                if "ModuleNotFoundError" in str(error):
                    raw.append([language, file.stem, name, str(error)])
            except Exception as error:
                raw.append([language, file.stem, name, repr(error)])
print(json.dumps([raw, sorted(refused)]))
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> list[str]:
    """What each part of the code prints last, in one process: its start takes longer than two of them."""
    packages, folder = environment(tmp_path_factory.mktemp("environment")), tmp_path_factory.mktemp("works")
    rows = str(ROOT / "tests" / "task_rows")
    done = run_in(packages, WORKS + REFUSES + TRANSFORMATIONS, [rows, str(folder)])
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()[-3:]


def test_the_table_of_extras_is_that_of_the_project():
    base = {Requirement(line).name.lower() for line in DEPENDENCIES}
    for package, extra in extras.EXTRAS.items():
        assert package in {Requirement(line).name for line in EXTRAS[extra]} and package not in base


def test_the_readme_names_each_extra():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| extra |")[2].partition("\n\n")[0]
    named = {name for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[1])}
    assert named == EXTRAS.keys() - {"dev"}


def test_all_has_each_extra():
    (everything,) = map(Requirement, EXTRAS["all"])
    assert everything.extras == EXTRAS.keys() - {"all", "dev"}


def test_need_names_the_command(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "torch" else name)
    extras.need("transformers", "spacy")
    with pytest.raises(MissingExtra, match=r"'torch' is not installed; run: pip install 'hf-robust\[models\]'"):
        extras.need("transformers", "torch")


def test_other_missing_modules_are_no_extra():
    error = ModuleNotFoundError("No module named 'my_own'", name="my_own")
    assert extras.missing(error) is error
    assert "hf-robust[annotation]" in str(extras.missing(ModuleNotFoundError(name="spacy.tokens")))


def test_perturbations_suites_and_reports_work(printed):
    assert printed[0] == "all works"


def test_what_needs_an_extra_says_so(printed):
    said = json.loads(printed[1])
    named = {name: message.partition("run: ")[2] for name, message in said.items()}
    annotation, models, metrics = (f"pip install 'hf-robust[{one}]'" for one in ("annotation", "models", "metrics"))
    assert named == {
        "annotated transformation": annotation,
        "word forms": annotation,
        "capabilities": "pip install 'hf-robust[embedded]'",
        "embedded model": models,
        "model of the Hub": models,
        "training": models,
        "importance": models,
        "metric": metrics,
    }


@pytest.mark.slow
def test_no_transformation_fails_without_a_reason(printed):
    raw, refused = json.loads(printed[2])
    assert raw == []
    assert "MissingExtra" in refused
