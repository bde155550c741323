"""The topics: docstrings of packages, in Markdown, read from their source. No package is imported for it."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from hf_robust.cli.docs.api_listing import listed, methods
from hf_robust.cli.docs.topic_tables import filled
from hf_robust.core.errors import UnknownNameError

API = "api"
# in the order in which a reader comes to need them
TOPICS: Mapping[str, str] = {
    "tasks": "tasks",
    "transforms": "transforms",
    "perturb": "perturb",
    "validators": "perturb/validators",
    "suites": "suites",
    "prebuilt": "prebuilt",
    "adapters": "adapters",
    "llm": "adapters/language_models",
    "chat": "adapters/chat_models",
    "endpoints": "adapters/endpoints",
    "evaluation": "evaluation",
    "harnesses": "harnesses",
    "reports": "reports",
    "slices": "slices",
    "capability": "capability",
    "audit": "audit",
    "attacks": "attacks",
    "training": "training",
    "explain": "explain",
    "scoring": "scoring",
    "language": "language",
    "chinese": "language/chinese",
    "languages": "transforms/any_language",
    "configuration": "configured",
    "distributed": "distributed",
    "cli": "cli",
    API: "",
}
"""The folder of the package by topic; the one without a folder is made of the public names."""
_API_TEXT = "Public names: all of `hr.*` with their parameters, after `import hf_robust as hr`."
_ROLE = re.compile(r":(?:func|class|data|meth|mod|attr):(?=`)")
_MARK = re.compile(r"^<!-- (?:python|bash|hub|yaml)\b.*-->\n", re.MULTILINE)


@cache
def source(name: str) -> str:
    """The Markdown of a topic as it was written, with marks and without tables.

    Args:
        name: The topic.

    Raises:
        UnknownNameError: There is no such topic; the nearest are named.

    Example:
        >>> source("attacks").splitlines()[0]
        'Adversarial attacks: for each row, search for edits that change the prediction of a model.'
    """
    if name not in TOPICS:
        raise UnknownNameError("topic", name, TOPICS)
    if name == API:
        return f"{_API_TEXT}\n\n{listed()}"
    package = files("hf_robust").joinpath(TOPICS[name]) / "__init__.py"
    return _ROLE.sub("", ast.get_docstring(ast.parse(package.read_text(encoding="utf-8"))) or "")


def text(name: str) -> str:
    """The Markdown of a topic as it is shown: tables are made now, marks are left out.

    Args:
        name: The topic.

    Raises:
        UnknownNameError: There is no such topic; the nearest are named.
    """
    return _MARK.sub("", filled(source(name)))


def summary(name: str) -> str:
    """What a topic is about: its first paragraph, in one line.

    Example:
        >>> summary("reports")
        'Reports: print, save and load results, and write them as HTML, PDF, LaTeX, Markdown or JUnit.'
    """
    return " ".join(source(name).split("\n\n", 1)[0].split())


def lines_with(word: str) -> Iterator[tuple[str, str]]:
    """Lines of all topics that contain a word, capital or not, and then methods of public classes.

    Args:
        word: What to look for.

    Yields:
        Topic and line.
    """
    wanted = word.casefold()
    for name in TOPICS:
        for line in text(name).splitlines():
            if wanted in line.casefold():
                yield name, line.strip()
    yield from ((API, line) for line in methods() if wanted in line.partition(":")[0].casefold())
