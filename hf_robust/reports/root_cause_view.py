"""Why a prediction is wrong, ready to be shown: the tokens that keep it, and what each token counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.reports import wording
from hf_robust.reports.records.cause_records import RecordedSide, RecordedToken, RootCauseRecord

_FLAT = 5e-5  # contributions below it show as zero


@dataclass(frozen=True)
class CauseToken:
    """A token of an explained text.

    Args:
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
    """

    name: str
    says: str
    kept: str
    tokens: tuple[CauseToken, ...]


@dataclass(frozen=True)
class CauseRow:
    """A token, or two equal ones of two texts, and what it counts.

    Args:
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


def cause_view(record: RootCauseRecord) -> Cause:
    """The view of a root cause.

    Args:
        record: The root cause, whose texts can be shown.
    """
    sides = {"other": record.other, "case": record.case}
    weights = [token.weight or 0 for side in sides.values() if side for token in side.tokens]
    most = max([abs(weight) for weight in weights if abs(weight) >= _FLAT], default=1.0)
    tokens = {key: _tokens(side.tokens, most) for key, side in sides.items() if side}
    shown = [_side(record, "case", record.case, tokens["case"])]
    if record.other:
        shown.append(_side(record, record.other_name, record.other, tokens["other"]))
    return Cause(record.case.label, record.method, tuple(shown), tuple(_rows(record, tokens)))


def _tokens(tokens: Sequence[RecordedToken], most: float) -> tuple[CauseToken, ...]:
    shown = []
    last: RecordedToken | None = None
    for token in tokens:
        weight, same = token.weight or 0.0, last is not None and last.role == token.role
        shown.append(
            CauseToken(
                text=token.text,
                weight=weight,
                share=abs(weight) / most,
                number=_number(weight),
                kept=token.kept,
                glued=last is not None and same and last.end == token.start,
                first=last is not None and not same,
            )
        )
        last = token
    return tuple(shown)


def _number(weight: float) -> str:
    if abs(weight) < _FLAT:
        return "0.00"
    digits = 2 if abs(weight) >= 0.1 else 3 if abs(weight) >= 0.01 else 4
    return f"{weight:.{digits}f}".replace("-", wording.MINUS)


def _side(record: RootCauseRecord, name: str, side: RecordedSide, tokens: tuple[CauseToken, ...]) -> CauseSide:
    says = f"{side.label} {wording.share(side.probability)}"
    if side is record.case:
        says += f" is wrong; expected: {', '.join(record.accepted)}"
    return CauseSide(name, f"{name}: {says}", _kept(side, record.threshold), tokens)


def _kept(side: RecordedSide, threshold: float) -> str:
    if not side.reached:
        return f"no set of tokens that was tried reaches {wording.share(threshold)}"
    alone, blank = wording.share(side.kept_probability), wording.share(side.blank_probability)
    kept = sum(token.kept for token in side.tokens)
    share = f"{kept} of {wording.count(len(side.tokens), 'token')}"
    return f"{_template(side.tokens)} ({share}), alone {alone}; without any token {blank}"


def _template(tokens: Sequence[RecordedToken]) -> str:
    parts: list[str] = []
    for token in tokens:
        if token.kept or parts[-1:] != ["…"]:
            parts.append(token.text if token.kept else "…")
    return wording.clip(" ".join(parts), 400)


def _rows(record: RootCauseRecord, tokens: dict[str, tuple[CauseToken, ...]]) -> list[CauseRow]:
    rows = []
    for other, case in record.pairs:
        places = {"other": other, "case": case}
        cells = tuple(None if (place := places[key]) is None else side[place] for key, side in tokens.items())
        name = next(cell.text for cell in reversed(cells) if cell)
        rows.append(CauseRow(wording.clip(name, 40), cells, new=None in cells))
    return rows
