"""A process that has imported what code and commands need, and runs each of them in a copy of itself."""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

SERVER = """
import json, os, socket, sys, traceback
{imports}
place = socket.socket(socket.AF_UNIX)
place.bind({path!r})
place.listen()
print("ready", flush=True)
waiting = []

def run(asked, streams):
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = asked["arguments"]
    try:
        exec(compile(asked["code"], sys.argv[0], "exec"), {{"__name__": "__main__"}})
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    return status

while True:
    link, _ = place.accept()
    first, streams, _, _ = socket.recv_fds(link, 8, 3)
    asked = link.makefile("rb").read(int.from_bytes(first, "big"))
    waits = os.fork()  # several copies may run at once, and each has a process that waits for its end
    if not waits:
        child = os.fork()
        if not child:
            os._exit(run(json.loads(asked), streams))
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        link.sendall(str(status).encode())
        os._exit(0)
    for stream in streams:
        os.close(stream)
    link.close()
    waiting = [one for one in [*waiting, waits] if not os.waitpid(one, os.WNOHANG)[0]]
"""
TOOL = """#!{python}
import os, sys
sys.path.insert(0, {tests!r})
from preloaded import ask
sys.exit(ask({path!r}, {code!r}, sys.argv, os.environ))
"""


def begin(
    path: str, code: str, arguments: Sequence[str], environment: Mapping[str, str], streams: Sequence[int] = (0, 1, 2)
) -> socket.socket:
    """Begin to run code in a copy of the process that listens at a path.

    Args:
        path: The socket of that process.
        code: Python code.
        arguments: Its ``sys.argv``.
        environment: All its variables.
        streams: What it reads from and writes to.

    Returns:
        A connection that receives the exit status at the end.
    """
    asked = {"code": code, "arguments": list(arguments), "environment": dict(environment), "folder": os.getcwd()}
    content = json.dumps(asked).encode()
    link = socket.socket(socket.AF_UNIX)
    link.connect(path)
    socket.send_fds(link, [len(content).to_bytes(8, "big")], streams)
    link.sendall(content)
    return link


def ask(
    path: str, code: str, arguments: Sequence[str], environment: Mapping[str, str], streams: Sequence[int] = (0, 1, 2)
) -> int:
    """Run code as :func:`begin` does and wait for its exit status."""
    with begin(path, code, arguments, environment, streams) as link:
        return int(link.recv(16))


class Preloaded:
    """That process.

    Args:
        imports: Code that imports what is needed.
        environment: All its variables; libraries read some of them when they are imported.
    """

    def __init__(self, imports: str, environment: Mapping[str, str]):
        self.folder = tempfile.mkdtemp(prefix="hf_robust")
        self.path = str(Path(self.folder, "socket"))
        code = SERVER.format(imports=imports, path=self.path)
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], env=dict(environment), stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout.readline() == "ready\n"

    def tool(self, file: Path, code: str) -> None:
        """Write a program that runs code in a copy of the process."""
        tests = str(Path(__file__).parent)
        file.write_text(TOOL.format(python=sys.executable, tests=tests, path=self.path, code=code))
        file.chmod(0o755)

    def close(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)
