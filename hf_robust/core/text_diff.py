"""What changed between two texts, word by word, for people to read."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from sys import maxsize

from hf_robust.core.text import HAN

Segment = tuple[str, str]  # "equal", "delete" or "insert", and the text
Change = tuple[int, int, str]  # start, end, new text
Block = tuple[int, int, int]  # where equal texts begin in the old text and in the new one, and their length

# what is written without spaces is compared character by character
_LETTER = rf"[^\W{HAN}\u3041-\u30ff]"
_TOKEN = re.compile(rf"\s+|{_LETTER}+|[^\s]")
_WORD = re.compile(rf"{_LETTER}+")
_WORD_AT_END = re.compile(rf"{_LETTER}+\Z")
_SMALL = 40_000  # pairs of tokens up to which all are compared
_DEEPEST = 50  # how often what lies between two anchors is cut again


def diff(before: str, after: str) -> list[Segment]:
    """What changed between two texts.

    Short texts are compared in full. Long ones are first cut at the words that occur once in each of them, so that the
    time grows with their length and not with its square.

    Returns:
        Segments ``("equal" | "delete" | "insert", text)``; the equal and deleted ones join to
        ``before``, the equal and inserted ones to ``after``.

    Example:
        >>> diff("a good film", "a goof film")
        [('equal', 'a '), ('delete', 'good'), ('insert', 'goof'), ('equal', ' film')]
        >>> diff("这家店很好", "这家店不好")
        [('equal', '这家店'), ('delete', '很'), ('insert', '不'), ('equal', '好')]
    """
    return _merged(_compared(_TOKEN.findall(before), _TOKEN.findall(after)))


def diff_of_edits(before: str, after: str, steps: Sequence[Sequence[Change]]) -> list[Segment]:
    """What changed in a text whose edits are known.

    Args:
        after: The text after all edits.
        steps: For each step that changed the text its edits, sorted and apart; their offsets are those of the text that
            the step received.

    Returns:
        Segments as of :func:`diff`, which names whole words where an edit touches a part of one. Edits that do not lead
        from one text to the other are not used.

    Example:
        >>> diff_of_edits("a good film", "a goof film!", [[(5, 6, "f")], [(11, 11, "!")]])
        [('equal', 'a '), ('delete', 'good'), ('insert', 'goof'), ('equal', ' film'), ('insert', '!')]
    """
    blocks = kept_blocks(before, after, steps)
    if blocks is None:
        return diff(before, after)
    segments: list[Segment] = []
    old_at = new_at = 0
    for old, new, size in [*(_trimmed(block, before, after) for block in blocks), (len(before), len(after), 0)]:
        segments += _compared(_TOKEN.findall(before[old_at:old]), _TOKEN.findall(after[new_at:new]))
        segments.append(("equal", before[old : old + size]))
        old_at, new_at = old + size, new + size
    return _merged(segments)


def kept_blocks(before: str, after: str, steps: Sequence[Sequence[Change]]) -> list[Block] | None:
    """What no edit touched: where it begins in the text before and in the text after, and how long it is.

    Args:
        after: The text after all edits.
        steps: As for :func:`diff_of_edits`.

    Returns:
        None when the edits do not lead from one text to the other.

    Example:
        >>> kept_blocks("a good film", "a goof film", [[(5, 6, "f")]])
        [(0, 0, 5), (6, 6, 5)]
    """
    blocks = [(0, 0, len(before))]
    for changes in steps:
        blocks = list(_kept(blocks, changes))
    equal = all(before[old : old + size] == after[new : new + size] for old, new, size in blocks)
    return blocks if equal else None


def _kept(blocks: Sequence[Block], changes: Sequence[Change]) -> Iterator[Block]:
    """What is left of equal blocks when the new text is changed once more."""
    at = shift = 0
    spans = []  # of the text between the changes, and how far it moves
    for start, end, text in changes:
        spans.append((at, start, shift))
        at, shift = end, shift + len(text) - (end - start)
    spans.append((at, maxsize, shift))
    number = 0
    for old, new, size in blocks:
        while spans[number][1] <= new:
            number += 1
        for place in range(number, len(spans)):
            start, end, moved = spans[place]
            first, last = max(start, new), min(end, new + size)
            if first < last:
                yield old + first - new, first + moved, last - first
            if end >= new + size:
                break


def _trimmed(block: Block, before: str, after: str) -> Block:
    """An equal block without the parts of words of which the rest changed."""
    old, new, size = block
    text = before[old : old + size]
    if (old and _WORD.match(before[old - 1])) or (new and _WORD.match(after[new - 1])):
        start = _WORD.match(text)
        head = start.end() if start else 0
        old, new, text = old + head, new + head, text[head:]
    old_end, new_end = old + len(text), new + len(text)
    if _WORD.match(before[old_end : old_end + 1]) or _WORD.match(after[new_end : new_end + 1]):
        end = _WORD_AT_END.search(text)
        text = text[: end.start()] if end else text
    return old, new, len(text)


def _compared(old: list[str], new: list[str], depth: int = 0) -> list[Segment]:
    """Segments of two lists of tokens."""
    if len(old) * len(new) <= _SMALL:
        return list(_matched(old, new))
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    inner = _inner(old[head : len(old) - tail], new[head : len(new) - tail], depth)
    return [("equal", "".join(old[:head])), *inner, ("equal", "".join(old[len(old) - tail :]))]


def _inner(old: list[str], new: list[str], depth: int) -> list[Segment]:
    if len(old) * len(new) <= _SMALL:
        return list(_matched(old, new))
    anchors = _anchors(old, new) if depth < _DEEPEST else []
    if not anchors:
        return _in_pairs(old, new) if _same_gaps(old, new) else [("delete", "".join(old)), ("insert", "".join(new))]
    segments: list[Segment] = []
    old_at = new_at = 0
    for a, b in [*anchors, (len(old), len(new))]:
        segments += _compared(old[old_at:a], new[new_at:b], depth + 1)
        segments.append(("equal", "".join(old[a : a + 1])))
        old_at, new_at = a + 1, b + 1
    return segments


def _same_gaps(old: list[str], new: list[str]) -> bool:
    """Whether there are as many words in both, with the same blanks between them."""
    return len(old) == len(new) and all(a == b or not (a.isspace() or b.isspace()) for a, b in zip(old, new))


def _in_pairs(old: list[str], new: list[str]) -> list[Segment]:
    """Each token beside the one in its place."""
    segments: list[Segment] = []
    for a, b in zip(old, new):
        segments += [("equal", a)] if a == b else [("delete", a), ("insert", b)]
    return segments


def _matched(old: list[str], new: list[str]) -> Iterator[Segment]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield "equal", "".join(old[a:b])
        else:
            yield "delete", "".join(old[a:b])
            yield "insert", "".join(new[c:d])


def _anchors(old: list[str], new: list[str]) -> list[tuple[int, int]]:
    """Places of tokens that both lists have once, as many as stand in the same order."""
    counts, others = Counter(old), Counter(new)
    places = {token: place for place, token in enumerate(new) if others[token] == 1}
    pairs = [(a, places[token]) for a, token in enumerate(old) if counts[token] == 1 and token in places]
    ends: list[int] = []  # the lowest place at which a run of so many pairs can end
    chosen: list[int] = []
    before: list[int | None] = []
    for number, (_, b) in enumerate(pairs):
        length = bisect_left(ends, b)
        before.append(chosen[length - 1] if length else None)
        ends[length : length + 1] = [b]
        chosen[length : length + 1] = [number]
    run, at = [], chosen[-1] if chosen else None
    while at is not None:
        run.append(pairs[at])
        at = before[at]
    return run[::-1]


def _merged(segments: list[Segment]) -> list[Segment]:
    """Without empty segments; what is deleted (and then inserted) in one place is one segment."""
    merged: list[Segment] = []
    for is_equal, group in groupby((one for one in segments if one[1]), key=lambda one: one[0] == "equal"):
        if is_equal:
            merged.append(("equal", "".join(text for _, text in group)))
            continue
        changed = {"delete": "", "insert": ""}
        for kind, text in group:
            changed[kind] += text
        merged += [(kind, text) for kind, text in changed.items() if text]
    return merged
