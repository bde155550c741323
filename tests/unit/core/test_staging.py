"""Folders of work in progress: the next call removes those that are old and of a killed process of this user."""

import os
import time

import pytest

from hf_robust.core.staging import LOCK, READY, abandoned, scratch_folder, staging_folder


def leftover(parent, name, *files, days=2.0):
    path = parent / name
    path.mkdir()
    for file in files:
        (path / file).touch()
    os.utime(path, (time.time() - days * 86400,) * 2)
    return path


def start(parent, prefix=".mine-"):
    with staging_folder(parent, prefix):
        """Nothing is written."""


@pytest.mark.parametrize("name", [".mine-abcdefgh", ".other-name-abcdefgh", "hf_robust-abcdefgh"])
@pytest.mark.parametrize("files", [[LOCK], [LOCK, "rows.arrow", "0.arrow"]])
def test_an_old_folder_with_a_free_lock_is_removed(tmp_path, name, files):
    path = leftover(tmp_path, name, *files)
    start(tmp_path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("name", "files", "days"),
    [
        (".mine-abcdefgh", [LOCK], 0.9),  # too new
        (".mine-abcdefgh", [LOCK, READY], 2),  # its files are complete: the next call for that place moves them
        (".mine-abcdefgh", ["notes.txt"], 2),  # of somebody else: no lock
        (".mine-abcdefgh", ["lock"], 2),
        (".other-abcdefgh", [], 2),  # empty, and nothing says that this package made it
        (".mine-abcdefg", [LOCK], 2),  # no name of a temporary folder
        ("mine-abcdefgh", [LOCK], 2),
    ],
)
def test_any_other_folder_stays(tmp_path, name, files, days):
    path = leftover(tmp_path, name, *files, days=days)
    start(tmp_path)
    assert sorted(os.listdir(path)) == sorted(files)


def test_an_empty_folder_of_a_process_that_was_killed_before_it_had_a_lock_is_removed(tmp_path):
    old, new = leftover(tmp_path, ".mine-abcdefgh"), leftover(tmp_path, ".mine-ijklmnop", days=0.5)
    start(tmp_path)
    assert not old.exists() and new.exists()


def test_links_and_folders_of_other_users_stay(tmp_path, monkeypatch):
    real = leftover(tmp_path, "real", LOCK, "a.txt")
    (tmp_path / ".mine-abcdefgh").symlink_to(real)
    theirs = leftover(tmp_path, ".mine-ijklmnop", LOCK)
    monkeypatch.setattr(os, "getuid", lambda: os.geteuid() + 1, raising=False)
    start(tmp_path)
    assert theirs.exists() and (real / "a.txt").exists()
    monkeypatch.undo()
    start(tmp_path)
    assert not theirs.exists() and (real / "a.txt").exists() and (tmp_path / ".mine-abcdefgh").is_symlink()


def test_a_lock_that_is_held_protects_an_old_folder(tmp_path):
    with staging_folder(tmp_path, ".mine-") as path:
        (path / "a.txt").touch()
        os.utime(path, (0, 0))
        start(tmp_path)
        assert list(abandoned(tmp_path, ".mine-")) == [] and (path / "a.txt").exists()
    assert not path.exists()


def test_scratch_is_removed_when_the_work_fails():
    def work():
        with scratch_folder() as folder:
            made.append(folder)
            (folder / "part").mkdir()
            (folder / "part" / "a.txt").touch()
            raise KeyError("no such row")

    made = []
    with pytest.raises(KeyError):
        work()
    assert not made[0].exists()
