"""Page of the Space: the success rate of an attack on a small table of labels.

`score` is the whole logic and runs without gradio.
"""

from typing import Any

from hf_robust.scoring import attack_success_rate

TITLE = "Attack success rate"
DESCRIPTION = "Share of rows that were right before an attack and wrong after it."
COLUMNS = ["original prediction", "attacked prediction", "reference"]
EXAMPLE = [["pos", "pos", "pos"], ["neg", "pos", "neg"], ["pos", "neg", "pos"], ["neg", "neg", "pos"]]


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
    original, attacked, gold = map(list, zip(*full, strict=True))
    result = attack_success_rate(original, attacked, gold)
    return [[name, str(value)] for name, value in result.items() if value not in (None, {})]


def demo() -> Any:
    """Build the page; gradio is needed only here."""
    import gradio

    table = gradio.Dataframe(headers=COLUMNS, value=EXAMPLE, datatype="str", type="array", label="Rows")
    result = gradio.Dataframe(headers=["measure", "value"], label="Result")
    return gradio.Interface(fn=score, inputs=table, outputs=result, title=TITLE, description=DESCRIPTION)


if __name__ == "__main__":
    demo().launch()
