"""The comparison with other packages counts what it says it counts.

python -m pytest tests/benchmarks/test_peers.py -p no:cacheprovider --override-ini addopts=
"""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from peers import table, texts, worker
from peers.cell import Cell, each, first

COMPARE = Path(__file__).parent / "peers" / "compare.py"


def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def cell(rate, changed=1.0, **more):
    return {"rate": rate, "changed": changed, "label": "x", "spread": 0.0, **more}


def test_a_slow_cell_is_cut_and_its_rate_is_right():
    found = worker.measure(Cell(each(lambda text: busy(0.004)), "slow"), [f"a {n}" for n in range(2000)], budget=0.4)
    assert found["rows"] < 200 and found["rows"] / found["cpu"] == pytest.approx(250, rel=0.1)


def test_a_fast_cell_runs_the_whole_set_and_spaces_are_no_change():
    rows = [f"word {n}" for n in range(200)]
    found = worker.measure(Cell(each(lambda text: text.replace(" ", "  ")), "fast"), rows, budget=0.4)
    assert found["rows"] >= 180 and found["changed"] == 0
    assert worker.measure(Cell(each(str.upper), "fast"), rows, budget=0.4)["changed"] == 1


def test_what_is_prepared_is_not_timed():
    prepared = Cell(lambda texts: texts, "one", prepare=lambda texts: busy(0.05) or texts)
    assert worker.measure(prepared, ["a b"] * 60, budget=0.01)["cpu"] < 0.05


@pytest.mark.parametrize(
    ("peers", "shown"),
    [
        ([cell(10), cell(50)], "2 x"),
        ([cell(10), None], "10 x"),
        ([cell(10), cell(50, changed=0.1)], "10 x"),  # leaves most rows alone
        ([cell(10), cell(50, apart=True)], "10 x"),  # other work
        ([None], "-"),
    ],
)
def test_the_ratio_is_to_the_fastest_that_does_the_work(peers, shown):
    assert table._ratio(cell(100), peers) == shown


def test_first_output():
    assert [first(["a", "b"]), first([]), first("a"), first(None)] == ["a", None, "a", None]


def test_the_texts_are_distinct_and_as_many_as_asked_for(tmp_path):
    for found in (texts.plain(2000), texts.cased(2000)):
        assert len(found) == len(set(found)) == 2000
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join(json.dumps({"sentence": line}) for line in ["A film .", "Fine", "A film .", "So so ."]))
    assert sorted(texts.of_file(path, 10)) == ["A film .", "So so ."]


def test_the_block_is_replaced(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(f"before\n{table.START}\nold\n{table.END}\nafter\n")
    table.write("new", path)
    assert path.read_text() == f"before\n{table.START}\nnew\n{table.END}\nafter\n"


def test_the_command_without_any_peer(tmp_path):
    words = [COMPARE, "--venvs", tmp_path, "--rows", "80", "--rounds", "1", "--budget", "0.2", "--only", "keyboard"]
    done = subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| keyboard typo, 10 % of words |" in done.stdout and "nlpaug is left out" in done.stderr
