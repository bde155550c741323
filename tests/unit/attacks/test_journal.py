"""What is kept of a run that was cut off."""

import json

import pytest

from hf_robust.attacks.journal import Journal
from hf_robust.attacks.results import AttackResult
from hf_robust.core.errors import DataFileError, UsageError

HEADER = {"attack": "pwws@1", "model": "m|1", "data": "abc"}
MOVE = {"role": "text", "start": 0, "end": 1, "before": "a", "after": "b"}


def result(place):
    return AttackResult(place, f"row {place}", "successful", moves=(MOVE,), queries=7, similarity=0.5)


def written(path, *places):
    with Journal(path, HEADER) as journal:
        for place in places:
            journal.add(result(place))


def test_results_come_back_as_they_were(tmp_path):
    written(tmp_path / "j.jsonl", 3, 1)
    assert Journal(tmp_path / "j.jsonl", HEADER).finished == {3: result(3), 1: result(1)}


def test_half_a_line_of_a_run_that_was_killed_is_cut(tmp_path):
    path = tmp_path / "j.jsonl"
    written(path, 0, 1)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert list(Journal(path, HEADER).finished) == [0]
    written(path, 1)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("key", "says"), [("attack", "another attack"), ("model", "another model"), ("data", "other rows")]
)
def test_a_journal_of_another_run_is_refused_and_kept(tmp_path, key, says):
    path = tmp_path / "j.jsonl"
    written(path, 0)
    before = path.read_bytes()
    with pytest.raises(UsageError, match=says):
        Journal(path, {**HEADER, key: "other"})
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["not json\n", '{"kind": "other"}\n', json.dumps([1]) + "\n"])
def test_another_file_is_refused(tmp_path, content):
    path = tmp_path / "j.jsonl"
    path.write_text(content)
    with pytest.raises(DataFileError, match="is no journal of an attack"):
        Journal(path, HEADER)


def test_a_full_disk_says_that_what_was_finished_is_kept(tmp_path):
    path = tmp_path / "j.jsonl"
    written(path, 0)
    journal = Journal(path, HEADER)
    journal.path = type(path)("/dev/full")
    with pytest.raises(DataFileError, match="what it holds is kept"):
        journal.add(result(1))
    assert list(Journal(path, HEADER).finished) == [0]


def test_no_file_is_made_before_the_first_row(tmp_path):
    with Journal(tmp_path / "j.jsonl", HEADER):
        pass
    assert not (tmp_path / "j.jsonl").exists()


def test_a_folder_is_no_journal(tmp_path):
    with pytest.raises(DataFileError, match="cannot be used"):
        Journal(tmp_path, HEADER)
