"""The source of each module and its syntax tree; several tests read them, and each module is parsed once."""

import ast
import gc
from functools import cache
from pathlib import Path

import hf_robust

ROOT = Path(hf_robust.__file__).parent


@cache
def parsed(root: Path = ROOT) -> dict[Path, tuple[str, ast.Module]]:
    """The source and the syntax tree of each module under a folder."""
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}
    gc.disable()  # a million nodes, none of them garbage: the parser is three times as fast
    try:
        return {path: (source, ast.parse(source)) for path, source in sources.items()}
    finally:
        gc.enable()
