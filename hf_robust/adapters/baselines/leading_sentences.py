"""A summary without a model: the first sentences of the text."""

from typing import Any

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.baselines.baseline import Baseline

_SENTENCES = 2


class LeadingSentences(Baseline):
    """The first two sentences of a text."""

    def settings(self) -> dict[str, Any]:
        """As in the base, with the language, which says where sentences end."""
        return {**super().settings(), "language": self.task.language}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The text up to the end of its second sentence."""
        return [Prediction(self._start(texts_of(row, ("text",))[0])) for row in rows]

    def _start(self, text: str) -> str:
        sentences = self.task.spoken.sentences(text)[:_SENTENCES]
        return text[sentences[0][0] : sentences[-1][1]] if sentences else text.strip()
