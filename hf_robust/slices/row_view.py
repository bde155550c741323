"""Rows as subpopulations see them: texts, words and annotation of a batch, each worked out once."""

import re
from collections.abc import Callable, Hashable, Sequence
from itertools import chain
from typing import Any, TypeVar

from hf_robust.core.doc import Annotation, flat_tokens, plain_text, token_bounds
from hf_robust.core.languages import Language
from hf_robust.core.mapping import ANNOTATION, Columns
from hf_robust.core.registry import spoken_language
from hf_robust.language.annotation import annotated_values
from hf_robust.language.annotation_column import annotation_rows
from hf_robust.tasks.base import Task

T = TypeVar("T")
BY_CHARACTERS = frozenset({"ja", "th", "zh"})
"""Languages that put no spaces between words; the length of a text is counted in characters."""
_TERM = re.compile(r"[^\W_]+?(?=n't\b)|n't\b|'(?:s|re|ve|ll|d|m)\b|[^\W_]+", re.IGNORECASE)


def words_of(text: str) -> list[str]:
    """The words of an English text as they are written; what is joined by an apostrophe is cut as treebanks cut it.

    Example:
        >>> words_of("It’s NOT what I can't do .")
        ['It', "'s", 'NOT', 'what', 'I', 'ca', "n't", 'do']
    """
    return _TERM.findall(text.replace("’", "'"))


class RowView:
    """Some rows of a dataset, by the roles of a task.

    Args:
        task: The task with the columns.
        nlp: spaCy pipeline for rows that are not annotated; name or folder.

    Example:
        >>> import hf_robust as hr
        >>> rows = RowView(Columns({"text": ["Don't go.", None], "label": [1, 0]}), hr.task("sentiment-classification"))
        >>> rows.terms("text"), rows.texts("text")
        ([['do', "n't", 'go'], []], ["Don't go.", ''])
    """

    def __init__(self, columns: Columns, task: Task, nlp: str | None = None):
        self.columns = columns
        self.task = task
        self._nlp = nlp

    def __len__(self) -> int:
        return len(self.columns[self.task.column(self.roles[0])])

    @property
    def language(self) -> Language:
        """The language of the texts."""
        return spoken_language(self.task.language)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of the texts that a model reads."""
        return read_roles(self.task)

    def values(self, role: str) -> Sequence[Any]:
        """The column of a role as it is."""
        return self.columns[self.task.column(role)]

    def texts(self, role: str) -> list[str]:
        """The text of each row; tokens are joined as the language joins them, and nothing is an empty text."""
        return self._once("texts", role, lambda: [plain_text(value, self.language) for value in self.values(role)])

    def tokens(self, role: str) -> list[Sequence[str]]:
        """The tokens of each row as the dataset has them; of a text what stands between spaces."""
        return self._once("tokens", role, lambda: list(map(_tokens, self.values(role))))

    def words(self, role: str) -> list[list[str]]:
        """The words of each row as they are written, see :func:`words_of`.

        Where no spaces part words, those that the language finds; characters where nothing is known of it.
        """
        return self._once("words", role, lambda: self._words(role))

    def _words(self, role: str) -> list[list[str]]:
        language = self.language
        if not language.spaced:
            return [_words_of(value, language) for value in self.values(role)]
        read = _characters if language.code in BY_CHARACTERS else words_of
        return list(map(read, self.texts(role)))

    def terms(self, role: str) -> list[list[str]]:
        """The words of each row in lower case."""
        return self._once("terms", role, lambda: [[word.lower() for word in words] for words in self.words(role)])

    def annotations(self, role: str, needs: frozenset[str]) -> list[Annotation]:
        """Tokens and entities of each row: from the column that ``annotate`` wrote, else annotated here.

        Args:
            needs: Layers that are read.
        """
        return self._once(("annotations", needs), role, lambda: self._annotated(role, needs))

    def _annotated(self, role: str, needs: frozenset[str]) -> list[Annotation]:
        column = self.task.column(role)
        found: Any = annotation_rows(self.columns, column, needs, spoken_language(self.task.language).joiner)
        if found is None:
            found = annotated_values(self.columns[column], needs, self._nlp, None, self.task.language).to_pylist()
        return [Annotation.of_column(found[place]) for place in range(len(self))]

    def _once(self, key: Hashable, role: str, find: Callable[[], T]) -> T:
        return self.columns.once((RowView, key, role, self._nlp), find)


def read_roles(task: Task) -> tuple[str, ...]:
    """The roles of the texts that a model reads; a translation is none of them.

    Example:
        >>> import hf_robust as hr
        >>> read_roles(hr.task("translation")), read_roles(hr.task("nli"))
        (('source',), ('premise', 'hypothesis'))
    """
    return tuple(role for role in task.text_roles if role not in task.kind.labels)


def _words_of(value: Any, language: Language) -> list[str]:
    """The words that a language finds in a text, or in the tokens of a list."""
    text = plain_text(value, language)
    bounds = None
    if value is not None and not isinstance(value, str):
        bounds = token_bounds([token or "" for token in flat_tokens(value)], language.joiner)
    return [text[start:end] for start, end in language.words(text, bounds)]


def _characters(text: str) -> list[str]:
    return [character for character in text if character.isalnum()]


def _tokens(value: Any) -> Sequence[str]:
    if value is None or isinstance(value, str):
        return value.split() if value else ()
    return [token or "" for token in flat_tokens(value)]


def column_names(task: Task) -> tuple[str, ...]:
    """The columns of the texts that a model reads, and of what ``annotate`` puts beside them."""
    texts = [task.column(role) for role in read_roles(task)]
    return tuple(chain(texts, (name + ANNOTATION for name in texts)))
