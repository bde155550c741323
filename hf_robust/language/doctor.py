"""What serves each purpose here, where it was found, and what would be better: ``hf-robust doctor``.

Resources are looked up, never loaded or downloaded, so the answer is there at once.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from hf_robust.language.lookup import model_folder, package_version
from hf_robust.language.resource_rows import Better, FoundResource, ResourceRow
from hf_robust.language.resources import RESOURCES

MISSING = "missing"


@dataclass(frozen=True)
class Finding:
    """What was found for one purpose; all fields are text, empty where there is nothing to say.

    Args:
        purpose: What it is for.
        serves: The resource that would be used now, or ``"missing"``.
        version: Its version, if it says.
        found: The kind of place: ``embedded``, ``NLTK data``, ``package ...``, ``environment``.
        path: The file or folder.
        better: Another resource that is better, or closer to what the papers used.
        command: What to type to get it, or to get what is missing.
        language: Code of the language it is for; empty for any.
    """

    purpose: str
    serves: str
    version: str = ""
    found: str = ""
    path: str = ""
    better: str = ""
    command: str = ""
    language: str = ""


def findings() -> list[Finding]:
    """One finding a purpose.

    Example:
        >>> [found.serves for found in findings() if found.purpose == "inflection"]
        ['lemminflect']
    """
    return [*(_finding(row) for row in RESOURCES if row.in_doctor), _accelerator()]


def missing(found: Iterable[Finding]) -> list[Finding]:
    """Those for which nothing serves."""
    return [item for item in found if item.serves == MISSING]


def spoken(found: Iterable[Finding], language: str) -> list[Finding]:
    """Those for a language, and those for any.

    Example:
        >>> [item.purpose for item in spoken([Finding("tags", "a", language="zh"), Finding("gpu", "b")], "en")]
        ['gpu']
    """
    return [item for item in found if item.language in (language, "")]


def _finding(row: ResourceRow) -> Finding:
    found = row.look()
    language = row.language or ""
    if not isinstance(found, FoundResource):
        return Finding(row.purpose, MISSING, found=found.why, command=found.command, language=language)
    better, command = _better(found.better) if found.better is not None else ("", "")
    path = str(found.path).rstrip("/")
    return Finding(row.purpose, found.name, found.version, found.origin, path, better, command, language)


def _better(better: Better) -> tuple[str, str]:
    """What is better, and the command that gets it; the one that uses it where the Hub's cache has it."""
    old = better.name.removeprefix("google-bert/")  # under which many have it
    cached = next((name for name in (better.name, old) if better.use and model_folder(name)), None)
    if cached is None:
        return better.name, better.command
    return f"{better.name} (in the cache)", better.use.replace(better.name, cached)


def _accelerator() -> Finding:
    """What torch would use, told without loading it: by the build of torch and by the devices of the machine."""
    version = package_version("torch")
    if not version:
        return Finding("accelerator", MISSING, command="pip install 'hf-robust[models]'")
    card = next((path for path in ("/dev/nvidia0", "/dev/dxg", "/dev/kfd") if Path(path).exists()), "")
    if sys.platform == "darwin" and os.uname().machine == "arm64":
        return Finding("accelerator", "mps", version, "package")
    if not card or os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return Finding("accelerator", "cpu", version, "package")
    if version.endswith("+cpu"):
        return Finding(
            "accelerator", "cpu", version, "package", "", f"the GPU at {card}", "pip install --force-reinstall torch"
        )
    return Finding("accelerator", "cuda", version, "package", card)


def text(found: Iterable[Finding]) -> str:
    """A table for people, and below it places and commands, each whole on a line of its own."""
    from io import StringIO

    from rich import box
    from rich.console import Console
    from rich.table import Table

    found = list(found)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, width in (("purpose", 14), ("serves", 24), ("version", 12), ("found", 16)):
        table.add_column(heading, overflow="fold", min_width=width)
    for item in found:
        table.add_row(item.purpose, item.serves, item.version, item.found)
    drawn = StringIO()
    Console(file=drawn, width=80, color_system=None, emoji=False, markup=False).print(table)
    lines = [line.rstrip() for line in drawn.getvalue().splitlines() if line.strip()]
    lines += ["", "Found at:", *(f"  {item.purpose}: {item.path}" for item in found if item.path)]
    lines += _commands("Missing:", missing(found))
    lines += _commands("Better, or closer to the papers:", [item for item in found if item.better])
    return "\n".join(lines)


def _commands(heading: str, found: list[Finding]) -> list[str]:
    if not found:
        return []
    lines = ["", heading]
    for item in found:
        lines += [f"  {item.purpose}{f': {item.better}' if item.better else ''}"]
        lines += [f"    {item.command}"] if item.command else []
    return lines
