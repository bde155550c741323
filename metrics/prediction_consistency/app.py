"""Page of the Space: the consistency of a small table of predictions.

`score` is the whole logic and runs without gradio.
"""

from typing import Any

from hf_robust.scoring import prediction_consistency

TITLE = "Prediction consistency"
DESCRIPTION = "Share of predictions that stay the same when their input is perturbed."
COLUMNS = ["original prediction", "perturbed prediction"]
EXAMPLE = [["pos", "pos"], ["neg", "pos"], ["pos", "pos"]]


def score(rows: list[list[Any]]) -> list[list[Any]]:
    """Score a table of strings; rows with an empty cell are left out.

    Args:
        rows: Cells in the order of ``COLUMNS``.

    Returns:
        Pairs of measure and value; one row with a hint when no full row is given.
    """
    cells = [["" if cell is None else str(cell).strip() for cell in row] for row in rows]
    full = [row for row in cells if all(row)]
    if not full:
        return [["hint", "fill in at least one row: " + ", ".join(COLUMNS)]]
    original, perturbed = map(list, zip(*full, strict=True))
    result = prediction_consistency(original, perturbed)
    return [[name, str(value)] for name, value in result.items() if value not in (None, {})]


def demo() -> Any:
    """Build the page; gradio is needed only here."""
    import gradio

    table = gradio.Dataframe(headers=COLUMNS, value=EXAMPLE, datatype="str", type="array", label="Rows")
    result = gradio.Dataframe(headers=["measure", "value"], label="Result")
    return gradio.Interface(fn=score, inputs=table, outputs=result, title=TITLE, description=DESCRIPTION)


if __name__ == "__main__":
    demo().launch()
