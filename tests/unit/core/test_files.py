"""Files and folders that are written whole, also when the process is killed on the way."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.files import recover_files, recover_folder, replaced_folder, write_files, write_rows
from hf_robust.core.staging import LOCK
from hf_robust.tasks.layouts.load_rows import load_data


def test_rows_are_readable_for_whoever_the_folder_is_for(tmp_path):
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1]})
    rows = data.map(hr.Perturb("typos", hr.task("text-classification")), batched=True)
    (tmp_path / "plain").write_text("")
    for name in ("rows.jsonl", "rows.csv", "rows.parquet"):
        write_rows(rows, tmp_path / name)
        assert (tmp_path / name).stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(os.listdir(tmp_path)) == ["plain", "rows.csv", "rows.jsonl", "rows.parquet"]


FORMULAS = ["=1+1", "+1", "-1 star", "@SUM(A1)", "\t=1", "＝1+1", "'=1"]


def test_no_cell_of_a_csv_file_is_a_formula(tmp_path):
    data = Dataset.from_dict({"text": [f"{text} is it" for text in FORMULAS], "label": [-1] * 7, "note": [None] * 7})
    rows = data.map(hr.Perturb("contraction", hr.task("text-classification"), keep="all"), batched=True)
    write_rows(rows, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
        written = list(csv.DictReader(stream))
    assert [row["text"] for row in written] == [f"'{text}" for text in rows["text"]]
    assert [row["label"] for row in written] == ["-1"] * 7
    assert [json.loads(row["robust"]) for row in written] == rows["robust"][:]
    for name in ("rows.jsonl", "rows.parquet"):
        write_rows(rows, tmp_path / name)
        assert load_data(str(tmp_path / name))["text"][:] == rows["text"][:]


KILLED = """
import os, sys
from pathlib import Path
from hf_robust.core import files
left, real = int(sys.argv[2]), os.replace

def replace(*args):  # as if the power went: nothing of what is behind it runs
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    real(*args)

os.replace = replace
target = Path(sys.argv[1])
"""
FOLDER = """
with files.replaced_folder(target) as folder:
    (folder / "a.txt").write_text("new")
"""
FILES = """
files.write_files(target, {"a.txt": b"new", "b.txt": b"new", "c.txt": b"new"})
"""


def killed(code: str, target: Path, moves: int) -> None:
    """Run code in a process that is killed before one of its moves."""
    done = subprocess.run([sys.executable, "-c", KILLED + code, str(target), str(moves)], check=False)
    assert done.returncode == 9


def old_folder(tmp_path: Path) -> Path:
    write_files(tmp_path / "s", {"a.txt": b"old", "b.txt": b"old"})
    return tmp_path / "s"


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def test_a_folder_is_found_again_after_a_kill_between_the_two_moves(tmp_path):
    target = old_folder(tmp_path)
    killed(FOLDER, target, moves=1)
    assert not target.exists() and len(os.listdir(tmp_path)) == 1
    assert recover_folder(target)
    assert contents(target) == {"a.txt": "new"} and os.listdir(tmp_path) == ["s"]
    assert not recover_folder(target)


def test_a_folder_that_was_not_complete_is_removed(tmp_path):
    target = old_folder(tmp_path)
    killed(FOLDER, target, moves=0)
    assert len(os.listdir(tmp_path)) == 2
    with replaced_folder(target) as folder:
        (folder / "c.txt").write_text("newer")
    assert contents(target) == {"c.txt": "newer"} and os.listdir(tmp_path) == ["s"]


@pytest.mark.parametrize("moves", [1, 2])
def test_half_of_a_report_is_finished_by_the_next_call(tmp_path, moves):
    target = old_folder(tmp_path)
    killed(FILES, target, moves)
    assert contents_of_files(target) != dict.fromkeys(("a.txt", "b.txt", "c.txt"), "new")
    recover_files(target)
    assert contents(target) == dict.fromkeys(("a.txt", "b.txt", "c.txt"), "new")


def test_files_of_a_killed_call_do_not_overwrite_newer_ones(tmp_path):
    target = old_folder(tmp_path)
    killed(FILES, target, moves=1)
    write_files(target, {"b.txt": b"newer"})
    assert contents(target) == {"a.txt": "new", "b.txt": "newer", "c.txt": "new"}


def contents_of_files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.is_file()}


def test_what_is_being_written_is_left_alone(tmp_path):
    target = old_folder(tmp_path)
    with replaced_folder(target) as first:
        (first / "a.txt").write_text("first")
        code = FOLDER.replace('"new"', '"second"')
        subprocess.run([sys.executable, "-c", KILLED + code, str(target), "99"], check=True)
        assert contents(target) == {"a.txt": "second"} and first.exists()
    assert contents(target) == {"a.txt": "first"} and os.listdir(tmp_path) == ["s"]


def test_folders_of_others_are_no_leftovers(tmp_path):
    target = old_folder(tmp_path)
    for name in (".s-notes123", ".s-abcdefgh", ".s-2-abcdefgh"):
        (tmp_path / name).mkdir()
    (tmp_path / ".s-2-abcdefgh" / LOCK).touch()
    with replaced_folder(target):
        """Nothing is written."""
    assert sorted(os.listdir(tmp_path)) == [".s-2-abcdefgh", ".s-abcdefgh", ".s-notes123", "s"]


def test_leftover_rows_are_removed(tmp_path):
    code = """
class Rows:
    def to_parquet(self, path):
        Path(path).write_text("half")
files.write_rows(Rows(), target)
"""
    killed(code, tmp_path / "rows.parquet", moves=0)
    assert len(os.listdir(tmp_path)) == 1
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": [1]})
    write_rows(data, tmp_path / "rows.parquet")
    assert os.listdir(tmp_path) == ["rows.parquet"]


def test_a_file_system_without_locks_is_written_to(tmp_path, monkeypatch):
    def refuse(*args, **kwargs):
        raise NotImplementedError("no flock here")

    monkeypatch.setattr("filelock.FileLock.acquire", refuse)
    with replaced_folder(tmp_path / "s") as folder:
        (folder / "a.txt").write_text("new")
    assert contents(tmp_path / "s") == {"a.txt": "new"} and os.listdir(tmp_path) == ["s"]
