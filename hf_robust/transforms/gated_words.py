"""Words whose edits must pass the gate: candidates of all rows are measured together."""

import json
import warnings
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Any, ClassVar, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets, in_order
from hf_robust.core.errors import MissingResource, NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.function_words import NOT_ENGLISH, is_english
from hf_robust.language.gate import GateCandidate, fixed_reason, refusals
from hf_robust.language.gate.edit_gate import VERSION
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.resources import stamp
from hf_robust.transforms.base import Batched, WordTransformation
from hf_robust.transforms.candidate_order import distinct_changes

_MADE_BY = "__gate__"
GATES = ("strict", "balanced", "off")
_OLD_GATES = {True: "strict", False: "off"}


def gate_name(gate: str | bool) -> str:
    """The name of a gate; a boolean is deprecated.

    Args:
        gate: ``strict``, ``balanced`` or ``off``; True and False stand for the first and the last.
    """
    if not isinstance(gate, bool):
        return gate
    new = _OLD_GATES[gate]
    warnings.warn(
        f"gate={gate} is deprecated and will be removed in 0.4.0; use gate={new!r}", DeprecationWarning, stacklevel=4
    )
    return new


class Asked(NamedTuple):
    """A word that is to be changed.

    Args:
        start: Offset of the word.
        end: Offset after it.
        rng: Its draws.
    """

    doc: Doc
    start: int
    end: int
    rng: RowRandom


class GateAnswer(NamedTuple):
    """What becomes of a word.

    Args:
        edit: The edit; None where there is none.
        refusals: Why the gate refused edits.
    """

    edit: Edit | None
    refusals: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class GatedWords(Batched, WordTransformation):
    """Base of those that replace words, or put some in, and take only what passes the gate.

    A subclass defines :meth:`options`: all edits that may change a word, in the order in which they are tried.

    A subclass that has words of which it is sure yields them in :meth:`sure`.

    Class attributes:
        keeps_fixed: Whether words of names, compounds and fixed terms stay.
        same_sense: Whether the new word must mean what the old one means.
        most_tried: How many candidates are tried for a word.
        most_asked: Of how many words of a text candidates are measured: a long one must not take minutes.
        left: The reason of a text that has words of the lists and no place for a replacement, see :meth:`knows`.

    Args:
        gate: How new words are checked. ``"strict"``: a masked language model must find each new word likely in this
            context, with the same meaning as the original word, and without an effect on the meaning of the adjacent
            words; see :func:`hf_robust.language.gate.refusals`. ``"balanced"``: pairs of the table ``word_pairs`` need
            no such check where their conditions hold; all other words do. ``"off"``: no check. Texts in which no word
            passes do not change.
    """

    gate: str = "balanced"

    keeps_fixed: ClassVar[bool] = True
    same_sense: ClassVar[bool] = True
    most_tried: ClassVar[int] = 4
    most_asked: ClassVar[int] = 400
    left: ClassVar[str] = "no replacement fits the context"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "gate", gate_name(self.gate))
        self._require_choice("gate", GATES)
        others = tuple(name for name in self.resources if name != "masked-lm")
        object.__setattr__(self, "resources", (*others, "masked-lm") if self.checked else others)

    @property
    def checked(self) -> bool:
        """Whether new words are checked at all."""
        return self.gate != "off"

    @property
    def signature(self) -> str:
        """As for all; the draws depend only on whether words are checked."""
        params = {**self.params, "gate": self.checked}
        params.pop("choose")
        return f"{self.name}@{self.version}{json.dumps(params, sort_keys=True)}"

    def candidates(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """All edits that may change the word, before the gate is asked; none where it stays whatever they are.

        Whether they pass is for the caller to measure, see :func:`hf_robust.language.gate.refusals`.
        """
        sure = self.sure(doc, start, end, RowRandom(rng.key)) if self.gate == "balanced" else ()
        stays = self.checked and self._stays([Asked(doc, start, end, rng)])[0] is not None
        return distinct_changes(doc.text, chain(sure, () if stays else super().candidates(doc, start, end, rng)))

    def knows(self, doc: Doc) -> bool:
        """Whether a text has a word of the lists or of the kind that changes, whether or not it can where it stands."""
        return False

    def why_unchanged(self, doc: Doc) -> str:
        return self.left if self.knows(doc) else super().why_unchanged(doc)

    @abstractmethod
    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]: ...

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """Edits that need no check by a model, in the order in which they are tried."""
        return iter(())

    def all_sure(self, asked: Sequence[Asked]) -> Sequence[Edit | None]:
        """The first edit of :meth:`sure` of many words; None where there is none."""
        return [next(self.sure(*one), None) for one in asked]

    def tried(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """The edits of which :meth:`edits` makes the first that passes."""
        return self.options(doc, start, end, rng)

    def all_tried(self, asked: Sequence[Asked]) -> list[list[Edit]]:
        """:meth:`tried` of many words, as many as are asked about."""
        most = self.most_tried if self.checked else 1
        return [list(islice(self.tried(*one), most)) for one in asked]

    def answers(self, asked: Sequence[Asked]) -> list[GateAnswer]:
        """What becomes of each word: the first of its edits that passes."""
        if not self.checked:
            return [GateAnswer(edits[0] if edits else None, ()) for edits in self.all_tried(asked)]
        sure = self.all_sure(asked) if self.gate == "balanced" else [None] * len(asked)
        left = iter(self._measured([one for one, edit in zip(asked, sure) if edit is None]))
        return [next(left) if edit is None else GateAnswer(edit, ()) for edit in sure]

    def _measured(self, asked: Sequence[Asked]) -> list[GateAnswer]:
        stays = self._stays(asked)
        free = [one for one, reason in zip(asked, stays) if reason is None]
        tried = self.all_tried(free) if free else []
        pairs = [(one.doc.text, edit) for one, edits in zip(free, tried) for edit in edits]
        found = iter(refusals([GateCandidate.of(text, *edit[:3], same_sense=self.same_sense) for text, edit in pairs]))
        answers = iter([_first_that_passes(edits, list(islice(found, len(edits)))) for edits in tried])
        return [next(answers) if reason is None else GateAnswer(None, (reason,)) for reason in stays]

    def _stays(self, asked: Sequence[Asked]) -> list[str | None]:
        """Why words stay as they are, whatever the gate would say of new ones; None where they need not."""
        foreign: dict[int, bool] = {}
        reasons: list[str | None] = []
        for doc, start, _, _ in asked:
            if id(doc) not in foreign:
                foreign[id(doc)] = _is_foreign(doc)
            if foreign[id(doc)]:
                reasons.append(NOT_ENGLISH)
            else:
                reasons.append(fixed_reason(doc, doc.token_at(start)) if self.keeps_fixed else None)
        return reasons

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        return self.answers([Asked(doc, start, end, rng)])[0].edit

    def edits_batch(self, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Sequence[Edit] | NotApplicable]:
        """All words that are drawn are measured together; where none passes, another word is drawn."""
        rows = [_Row(self, doc, rng) for doc, rng in zip(docs, rngs)]
        while drawn := [(row, asked) for row in rows for asked in row.take()]:
            for (row, _), answer in zip(drawn, self.answers([asked for _, asked in drawn])):
                row.settle(answer)
        found = [row.result() for row in rows]
        return [one if isinstance(one, NotApplicable) else with_articles(doc, one) for doc, one in zip(docs, found)]

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), **({_MADE_BY: gate_stamp()} if self.checked else {})}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def gate_stamp() -> tuple[str, str]:
    """What the gate's answers rest on, for what is kept of a transformation that asks it."""
    try:
        return VERSION, stamp("masked-lm", EMBEDDED)
    except MissingResource:
        return VERSION, "missing"


_TOO_MANY = GateAnswer(None, ("the text is too long for all its words to be measured",))


@lru_cache(maxsize=1)
def _is_foreign(doc: Doc) -> bool:
    return not is_english(doc)


def _first_that_passes(edits: Sequence[Edit], reasons: Sequence[str | None]) -> GateAnswer:
    passed = next((edit for edit, reason in zip(edits, reasons) if reason is None), None)
    return GateAnswer(passed, [reason for reason in reasons if reason is not None])


class _Row:
    """One text on its way: which words are still to be asked for, and what has become of the others."""

    def __init__(self, what: GatedWords, doc: Doc, rng: RowRandom):
        self.what, self.doc, self.rng = what, doc, rng
        self.found: list[Edit] = []
        self.refused: Counter[str] = Counter()
        self.asked = 0
        self.reason: NotApplicable | None = None
        self.words: Sequence[Offsets] = what.eligible(doc)
        if not self.words and what.checked and _is_foreign(doc):
            self.reason = NotApplicable("the text is not English")
        self.wanted = what.wanted(len(self.words))
        self._order: Iterator[int] = iter(())
        if len(self.words) >= self.wanted:
            try:
                self._order = iter(what.order(doc, self.words, rng))
            except NotApplicable as reason:
                self.reason = reason

    def take(self) -> list[Asked]:
        """The next words, as many as are missing."""
        missing = self.wanted - len(self.found)
        drawn = sorted(islice(self._order, missing))  # in the order of the text
        room = max(0, self.what.most_asked - self.asked) if self.what.checked else len(drawn)
        self.asked += len(drawn)
        if drawn[room:]:
            self.settle(_TOO_MANY)
        if not drawn[:room]:
            self._order = iter(())
        return [Asked(self.doc, *self.words[n], self.rng.fork(n)) for n in drawn[:room]]

    def settle(self, answer: GateAnswer) -> None:
        self.refused.update(answer.refusals)
        if answer.edit is not None:
            self.found.append(answer.edit)

    def result(self) -> Sequence[Edit] | NotApplicable:
        if self.reason is not None:
            return self.reason
        try:
            self.what.check_count(len(self.found))
        except NotApplicable as reason:
            return reason
        if not self.found and self.refused:
            most = self.refused.most_common(1)[0][0]
            whole = most == NOT_ENGLISH
            return NotApplicable(most if whole else f"no replacement passed the quality checks: {most}")
        return in_order(self.found)
