"""Entity tags that are read as ``B-PER``, ``I-PER`` and so on: from one scheme to another, and after edits."""

from collections.abc import Iterable, Iterator, Sequence

from hf_robust.core.errors import NotApplicable

# Schemes that mark the last token of an entity: their tags inside, at the last token, and of an entity of one token.
WITH_LAST_TAGS = {
    "BIOES": ("I-", "E-", "S-"),
    "BILOU": ("I-", "L-", "U-"),
    "BMES": ("M-", "E-", "S-"),
    "BES": ("", "E-", "S-"),  # BIOES or BMES: no tag tells which
}
_BEGIN = ("B-", "S-", "U-")
# what only one of two schemes has
_APART = ((("E-", "S-"), ("L-", "U-")), (("M-",), ("I-", "L-", "U-")))


def scheme(tags: Iterable[str]) -> str:
    """``BIOES``, ``BILOU``, ``BMES``, ``IOB1`` or ``BIO``: what the tags of a row follow.

    BMES writes ``M-`` where BIOES has ``I-``; ``BES`` is one of them, where no tag tells which.

    Example:
        >>> scheme(["S-LOC", "O"]), scheme(["U-LOC"]), scheme(["I-LOC", "O"]), scheme(["B-LOC", "I-LOC"])
        ('BES', 'BILOU', 'IOB1', 'BIO')
        >>> scheme(["B-LOC", "M-LOC", "E-LOC"])
        'BMES'
    """
    tags = list(tags)
    prefixes = {tag[:2] for tag in tags}
    if "M-" in prefixes:
        return "BMES"
    if not prefixes.isdisjoint(("E-", "S-")) and "I-" not in prefixes:
        return "BES"
    for name, (_, *ends) in WITH_LAST_TAGS.items():
        if not prefixes.isdisjoint(ends):
            return name
    previous = "O"
    for tag in tags:
        if tag[:2] == "I-" and previous[2:] != tag[2:]:
            return "IOB1"
        previous = tag
    return "BIO"


def of_two_schemes(tags: Iterable[str]) -> tuple[str, ...]:
    """Two tags of which no scheme has both, such as one of BIOES and one of BILOU; none where no such two are there.

    Example:
        >>> of_two_schemes(["S-LOC", "O", "B-PER", "L-PER"]), of_two_schemes(["S-LOC", "B-PER"])
        (('S-LOC', 'L-PER'), ())
    """
    tags = [tag for tag in dict.fromkeys(tags) if tag[:2] not in ("O", "B-")]
    if len({tag[:2] for tag in tags}) < 2:
        return ()
    for sides in _APART:
        first, second = (next((tag for tag in tags if tag.startswith(prefixes)), None) for prefixes in sides)
        if first is not None and second is not None:
            return first, second
    return ()


def to_bio(tags: Sequence[str]) -> list[str]:
    """Chunk tags of any scheme as BIO.

    Example:
        >>> to_bio(["S-LOC", "B-PER", "E-PER"]), to_bio(["I-LOC", "I-PER", "I-PER"])
        (['B-LOC', 'B-PER', 'I-PER'], ['B-LOC', 'B-PER', 'I-PER'])
        >>> to_bio(["B-PER", "M-PER", "E-PER"])
        ['B-PER', 'I-PER', 'I-PER']
    """
    new: list[str] = []
    previous = "O"
    for tag in tags:
        if tag == "O":
            new.append(previous := tag)
            continue
        head, label = tag[:2], tag[2:]
        if head in ("S-", "U-", "B-"):
            new.append("B-" + label)
        elif head in ("I-", "E-", "L-", "M-"):
            new.append(("I-" if previous[1:] == "-" + label else "B-") + label)
        else:
            new.append(tag)
        previous = tag
    return new


def from_bio(tags: Sequence[str], target: str) -> list[str]:
    """BIO tags in another scheme; for IO with ``I-`` at each token.

    Raises:
        NotApplicable: When the scheme is ``BES`` and an entity has three tokens or more.

    Example:
        >>> from_bio(["B-LOC", "B-PER", "I-PER"], "BIOES"), from_bio(["B-LOC", "B-PER", "I-PER"], "BILOU")
        (['S-LOC', 'B-PER', 'E-PER'], ['U-LOC', 'B-PER', 'L-PER'])
        >>> from_bio(["B-PER", "I-PER", "I-PER"], "BMES")
        ['B-PER', 'M-PER', 'E-PER']
    """
    if target == "BIO":
        return list(tags)
    if target == "IO":
        return [tag if tag == "O" else "I-" + tag[2:] for tag in tags]
    inside, *ends = WITH_LAST_TAGS.get(target, ("I-",))
    new = []
    for place, tag in enumerate(tags):
        before = tags[place - 1] if place else "O"
        after = tags[place + 1] if place + 1 < len(tags) else "O"
        if tag == "O":
            new.append(tag)
        elif not ends:
            new.append(("B-" if tag[0] == "B" and before[2:] == tag[2:] else "I-") + tag[2:])
        elif after != "I-" + tag[2:]:
            new.append(ends[tag[0] == "B"] + tag[2:])
        elif tag[0] != "B" and not inside:
            raise NotApplicable(
                "no tag tells whether an entity goes on with I- (BIOES) or M- (BMES); "
                "use scheme='BIOES' or scheme='BMES' in the task"
            )
        else:
            new.append(tag if tag[0] == "B" else inside + tag[2:])
    return new


def in_style(tags: Sequence[str], origins: Sequence[int | None], old: Sequence[str], target: str) -> list[str]:
    """BIO tags after edits in the scheme of the data, where entities that no edit touched keep their tags.

    An entity that began with ``I-`` (IOB1, or a sentence that was cut) begins so again, unless another of its type
    stands before it.

    Args:
        tags: The tags after the edits.
        origins: For each the place of the token in ``old`` that it comes from; None for new tokens.
        old: The tags before the edits, in the scheme.
        target: The scheme.

    Raises:
        NotApplicable: When the scheme cannot tell two entities apart, or nothing tells the scheme.

    Example:
        >>> in_style(["O", "B-PER", "O", "B-LOC", "I-LOC"], [None, 0, 1, 2, 3], ["I-PER", "O", "B-LOC", "I-LOC"], "BIO")
        ['O', 'I-PER', 'O', 'B-LOC', 'I-LOC']
    """
    before = {place: (first, end) for first, end in chunk_spans(to_bio(old)) for place in range(first, end)}
    chunks, new = list(chunk_spans(tags)), list(tags)
    for first, end in chunks:
        came = before.get(-1 if (origin := origins[first]) is None else origin)
        same = came is not None and old[came[0]][2:] == tags[first][2:]
        if same and came is not None and list(origins[first:end]) == list(range(*came)):
            new[first:end] = old[slice(*came)]
        else:
            new[first:end] = from_bio(tags[first:end], target)
            if same and came is not None and target not in WITH_LAST_TAGS:
                new[first] = old[came[0]]
        touches = first > 0 and tags[first - 1][2:] == tags[first][2:]
        if touches and target == "IO":
            raise NotApplicable("two entities of one type would touch, which plain tags cannot tell apart")
        if touches and new[first][:2] not in _BEGIN:
            new[first] = "B-" + tags[first][2:]
    return new


def chunk_spans(tags: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first token of each entity and the place after its last, from BIO tags.

    Example:
        >>> list(chunk_spans(["B-PER", "I-PER", "O", "B-LOC"]))
        [(0, 2), (3, 4)]
    """
    first = -1
    for index, tag in enumerate([*tags, "O"]):
        if first >= 0 and tag[:2] != "I-":
            yield first, index
            first = -1
        if tag[:2] == "B-":
            first = index
