"""Transformations for reading comprehension: where the answer stands, and the words round it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets, apply, in_order
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.function_words import is_english, not_english
from hf_robust.language.english.parallel_sentences import parallel_pairs
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.sentence_moves import SentenceMove, sentence_moves
from hf_robust.language.english.sentence_paraphrases import paraphrase_edits, without_overlap
from hf_robust.tasks import QA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, RowTransformation, TaskRow
from hf_robust.transforms.synonyms import Synonym

_MADE_BY = "__synonym__"
_RATE = 1.0  # of the words beside the answers that have a synonym


@register
@dataclass(frozen=True, kw_only=True)
class ModifyPosition(RowTransformation):
    """Move the sentence that contains the answer to another place in the context, or else another sentence.

    Another sentence moves, past the answer if possible, only if the sentence with the answer cannot move. The first
    sentence stays if another move is possible. A sentence moves together with the following sentences that refer to it
    with a pronoun, a connective such as *however*, or a word such as *also*. If no sentence could move then, two
    neighbours in the present tense that begin with the same pronoun or noun trade places; or a pronoun that opens a
    sentence becomes the name that it stands for, if that is clear, and an opening connective or *also* is left out. A
    sentence moves past others only if no noun with *the* and no short form of a name then stands before its first
    mention. Two sentences that say when something happened keep their order if one of them says it with a word such as
    *later*, and also if they share a noun, unless both name a year. What a text tells by its years or step by step
    keeps its order, and the plot of a story does not change. For a question without an answer, any sentence may move.

    Args:
        to: ``front`` or ``end`` of the context, or ``any`` place between sentences.

    Source: TextFlint (Wang et al. 2021), section 3, "ModifyPos".

    Example:
        >>> row = {"context": "Rain fell in Lima. Ana Ruiz won the cup. She was happy.", "question": "Who won?"}
        >>> row["answers"] = {"text": ["Ana Ruiz"], "answer_start": [19]}
        >>> ModifyPosition().preview_row(row)["context"]
        'Ana Ruiz won the cup. She was happy. Rain fell in Lima.'
    """

    to: str = "any"

    name = "modify-position"
    version = "11"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "ModifyPos"
    choice = "sentences that can be moved"
    needs = frozenset({"pos", "dep", "lemma", "ent"})
    annotated = ("context",)
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require_choice("to", ("any", "front", "end"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["context"]
        if doc.bounds is not None:
            raise NotApplicable("the context is a list of tokens")
        if len(token_sentences(doc)) < 2:
            raise NotApplicable("fewer than two sentences in the context")
        if not is_english(doc):
            raise NotApplicable(not_english(doc) or "the text is not English")
        moves = list(sentence_moves(doc, self.to))
        if not moves and self.to == "any":
            moves = [SentenceMove(*pair, 0) for pair in parallel_pairs(doc)]
        moves = moves or list(sentence_moves(doc, self.to, writes_out=True))
        if not moves:
            raise NotApplicable("each sentence depends on another one or has its place in the order of events")
        moves = [
            move
            for move in moves
            if any(not is_held(doc, block) for block in (move.left, move.right))
            and all(doc.is_free(edit.start, edit.end) and not _has_answer(doc, edit[:2]) for edit in move.edits)
        ]
        if not moves:
            raise NotApplicable("answers stand on both sides of each sentence that could move")
        move = rng.choice(_hardest(doc, moves))
        return RowChange({"context": traded(doc, move.left, move.right, move.edits)})


def _hardest(doc: Doc, moves: Sequence[SentenceMove]) -> Sequence[SentenceMove]:
    """The moves to choose from: those that give the answer another place, and of these the ones of its sentence.

    The first sentence, which often says what a text is about, stays if another such move is possible.
    """
    near = [move for move in moves if any(_has_answer(doc, block) for block in (move.left, move.right))] or moves
    inner = [move for move in near if move.left[0] > doc.tokens[0].start] or near
    return [move for move in inner if _has_answer(doc, move.moved)] or inner


def _has_answer(doc: Doc, block: Offsets) -> bool:
    return any(mark.start < block[1] and block[0] < mark.end for mark in doc.marks)


def is_held(doc: Doc, block: Offsets) -> bool:
    """Whether the text of a block stays in its place in the edits: it has an answer or something protected."""
    return _has_answer(doc, block) or doc.is_kept(*block)


def traded(doc: Doc, left: Offsets, right: Offsets, edits: Sequence[Edit]) -> list[Edit]:
    """Two blocks of sentences trade places. The text of a block that nothing holds is written again.

    Args:
        left: Offsets of the first block.
        right: Offsets of the second block. What stands between the two stays there.
        edits: Changes inside the blocks.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> text = "It rained. We left."
        >>> apply(text, traded(Doc(text), (0, 10), (11, 19), [Edit(0, 2, "Rain fell,")]))
        'We left. Rain fell, rained.'
    """
    text, (start, stop), (first, last) = doc.text, left, right
    gap = text[stop:first]
    if is_held(doc, right):
        staying = [edit for edit in edits if edit.start >= first]
        added = Edit(last, last, gap + _written(text, left, edits))
        return in_order([Edit(start, first, ""), *staying, added])
    staying = [edit for edit in edits if not first <= edit.start < last]
    return in_order([Edit(start, start, _written(text, right, edits) + gap), Edit(stop, last, ""), *staying])


def _written(text: str, block: Offsets, edits: Sequence[Edit]) -> str:
    """The text of a block with the edits in it."""
    start, end = block
    inside = [Edit(one.start - start, one.end - start, one.text) for one in edits if start <= one.start < end]
    return apply(text[start:end], inside)


@register
@dataclass(frozen=True, kw_only=True)
class PerturbAnswer(BatchedRows):
    """Paraphrase the sentences that contain the answers. The answers do not change.

    Words are replaced as in ``synonym``: only pairs that are interchangeable in their context are used. Phrases are
    replaced too ("due to" becomes "because of"), numbers change their spelling ("64%" becomes "64 percent"), and an
    adverbial of time moves to the beginning or the end of its sentence.

    Args:
        rate: Share of the words next to the answers that have a synonym and are replaced, above 0 and up to 1 (all of
            them unless ``count`` is given). At least one is replaced.
        count: Exact number of words instead of a share. Nothing else is paraphrased. Rows with fewer such words do not
            change.
        phrases: Whether phrases, spellings of numbers and adverbials change too.
        gate: How edits are checked: ``"strict"``, ``"balanced"`` or ``"off"``, see ``synonym``.

    Source: TextFlint (Wang et al. 2021), section 3, "PerturbAnswer".

    Example:
        >>> row = {"context": "The cup went to Ana Ruiz, who purchased a house in Lima.", "question": "Who won?"}
        >>> row["answers"] = {"text": ["Ana Ruiz"], "answer_start": [16]}
        >>> PerturbAnswer().preview_row(row)["context"]
        'The cup went to Ana Ruiz, who bought a house in Lima.'
    """

    rate: float | None = None
    count: int | None = None
    phrases: bool = True
    gate: str = "balanced"

    name = "perturb-answer"
    version = "7"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "PerturbAnswer"
    choice = "words near the answers that have a synonym"
    needs = frozenset({"pos", "lemma", "dep", "ent"})
    resources = ("wordnet", "masked-lm")
    annotated = ("context",)
    effects = preserves(QA)

    def __post_init__(self) -> None:
        swap = self.swap
        object.__setattr__(self, "gate", swap.gate)
        object.__setattr__(self, "resources", swap.resources)

    @property
    def swap(self) -> Synonym:
        """What replaces the words."""
        rate = _RATE if self.rate is None and self.count is None else self.rate
        return Synonym(rate=rate, count=self.count, gate=self.gate)

    def changes_batch(self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]) -> list[RowChange | NotApplicable]:
        """The candidates of all rows are measured together."""
        docs = [row.docs["context"] for row in rows]
        asked = [number for number, doc in enumerate(docs) if doc.marks]
        found = [token_sentences(docs[number]) for number in asked]
        near = [_beside(docs[number], bounds) for number, bounds in zip(asked, found)]
        words = self.swap.edits_batch(near, [rngs[number] for number in asked])
        if self.phrases and self.count is None:
            words = [
                _with_phrases(docs[number].marks, doc, bounds, edits, rngs[number])
                for number, doc, bounds, edits in zip(asked, near, found, words)
            ]
        answers = dict(zip(asked, words))
        return [edited(answers.get(number)) for number in range(len(rows))]

    def __getstate__(self) -> dict[str, Any]:
        own = {name: value for name, value in super().__getstate__().items() if name != "resources"}
        return {**own, _MADE_BY: self.swap.__getstate__()}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})
        object.__setattr__(self, "resources", self.swap.resources)


def _beside(doc: Doc, bounds: Sequence[tuple[int, int]]) -> Doc:
    return beside_answers(doc, [(doc.tokens[first].start, doc.tokens[end - 1].end) for first, end in bounds])


def _with_phrases(
    answers: Sequence[Span],
    doc: Doc,
    bounds: Sequence[tuple[int, int]],
    words: Sequence[Edit] | NotApplicable,
    rng: RowRandom,
) -> Sequence[Edit] | NotApplicable:
    """The edits of words, and those of phrases, numbers and adverbials in the sentences of the answers."""
    if not is_english(doc):
        return words
    told: list[Edit] = []
    for first, end in bounds:
        start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
        if any(mark.start < stop and start < mark.end for mark in answers):
            told += paraphrase_edits(doc, first, end, rng.fork(first))
    single: Sequence[Edit] = () if isinstance(words, NotApplicable) else words
    return without_overlap([told, with_articles(doc, told), single]) or words


def edited(edits: Sequence[Edit] | NotApplicable | None) -> RowChange | NotApplicable:
    """What becomes of a row by the edits of its context.

    Args:
        edits: The edits, why there are none, or None where the question has no answer.
    """
    if edits is None:
        return NotApplicable("the question has no answer in the context")
    if isinstance(edits, NotApplicable):
        return edits
    return RowChange({"context": edits}) if edits else NotApplicable("no word beside the answers has a synonym")


def beside_answers(doc: Doc, found: Sequence[Offsets]) -> Doc:
    """The context with all protected but the sentences of the answers, and the answers in them.

    Args:
        doc: The context, with its answers as marks.
        found: Where its sentences lie.
    """
    spans: list[Offsets] = [(mark.start, mark.end) for mark in doc.marks]
    at = 0
    for start, end in found:
        if any(mark.start < end and start < mark.end for mark in doc.marks):
            spans.append((at, start))
            at = end
    spans.append((at, len(doc.text)))
    kept = [span for span in spans if span[0] < span[1]]
    return doc.protecting(kept)
