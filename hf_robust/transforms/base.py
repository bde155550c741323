"""What every transformation is: one small frozen dataclass that returns edits."""

import dataclasses
import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from hf_robust.core.checks import is_number, is_whole_number
from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.docstrings import parameters, with_parameters
from hf_robust.core.edits import Edit, Offsets, apply, in_order
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.randomness import Draws, RowRandom, row_rng
from hf_robust.core.reasons import NoEdits as NoEdits
from hf_robust.core.reasons import nothing
from hf_robust.core.registry import spoken_language
from hf_robust.core.text_columns import TextColumn
from hf_robust.core.user_code import version_of
from hf_robust.language.annotation_column import LAYERS as ANNOTATED
from hf_robust.language.annotation_column import ROWS
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.candidate_order import distinct_changes
from hf_robust.transforms.letters import match_case as match_case
from hf_robust.transforms.task_groups import ANSWERING_ADDITIONS as ANSWERING_ADDITIONS
from hf_robust.transforms.task_groups import GENERAL_TASKS as GENERAL_TASKS
from hf_robust.transforms.task_groups import GRADED_MEANING as GRADED_MEANING
from hf_robust.transforms.task_groups import LABELED_TEXTS as LABELED_TEXTS
from hf_robust.transforms.task_groups import UNPARSED_TASKS as UNPARSED_TASKS
from hf_robust.transforms.transformation_registry import transformations
from hf_robust.transforms.word_columns import (
    Change,
    ColumnDocs,
    change_words,
    edits_of_texts,
    finished_columns,
    reasons_of_texts,
    usable_columns,
    word_by_word,
    word_table,
)

register = transformations.register
"""Decorator of a class: the transformation is known by its name from now on."""


class Effect(StrEnum):
    """Effect of a transformation on the gold label. It determines how a row is scored.

    The values correspond to the test types of CheckList (Ribeiro et al. 2020, section 2.2): PRESERVES to invariance
    tests, CHANGES to minimum functionality tests, RAISES and LOWERS to directional expectation tests.
    """

    PRESERVES = "preserves"
    CHANGES = "changes"
    RAISES = "raises"
    LOWERS = "lowers"
    UNKNOWN = "unknown"


LEVELS = ("character", "word", "sentence")
LINGUISTICS = ("morphology", "syntax", "paradigmatic", "pragmatics", "model")
LAYERS = ANNOTATED | ROWS
ANY_WORDS = "words that can be changed"


@dataclass(frozen=True, kw_only=True)
class Transformation(ABC):
    """Base class of all transformations. A subclass declares its properties and returns edits.

    Class attributes:
        name: Registered name.
        version: Changes whenever the output changes, also if only a lexicon changed. Part of the cache key and the
            record.
        level: ``character``, ``word`` or ``sentence``: the smallest unit that changes.
        linguistics: ``morphology``, ``syntax``, ``paradigmatic``, ``pragmatics`` or ``model``.
        seed_name: Name of the transformation in its paper.
        choice: What it changes, in the plural: "words that have a synonym". Texts without any get a reason that names
            it.
        languages: Languages that it supports.
        script_only: Whether it uses no words, tags or word lists, so that it supports all languages in the same script.
        needs: Annotation layers that it reads: ``pos``, ``lemma``, ``dep``, ``ent``; ``neighbors`` (the rows that
            follow); ``pool`` (other rows, drawn by the id of the row).
        parse_where: If ``needs`` contains ``dep``: only texts with one of these tags or lower-case words are parsed.
            None parses all texts.
        resources: Resources that it needs; see ``hf_robust.language.resources``.
        effects: Effect on the label by task. The transformation does not apply to a task that is missing here.
        edits_protected: Whether it may edit protected spans (those of the task and the user's words).
        keeps_tokens: Whether the output of a token list has the same number of tokens.
        control: Whether it serves for comparison only, such as deleting words. Default suites do not include it.
        generated: Whether its output is a generated test and not a version of the row. It is then scored separately.

    A class inherits the descriptions of the parameters of its base classes, in ``help`` and on the command line. To add
    a transformation: write a subclass with ``@register`` and a docstring with an example, and run ``pytest tests/golden
    --update-golden``.
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    level: ClassVar[str]
    linguistics: ClassVar[str]
    seed_name: ClassVar[str] = ""
    choice: ClassVar[str] = ""
    languages: ClassVar[tuple[str, ...]] = ("en",)
    script_only: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset()
    parse_where: ClassVar[frozenset[str] | None] = None
    resources: ClassVar[tuple[str, ...]] = ()
    effects: ClassVar[Mapping[str, Effect]]
    edits_protected: ClassVar[bool] = False
    keeps_tokens: ClassVar[bool] = False
    control: ClassVar[bool] = False
    generated: ClassVar[bool] = False
    _documented: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        inherited = cls._documented
        cls._documented = MappingProxyType({**inherited, **parameters(cls.__doc__)})
        if cls.__doc__:
            cls.__doc__ = cls._filled(with_parameters(cls.__doc__, inherited))

    @classmethod
    def _filled(cls, doc: str) -> str:
        """A docstring with what differs from class to class put in."""
        return doc

    @abstractmethod
    def edits(self, doc: Doc, rng: RowRandom) -> Iterable[Edit]:
        """Return the edits on ``doc.text``, sorted and without overlap; none if there is nothing to change.

        Returns:
            The edits, or :class:`~hf_robust.core.reasons.NoEdits` with a reason, if it differs from
            :meth:`why_unchanged`.

        Raises:
            NotApplicable: If the text cannot be changed, with the reason. Other texts of the row are then not changed
                either.
        """

    def why_unchanged(self, doc: Doc) -> str:
        """Return why a text has no edits, if :meth:`edits` does not say it.

        It is called after :meth:`edits`, for rows that are kept. Override it if there are other reasons than that the
        text has nothing to change.
        """
        return nothing(self.choice or ANY_WORDS)

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        """Return the edits on the texts of a whole batch: the same that :meth:`edits` returns for each text.

        Args:
            column: The texts.
            draws: The random draws of each row.

        Returns:
            The edits. None if the rows must be processed one by one.
        """
        fits = column.tokens is None or (self.keeps_tokens and self.edits_protected)
        return edits_of_texts(self.edits, self.why_unchanged, column, draws) if fits else None

    @property
    def layers(self) -> frozenset[str]:
        """The annotation layers in ``needs``."""
        return self.needs & ANNOTATED

    @property
    def params(self) -> dict[str, Any]:
        """All parameters with their values."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @property
    def changed_params(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        return {f.name: v for f in dataclasses.fields(self) if (v := getattr(self, f.name)) != f.default}

    @property
    def signature(self) -> str:
        """Name, version and parameters: the part of the random key that identifies the transformation.

        ``choose`` is left out, because it selects a given order and does not affect the random draws.
        """
        params = {name: value for name, value in self.params.items() if name != "choose"}
        return f"{self.name}@{self.version}{json.dumps(params, sort_keys=True)}"

    def effect_on(self, task: str) -> Effect | None:
        """Return the effect on the label of a task with these parameters. None if the transformation does not apply.

        Args:
            task: Name of the task.
        """
        return self.effects.get(task)

    def preview(self, text: str | Doc, seed: int = 0) -> str:
        """Return the transformed text of one sentence, to try out a transformation.

        Args:
            text: A text, or an annotated :class:`Doc` if ``needs`` contains layers.
            seed: Random seed.

        Raises:
            NotApplicable: If the text cannot be changed.
        """
        doc = text if isinstance(text, Doc) else Doc(text, language=spoken_language(self.languages[0]))
        edits = tuple(self.edits(doc, row_rng(seed, self.signature, doc.text, "text")))
        return apply(doc.text, edits)

    def __getstate__(self) -> dict[str, Any]:
        # datasets hashes imported code by its name: without these, an upgrade or an edit serves stale rows
        return {**self.__dict__, "__version__": version_of(self, self.version)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if name != "__version__"})

    def _require(self, condition: bool, parameter: str, expected: str) -> None:
        if not condition:
            found = getattr(self, parameter)
            raise UsageError(f"{self.name}: {parameter} must be {expected}, found {found!r}")

    def _require_whole(self, parameter: str) -> None:
        self._require(is_whole_number(getattr(self, parameter), 1), parameter, "a whole number of at least 1")

    def _require_rate(self) -> None:
        rate = getattr(self, "rate", None)
        self._require(is_number(rate) and 0 < rate <= 1, "rate", "a number above 0 and up to 1")

    def _require_between(self, parameter: str, low: int, high: int) -> None:
        value = getattr(self, parameter)
        self._require(is_number(value) and low <= value <= high, parameter, f"a number from {low} to {high}")

    def _require_choice(self, parameter: str, known: Iterable[str]) -> None:
        known = tuple(known)
        self._require(getattr(self, parameter) in known, parameter, "one of " + ", ".join(known))


CHOICES = ("random", "important")
# the highest rate of which the share, rounded, is never more than one word, or more than one in ten
ONE_IN_TEN = 0.075


@dataclass(frozen=True, kw_only=True)
class WordTransformation(Transformation):
    """Base of those that change some of the words.

    A subclass defines :meth:`replace`, or :meth:`edit_at` where a word is not simply replaced; and :meth:`forms` or
    :meth:`options`, where all that a word may become can be listed.

    Class attributes:
        default_rate: The share of the words when neither ``rate`` nor ``count`` is given.
        skips_stop_words: Whether stop words are never chosen.
        listed_in: Lexicon that has the words that can be changed; without one all words can.
        stays_inside: Whether it edits the word that was chosen and nothing beyond its edges.
        reads_word_alone: Whether what becomes of a word depends on the word alone, and not on what stands around it.
        most_candidates: How often a word is drawn for :meth:`candidates`, where they are not listed.

    Args:
        rate: Share of the {choice}, above 0 and up to 1. Default: {default_rate}, unless ``count`` is given. At least
            one word changes.
        count: Exact number of changed words instead of a share. Texts with fewer such words do not change.
        choose: ``random``, or ``important``: most important words first (``hf_robust.WordImportance``).
    """

    rate: float | None = None
    count: int | None = None
    choose: str = "random"

    default_rate: ClassVar[float] = 0.2
    skips_stop_words: ClassVar[bool] = False
    listed_in: ClassVar[str] = ""

    @classmethod
    def _filled(cls, doc: str) -> str:
        words = "words that are not stop words" if cls.skips_stop_words else ANY_WORDS
        return doc.replace("{choice}", cls.choice or words).replace("{default_rate}", f"{cls.default_rate:g}")

    stays_inside: ClassVar[bool] = True
    keeps_tokens: ClassVar[bool] = True
    reads_word_alone: ClassVar[bool] = False
    most_candidates: ClassVar[int] = 8

    def __post_init__(self) -> None:
        if self.rate is not None and self.count is not None:
            raise UsageError(f"{self.name}: give rate or count, not both")
        if self.rate is not None:
            self._require_rate()
        if self.count is not None:
            self._require_whole("count")
        self._require_choice("choose", CHOICES)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        """Positions are drawn first; a replacement is made only for what was drawn.

        Each word has draws of its own, so that its edit does not depend on which words were tried before it.
        """
        eligible = self.eligible(doc)
        wanted = self.wanted(len(eligible))
        found: list[Edit] = []
        if len(eligible) >= wanted:
            for place in self.order(doc, eligible, rng):
                edit = self.edit_at(doc, *eligible[place], rng.fork(place))
                if edit is not None:
                    found.append(edit)
                    if len(found) == wanted:
                        break
        self.check_count(len(found))
        return self.finished(doc, in_order(found))

    def finished(self, doc: Doc, edits: list[Edit]) -> Sequence[Edit]:
        """What becomes of the edits of all words of a text together.

        Raises:
            NotApplicable: When the text cannot be changed so.
        """
        return edits

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if not _chooses_as_usual(type(self)):
            return super().edits_columns(column, draws)
        alone = self.reads_word_alone and self.stays_inside and (self.keeps_tokens or column.tokens is None)
        if self.choose != "random" or not (alone or column.plain or (self.stays_inside and column.tokens is None)):
            return None
        docs, words = ColumnDocs(column), column.words
        eligible = self._eligible_columns(column) & column.free & column.legible[words.row]
        if _overrides(type(self), "usable"):
            eligible = usable_columns(column, eligible, docs, self.usable)
        words = words.take(np.flatnonzero(eligible), column.size)
        found = change_words(
            column, draws, words, self.change_columns(docs), self.rate or self.default_rate, self.count
        )
        told: dict[int, str] = {}
        if _overrides(type(self), "finished"):
            found = finished_columns(column, found, docs, self.finished, told)
        return found._replace(read=column.legible, why=self._reasons(docs, told))

    def _reasons(self, docs: ColumnDocs, told: Mapping[int, str]) -> Callable[[int], str]:
        """Why rows of a batch have no edits; no text is read for a reason that is always the same."""
        if type(self).why_unchanged is not Transformation.why_unchanged:
            return reasons_of_texts(self.why_unchanged, docs, told)
        usual = self.why_unchanged(Doc(""))
        return lambda row: told.get(row, usual)

    def _eligible_columns(self, column: TextColumn) -> np.ndarray:
        """Which of ``column.words`` may be drawn, before :meth:`usable`."""
        eligible = np.ones(len(column.words.start), bool)
        if self.shortest > 1:
            eligible &= column.word_sizes >= self.shortest
        if self.listed_in:
            eligible &= word_table(self.listed_in).holds(column, column.words)
        if self.skips_stop_words:
            eligible &= ~word_table("stop_words").holds(column, column.words)
        return eligible

    def change_columns(self, docs: ColumnDocs) -> Change:
        """What changes chosen words of a batch: :meth:`edit_at` for each.

        Args:
            docs: The texts.
        """
        return word_by_word(self.edit_at, docs)

    def wanted(self, size: int) -> int:
        """How many of so many eligible words are to be changed."""
        return self.count or max(1, int((self.rate or self.default_rate) * size + 0.5))

    def check_count(self, changeable: int) -> None:
        """Refuse a text in which fewer words than ``count`` could be changed.

        Raises:
            NotApplicable: When it is so.
        """
        if self.count and changeable < self.count:
            raise NotApplicable(f"fewer than {self.count} words that can be changed")

    @property
    def shortest(self) -> int:
        """Characters of the shortest word that may be drawn."""
        return 1

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        """Offsets of the words that may be drawn."""
        words, text, least = doc.free_words, doc.text, self.shortest
        if least > 1:
            words = [word for word in words if word[1] - word[0] >= least]
        if self.listed_in:
            known = lexicon(self.listed_in)
            words = [word for word in words if text[word[0] : word[1]].lower() in known]
        if self.skips_stop_words:
            stop_words = lexicon("stop_words")
            words = [word for word in words if text[word[0] : word[1]].lower() not in stop_words]
        return self.usable(doc, words) if words else words

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        """Those of some words that may be drawn in this text."""
        return words

    def order(self, doc: Doc, eligible: Sequence[Offsets], rng: RowRandom) -> Iterable[int]:
        """Numbers of the eligible words in the order in which they are tried: random, or the most important first.

        Raises:
            NotApplicable: When the words of this text have no ranking.
        """
        if self.choose == "random":
            return rng.order(len(eligible))
        if not doc.importance:
            raise NotApplicable("no word of the text has an importance score")
        known = {word: place for place, word in enumerate(eligible)}
        return [known[word] for word in doc.importance if word in known]

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        """The edit that changes the word ``doc.text[start:end]``; None when none fits, then another is drawn."""
        new = self.replace(doc, start, end, rng)
        return None if new is None else Edit(start, end, new)

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        """What ``doc.text[start:end]`` becomes; None when nothing fits, then another word is drawn."""
        return None

    def candidates(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """All edits that may change the word ``doc.text[start:end]``, in the order in which to try them, one at a time.

        What :meth:`edit_at` makes with the same draws, which are ``rng.fork(place)`` of the row's, is among them.
        """
        return distinct_changes(doc.text, self.options(doc, start, end, RowRandom(rng.key)))

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """What :meth:`candidates` chooses from; some may come twice, or change nothing."""
        forms = self.forms(doc.text[start:end])
        if forms is not None:
            return (Edit(start, end, forms[number]) for number in rng.order(len(forms)))
        draws = (rng.fork(number) if number else rng for number in range(self.most_candidates))
        return (edit for own in draws if (edit := self.edit_at(doc, start, end, own)) is not None)

    def forms(self, word: str) -> Sequence[str] | None:
        """All that a word may become, where that depends on the word alone and can be listed; else None."""
        return None

    def prepare(self, docs: Sequence[Doc]) -> None:
        """Ask a model at once what :meth:`candidates` of these texts would ask it word by word; nothing without one."""


@cache
def _chooses_as_usual(cls: type[WordTransformation]) -> bool:
    """Whether words are chosen, and their edits put together, by the methods of ``WordTransformation``."""
    return not any(_overrides(cls, name) for name in ("edits", "eligible", "wanted", "check_count", "order"))


@cache
def _overrides(cls: type[WordTransformation], name: str) -> bool:
    return getattr(cls, name) is not getattr(WordTransformation, name)


class Batched(ABC):
    """Mixin of those that ask a model: all rows of a batch are handed over at once.

    It stands before the other base: ``class Translated(Batched, Transformation)``.
    """

    @abstractmethod
    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        """For each text its edits, or why it cannot be changed.

        Args:
            rngs: The draws of each.
        """

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        """The edits of one text."""
        (found,) = self.edits_batch([doc], [rng])
        if isinstance(found, NotApplicable):
            raise found
        return found

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        """None: the rows of a batch are asked about together."""
        return None


def preserves(*tasks: str, without: Collection[str] = ()) -> Mapping[str, Effect]:
    """The ``effects`` of a transformation that keeps the gold label of these tasks.

    Args:
        *tasks: Names of tasks.
        without: Those of them to which it does not apply after all.

    Example:
        >>> preserves("parsing")["parsing"]
        <Effect.PRESERVES: 'preserves'>
    """
    return MappingProxyType({task: Effect.PRESERVES for task in tasks if task not in without})
