"""The report as one self-contained page: no scripts, fonts or images from elsewhere."""

import base64
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.registry import language_of_script
from hf_robust.reports import wording
from hf_robust.reports.formats import scales, svg, svg_radar
from hf_robust.reports.root_cause_view import Cause
from hf_robust.reports.view import View

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

SUFFIX = ".html"
TEMPLATES = Path(__file__).parent / "templates"
_QUOTE = "(?:'|&#39;|&#x27;)"
_NAME = re.compile(rf"{_QUOTE}[\w+]{{1,20}}(?:-[\w+]{{1,20}}){{1,2}}{_QUOTE}")
CHART_ROWS = 20  # rows of a chart before the rest folds away


def render(view: View) -> str:
    """The page; whatever the view holds is escaped.

    Args:
        view: What the report says.
    """
    script = (TEMPLATES / "sort.js").read_text(encoding="utf-8").strip()
    template = environment().get_template("page.html.j2")
    return template.render(view=view, style=style(), script=markup(script), script_hash=_hash(script))


def whole_names(text: str) -> "Markup":
    """A sentence as HTML in which a quoted name with a hyphen, such as 'word-case', stays on one line.

    Args:
        text: A sentence; one that brings its own markup keeps it.
    """
    from markupsafe import Markup, escape

    return Markup(_NAME.sub(lambda name: f'<span class="whole">{name[0]}</span>', str(escape(text))))


def render_cause(cause: Cause) -> str:
    """A root cause as a piece of HTML that looks the same alone and within a page."""
    return environment().get_template("root_cause.html.j2").module.draw_cause(cause)


@cache
def style() -> str:
    """The style sheet that all pages share."""
    return markup((TEMPLATES / "style.css").read_text(encoding="utf-8").strip())


@cache
def environment() -> "Environment":
    """Jinja with our filters; whatever a view holds is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        count=wording.count, clip=wording.clip, language_of_script=language_of_script, whole_names=whole_names
    )
    environment.globals.update(
        CHART_ROWS=CHART_ROWS,
        dot_axis=scales.dot_axis,
        bar_axis=scales.bar_axis,
        line_axis=scales.line_axis,
        dots=lambda *drawn: markup(svg.dots(*drawn)),
        bar=lambda *drawn: markup(svg.bar(*drawn)),
        lines=lambda *drawn: markup(svg.lines(*drawn)),
        curve=lambda drawn: markup(svg.curve(drawn)),
        scale=lambda axis: markup(svg.scale(axis)),
        shade=scales.shade,
        radar=lambda drawn: markup(svg_radar.radar(drawn)),
        radar_key=lambda number: markup(svg_radar.key(number)),
        points=wording.points,
        legend=lambda charts: [(markup(drawing), name) for drawing, name in svg.legend(charts)],
    )
    return environment


def markup(text: str) -> str:
    """A text that is markup already and is not escaped again."""
    from markupsafe import Markup

    return Markup(text)


def _hash(script: str) -> str:
    """What the page's security policy calls its one script."""
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")
