"""Which label of a model is which label of the data."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hf_robust.adapters.label_order import check_order
from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import MOST, named, quoted
from hf_robust.tasks.label_spellings import canonical, plain
from hf_robust.tasks.labels import Seen, Values, is_number, whole

_FORMS: tuple[Callable[[str], str], ...] = (
    str,
    plain,
    canonical,
)  # labels are equal as they are, or else in the next form
_GENERIC = re.compile(r"(?:label_?)?(\d+)", re.IGNORECASE)


class LabelMapping(dict[str, str]):
    """The data's label for each label of a model; ``by_position`` where only the order told which is which."""

    by_position = False


def match_labels(
    model_labels: Sequence[str], data_labels: Sequence[str], label_map: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The data's label for each label of the model.

    In order: ``label_map``; equal names; equal but for case, blanks, hyphens and underscores; a small table
    of synonyms (``pos`` is ``positive``). Models that only say ``LABEL_0`` and data that only says ``0`` are
    matched by index when both have the same number of labels, unless datasets are known to number such labels in
    different orders. For tags see :func:`hf_robust.adapters.tag_matching.match_tags`.

    Args:
        model_labels: The model's labels, in the order of its outputs.
        data_labels: The data's labels, in the order of their numbers.
        label_map: Model label to data label; wins over everything else, and may send several labels to one.

    Raises:
        LabelError: When they do not match; it lists both sides and the argument that fixes it.

    Example:
        >>> match_labels(["NEG", "POS"], ["negative", "positive"])
        {'NEG': 'negative', 'POS': 'positive'}
    """
    model = [str(label) for label in model_labels]
    data = [str(label) for label in data_labels]
    given = {str(key): str(value) for key, value in (label_map or {}).items()}
    seen = isinstance(data_labels, Seen)
    _check_map(given, model, list(dict.fromkeys([*data, *given.values()])) if seen else data)
    placed = None if given or seen else by_index(model, data)
    mapping = placed or _by_name(model, data, given)
    if seen:
        if not given and not set(data) <= set(mapping.values()):
            placed = _by_index(model, data)
            mapping = placed or mapping
        if set(data) <= set(mapping.values()):  # what the rows never show counts as wrong
            return _mapping({label: mapping.get(label, label) for label in model}, data, placed)
    missing = [label for label in model if label not in mapping]
    covered = set(mapping.values())
    uncovered = [label for label in data if label not in covered]
    if missing or (uncovered and not set(model) <= set(given)):
        raise _mismatch(model, data, mapping, missing, uncovered)
    return _mapping(mapping, data, placed)


def _mapping(matched: Mapping[str, str], data: Sequence[str], by_position: Mapping[str, str] | None) -> LabelMapping:
    """A mapping that knows whether names of the model were matched with bare numbers of the data by position.

    Raises:
        LabelError: Datasets number these labels in different orders.
    """
    mapping = LabelMapping(matched)
    unnamed = all(is_number(label) or generic_number(label) is not None for label in data)
    mapping.by_position = bool(by_position) and unnamed and _indices(list(matched)) is None
    if mapping.by_position:
        check_order(list(matched), data)
    return mapping


def label_index(labels: Iterable[str]) -> list[dict[str, list[str]]]:
    """The labels by each of the forms in which they are compared: as they are, plain, canonical."""
    forms: list[dict[str, list[str]]] = [{} for _ in _FORMS]
    for label in labels:
        for form, known in zip(_FORMS, forms):
            known.setdefault(form(label), []).append(label)
    return forms


def match_name(
    name: str, data_labels: Sequence[str], index: Sequence[Mapping[str, Sequence[str]]] | None = None
) -> str | None:
    """The data's label that one name stands for, by the rules of :func:`match_labels`, or None.

    ``LABEL_1`` is the second label, but only where the data states the order of its labels; of labels that were
    merely seen in rows it is the one that is called ``1``.

    Args:
        index: Their :func:`label_index`, where many names are matched.

    Example:
        >>> match_name("POS", ["negative", "positive"]), match_name("LABEL_0", ["negative", "positive"])
        ('positive', 'negative')
        >>> match_name("LABEL_0", Seen(["negative", "positive"])) is None
        True
    """
    for form, known in zip(_FORMS, label_index(data_labels) if index is None else index):
        same = known.get(form(name), ())
        if len(same) == 1:
            return same[0]
    number = generic_number(name)
    if number is None:
        return _boolean(name, data_labels)
    if isinstance(data_labels, Seen):
        return next((label for label in data_labels if generic_number(label) == number), None)
    return data_labels[number] if number < len(data_labels) else None


def _boolean(name: str, data_labels: Sequence[str]) -> str | None:
    """The data's ``0`` or ``1`` for ``False`` or ``True``: so a column of booleans is read."""
    number = {"false": "0", "true": "1"}.get(canonical(name))
    return number if number in data_labels and set(data_labels) <= {"0", "1"} else None


def generic_number(label: str) -> int | None:
    """The number in a label that says nothing else, such as ``LABEL_1`` or ``1``; None for any other.

    Example:
        >>> generic_number("LABEL_1"), generic_number("1"), generic_number("1 star")
        (1, 1, None)
    """
    match = _GENERIC.fullmatch(label)
    return int(match.group(1)) if match else None


def rename(model_labels: Sequence[str], label_map: Mapping[str, str] | None) -> dict[str, str]:
    """Names for the model's labels when those of the data are not known: the map's, else their own.

    Raises:
        LabelError: When the map names a label that the model lacks.

    Example:
        >>> rename(["a", "b"], {"a": "x"})
        {'a': 'x', 'b': 'b'}
    """
    names = label_map or {}
    if unknown := [key for key in names if key not in model_labels]:
        raise LabelError(f"label_map names {listed(unknown)}; the model's labels are {listed(model_labels)}")
    return {label: names.get(label, label) for label in model_labels}


def _check_map(label_map: Mapping[str, str], model: Sequence[str], data: Sequence[str]) -> None:
    keys = [key for key in label_map if key not in model]
    values = [value for value in label_map.values() if value not in data]
    if keys or values:
        side, wrong = ("the model's", keys) if keys else ("the data's", values)
        raise LabelError(
            f"label_map maps model labels to data labels, and {', '.join(map(quoted, wrong))} is not one of "
            f"{side}. Model: {listed(model)}; data: {listed(data)}"
        )


def by_index(model: Sequence[str], data: Sequence[str]) -> dict[str, str] | None:
    """Match by position when one side has only numbers for names."""
    if len(model) != len(data) or set(model) == set(data):
        return None
    if (order := _indices(model)) is not None:
        return {label: data[index] for label, index in zip(model, order)}
    if (order := _indices(data)) is not None:
        named = {str(index): label for label, index in zip(data, order)}
        return {label: named[str(position)] for position, label in enumerate(model)}
    return None


def _by_index(model: Sequence[str], data: Sequence[str]) -> dict[str, str] | None:
    """Match numbers that were seen with the places of the model's labels."""
    indices = [generic_number(label) for label in data]
    if any(index is None or index >= len(model) for index in indices):
        return None
    named = dict(zip(indices, data))
    order = _indices(model) or range(len(model))
    return {label: named.get(index_of_label, label) for label, index_of_label in zip(model, order)}


def _indices(labels: Sequence[str]) -> list[int] | None:
    """The numbers in ``LABEL_0``, ``LABEL_1`` or ``0``, ``1``; None unless they count from 0."""
    indices = [index for index in map(generic_number, labels) if index is not None]
    return indices if sorted(indices) == list(range(len(labels))) else None


def _by_name(model: Sequence[str], data: Sequence[str], label_map: Mapping[str, str]) -> dict[str, str]:
    matched = dict(label_map)
    taken = set(label_map.values())
    for position, form in enumerate(_FORMS):
        known = label_index(label for label in data if label not in taken)[position]
        for label in model:
            same = known.get(form(label), ())
            if label not in matched and len(same) == 1:
                matched[label] = same[0]
                taken.add(same[0])
                del known[form(label)]
    return {label: matched[label] for label in model if label in matched}


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
        parts.append(f"no label of the data for {listed(missing)}")
    if uncovered:
        parts.append(f"no label of the model for {listed(uncovered)}")
    said = f"the model's labels are {listed(model)}, the data's are {listed(data)}: {'; '.join(parts)}. "
    if twins := _twins(data):
        pairs = ", ".join(f"{first!r} and {second!r}" for first, second in twins)
        return LabelError(
            f"{said}{pairs} differ only in case or blanks; write each class in one way, with "
            "dataset.map(lambda row: {'label': row['label'].strip().lower()}) or in the file"
        )
    if uncovered and not missing:
        return LabelError(
            f"{said}Name a model that has {'this class' if len(uncovered) == 1 else 'these classes'}, or leave the "
            f"rows out: dataset.filter(lambda row: str(row['label']) not in {list(uncovered)!r}), or without them in "
            "the file"
        )
    return LabelError(f"{said}Say label_map={guess!r}")


def _twins(labels: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs of labels that differ only in case or blanks."""
    first: dict[str, str] = {}
    keys = {label: "".join(label.split()).casefold() for label in labels}
    return [(first[key], label) for label, key in keys.items() if first.setdefault(key, label) != label]


def listed(labels: Iterable[str]) -> str:
    return ", ".join(map(quoted, labels)) or "none"


class LabelMatcher:
    """What a function calls its labels, read one by one as the data's names.

    Args:
        owner: The function, for messages.
        labels: The data's labels; None when they are not known.
        label_map: The function's label to the data's, where the names do not match by themselves.

    Raises:
        LabelError: When the map names a label that the data lacks.

    Example:
        >>> matcher = LabelMatcher("my_model", ("negative", "positive"), {"thumbs up": "positive"})
        >>> matcher.name("thumbs up"), matcher.name("NEG"), matcher.name(1), matcher.name(0.5)
        ('positive', 'negative', 'positive', None)
    """

    @staticmethod
    def match(
        model_labels: Sequence[str], data_labels: Sequence[str], label_map: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """The data's label for each label of a model, which says beforehand what it has; see :func:`match_labels`."""
        return match_labels(model_labels, data_labels, label_map)

    def __init__(self, owner: str, labels: tuple[str, ...] | None, label_map: Mapping[str, str]):
        self.owner = owner
        self.labels = labels
        self.label_map = dict(label_map)
        self._names = dict(label_map)
        self._unseen_labels: dict[str, None] = {}
        self._index = label_index(labels or ())
        self._label_set = frozenset(labels or ())
        self._are_integers = all(map(is_number, labels or ()))
        self._hits = False
        self.check_map()

    @property
    def unseen(self) -> list[str]:
        """What the function returned and no row has."""
        return list(self._unseen_labels)

    @property
    def ordered(self) -> bool:
        """Whether the labels stand in the order of their numbers."""
        return self.labels is not None and (not isinstance(self.labels, Seen) or self._are_integers)

    def check_map(self) -> None:
        """Refuse a map to labels that the data lacks."""
        unknown = [value for value in self.label_map.values() if self.labels and value not in self.labels]
        if unknown:
            known = named(self.labels)
            raise LabelError(f"label_map maps to {listed(unknown)}; the data's labels are {known}")

    def name(self, value: Any) -> str | None:
        """The data's name for what the function called a label; None for neither name nor number.

        Raises:
            LabelError: When the data has no such label.
        """
        if isinstance(value, str):
            if value not in self._names:
                self._names[value] = str(value) if self.labels is None else self.matched(str(value))
            return self._names[value]
        number = whole(value)
        if number is None:
            return None
        said = str(bool(number)) if _is_boolean(value) else str(number)
        for key in (said, str(number)):
            if key in self.label_map:
                return self.label_map[key]
        if _is_boolean(value) and self.labels:
            found = next((label for label in self.labels if canonical(label) == canonical(said)), None)
            if found is not None or len(self.labels) > 2:  # of more labels a boolean is none
                self._hits = self._hits or found is not None
                return found
        return self._label_at(number)

    def _label_at(self, index: int) -> str:
        labels, said = self.labels, str(index)
        if isinstance(labels, Seen):
            if said in self._label_set:
                self._hits = True
            elif not self.ordered:
                raise LabelError(
                    f"{self.owner} returned the label number {index}, and the data does not say which of "
                    f"{', '.join(map(quoted, labels))} that is; use label_names=[...] in the task, in their order"
                )
            return said if said in self._label_set else self._unseen(said)
        if isinstance(labels, Values):
            if said not in self._label_set:
                raise LabelError(f"{self.owner} returned the label {index}; the data's labels are {named(labels)}")
            return said
        if labels is None or not 0 <= index < len(labels):
            known = "a label name, since the names are not known" if labels is None else f"0 to {len(labels) - 1}"
            raise LabelError(f"{self.owner} returned the label number {index}; expected {known}")
        if labels[index] != said and self._are_integers:
            raise LabelError(
                f"{self.owner} returned the number {index}, which may be the label named {said!r} or the one at "
                f"position {index}, {labels[index]!r}; return the name as a string"
            )
        return labels[index]

    def _unseen(self, name: str) -> str:
        """A label that no row has: it counts as wrong, since the rows need not show every label."""
        self._unseen_labels[name] = None
        return name

    def matched(self, name: str) -> str:
        """The data's label that a name stands for; the name itself where rows need not show every label.

        Raises:
            LabelError: When there is none.
        """
        found = match_name(name, self.labels or (), self._index)
        generic = generic_number(name) is not None
        if found is None and isinstance(self.labels, Seen) and not generic:
            return self._unseen(name)
        if found is None:
            why = f"; the data's labels are {', '.join(map(quoted, self.labels or ()))}"
            if generic and not self.ordered:
                why += ", in no order that it states, so a number tells none of them"
            raise LabelError(
                f"{self.owner} returned the label {quoted(name)}{why}. Use label_map={{{quoted(name)}: '<data label>'}}"
            )
        self._hits = True
        return found

    def check(self) -> None:
        """Refuse labels of which the rows show none.

        Raises:
            LabelError: When no label of the data was ever returned.
        """
        if self.unseen and not self._hits and not self.label_map:
            guess = dict.fromkeys((name[:MOST] for name in self.unseen[:3]), "<data label>")
            raise LabelError(
                f"{self.owner} returned the labels {listed(self.unseen[:10])}, and the data has only "
                f"{listed(self.labels or ())}. Use label_map={guess!r}, or label_names=[...] in the task where the "
                "data has more labels than its rows show"
            )

    def finish(self, value: Any) -> Any:
        """The value of one prediction, once all its labels have been named."""
        return value


def _is_boolean(value: Any) -> bool:
    return isinstance(value, bool) or str(getattr(value, "dtype", "")) in ("bool", "torch.bool")
