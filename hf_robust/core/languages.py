"""What is particular to a language: where its words and sentences lie, how its tokens join, what is written in it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.edits import Offsets
from hf_robust.core.text import HAN
from hf_robust.core.word_bounds import find_words

_SENTENCE = re.compile(r"\S.*?(?:[.!?…]+[\"'”’»)\]]*(?=\s)|$)", re.DOTALL)


def find_sentences(text: str) -> list[Offsets]:
    """Offsets of the sentences of a text whose sentences end at ``.``, ``!`` or ``?`` before a space.

    Example:
        >>> find_sentences("It rained. We stayed in!")
        [(0, 10), (11, 24)]
    """
    return [(match.start(), match.start() + len(match[0].rstrip())) for match in _SENTENCE.finditer(text)]


def nothing_refused(text: Any) -> str | None:
    """No text is refused."""
    return None


def nothing_fixed(text: str) -> Sequence[Offsets]:
    """Nothing of a text is fixed by itself."""
    return ()


def whole_tokens(tokens: Sequence[str]) -> bool:
    """Tokens are words, not single characters."""
    return False


def casefolded(text: str) -> str:
    """A text without regard to case."""
    return text.casefold()


@dataclass(frozen=True)
class Language:
    """One language, asked by :class:`hf_robust.core.doc.Doc` and by all that reads texts of a task.

    The defaults serve languages that put spaces between words. Register one under the entry point group
    ``hf_robust.languages``; its transformations name its code in their ``languages``.

    Args:
        code: ISO 639-1 code: what ``hr.task(language=...)`` and ``--language`` take.
        name: English name of the language.
        joiner: What stands between the tokens of a list in the text that they make: a space, or nothing.
        words: Offsets of the words of a text; the second argument are the offsets of the tokens where the column is a
            token list, else None.
        sentences: Offsets of the sentences of a text, without the white space around them.
        refuses: Why a text is not in this language; None for one that is.
        reads_ascii: Whether no text in ASCII is refused.
        refuses_words: Why the words of a text are not of this language, although the script is; it takes a
            :class:`hf_robust.core.doc.Doc`. None for a text that is. Only for transformations that use words.
        takes_words: The same for rows of a :class:`hf_robust.core.text_columns.TextColumn`, given with their ascending
            numbers: a mask of the rows that are in this language.
        pieces: A text cut into tokens, punctuation included; white space is left out.
        by_character: Whether the tokens of a list are single characters of what would be words.
        stamp: Version of what finds the words; it enters fingerprints. Empty where only the code can change it.
        tables: Module with ``TABLES``, or ``"module:NAME"``: file and reader by name of a word list, see
            :func:`hf_robust.language.lexicons.lexicon`; empty for the lists that stand there.
        pipelines: Names of spaCy pipelines for it, the best first.
        pipeline_variable: Environment variable that names another.
        folder: Folder of its bundled pipeline, None where there is none.
        load_pipeline: ``"module:function"`` that makes the bundled pipeline of its folder; empty where spaCy loads it.
        fold_answer: An answer as exact match compares it.
        answer_tokens: A folded answer as the tokens over which F1 is counted.
        fixed_terms: Offsets of what no transformation may touch in any text, sorted and apart: links, user names.

    Example:
        >>> Language("es", "Spanish").join(["Hola", "mundo"])
        'Hola mundo'
    """

    code: str
    name: str = ""
    joiner: str = " "
    words: Callable[[str, Sequence[Offsets] | None], list[Offsets]] = find_words
    sentences: Callable[[str], list[Offsets]] = find_sentences
    refuses: Callable[[str], str | None] = nothing_refused
    reads_ascii: bool = False
    refuses_words: Callable[[Any], str | None] = nothing_refused
    takes_words: Callable[[Any, Any], Any] | None = None
    pieces: Callable[[str], list[str]] = str.split
    by_character: Callable[[Sequence[str]], bool] = whole_tokens
    stamp: Callable[[], str] = str
    tables: str = ""
    pipelines: tuple[str, ...] = ()
    pipeline_variable: str = ""
    folder: Any = None
    load_pipeline: str = ""
    fold_answer: Callable[[str], str] = casefolded
    answer_tokens: Callable[[str], list[str]] = str.split
    fixed_terms: Callable[[str], Sequence[Offsets]] = nothing_fixed

    @property
    def spaced(self) -> bool:
        """Whether spaces stand between words."""
        return bool(self.joiner)

    @property
    def refuses_none(self) -> bool:
        """Whether it takes every text."""
        return self.refuses is nothing_refused

    @property
    def reads_columns(self) -> bool:
        """Whether the words of whole columns are read as those of single texts are."""
        return self.refuses_words is nothing_refused or self.takes_words is not None

    def join(self, tokens: Sequence[str]) -> str:
        """The text that tokens make."""
        return self.joiner.join(tokens)

    def splitter(self, tokens: Sequence[str]) -> "tuple[Callable[[str], list[str]], bool]":
        """How new text in a token list becomes tokens.

        Args:
            tokens: The tokens of the list before.

        Returns:
            What cuts a text, and whether text that replaces a single token is cut as well.
        """
        if self.spaced or not self.by_character(tokens):
            return self.pieces, False
        return single_characters, True


_RUN = re.compile(rf"[^\W_{HAN}]+|\S")


def single_characters(text: str) -> list[str]:
    """A text as tokens of one character; runs of other letters and of digits stay together.

    Example:
        >>> single_characters("买iPhone 12。")
        ['买', 'iPhone', '12', '。']
    """
    return _RUN.findall(text)


SPACED = Language("")
"""What a text of no known language is read as: spaces and signs stand between words."""
