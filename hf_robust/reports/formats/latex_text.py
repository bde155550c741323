"""Texts for LaTeX: whatever a view holds is shown as it is, and no character of it is a command."""

import re

from hf_robust.reports.wording import clip

BOX = "\\hfrchar"
"""The command that shows a character where the font has it, and its number where not."""

# what T1 fonts show under pdfTeX; found by compiling each character
_SHOWN = frozenset(
    [
        *range(0xA1, 0x126),
        *range(0x128, 0x138),
        *range(0x139, 0x13F),
        *range(0x141, 0x149),
        *range(0x14A, 0x166),
        *range(0x168, 0x17F),
        *range(0x218, 0x21C),
        *(
            0x2018,
            0x2019,
            0x201A,
            0x201C,
            0x201D,
            0x201E,
            0x2020,
            0x2021,
            0x2022,
            0x2030,
            0x2039,
            0x203A,
            0x20AC,
            0x2122,
        ),
    ]
) - {0xAD}
_COMMANDS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "%": r"\%",
    "&": r"\&",
    "#": r"\#",
    "$": r"\$",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "[": "{[}",  # not the option of a command before it
    "]": "{]}",
    "−": r"\ensuremath{-}",
    "∅": r"\ensuremath{\emptyset}",
    "–": r"\textendash{}",
    "—": r"\textemdash{}",
    "…": r"\dots{}",
    "→": r"\ensuremath{\rightarrow}",
    "↵": r"\ensuremath{\hookleftarrow}",
    "⇥": r"\ensuremath{\mapsto}",
    "␣": r"\textvisiblespace{}",
    "×": r"\ensuremath{\times}",
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "\u00a0": "~",
    "\u2009": r"\,",
    "\u200b": r"\allowbreak{}",
}
_LIGATURES = re.compile(r"([-,?!])(?=\1)")  # --option is no dash
# where long names may break, words of more than 30 letters among them
_BREAKS = re.compile(r"(?<=\w)[_/+](?=\w)|[=>|)\]:;](?=[\w<(])|\w{30}(?=\w)")


def tex(text: str, most: int = 600) -> str:
    r"""A text in LaTeX, on one line.

    Args:
        most: Characters; a longer one is cut.

    Example:
        >>> print(tex("50% of {x_1} & <b>"))
        50\% of \{x\_\allowbreak{}1\} \& \textless{}b\textgreater{}
        >>> print(tex("--rate naïve 中"))
        -{}-rate naïve \hfrchar{4E2D}
    """
    words = _BREAKS.sub("\\g<0>\u200b", clip(" ".join(text.split()), most))
    return "".join(map(_character, _LIGATURES.sub("\\1\0", words)))


def _character(character: str) -> str:
    if character == "\0":
        return "{}"
    if character in _COMMANDS:
        return _COMMANDS[character]
    if character.isascii() and character.isprintable():
        return character
    number = ord(character)
    return character if number in _SHOWN else f"{BOX}{{{number:04X}}}"


def comment(text: str) -> str:
    """A text in a comment: it stays on its line.

    Example:
        >>> comment("a\\nb")
        '% a b'
    """
    shown = "".join(character if character.isprintable() else "?" for character in " ".join(text.split()))
    return f"% {shown}"


def slug(text: str) -> str:
    """A text as the name of a label.

    Example:
        >>> slug("What each transformation costs"), slug("中文")
        ('what-each-transformation-costs', 'part')
    """
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].strip("-") or "part"
