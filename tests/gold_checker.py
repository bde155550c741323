"""Tests the gold columns of a changed row against its texts, by the edits of its record alone."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hf_robust.tasks import Task

Row = Mapping[str, Any]


class Moved:
    """Where the characters of a text lie after the edits of a record.

    Args:
        edits: The edits of one column, all on the same text.
    """

    def __init__(self, edits: Sequence[Mapping[str, Any]]):
        self._edits = edits

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where a span lies; None where an edit touches it."""
        shift = 0
        for edit in self._edits:
            inside = edit["start"] == edit["end"] and start < edit["start"] < end
            if inside or (edit["start"] < end and start < edit["end"]):
                return None
            if edit["end"] <= start:
                shift += len(edit["after"]) - (edit["end"] - edit["start"])
        return start + shift, end + shift


def faults(task: Task, before: Row, after: Row) -> list[str]:
    """What is wrong with the gold of a changed row; one stage changed it.

    Args:
        task: The task.
        before: The row before.
        after: The row after, with its record in ``robust``.
    """
    return list(_CHECKS.get(task.name, _nothing)(task, before, after))


def _moved(after: Row, column: str) -> Moved:
    return Moved([edit for edit in after["robust"]["edits"] if edit["field"] == column])


def _changes(after: Row) -> bool:
    return after["robust"]["effect"] != "preserves"


def _nothing(task: Task, before: Row, after: Row) -> Iterator[str]:
    return iter(())


def _stands(text: str, start: int, said: str, what: str) -> Iterator[str]:
    there = text[start : start + len(said)]
    if there != said or start < 0 or not said:
        yield f"the {what} {said!r} is not at {start}, but {there!r}"


def _stayed(moved: Moved, old: tuple[int, int], new: tuple[int, int], what: str) -> Iterator[str]:
    """A span that no edit touches lies where the edits before it shift it."""
    expected = moved.place(*old)
    if expected is not None and expected != new:
        yield f"the {what} {old} is at {new} and not at {expected}"


def _answers(task: Task, before: Row, after: Row) -> Iterator[str]:
    context, answers = task.column("context"), task.column("answers")
    moved, old = _moved(after, context), before[answers]
    for text, start in zip(after[answers]["text"], after[answers]["answer_start"]):
        yield from _stands(after[context], start, text, "answer")
    for number, (text, start) in enumerate(zip(old["text"], old["answer_start"])):
        if len(after[answers]["text"]) <= number:
            yield f"the answer {text!r} is gone"
            continue
        new = after[answers]["answer_start"][number], after[answers]["text"][number]
        if not _changes(after):
            yield from _stayed(moved, (start, start + len(text)), (new[0], new[0] + len(new[1])), f"answer {text!r}")


def _aspects(task: Task, before: Row, after: Row) -> Iterator[str]:
    text, column = task.column("text"), task.column("aspects")
    moved = _moved(after, text)
    if len(before[column]) > len(after[column]):
        yield "an aspect is gone"
    for one in after[column]:
        yield from _stands(after[text], one["start"], one["term"], "term")
        if one["end"] - one["start"] != len(one["term"]):
            yield f"the term {one['term']!r} ends at {one['end']}"
        for said in one.get("opinions") or ():
            yield from _stands(after[text], said["start"], said["text"], "opinion")
    for old, new in zip(before[column], after[column]):
        yield from _stayed(moved, (old["start"], old["end"]), (new["start"], new["end"]), f"term {old['term']!r}")


def _schema(task: Task, before: Row, after: Row) -> Iterator[str]:
    text, label = task.column("text"), task.column("label")
    for what, column in (("pronoun", "pronoun"), ("candidates", "candidates")):
        parts = [after[task.column(column)]] if what == "pronoun" else after[task.column(column)]
        for part in parts:
            if part["start"] != -1:
                yield from _stands(after[text], part["start"], part["text"], what)
                if part["end"] != part["start"] + len(part["text"]):
                    yield f"the {what} {part['text']!r} ends at {part['end']}"
    if len({part["text"] for part in after[task.column("candidates")]}) < len(after[task.column("candidates")]):
        yield "two candidates are the same"
    if after[label] is not None and not -1 <= after[label] < len(after[task.column("candidates")]):
        yield f"the label {after[label]} is that of no candidate"


def bounds(tokens: Sequence[str], joiner: str) -> list[tuple[int, int]]:
    """The characters of each token."""
    found, at = [], 0
    for token in tokens:
        found.append((at, at + len(token)))
        at += len(token) + len(joiner)
    return found


def _kept(task: Task, before: Row, after: Row) -> Iterator[tuple[int, int | None]]:
    """The tokens that no edit touches, by their number before and after; None where no such token is there."""
    column = task.column("tokens")
    joiner = " " if task.spoken.join(["a", "b"]) == "a b" else ""
    moved, new = _moved(after, column), {span: number for number, span in enumerate(bounds(after[column], joiner))}
    for number, span in enumerate(bounds(before[column], joiner)):
        place = moved.place(*span)
        if place is not None:
            yield number, new.get(place)


def _kept_faults(task: Task, before: Row, after: Row, kept: list[tuple[int, int | None]]) -> Iterator[str]:
    column = task.column("tokens")
    for old, new in kept:
        if new is None:
            yield f"the token {before[column][old]!r} is not where the edits leave it"
        elif after[column][new] != before[column][old]:
            yield f"the token {before[column][old]!r} became {after[column][new]!r}"


def _tags(role: str):
    def check(task: Task, before: Row, after: Row) -> Iterator[str]:
        column, kept = task.column(role), list(_kept(task, before, after))
        if len(after[column]) != len(after[task.column("tokens")]):
            yield f"{len(after[column])} tags for {len(after[task.column('tokens')])} tokens"
            return
        yield from _kept_faults(task, before, after, kept)
        for old, new in kept:
            tags = before[column][old], after[column][new or 0]
            same = tags[0] == tags[1] or (role == "ner_tags" and _type(tags[0]) == _type(tags[1]))
            if new is not None and not same:
                yield f"the tag of {before[task.column('tokens')][old]!r} was {tags[0]} and is {tags[1]}"

    return check


def _type(tag: Any) -> Any:
    return tag[2:] if isinstance(tag, str) and tag[1:2] == "-" else tag


def _tree(task: Task, before: Row, after: Row) -> Iterator[str]:
    heads, deprels, tokens = (task.column(role) for role in ("heads", "deprels", "tokens"))
    found = list(map(int, after[heads]))
    if not len(found) == len(after[deprels]) == len(after[tokens]):
        yield "heads, relations and tokens differ in number"
        return
    if found.count(0) != list(map(int, before[heads])).count(0):
        yield f"{found.count(0)} roots"
    for number in range(len(found)):
        seen, at = set(), number
        while at >= 0 and at not in seen:
            seen.add(at)
            at = found[at] - 1
        if at >= 0:
            yield f"the heads of token {number} run in a circle"
            return
    kept = list(_kept(task, before, after))
    yield from _kept_faults(task, before, after, kept)
    new_of = {old: new for old, new in kept if new is not None}
    for old, new in new_of.items():
        head = int(before[heads][old]) - 1
        if head in new_of and found[new] - 1 != new_of[head]:
            yield f"the head of {before[tokens][old]!r} is another one"
        if (head == -1 or head in new_of) and after[deprels][new] != before[deprels][old]:
            yield f"the relation of {before[tokens][old]!r} is another one"


def _token_spans(*roles: str):
    def check(task: Task, before: Row, after: Row) -> Iterator[str]:
        kept = dict(_kept(task, before, after))
        yield from _kept_faults(task, before, after, list(kept.items()))
        tokens = after[task.column("tokens")]
        for role in roles:
            (first, last), (new_first, new_last) = before[task.column(role)], after[task.column(role)]
            if not 0 <= new_first <= new_last < len(tokens):
                yield f"the {role} {new_first, new_last} is outside of {len(tokens)} tokens"
            ends = kept.get(first), kept.get(last)
            if None not in ends and ends != (new_first, new_last) and all(n in kept for n in range(first, last + 1)):
                yield f"the {role} is at {new_first, new_last} and not at {ends}"
        spans = [tuple(after[task.column(role)]) for role in roles]
        if len(spans) == 2 and not (spans[0][1] < spans[1][0] or spans[1][1] < spans[0][0]):
            old = [tuple(before[task.column(role)]) for role in roles]
            if old[0][1] < old[1][0] or old[1][1] < old[0][0]:
                yield f"{roles[0]} and {roles[1]} overlap: {spans}"

    return check


def _sense(task: Task, before: Row, after: Row) -> Iterator[str]:
    yield from _token_spans("target")(task, before, after)
    target, tokens, sense = (task.column(role) for role in ("target", "tokens", "sense"))
    words = [" ".join(row[tokens][row[target][0] : row[target][1] + 1]).casefold() for row in (before, after)]
    if after["robust"]["transformation"].startswith("swap-target"):
        return
    if words[0] != words[1]:
        yield f"the target was {words[0]!r} and is {words[1]!r}"
    if before[sense] != after[sense]:
        yield "the sense is another one"


def _clusters(task: Task, before: Row, after: Row) -> Iterator[str]:
    """Mentions of one cluster have words that a mention of one cluster had before, of this or another document."""
    words = [_mentions(row[task.column("sentences")], row[task.column("clusters")]) for row in (before, after)]
    if after["robust"]["transformation"] in ("insert-sentences", "replace-sentences", "concat-documents"):
        return  # compared with all documents in tests/unit/transforms/test_coreference_gold.py
    for cluster in words[1]:
        if not any(set(cluster) <= set(old) for old in words[0]):
            yield f"the cluster {cluster} is none of those before"


def _mentions(document: Any, clusters: Sequence[Any]) -> list[list[str]]:
    if isinstance(document, str):
        return [[document[start:end].casefold() for start, end in cluster] for cluster in clusters]
    nested = any(isinstance(part, list) for part in document)
    tokens = [token for part in document for token in part] if nested else document
    return [[" ".join(tokens[start : end + 1]).casefold() for start, end in cluster] for cluster in clusters]


_CHECKS = {
    "extractive-qa": _answers,
    "aspect-based-sentiment-analysis": _aspects,
    "winograd-schema": _schema,
    "named-entity-recognition": _tags("ner_tags"),
    "part-of-speech": _tags("pos_tags"),
    "parsing": _tree,
    "relation-extraction": _token_spans("subject", "object"),
    "word-sense-disambiguation": _sense,
    "coreference-resolution": _clusters,
}
CHECKED = tuple(_CHECKS)
