"""What each transformation does to the label of each task is decided by somebody, never by default.

``effects.csv`` holds the decisions: one row a transformation, one column a task, ``-`` for "does not apply".
``pytest tests/contract/test_effects.py --update-golden`` writes the row of a new transformation. The column of a new
task is written by hand: each transformation is decided for itself, in its ``effects`` and here.
"""

import csv
import subprocess
import sys
from pathlib import Path

import pytest

from hf_robust.tasks import TASKS
from hf_robust.transforms.transformation_registry import transformations

TABLE = Path(__file__).with_name("effects.csv")
NAMES = transformations.names()


def decisions():
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row.pop("transformation"): row for row in csv.DictReader(file)}


def declared(name, tasks):
    effects = transformations.get(name).effects
    return {task: str(effects.get(task, "-")) for task in tasks}


@pytest.fixture(scope="module")
def decided(request):
    found = decisions()
    if request.config.getoption("--update-golden"):
        tasks = list(next(iter(found.values())))
        found = {name: declared(name, tasks) for name in NAMES}
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, ["transformation", *tasks], lineterminator="\n")
            table.writeheader()
            table.writerows({"transformation": name, **row} for name, row in found.items())
    return found


def undecided(name, tasks, found):
    return sorted(task for task in tasks if not found.get(name, {}).get(task))


@pytest.mark.parametrize("name", NAMES)
def test_every_task_is_decided(name, decided):
    missing = undecided(name, TASKS, decided)
    assert not missing, f"decide what {name} does to the label of {', '.join(missing)}: in `effects` and {TABLE.name}"
    assert declared(name, TASKS) == decided[name]


def test_no_decision_is_about_what_is_not_there(decided):
    assert set(decided) == set(NAMES)
    assert {task for row in decided.values() for task in row} == set(TASKS)


def test_a_task_nobody_decided_on_is_found(decided):
    assert undecided("keyboard", [*TASKS, "irony-detection"], decided) == ["irony-detection"]


# in a process of its own: the effects are made when the transformations are imported, and the task must be there before
_WITH_ANOTHER_TASK = """
from hf_robust.tasks import TASKS, task
from hf_robust.tasks.classification import Classification

TASKS.register(Classification("irony-detection", ("text",), ("label",), measure="accuracy"))

from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.chains import applicable

applies = [name for name in transformations if "irony-detection" in transformations[name].effects]
print(len(transformations.names()), applies)
print(applicable(task("irony-detection")), len(applicable(task("text-classification"))) > 20)
"""


def test_nothing_applies_to_a_task_that_is_added():
    done = subprocess.run([sys.executable, "-c", _WITH_ANOTHER_TASK], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.splitlines() == [f"{len(NAMES)} []", "() True"]
