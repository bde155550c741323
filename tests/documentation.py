"""What users read that holds code: pages of the repository, and the topics that `hf-robust docs` shows."""

import re
from pathlib import Path

from hf_robust.cli.docs.topics import TOPICS, source

ROOT = Path(__file__).parents[1]
_FILES = {
    "README": "README.md",
    "recipes": "dataset_scripts/README.md",
    "leaderboard": "dataset_scripts/leaderboard/README.md",
}
PAGES = {name: (ROOT / file).read_text(encoding="utf-8") for name, file in _FILES.items()}
PAGES |= {name: source(name) for name in TOPICS}
FENCED = re.compile(r"^(?:<!-- ([^>\n]*) -->\n)?```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def marked(kind: str) -> list[tuple[str, str]]:
    """The blocks of all pages under a mark ``<!-- kind: name -->``: name and code."""
    marks = [(mark, code) for page in PAGES.values() for mark, _, code in FENCED.findall(page)]
    return [(mark.partition(": ")[2], code) for mark, code in marks if mark.partition(": ")[0] == kind]


def commands(code: str) -> list[str]:
    """The calls of ``hf-robust`` in a block of shell, one a line."""
    lines = code.replace("\\\n", " ").splitlines()
    return [line.strip() for line in lines if line.lstrip().startswith("hf-robust ")]
