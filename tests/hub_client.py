"""A user's process for tests against the stand-in for the Hub: it runs the code that it is sent."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from minihub import WRITE

# one process for many tests: HF_ENDPOINT, HF_HOME and HF_HUB_OFFLINE are read at import, and imports are slow
WORKER = """
import contextlib, json, os, sys, time
import hf_robust as hr, datasets
from datasets import load_dataset, get_dataset_config_names
from huggingface_hub import HfApi
from hf_robust.suites.hub import versions
for line in sys.stdin:
    given, started = json.loads(line), time.process_time()
    space = {**globals(), **given["values"]}
    try:
        with contextlib.redirect_stdout(sys.stderr):
            exec(given["code"], space)
        answer = {"value": space.get("value")}
    except Exception as error:
        answer = {"error": type(error).__name__, "message": str(error)}
    print(json.dumps({**answer, "seconds": time.process_time() - started}), flush=True)
"""


class Raised(Exception):
    """What went wrong in a client: the kind of error is its first word."""

    def __init__(self, kind: str, message: str, seconds: float):
        super().__init__(f"{kind}: {message}")
        self.seconds = seconds


class Client:
    """A user's process."""

    def __init__(self, endpoint: str, home: Path, log: Path, **environment: str):
        kept = [name for name in os.environ if not name.startswith("HF_") or name == "HF_ROBUST_CACHE"]
        env = {name: os.environ[name] for name in kept}
        env |= {"HF_ENDPOINT": endpoint, "HF_HOME": str(home), "HF_TOKEN": WRITE, "HF_HUB_DISABLE_XET": "1"}
        env |= {
            "HF_HUB_DISABLE_PROGRESS_BARS": "1",
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
            "NO_PROXY": "127.0.0.1",
        }
        self.log = log.open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env={**env, **environment},
        )

    def run(self, code: str, **values: Any) -> Any:
        """Run code in the process; its variable ``value`` comes back, its exception is :class:`Raised`."""
        self.process.stdin.write(json.dumps({"code": code, "values": values}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise Raised(answer["error"], answer["message"], answer["seconds"])
        return answer["value"]

    def push(self, folder: Path, repo: str, version: str, **options: Any) -> str:
        """Push a saved suite; the commit comes back."""
        code = "value = hr.Suite.load(folder).push_to_hub(repo, version, **options)"
        return self.run(code, folder=str(folder), repo=repo, version=version, options=options)

    def load(self, repo: str, revision: str | None = None) -> dict[str, Any]:
        """Load a suite; what it is comes back."""
        code = """
suite = hr.Suite.load(repo, revision)
value = {"hash": suite.content_hash, "info": dict(suite.info), "names": list(suite)}
value["labels"] = suite.task.label_names
"""
        return self.run(code, repo=repo, revision=revision)

    def close(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.wait(600)
        self.log.close()
