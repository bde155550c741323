"""Finds the `evaluate` modules that come with the package and loads them, offline and from any folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import MissingResource, UnknownNameError
from hf_robust.core.extras import need

if TYPE_CHECKING:
    from evaluate import EvaluationModule


def metric_names() -> list[str]:
    """Return the names that `load_metric` knows, sorted.

    Raises:
        MissingResource: The installation carries no metric modules.

    Example:
        >>> metric_names()[:4]
        ['attack_success_rate', 'coreference_f1', 'dependency_scores', 'failure_rate']
        >>> metric_names()[4:]  # doctest: +NORMALIZE_WHITESPACE
        ['gap_f1', 'label_consistency', 'multi_label_f1', 'neuron_coverage', 'pass_to_fail', 'prediction_consistency',
         'production_rule_coverage', 'relation_f1', 'robustness_gap', 'score_shift', 'self_bleu', 'sense_accuracy',
         'span_f1', 'word_segmentation', 'worst_case_accuracy']
    """
    return sorted(path.parent.name for path in _folder().glob("*/*.py") if path.stem == path.parent.name)


def metric_summary(name: str) -> str:
    """What the card of a metric says that it measures, in one line.

    Args:
        name: One of `metric_names`.

    Example:
        >>> metric_summary("robustness_gap")
        'How far a score falls between originals and their perturbed versions, measured on the same rows.'
    """
    import yaml

    front = (_folder() / name / "README.md").read_text(encoding="utf-8").split("---\n", 2)[1]
    return str(yaml.safe_load(front)["description"])


def load_metric(name: str, **kwargs: Any) -> "EvaluationModule":
    """Load an `evaluate` module of the package, without network access.

    By default, the module keeps its rows in memory. It can then be pickled, writes no cache files, and does not use
    file locks.

    Args:
        name: A name from `metric_names`.
        **kwargs: Passed to ``evaluate.load``, such as ``experiment_id`` or ``num_process``.

    Returns:
        The `evaluate` module.

    Raises:
        UnknownNameError: If the metric does not exist. The message lists the available ones.
        MissingResource: If the installation does not include the metric modules.

    Example:
        >>> metric = load_metric("attack_success_rate")
        >>> columns = {"original_predictions": [1, 1, 0], "predictions": [0, 1, 0], "references": [1, 1, 1]}
        >>> metric.compute(**columns)["attack_success_rate"]
        0.5
    """
    known = metric_names()
    if name not in known:
        raise UnknownNameError("metric", name, known)
    need("evaluate")
    import evaluate

    # An absolute path: a relative one without a file behind it would be looked up on the Hub.
    return evaluate.load(str(_folder() / name), **{"keep_in_memory": True, **kwargs})


def _folder() -> Path:
    """The modules inside an installed wheel, else those of the checkout."""
    package = Path(__file__).resolve().parents[1]
    places = (package / "_metrics", package.parent / "metrics")
    for place in places:
        if any(place.glob("*/*.py")):
            return place
    raise MissingResource("the folder of evaluate modules", "pip install --force-reinstall hf-robust")


@dataclass(frozen=True)
class TablePage:
    """The page of a metric's Space: a table of cells in, measures out.

    Args:
        title: Heading of the page.
        description: What is measured, in one sentence.
        columns: Names of the table's columns.
        example: Rows to start with.
        compute: Takes one list of strings a column, in order; returns measures by name.

    Example:
        >>> page = TablePage("Size", "Rows.", ["label"], [["a"]], lambda labels: {"n": len(labels)})
        >>> page.score([["a"], ["b"], [""]])
        [['n', '2']]
    """

    title: str
    description: str
    columns: Sequence[str]
    example: Sequence[Sequence[str]]
    compute: Callable[..., Mapping[str, Any]]

    def score(self, rows: Sequence[Sequence[Any]]) -> list[list[str]]:
        """Pairs of measure and value; rows with an empty cell are left out, a wrong cell is a hint. Needs no gradio."""
        cells = [["" if cell is None else str(cell).strip() for cell in row] for row in rows]
        full = [row for row in cells if all(row)]
        if not full:
            return [["hint", "fill in at least one row: " + ", ".join(self.columns)]]
        try:
            result = self.compute(*map(list, zip(*full, strict=True)))
        except ValueError as error:  # what the user typed into a cell
            return [["hint", str(error)]]
        return [[name, str(value)] for name, value in result.items() if value not in (None, {})]

    def demo(self) -> Any:
        """The gradio page."""
        import gradio

        headers = list(self.columns)
        table = gradio.Dataframe(headers=headers, value=list(self.example), datatype="str", type="array", label="Rows")
        result = gradio.Dataframe(headers=["measure", "value"], label="Result")
        return gradio.Interface(
            fn=self.score, inputs=table, outputs=result, title=self.title, description=self.description
        )
