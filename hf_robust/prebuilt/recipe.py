"""Recipes of prebuilt suites: the source, its license, the transformations, and what must come out, in a YAML file."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from hf_robust.core.files import write_files
from hf_robust.core.sections import (
    checked,
    key,
    language_code,
    one_of,
    plain_section,
    read_section,
    text,
    texts_by_name,
    values_by_name,
    whole,
)
from hf_robust.core.yaml_nodes import Node, compose
from hf_robust.prebuilt.expectation import OneLine, matching
from hf_robust.prebuilt.recipe_source import TEXTS, Source, read_source
from hf_robust.tasks.base import Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.kind import task_name
from hf_robust.transforms.entry_files import read_entry

PUBLISH = ("full", "edits", "none")
"""What of a suite may be published: all of it, its edits without the text of the source, or nothing."""
GROUPS = ("universal", "task")
"""Transformations by where they come from: those of many tasks, and those of this one."""
SOURCE, SAMPLE = "source", "sample"
"""What the two sources of a recipe are called."""


@dataclass(frozen=True, kw_only=True)
class Licence:
    """What the terms of the source allow."""

    source: str = key(text, "text", "license of the source as the Hub spells it, or other", "", needed=True)
    publish: str = key(
        one_of(PUBLISH, "kind of publishing"),
        ", ".join(PUBLISH),
        "what of the suite may be published",
        "none",
        needed=True,
    )
    terms: str | None = key(text, "text", "the terms, in a sentence")


class _Dumper(yaml.SafeDumper):
    """Writes each expected entry in one line."""


_Dumper.add_representer(
    OneLine, lambda dumper, value: dumper.represent_mapping("tag:yaml.org,2002:map", value, flow_style=True)
)


def _task(node: Node) -> str:
    return checked(node, lambda: task_name(node.value(str)))


def _entries(node: Node) -> tuple[Any, ...]:
    """Groups of transformations, and entries of a suite."""

    def entry(part: Node) -> Any:
        named = not part.is_list and not part.is_map and part.value(str) in GROUPS
        return part.value(str) if named else read_entry(part)

    found = tuple(entry(part) for part in (node.parts() if node.is_list else [node]))
    return found or node.fail(f"expected {' or '.join(GROUPS)}, or names of transformations; found an empty list")


@dataclass(frozen=True, kw_only=True)
class SuiteRecipe:
    """How a prebuilt suite is made: everything that decides on its rows, and what its rows must be.

    ``hf_robust.prebuilt.load_recipe("snli")`` reads one by name, ``Recipe.read(path)`` one of your own.
    """

    version: int = key(whole(1), "1", "Version of this kind of file.", 1)
    name: str = key(
        matching("[a-z0-9]+(-[a-z0-9]+)*", "small letters, digits and single hyphens"),
        "text",
        "Name of the recipe.",
        "",
        needed=True,
    )
    title: str = key(text, "text", "Name of the dataset, for readers.", "", needed=True)
    task: str = key(_task, "task", "The task by its id on the Hub.", "", needed=True)
    language: str = key(language_code, "code", "Language of the texts.", "en")
    licence: Licence = key(
        lambda node: read_section(Licence, node),
        "mapping",
        "What the terms allow.",
        Licence(),
        plain_section,
        needed=True,
    )
    citation: str | None = key(text, "text", "Whose data it is: authors, year, title.")
    source: Source = key(read_source, "mapping", "The dataset.", Source(), plain_section, needed=True)
    sample: Source | None = key(
        read_source, "mapping", "A part of it in a file, on which counts and hashes were measured.", None, plain_section
    )
    transformations: tuple[Any, ...] = key(
        _entries, "a list", f"Groups ({', '.join(GROUPS)}), names, mappings with parameters, lists for chains.", GROUPS
    )
    without: Mapping[str, str] = key(
        texts_by_name, "mapping", "Transformations of these groups that are left out, with the reason.", {}
    )
    capabilities: Mapping[str, Any] | None = key(
        values_by_name, "mapping", "Capability tests searched in the same rows: options of CapabilitySuite.build."
    )
    seed: int = key(whole(), "whole number", "Seed of all draws.", 0)
    variants: int = key(whole(1), "whole number", "Up to so many outputs a row.", 1)
    limits: tuple[str, ...] = key(Node.texts, TEXTS, "What a reader should know before trusting numbers on it.", ())
    file: Path | None = None

    @classmethod
    def read(cls, path: str | Path) -> "SuiteRecipe":
        """Read a recipe from a YAML file; everything that it says is checked.

        Args:
            path: The file.

        Raises:
            SpecError: A mistake in it; the message says the line, and what was expected.
        """
        root = compose(Path(path), "name, task, licence, source")
        recipe = replace(read_section(cls, root), file=Path(path))
        recipe._check(root)
        return recipe

    def _check(self, root: Node) -> None:
        nodes = root.items()
        if self.file is not None and self.file.stem != self.name:
            nodes["name"].fail(f"expected {self.file.stem!r}, the name of the file; found {self.name!r}")
        for source, name in ((self.source, "source"), (self.sample, "sample")):
            if source is not None:
                checked(nodes[name], partial(self.bound, source))
                self._check_measured(nodes[name], source)
        if self.sample is not None and self.sample.file is None:
            nodes["sample"].fail("a sample is a file with its sha256")

    def _check_measured(self, node: Node, source: Source) -> None:
        """Refuse counts of another recipe, as a copied file has them."""
        for name in source.expect.suites if source.expect is not None else ():
            if not name.startswith(f"{self.name}-"):
                node.items()["expect"].fail(
                    f"holds counts of {name}, another recipe's; take 'expect' out, build with --record to measure anew"
                )

    def bound(self, source: Source) -> Task:
        """The task over the columns of a source."""
        return make_task(
            self.task,
            id=source.id,
            label_names=list(source.label_names) or None,
            language=self.language,
            scheme=source.scheme,
            threshold=None,
            score_range=None,
            **source.columns,
        )

    @property
    def sources(self) -> tuple[Source, ...]:
        """The dataset, and the sample of it where there is one."""
        return (self.source,) if self.sample is None else (self.source, self.sample)

    def with_measured(self, kind: str, source: Source) -> "SuiteRecipe":
        """The recipe with one of its sources as it was measured.

        Args:
            kind: Which of them, ``source`` or ``sample``.
            source: The source, with what was measured.
        """
        return replace(self, source=source) if kind == SOURCE else replace(self, sample=source)

    def text(self) -> str:
        """The YAML file, as :meth:`read` reads it."""
        said = {"version": self.version, **plain_section(self)}
        return yaml.dump(said, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)

    def write(self) -> None:
        """Write it back into its file."""
        assert self.file is not None
        write_files(self.file.parent, {self.file.name: self.text().encode()})
