"""Notebooks in a real kernel of the running Python."""

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from nbclient import NotebookClient

CELL_SECONDS = 1800
# the kernel's processor time, that of its threads and of processes that it waited for among it
USED = "import resource as _r; sum(sum(_r.getrusage(w)[:2]) for w in (_r.RUSAGE_SELF, _r.RUSAGE_CHILDREN))"

BEGIN = """%reset -f
import os as _os, sys as _sys
_os.chdir({folder!r})
if {tests!r} not in _sys.path:
    _sys.path.append({tests!r})
import model_memory as _memory
_memory.release()
"""


class ThisPython(KernelSpecManager):
    """One kernel, the Python that runs the tests, whichever kernels the machine has."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


class Kernel:
    """One kernel for several notebooks: it imports packages and loads models once.

    Each notebook begins with an empty namespace in a folder of its own. The kernel talks through files in a folder.

    Args:
        folder: Where the files of its sockets are.
    """

    def __init__(self, folder: Path):
        self.manager = AsyncKernelManager(
            kernel_name="python3",
            kernel_spec_manager=ThisPython(),
            transport="ipc",
            ip=str(folder / "k"),
            connection_file=str(folder / "kernel.json"),
        )

    def executed(
        self, path: Path, folder: Path, smaller: Mapping[str, str] | None = None
    ) -> tuple[nbformat.NotebookNode, float]:
        """The notebook with its outputs, and the seconds of processor time that it took.

        Args:
            path: The notebook.
            folder: Where it runs and writes.
            smaller: Code to replace, so that it runs on fewer rows.
        """
        notebook = nbformat.read(path, as_version=4)
        for old, new in (smaller or {}).items():
            cells = [cell for cell in notebook.cells if cell.cell_type == "code" and old in cell.source]
            assert cells, f"{path.name} has no {old}"
            for cell in cells:
                cell.source = cell.source.replace(old, new)
        begin = BEGIN.format(tests=str(Path(__file__).parent), folder=str(folder))
        notebook.cells = [nbformat.v4.new_code_cell(code) for code in (begin, USED)] + notebook.cells
        notebook.cells.append(nbformat.v4.new_code_cell(USED))
        client = NotebookClient(notebook, km=self.manager, timeout=CELL_SECONDS, startup_timeout=600)
        client.execute(cwd=str(folder))
        before, after = (
            float(cell.outputs[0]["data"]["text/plain"]) for cell in (notebook.cells[1], notebook.cells[-1])
        )
        notebook.cells = notebook.cells[2:-1]
        return notebook, after - before

    def end(self) -> None:
        """Kill the kernel where it runs."""
        asyncio.run(ended(self.manager))


async def ended(manager: AsyncKernelManager) -> None:
    """Kill a kernel that still runs."""
    if manager.has_kernel and await manager.is_alive():
        await manager.shutdown_kernel(now=True)
    manager.cleanup_connection_file()
