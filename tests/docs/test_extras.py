"""What README and topics print is run, with nothing but the extra that the README's first command installs."""

import re
from pathlib import Path

import pytest
from documentation import marked
from installed_packages import environment, run_in

BLOCKS = marked("python")
ALL_REVIEWS = "hr.demo_reviews()"  # examples show the same with fewer rows
SOME_REVIEWS = ALL_REVIEWS + ".select(range({}))"
FEWER = {
    "attack": {"range(12)": "range(2)", "budget=200": "budget=40"},
    "capabilities": {"seeds_per_capability=4, k=2": 'seeds_per_capability=1, k=1, only=["LC4"]'},
    "combinations": {ALL_REVIEWS: SOME_REVIEWS.format(16)},
    "configuration": {'"first": 40': '"first": 4', '"first": 5': '"first": 2'},
    "corruptions": {ALL_REVIEWS: SOME_REVIEWS.format(20)},
    "retrain": {"range(48)), rows.select(range(48, 80))": "range(8)), rows.select(range(48, 56))"},
    "slices": {"range(120)": "range(24)"},
    "suite": {ALL_REVIEWS: SOME_REVIEWS.format(16)},
    "validate": {ALL_REVIEWS: SOME_REVIEWS.format(4)},
}
RUN = """
import contextlib, os, pathlib, runpy
for folder in {folders!r}:
    os.chdir(folder)
    with open("printed.txt", "w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        runpy.run_path("example.py", run_name="__main__")
    print("ran:", pathlib.Path(folder).name)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    return environment(tmp_path_factory.mktemp("environment"), "embedded")


def test_the_extra_installs_less_than_development(packages):
    assert (packages / "torch").exists() and (packages / "benepar").exists()
    assert not (packages / "seqeval").exists() and not (packages / "pytest").exists()


def test_all_examples_run_with_the_embedded_extra_alone(packages, tmp_path):
    for name, code in BLOCKS:
        (tmp_path / name).mkdir()
        for old, new in FEWER.get(name, {ALL_REVIEWS: SOME_REVIEWS.format(80)}).items():
            assert old in code or name not in FEWER, f"{name} has no {old}"
            code = code.replace(old, new)
        (tmp_path / name / "example.py").write_text(code, encoding="utf-8")
    folders = [str(tmp_path / name) for name, _ in BLOCKS]
    done = run_in(packages, RUN.format(folders=folders))
    ran = re.findall(r"^ran: (.*)$", done.stdout, re.MULTILINE)
    assert done.returncode == 0, f"ran: {ran}\n{done.stderr[-3000:]}"
    assert ran == [name for name, _ in BLOCKS]
    they_print_what_they_say(tmp_path)


def they_print_what_they_say(folder: Path) -> None:
    """What the examples print, and the files that they write."""
    printed = {name: (folder / name / "printed.txt").read_text(encoding="utf-8") for name, _ in BLOCKS}
    assert (folder / "first use" / "report" / "report.html").stat().st_size > 10_000
    assert printed["add"] == "What a film!!\n"
    assert "'B-ORG', 'O', 'B-MISC', 'O'" in printed["map"]
    words = re.findall(r"'before': '(\w+)'", printed["importance"])
    assert len(words) == 3 and set(words) <= {"great", "lovely"}
    assert "Ada loves this film." in printed["templates"]
    assert float(printed["metric"]) == 0.25
