"""Code that is run in another process, in which sets of texts have another order than in this one."""

import os
import subprocess
import sys


def printed(code: str, *arguments: object, **environment: str) -> str:
    """The last line that code prints in a process of its own.

    Args:
        code: Python code.
        *arguments: What it finds in ``sys.argv``.
        **environment: Variables for it, beside those of this process.
    """
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed, **environment}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()[-1]
