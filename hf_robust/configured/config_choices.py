"""The sections of a configuration: dataset, suite, model, capability tests, attack, thresholds."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.model_kind import DEFAULT_MODEL
from hf_robust.core.sections import (
    checked,
    flag,
    key,
    number,
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
from hf_robust.tasks.offset_units import read_unit

if TYPE_CHECKING:
    from hf_robust.evaluation.prompt_plan import PromptPlan

NO_FUNCTIONS = (
    "a configuration cannot hold a Python function: pass it to hf_robust.run(function, data), or name a file of its "
    "predictions for the rows of a suite"
)
TEXTS = "text, or a list of them"
OVERALL, ALL_OTHERS = "overall", "*"  # how a user and how the library calls the threshold of all without one of its own
_read_scores, _write_scores = scores_by_name(OVERALL, ALL_OTHERS)


def _numbers(node: Node) -> tuple[float, ...]:
    """A list of numbers."""
    return tuple(map(number, node.parts()))


@dataclass(frozen=True, kw_only=True)
class DataChoice:
    """A dataset and its columns."""

    source: str | None = key(text, "Hub id or file", "Hub id, or a CSV, TSV, JSON Lines, JSON, Parquet, CoNLL-U file")
    config: str | None = key(text, "text", "configuration of a dataset on the Hub")
    split: str | None = key(text, "text", "split of the dataset")
    revision: str | None = key(text, "text", "tag, branch or commit of the dataset")
    columns: Mapping[str, str] = key(
        texts_by_name, "mapping", "column name for each role, if it differs from the name of the role", {}
    )
    fields: tuple[str, ...] = key(Node.texts, TEXTS, "roles of the texts to perturb", ())
    id: str | None = key(text, "text", "column with a stable id of each row")
    label_names: tuple[str, ...] = key(Node.texts, TEXTS, "names of the integer labels or tags, in order", ())
    scheme: str | None = key(text, "text", "tagging scheme, if it cannot be inferred from the tags: IO, BIO, ...")
    score_range: tuple[float, ...] = key(_numbers, "list of numbers", "lowest and highest score", ())
    offsets: str | None = key(read_unit, "unit", "unit of the character offsets: code-points, utf-16 or utf-8")
    quotes: str | None = key(
        one_of(QUOTES, "word"), "word", "whether double quotes in a table enclose a cell or are literal"
    )
    limit: int | None = key(whole(1), "whole number", "use a random sample of this many rows")
    first: int | None = key(whole(1), "whole number", "use this many rows from the start")
    drop_unlabeled: bool = key(flag, "true or false", "drop rows without a gold label", False)


@dataclass(frozen=True, kw_only=True)
class SuiteChoice:
    """A suite that was built before, or the hash of the rows that a suite had when it was built."""

    source: str | None = key(text, "folder or Hub id", "an existing suite")
    revision: str | None = key(text, "text", "tag, branch or commit of the suite")
    only: tuple[str, ...] = key(Node.texts, TEXTS, "transformations of the suite to run. Default: all", ())
    content_hash: str | None = key(text, "text", "content hash of the suite. A run warns if the rows differ")


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
        f"Hub id or folder, or the name of a baseline or a spaCy pipeline; {DEFAULT_MODEL}: the default model of the "
        "task",
    )
    name: str | None = key(text, "text", "name of the model in comparisons")
    revision: str | None = key(text, "text", "tag, branch or commit of the model")
    label_map: Mapping[str, str] = key(texts_by_name, "mapping", "label of the model -> label of the dataset", {})
    batch_size: int = key(whole(1), "whole number", "number of rows per batch", 32)
    device: str | None = key(text, "text", "cpu, cuda, ...")
    precision: str | None = key(
        one_of(("float32", "bfloat16", "auto"), "precision"),
        "float32, bfloat16 or auto",
        "data type of the computation",
    )
    params: Mapping[str, Any] = key(values_by_name, "mapping", "additional parameters of the model adapter", {})
    train: str | None = key(text, "file", "rows to train a baseline on")

    @property
    def called(self) -> str:
        """What it is called."""
        return self.name or self.model or DEFAULT_MODEL


def _prompt_count(node: Node) -> str | int:
    """A number of prompts, or ``all``."""
    return one_of(("all",), "word")(node) if isinstance(node.plain(), str) else whole(1)(node)


@dataclass(frozen=True, kw_only=True)
class PromptsChoice:
    """What a language model is asked beyond its own prompt; see ``hf_robust.evaluation.prompt_plan.PromptPlan``."""

    count: str | int | None = key(
        _prompt_count,
        "whole number or all",
        "number of prompts whose calls are spread over the grid of the prompt file, or all",
    )
    axes: tuple[str, ...] = key(Node.texts, TEXTS, "axes of the prompt file that vary. Default: all", ())
    perturb: str | None = key(
        one_of(("instruction", "shots"), "part"), "instruction or shots", "part of the prompt to perturb"
    )
    repeats: int = key(whole(1), "whole number", "how often each original row is asked", 1)

    def plan(self, seed: int) -> "PromptPlan":
        """What is asked.

        Args:
            seed: Seed of the draws.
        """
        from hf_robust.evaluation.prompt_plan import PromptPlan

        return PromptPlan(
            prompts=self.count,  # type: ignore[arg-type]
            axes=self.axes or None,
            perturb=self.perturb,  # type: ignore[arg-type]
            repeats=self.repeats,
            seed=seed,
        )

    def options(self) -> dict[str, Any]:
        """What :func:`hf_robust.run` takes."""
        return {
            "prompts": self.count,
            "prompt_axes": list(self.axes) or None,
            "perturb": self.perturb,
            "repeats": self.repeats,
        }


@dataclass(frozen=True, kw_only=True)
class CapabilityChoice:
    """Capability tests: a specification to search the dataset by, or a suite of them."""

    source: str | None = key(
        text, "name, file, folder or Hub id", "name or file of a specification, or an existing suite"
    )
    revision: str | None = key(text, "text", "tag, branch or commit of a suite on the Hub")
    seeds_per_capability: int | None = key(whole(1), "whole number", "maximum number of seeds per capability")


def _read_gate(node: Node) -> tuple[str, ...]:
    """Conditions of a gate."""
    from hf_robust.reports.gates import ReportGate

    found: tuple[str, ...] = ()
    for one in [node.value(str)] if isinstance(node.plain(), str) else node.texts():
        checked(node, partial(ReportGate.of, one))
        found += (one,)
    return found


def _recipe(node: Node) -> str:
    from hf_robust.attacks.recipes import RECIPES

    checked(node, lambda: RECIPES[node.value(str)])
    return node.value(str)


@dataclass(frozen=True, kw_only=True)
class AttackChoice:
    """An adversarial attack on the rows of the dataset."""

    recipe: str = key(_recipe, "name", "attack recipe; hf-robust attack --list shows all", "pwws")
    like: str = key(
        one_of(("paper", "textattack"), "source"), "paper or textattack", "source of the parameters", "paper"
    )
    budget: int | None = key(whole(1), "whole number", "maximum number of queries per row")
    max_queries: int | None = key(whole(1), "whole number", "maximum number of inputs sent to the model in all")
    limit: int | None = key(whole(1), "whole number", "attack a random sample of this many rows")
    first: int | None = key(whole(1), "whole number", "attack this many rows from the start")
    field: str | None = key(text, "role", "role of the text to attack")
    inside: bool = key(flag, "true or false", "edit only words inside gold spans", False)
    target: str | None = key(text, "label", "target label")
    by: float | None = key(number, "number", "for scores: by how much the score has to move")
    width: int | None = key(whole(1), "whole number", "number of rows attacked at the same time")


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Conditions for failure in CI, and which transformations count."""

    fail_under: Mapping[str, float] = key(
        _read_scores, "number or mapping", f"minimum score, {OVERALL} or per result", {}, _write_scores
    )
    gate: tuple[str, ...] = key(
        _read_gate, "condition or list", "conditions such as drop<=3 (points); the run fails if one is blocked", ()
    )
    strict: bool = key(flag, "true or false", "fail unless all values of the gate pass", False)
    fail_on_regression: bool = key(
        flag, "true or false", "fail if a model is significantly worse than the reference model", False
    )
    min_confidence: float | None = key(
        share, "number", "exclude transformations for which raters confirmed a smaller share of the labels"
    )
    unrated: str = key(
        one_of(("keep", "skip"), "choice"), "keep or skip", "keep or skip transformations without ratings", "keep"
    )
    junit: str | None = key(text, "file", "file for the results as JUnit XML")
    summary: str | None = key(text, "file", "file to which a Markdown summary is appended")
    baseline: str | None = key(
        text, "folder or file", "earlier report; the run fails if a score is significantly lower"
    )
