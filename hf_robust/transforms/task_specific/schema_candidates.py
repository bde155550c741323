"""The candidates of a Winograd schema with their tokens."""

from collections.abc import Iterator
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.row_changes import TaskRow


class SchemaCandidate(NamedTuple):
    """A candidate that stands in the text, a phrase of its own.

    Args:
        start: First character.
        end: Character after the last.
        first: Its first token.
        last: Its last token.
        head: The token on which its other tokens hang.
    """

    number: int
    text: str
    start: int
    end: int
    first: int
    last: int
    head: int


def candidates_of(doc: Doc, row: TaskRow) -> Iterator[SchemaCandidate]:
    """The candidates that stand in the text.

    Args:
        doc: The text, parsed.

    Raises:
        NotApplicable: One is no phrase of whole tokens, or words outside of it belong to it.
    """
    tokens = doc.tokens
    for number, one in enumerate(row.values["candidates"]):
        if one["start"] == -1:
            continue
        start, end = one["start"], one["end"]
        first, after = doc.token_at(start), doc.token_at(end)
        last = after - 1
        if last < first or tokens[first].start != start or tokens[last].end != end:
            raise NotApplicable(f"the candidate {one['text']!r} is not made of whole words")
        inside = range(first, after)
        heads = [place for place in inside if tokens[place].head not in inside or tokens[place].head == place]
        if len(heads) != 1 or tokens[heads[0]].pos not in ("NOUN", "PROPN"):
            raise NotApplicable(f"the candidate {one['text']!r} is no phrase with one noun")
        sent = tokens[first].sent
        outside = [
            n for n, token in enumerate(tokens) if n not in inside and token.sent == sent and token.head in inside
        ]
        # parsers hang the clause of the pronoun on the noun before it: "told the client that [MASK] would ..."
        outside = [n for n in outside if n < first or not _holds(doc, n, row.values["pronoun"]["start"])]
        if any(tokens[n].dep not in ("punct", "case") or n > last for n in outside if tokens[n].dep != "punct"):
            raise NotApplicable(f"other words belong to the candidate {one['text']!r}")
        yield SchemaCandidate(number, one["text"], start, end, first, last, heads[0])


def _holds(doc: Doc, head: int, start: int) -> bool:
    """Whether a clause contains the character at which the pronoun starts."""
    tokens, place = doc.tokens, doc.token_at(start)
    if tokens[head].dep not in ("acl", "acl:relcl", "advcl", "ccomp"):
        return False
    for _ in range(len(tokens)):
        if place == head:
            return True
        above = tokens[place].head if place < len(tokens) else -1
        if above in (place, -1):
            return False
        place = above
    return False
