"""Every public function, class and method that takes a task also takes the id of a task."""

import inspect
import re
from importlib import import_module

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks import AttackRun, GoalFunction, goal_for
from hf_robust.capability import Finds, Search, Seeds, build_seeds, capabilities
from hf_robust.core.errors import UnknownNameError
from hf_robust.scoring import measure_for, measure_on
from hf_robust.slices.rules import Length
from hf_robust.suites import BaseSuite
from hf_robust.tasks import TaskKind

# methods that a subclass overrides and that the package calls with the task of a run
HOOKS = (GoalFunction, hr.Subpopulation, TaskKind)
HOOK_NAMES = ("check_config",)  # of models, in classes of hf_robust.adapters
# what a function returns: the task in it was bound to rows, which gave it columns and label names
OUTCOMES = (AttackRun, BaseSuite, Seeds)

ROOMS = "adapters attacks capability explain language perturb prebuilt reports scoring slices suites tasks training"
PACKAGES = ["hf_robust", *(f"hf_robust.{room}" for room in f"{ROOMS} transforms".split())]


def parameters_of(function):
    """The parameters annotated with a task, by name."""
    try:
        parameters = inspect.signature(function).parameters
    except (TypeError, ValueError):  # of C code
        return {}
    annotated = {name: str(one.annotation) for name, one in parameters.items()}
    return {name: text for name, text in annotated.items() if re.search(r"\bTask\b", text)}


def is_hook(cls, name):
    constructs = name in ("__init__", "__new__")
    return name in HOOK_NAMES or (issubclass(cls, OUTCOMES) if constructs else issubclass(cls, HOOKS))


def public_callables():
    """Functions, constructors and methods of all public packages that have a parameter annotated with a task."""
    found = {}
    for package in PACKAGES:
        for name in getattr(import_module(package), "__all__", ()):
            value = getattr(import_module(package), name)
            if not inspect.isclass(value):
                found.setdefault(name, value)
                continue
            for member in dir(value):
                if (member == "__init__" or not member.startswith("_")) and not is_hook(value, member):
                    found.setdefault(f"{name}.{member}", getattr(value, member))
    return {name: value for name, value in found.items() if parameters_of(value)}


CALLABLES = public_callables()


def test_the_search_finds_what_takes_a_task():
    assert len(CALLABLES) >= 48
    assert {"Perturb.__init__", "Suite.build", "attack", "as_predictor", "Attack.on", "annotate"} <= set(CALLABLES)


@pytest.mark.parametrize("name", CALLABLES)
def test_the_types_say_that_an_id_is_taken(name):
    assert all("str" in text for text in parameters_of(CALLABLES[name]).values())


@pytest.mark.parametrize("name", CALLABLES)
def test_a_wrong_id_is_one_error_before_anything_else_is_read(name):
    function = CALLABLES[name]
    owner = getattr(import_module(function.__module__), function.__qualname__.partition(".")[0])
    arguments = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == "self":
            arguments["self"] = object.__new__(owner)
        elif parameter.default is inspect.Parameter.empty and parameter.kind < inspect.Parameter.VAR_POSITIONAL:
            arguments[parameter.name] = given(name, parameter.name)
    arguments["task"] = "sentiment-clasification"
    with pytest.raises(UnknownNameError, match="unknown task 'sentiment-clasification'; did you mean sentiment-class"):
        function(**arguments)


def given(name, parameter):
    """Something of each kind that is not read where the task is refused; where it is passed on, something that fits."""
    fitting = {
        ("Specification.build", "self"): capabilities("sentiment-classification"),
        ("Template.cases", "self"): hr.Template("A {a} film.", a=["dull"]),
        ("run", "suite"): ROWS,
    }
    return fitting.get((name, parameter), object())


TASK = hr.task("sentiment-classification")
NAMED = hr.task("sentiment-classification", label_names=["neg", "pos"])
ROWS = Dataset.from_dict(
    {"text": ["A good film.", "A dull film.", "Not a good story.", "Dull!"] * 2, "label": ["pos", "neg"] * 4}
)
CASES = Dataset.from_dict({"text": ["Dull."], "case": [{"capability": "LC2", "accepted": ["neg"]}]})


def model(texts):
    return ["pos" if "good" in text else "neg" for text in texts]


def mapped(make, rows=ROWS):
    return lambda task: rows.map(make(task), batched=True)[:]


def plain(record):
    """A record without what differs from run to run."""
    if isinstance(record, dict):
        left_out = {"created", "seconds", "hf_robust_version"}
        return {key: plain(value) for key, value in record.items() if key not in left_out}
    return [plain(value) for value in record] if isinstance(record, list) else record


def with_suite(build):
    return lambda task: build(task).content_hash


NOISY = ROWS.map(hr.Perturb("word-case", TASK), batched=True)
# what each gives for a task, in a form that can be compared
RESULTS = {
    "AttackCallback": lambda task: hr.AttackCallback(task).task,
    "Attack": lambda task: hr.Attack("deepwordbug", task, model).task,
    "Attack.on": lambda task: hr.Attack("deepwordbug").on(task, model).task,
    "AugmentCallback": lambda task: hr.AugmentCallback(task, ["word-case"]).recipe,
    "AugmentedDataset": lambda task: hr.AugmentedDataset(ROWS, task, ["word-case"]).augmented_rows(1)[:],
    "CapabilitySuite.build": with_suite(
        lambda task: hr.CapabilitySuite.build("sentiment-classification", ROWS, task, only=["LC6"], expand=False)
    ),
    "Finds": lambda task: ROWS.filter(Finds(Length(most=3), task), batched=True)[:],
    "InSlice": lambda task: ROWS.filter(hr.InSlice("phrase", task, kinds=["negation"]), batched=True)[:],
    "Perturb": mapped(lambda task: hr.Perturb("keyboard", task)),
    "Search": mapped(lambda task: Search({"short": Length(most=3)}, task)),
    "SliceColumns": mapped(lambda task: hr.SliceColumns(task, ["phrase"])),
    "Suite.build": with_suite(lambda task: hr.Suite.build(ROWS, task, ["keyboard", "word-case"])),
    "Validate": mapped(lambda task: hr.Validate(["words-changed"], task), NOISY),
    "WordImportance": mapped(lambda task: hr.WordImportance(model, task, "random")),
    "annotate": lambda task: hr.annotate(ROWS, task, {"pos"})[:],
    "as_predictor": lambda task: hr.as_predictor(model, task).predict([{"text": "good"}]),
    "as_training_rows": lambda task: hr.as_training_rows(CASES, task, ["neg", "pos"])[:],
    "attack": lambda task: plain(hr.attack(model, ROWS, "deepwordbug", task, budget=9).record),
    "bias_suite": lambda task: list(hr.bias_suite(ROWS.add_column("n", range(8)).map(_person), task, ["gender"])),
    "build_seeds": lambda task: build_seeds(capabilities("sentiment-classification"), ROWS, task, only=["LC6"]).counts,
    "combinations": lambda task: hr.combinations(["keyboard", "ocr", "named-entity"], task=task),
    "failure_rates": lambda task: hr.failure_rates(model, CASES, task),
    "goal_for": goal_for,
    "measure_for": measure_for,
    "measure_on": lambda task: measure_on(task, ROWS),
    "root_cause": lambda task: hr.root_cause(model, {"text": "a good film"}, task, accepted="neg").kept,
    "sample_rows": lambda task: hr.sample_rows(ROWS, task, 4)[:],
    "slice_rows": lambda task: hr.slice_rows(ROWS, task, ["label"]).names,
    "subpopulations": lambda task: [row["name"] for row in hr.subpopulations(task)],
    "transformations": lambda task: [row["name"] for row in hr.transformations(task)],
}


def _person(row):
    return {"text": f"He said: {row['text']}"}


@pytest.mark.parametrize("name", RESULTS)
def test_an_id_gives_what_its_task_gives(name):
    assert RESULTS[name]("sentiment-classification") == RESULTS[name](TASK)


@pytest.mark.parametrize("name", ["attack", "slice_rows", "sample_rows", "Suite.build"])
def test_the_columns_tell_which_task_a_category_of_the_hub_is(name):
    tagged = Dataset.from_dict({"tokens": [["A", "dull", "film"]] * 4, "pos_tags": [["DET", "ADJ", "NOUN"]] * 4})
    calls = {
        "attack": lambda task: hr.attack(lambda rows: [["DET"] * 3] * len(rows), tagged, "deepwordbug", task, budget=2),
        "slice_rows": lambda task: hr.slice_rows(tagged, task, ["length"]).names,
        "sample_rows": lambda task: hr.sample_rows(tagged, task, 2)[:],
        "Suite.build": lambda task: hr.Suite.build(tagged, task, ["word-case"]).task.name,
    }

    def outcome(task):
        try:
            return plain(getattr(calls[name](task), "record", None)) or calls[name](task)
        except hr.RobustError as error:
            return str(error)

    assert outcome("token-classification") == outcome(hr.task("part-of-speech"))


def test_a_task_that_is_neither_a_task_nor_an_id_is_refused():
    with pytest.raises(hr.RobustError, match="made with hr.task, or an id such as"):
        hr.Perturb("keyboard", {"name": "sentiment-classification"})
