"""What raters are asked about each text of an audit, and how their answers are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.errors import DataFileError

YES, NO = "yes", "no"
NOT_ASKED = "-"
_YES_NO = {**dict.fromkeys(("yes", "y", "true", "1"), YES), **dict.fromkeys(("no", "n", "false", "0"), NO)}
NATURAL = {"1": "nobody would write it", "2": "odd", "3": "natural"}


@dataclass(frozen=True)
class RatingQuestion:
    """One question.

    Args:
        asks: The question.
        options: What may be answered, with what it means; empty: one of the item's own choices, or free text.
        free: Whether any text may be answered, and none.
    """

    name: str
    asks: str
    options: Mapping[str, str]
    free: bool = False


_EITHER = {YES: "", NO: ""}
QUESTIONS: Mapping[str, RatingQuestion] = {
    one.name: one
    for one in (
        RatingQuestion("keep", "Would you keep the label that is shown for the changed text?", _EITHER),
        RatingQuestion("label", "Which label is right for the text?", {}),
        RatingQuestion("relevant", "Does the text test what it is meant to test?", _EITHER),
        RatingQuestion("valid", "Is the longer text still a sound sentence, with the same right label?", _EITHER),
        RatingQuestion("natural", "Would somebody write this?", NATURAL),
        RatingQuestion(
            "defects",
            "Something wrong that was not in the original? A word for each, separated by ';' (agreement, name, sense, "
            "contradiction, tense, ...); empty: none.",
            {},
            free=True,
        ),
    )
}
OF_PAIR = ("keep", "natural", "defects")
OF_CASE = ("label", "relevant", "natural", "defects")
OF_EXPANSION = ("label", "relevant", "valid", "natural", "defects")


def answer(name: str, said: str, choices: Sequence[str], where: str = "") -> str:
    """An answer as it is kept: in one spelling.

    Args:
        name: The question.
        said: What was typed; empty where nothing was.
        choices: Labels to choose from.
        where: What a message names.

    Raises:
        DataFileError: It is none of the possible answers.

    Example:
        >>> answer("keep", " Y ", ()), answer("natural", "2.0", ()), answer("label", "Negative", ["negative"])
        ('yes', '2', 'negative')
    """
    question, said = QUESTIONS[name], " ".join(said.split())
    if question.free or not said:
        return said
    if question.options is _EITHER:
        known: dict[str, str] = _YES_NO
    else:
        known = {option.casefold(): option for option in question.options or choices}
    found = known.get(said.casefold().removesuffix(".0"))
    if found is None:
        options = ", ".join(question.options or choices)
        raise DataFileError(f"{where}: {name} must be one of {options}, found {said!r}")
    return found


def figure(name: str, said: str, accepted: Sequence[str]) -> Any:
    """What an answer counts: 1 or 0, of ``natural`` from 1 to 3; None where there is none.

    Args:
        name: The question.
        said: The answer.
        accepted: Labels that are right.

    Example:
        >>> figure("keep", "yes", ()), figure("label", "neutral", ["positive"]), figure("natural", "3", ())
        (1, 0, 3)
        >>> figure("defects", "tense; name", ()), figure("defects", "", ())
        (1, 0)
    """
    if name == "defects":
        return int(bool(defects(said)))
    if not said:
        return None
    if name == "label":
        return int(said in accepted)
    return int(said) if name == "natural" else int(said == YES)


def defects(said: str) -> list[str]:
    """The defects that a rater named.

    Example:
        >>> defects("tense; broken name;"), defects("none")
        (['tense', 'broken name'], [])
    """
    parts = [part.strip().casefold() for part in said.replace("\n", ";").split(";")]
    return [part for part in parts if part not in ("", "none", "no", "0", NOT_ASKED)]


def guide() -> str:
    """What raters are told, in Markdown."""
    lines = [
        "# How to rate",
        "",
        "Each row is one text. Where `original` holds a text, `text` was made from it. Answer what the row asks: a",
        f"cell with `{NOT_ASKED}` is not asked. Rate each row by itself, and talk with other raters when all are done.",
        "",
    ]
    for one in QUESTIONS.values():
        options = ", ".join(f"{option} ({means})" if means else option for option, means in one.options.items())
        said = options or ("free text" if one.free else "one of the row's `choices`")
        lines.append(f"- `{one.name}`: {one.asks} ({said})" if not one.free else f"- `{one.name}`: {one.asks}")
    lines += [
        "",
        "`about` says what a text is meant to test, `gold` the label that is said to be right. What the change plainly",
        "is about (slips of spelling, capitals, another name) is no defect; what it breaks by the way is one.",
        "",
    ]
    return "\n".join(lines)
