"""Answers that list the entities of a text, aligned with its tokens."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from hf_robust.adapters.language_models.answer_json import json_values
from hf_robust.adapters.language_models.answer_text import unified
from hf_robust.adapters.language_models.answers import AnswerFormat, Parsed
from hf_robust.adapters.language_models.label_answers import LabelAnswers

_TEXT_KEYS = ("text", "entity", "name", "span", "mention", "word")
_TYPE_KEYS = ("type", "label", "category", "entity_type", "tag", "entity_group")
_LIST_KEYS = ("entities", "named_entities", "spans", "result", "results", "answer", "output")


class Mention(NamedTuple):
    """An entity as a model lists it.

    Args:
        text: Its words.
        type: Its type, as the model names it.
    """

    text: str
    type: str


class EntityAnswers(AnswerFormat):
    """Reads a JSON list of entities ``{"text": ..., "type": ...}`` as one tag a token.

    Also an object that holds the list (``{"entities": [...]}``), pairs ``["Anna", "person"]``, and an object from types
    to lists of texts. An entity is aligned with the first whole tokens of its text behind the previous entity, else
    with the first that are free. Case is ignored where no tokens have the same case. An entity that is not in the
    tokens, or whose type is unknown, is counted as unaligned.

    Args:
        words: The words of each type, the one that prompts show first.
        join: Makes a text of tokens, as the language of the texts does.

    Example:
        >>> entities = EntityAnswers({"PER": ["person"], "LOC": ["location"]})
        >>> row = {"tokens": ["Anna", "flew", "to", "New", "York", "."]}
        >>> answer = '[{"text": "Anna", "type": "person"}, {"text": "New York", "type": "LOC"}]'
        >>> entities.parse(answer, row).value
        ['B-PER', 'O', 'O', 'B-LOC', 'I-LOC', 'O']
        >>> entities.parse('[{"text": "Anne", "type": "person"}]', row).unaligned
        1
    """

    def __init__(self, words: Mapping[str, Sequence[str]], join: Callable[[Sequence[str]], str] = " ".join):
        self._join = join
        self._types = LabelAnswers(words)

    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return one tag a token, as ``B-PER``, ``I-PER`` or ``O``; None when the text holds no list of entities."""
        for value in json_values(text):
            listed = self._listed(value)
            if listed is not None:
                mentions, wrong = listed
                return self._aligned(mentions, wrong, [token or "" for token in row.get("tokens") or ()])
        return None

    def missing(self, row: Mapping[str, Any]) -> list[str]:
        """Return no entity."""
        return ["O"] * len(row.get("tokens") or ())

    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the JSON list of the entities of a list of tags.

        Args:
            gold: One tag a token, as ``B-PER``, ``I-PER`` or ``O``.
            row: A mapping with the tokens.

        Example:
            >>> EntityAnswers({"PER": ["person"]}).write(["B-PER", "I-PER", "O"], {"tokens": ["Anna", "Li", "won"]})
            '[{"text": "Anna Li", "type": "person"}]'
        """
        tokens = row["tokens"]
        listed = [
            {"text": self._join(tokens[start:end]), "type": self._types.write(kind, row)}
            for kind, start, end in _chunks(gold)
        ]
        return json.dumps(listed, ensure_ascii=False)

    def _listed(self, value: Any) -> tuple[list[Mention], int] | None:
        """The entities that a JSON value lists, and how many items are none; None when it lists no entities."""
        if isinstance(value, dict):
            held = next((value[key] for key in _LIST_KEYS if isinstance(value.get(key), list)), None)
            return self._by_type(value) if held is None else self._listed(held)
        mentions = [found for item in value if (found := _mention(item)) is not None]
        return None if value and not mentions else (mentions, len(value) - len(mentions))

    def _by_type(self, value: Mapping[str, Any]) -> tuple[list[Mention], int] | None:
        """The entities of an object from types to lists of texts."""
        if not value or not all(self._types.exact(key) and isinstance(texts, list) for key, texts in value.items()):
            return None
        items = [(text, kind) for kind, texts in value.items() for text in texts]
        mentions = [Mention(text, kind) for text, kind in items if isinstance(text, str)]
        return mentions, len(items) - len(mentions)

    def _aligned(self, mentions: Sequence[Mention], unaligned: int, tokens: Sequence[str]) -> Parsed:
        tags = ["O"] * len(tokens)
        places = _TokenOffsets(tokens)
        cursor = 0
        for mention in mentions:
            kind = self._types.exact(mention.type)
            span = places.take(mention.text, cursor) if kind is not None else None
            if span is None:
                unaligned += 1
                continue
            start, cursor = span
            tags[start:cursor] = [f"B-{kind}", *[f"I-{kind}"] * (cursor - start - 1)]
        return Parsed(tags, unaligned)


class _TokenOffsets:
    """Whole tokens that make up a text, each taken once; spaces do not count."""

    def __init__(self, tokens: Sequence[str]):
        self._free = [True] * len(tokens)
        self._forms = [_Joined(tokens, _compact), _Joined(tokens, _caseless)]

    def take(self, text: str, cursor: int) -> tuple[int, int] | None:
        """The first free tokens of a text at or behind the cursor, else the first of all; they are free no more."""
        for form in self._forms:
            spans = [span for span in form.spans(text) if all(self._free[span[0] : span[1]])]
            if spans:
                start, end = next((span for span in spans if span[0] >= cursor), spans[0])
                self._free[start:end] = [False] * (end - start)
                return start, end
        return None


class _Joined:
    """The text that tokens make without spaces, with the tokens that begin and end at each place."""

    def __init__(self, tokens: Sequence[str], form: Callable[[str], str]):
        self._form = form
        parts = [form(token) for token in tokens]
        self._text = "".join(parts)
        ends = list(accumulate(map(len, parts)))
        self._starts = {end - len(part): number for number, (end, part) in enumerate(zip(ends, parts)) if part}
        self._ends = {end: number + 1 for number, (end, part) in enumerate(zip(ends, parts)) if part}

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """The ranges of whole tokens that make up a text, from left to right."""
        wanted = self._form(text)
        place = self._text.find(wanted) if wanted else -1
        while place >= 0:
            start, end = self._starts.get(place), self._ends.get(place + len(wanted))
            if start is not None and end is not None:
                yield start, end
            place = self._text.find(wanted, place + 1)


def _compact(text: str) -> str:
    return "".join(text.split())


def _caseless(text: str) -> str:
    return _compact(unified(text).casefold())


def _mention(item: Any) -> Mention | None:
    """An entity of a JSON value; None for one without a text or a type."""
    if isinstance(item, dict):
        text = next((item[key] for key in _TEXT_KEYS if isinstance(item.get(key), str)), None)
        kind = next((item[key] for key in _TYPE_KEYS if isinstance(item.get(key), str)), None)
    elif isinstance(item, list) and len(item) == 2 and all(isinstance(part, str) for part in item):
        text, kind = item
    else:
        return None
    return None if text is None or kind is None else Mention(text, kind)


def _chunks(tags: Sequence[str]) -> list[tuple[str, int, int]]:
    """Type, first token and token after the last of each entity of a list of tags."""
    chunks: list[tuple[str, int, int]] = []
    for place, tag in enumerate(tags):
        mark, _, kind = tag.partition("-")
        if mark in ("I", "E", "M", "L") and chunks and chunks[-1][0] == kind and chunks[-1][2] == place:
            chunks[-1] = (kind, chunks[-1][1], place + 1)
        elif kind:
            chunks.append((kind, place, place + 1))
    return chunks
