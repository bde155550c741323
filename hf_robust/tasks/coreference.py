"""Coreference resolution: which mentions of a document mean the same."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Projection
from hf_robust.core.errors import NotApplicable
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import TEXT_TYPES, has_type, inner_feature, is_json
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.token_spans import (
    SHAPE,
    MovedSpans,
    Passage,
    ends_of,
    expected_span,
    expected_text,
    is_nested,
    words_of,
)

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

COREFERENCE = "coreference-resolution"
LINK_SPANS = ("pronoun", "a_span", "b_span")
_LINKS = frozenset({"a", "b", *LINK_SPANS})
_SHOWN = 10  # clusters, and mentions of each


class CoreferenceResolution(TaskKind):
    """Clusters of spans over a document: sentences that are lists of tokens, one list of tokens, or a text.

    Rows may have the links of a pronoun to two names instead, as GAP has them: ``links`` with ``a`` and ``b`` (whether
    each name is meant) and the spans ``pronoun``, ``a_span`` and ``b_span``; ``pronoun`` holds the words of its span.
    They are scored by these links. A column ``links`` of another shape is left alone.
    """

    hub_category = "token-classification"
    wanted = f"clusters, each a list of spans ({SHAPE})"
    value_keys = ("clusters",)
    checks_rows = True

    def expected_text(self, role: str, feature: Any) -> str | None:
        """Sentences, tokens or a text."""
        return expected_text(feature, nested=True)

    def expected(self, role: str, feature: Any) -> str | None:
        """Clusters; speakers."""
        if role in ("links", "pronoun"):
            return None  # a column of that name may be about something else, and is not read then
        inner = inner_feature(feature)
        if role in self.spans:
            deepest = inner_feature(inner) or inner
            return None if deepest is not None and has_type(deepest, (*TEXT_TYPES, "null")) else "names like sentences"
        if is_json(feature) or (inner is not None and (has_type(inner, ("null",)) or is_json(inner))):
            return None
        members = inner_feature(inner)
        fits = members is not None and (has_type(members, ("null",)) or expected_span(members) is None)
        return None if fits else f"a list of clusters, which are lists of spans ({SHAPE})"

    @property
    def scored_roles(self) -> tuple[str, ...]:
        """The clusters, and the links where the rows have some."""
        return ("clusters", "links")

    def measure_on(self, dataset: "Dataset", task: "Task") -> str | None:
        """The F1 of the links where the rows have links, else that of the task."""
        feature = dataset.features.get(task.column("links"))
        linked = isinstance(feature, Mapping) and feature.keys() >= _LINKS
        return "gap_f1" if linked or (is_json(feature) and as_links(dataset[0][task.column("links")])) else self.measure

    def references(self, values: Sequence[Any], task: "Task") -> list[Any]:
        """The clusters of each row, their spans as two numbers; the links where it has some."""
        return [_reference(value) for value in values]

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[list[list[int]]]:
        """Clusters whose spans lie in the document."""
        try:
            passage, clusters = Passage.of(row["sentences"]), _plain(value)
            for cluster in clusters:
                for span in cluster:
                    passage.characters(span, "mention")
        except (NotApplicable, TypeError) as error:
            reason = str(error) if isinstance(error, NotApplicable) else type(value).__name__
            raise wrong(f"{quoted(value)} ({reason})") from error
        return clusters

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """The document as it stands; a flat list of tokens is one sentence."""
        if value is None or isinstance(value, str) or is_nested(value):
            return value
        return [list(value)]

    def show(self, value: Any) -> str:
        """The spans of each cluster; of links whether each name is meant."""
        if isinstance(value, Mapping):
            return ", ".join(f"{name.upper()}: {'yes' if value[name] else 'no'}" for name in ("a", "b"))
        shown = [" = ".join(f"{start}-{end}" for start, end in cluster) for cluster in _plain(value)]
        return "; ".join(shown) or "(no cluster)"

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The words of the mentions of each cluster, of the first clusters; of links the names that are meant."""
        if isinstance(value, Mapping):
            said = {name: words_of(row["sentences"], value[name]) for name in LINK_SPANS}
            meant = [said[f"{name}_span"] for name in ("a", "b") if value[name]]
            return " = ".join([said["pronoun"], *meant]) if meant else f"{said['pronoun']}: neither name"
        clusters = _plain(value)
        shown = [
            " = ".join(words_of(row["sentences"], span) for span in cluster[:_SHOWN]) for cluster in clusters[:_SHOWN]
        ]
        more = [f"{len(clusters) - _SHOWN} more"] if len(clusters) > _SHOWN else []
        return "; ".join([*shown, *more]) or self.show(value)

    def label_mover(self, task: "Task") -> "ClusterMover":
        """What moves clusters, sentences and speakers."""
        return ClusterMover(task)


def as_links(value: Any) -> Mapping[str, Any] | None:
    """The links of a pronoun to two names; None where a value is something else.

    Args:
        value: A value of the role ``links``.
    """
    return value if isinstance(value, Mapping) and value.keys() >= _LINKS else None


def _reference(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return _plain(value)
    links = as_links(value.get("links"))
    if links is None:
        return _plain(value["clusters"])
    return {**links, **{name: list(ends_of(links[name], name)) for name in LINK_SPANS}}


def _plain(clusters: Any) -> list[list[list[int]]]:
    return [[list(ends_of(span, "mention")) for span in cluster] for cluster in clusters or ()]


class ClusterMover:
    """Moves clusters over a document, and writes sentences and speakers back in their shape."""

    role = "sentences"
    holds_text = True

    def __init__(self, task: "Task"):
        self._sentences, self._clusters, self._speakers = map(task.column, ("sentences", "clusters", "speakers"))
        self._links, self._pronoun = map(task.column, ("links", "pronoun"))
        self.columns: tuple[str, ...] = (
            self._sentences,
            self._clusters,
            self._speakers,
            self._links,
            self._pronoun,
        )

    def marks(self, row: Row) -> list[Span]:
        """All mentions, in the order of the text, each once."""
        document = row[self._sentences]
        passage = Passage.of(document)
        if row[self._clusters] is None:
            raise NotApplicable("the row has no clusters")
        ends = list(accumulate(map(len, document))) if is_nested(document) else []
        spans = set()
        for number, cluster in enumerate(row[self._clusters]):
            if not cluster:
                raise NotApplicable(f"cluster {number} is empty")
            for span in cluster:
                what = f"mention of cluster {number}"
                spans.add(Span(*passage.characters(span, what), "mention"))
                first, last = ends_of(span, what)
                crossed = bisect_right(ends, first)
                if crossed < len(ends) and ends[crossed] <= last:
                    raise NotApplicable(f"the {what} [{first}, {last}] crosses the end of a sentence")
        for name, span in self._link_spans(row):
            spans.add(Span(*passage.characters(span, name), "mention"))
        self._check_speakers(row)
        return sorted(spans)

    def _link_spans(self, row: Row) -> list[tuple[str, Any]]:
        links = as_links(row.get(self._links))
        return [] if links is None else [(name, links[name]) for name in LINK_SPANS]

    def _moved_links(self, row: Row, moved: MovedSpans, document: Any) -> dict[str, Any]:
        """The links after edits, and the words of the pronoun."""
        spans = {name: moved.value(span, name) for name, span in self._link_spans(row)}
        if not spans:
            return {}
        new: dict[str, Any] = {self._links: {**row[self._links], **spans}}
        if isinstance(row.get(self._pronoun), str):
            new[self._pronoun] = words_of(document, spans["pronoun"])
        return new

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """Document, clusters and speakers after the edits."""
        moved = MovedSpans(doc, edits, after)
        clusters = [[moved.value(span, "mention") for span in cluster] for cluster in row[self._clusters]]
        new: dict[str, Any] = {self._sentences: after, self._clusters: clusters}
        if moved.projection is None:
            return new | self._moved_links(row, moved, after)
        new |= self._moved_links(row, moved, moved.projection.tokens)
        tokens, document, speakers = moved.projection.tokens, row[self._sentences], row.get(self._speakers)
        beside = _neighbors(doc, moved.projection, list(accumulate(map(len, document))) if is_nested(document) else [])
        if not is_nested(document):
            new[self._sentences] = tokens
            if speakers is not None:
                new[self._speakers] = [speakers[place] for place in beside]
            return new
        number = [place for place, sentence in enumerate(document) for _ in sentence]
        groups: dict[int, list[int]] = {}
        for place, token in enumerate(beside):
            groups.setdefault(number[token], []).append(place)
        new[self._sentences] = [[tokens[place] for place in group] for group in groups.values()]
        if is_nested(speakers or ()):
            flat = list(chain.from_iterable(speakers or ()))
            new[self._speakers] = [[flat[beside[place]] for place in group] for group in groups.values()]
        elif speakers is not None:
            new[self._speakers] = [speakers[sentence] for sentence in groups]
        return new

    def _check_speakers(self, row: Row) -> None:
        """Refuse speakers that are not one a token, or one a sentence."""
        document, speakers = row[self._sentences], row.get(self._speakers)
        if speakers is None or isinstance(document, str):
            return
        sizes = list(map(len, document)) if is_nested(speakers) and is_nested(document) else len(document)
        found = list(map(len, speakers)) if is_nested(speakers) else len(speakers)
        if sizes != found:
            raise NotApplicable("the speakers are neither one a token nor one a sentence")


def _neighbors(doc: Doc, projection: Projection, ends: Sequence[int]) -> list[int]:
    """For each token after edits the old one whose sentence and speaker it has: its own, or one beside it.

    What is inserted belongs to the sentence before it, unless it is inserted where a sentence begins.
    """
    bounds = doc.bounds or ()
    starts = {bounds[0][0], *(bounds[end][0] for end in ends if end < len(bounds))}
    kept = [origin for origin in projection.origins if origin is not None]
    if not kept:
        raise NotApplicable("no token would be left")
    following = iter(_following(projection.origins))
    found: list[int] = []
    last: int | None = None
    for origin, inserted in zip(projection.origins, projection.inserted):
        after = next(following)
        if origin is None:
            begins = inserted is not None and inserted[0].start in starts and after is not None
            origin = after if last is None or begins else last
        else:
            last = origin
        found.append(kept[-1] if origin is None else origin)
    return found


def _following(origins: Sequence[int | None]) -> Iterator[int | None]:
    """For each place the first old token at it or after it."""
    after: int | None = None
    found = []
    for origin in reversed(origins):
        after = origin if origin is not None else after
        found.append(after)
    return reversed(found)


TASKS.register(
    CoreferenceResolution(
        COREFERENCE,
        ("sentences",),
        ("clusters", "links", "pronoun"),
        spans=("speakers",),
        optional=frozenset({"speakers", "links", "pronoun"}),
        aliases=("coref", "coreference"),
        measure="conll_f1",
    )
)
