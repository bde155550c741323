"""The report in brief for a notebook cell: verdict and tables, with the styles that notebooks let through."""

from hf_robust.reports.formats.html import environment
from hf_robust.reports.view import Entry, Room, Table, View, Words

ROWS = 12  # of a table, before the rest is left to the page


def render(view: View) -> str:
    """A piece of HTML; whatever the view holds is escaped.

    Args:
        view: What the report says.
    """
    tables = [block for block in view.brief if isinstance(block, Table)]
    asides = [sentence for block in view.brief if isinstance(block, Words) for sentence in block.sentences]
    template = environment().get_template("notebook.html.j2")
    return template.render(view=view, tables=tables, asides=asides, most=ROWS, room=Room.WIDE)


def render_entry(entry: Entry) -> str:
    """One result as a piece of HTML.

    Args:
        entry: All about it.
    """
    return environment().get_template("notebook_entry.html.j2").render(entry=entry)
