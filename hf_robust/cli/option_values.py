"""What stands in the values of options: lists, pairs, numbers, transformations and subpopulations with parameters."""

import re
from collections.abc import Collection, Mapping
from itertools import chain
from typing import Any

from hf_robust.configured.config_choices import ALL_OTHERS, OVERALL
from hf_robust.core.errors import UsageError
from hf_robust.core.json_text import parse_json

_SCORE = re.compile(r"\s*[\d.]+\s*")


def listed(text: str | None) -> list[str] | None:
    """The parts of a list separated by commas; None when there is no list.

    Example:
        >>> listed("a, b,"), listed(None)
        (['a', 'b'], None)
    """
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def numbers(text: str) -> tuple[float, ...]:
    """The numbers of a list separated by commas.

    Raises:
        UsageError: A part is no number.

    Example:
        >>> numbers("0,5"), numbers("-1,1.5")
        ((0.0, 5.0), (-1.0, 1.5))
    """
    try:
        return tuple(map(float, listed(text) or ()))
    except ValueError:
        raise UsageError(f"expected numbers separated by commas, such as 0,5; found {text!r}") from None


def whole_numbers(text: str, option: str) -> list[int]:
    """The whole numbers of a list separated by commas.

    Example:
        >>> whole_numbers("1, 3", "--counts")
        [1, 3]
    """
    try:
        return [int(part) for part in listed(text) or ()]
    except ValueError:
        raise UsageError(f"{option} takes whole numbers separated by commas, found {text!r}") from None


def pairs(texts: Collection[str], option: str) -> dict[str, str]:
    """What an option of the form LEFT=RIGHT says, all its uses together.

    Example:
        >>> pairs(("NEG=bad", "POS=good"), "--label-map")
        {'NEG': 'bad', 'POS': 'good'}
    """
    values: dict[str, str] = {}
    for text in texts:
        left, sign, right = text.partition("=")
        if not sign or not left or not right:
            raise UsageError(f"{option} takes LEFT=RIGHT, found {text!r}")
        if left in values:
            raise UsageError(f"{option} names {left!r} twice: {values[left]!r} and {right!r}")
        values[left] = right
    return values


def asked_slices(texts: Collection[str]) -> list[Any] | None:
    """The subpopulations that ``--slice`` names, by name or with parameters; None where it was not typed.

    Names without parameters may stand together, separated by commas. A parameter that is said again begins another
    subpopulation of that name.

    Example:
        >>> asked_slices(("phrase", "length", "length.quantiles=3", "column.column=site", "column.column=year"))[:3]
        ['phrase', {'name': 'length', 'quantiles': 3}, {'name': 'column', 'column': 'site'}]
    """
    slices: list[dict[str, Any]] = []
    for text in chain.from_iterable(map(_slice_names, texts)):
        left, sign, value = text.partition("=")
        name, dot, key = left.partition(".")
        if not name or bool(sign) != bool(dot) or (dot and (not key or not value or key == "name")):
            raise UsageError(f"--slice takes NAME or NAME.KEY=VALUE with a parameter as KEY, found {text!r}")
        last = next((item for item in reversed(slices) if item["name"] == name), None)
        if last is None or not dot or key in last:
            last = {"name": name}
            slices.append(last)
        if dot:
            last[key] = _value(value)
    return [item if len(item) > 1 else item["name"] for item in slices] or None


def _slice_names(text: str) -> list[str]:
    """The names of a list separated by commas; a value may hold commas itself."""
    return [text] if "=" in text else listed(text) or [text]


def _value(text: str) -> Any:
    """A value as JSON where it is some, else as text."""
    try:
        return parse_json(text)
    except ValueError:
        return text


def model_params(texts: Collection[str]) -> dict[str, Any]:
    """What ``--model-param`` says: values as JSON where they are such, else as they were typed.

    Example:
        >>> model_params(("num_beams=4", "prefix=a: "))
        {'num_beams': 4, 'prefix': 'a: '}
    """
    return {name: _value(text) for name, text in pairs(texts, "--model-param").items()}


def least_scores(texts: Collection[str]) -> dict[str, Any]:
    """The least scores by validator, of options of the form VALIDATOR=SCORE.

    Example:
        >>> least_scores(("similarity=.95", "grammar=strict"))
        {'similarity': 0.95, 'grammar': 'strict'}
    """
    scores: dict[str, Any] = {}
    for name, score in pairs(texts, "--filter").items():
        try:
            scores[name] = float(score)
        except ValueError:
            scores[name] = score  # a level
    return scores


def thresholds(texts: Collection[str]) -> dict[str, float]:
    """The lowest scores that pass, by name; ``*`` stands for all others.

    ``overall`` is what a score without a name is, as in a configuration.

    Example:
        >>> thresholds(("overall=0.9,keyboard=0.8",))
        {'*': 0.9, 'keyboard': 0.8}
    """
    scores: dict[str, float] = {}
    for text in chain.from_iterable(map(_scores, texts)):
        name, _, score = text.rpartition("=")  # names of configurations may hold the sign themselves
        name = ALL_OTHERS if name in ("", OVERALL) else name.strip()
        try:
            value = float(score)
        except ValueError:
            raise UsageError(f"--fail-under takes SCORE or NAME=SCORE, found {text!r}") from None
        if name in scores:
            raise UsageError(f"--fail-under is said twice for {'all' if name == ALL_OTHERS else name}")
        scores[name] = value
    return scores


def _scores(text: str) -> list[str]:
    """The parts of a list of scores separated by commas; the name of a configuration may hold a comma itself."""
    parts = listed(text) or [text]
    return parts if all(_SCORE.fullmatch(part.rpartition("=")[2]) for part in parts) else [text]


def entries(text: str | None, params: Collection[str]) -> list[Any] | None:
    """Entries of a suite: names separated by commas, chains by plus signs, with their parameters.

    Args:
        text: What ``-t`` says; None when it was not typed.
        params: What ``--param`` says.

    Returns:
        A mapping for each entry, a list of them for a chain; None for all that apply.

    Example:
        >>> entries("typos,ocr+twitter", ["ocr.rate=0.5"])
        [{'name': 'typos'}, [{'name': 'ocr', 'rate': 0.5}, {'name': 'twitter'}]]
        >>> entries("ocr@rate=0.1/0.4", [])
        [{'name': 'ocr', 'rate': 0.1}, {'name': 'ocr', 'rate': 0.4}]
    """
    by_name = parameters(params)
    found: list[Any] = []
    named = set()
    for part in listed(text) or ():
        if "@" in part:
            found += _degrees(part, by_name)
            named.add(part.partition("@")[0])
            continue
        stages = [stage.strip() for stage in part.split("+") if stage.strip()]
        named.update(stages)
        mappings = [{"name": stage, **by_name.get(stage, {})} for stage in stages]
        if mappings:
            found.append(mappings if len(mappings) > 1 else mappings[0])
    if text is not None and not found:
        raise UsageError("no transformation is named; name some (hf-robust list shows all), or leave -t out for all")
    unused = set(by_name) - named
    if unused:
        raise UsageError(f"--param names {', '.join(sorted(unused))}, which is not among the transformations")
    return found or None


def _degrees(part: str, by_name: Mapping[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """What ``NAME@KEY=VALUE/VALUE`` says: one transformation at several values of one parameter."""
    from hf_robust.transforms.chains import degrees

    name, _, given = part.partition("@")
    key, sign, values = given.partition("=")
    if not name or not key or not sign or "+" in part:
        raise UsageError(f"several values of a parameter are written NAME@KEY=0.1/0.2, found {part!r}")
    return degrees(name, **{**by_name.get(name, {}), key: [_value(value) for value in values.split("/")]})


def parameters(params: Collection[str]) -> dict[str, dict[str, Any]]:
    """What ``--param`` says: parameters by the name of a transformation."""
    by_name: dict[str, dict[str, Any]] = {}
    for left, value in pairs(params, "--param").items():
        name, dot, key = left.partition(".")
        if not dot or key == "name":
            raise UsageError(f"--param takes NAME.KEY=VALUE with a parameter as KEY, found {left}={value}")
        by_name.setdefault(name, {})[key] = _value(value)
    return by_name
