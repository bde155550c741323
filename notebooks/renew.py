"""Run the notebooks and store them with their outputs: ``python notebooks/renew.py [NAME ...]``.

Without a name, all of them. It needs the extra ``dev`` and takes some minutes. Times, versions,
warnings and folders of the machine are not stored.
"""

import re
import sys
import tempfile
from pathlib import Path

import nbformat

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "tests"))

METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
_CLOCK = re.compile(r"(\[\d+/\d+) [\d:]+(?=, Epoch)")  # the progress bar of a Trainer


def stored(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook as it is stored: no times, no versions, no warnings, cells counted from one.

    Args:
        notebook: It has been executed; it is changed in place.
    """
    notebook.metadata = nbformat.from_dict(METADATA)
    number = 0  # the kernel has counted cells of its own before
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            number += 1
            cell.execution_count = number
            cell.outputs = [one for one in cell.outputs if one.get("name") != "stderr"]
            for output in cell.outputs:
                if "execution_count" in output:
                    output.execution_count = number
                if "metadata" in output:
                    output.metadata = nbformat.from_dict({})
                if "text/html" in output.get("data", {}):
                    output.data["text/html"] = _CLOCK.sub(r"\1", output.data["text/html"])
    return notebook


def renew(path: Path) -> None:
    """Execute a notebook in a folder of its own and write it back."""
    from notebook_kernel import Kernel

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as sockets:
        kernel = Kernel(Path(sockets))
        notebook, seconds = kernel.executed(path, Path(folder))
        kernel.end()
    nbformat.write(stored(notebook), path)
    print(f"{path.name}: {path.stat().st_size // 1000} kB, {seconds:.0f} seconds of processor time")


if __name__ == "__main__":
    for name in sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.ipynb")):
        renew(FOLDER / f"{name}.ipynb")
