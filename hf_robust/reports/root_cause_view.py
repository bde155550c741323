"""Why a prediction is wrong, ready to be shown: the tokens that keep it, and what each token counts."""

from dataclasses import dataclass

from hf_robust.core.record_shape import plain, printable
from hf_robust.reports import wording

_FLAT = 5e-5  # contributions below it show as zero


@dataclass(frozen=True)
class CauseToken:
    """A token of an explained text.

    Args:
        text: The token.
        weight: What it counts for the wrong label.
        share: The same as a part of the largest one, from 0 to 1.
        number: The weight as text.
        kept: Whether it keeps the prediction.
        glued: Whether no space stands before it.
        first: Whether another text of the case begins with it.
    """

    text: str
    weight: float
    share: float
    number: str
    kept: bool
    glued: bool = False
    first: bool = False


@dataclass(frozen=True)
class CauseSide:
    """One text of a root cause.

    Args:
        name: What it is called.
        says: What is predicted for it.
        kept: Which tokens keep the prediction.
        tokens: Its tokens.
    """

    name: str
    says: str
    kept: str
    tokens: tuple[CauseToken, ...]


@dataclass(frozen=True)
class CauseRow:
    """A token, or two equal ones of two texts, and what it counts.

    Args:
        token: The token.
        cells: What it counts in each text; None where it is absent.
        new: Whether one text alone has it.
    """

    token: str
    cells: tuple[CauseToken | None, ...]
    new: bool = False


@dataclass(frozen=True)
class Cause:
    """Why a prediction is wrong: the tokens that keep it, and what each token counts.

    Args:
        label: The wrong label.
        method: How contributions were measured.
        sides: The case, and what stands beside it.
        rows: The tokens of all sides; their cells are those of the sides in reverse order.
    """

    label: str
    method: str
    sides: tuple[CauseSide, ...]
    rows: tuple[CauseRow, ...]

    @property
    def names(self) -> list[str]:
        """What the cells of a row belong to."""
        return [side.name for side in reversed(self.sides)]


def cause_view(record: dict) -> Cause:
    """The view of a root cause.

    Args:
        record: What ``RootCause.to_dict`` gives.
    """
    record = plain(record, printable)
    most = _greatest(record)
    tokens = {key: _tokens(record[key]["tokens"], most) for key in ("other", "case") if record.get(key)}
    sides = [_side(record, key, tokens[key]) for key in ("case", "other") if key in tokens]
    return Cause(record["case"]["label"], record["method"], tuple(sides), tuple(_rows(record, tokens)))


def _greatest(record: dict) -> float:
    weights = [token["weight"] or 0 for key in ("case", "other") for token in (record.get(key) or {}).get("tokens", ())]
    return max([abs(weight) for weight in weights if abs(weight) >= _FLAT], default=1.0)


def _tokens(tokens: list[dict], most: float) -> tuple[CauseToken, ...]:
    shown = []
    last: dict = {}
    for token in tokens:
        weight, same = token["weight"] or 0.0, last.get("role") == token["role"]
        shown.append(
            CauseToken(
                text=token["text"],
                weight=weight,
                share=abs(weight) / most,
                number=_number(weight),
                kept=token["kept"],
                glued=same and last["end"] == token["start"],
                first=bool(last) and not same,
            )
        )
        last = token
    return tuple(shown)


def _number(weight: float) -> str:
    if abs(weight) < _FLAT:
        return "0.00"
    digits = 2 if abs(weight) >= 0.1 else 3 if abs(weight) >= 0.01 else 4
    return f"{weight:.{digits}f}".replace("-", wording.MINUS)


def _side(record: dict, key: str, tokens: tuple[CauseToken, ...]) -> CauseSide:
    side = record[key]
    says = f"{side['label']} {wording.share(side['probability'])}"
    if key == "case":
        says += f" is wrong; expected: {', '.join(record['accepted'])}"
    name = "case" if key == "case" else record["other_name"]
    return CauseSide(name, f"{name}: {says}", _kept(side, record["threshold"]), tokens)


def _kept(side: dict, threshold: float) -> str:
    if not side["reached"]:
        return f"no set of tokens that was tried reaches {wording.share(threshold)}"
    alone, blank = wording.share(side["kept_probability"]), wording.share(side["blank_probability"])
    kept = sum(token["kept"] for token in side["tokens"])
    share = f"{kept} of {wording.count(len(side['tokens']), 'token')}"
    return f"{_template(side['tokens'])} ({share}), alone {alone}; without any token {blank}"


def _template(tokens: list[dict]) -> str:
    parts: list[str] = []
    for token in tokens:
        if token["kept"] or parts[-1:] != ["…"]:
            parts.append(token["text"] if token["kept"] else "…")
    return wording.clip(" ".join(parts), 400)


def _rows(record: dict, tokens: dict[str, tuple[CauseToken, ...]]) -> list[CauseRow]:
    rows = []
    for pair in record["pairs"]:
        places = dict(zip(("other", "case"), pair))
        cells = tuple(None if places[key] is None else side[places[key]] for key, side in tokens.items())
        name = next(cell.text for cell in reversed(cells) if cell)
        rows.append(CauseRow(wording.clip(name, 40), cells, new=None in cells))
    return rows
