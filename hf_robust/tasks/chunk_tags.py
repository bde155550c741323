"""Schemes of chunk tags (BIO, IOB1, BIOES, BILOU, BMES), and the way from one to another."""

from collections.abc import Iterable, Sequence

# the schemes that mark the last token of a chunk: inside of a chunk, its last token, a chunk of one token
WITH_LAST_TAGS = {"BIOES": ("I-", "E-", "S-"), "BILOU": ("I-", "L-", "U-"), "BMES": ("M-", "E-", "S-")}
# what only one of two schemes has
_APART = ((("E-", "S-"), ("L-", "U-")), (("M-",), ("I-", "L-", "U-")))


def scheme(tags: Iterable[str]) -> str:
    """``BIOES``, ``BILOU``, ``BMES``, ``IOB1`` or ``BIO``: what some chunk tags follow.

    BMES writes ``M-`` where BIOES has ``I-``; tags with neither of them count as BIOES.

    Example:
        >>> scheme(["S-LOC", "O"]), scheme(["U-LOC"]), scheme(["I-LOC", "O"]), scheme(["B-LOC", "I-LOC"])
        ('BIOES', 'BILOU', 'IOB1', 'BIO')
        >>> scheme(["B-LOC", "M-LOC", "E-LOC"])
        'BMES'
    """
    tags = list(tags)
    prefixes = {tag[:2] for tag in tags}
    if "M-" in prefixes:
        return "BMES"
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
    tags = list(tags)
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
    """BIO tags in another scheme.

    Example:
        >>> from_bio(["B-LOC", "B-PER", "I-PER"], "BIOES"), from_bio(["B-LOC", "B-PER", "I-PER"], "BILOU")
        (['S-LOC', 'B-PER', 'E-PER'], ['U-LOC', 'B-PER', 'L-PER'])
        >>> from_bio(["B-PER", "I-PER", "I-PER"], "BMES")
        ['B-PER', 'M-PER', 'E-PER']
    """
    if target == "BIO":
        return list(tags)
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
        else:
            new.append(tag if tag[0] == "B" else inside + tag[2:])
    return new
