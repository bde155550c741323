"""A notebook in a real kernel of the running Python, in a folder of its own."""

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


class ThisPython(KernelSpecManager):
    """One kernel, the Python that runs the tests, whichever kernels the machine has."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        return KernelSpec(argv=argv, display_name="Python 3", language="python")


def executed(path: Path, folder: Path, smaller: Mapping[str, str] | None = None) -> tuple[nbformat.NotebookNode, float]:
    """The notebook with its outputs, and the seconds of processor time that its kernel took.

    The kernel talks through files in the folder and ends with the call, whatever happens.

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
    notebook.cells.append(nbformat.v4.new_code_cell(USED))
    sockets = folder / ".kernel"
    sockets.mkdir()
    manager = AsyncKernelManager(
        kernel_name="python3",
        kernel_spec_manager=ThisPython(),
        transport="ipc",
        ip=str(sockets / "k"),
        connection_file=str(sockets / "kernel.json"),
    )
    client = NotebookClient(notebook, km=manager, timeout=CELL_SECONDS, startup_timeout=600)
    try:
        client.execute(cwd=str(folder))
    finally:
        asyncio.run(ended(manager))
    used = notebook.cells.pop()
    return notebook, float(used.outputs[0]["data"]["text/plain"])


async def ended(manager: AsyncKernelManager) -> None:
    """Kill a kernel that still runs."""
    if await manager.is_alive():
        await manager.shutdown_kernel(now=True)
    manager.cleanup_connection_file()


def html_outputs(notebook: nbformat.NotebookNode) -> list[str]:
    """All that cells show as HTML."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return ["".join(output["data"]["text/html"]) for output in outputs if "text/html" in output.get("data", {})]


def printed(notebook: nbformat.NotebookNode, stream: str) -> str:
    """All that cells write to ``stdout`` or ``stderr``."""
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    return "".join(output["text"] for output in outputs if output.get("name") == stream)
