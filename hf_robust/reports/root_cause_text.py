"""A root cause as text and as a piece of a page: coloured words, and the contributions of two texts side by side."""

from typing import Any

from hf_robust.reports import wording
from hf_robust.reports.html import environment
from hf_robust.reports.record import plain, printable

_BAR = 60  # half the width of a bar, in pixels
_FLAT = 5e-5  # contributions below it show as zero


def text(record: dict) -> str:
    """The root cause for a terminal.

    Args:
        record: What ``RootCause.to_dict`` gives.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.explain.causes import root_cause
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = lambda texts: ["pos" if "even" in text else "neg" for text in texts]
        >>> cause = root_cause(model, {"text": "not even fun"}, task, accepted="neg", other={"text": "not fun"})
        >>> print(text(cause.to_dict()))
        case: pos 1.00 is wrong; right: neg
          kept by: … even … (1 of 3 tokens), alone 1.00; without any token 0.00
        other: neg 1.00
          kept by: not … (1 of 2 tokens), alone 1.00; without any token 1.00
        contribution to pos (leave-one-out; * is kept)
                other   case
          not    0.00*   0.00
          even   –       1.00*
          fun    0.00    0.00
    """
    record = plain(record, printable)
    lines = [line for side in _sides(record) for line in (side["says"], f"  kept by: {side['kept']}")]
    rows = _table(record)
    names = [side["name"] for side in reversed(_sides(record))]
    wide = max([len(row["token"]) for row in rows], default=0)
    columns = [max([len(name), *(len(row["cells"][n]["shown"]) for row in rows)]) for n, name in enumerate(names)]
    lines.append(f"contribution to {record['case']['label']} ({record['method']}; * is kept)")
    for first, *cells in [["", *names], *([row["token"], *(cell["shown"] for cell in row["cells"])] for row in rows)]:
        shown = "".join(f"  {cell:<{size}}" for cell, size in zip(cells, columns))
        lines.append(f"  {first:<{wide}}{shown}".rstrip())
    return "\n".join(lines)


def html(record: dict) -> str:
    """The root cause as a piece of HTML that looks the same alone and within a report.

    Args:
        record: What ``RootCause.to_dict`` gives; whatever it holds is escaped.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.explain.causes import root_cause
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> cause = root_cause(lambda texts: ["pos"] * len(texts), {"text": "<b>no</b>"}, task, accepted="neg")
        >>> page = html(cause.to_dict())
        >>> "<b>no" in page, "&lt;" in page
        (False, True)
    """
    record = plain(record, printable)
    return (
        environment()
        .get_template("root_cause.html.j2")
        .render(
            record=record,
            sides=_sides(record),
            rows=_table(record),
            bar=_BAR,
            names=[side["name"] for side in reversed(_sides(record))],
        )
    )


def _sides(record: dict) -> list[dict[str, Any]]:
    """What is said of each text, the case first."""
    most = _most(record)
    found = []
    for key in ("case", "other"):
        side = record.get(key)
        if side is None:
            continue
        says = f"{side['label']} {wording.share(side['probability'])}"
        if key == "case":
            says += f" is wrong; right: {', '.join(record['accepted'])}"
        name = "case" if key == "case" else record["other_name"]
        words = [
            {
                **token,
                "glued": _glued(side["tokens"], n),
                "turns": _turns(side["tokens"], n),
                "percent": round(70 * abs(token["weight"] or 0) / most),
                "number": _number(token["weight"]),
            }
            for n, token in enumerate(side["tokens"])
        ]
        found.append({"name": name, "says": f"{name}: {says}", "kept": _kept(side, record), "words": words})
    return found


def _kept(side: dict, record: dict) -> str:
    alone, blank = wording.share(side["kept_probability"]), wording.share(side["blank_probability"])
    size = len(side["tokens"])
    if not side["reached"]:
        return f"no set of tokens that was tried reaches {wording.share(record['threshold'])}"
    tokens = [token for token in side["tokens"] if token["kept"]]
    share = f"{len(tokens)} of {wording.count(size, 'token')}"
    return f"{_template(side)} ({share}), alone {alone}; without any token {blank}"


def _template(side: dict) -> str:
    parts: list[str] = []
    for token in side["tokens"]:
        if token["kept"] or parts[-1:] != ["…"]:
            parts.append(token["text"] if token["kept"] else "…")
    return wording.clip(" ".join(parts), 400)


def _table(record: dict) -> list[dict[str, Any]]:
    """One row a token, or a pair of equal ones: the other text's number and the case's."""
    most = _most(record)
    rows = []
    for numbers in record["pairs"]:
        tokens = [
            None if side is None or n is None else side["tokens"][n]
            for side, n in zip((record.get("other"), record["case"]), numbers)
        ]
        shown = tokens if record.get("other") else tokens[1:]
        name = next(token["text"] for token in reversed(tokens) if token)
        rows.append(
            {
                "token": wording.clip(name, 40),
                "new": bool(record.get("other")) and None in tokens,
                "cells": [_cell(token, most) for token in shown],
            }
        )
    return rows


def _cell(token: dict | None, most: float) -> dict[str, Any]:
    if token is None:
        return {"shown": f" {wording.MISSING}", "width": 0.0, "against": False, "kept": False}
    weight = token["weight"] or 0.0
    number = _number(weight) if weight <= -_FLAT else f" {_number(weight)}"
    return {
        "shown": number + ("*" if token["kept"] else ""),
        "width": round(_BAR * abs(weight) / most, 1),
        "against": weight < 0,
        "kept": token["kept"],
    }


def _number(weight: float | None) -> str:
    if weight is None or abs(weight) < _FLAT:
        return "0.00"
    digits = 2 if abs(weight) >= 0.1 else 3 if abs(weight) >= 0.01 else 4
    return f"{weight:.{digits}f}".replace("-", wording.MINUS)


def _most(record: dict) -> float:
    weights = [token["weight"] or 0 for key in ("case", "other") for token in (record.get(key) or {}).get("tokens", ())]
    return max([abs(weight) for weight in weights if abs(weight) >= _FLAT], default=1.0)


def _glued(tokens: list[dict], n: int) -> bool:
    return n > 0 and tokens[n - 1]["role"] == tokens[n]["role"] and tokens[n - 1]["end"] == tokens[n]["start"]


def _turns(tokens: list[dict], n: int) -> bool:
    """Whether another text begins with this token."""
    return n > 0 and tokens[n - 1]["role"] != tokens[n]["role"]
