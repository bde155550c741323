"""Gold labels that point into a text: read them as spans, and move them with the edits.

One small carrier a kind of label; a transformation never sees a label column.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Projection, project_tags, project_tokens, remap_heads, remap_spans
from hf_robust.core.errors import LabelError, NotApplicable, UsageError
from hf_robust.tasks.base import NER, Task, label_name

if TYPE_CHECKING:
    from datasets import Dataset

Row = Mapping[str, Any]

UPOS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE _".split())


class Carrier(Protocol):
    """Labels of one task that depend on one text role.

    Args of the methods: ``row`` maps columns to the row's values, ``doc`` is the text before the edits.
    """

    role: str
    columns: tuple[str, ...]

    def marks(self, row: Row) -> list[Span]:
        """The gold spans in the text; they are protected from edits."""

    def carry(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """New values of the label columns (and of a token column).

        Raises:
            NotApplicable: When a label cannot be moved.
        """


def carrier_for(task: Task) -> Carrier | None:
    """The carrier of a task's labels; None when nothing points into the text."""
    makers = {"span": Answers, "aspects": Aspects, "tagging": Tags, "parsing": Tree}
    maker = makers.get(task.kind)
    return maker(task) if maker else None


def check_labels(dataset: "Dataset", task: Task) -> None:
    """Check before any work that each row has a gold label, and that the labels are known.

    Args:
        dataset: Rows, without a format.
        task: The bound task.

    Raises:
        UsageError: When rows have no label.
        LabelError: When labels are not among the names; it says how many and which.
    """
    column = task.column(task.label_role)
    values = dataset[column][:]
    # `nan` is what some readers make of an empty cell
    missing = sum(value is None or value == -1 or value != value for value in values)
    if missing:
        raise UsageError(
            f"{missing} of {len(values)} rows have no gold label in column {column!r}; keep the others with "
            "--drop-unlabelled or "
            f"dataset.filter(lambda row: row[{column!r}] is not None and row[{column!r}] != -1)"
        )
    if task.kind not in ("classification", "tagging"):
        return
    tagging = task.kind == "tagging"
    counts = Counter(chain.from_iterable(values) if tagging else values)
    wrong = [value for value in counts if not _is_known(value, task)]
    if not wrong:
        return
    number, what = sum(counts[value] for value in wrong), "tags" if tagging else "labels"
    ignored = tagging and any(isinstance(value, int) and value < 0 for value in wrong)
    known = task.label_names and f"0 to {len(task.label_names) - 1}: {', '.join(task.label_names)}"
    raise LabelError(
        f"{number} of {counts.total()} {what} in column {column!r} are not known, for example {wrong[0]!r}; "
        f"expected {known or 'names or whole numbers'}. "
        + (
            "Negative tags mark ignored sub-words: leave those tokens out or map them to a tag with dataset.map"
            if ignored
            else f"Correct them with dataset.map, or name all with hr.task({task.name!r}, label_names=[...])"
        )
    )


def _is_known(value: Any, task: Task) -> bool:
    try:
        label_name(value, task.label_names)
    except LabelError:
        return False
    return True


class Answers:
    """SQuAD answers: a struct of lists, or a list of structs, with ``text`` and ``answer_start``."""

    role = "context"

    def __init__(self, task: Task):
        self.columns = (task.column("answers"),)
        self._column = self.columns[0]
        self._context = task.column("context")

    def marks(self, row: Row) -> list[Span]:
        context = row[self._context]
        spans = []
        for text, start in zip(*_answers(row[self._column])):
            if context[start : start + len(text)] != text or start < 0:
                raise NotApplicable("an answer does not stand at its offset in the context")
            spans.append(Span(start, start + len(text), "answer"))
        return spans

    def carry(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        moved = _all_kept(remap_spans([(s.start, s.end) for s in doc.marks], edits), "an answer")
        texts = [after[start:end] for start, end in moved]
        starts = [start for start, _ in moved]
        answers = row[self._column]
        if isinstance(answers, Mapping):
            return {self._column: {**answers, "text": texts, "answer_start": starts}}
        new = [{**old, "text": text, "answer_start": start} for old, text, start in zip(answers, texts, starts)]
        return {self._column: new}


def _answers(answers: Any) -> tuple[Sequence[str], Sequence[int]]:
    if isinstance(answers, Mapping):
        return answers["text"] or [], answers["answer_start"] or []
    return [a["text"] for a in answers or []], [a["answer_start"] for a in answers or []]


class Aspects:
    """Aspect terms ``{term, start, end, polarity, opinions: [{text, start, end}]}`` with character offsets."""

    role = "text"

    def __init__(self, task: Task):
        self.columns = (task.column("aspects"),)
        self._column = self.columns[0]
        self._text = task.column("text")

    def marks(self, row: Row) -> list[Span]:
        spans = []
        for name, part in self._parts(row):
            if row[self._text][part["start"] : part["end"]] != part[name]:
                raise NotApplicable("an aspect or opinion does not stand at its offsets")
            spans.append(Span(part["start"], part["end"], "aspect" if name == "term" else "opinion"))
        return spans

    def carry(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        moved = iter(_all_kept(remap_spans([(s.start, s.end) for s in doc.marks], edits), "an aspect or opinion"))
        new = []
        for aspect in row[self._column] or []:
            changed = _placed(aspect, "term", next(moved), after)
            if aspect.get("opinions"):
                changed["opinions"] = [_placed(o, "text", next(moved), after) for o in aspect["opinions"]]
            new.append(changed)
        return {self._column: new}

    def _parts(self, row: Row) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for aspect in row[self._column] or []:
            yield "term", aspect
            for opinion in aspect.get("opinions") or []:
                yield "text", opinion


def _placed(part: Mapping[str, Any], name: str, span: tuple[int, int], after: str) -> dict[str, Any]:
    return {**part, name: after[span[0] : span[1]], "start": span[0], "end": span[1]}


def _all_kept(moved: Sequence, what: str) -> list[tuple[int, int]]:
    if any(span is None for span in moved):
        raise NotApplicable(f"{what} lies across an edit")
    return list(moved)


class Tags:
    """One tag a token: chunk tags (BIO, IOB1, BIOES) or parts of speech; numbers or names."""

    role = "tokens"

    def __init__(self, task: Task):
        self._tokens = task.column("tokens")
        self._tags = task.column(task.tags_role)
        self.columns = (self._tokens, self._tags)
        self._names = task.label_names
        self._chunked = task.name == NER
        self._numbers = {name: number for number, name in enumerate(self._names)} if self._names else {}

    def marks(self, row: Row) -> list[Span]:
        if len(row[self._tags]) != len(row[self._tokens]):
            raise NotApplicable(f"{len(row[self._tokens])} tokens but {len(row[self._tags])} tags")
        if not self._chunked:
            return []
        spans: list[Span] = []
        at = 0
        for token, tag in zip(row[self._tokens], to_bio(self._named(row))):
            if tag[:2] == "B-":
                spans.append(Span(at, at + len(token), tag[2:]))
            elif tag[:2] == "I-":
                spans[-1] = spans[-1]._replace(end=at + len(token))
            at += len(token) + 1
        return spans

    def carry(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        projection = project_tokens(doc.text, doc.bounds, edits)
        if not projection.tokens:
            raise NotApplicable("no token would be left")
        return {self._tokens: projection.tokens, self._tags: self._project(row, projection)}

    def _project(self, row: Row, projection: Projection) -> list:
        values = row[self._tags]
        if projection.origins == list(range(len(values))) and not projection.relabelled:
            return list(values)
        tags = self._named(row)
        layer = "ner" if self._chunked else ("upos" if UPOS.issuperset(self._names or tags) else "xpos")
        named: dict[int, Edit] = {}  # one edit inserts many tokens
        edits = [item and (self._with_names(item[0], named), item[1]) for item in projection.inserted]
        projection = projection._replace(inserted=edits)
        if not self._chunked:
            return self._values(project_tags(tags, projection, layer, None))
        new = project_tags(to_bio(tags), projection, layer, "O")
        return self._values(from_bio(new, scheme(tags)))

    def _named(self, row: Row) -> list[str]:
        values = row[self._tags]
        if self._names and values and not isinstance(values[0], str):
            return [self._names[value] for value in values]
        return list(values)

    def _with_names(self, edit: Edit, known: dict[int, Edit]) -> Edit:
        """Tags copied from other rows stand as in the column; give them their names."""
        gold = (edit.tags or {}).get("gold")
        if gold is None:
            return edit
        if id(edit) not in known:
            named = self._named({self._tags: gold})
            known[id(edit)] = edit._replace(tags={"gold": to_bio(named) if self._chunked else named})
        return known[id(edit)]

    def _values(self, tags: Sequence[str]) -> list:
        if not self._names:
            return list(tags)
        unknown = next((tag for tag in tags if tag not in self._numbers), None)
        if unknown is not None:
            raise NotApplicable(f"the tag {unknown} is not among the labels of the data set")
        return [self._numbers[tag] for tag in tags]


class Tree(Tags):
    """Dependency trees: heads (from 1, 0 for the root), relations and parts of speech."""

    def __init__(self, task: Task):
        super().__init__(task)
        self._heads, self._deprels = task.column("heads"), task.column("deprels")
        self.columns = (*self.columns, self._heads, self._deprels)

    def marks(self, row: Row) -> list[Span]:
        lengths = {len(row[column]) for column in (self._tokens, self._heads, self._deprels)}
        if len(lengths) != 1:
            raise NotApplicable("tokens, heads and relations have different lengths")
        if sum(int(head) == 0 for head in row[self._heads]) != 1:
            raise NotApplicable("the tree does not have exactly one root")
        return []

    def carry(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        projection = project_tokens(doc.text, doc.bounds, edits)
        kind = type(row[self._heads][0])
        heads, deprels = remap_heads([int(h) for h in row[self._heads]], row[self._deprels], projection)
        new = {self._tokens: projection.tokens, self._heads: [kind(h) for h in heads], self._deprels: deprels}
        if self._tags in row:
            new[self._tags] = self._project(row, projection)
        return new


def scheme(tags: Sequence[str]) -> str:
    """``BIOES``, ``IOB1`` or ``BIO``: what the chunk tags of one row follow.

    Example:
        >>> scheme(["S-LOC", "O"]), scheme(["I-LOC", "O"]), scheme(["B-LOC", "I-LOC"])
        ('BIOES', 'IOB1', 'BIO')
    """
    if any(tag[:2] in ("S-", "E-", "L-", "U-") for tag in tags):
        return "BIOES"
    previous = "O"
    for tag in tags:
        if tag[:2] == "I-" and previous[2:] != tag[2:]:
            return "IOB1"
        previous = tag
    return "BIO"


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
            new.append(("I-" if previous[2:] == label else "B-") + label)
        else:
            new.append(tag)
        previous = tag
    return new


def from_bio(tags: Sequence[str], target: str) -> list[str]:
    """BIO tags in another scheme.

    Example:
        >>> from_bio(["B-LOC", "B-PER", "I-PER"], "BIOES")
        ['S-LOC', 'B-PER', 'E-PER']
    """
    if target == "BIO":
        return list(tags)
    new = []
    for place, tag in enumerate(tags):
        before = tags[place - 1] if place else "O"
        after = tags[place + 1] if place + 1 < len(tags) else "O"
        last = after != "I-" + tag[2:]
        if tag == "O":
            new.append(tag)
        elif target == "IOB1":
            new.append(("B-" if tag[0] == "B" and before[2:] == tag[2:] else "I-") + tag[2:])
        elif tag[0] == "B":
            new.append(("S-" if last else "B-") + tag[2:])
        else:
            new.append(("E-" if last else "I-") + tag[2:])
    return new
