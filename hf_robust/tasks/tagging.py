"""Tasks with one tag a token: named entities as chunks, parts of speech."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from numbers import Integral
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Projection, project_tags
from hf_robust.core.errors import NotApplicable
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.mapping import Columns
from hf_robust.core.registry import spoken_language
from hf_robust.core.text_columns import TextColumn
from hf_robust.tasks.chunk_tags import WITH_LAST_TAGS, from_bio, of_two_schemes, scheme, to_bio
from hf_robust.tasks.columns import holds_label_lists
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.labels import label_name
from hf_robust.tasks.tag_columns import TokenLabels, tag_columns

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

NER = "named-entity-recognition"
POS = "part-of-speech"

UPOS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE _".split())


@dataclass(frozen=True, kw_only=True)
class Tagging(TaskKind):
    """One tag a token.

    Args:
        chunked: Whether the tags mark chunks of tokens (BIO, IOB1, BIOES, BILOU, BMES) and do not stand alone.
    """

    chunked: bool

    hub_category = "token-classification"
    needs_names = True
    wanted = "a list of tags as long as its tokens"
    value_keys = ("tags", "labels")
    adapter = "hf_robust.adapters.huggingface.tagger:TokenTagger"
    pipeline_adapter = "hf_robust.adapters.pipeline:TokenClassificationPredictor"
    label_matcher = "hf_robust.adapters.tag_matching:TagMatcher"

    @property
    def tags_role(self) -> str:
        """The role of the tags."""
        return self.labels[0]

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of tags."""
        return expected_tags(feature)

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The names of each row's tags."""
        return [[label_name(value, task.label_names) for value in row] for row in values]

    def read_value(
        self, given: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[str]:
        """The names of the tags."""
        given = given.tolist() if hasattr(given, "tolist") else given
        if not isinstance(given, (list, tuple)):
            raise wrong(f"{type(given).__name__}: {given!r:.80}")
        tokens = row[self.texts[0]]
        if len(given) != len(tokens):
            raise wrong(f"{len(given)} tags for the {len(tokens)} tokens {tokens!r:.80}")
        names = []
        for tag in given:
            found = name(tag)
            if found is None:
                raise wrong(f"the tag {tag!r:.80}")
            names.append(found)
        return names

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The chunks with their words; tags that stand alone as they are."""
        tokens = row.get(self.texts[0])
        if not self.chunked or not tokens or isinstance(value, str) or len(tokens) != len(value):
            return self.show(value)
        return ", ".join(_chunks(tokens, list(map(str, value)), language)) or "(none)"

    def label_mover(self, task: "Task") -> "TagMover":
        """What moves the tags with their tokens."""
        return TagMover(task, self.labels[0], self.chunked)

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """The tags of all rows."""
        return chain.from_iterable(values)


def _chunks(tokens: Sequence[Any], tags: Sequence[str], language: Language) -> list[str]:
    """Each chunk: its words, and its label in parentheses."""
    found: list[tuple[list[str], str]] = []
    for token, tag in zip(tokens, to_bio(tags)):
        if tag.startswith("I-") and found:
            found[-1][0].append(str(token))
        elif tag != "O":
            found.append(([str(token)], tag[2:] if tag[1:2] == "-" else tag))
    return [f"{language.join(words)} ({label})" for words, label in found]


def expected_tags(feature: Any) -> str | None:
    """What a column of tags (or other labels of tokens) must hold, where it holds something else."""
    return (
        None if holds_label_lists(feature) else "a list with one value a token (class labels, whole numbers or names)"
    )


class TagMover:
    """Moves one tag a token: chunk tags or parts of speech, numbers or names.

    Args:
        task: The task.
        tags: The role of the tags.
        chunked: Whether they mark chunks.
    """

    role = "tokens"

    def __init__(self, task: "Task", tags: str, chunked: bool):
        self._tokens = task.column("tokens")
        self._tags = task.column(tags)
        self.columns: tuple[str, ...] = (self._tokens, self._tags)
        self._names = task.label_names
        self._joiner = spoken_language(task.language).joiner
        self._chunked = chunked
        self._numbers = {name: number for number, name in enumerate(self._names)} if self._names else {}

    def marks(self, row: Row) -> list[Span]:
        """The chunks; none for parts of speech."""
        if row[self._tokens] is None:
            raise NotApplicable("empty text")
        if row[self._tags] is None:
            raise NotApplicable("the row has no tags")
        if len(row[self._tags]) != len(row[self._tokens]):
            raise NotApplicable(f"{len(row[self._tokens])} tokens but {len(row[self._tags])} tags")
        named = self._named(row[self._tags])
        if not self._chunked:
            return []
        if mixed := of_two_schemes(named):
            raise NotApplicable(f"the tags follow two schemes: {' and '.join(mixed)}")
        spans: list[Span] = []
        at = 0
        for token, tag in zip(row[self._tokens], to_bio(named)):
            if token is None:
                raise NotApplicable("a token is empty")
            if tag[:2] == "B-":
                spans.append(Span(at, at + len(token), tag[2:]))
            elif tag[:2] == "I-" and not spans:
                strange = next(name for name in named if name[:2] not in ("I-", "O"))
                raise NotApplicable(f"the tag {strange} is of no scheme that is known")
            elif tag[:2] == "I-":
                spans[-1] = spans[-1]._replace(end=at + len(token))
            at += len(token) + len(self._joiner)
        return spans

    def in_columns(self, batch: Columns, column: TextColumn) -> TokenLabels | None:
        """The tags of a whole batch as arrays."""
        return tag_columns(self._tags, batch, column, self._names, self._chunked)

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """Tokens and tags after the edits."""
        projection = doc.project(edits)
        if not projection.tokens:
            raise NotApplicable("no token would be left")
        return {self._tokens: projection.tokens, self._tags: self.project(row[self._tags], projection)}

    def project(self, values: Sequence[Any], projection: Projection) -> list:
        """The tags of the tokens after edits, as the column holds them."""
        if projection.origins == list(range(len(values))) and not projection.relabeled:
            return list(values)
        tags = self._named(values)
        layer = "ner" if self._chunked else ("upos" if UPOS.issuperset(self._names or tags) else "xpos")
        known: dict[int, Edit] = {}  # one inserts many tokens
        copied: list[str] = []
        inserted = [item and (self._with_names(item[0], known, copied), item[1]) for item in projection.inserted]
        projection = projection._replace(inserted=inserted)
        if not self._chunked:
            return self._values(project_tags(tags, projection, layer, None), values)
        new = project_tags(to_bio(tags), projection, layer, "O")
        return self._values(from_bio(new, self._scheme([*tags, *copied])), values)

    def _scheme(self, tags: Sequence[str]) -> str:
        """The scheme of the names where they tell it, else of the row's own tags."""
        named = scheme(self._names or ())
        return named if named in WITH_LAST_TAGS else scheme(tags)

    def _named(self, values: Sequence[Any]) -> list[str]:
        """The tags by name.

        Raises:
            NotApplicable: When one is none of the data set's.
        """
        if any(value is None for value in values):
            raise NotApplicable("a tag is absent (None)")
        if not self._names or not values or isinstance(values[0], str):
            return list(values)
        wrong = [value for value in values if not isinstance(value, Integral) or not 0 <= int(value) < len(self._names)]
        if wrong:
            raise NotApplicable(
                f"the tag {wrong[0]} is none of the data set's {len(self._names)} tags, which count from 0"
            )
        return [self._names[value] for value in values]

    def _with_names(self, edit: Edit, known: dict[int, Edit], copied: list[str]) -> Edit:
        """Tags copied from other rows stand as in the column; give them their names, each edit once."""
        gold = (edit.tags or {}).get("gold")
        if gold is None:
            return edit
        if id(edit) not in known:
            named = self._named(gold)
            copied += named
            known[id(edit)] = edit._replace(tags={"gold": to_bio(named) if self._chunked else named})
        return known[id(edit)]

    def _values(self, tags: Sequence[str], before: Sequence[Any]) -> list:
        """Tags as the column holds them: names where it had names."""
        if not self._names or isinstance(before[0], str):
            return list(tags)
        unknown = next((tag for tag in tags if tag not in self._numbers), None)
        if unknown is not None:
            raise NotApplicable(f"the tag {unknown} is not among the labels of the data set")
        return [self._numbers[tag] for tag in tags]


TASKS.register(Tagging(NER, ("tokens",), ("ner_tags",), chunked=True, aliases=("ner",), measure="seqeval_f1"))
TASKS.register(
    Tagging(
        POS,
        ("tokens",),
        ("pos_tags",),
        chunked=False,
        aliases=("pos", "pos-tagging", "part-of-speech-tagging"),
        measure="token_accuracy",
    )
)
