"""Negations of what has no finite verb: "not a good film", "decided not to leave"."""

from collections.abc import Sequence
from typing import Any

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES
from hf_robust.language.english.negation_signs import why_no_fragment
from hf_robust.language.english.side_clauses import wanted_act
from hf_robust.language.english.verbs import is_whole, plain, token_number
from hf_robust.transforms.base import match_case

NOT_LAYERS = {"upos": ["PART"], "xpos": ["RB"], "deprel": ["advmod"]}


def is_split_at_spaces(doc: Doc) -> bool:
    """Whether a token list keeps marks and contractions at their words: "boys?", "don't".

    Example:
        >>> is_split_at_spaces(Doc.of_tokens(["Is", "it", "so?"]))
        True
    """
    words = [doc.text[start:end] for start, end in doc.bounds or ()]
    return any(word[-1] in "?,!" and word[-2:-1].isalnum() for word in words) or any(
        word[:1].isalpha() and word.lower().replace("’", "'").endswith("n't") and len(word) > len("n't")
        for word in words
    )


def act_negated(doc: Doc) -> list[Edit]:
    """The edit of what somebody decides or is asked: "decided to leave" becomes "decided not to leave"; or none.

    Args:
        doc: The text, with tags and trees.
    """
    place = wanted_act(doc.tokens)
    if place is None or not is_whole(doc, doc.tokens[place]):
        return []
    start, head = doc.tokens[place].start, doc.tokens[place + 1]
    if not doc.is_free(start, doc.tokens[place].end):
        return []
    layers = dict[str, list]({name: list(values) for name, values in NOT_LAYERS.items()})
    tags = {**layers, "head": [token_number(doc, head.start, head.end)]} if doc.bounds is not None else None
    return [Edit(start, start, "not ", tags)]


def phrase_negated(doc: Doc) -> list[Edit]:
    """The edits of a text that is a noun phrase: "a good film" becomes "not a good film"; or none.

    Args:
        doc: The text, with tags and trees.
    """
    tokens = doc.tokens
    if not tokens or len({token.sent for token in tokens}) > 1 or why_no_fragment(tokens) is not None:
        return []
    first = tokens[0]
    if not doc.is_free(first.start, first.end):
        return []
    raised, layers = first.text[:1].isupper(), dict[str, list]()
    if doc.bounds is not None:
        root = next(token for place, token in enumerate(tokens) if token.head == place)
        layers = {name: list(values) for name, values in NOT_LAYERS.items()}
        layers["head"] = [token_number(doc, root.start, root.end)]
    edits = [Edit(first.start, first.start, "Not " if raised else "not ", layers or None)]
    return [*edits, Edit(first.start, first.end, first.text.lower())] if raised else edits


def none_there(doc: Doc, tokens: Sequence[Token], place: int) -> Edit | None:
    """The edit of "there is a way" to "there is no way", of "there are signs" to "there are no signs"; or none.

    Args:
        doc: The text.
        tokens: The tokens of the clause.
        place: Number of the first token after the verb.
    """
    if place < len(tokens) and plain(tokens[place]) in INDEFINITE_ARTICLES | {"some"}:
        return Edit(tokens[place].start, tokens[place].end, match_case(tokens[place].text, "no"))
    noun = next((n for n in range(place, len(tokens)) if tokens[n].tag not in ("JJ", "NN")), None)
    if noun is None or tokens[noun].tag != "NNS" or not is_whole(doc, tokens[noun]):
        return None
    start = tokens[place].start
    if doc.bounds is None:
        return Edit(start, start, "no ")
    head: list[int] = [token_number(doc, tokens[noun].start, tokens[noun].end)]
    layers: dict[str, list[Any]] = {"upos": ["DET"], "xpos": ["DT"], "deprel": ["det"], "head": head}
    return Edit(start, start, "no ", layers)
