"""The output of each version of each transformation, line by line, so that suites stay comparable.

``pytest tests/golden --update-golden`` writes the files of what has none or another version.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from corpus import doc, parse
from golden_inputs import INPUTS, INPUTS_OF, PARAMETERS, WITHOUT
from row_samples import ROW_NAMES, data_of, rows_of

import hf_robust as hr
from hf_robust.core.doc import Neighbors
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.language import resources
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).parent
ALL = tuple(name for name in transformations.names() if name not in WITHOUT)
NAMES = tuple(name for name in ALL if name not in ROW_NAMES)
FOLLOWING = Neighbors(
    (("It", "rained", "in", "Oslo", "."), ("Nobody", "came", ".")), (("O", "O", "O", "B-LOC", "O"), ("O",) * 3)
)
ON_TOKENS = {
    *("entity-typos", "concat-sentences"),
    *("swap-entity-oov", "swap-entity-cross-category", "swap-entity-longer"),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}@{transformations.get(name).version}.jsonl"


def output(name: str, case: dict) -> dict:
    """What comes out for one input: a text, or the reason why there is none."""
    transformation = transformations.get(name)(**case["params"])
    document = doc(parse(case["input"]), case["tokens"], neighbors=FOLLOWING)
    rng = row_rng(case["seed"], transformation.signature, document.text, "text")
    try:
        return {"output": apply(document.text, list(transformation.edits(document, rng))), "reason": None}
    except NotApplicable as reason:
        return {"output": None, "reason": str(reason)}


def cases(name: str) -> list[dict]:
    options = PARAMETERS.get(name, [{}])
    return [
        {
            "input": line,
            "tokens": name in ON_TOKENS or place % 3 == 2,
            "seed": place,
            "params": options[place % len(options)],
        }
        for place, line in enumerate(INPUTS_OF.get(name, INPUTS).strip().splitlines())
    ]


def recorded(name: str, request: pytest.FixtureRequest, made: Callable[[], list[dict]]) -> list[dict]:
    """The lines of the file of a transformation; written anew from those that are made, where the user says so."""
    try:
        resources.require(transformations.get(name).resources, name)
    except LookupError as error:
        pytest.skip(str(error))
    path = path_of(name)
    if request.config.getoption("--update-golden"):
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in made()), encoding="utf-8")
    assert path.is_file(), f"{path.name} is absent; run: pytest tests/golden --update-golden"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) == 10
    return lines


def changed(name: str, number: int) -> str:
    """What is said of a line that comes out differently."""
    made = transformations.get(name)
    return (
        f"{path_of(name).name}, line {number}: the output changed and the version did not. Suites that were built with "
        f"version {made.version} can no longer be rebuilt: if the change is meant, give {made.__name__} another "
        f"`version` and type: pytest tests/golden --update-golden"
    )


@pytest.mark.parametrize("name", NAMES)
def test_output_is_what_it_was(name, request):
    lines = recorded(name, request, lambda: [{**case, **output(name, case)} for case in cases(name)])
    for number, line in enumerate(lines, start=1):
        case = {key: line[key] for key in ("input", "tokens", "seed", "params")}
        assert {**case, **output(name, case)} == line, changed(name, number)


def test_every_file_belongs_to_a_version():
    known = {path_of(name).name for name in ALL}
    found = {path.name for path in FOLDER.glob("*.jsonl")}
    strange = {file for file in found - known if file.split("@")[0] not in ALL}
    assert not strange, f"no transformation is named as these files: {sorted(strange)}"
    assert known <= found, f"no golden file for {sorted(known - found)}; run: pytest tests/golden --update-golden"


@pytest.mark.parametrize("name", NAMES)
def test_most_inputs_change(name):
    """A golden file that records only texts as they were would hold nothing."""
    lines = [json.loads(line) for line in path_of(name).read_text(encoding="utf-8").splitlines()]
    texts = [(line["output"], doc(parse(line["input"]), line["tokens"]).text) for line in lines]
    assert sum(bool(new) and new != old for new, old in texts) >= 4


# --- transformations of whole rows


def row_cases(name: str) -> list[dict]:
    options = PARAMETERS.get(name, [{}])
    tasks = list(transformations.get(name).effects)
    return [
        {"task": tasks[place % len(tasks)], "row": place, "seed": place, "params": options[place % len(options)]}
        for place in range(10)
    ]


def row_output(name: str, case: dict) -> dict:
    """What becomes of one row: the values that are new, or the reason why there are none."""
    data, task = data_of(name, case["task"])
    one = data.select([case["row"]])[:]
    out = hr.Perturb(name, task, seed=case["seed"], keep="all", **case["params"])(one)
    new = {column: out[column][0] for column in task.columns.values() if column in out and out[column] != one[column]}
    (record,) = out["robust"]
    return {"status": record["status"], "reason": record["reason"], "new": new}


@pytest.mark.parametrize("name", ROW_NAMES)
def test_rows_become_what_they_became(name, request):
    lines = recorded(name, request, lambda: [{**case, **row_output(name, case)} for case in row_cases(name)])
    assert sum(line["status"] == "changed" for line in lines) >= 4, "most rows should change"
    for number, line in enumerate(lines, start=1):
        case = {key: line[key] for key in ("task", "row", "seed", "params")}
        assert case["row"] < len(rows_of(name, case["task"]))
        assert {**case, **row_output(name, case)} == line, changed(name, number)
