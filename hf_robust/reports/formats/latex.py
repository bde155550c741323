"""The report for LaTeX: a document, or its tables and figures alone to paste into a paper.

Plain TeX Live is enough, pdfLaTeX as well as LuaLaTeX and XeLaTeX. Tables need booktabs, array and graphicx, charts
pgfplots, heat maps colortbl.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.reports.formats.latex_figures import CHARTS, figures
from hf_robust.reports.formats.latex_tables import LONG, length, longtable, tabular
from hf_robust.reports.formats.latex_text import comment, slug, tex
from hf_robust.reports.text_segments import Segment
from hf_robust.reports.view import (
    Block,
    Counts,
    Entries,
    Entry,
    Example,
    Examples,
    Facts,
    Room,
    Section,
    Table,
    View,
    Words,
)
from hf_robust.reports.wording import count, moment

SUFFIX = ".tex"
ENTRIES = 3  # of which all is told; the page has the rest
_PACKAGES = r"""\usepackage[T1]{fontenc}
\usepackage{textcomp,array,booktabs,graphicx,longtable}
\usepackage[table]{xcolor}
\usepackage{pgfplots}
\pgfplotsset{compat=1.16}
\usepackage{iftex}"""
_MACROS = r"""\ifdefined\hfrfit\else
  \newsavebox{\hfrbox}
  \protected\def\hfrfit#1{\sbox{\hfrbox}{#1}\ifdim\wd\hfrbox>\linewidth
    \resizebox{\linewidth}{!}{\usebox{\hfrbox}}\else\usebox{\hfrbox}\fi}
  \def\hfrcode#1{\,{\scriptsize U+#1}\,\allowbreak}
  \protected\def\hfrchar#1{\ifPDFTeX\hfrcode{#1}\else
    \iffontchar\font"#1 \char"#1 \else\hfrcode{#1}\fi\fi}
\fi"""
_PREAMBLE = rf"""\documentclass[11pt,a4paper]{{article}}
\usepackage{{iftex}}
\ifPDFTeX
  \usepackage[utf8]{{inputenc}}
  \IfFileExists{{lmodern.sty}}{{\usepackage{{lmodern}}}}{{}}
\else
  \usepackage{{fontspec}}
\fi
\usepackage[margin=2.3cm]{{geometry}}
\usepackage{{float}}
{_PACKAGES}
\usepackage[hidelinks,bookmarks=false]{{hyperref}}
\extrafloats{{200}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{0.5em}}
\emergencystretch=3em
{_MACROS}"""


@dataclass(frozen=True)
class LatexPart:
    """A piece of the document.

    Args:
        body: The LaTeX of it.
        label: The label of a table or figure; empty for text.
    """

    body: str
    label: str = ""


def render(view: View, fragment: bool = False, room: Room = Room.WIDE) -> str:
    r"""The report in LaTeX; whatever the view holds is escaped.

    Args:
        view: What the report says.
        fragment: Its tables and figures alone, each between two comments with its label, for a paper of one's own. The
            first lines name the packages that the paper's preamble needs.
        room: Columns of tables that need more are left out.
    """
    if fragment:
        return _fragment(view, room)
    parts = [
        _PREAMBLE,
        r"\begin{document}",
        _opening(view),
        *(part.body for section in _Sections(room, "H").all(view) for part in section),
        _ending(view),
        r"\end{document}",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _fragment(view: View, room: Room) -> str:
    lines = [
        comment(f"{view.kind}: {view.title} on {view.subject}"),
        comment("made with hf_robust; the preamble needs:"),
    ]
    lines += [comment(line) for line in _PACKAGES.splitlines()]
    parts = [part for section in _Sections(room, "!htbp").all(view) for part in section if part.label]
    pieces = ["\n".join([*lines, _MACROS])]
    pieces += [f"% ---- begin {part.label}\n{part.body}\n% ---- end {part.label}" for part in parts]
    return "\n\n".join(pieces) + "\n"


def _opening(view: View) -> str:
    details = ", ".join([*view.details, moment(view.created)])
    lines = [
        rf"{{\Large\bfseries {tex(view.kind)}: {tex(view.title)}\par}}",
        rf"on {tex(view.subject)} ({tex(details)})",
        *(rf"\textbf{{Warning:}} {tex(message, 1200)}" for _, message in view.warnings),
        rf"\textbf{{{tex(view.headline, 1200)}}}",
        tex(view.rests_on, 1200),
        tex(view.lede, 1200),
    ]
    if view.tiles:
        rows = [rf"{tex(one.label)} & \textbf{{{tex(one.value)}}} & {tex(one.note)} \\" for one in view.tiles]
        layout = r"@{}>{\raggedright}p{4.2cm}>{\raggedright}p{2.9cm}>{\raggedright\arraybackslash}p{7.8cm}@{}"
        lines.append("\n".join([rf"\begin{{tabular}}{{{layout}}}", *rows, r"\end{tabular}"]))
    return "\n\n".join(filter(None, lines))


def _ending(view: View) -> str:
    parts = []
    if view.skipped:
        parts += [r"\section*{Skipped}", _items([f"{tex(name)}: {tex(why)}" for name, why in view.skipped])]
    notes = [f"{tex(name)}: {tex(text)}" for name, text in view.notes]
    parts += [r"\section*{Notes}", _items(notes)] if notes else []
    parts += [r"\section*{How this report was created}", _facts(view.facts)]
    made = view.command or view.created_by
    parts += [
        rf"Signature: \texttt{{{tex(view.signature, 1200)}}}" if view.signature else "",
        rf"Created by \texttt{{{tex(made)}}}." if made else "",
        rf"All numbers are in \texttt{{{tex(view.data_file)}}}.",
    ]
    if view.glossary:
        parts += [
            r"\section*{Terms}",
            _items([rf"\textbf{{{tex(term)}}}: {tex(says)}" for term, says in view.glossary]),
        ]
    return "\n\n".join(filter(None, parts))


class _Sections:
    """The sections of a document; it counts labels, so that no two are the same."""

    def __init__(self, room: Room, where: str):
        self.room = room
        self.where = where
        self._taken: set[str] = set()

    def all(self, view: View) -> Iterator[list[LatexPart]]:
        """The parts of each section."""
        for section in view.sections:
            yield list(self._section(section))

    def _section(self, section: Section) -> Iterator[LatexPart]:
        yield LatexPart(rf"\section*{{{tex(section.heading)}}}")
        if section.intro:
            yield LatexPart(tex(section.intro, 1200))
        for block in section.blocks:
            yield from self._block(block, section.heading)

    def _block(self, block: Block, heading: str) -> Iterator[LatexPart]:
        if isinstance(block, Table):
            yield self._table(block, heading)
        elif isinstance(block, Entries):
            for entry in block.items[:ENTRIES]:
                yield LatexPart(_entry(entry))
            if len(block.items) > ENTRIES:
                yield LatexPart(f"The page tells of {count(len(block.items) - ENTRIES, 'other')} in the same way.")
        elif isinstance(block, CHARTS):
            title = getattr(block, "title", "") or heading
            for number, (body, says) in enumerate(figures(block)):
                yield self._figure(body, says, f"{title} (continued)" if number else title)
        else:
            yield LatexPart(_prose(block))

    def _label(self, kind: str, title: str) -> str:
        name = f"{kind}:{slug(title)}"
        tries = (name if number == 1 else f"{name}-{number}" for number in itertools.count(1))
        label = next(label for label in tries if label not in self._taken)
        self._taken.add(label)
        return label

    def _table(self, table: Table, heading: str) -> LatexPart:
        if not length(table, self.room):
            return LatexPart(tex(table.empty))
        title = table.title or heading
        label, caption = self._label("tab", title), _caption(title, table.caption)
        if length(table, self.room) > LONG:
            return LatexPart(longtable(table, self.room, caption, label), label)
        return LatexPart(self._float("table", tabular(table, self.room), caption, label), label)

    def _float(self, kind: str, body: str, caption: str, label: str) -> str:
        named = rf"\caption{{{caption}}}\label{{{label}}}"
        inside = [named, r"\par\smallskip", body] if kind == "table" else [body, named]
        return "\n".join([rf"\begin{{{kind}}}[{self.where}]", r"\centering\small", *inside, rf"\end{{{kind}}}"])

    def _figure(self, body: str, says: str, title: str) -> LatexPart:
        label = self._label("fig", title)
        return LatexPart(self._float("figure", body, _caption(title, says), label), label)


def _caption(title: str, says: str) -> str:
    ending = "" if title.endswith((".", "?", "!")) else "."
    return f"{tex(title, 160)}{ending} {tex(says)}".strip()


def _prose(block: Block) -> str:
    if isinstance(block, Words):
        text = "\n\n".join(tex(sentence, 1200) for sentence in block.sentences)
        return rf"{{\small {text}\par}}" if block.quiet else text
    if isinstance(block, Facts):
        return _facts(block.items)
    if isinstance(block, Counts):
        title = rf"\textbf{{{tex(block.title)}}}" if block.title else ""
        return "\n\n".join(filter(None, [title, _items([f"{tex(n)} {tex(what, 200)}" for n, what in block.items[:8]])]))
    if isinstance(block, Examples):
        return "\n\n".join(_example(example) for example in block.items[:1])
    return ""


def _entry(entry: Entry) -> str:
    star = " *" if entry.star else ""
    parts = [rf"\textbf{{{tex(entry.name)}: {tex(entry.figure)}{star}}}\enspace {tex(entry.gist)}"]
    parts += [_prose(block) for block in entry.blocks if isinstance(block, (Words, Examples))]
    return "\n\n".join(filter(None, parts))


def _example(example: Example) -> str:
    """One row: what went in brackets with minus signs, what came in bold."""
    lines = [rf"{tex(shown.field)}: {''.join(map(_segment, shown.segments))}" for shown in example.texts]
    for answer in example.answers:
        lines.append(f"{tex(answer.role)}: {tex(' → '.join(label for label, _ in answer.steps), 200)}")
    body = r" \\ ".join(filter(None, [tex(example.note), *lines]))
    return rf"\begin{{quote}}\small {body}\end{{quote}}"


def _segment(segment: Segment) -> str:
    edge = " " if segment.text.startswith(" ") else ""
    shown = edge + tex(segment.text, 500) + (" " if segment.text.endswith(" ") else "")
    if segment.kind == "delete":
        return rf"\textcolor{{red!65!black}}{{[-{shown}-]}}"
    return rf"\textcolor{{green!40!black}}{{\textbf{{{shown}}}}}" if segment.kind == "insert" else shown


def _facts(items: tuple[tuple[str, str], ...]) -> str:
    rows = [rf"{tex(name, 60)} & {tex(value, 300)} \\" for name, value in items]
    layout = r"@{}>{\raggedright}p{3.6cm}>{\raggedright\arraybackslash}p{11.6cm}@{}"
    return "\n".join([rf"{{\small\begin{{longtable}}[l]{{{layout}}}", *rows, r"\end{longtable}}"]) if rows else ""


def _items(items: list[str]) -> str:
    return "\n".join([r"\begin{itemize}", *(rf"\item {{}}{item}" for item in items), r"\end{itemize}"]) if items else ""
