"""Other values of a number, as round as it is and in the same order with the other numbers of its text."""

from collections.abc import Sequence

from hf_robust.language.english.number_formats import round_step
from hf_robust.language.english.written_numbers import Number

_FIVE, _TENTHS = 5, 10


def near_values(text: str, number: Number, limit: float, worth: Sequence[float]) -> Sequence[int | float]:
    """Values below a limit that stay clear of all numbers of the text, so that more stays more.

    Args:
        limit: What they stay below.
        worth: The values of all numbers of the text.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> near_values("30 dogs", numbers_in("30 dogs")[0], 100, [30])
        (20, 40)
    """
    value = number.value
    decimals = 0 if number.spelled else len(text[number.start : number.end].partition(".")[2])
    scaled = round(value * 10**decimals)
    size = len(str(scaled))
    step = _TENTHS if decimals == 1 and scaled % _TENTHS == _FIVE else round_step(scaled)  # from 1.5 to 2.5
    reach = max(step, scaled * 3 // 10)
    least = 2 if number.spelled else max(2, 10 ** (size - 1))
    most = 99 if number.spelled else 10**size - 1
    below = above = -1.0  # half the way to the next numbers
    for other in worth:
        if below < other < value:
            below = other
        elif value < other and not 0 <= above <= other:
            above = other
    low = max((value + below) / 2 if below >= 0 else min(1, value // 1), 2 if number.ordinal else 0)
    high = min((value + above) / 2 if above >= 0 else limit, limit)
    start = scaled - reach // step * step
    news = (new for new in range(start, scaled + reach + 1, step) if least <= new <= most and new != scaled)
    if decimals:
        return tuple(real for new in news if low < (real := new / 10**decimals) < high)
    return tuple(new for new in news if low < new < high)
