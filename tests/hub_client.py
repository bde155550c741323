"""A user's process for tests against the stand-in for the Hub: it runs the code that it is sent."""

import atexit
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from minihub import WRITE
from preloaded import Preloaded, begin

# what takes long to import and does not read HF_ENDPOINT, HF_HOME or HF_HUB_OFFLINE at import: for all clients at once
IMPORTS = "import aiohttp, httpx, multiprocess, pandas, pyarrow.dataset"
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


@cache
def _imported() -> str:
    """Where the process that has done these imports listens."""
    process = Preloaded(IMPORTS, {name: value for name, value in os.environ.items() if not name.startswith("HF_")})
    atexit.register(process.close)
    return process.path


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
        (given, send), (receive, answers) = os.pipe(), os.pipe()
        with log.open("ab") as errors:
            self.ended = begin(_imported(), WORKER, ["-c"], {**env, **environment}, (given, answers, errors.fileno()))
        os.close(given)
        os.close(answers)
        self.requests, self.answers = os.fdopen(send, "w"), os.fdopen(receive)

    def run(self, code: str, **values: Any) -> Any:
        """Run code in the process; its variable ``value`` comes back, its exception is :class:`Raised`."""
        self.requests.write(json.dumps({"code": code, "values": values}) + "\n")
        self.requests.flush()
        answer = json.loads(self.answers.readline())
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
        self.requests.close()
        self.ended.recv(16)
        self.ended.close()
        self.answers.close()
