"""Which tag of a model is which tag of the data: entity types, chunk prefixes, parts of speech."""

import re
from collections.abc import Iterable, Mapping, Sequence

from hf_robust.adapters.label_matching import LabelMatcher, by_index, generic_number, listed
from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.label_spellings import plain
from hf_robust.tasks.labels import Seen
from hf_robust.tasks.tag_schemes import SPELLINGS

OUTSIDE = "O"  # the tag of tokens in no group

_PREFIX = re.compile(r"([BIESLUM])-(.+)", re.DOTALL)
_ONE_SCHEME = {"S": "B", "U": "B", "E": "I", "L": "I", "M": "I"}


def split_tag(tag: str) -> tuple[str, str]:
    """Prefix and type of a tag.

    Example:
        >>> split_tag("B-PER"), split_tag("NOUN"), split_tag("O")
        (('B', 'PER'), ('', 'NOUN'), ('', 'O'))
    """
    match = _PREFIX.fullmatch(tag)
    return (match.group(1), match.group(2)) if match else ("", tag)


def match_tags(
    model_tags: Sequence[str], data_tags: Sequence[str], label_map: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The data's tag for each tag of the model.

    Tags are compared by entity type, in whatever way the model marks first tokens. ``label_map`` is for whole tags or
    for types. Tags of the model that the data lacks stay as they are and count as wrong. Models that only say
    ``LABEL_0`` are matched by index when both have the same number of tags.

    Args:
        model_tags: The model's tags, in the order of its outputs.
        data_tags: The data's tags, in the order of their numbers, as they are scored.
        label_map: Model tag or type to the data's; wins over everything else.

    Raises:
        LabelError: When they do not match; it lists both sides and the argument that fixes it.

    Example:
        >>> match_tags(["O", "S-PER"], ["O", "B-PER", "I-PER"])
        {'O': 'O', 'S-PER': 'B-PER'}
    """
    model = [str(tag) for tag in model_tags]
    known = _Known(data_tags)
    given = {str(key): str(value) for key, value in (label_map or {}).items()}
    types = {tag: known.split(tag, given)[1] for tag in model}
    keys = [key for key in given if key not in model and key not in types.values()]
    if keys:
        raise _map_error(keys, "the model's", model, known.tags)
    known.check_map(given, model)
    found = {tag: known.find(tag, given) for tag in model}
    mapping = {tag: name or tag for tag, name in found.items()}
    if not given and not isinstance(data_tags, Seen) and not any(tag.casefold() in known.folded for tag in model):
        placed = by_index(model, known.tags)
        if placed is not None:
            return placed
    extra = list(dict.fromkeys(types[tag] for tag, name in found.items() if name is None))
    covered = {_type(name) for name in found.values() if name is not None}
    lacking = [kind for kind in known.types if kind not in covered]
    # parts of speech differ at the edges from corpus to corpus; entity types never by chance
    most = bool(extra) if known.chunked else len(lacking) * 2 > len(known.types)
    if lacking and (most or len(lacking) == len(known.types)):
        raise LabelError(
            f"the model's tags are {listed(model)}, the data's are {listed(known.tags)}: the data has "
            f"{listed(lacking)}, which the model does not say, while the model says {listed(extra)}. Use "
            f"label_map={_guess(extra, lacking)!r}"
        )
    return mapping


class _Known:
    """The tags of a dataset, and their types."""

    def __init__(self, tags: Sequence[str]):
        self.tags = [str(tag) for tag in tags]
        self.folded = {tag.casefold(): tag for tag in self.tags}
        self.types = dict.fromkeys(kind for kind in map(_type, self.tags) if kind != OUTSIDE)
        self.folded_types = {kind.casefold(): kind for kind in self.types}
        self.chunked = any(split_tag(tag)[0] for tag in self.tags)

    def find(self, tag: str, label_map: Mapping[str, str]) -> str | None:
        """The data's tag that a model's stands for; None when the data has none of its type."""
        prefix, kind = self.split(tag, label_map)
        if tag in label_map or kind in label_map:
            return _fit(prefix, label_map.get(tag, label_map.get(kind, kind)), self.tags)
        if tag not in self.tags and tag.casefold() in self.folded:
            return self.folded[tag.casefold()]
        folded = kind.casefold()
        if folded in ("o", "other", "outside") and not prefix and OUTSIDE in self.tags and kind not in self.types:
            return OUTSIDE
        if kind in self.types or folded in self.folded_types:
            return _fit(prefix, kind if kind in self.types else self.folded_types[folded], self.tags)
        return None

    def split(self, tag: str, label_map: Mapping[str, str]) -> tuple[str, str]:
        """Mark and type of a model's tag, in whatever way it is written, where its type is of the data or the map."""
        prefix, kind = split_tag(tag)
        if kind in label_map or kind.casefold() in self.folded_types or tag in self.tags:
            return prefix, kind
        for scheme in SPELLINGS:
            mark, other = scheme.parts(tag)
            if mark and (other in label_map or other.casefold() in self.folded_types):
                return mark, other
        return prefix, kind

    def check_map(self, label_map: Mapping[str, str], model: Sequence[str]) -> None:
        values = [value for value in label_map.values() if value not in (*self.tags, *self.types, OUTSIDE)]
        if values:
            raise _map_error(values, "the data's", model, self.tags)


def _type(tag: str) -> str:
    return split_tag(tag)[1]


def _fit(prefix: str, kind: str, data: Sequence[str]) -> str:
    """The data's tag for a prefix and a type: as it is, or in the scheme that the data follows."""
    if kind == "O" or kind in data:
        return kind
    for candidate in (prefix, _ONE_SCHEME.get(prefix, "I"), "" if _ONE_SCHEME.get(prefix) == "B" else "M"):
        if candidate and f"{candidate}-{kind}" in data:
            return f"{candidate}-{kind}"
    if f"I-{kind}" in data:  # of a scheme that does not mark where an entity begins
        return f"I-{kind}"
    return f"{_ONE_SCHEME.get(prefix, prefix) or 'I'}-{kind}"


def _map_error(wrong: Sequence[str], side: str, model: Sequence[str], data: Sequence[str]) -> LabelError:
    return LabelError(
        "label_map maps tags or entity types of the model to those of the data, and "
        f"{', '.join(map(quoted, wrong))} is not one of {side}. Model: {listed(model)}; data: {listed(data)}"
    )


def _guess(extra: Sequence[str], lacking: Sequence[str]) -> dict[str, str]:
    """The map to type: a type of the data for each of the model that it lacks, as far as it can be guessed."""
    guess = {}
    for kind in extra:
        near = [other for other in lacking if plain(other)[:3] == plain(kind)[:3]]
        guess[kind] = near[0] if len(near) == 1 else "<type of the data, or O>"
    return guess or {"<type of the model>": lacking[0]}


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


class TagMatcher(LabelMatcher):
    """What a function calls its tags, read one by one as the data's; types that the data lacks are refused.

    A model says beforehand which tags it has, a function does not. So a type that the data lacks is refused as soon as
    a type of the data was never said, as it would be for such a model; without chunks, once such tags are the most.

    Args:
        owner: The function, for messages.
        labels: The data's tags; None when they are not known.
        label_map: The function's tag or type to the data's, where they do not match by themselves.

    Raises:
        LabelError: When the map names a tag or type that the data lacks.

    Example:
        >>> matcher = TagMatcher("my_model", ("O", "B-PER", "I-PER"), {"PERSON": "PER"})
        >>> matcher.name("B-PERSON"), matcher.name("S-PER"), matcher.name("o"), matcher.name(2)
        ('B-PER', 'B-PER', 'O', 'I-PER')
    """

    @staticmethod
    def match(
        model_labels: Sequence[str], data_labels: Sequence[str], label_map: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """The data's tag for each tag of a model, which says beforehand what it has; see :func:`match_tags`."""
        return match_tags(model_labels, data_labels, label_map)

    def __init__(self, owner: str, labels: tuple[str, ...] | None, label_map: Mapping[str, str]):
        self._known = _Known(labels or ())
        self._said: dict[str, str | None] = {}  # the data's tag for each that was said
        super().__init__(owner, labels, label_map)
        self._names = {}  # the map is for types, too

    def check_map(self) -> None:
        """Refuse a map to tags or types that the data lacks."""
        if self.labels is not None and not isinstance(self.labels, Seen):
            self._known.check_map(self.label_map, list(self.label_map))

    def matched(self, name: str) -> str:
        """The data's tag; the tag as it is where the data lacks its type."""
        number = generic_number(name)
        if number is not None and self.ordered and number < len(self._known.tags) and name not in self.label_map:
            return self._known.tags[number]
        self._said[name] = self._known.find(name, self.label_map)
        return self._said[name] or name

    def check(self) -> None:
        """Refuse types that the data lacks.

        Raises:
            LabelError: With the map to type.
        """
        missed = [tag for tag, found in self._said.items() if found is None]
        extra = list(dict.fromkeys(self._known.split(tag, self.label_map)[1] for tag in missed))
        covered = {_type(found) for found in self._said.values() if found is not None} - {OUTSIDE}
        lacking = [kind for kind in self._known.types if kind not in covered]
        if extra and (bool(lacking) if self._known.chunked else len(extra) > len(covered)):
            raise LabelError(
                f"{self.owner} returned tags of {listed(extra)}, which the data does not have; its types are "
                f"{listed(self._known.types)}. Use label_map={_guess(extra, lacking)!r}"
            )

    def finish(self, value: list[str]) -> list[str]:
        """The tags of one row; where the function says ``PER``, each group begins with ``B-``."""
        return begin_groups(value) if self._said and lacks_prefix(self._said, self._known.tags) else value
