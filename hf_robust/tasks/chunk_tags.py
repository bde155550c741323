"""Schemes of chunk tags (BIO, IOB1, BIOES, BILOU), and the way from one to another."""

from collections.abc import Iterable, Sequence

# the schemes that mark the last token of a chunk, and a chunk of one token
WITH_LAST_TAGS = {"BIOES": ("E-", "S-"), "BILOU": ("L-", "U-")}


def scheme(tags: Iterable[str]) -> str:
    """``BIOES``, ``BILOU``, ``IOB1`` or ``BIO``: what some chunk tags follow.

    Example:
        >>> scheme(["S-LOC", "O"]), scheme(["U-LOC"]), scheme(["I-LOC", "O"]), scheme(["B-LOC", "I-LOC"])
        ('BIOES', 'BILOU', 'IOB1', 'BIO')
    """
    tags = list(tags)
    for name, prefixes in WITH_LAST_TAGS.items():
        if any(tag.startswith(prefixes) for tag in tags):
            return name
    previous = "O"
    for tag in tags:
        if tag[:2] == "I-" and previous[2:] != tag[2:]:
            return "IOB1"
        previous = tag
    return "BIO"


def of_two_schemes(tags: Iterable[str]) -> tuple[str, ...]:
    """Two tags of which one belongs to BIOES and the other to BILOU alone; none where no such two are there.

    Example:
        >>> of_two_schemes(["S-LOC", "O", "B-PER", "L-PER"]), of_two_schemes(["S-LOC", "B-PER"])
        (('S-LOC', 'L-PER'), ())
    """
    tags = list(tags)
    found = [next((tag for tag in tags if tag.startswith(prefixes)), None) for prefixes in WITH_LAST_TAGS.values()]
    return () if None in found else tuple(tag for tag in found if tag is not None)


def to_bio(tags: Sequence[str]) -> list[str]:
    """Chunk tags of any scheme as BIO.

    Example:
        >>> to_bio(["S-LOC", "B-PER", "E-PER"]), to_bio(["I-LOC", "I-PER", "I-PER"])
        (['B-LOC', 'B-PER', 'I-PER'], ['B-LOC', 'B-PER', 'I-PER'])
    """
    new: list[str] = []
    previous = "O"
    for tag in tags:
        head, label = tag[:2], tag[2:]
        if head in ("S-", "U-", "B-"):
            new.append("B-" + label)
        elif head in ("I-", "E-", "L-"):
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
    """
    if target == "BIO":
        return list(tags)
    ends = WITH_LAST_TAGS.get(target)
    new = []
    for place, tag in enumerate(tags):
        before = tags[place - 1] if place else "O"
        after = tags[place + 1] if place + 1 < len(tags) else "O"
        if tag == "O":
            new.append(tag)
        elif ends is None:
            new.append(("B-" if tag[0] == "B" and before[2:] == tag[2:] else "I-") + tag[2:])
        elif after != "I-" + tag[2:]:
            new.append(ends[tag[0] == "B"] + tag[2:])
        else:
            new.append(tag)
    return new
