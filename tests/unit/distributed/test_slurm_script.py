"""The script for a SLURM array runs: here as one local process for each task of the array."""

import os
import subprocess

import pytest
from documentation import FENCED, PAGES
from preloaded import Preloaded

import hf_robust as hr


@pytest.mark.slow
def test_the_array_gives_the_suite_of_one_process(request, tmp_path):
    scripts = [code for _, language, code in FENCED.findall(PAGES["distributed"]) if "#SBATCH" in code]
    assert len(scripts) == 1
    (tmp_path / "array.sh").write_text(scripts[0].replace("1-100", "1-2").replace("/100", "/2"))
    rows = [f"A slow film with {n} scenes.,{'pos' if n % 2 else 'neg'}" for n in range(6)]
    (tmp_path / "reviews.csv").write_text("\n".join(["text,label", *rows]))
    process = Preloaded("import datasets, hf_robust.cli", os.environ)
    request.addfinalizer(process.close)
    process.tool(tmp_path / "hf-robust", "from hf_robust.cli import main\nmain()")
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    shared = {**os.environ, "PATH": path, "DATA": str(tmp_path / "reviews.csv"), "SCRATCH": str(tmp_path)}
    for task in ("2", "1"):
        subprocess.run(["bash", "array.sh"], cwd=tmp_path, env={**shared, "SLURM_ARRAY_TASK_ID": task}, check=True)
    subprocess.run(["hf-robust", "merge", "shards"], cwd=tmp_path, env=shared, check=True)
    data = hr.Suite.load(tmp_path / "shards/suite")
    assert {name: entry.total for name, entry in data.entries.items()} == {"keyboard": 6, "typos": 6}
