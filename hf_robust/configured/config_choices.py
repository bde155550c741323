"""The sections of a configuration: data set, suite, model, capability tests, attack, thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.adapters.model_kind import DEFAULT_MODEL
from hf_robust.core.sections import (
    checked,
    flag,
    key,
    one_of,
    scores_by_name,
    share,
    text,
    texts_by_name,
    values_by_name,
    whole,
)
from hf_robust.core.yaml_nodes import Node
from hf_robust.tasks.layouts.table_files import QUOTES
from hf_robust.tasks.offset_units import UNITS

TEXTS = "text, or a list of them"
OVERALL, ALL_OTHERS = "overall", "*"  # how a user and how the library calls the threshold of all without one of its own
_read_scores, _write_scores = scores_by_name(OVERALL, ALL_OTHERS)


@dataclass(frozen=True, kw_only=True)
class DataChoice:
    """A data set, and which of its columns is what."""

    source: str | None = key(text, "Hub id or file", "Hub id, or a CSV, TSV, JSON Lines, JSON, Parquet, CoNLL-U file")
    config: str | None = key(text, "text", "config of a data set on the Hub")
    split: str | None = key(text, "text", "split of it")
    revision: str | None = key(text, "text", "tag, branch or commit of it")
    columns: Mapping[str, str] = key(texts_by_name, "mapping", "column by role, where it is not called as its role", {})
    fields: tuple[str, ...] = key(Node.texts, TEXTS, "roles to perturb", ())
    id: str | None = key(text, "text", "column with a stable id of each row")
    label_names: tuple[str, ...] = key(Node.texts, TEXTS, "names of numeric labels or tags, in order", ())
    scheme: str | None = key(text, "text", "scheme of entity tags, where the tags do not tell it: IO, BIO, ...")
    offsets: str | None = key(
        one_of(UNITS, "unit"), "unit", "in what the data counts character offsets: utf-16, utf-8, ..."
    )
    quotes: str | None = key(
        one_of(QUOTES, "word"), "word", "what quotes do in a table: enclose a cell, or are literal"
    )
    limit: int | None = key(whole(1), "whole number", "use a sample of so many rows, drawn by the seed")
    first: int | None = key(whole(1), "whole number", "use the first so many rows")
    drop_unlabeled: bool = key(flag, "true or false", "leave out rows without a gold label", False)


@dataclass(frozen=True, kw_only=True)
class SuiteChoice:
    """A suite that was built before, or the hash of the rows that a suite had when it was built."""

    source: str | None = key(text, "folder or Hub id", "a suite that was built before")
    revision: str | None = key(text, "text", "tag, branch or commit of it")
    only: tuple[str, ...] = key(Node.texts, TEXTS, "the transformations of it that are run; all when none is named", ())
    content_hash: str | None = key(text, "text", "hash of its rows: a run that gets other rows says so")


def named_model(name: str | None) -> str | None:
    """A model as it is loaded: None for ``default``, which is what comes with the package for the task.

    Example:
        >>> named_model("me/mine"), named_model("default")
        ('me/mine', None)
    """
    return None if name == DEFAULT_MODEL else name


@dataclass(frozen=True, kw_only=True)
class ModelChoice:
    """A model, and how it predicts."""

    model: str | None = key(
        lambda node: named_model(text(node)),
        "Hub id, folder or name",
        f"Hub id or folder, a baseline or a spaCy pipeline by name; {DEFAULT_MODEL} comes with the package",
    )
    name: str | None = key(text, "text", "what it is called where several are compared")
    revision: str | None = key(text, "text", "tag, branch or commit of it")
    label_map: Mapping[str, str] = key(texts_by_name, "mapping", "label of the model -> what the data calls it", {})
    batch_size: int = key(whole(1), "whole number", "rows a batch", 32)
    device: str | None = key(text, "text", "cpu, cuda, ...")
    precision: str | None = key(
        one_of(("float32", "bfloat16", "auto"), "precision"), "float32, bfloat16 or auto", "type to compute in"
    )
    params: Mapping[str, Any] = key(values_by_name, "mapping", "what the adapter of the task takes besides", {})
    train: str | None = key(text, "file", "rows to train a baseline on")

    @property
    def called(self) -> str:
        """What it is called."""
        return self.name or self.model or DEFAULT_MODEL


@dataclass(frozen=True, kw_only=True)
class CapabilityChoice:
    """Capability tests: a specification to search the data set by, or a suite of them."""

    source: str | None = key(
        text, "name, file, folder or Hub id", "a specification by name or file, or a suite that was built before"
    )
    revision: str | None = key(text, "text", "tag, branch or commit of a suite on the Hub")
    seeds_per_capability: int | None = key(whole(1), "whole number", "at most so many seeds each")


def _recipe(node: Node) -> str:
    from hf_robust.attacks.recipes import RECIPES

    checked(node, lambda: RECIPES[node.value(str)])
    return node.value(str)


@dataclass(frozen=True, kw_only=True)
class AttackChoice:
    """An attack of the rows of the data set."""

    recipe: str = key(_recipe, "name", "which attack; hf-robust attack --list prints them", "pwws")
    like: str = key(one_of(("paper", "textattack"), "source"), "paper or textattack", "whose parameters", "paper")
    budget: int | None = key(whole(1), "whole number", "queries a row")
    limit: int | None = key(whole(1), "whole number", "attack a sample of so many rows, drawn by the seed")
    first: int | None = key(whole(1), "whole number", "attack the first so many rows")
    field: str | None = key(text, "role", "the only text that is attacked")
    inside: bool = key(flag, "true or false", "edit words inside gold spans, and no others", False)
    target: str | None = key(text, "label", "the label to reach")
    width: int | None = key(whole(1), "whole number", "rows in flight")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What fails a job in CI, and which tests count."""

    fail_under: Mapping[str, float] = key(
        _read_scores, "number or mapping", f"lowest score that passes, {OVERALL} or by name", {}, _write_scores
    )
    fail_on_regression: bool = key(
        flag, "true or false", "whether a model that is worse than the baseline (the first) fails", False
    )
    min_confidence: float | None = key(share, "number", "least share of labels that raters found right")
    unrated: str = key(one_of(("keep", "skip"), "choice"), "keep or skip", "what becomes of tests nobody rated", "keep")
    junit: str | None = key(text, "file", "JUnit XML is written here")
    summary: str | None = key(text, "file", "a summary in Markdown is appended to this file")
    baseline: str | None = key(
        text, "folder or file", "report of an earlier run: a score that fell since by more than chance explains fails"
    )
