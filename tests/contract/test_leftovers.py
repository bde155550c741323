"""Folders that a killed process leaves are removed by the next call, those of living processes are not."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hf_robust

MAKES = """
import atexit, json, os, re, signal, sys, time, traceback
from pathlib import Path
from types import SimpleNamespace
from hf_robust.core import files, staging
from hf_robust.suites import edits_checking, hub, rows
from hf_robust.configured.config_run import Work
from hf_robust.language.embedded import packed

place = Path(sys.argv[1])
inside = lambda *_: None  # what a process does while it has its folder

def scratch_rows():
    Path(rows.scratch_file()).write_text("rows")
    inside()

def release(**_):
    hub.HfApi, hub.get_token = SimpleNamespace, lambda: "token"
    hub._head = lambda *_: SimpleNamespace(commit="", old=())
    hub._commit, hub._tag = (lambda *_: "c"), (lambda *_: None)
    hub.push_release(SimpleNamespace(fill=inside, version="1.0.0"), "me/suite")

def checked_edits():
    def save(folder):
        folder.mkdir()
        inside()
        (folder / "README.md").write_text("")
        (folder / "suite.json").write_text("")
        return folder
    edits_checking.replace = lambda *_, **__: SimpleNamespace(save=save)
    keys = dict.fromkeys(("applied_hash", "source_rows", "words_shown"))
    edits = SimpleNamespace(entries={}, info=keys, default_info=dict, save=save)
    list(edits_checking._package_texts(edits))

def several_models():
    asked = SimpleNamespace(models=[SimpleNamespace(called=name) for name in "ab"])
    nothing = lambda *_: None
    parts = {"predictor": nothing, "_run_model": nothing}
    work = SimpleNamespace(configuration=asked, cache_dir=None, out=place, listener=None, **parts)
    work._compare_models = inside
    Work.run_all(work)

def model_in_cache():
    packed.cache_folder, packed.describe_packed = (lambda: place), (lambda _: {"sha256": "0" * 64})
    packed.materialised(place, f"model{os.getpid()}", inside)

def folder():
    with files.replaced_folder(place / "suite") as fresh:
        (fresh / "a.txt").write_text("new")
        inside()

def report():
    real = files._move
    files._move = lambda *given: (inside(), real(*given))
    files.write_files(place, {"report.json": b"{}"})

def rows_file():
    class Rows:
        def to_parquet(self, path):
            Path(path).write_text("rows")
            inside()
    files.write_rows(Rows(), place / "rows.parquet")

KINDS = [scratch_rows, release, checked_edits, several_models, model_in_cache, folder, report, rows_file]

def forked(kind, then):
    global inside
    child = os.fork()
    if not child:
        inside = then
        try:
            kind()
            atexit._run_exitfuncs()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return child

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def hold(*_):
    time.sleep(600)

def left():
    folders = (place, place / "models", Path(os.environ["TMPDIR"]))
    return {path for folder in folders for path in folder.glob("*-*") if re.search("-[a-z0-9_]{8}$", path.name)}

def of_new_process(kind, then):
    before = left()
    child = forked(kind, then)
    if then is die:
        os.waitpid(child, 0)
    for _ in range(1000):
        if any((path / staging.LOCK).is_file() for path in left() - before):
            break
        time.sleep(0.01)
    made, = left() - before
    return made, child

def aged(path):
    os.utime(path, (time.time() - 90_000,) * 2)

found = {}
for kind in KINDS:
    living, child = of_new_process(kind, hold)
    old, _ = of_new_process(kind, die)
    locked = [(path / staging.LOCK).is_file() for path in (living, old)]
    fresh = old.with_name(".other-abcdefgh" if old.name.startswith(".") else "hf_robust-abcdefgh")
    fresh.mkdir(exist_ok=True)
    (fresh / staging.LOCK).touch()
    aged(living), aged(old)
    _, status = os.waitpid(forked(kind, lambda *_: None), 0)
    found[kind.__name__] = [*locked, status, old.exists(), living.exists(), fresh.exists()]
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("leftovers")
    for name in ("place", "temporary"):
        (folder / name).mkdir()
    environment = {**os.environ, "TMPDIR": str(folder / "temporary"), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, "-c", MAKES, str(folder / "place")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


KINDS = re.findall(r"\w+", MAKES.partition("KINDS = [")[2].partition("]")[0])


@pytest.mark.parametrize("kind", KINDS)
def test_the_next_call_removes_what_a_killed_process_left(found, kind):
    *locked, status, old, living, fresh = found[kind]
    assert all(locked) and status == 0
    assert not old, "a day old, and its process was killed"
    assert living, "its process lives"
    assert fresh, "not a day old"


def test_no_other_temporary_folders_are_made():
    calls = re.compile(r"\b(mkdtemp|mkstemp|TemporaryDirectory|NamedTemporaryFile|gettempdir)\(")
    root = Path(hf_robust.__file__).parent
    for path in root.rglob("*.py"):
        code = re.sub(r"(?m)^\s*(>>>|\.\.\.) .*", "", path.read_text(encoding="utf-8"))
        if path.relative_to(root).as_posix() != "core/staging.py":
            assert not calls.search(code), f"{path}: use staging_folder or scratch_folder of core/staging.py"
