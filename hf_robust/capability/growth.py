"""Growing the seeds of a capability suite: expansion with the rules of each capability."""

import hashlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.capability import Capability, Specification
from hf_robust.capability.expansion.expand import Expand
from hf_robust.capability.search import still_meets
from hf_robust.slices.wordlists import WordList
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.capability.behavior_suites import Behavior


def check_growth(grow: Mapping[str, Any], served: Mapping[str, Any]) -> None:
    """Refuse what expansion would refuse, before the search."""
    Expand(**grow, **served)


def expanded(
    seeds: "Dataset", task: Task, capability: Capability, words: Mapping[str, WordList], **options: Any
) -> "Dataset":
    """What grows from the seeds of a capability; words of its specification's lists are never added.

    Args:
        seeds: Seeds; their first text is expanded.
        task: Gives the roles of the texts.
        capability: The capability.
        words: Word lists by name.
        **options: As for :class:`hf_robust.capability.expansion.expand.Expand`.
    """
    served = {name: options[name] for name in ("nlp", "sentiment")}
    keeps = partial(still_meets, capability, lexicons=words, **served) if capability.recheck else None
    avoid = sorted({entry for words_of in words.values() for entry in words_of.entries})
    expand = Expand(task.text_roles[0], capability=capability, keeps=keeps, avoid=avoid, **options)
    return seeds.map(expand, batched=True, batch_size=1000, features=seeds.features, desc="expand")


def describe(specification: "Specification | Behavior") -> dict[str, Any]:
    """What is on record of a specification.

    Args:
        specification: It.
    """
    file = Path(specification.file)
    digest = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None
    return {
        "name": file.stem or specification.task,
        "version": specification.version,
        "source": specification.source,
        "sha256": digest,
    }
