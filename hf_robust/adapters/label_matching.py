"""Which label of the model is which label of the data."""

import re
from collections.abc import Iterable, Mapping, Sequence

from hf_robust.core.errors import LabelError

OUTSIDE = "O"  # the tag of tokens in no group

_GENERIC = re.compile(r"(?:label_?)?(\d+)", re.IGNORECASE)
_NOISE = re.compile(r"[\s_\-/.]+")
_PREFIX = re.compile(r"([BIESLU])-(.+)", re.DOTALL)
_ONE_SCHEME = {"S": "B", "U": "B", "E": "I", "L": "I"}

_SAME = (
    ("positive", "pos"),
    ("negative", "neg"),
    ("neutral", "neu"),
    ("entailment", "entail", "entails", "entailed"),
    ("contradiction", "contradict", "contradicts", "contradictory"),
    ("notentailment", "nonentailment", "notentailed", "noentailment"),
    ("duplicate", "paraphrase", "equivalent", "similar"),
    (
        "notduplicate",
        "nonduplicate",
        "notparaphrase",
        "nonparaphrase",
        "notequivalent",
        "notsimilar",
        "different",
    ),
    ("hate", "hateful", "hatespeech"),
    ("nothate", "nonhate", "nohate", "nothateful", "nonhateful", "nohatespeech", "nothatespeech"),
    ("offensive", "offense"),
    ("notoffensive", "nonoffensive", "inoffensive"),
    ("toxic", "toxicity"),
    ("nontoxic", "nottoxic"),
    ("true", "yes"),
    ("false", "no"),
    *((str(number), f"{number}star", f"{number}stars") for number in range(1, 6)),
)
_ALIAS = {alias: names[0] for names in _SAME for alias in names}


class Seen(tuple):
    """Labels that were only seen in rows: their order says nothing, and there may be others."""


def match_labels(
    model_labels: Sequence[str],
    data_labels: Sequence[str],
    label_map: Mapping[str, str] | None = None,
    *,
    kind: str = "classification",
) -> dict[str, str]:
    """The data's label for each label of the model.

    In order: ``label_map``; equal names; equal but for case, blanks, hyphens and underscores; a small table
    of synonyms (``pos`` is ``positive``). Models that only say ``LABEL_0`` and data that only says ``0`` are
    matched by index when both have the same number of labels. Tags are compared by entity type, with
    ``label_map`` given for whole tags or for types; tags of the model that the data lacks stay as they are
    and count as wrong.

    Args:
        model_labels: The model's labels, in the order of its outputs.
        data_labels: The data's labels, in the order of their numbers.
        label_map: Model label to data label; wins over everything else, and may send several labels to one.
        kind: ``classification`` or ``tagging``.

    Raises:
        LabelError: When they do not match; it lists both sides and the argument that fixes it.

    Example:
        >>> match_labels(["NEG", "POS"], ["negative", "positive"])
        {'NEG': 'negative', 'POS': 'positive'}
        >>> match_labels(["O", "S-PER"], ["O", "B-PER", "I-PER"], kind="tagging")
        {'O': 'O', 'S-PER': 'B-PER'}
    """
    model = [str(label) for label in model_labels]
    data = [str(label) for label in data_labels]
    given = {str(key): str(value) for key, value in (label_map or {}).items()}
    if kind == "tagging":
        return _match_tags(model, data, given)
    seen = isinstance(data_labels, Seen)
    _check_map(given, model, list(dict.fromkeys([*data, *given.values()])) if seen else data)
    mapping = None if given or seen else _by_index(model, data)
    mapping = mapping or _by_name(model, data, given)
    if seen:
        if not given and not set(data) <= set(mapping.values()):
            mapping = _by_number(model, data) or mapping
        if set(data) <= set(mapping.values()):  # what the rows never show counts as wrong
            return {label: mapping.get(label, label) for label in model}
    missing = [label for label in model if label not in mapping]
    uncovered = [label for label in data if label not in mapping.values()]
    if missing or (uncovered and not set(model) <= set(given)):
        raise _mismatch(model, data, mapping, missing, uncovered)
    return mapping


def match_name(name: str, data_labels: Sequence[str], *, kind: str = "classification") -> str | None:
    """The data's label that one name stands for, by the rules of :func:`match_labels`, or None.

    Example:
        >>> match_name("POS", ["negative", "positive"]), match_name("LABEL_0", ["negative", "positive"])
        ('positive', 'negative')
    """
    keys = (str, str.casefold) if kind == "tagging" else (str, _plain, _canonical)
    for key in keys:
        same = [label for label in data_labels if key(label) == key(name)]
        if len(same) == 1:
            return same[0]
    number = _GENERIC.fullmatch(name)
    return data_labels[int(number.group(1))] if number and int(number.group(1)) < len(data_labels) else None


def rename(model_labels: Sequence[str], label_map: Mapping[str, str] | None) -> dict[str, str]:
    """Names for the model's labels when those of the data are not known: the map's, else their own.

    Raises:
        LabelError: When the map names a label that the model lacks.

    Example:
        >>> rename(["a", "b"], {"a": "x"})
        {'a': 'x', 'b': 'b'}
    """
    given = label_map or {}
    if unknown := [key for key in given if key not in model_labels]:
        raise LabelError(f"label_map names {_listed(unknown)}; the model's labels are {_listed(model_labels)}")
    return {label: given.get(label, label) for label in model_labels}


def _check_map(given: Mapping[str, str], model: Sequence[str], data: Sequence[str]) -> None:
    keys = [key for key in given if key not in model]
    values = [value for value in given.values() if value not in data]
    if keys or values:
        side, wrong = ("the model's", keys) if keys else ("the data's", values)
        raise LabelError(
            f"label_map maps model labels to data labels, and {', '.join(map(repr, wrong))} is not one of "
            f"{side}. Model: {_listed(model)}; data: {_listed(data)}"
        )


def _by_index(model: Sequence[str], data: Sequence[str]) -> dict[str, str] | None:
    """Match by position when one side has only numbers for names."""
    if len(model) != len(data) or set(model) == set(data):
        return None
    if (order := _numbers(model)) is not None:
        return {label: data[number] for label, number in zip(model, order)}
    if (order := _numbers(data)) is not None:
        named = {str(number): label for label, number in zip(data, order)}
        return {label: named[str(place)] for place, label in enumerate(model)}
    return None


def _by_number(model: Sequence[str], data: Sequence[str]) -> dict[str, str] | None:
    """Match numbers that were seen with the places of the model's labels."""
    found = [match for label in data if (match := _GENERIC.fullmatch(label))]
    if len(found) < len(data) or any(int(match.group(1)) >= len(model) for match in found):
        return None
    named = {int(match.group(1)): label for label, match in zip(data, found)}
    places = _numbers(model) or range(len(model))
    return {label: named.get(place, label) for label, place in zip(model, places)}


def _numbers(labels: Sequence[str]) -> list[int] | None:
    """The numbers in ``LABEL_0``, ``LABEL_1`` or ``0``, ``1``; None unless they count from 0."""
    matches = [_GENERIC.fullmatch(label) for label in labels]
    if not all(matches):
        return None
    numbers = [int(match.group(1)) for match in matches if match]
    return numbers if sorted(numbers) == list(range(len(labels))) else None


def _by_name(model: Sequence[str], data: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    found = dict(given)
    free = [label for label in data if label not in given.values()]
    for key in (str, _plain, _canonical):
        for label in model:
            same = [other for other in free if key(other) == key(label)]
            if label not in found and len(same) == 1:
                found[label] = same[0]
                free.remove(same[0])
    return {label: found[label] for label in model if label in found}


def _plain(label: str) -> str:
    return _NOISE.sub("", label.casefold())


def _canonical(label: str) -> str:
    plain = _plain(label)
    return _ALIAS.get(plain, plain)


def _mismatch(
    model: Sequence[str],
    data: Sequence[str],
    mapping: Mapping[str, str],
    missing: Sequence[str],
    uncovered: Sequence[str],
) -> LabelError:
    open_labels = uncovered or data
    guess = {label: mapping.get(label, open_labels[0] if len(open_labels) == 1 else "<data label>") for label in model}
    parts = []
    if missing:
        parts.append(f"no label of the data for {_listed(missing)}")
    if uncovered:
        parts.append(f"no label of the model for {_listed(uncovered)}")
    return LabelError(
        f"the model's labels are {_listed(model)}, the data's are {_listed(data)}: {'; '.join(parts)}. "
        f"Say label_map={guess!r}"
    )


def _listed(labels: Iterable[str]) -> str:
    return ", ".join(map(repr, labels)) or "none"


def split_tag(tag: str) -> tuple[str, str]:
    """Prefix and type of a tag.

    Example:
        >>> split_tag("B-PER"), split_tag("NOUN"), split_tag("O")
        (('B', 'PER'), ('', 'NOUN'), ('', 'O'))
    """
    match = _PREFIX.fullmatch(tag)
    return (match.group(1), match.group(2)) if match else ("", tag)


def _match_tags(model: Sequence[str], data: Sequence[str], given: Mapping[str, str]) -> dict[str, str]:
    types = {kind: None for kind in map(_type, data) if kind != "O"}
    folded = {kind.casefold(): kind for kind in types}
    _check_tag_map(given, model, data, types)
    mapping: dict[str, str] = {}
    extra: dict[str, None] = {}
    covered = set()
    for tag in model:
        prefix, kind = split_tag(tag)
        if tag in given:
            mapping[tag] = _fit(prefix, given[tag], data)
        elif kind in given:
            mapping[tag] = _fit(prefix, given[kind], data)
        elif kind.casefold() in ("o", "other", "outside") and not prefix and "O" in data and kind not in types:
            mapping[tag] = "O"
        elif kind in types or kind.casefold() in folded:
            mapping[tag] = _fit(prefix, kind if kind in types else folded[kind.casefold()], data)
        else:
            mapping[tag] = tag
            extra[kind] = None
            continue
        covered.add(_type(mapping[tag]))
    lacking = [kind for kind in types if kind not in covered]
    named = {label.casefold() for label in data}
    by_index = _by_index(model, data) if not given and not any(tag.casefold() in named for tag in model) else None
    if by_index is not None:
        return by_index
    chunked = any(split_tag(tag)[0] for tag in data)
    # parts of speech differ at the edges from corpus to corpus; entity types never by chance
    if len(lacking) == len(types) > 0 or (lacking and (extra if chunked else len(lacking) * 2 > len(types))):
        raise _tag_mismatch(model, data, list(extra), lacking)
    return mapping


def _type(tag: str) -> str:
    return split_tag(tag)[1]


def _fit(prefix: str, kind: str, data: Sequence[str]) -> str:
    """The data's tag for a prefix and a type: as it is, or in the scheme that the data follows."""
    if kind == "O" or kind in data:
        return kind
    for candidate in (prefix, _ONE_SCHEME.get(prefix, "I")):
        if candidate and f"{candidate}-{kind}" in data:
            return f"{candidate}-{kind}"
    return f"{_ONE_SCHEME.get(prefix, prefix) or 'I'}-{kind}"


def _check_tag_map(
    given: Mapping[str, str], model: Sequence[str], data: Sequence[str], types: Mapping[str, None]
) -> None:
    keys = [key for key in given if key not in model and key not in map(_type, model)]
    values = [value for value in given.values() if value not in data and value not in types and value != "O"]
    if keys or values:
        side, wrong = ("the model's", keys) if keys else ("the data's", values)
        raise LabelError(
            f"label_map maps tags or entity types of the model to those of the data, and "
            f"{', '.join(map(repr, wrong))} is not one of {side}. Model: {_listed(model)}; data: "
            f"{_listed(data)}"
        )


def _tag_mismatch(
    model: Sequence[str], data: Sequence[str], extra: Sequence[str], lacking: Sequence[str]
) -> LabelError:
    guess = {}
    for kind in extra:
        near = [other for other in lacking if _plain(other)[:3] == _plain(kind)[:3]]
        guess[kind] = near[0] if len(near) == 1 else "<type of the data, or O>"
    if not guess:
        guess = {"<type of the model>": lacking[0]}
    return LabelError(
        f"the model's tags are {_listed(model)}, the data's are {_listed(data)}: the data has "
        f"{_listed(lacking)}, which the model does not say, while the model says {_listed(extra)}. Say "
        f"label_map={guess!r}"
    )


def lacks_prefix(model_labels: Iterable[str], data_labels: Iterable[str]) -> bool:
    """Whether the model says ``PER`` where the data says ``B-PER`` and ``I-PER``.

    Example:
        >>> lacks_prefix(["O", "PER"], ["O", "B-PER", "I-PER"])
        True
    """
    return any(split_tag(t)[0] for t in data_labels) and not any(split_tag(str(t))[0] for t in model_labels)


def begin_groups(tags: Sequence[str]) -> list[str]:
    """Tags in which every group begins with ``B-``.

    Example:
        >>> begin_groups(["I-PER", "I-PER", "O", "I-LOC"])
        ['B-PER', 'I-PER', 'O', 'B-LOC']
    """
    before = [("", ""), *map(split_tag, tags)]
    return [
        f"B-{kind}" if prefix == "I" and last[1] != kind else tag
        for tag, (prefix, kind), last in zip(tags, map(split_tag, tags), before)
    ]
