"""Makes the table of simplified and traditional characters from OpenCC's, one to one."""

from functools import cache
from importlib.metadata import version
from pathlib import Path

from hf_robust.core.errors import MissingResource

PACKAGE, VERSION = "opencc-python-reimplemented", "0.1.7"


@cache
def characters(file: str) -> dict[str, list[str]]:
    """A table of OpenCC: a character and what it may become, the most usual first.

    Raises:
        MissingResource: The package is not installed in the version that the tables are made from.
    """
    try:
        found = version(PACKAGE)
    except ImportError:
        found = ""
    if found != VERSION:
        raise MissingResource(f"{PACKAGE} {VERSION}", f"pip install {PACKAGE}=={VERSION}")
    import opencc

    text = (Path(opencc.__file__).parent / "dictionary" / file).read_text(encoding="utf-8")
    return {source: targets.split(" ") for source, targets in (line.split("\t") for line in text.splitlines() if line)}


def traditional_characters() -> set[str]:
    """Characters that simplified text does not have."""
    return {source for source, targets in characters("TSCharacters.txt").items() if source not in targets}


def build(out: Path) -> dict:
    """Write ``script.tsv``: a character, the direction (``s`` to simplified, ``t`` to traditional), what it becomes.

    Rows for characters beyond the basic plane stay out, and such as become themselves.

    Args:
        out: The folder of the Chinese tables.

    Returns:
        Numbers of characters by direction.

    Raises:
        MissingResource: OpenCC's tables are not installed in the version that ours is made from.
    """
    rows = [
        (source, direction, target)
        for direction, file in (("s", "TSCharacters.txt"), ("t", "STCharacters.txt"))
        for source, (target, *_) in characters(file).items()
        if len(source) == len(target) == 1 and source != target and max(source, target) <= "\uffff"
    ]
    lines = [f"{source}\t{direction}\t{target}\n" for source, direction, target in sorted(rows)]
    (out / "script.tsv").write_text("".join(lines), encoding="utf-8")
    return {direction: sum(row[1] == direction for row in rows) for direction in "st"}
