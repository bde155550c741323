"""The file that ``hf-robust init`` writes: what runs, and what else may be said, as comments."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from hf_robust.configured.configuration import KEYS, WITHOUT_SUITE, Configuration, commented, yaml_of
from hf_robust.core.sections import plain_section
from hf_robust.tasks import SENTIMENT
from hf_robust.tasks.base import Task
from hf_robust.transforms.chains import applicable
from hf_robust.transforms.listing import transformations

# what is run at first, where it applies: quick, and nothing that must be fetched
_FIRST = ("keyboard", "typos", "word-case", "contraction", "homophone", "punctuation")
_MOST_FIRST = 5
_TITLE = """Configuration of `hf-robust run --config {file}`. Paths are relative to the current folder. Command-line
options override this file. To use a key that is commented out, remove the "# "."""
EXAMPLES: dict[str, Any] = {
    "dataset": {"source": "reviews.jsonl", "columns": {"text": "sentence", "label": "polarity"}, "limit": 1000},
    "models": [
        "distilbert/distilbert-base-uncased-finetuned-sst-2-english",
        {"model": "me/mine", "name": "mine", "label_map": {"LABEL_0": "negative"}, "batch_size": 16},
    ],
    "variants": 2,
    "protect": ["Paris", "re:[A-Z]+-[0-9]+", "numbers"],
    "protect_defaults": False,
    "nlp": "en_core_web_sm",
    "filters": {"words-changed": "lenient"},
    "slices": ["length", {"name": "column", "column": "genre"}],
    "weakest": True,
    "metric": "rouge:rougeL",
    "prompts": {"count": "all", "axes": ["instruction"], "repeats": 3},
    "bias": ["gender"],
    "capabilities": True,
    "attacks": ["deepwordbug", {"recipe": "pwws", "budget": 500, "limit": 100}],
    "thresholds": {
        "fail_under": {"overall": 0.8, "keyboard": 0.7},
        "gate": ["drop<=3", "typos<=10"],
        "junit": "report/junit.xml",
        "summary": "report/job.md",
        "baseline": "baseline/report.json",
    },
    "push_results": True,
    "formats": ["pdf", "markdown"],
    "save_answers": True,
    "out": "report",
    "cache_dir": "predictions",
    "num_proc": 2,
}
"""What may stand there besides, by key."""


def template(configuration: Configuration, task: Task, file: Path) -> str:
    """The text of the file.

    Args:
        configuration: What was asked for.
        task: The task with the columns.
        file: The file, for its first lines.
    """
    given = configuration.suite.source is not None
    chosen = () if given else configuration.transformations or first_transformations(task)
    if not given:
        configuration = replace(configuration, transformations=chosen, task=configuration.task or SENTIMENT)
    said = {"version": configuration.version, **({} if given else {"seed": 0}), **plain_section(configuration)}
    blocks = []
    for name, key in KEYS.items():
        if name in said:
            shown = yaml_of(name, said[name])
        elif name in EXAMPLES and not (given and name in WITHOUT_SUITE):
            shown = commented(yaml_of(name, EXAMPLES[name]))
        else:
            continue
        others = _other_transformations(task, chosen) if name == "transformations" else ""
        blocks.append(f"# {key.meaning}\n{shown}{others}")
    return "\n".join([commented(_TITLE.format(file=file)), *blocks])


def first_transformations(task: Task) -> tuple[str, ...]:
    """Some transformations that apply to a task and need nothing that must be fetched.

    Example:
        >>> import hf_robust as hr
        >>> first_transformations(hr.task("nli"))
        ('keyboard', 'typos', 'word-case', 'contraction', 'homophone')
    """
    known = applicable(task)
    rows = [row for row in transformations(task) if row["name"] in known]
    plain = [row["name"] for row in rows if not row["needs"] and not row["resources"]]
    return tuple([name for name in _FIRST if name in known] or plain or [row["name"] for row in rows])[:_MOST_FIRST]


def _other_transformations(task: Task, chosen: tuple[Any, ...]) -> str:
    """The others that apply, one a line with what it does."""
    known = applicable(task)
    rows = [row for row in transformations(task) if row["name"] in known and row["name"] not in chosen]
    width = max((len(row["name"]) for row in rows), default=0)
    return "".join(f"# - {row['name']:{width}}  # {row['summary']}\n" for row in rows)
