"""Code that is run in another process, in which sets of texts have another order than in this one."""

import atexit
import os
import tempfile
from functools import cache
from pathlib import Path

from preloaded import Preloaded, ask

IMPORTS = """
import datasets, spacy
import hf_robust as hr
from hf_robust.transforms.transformation_registry import transformations
transformations.names()
"""


@cache
def _process() -> Preloaded:
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    process = Preloaded(IMPORTS, {**os.environ, "PYTHONHASHSEED": seed})
    atexit.register(process.close)
    return process


def printed(code: str, *arguments: object, **environment: str) -> str:
    """The last line that code prints in a process of its own.

    Args:
        code: Python code.
        *arguments: What it finds in ``sys.argv``.
        **environment: Variables for it, beside those of this process.
    """
    with tempfile.TemporaryDirectory() as folder, open(os.devnull) as nothing:
        with Path(folder, "out").open("w") as out, Path(folder, "errors").open("w") as errors:
            streams = [one.fileno() for one in (nothing, out, errors)]
            words = ["-c", *map(str, arguments)]
            status = ask(_process().path, code, words, {**os.environ, **environment}, streams)
        assert status == 0, Path(folder, "errors").read_text()[-2000:]
        return Path(folder, "out").read_text().splitlines()[-1]
