"""Advice of the library, which is Python, written as the options of the command line."""

import ast
import re
import shlex
from typing import Any

import click

_TASK = re.compile(r"hr\.task\((?:[^()'\"]|'[^']*'|\"[^\"]*\")*\)")
_LABEL_MAP = re.compile(r"label_map=\{(?:[^{}'\"]|'[^']*'|\"[^\"]*\")*\}")
_KEY = re.compile(r"`(\w+(?:\.\w+)?)`")
KEYS = {
    "dataset.source": "--dataset",
    "dataset.config": "--dataset-config",
    "dataset.revision": "--dataset-revision",
    "dataset.columns": "--column",
    "dataset.id": "--id-column",
    "task": "--task",
    "language": "--language",
    "nlp": "--nlp",
    "transformations": "-t",
    "models": "--model",
    "models.train": "--train",
    **{name: f"--{name.replace('_', '-')}" for name in "base_url provider api_key_env examples max_cost".split()},
    "prompt": "--prompt",
    "prompts": "--prompts",
    "prompts.axes": "--prompt-axis",
    "prompts.perturb": "--perturb-prompt",
    "prompts.repeats": "--repeats",
    "suite.source": "--suite",
    "push_results": "--push-results",
    "max_errors": "--max-errors",
    "cache_dir": "--cache-dir",
    **{
        f"dataset.{name}": f"--{name.replace('_', '-')}"
        for name in "split fields label_names scheme score_range offsets quotes limit first drop_unlabeled".split()
    },
    **{f"thresholds.{name}": f"--{name}" for name in ("junit", "summary", "baseline")},
}
"""The option that says the same as a key of a configuration, as messages of the library name it."""
_OPTIONS = {"label_names": "--label-names", "language": "--language", "scheme": "--scheme", "id": "--id-column"}
_OPTIONS |= {"score_range": "--score-range"}
_PLACEHOLDERS = {"score_range": "LOW,HIGH"}  # of options that do not take names


def told_warnings(context: click.Context | None = None) -> set[str]:
    """The warnings that a command has printed, as the library wrote them; empty outside of a command.

    Args:
        context: The context of the command; the current one when None.
    """
    context = context or click.get_current_context(silent=True)
    return set() if context is None else context.meta.setdefault(__name__, set())


def in_shell(message: str) -> str:
    """A message in which ``hr.task(...)``, ``label_map={...}`` and keys of a configuration are options.

    Args:
        message: An error, a warning or a note of the library.

    Example:
        >>> in_shell("use hr.task(..., label_names=['bad', 'very good'])")
        "use --label-names 'bad,very good'"
        >>> in_shell("Use label_map={'NEG': '0', 'POS': '1'}")
        'Use --label-map NEG=0 --label-map POS=1'
        >>> in_shell("Use hr.task('ner', tokens='<column>', ner_tags='tags')")
        "Use --column tokens='<column>' --column ner_tags=tags"
        >>> in_shell("name the data with `dataset.source`")
        'name the data with --dataset'
    """
    message = _KEY.sub(lambda found: KEYS.get(found[1], found[0]), message)
    message = message.replace("or replace it with overwrite=True", "or replace it with --force")
    return _LABEL_MAP.sub(_label_map, _TASK.sub(_task, message))


def note(message: str) -> None:
    """Print a message of the library on stderr, with its advice as options."""
    click.echo(in_shell(message), err=True)


def _task(match: re.Match[str]) -> str:
    try:
        call = ast.parse(match[0], mode="eval").body
        options_given = {option.arg: _value(option.value) for option in call.keywords}  # type: ignore[attr-defined]
    except (SyntaxError, ValueError):
        return match[0]
    options = [_option(str(name), value) for name, value in options_given.items()]
    return " ".join(options) if options and all(options) else match[0]


def _value(node: ast.expr) -> Any:
    return ast.literal_eval(node)


def _option(name: str, value: Any) -> str:
    if name == "fields":
        return ""
    text = ",".join("..." if one is ... else one for one in value) if isinstance(value, list) else str(value)
    if name in _OPTIONS:
        return f"{_OPTIONS[name]} {_PLACEHOLDERS.get(name, 'NAMES') if text == '...' else shlex.quote(text)}"
    return f"--column {name}={'COLUMN' if text == '...' else shlex.quote(text)}"


def _label_map(match: re.Match[str]) -> str:
    try:
        pairs = ast.literal_eval(match[0].removeprefix("label_map="))
    except (SyntaxError, ValueError):
        return match[0]
    if not isinstance(pairs, dict):
        return "--label-map MODEL=DATA"
    return " ".join(f"--label-map {shlex.quote(f'{left}={right}')}" for left, right in pairs.items())
