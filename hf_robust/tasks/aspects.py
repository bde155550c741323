"""Aspect-based sentiment analysis: terms of a text, each with a polarity and the words that state it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, inner_feature, is_json
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row, moved_marks
from hf_robust.tasks.labels import label_name

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

ABSA = "aspect-based-sentiment-analysis"


class AspectSentiment(TaskKind):
    """Aspects ``{term, start, end, polarity, opinions: [{text, start, end}]}`` of a text."""

    hub_category = "text-classification"
    wanted = "a list of polarities, one an aspect, in the order of the aspects"
    value_keys = ("polarities", "labels")

    @property
    def input_roles(self) -> tuple[str, ...]:
        """The text, and the aspects of which a polarity is asked."""
        return ("text", "aspects")

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """The terms of the aspects and where they stand, without what is asked."""
        if role != "aspects":
            return super().model_value(role, value, language)
        return [{name: aspect[name] for name in ("term", "start", "end")} for aspect in value or ()]

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of aspects."""
        inner = inner_feature(feature)
        fits = is_json(feature) or isinstance(inner, Mapping) or has_type(inner, ("null",))
        return None if fits else "a list of structs with 'term', 'start', 'end'"

    offset_roles: ClassVar[Mapping[str, str]] = {"aspects": "text"}

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The polarities of each row's aspects."""
        return [[label_name(aspect.get("polarity"), None) for aspect in value or ()] for value in values]

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[str]:
        """A polarity for each aspect."""
        value = value.tolist() if hasattr(value, "tolist") else value
        if not isinstance(value, (list, tuple)):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        terms = [aspect["term"] for aspect in row["aspects"]]
        if len(value) != len(terms):
            raise wrong(f"{len(value)} polarities for the {len(terms)} aspects {quoted(terms)}")
        try:
            return [label_name(polarity, None) for polarity in value]
        except LabelError as error:
            raise wrong(f"the polarities {quoted(value)}") from error

    def show(self, value: Any) -> str:
        """The polarities, in the order of the aspects."""
        return ", ".join(map(str, value)) or "(no aspect)"

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The terms with their polarities."""
        shown = [f"{aspect['term']}: {polarity}" for aspect, polarity in zip(row["aspects"] or (), value)]
        return ", ".join(shown) or self.show(value)

    def label_mover(self, task: "Task") -> "AspectMover":
        """What moves aspects and opinions with their text."""
        return AspectMover(task)


class AspectMover:
    """Moves aspect terms and the opinions on them, which have character offsets."""

    role = "text"
    holds_text = True

    def __init__(self, task: "Task"):
        self.columns: tuple[str, ...] = (task.column("aspects"),)
        self._column = self.columns[0]
        self._text = task.column("text")

    def marks(self, row: Row) -> list[Span]:
        """Terms and opinions in the text."""
        if row[self._text] is None:
            raise NotApplicable("empty text")
        spans = []
        for name, part in self._parts(row):
            if row[self._text][part["start"] : part["end"]] != part[name]:
                raise NotApplicable("an aspect or opinion does not stand at its offsets")
            spans.append(Span(part["start"], part["end"], "aspect" if name == "term" else "opinion"))
        return spans

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """The aspects with their terms, opinions and offsets after the edits."""
        moved = iter(moved_marks(doc, edits, "an aspect or opinion"))
        new = []
        for aspect in row[self._column] or []:
            changed = _moved_part(aspect, "term", next(moved), after)
            if aspect.get("opinions"):
                changed["opinions"] = [_moved_part(o, "text", next(moved), after) for o in aspect["opinions"]]
            new.append(changed)
        return {self._column: new}

    def _parts(self, row: Row) -> Iterable[tuple[str, Mapping[str, Any]]]:
        for aspect in row[self._column] or []:
            yield "term", aspect
            for opinion in aspect.get("opinions") or []:
                yield "text", opinion


def _moved_part(part: Mapping[str, Any], name: str, span: Offsets, after: str) -> dict[str, Any]:
    return {**part, name: after[span[0] : span[1]], "start": span[0], "end": span[1]}


TASKS.register(
    AspectSentiment(
        ABSA,
        ("text",),
        ("aspects",),
        aliases=("absa", "aspect-sentiment"),
        measure="aspect_accuracy",
        on_hub=False,
    )
)
