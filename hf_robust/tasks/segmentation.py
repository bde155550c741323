"""Word segmentation: where the words of a text lie that is written without spaces."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.languages import SPACED, Language, whole_tokens
from hf_robust.core.quoted import quoted
from hf_robust.core.word_bounds import find_words
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.segmented_words import fault_of_words, read_words, words_after, written_words

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

SEGMENTATION = "word-segmentation"
_SPACES = frozenset(" \t\u3000")


class WordSegmentation(TaskKind):
    """The words of a text. One column is gold label and text at once; a model is given the words joined by nothing."""

    hub_category = "token-classification"
    wanted = "the list of words that make the text"
    value_keys = ("words",)
    checks_rows = True

    def expected_text(self, role: str, feature: Any) -> str | None:
        """Words, or a text with spaces."""
        return None if text_shape(feature) else "a list of words, or text with spaces between the words"

    def expected(self, role: str, feature: Any) -> str | None:
        """Nothing more: the words are text and label."""
        return None

    def read_text(self, role: str, value: Any) -> Any:
        """The words, also where the column holds a text with spaces."""
        if isinstance(value, str):
            return read_words(value) or value
        return value

    def looks_like_row(self, role: str, column: Sequence[Any]) -> bool:
        """Whether these are the words of one text: several, and no space in any."""
        return len(column) > 1 and all(isinstance(word, str) and not set(word) & _SPACES for word in column)

    def spoken(self, language: Language) -> Language:
        """The language, but the words are the gold words, whatever it would find."""
        return _of_gold_words(language)

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The words of each row."""
        return [read_words(value) for value in values]

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """The words joined by nothing."""
        return None if value is None else "".join(word or "" for word in read_words(value))

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[str]:
        """The words, which must make the text; spaces in the text may be left out."""
        value = value.tolist() if hasattr(value, "tolist") else value
        text = row["words"] or ""
        if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
            raise wrong(f"{type(value).__name__}: {quoted(value)} for {quoted(text)}")
        words = [word for word in ("".join(word.split()) for word in value) if word]
        if "".join(words) != "".join(text.split()):
            raise wrong(f"the words {quoted(' / '.join(words))}, whose characters are not those of {quoted(text)}")
        return words

    def fault(self, row: Mapping[str, Any], task: "Task") -> str | None:
        """An empty word."""
        return None if row.get("words") is None else fault_of_words(row["words"])

    def show(self, value: Any) -> str:
        """The words with thin marks between them."""
        return " / ".join(map(str, read_words(value)))

    def shown_text(self, role: str, value: Any) -> str:
        """The words with thin marks between them."""
        return self.show(value)

    def label_mover(self, task: "Task") -> "WordMover":
        """What makes the gold words follow the edits."""
        return WordMover(task)


@cache
def _of_gold_words(language: Language) -> Language:
    return replace(language, joiner="", words=find_words, by_character=whole_tokens)


class WordMover:
    """Makes the gold words follow the edits: each edit replaces whole words, or stands between two."""

    role = "words"
    holds_text = True

    def __init__(self, task: "Task"):
        self._column = task.column("words")
        self.columns: tuple[str, ...] = (self._column,)

    def marks(self, row: Row) -> list[Span]:
        """No spans; the words are checked."""
        fault = fault_of_words(row[self._column])
        if fault:
            raise NotApplicable(fault)
        return []

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """The words after the edits, in the shape of the column."""
        words = words_after(doc.bounds or (), doc.text, edits)
        if not words:
            raise NotApplicable("no word would be left")
        if "".join(word for word, _ in words) != after:
            raise NotApplicable("the words do not make the text")
        return {self._column: written_words(row[self._column], words)}


TASKS.register(
    WordSegmentation(
        SEGMENTATION,
        ("words",),
        ("words",),
        aliases=("cws", "segmentation", "chinese-word-segmentation"),
        measure="word_f1",
        language="zh",
        on_hub=False,
    )
)
