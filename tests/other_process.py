"""Code that is run in another process, in which sets of texts have another order than in this one."""

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

# it imports what most code needs, once, and runs each code in a copy of itself; none of them sees another
SERVER = """
import json, os, sys, traceback
import datasets, spacy
import hf_robust as hr
from hf_robust.transforms.transformation_registry import transformations
transformations.names()
for line in iter(sys.stdin.readline, ""):
    asked = json.loads(line)
    child = os.fork()
    if child:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    for name, stream in (("out", 1), ("errors", 2)):
        os.dup2(os.open(asked[name], os.O_WRONLY), stream)
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = ["-c", *asked["arguments"]]
    status = 0
    try:
        exec(compile(asked["code"], "<code>", "exec"), {"__name__": "__main__"})
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)
"""


@cache
def _server() -> subprocess.Popen:
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", SERVER], env=environment, **pipes)


def printed(code: str, *arguments: object, **environment: str) -> str:
    """The last line that code prints in a process of its own.

    Args:
        code: Python code.
        *arguments: What it finds in ``sys.argv``.
        **environment: Variables for it, beside those of this process.
    """
    server = _server()
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder, name) for name in ("out", "errors")}
        for file in files.values():
            file.touch()
        asked = {name: str(file) for name, file in files.items()}
        asked |= {"code": code, "arguments": [*map(str, arguments)], "environment": {**os.environ, **environment}}
        server.stdin.write(json.dumps(asked) + "\n")
        server.stdin.flush()
        assert server.stdout.readline() == "0\n", files["errors"].read_text()[-2000:]
        return files["out"].read_text().splitlines()[-1]
