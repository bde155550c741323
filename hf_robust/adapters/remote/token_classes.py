"""Entities from scores of the tokens of a model, which a local copy of its tokenizer places in the text."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from hf_robust.adapters.remote.endpoint_sections import EndpointFile
from hf_robust.adapters.remote.json_paths import PathError
from hf_robust.adapters.remote.span_tags import TypedSpan
from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.core.extras import need
from hf_robust.core.quoted import quoted


class TokenClasses:
    """Reads the best class of each token of a model.

    Args:
        file: A file with ``tokenizer``. Its ``classes`` name the scores; without them the configuration of the model
            does.

    Raises:
        UsageError: The tokenizer returns no offsets.
    """

    def __init__(self, file: EndpointFile):
        need("transformers")
        from hf_robust.adapters.huggingface.loading import load_tokenizer

        self._source = str(file.tokenizer)
        self._stated = file.classes
        self._tokenizer = load_tokenizer(self._source)
        if not getattr(self._tokenizer, "is_fast", False):
            raise UsageError(f"the tokenizer {self._source} returns no offsets; expected a fast tokenizer")

    @cached_property
    def _classes(self) -> tuple[str, ...]:
        if self._stated:
            return self._stated
        from hf_robust.adapters.huggingface.loading import load_config

        names = load_config(self._source).id2label
        return tuple(names[place] for place in sorted(names))

    def spans(self, scores: Any, text: str) -> list[TypedSpan]:
        """Return one span per token of the model, with its best class.

        Args:
            scores: The scores of all classes for each token, special tokens included.
            text: The text that was sent.

        Raises:
            PathError: The scores are not those of the tokens.
        """
        offsets = self._tokenizer(text, return_offsets_mapping=True)["offset_mapping"]
        if not isinstance(scores, list) or len(scores) != len(offsets):
            found = len(scores) if isinstance(scores, list) else quoted(scores)
            raise PathError(f"expected the scores of {len(offsets)} tokens, found {found}")
        return [TypedSpan(start, end, self._best(row)) for row, (start, end) in zip(scores, offsets) if end > start]

    def _best(self, row: Sequence[Any]) -> str:
        if not isinstance(row, list) or len(row) != len(self._classes) or not all(map(is_number, row)):
            raise PathError(f"expected {len(self._classes)} scores per token, found {quoted(row)}")
        return self._classes[max(range(len(row)), key=row.__getitem__)]
