"""Pairs of texts of which one is turned, so that it no longer follows from the other, or says another thing."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks import NLI
from hf_robust.tasks.pair_labels import (
    CONTRADICTION,
    ENTAILMENT,
    EQUIVALENT,
    NOT_ENTAILMENT,
    NOT_EQUIVALENT,
    pair_label,
    pair_meaning,
)
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow


@dataclass(frozen=True, kw_only=True)
class TurnedPair(RowTransformation):
    """Base of those that turn one text of a pair.

    Of a premise and a hypothesis, the hypothesis; of two sentences that say the same, one of them. A subclass says
    what the edits are.
    """

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        inference = row.task.name == NLI
        gold = row.gold["label"]
        if pair_meaning(row.task, gold) != (ENTAILMENT if inference else EQUIVALENT):
            raise NotApplicable(f"only a pair that is {'an entailment' if inference else 'equivalent'} can be turned")
        wanted = (CONTRADICTION, NOT_ENTAILMENT) if inference else (NOT_EQUIVALENT,)
        label = pair_label(row.task, gold, *wanted)
        premise, hypothesis = row.task.text_roles
        roles = (hypothesis,) if inference else [(premise, hypothesis)[number] for number in rng.order(2)]
        for number, role in enumerate(roles):
            other = premise if role == hypothesis else hypothesis
            edits = self.turned(row.docs[role], row.docs[other], inference, rng.fork(number))
            if edits:
                return RowChange({role: edits}, {"label": label})
        return None

    @abstractmethod
    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        """The edits that turn a text; none where it cannot be turned.

        Args:
            doc: The text that changes.
            strict: Whether the new text must contradict the other; else it need only say another thing.
            rng: The draws.
        """
