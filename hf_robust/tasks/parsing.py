"""Dependency parsing: a head and a relation for each token."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.core.head_edits import check_heads, remap_heads
from hf_robust.core.quoted import quoted
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.tagging import TagMover, expected_tags

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

PARSING = "parsing"
_UNNAMED = frozenset({"dep", "_", ""})  # what files and parsers write where the relation is not known


class Parsing(TaskKind):
    """Dependency trees: heads count from 1, the root has 0; parts of speech may be there, too."""

    hub_category = "token-classification"
    wanted = "{'heads': [...], 'deprels': [...]} with one of each a token, heads from 1 and 0 for the root"

    @property
    def scored_roles(self) -> tuple[str, ...]:
        """Heads and relations, which make up a tree."""
        return ("heads", "deprels")

    @property
    def named_role(self) -> str:
        """The parts of speech, which have names."""
        return "pos_tags"

    @property
    def tags_role(self) -> str:
        """The parts of speech."""
        return "pos_tags"

    def expected(self, role: str, feature: Any) -> str | None:
        """One head, relation or tag a token."""
        return expected_tags(feature)

    def references(self, values: Sequence[Any], task: "Task") -> list[dict[str, list]]:
        """The tree of each row.

        Raises:
            LabelError: When a head is no number.
        """
        try:
            return [{"heads": _head_numbers(row["heads"]), "deprels": list(map(str, row["deprels"]))} for row in values]
        except NotApplicable as error:
            raise LabelError(str(error)) from error

    def measure_on(self, dataset: "Dataset", task: "Task") -> str | None:
        """The unlabelled attachment score where no relation but the root's has a name, else that of the task."""
        found = {deprel.casefold() for tree in task.references(dataset) for deprel in tree["deprels"]} - {"root"}
        return "uas" if found and found <= _UNNAMED else self.measure

    def read_value(
        self, returned: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> dict[str, list]:
        """A head and a relation for each token; a model's heads need not be a tree."""
        if not isinstance(returned, Mapping) or not {"heads", "deprels"} <= returned.keys():
            raise wrong(f"{type(returned).__name__}: {quoted(returned)}")
        lists = [
            value.tolist() if hasattr(value, "tolist") else value for value in (returned["heads"], returned["deprels"])
        ]
        size = len(row["tokens"])
        for part, columns in zip(("heads", "deprels"), lists):
            if not isinstance(columns, (list, tuple)) or len(columns) != size:
                raise wrong(f"the {part} {quoted(columns)} for the {size} tokens {quoted(row['tokens'])}")
        try:
            heads = _head_numbers(lists[0])
        except NotApplicable as error:
            raise wrong(str(error)) from error
        if any(not 0 <= head <= size for head in heads):
            raise wrong(f"the heads {quoted(heads)} for {size} tokens")
        return {"heads": heads, "deprels": list(map(str, lists[1]))}

    def show(self, value: Any) -> str:
        """The head and the relation of each token."""
        return " ".join(f"{head}:{deprel}" for head, deprel in zip(value["heads"], value["deprels"]))

    def label_mover(self, task: "Task") -> "TreeMover":
        """What moves the trees with their tokens."""
        return TreeMover(task)


class TreeMover:
    """Moves heads (from 1, 0 for the root), relations and parts of speech."""

    role = "tokens"
    holds_text = False

    def __init__(self, task: "Task"):
        self._tags_mover = TagMover(task, "pos_tags", chunked=False)
        self._tokens, self._tags = self._tags_mover.columns
        self._heads, self._deprels = task.column("heads"), task.column("deprels")
        self.columns: tuple[str, ...] = (self._tokens, self._tags, self._heads, self._deprels)

    def marks(self, row: Row) -> list[Span]:
        """No spans; the tree is checked."""
        if row[self._tokens] is None:
            raise NotApplicable("empty text")
        if row[self._heads] is None or row[self._deprels] is None:
            raise NotApplicable("the row has no tree")
        lengths = {len(row[column]) for column in (self._tokens, self._heads, self._deprels)}
        if len(lengths) != 1:
            raise NotApplicable("tokens, heads and relations have different lengths")
        check_heads(_head_numbers(row[self._heads]))
        if row.get(self._tags) is not None:
            self._tags_mover.marks(row)
        return []

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """Tokens, heads, relations and parts of speech after the edits."""
        projection = doc.project(edits)
        kind = type(row[self._heads][0])
        heads, deprels = remap_heads(_head_numbers(row[self._heads]), row[self._deprels], projection)
        new = {self._tokens: projection.tokens, self._heads: [kind(h) for h in heads], self._deprels: deprels}
        if row.get(self._tags) is not None:
            new[self._tags] = self._tags_mover.project(row[self._tags], projection)
        return new


def _head_numbers(heads: Sequence[Any]) -> list[int]:
    """Heads as numbers, also where the column holds them as text.

    Raises:
        NotApplicable: With the first that is none.
    """
    numbers = []
    for place, head in enumerate(heads, start=1):
        try:
            numbers.append(int(head))
        except (TypeError, ValueError) as error:
            raise NotApplicable(f"the head of token {place} is {quoted(head)}, which is no number") from error
    return numbers


TASKS.register(
    Parsing(
        PARSING,
        ("tokens",),
        ("heads", "deprels", "pos_tags"),
        optional=frozenset({"pos_tags"}),
        aliases=("dependency-parsing", "dp"),
        measure="las",
    )
)
