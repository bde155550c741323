"""Word segmentation: the segmenter that comes with the package, and the longest words of a vocabulary."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import hf_robust
from hf_robust.adapters.base import Prediction
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.adapters.baselines.cross_fitting import Rows, TrainedBaseline
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.registry import spoken_language
from hf_robust.language.linear_model import Features
from hf_robust.language.resource_rows import UsedResource
from hf_robust.tasks import Task


class EmbeddedSegmenter(Baseline):
    """The segmenter of the task's language.

    Example:
        >>> import hf_robust as hr
        >>> EmbeddedSegmenter(hr.task("word-segmentation"), "segmenter").predict([{"words": "我喜欢这本书。"}])[0].value
        ['我', '喜欢', '这', '本', '书', '。']
    """

    least_batch: ClassVar[int] = 512

    def __init__(self, task: Task, name: str, *, batch_size: int = 32):
        super().__init__(task, name, batch_size=batch_size)
        self._language = spoken_language(task.language)
        if self._language.spaced:
            raise UsageError(f"no segmenter comes with the package for texts in {task.language!r}; name a model")
        self.resources = (UsedResource("segmenter", name, hf_robust.__version__, "bundled default"),)

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the segmenter is."""
        return {**super().settings(), "segmenter": self._language.stamp()}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The words of each text; white space is no part of one."""
        return [Prediction(self._language.pieces("".join((row[self.roles[0]] or "").split()))) for row in rows]


class LongestWords(TrainedBaseline):
    """From left to right the longest word of a vocabulary; a character that begins none stands alone.

    The vocabulary are the words of the rows it is trained on, or those of a file.

    Args:
        name: What it is called.
        vocabulary: A file with a word a line; it is then trained already.
        batch_size: Rows at a time.

    Example:
        >>> import hf_robust as hr
        >>> model = LongestWords(hr.task("word-segmentation"), "longest")
        >>> rows = [{"words": "我在清华上学"}, {"words": "他爱上学"}] * 5
        >>> model.train(rows, [["我", "在", "清华", "上学"], ["他", "爱", "上学"]] * 5, "two rows")
        >>> model.predict([{"words": "他在清华"}])[0].value
        ['他', '在', '清华']

    Source: the baseline of Sproat and Emerson 2003, "The First International Chinese Word Segmentation Bakeoff".
    """

    def __init__(self, task: Task, name: str, *, vocabulary: str | None = None, batch_size: int = 32):
        super().__init__(task, name, batch_size=batch_size)
        if vocabulary is not None:
            words = _words_of(Path(vocabulary))
            self._models = [_Vocabulary(words)]  # type: ignore[list-item]
            self._done(f"the {len(words)} words of {Path(vocabulary).name}", [], sorted(words))

    def features(self, rows: Rows) -> tuple[Features, list[int]]:
        """The texts."""
        return [row[self.roles[0]] or "" for row in rows], [1] * len(rows)

    def targets(self, gold: Any) -> list[str | None]:
        """The words of a row."""
        return list(gold)

    def _fitted(  # type: ignore[override]
        self,
        rows: Rows,
        gold: Sequence[Any],
        indices: Sequence[int] | None = None,
        known: tuple[Features, list[int]] | None = None,
    ) -> "_Vocabulary":
        seen = range(len(gold)) if indices is None else indices
        return _Vocabulary({word for index in seen for word in gold[index]})

    def _done(self, how: str, rows: Rows, gold: Sequence[Any]) -> None:
        super()._done(how, rows, gold)
        self.labels = None

    def value(self, labels: list[str]) -> Any:
        """The words, which are one prediction."""
        return labels[0]


class _Vocabulary:
    """Words, and the longest of them that begin at each place of a text."""

    labels: tuple[str, ...] = ()

    def __init__(self, words: set[str]):
        self._words = words
        self._longest = max(map(len, words), default=1)

    def predict(self, texts: Sequence[str]) -> list[tuple[Any, None]]:
        return [(self._cut(text), None) for text in texts]

    def _cut(self, text: str) -> list[str]:
        text = "".join(text.split())
        found, at = [], 0
        while at < len(text):
            sizes = range(min(self._longest, len(text) - at), 1, -1)
            size = next((size for size in sizes if text[at : at + size] in self._words), 1)
            found.append(text[at : at + size])
            at += size
        return found


def _words_of(file: Path) -> set[str]:
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise DataFileError(
            f"{file} cannot be read as a vocabulary: {error}; give a text file with a word a line"
        ) from error
    return {line.split()[0] for line in lines if line.strip()}
