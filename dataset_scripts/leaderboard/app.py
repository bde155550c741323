"""Page of the Space: how models do on the robustness suites of an owner.

The Space's variable ``SUITES`` names them, separated by commas; without it they are all suites of the Space's owner.
"""

import os

import gradio as gr

from hf_robust import RobustError
from hf_robust.reports import Leaderboard, read_leaderboard
from hf_robust.suites import suites_of

OWNER = os.environ.get("SPACE_ID", "").partition("/")[0]
NAMED = [name.strip() for name in os.environ.get("SUITES", "").split(",") if name.strip()]


def suites() -> list[str]:
    """The suites that the page offers."""
    return NAMED or (suites_of(OWNER) if OWNER else [])


def read(suite: str | None) -> tuple[Leaderboard, str]:
    """The leaderboard of a suite and what is said of it; an empty one where it cannot be read."""
    if not suite:
        return Leaderboard("", []), "There is no suite yet: name some in the variable `SUITES` of this Space."
    try:
        board = read_leaderboard(suite)
    except RobustError as error:
        return Leaderboard(suite, []), str(error)
    return board, board.summary()


def shown(suite: str | None) -> tuple:
    """All that changes with the suite: the note, the table, the choice of models, the table of one model."""
    board, note = read(suite)
    models = [line.model for line in board.lines]
    first = models[0] if models else None
    table = gr.Dataframe(value=board.table(), headers=board.headers, datatype=board.datatypes)
    return note, table, gr.Dropdown(choices=models, value=first), board, details(board, first)


def details(board: Leaderboard, model: str | None) -> list[list]:
    """The table of one model."""
    return board.details(model) if model else []


def offered() -> gr.Dropdown:
    """The choice of suites, read anew for each visitor."""
    try:
        names = suites()
    except RobustError as error:
        raise gr.Error(str(error)) from error
    return gr.Dropdown(choices=names, value=names[0] if names else None)


with gr.Blocks(title="Robustness leaderboard") as demo:
    gr.Markdown(
        "# Robustness leaderboard\n"
        "Scores in percent on rows as they are (original) and on the same rows changed: one column a change, and the "
        "worst case of each row over all changes. A drop stands with its 95 % interval. The menu of a title sorts."
    )
    suite = gr.Dropdown(label="Suite (type any other)", interactive=True, allow_custom_value=True)
    note = gr.Markdown()
    table = gr.Dataframe(interactive=False, wrap=False, label="Models")
    model = gr.Dropdown(label="Entries of the model", interactive=True, allow_custom_value=True)
    one = gr.Dataframe(headers=Leaderboard("", []).detail_headers, interactive=False, label="Entries")
    gr.Markdown(
        "Results come from the cards of the models, where `hf-robust push-results` wrote them. *Verified* says "
        "whether the Hub checked them; all others are what their authors state."
    )
    board = gr.State(Leaderboard("", []))
    demo.load(offered, None, suite)
    suite.change(shown, suite, [note, table, model, board, one])
    model.input(details, [board, model], one)

if __name__ == "__main__":
    demo.launch()
