"""Page of the Space: neuron coverage of a few neurons."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import neuron_coverage


def compute(low: list[str], high: list[str], least: list[str], most: list[str]) -> Mapping[str, Any]:
    """Coverage of a table with one neuron a row."""
    bounds, cases = ([[float(cell) for cell in column] for column in pair] for pair in ((low, high), (least, most)))
    return neuron_coverage(cases, *bounds)


page = TablePage(
    title="Neuron coverage",
    description="Share of neurons that leave, on some cases, the bounds they keep on the training data.",
    columns=["lowest in training", "highest in training", "lowest on the cases", "highest on the cases"],
    example=[["-1", "1", "-0.5", "2"], ["0", "1", "0", "1"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
