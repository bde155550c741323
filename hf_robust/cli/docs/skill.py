"""``SKILL.md``: what an assistant that runs commands must know of ``hf-robust``, made of the documentation.

Source: the format of Agent Skills, a folder with the name of the skill and a file with ``name`` and ``description``.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from hf_robust import __version__
from hf_robust.cli.docs.topics import TOPICS, source, summary

NAME = "hf-robust"
MARK = "Written by `hf-robust docs --skill`"
"""A text by which a file of this package is known."""
_DESCRIPTION = (
    "Robustness evaluation of NLP models with the command hf-robust: perturb a dataset, measure how far scores fall "
    "under typos, paraphrases and other changes, run capability tests and adversarial attacks, compare checkpoints, "
    "and check a model in CI. Use when a user asks whether a classifier, tagger, question answering model or language "
    "model holds up on changed inputs."
)
# topics whose first example is shown, by what a user wants
_SHOWN = {
    "evaluation": "Measure the drops of a model on a file",
    "configuration": "Keep the options in a file",
    "suites": "Build a suite once and run models on it",
    "perturb": "Write perturbed rows",
    "capability": "Test capabilities, such as negation",
    "attacks": "Attack a model",
    "cli": "Check a model in CI",
}
_BLOCK = re.compile(r"<!-- bash: [^>\n]* -->\n(```bash\n.*?^```)", re.DOTALL | re.MULTILINE)


def skill_file(folder: Path) -> Path:
    """Where the file of the skill stands in a folder of skills.

    Args:
        folder: The folder, for example ``.claude/skills``.
    """
    return folder / NAME / "SKILL.md"


def skill_text() -> str:
    """The text of ``SKILL.md``.

    Example:
        >>> skill_text().splitlines()[:2]
        ['---', 'name: hf-robust']
    """
    return "\n\n".join(_parts()) + "\n"


def _parts() -> Iterator[str]:
    yield f'---\nname: {NAME}\ndescription: "{_DESCRIPTION}"\n---'
    yield "# hf-robust"
    yield "Install: `pip install 'hf-robust[embedded]'`. `hf-robust doctor` shows what is installed."
    yield (
        "In the examples, `reviews.csv` has the columns `text` and `label`, and `my-model/` is a saved model. "
        "`--model` also takes a Hub id. `hf-robust COMMAND --help` lists all options. Exit code 1 means that a score "
        "is below its threshold, 2 that the call is wrong; the message says what to change."
    )
    for topic, purpose in _SHOWN.items():
        block = _BLOCK.search(source(topic))
        if block is not None:
            yield f"## {purpose}\n\n{block[1]}\n\nMore: `hf-robust docs {topic}`."
    yield "## Read more\n\nEach topic is shown by `hf-robust docs TOPIC`; `hf-robust docs --search WORD` searches them."
    yield "\n".join(f"- `{name}`: {summary(name)}" for name in TOPICS)
    yield f"{MARK} of version {__version__}."
