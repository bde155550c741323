"""What users read that holds code: pages of the repository, and the topics that `hf-robust docs` shows."""

import re
import shlex
from pathlib import Path

import click

from hf_robust.cli import main
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


def check_line(line: str) -> None:
    """Parse a line as click does, without opening the files that it names; raises a ``click.UsageError``."""
    words = shlex.split(line, comments=True)[1:]
    command, context = main, click.Context(main, info_name="hf-robust")
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, found, words = command.resolve_command(context, words)
        command, context = found, click.Context(found, info_name=name, parent=context)
    values, rest, _ = command.make_parser(context).parse_args(words)
    if rest:
        raise click.UsageError(f"unexpected {rest}")
    for option in command.params:
        if isinstance(option.type, click.Choice) and option.name in values:
            given = values[option.name]
            for value in given if isinstance(given, list) else [given]:
                option.type.convert(value, option, context)
