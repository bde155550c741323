"""``accelerate launch hf-robust run``: two processes make the record of one."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_answer_shards import same

from hf_robust.cli import main
from hf_robust.cli.launched_run import Launched
from hf_robust.core.errors import UsageError
from hf_robust.distributed.shard_plan import Shard


def test_the_shard_follows_from_what_the_launcher_says(monkeypatch):
    for name in ("RANK", "WORLD_SIZE", "LOCAL_RANK"):
        monkeypatch.delenv(name, raising=False)
    assert Launched.here() is None
    monkeypatch.setenv("WORLD_SIZE", "1")
    assert Launched.here() is None
    monkeypatch.setenv("WORLD_SIZE", "4")
    monkeypatch.setenv("RANK", "2")
    assert Launched.here() == Launched(Shard(3, 4), 0) and not Launched.here().is_main
    monkeypatch.setenv("RANK", "two")
    with pytest.raises(UsageError, match="must be whole numbers"):
        Launched.here()


@pytest.mark.slow
@pytest.mark.skipif(find_spec("accelerate") is None, reason="needs: pip install accelerate")
def test_two_processes_make_the_record_of_one(tmp_path):
    data = str(Path(__file__).parents[2] / "task_rows" / "summarization.jsonl")
    asked = ["run", "--task", "summarization", "--dataset", data, "--model", "leading-sentences-baseline"]  # no torch
    asked += ["-t", "keyboard,word-case", "--slice", "length", "--out"]
    assert CliRunner().invoke(main, [*asked, str(tmp_path / "whole")]).exit_code == 0
    launch = [sys.executable, "-m", "accelerate.commands.launch", "--multi_gpu", "--num_processes", "2"]
    launch += ["--num_machines", "1", "--mixed_precision", "no", "--dynamo_backend", "no"]
    launch += ["-m", "hf_robust"]
    done = subprocess.run([*launch, *asked, "report"], cwd=tmp_path, env={**os.environ}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    one, other = (json.loads((tmp_path / name / "report.json").read_text()) for name in ("whole", "report"))
    assert not [*same(one, other)]
    assert other["predictions"]["cached"] == other["predictions"]["unique"] > 0
    assert not (tmp_path / ".report-shards").exists()
