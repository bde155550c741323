"""Moves one tag a token with the edits of the tokens: tags of entities, or parts of speech."""

from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span, token_bounds
from hf_robust.core.edits import Edit, Projection, project_tags
from hf_robust.core.errors import NotApplicable
from hf_robust.core.registry import spoken_language
from hf_robust.tasks.bound_tags import scheme_of
from hf_robust.tasks.chunk_tags import in_style, of_two_schemes, scheme, to_bio
from hf_robust.tasks.label_mover import Row

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

UPOS = frozenset("ADJ ADP ADV AUX CCONJ DET INTJ NOUN NUM PART PRON PROPN PUNCT SCONJ SYM VERB X SPACE _".split())


class TagMover:
    """Moves one tag a token: chunk tags or parts of speech, numbers or names.

    Args:
        tags: The role of the tags.
        chunked: Whether they mark chunks.
    """

    role = "tokens"
    holds_text = False

    def __init__(self, task: "Task", tags: str, chunked: bool):
        self._tokens = task.column("tokens")
        self._tags = task.column(tags)
        self.columns: tuple[str, ...] = (self._tokens, self._tags)
        self._names = task.label_names
        self._joiner = spoken_language(task.language).joiner
        self._scheme = scheme_of(task) if chunked else None
        self._read: dict[str, str] = {}
        self._code_of = {name: number for number, name in enumerate(self._names)} if self._names else {}

    def marks(self, row: Row) -> list[Span]:
        """The chunks; none for parts of speech."""
        if row[self._tokens] is None:
            raise NotApplicable("empty text")
        if row[self._tags] is None:
            raise NotApplicable("the row has no tags")
        if len(row[self._tags]) != len(row[self._tokens]):
            raise NotApplicable(f"{len(row[self._tokens])} tokens but {len(row[self._tags])} tags")
        if row[self._tokens] and None in row[self._tokens]:
            raise NotApplicable("a token is None")
        named = self._named(row[self._tags])
        if self._scheme is None:
            return []
        tags, tokens = self._marked(named), row[self._tokens]
        if set(tags) == {"O"}:
            return []
        if mixed := of_two_schemes(tags):
            raise NotApplicable(f"the tags follow two schemes: {' and '.join(mixed)}")
        bounds, spans = token_bounds(tokens, self._joiner), list[Span]()
        for place, tag in enumerate(to_bio(tags)):
            if tag[0] == "B":
                spans.append(Span(*bounds[place], tag[2:]))
            elif tag[0] == "I":
                spans[-1] = spans[-1]._replace(end=bounds[place][1])
        return spans

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
        if self._scheme is not None:
            return self._project_chunks(values, tags, projection)
        layer = "upos" if UPOS.issuperset(self._names or tags) else "xpos"
        known: dict[int, Edit] = {}  # one inserts many tokens
        inserted = [item and (self._with_names(item[0], known), item[1]) for item in projection.inserted]
        return self._values(project_tags(tags, projection._replace(inserted=inserted), layer, None), values)

    def _project_chunks(self, values: Sequence[Any], tags: Sequence[str], projection: Projection) -> list:
        """Tags of entities, in the scheme of the data; those of entities that no edit touched stay as they are."""
        assert self._scheme is not None
        old, held = self._marked(tags), list(values)
        known: dict[int, tuple[Edit, int]] = {}
        inserted, origins = list(projection.inserted), list(projection.origins)
        for place, item in enumerate(projection.inserted):
            gold = item and (item[0].tags or {}).get("gold")
            if item is None or gold is None:
                continue
            if id(item[0]) not in known:  # tags that are copied from other rows stand behind those of this row
                copied = self._marked(self._named(gold))
                known[id(item[0])] = item[0]._replace(tags={"gold": to_bio(copied)}), len(old) + 1
                old, held = [*old, "O", *copied], [*held, None, *gold]
            edit, first = known[id(item[0])]
            inserted[place], origins[place] = (edit, item[1]), first + item[1]
        found = project_tags(to_bio(old), projection._replace(inserted=inserted), "ner", "O")
        new = in_style(found, origins, old, self._scheme.name or scheme(old))
        changed = iter(
            self._values(
                [self._scheme.write(tag) for tag, at in zip(new, origins) if at is None or tag != old[at]], values
            )
        )
        return [next(changed) if at is None or tag != old[at] else held[at] for tag, at in zip(new, origins)]

    def _marked(self, tags: Sequence[str]) -> list[str]:
        """Tags as ``B-PER``, ``I-PER`` and so on.

        Raises:
            NotApplicable: When one is not of the scheme of the data.
        """
        assert self._scheme is not None
        known = self._read
        for tag in set(tags).difference(known):
            known[tag] = self._scheme.read(tag) or ""
        read = [known[tag] for tag in tags]
        if "" in read:
            raise NotApplicable(f"the tag {tags[read.index('')]} is not of the scheme of the dataset")
        return read

    def _named(self, values: Sequence[Any]) -> list[str]:
        """The tags by name.

        Raises:
            NotApplicable: When one is none of the dataset's.
        """
        if None in list(values):
            raise NotApplicable("a tag is absent (None)")
        if not self._names or not values or isinstance(values[0], str):
            return list(values)
        names = self._names
        wrong = {value for value in set(values) if not isinstance(value, Integral) or not 0 <= int(value) < len(names)}
        if wrong:
            first = next(value for value in values if value in wrong)
            raise NotApplicable(f"the tag {first} is none of the dataset's {len(names)} tags, which count from 0")
        return [names[value] for value in values]

    def _with_names(self, edit: Edit, known: dict[int, Edit]) -> Edit:
        """Tags copied from other rows stand as in the column; give them their names, each edit once."""
        gold = (edit.tags or {}).get("gold")
        if gold is None:
            return edit
        if id(edit) not in known:
            known[id(edit)] = edit._replace(tags={"gold": self._named(gold)})
        return known[id(edit)]

    def _values(self, tags: Sequence[str], before: Sequence[Any]) -> list:
        """Tags as the column holds them: names where it had names."""
        if not self._names or isinstance(before[0], str):
            return list(tags)
        unknown = next((tag for tag in tags if tag not in self._code_of), None)
        if unknown is not None:
            raise NotApplicable(f"the tag {unknown} is not among the labels of the dataset")
        return [self._code_of[tag] for tag in tags]
