"""Parts of records about models that write their answers: which inputs they answered, and scores over the answered."""

from dataclasses import dataclass, field

NO_ANSWER = "(no answer)"
"""The label of a row without an answer, where predicted labels are counted."""
STATUS_WORDS = {
    "refused": "the model declined to answer",
    "unparsable": "the answer does not have the expected format",
    "truncated": "the answer reached the token limit before a prediction could be read from it",
    "filtered": "a content filter removed the answer",
}
"""What the statuses of missing answers mean."""


@dataclass(frozen=True, kw_only=True)
class AnswerCounts:
    """The answers to the inputs of one side.

    Args:
        answered: Share of the inputs whose answer has a meaning; None without inputs.
        statuses: Number of inputs by status, see :class:`hf_robust.adapters.Prediction`.
        unaligned: Number of entities in the answers that are not in the texts.
        wrong: Number of inputs with an answer that is wrong; None for scores that are not right or wrong.
    """

    answered: float | None
    statuses: dict[str, int]
    unaligned: int = 0
    wrong: int | None = None


@dataclass(frozen=True, kw_only=True)
class AnswerSides:
    """The answers to the inputs before and after a change."""

    before: AnswerCounts
    after: AnswerCounts


@dataclass(frozen=True, kw_only=True)
class PairAnswers:
    """The answers to the pairs of a transformation.

    Args:
        before: Answers to the originals that are scored.
        after: Answers to the perturbed rows that are scored.
        changes: Number of pairs by status before and status after, with those that are not scored.
        errors: Pairs that are not scored, because a request failed.
        both: Pairs with an answer on both sides.
        neither: Pairs without an answer on either side. They do not count for the consistency and for kappa.
        original: Score of the originals over the pairs with an answer on both sides.
        perturbed: The same of the perturbed rows.
    """

    before: AnswerCounts
    after: AnswerCounts
    changes: dict[str, dict[str, int]]
    errors: int = 0
    both: int
    neither: int = 0
    original: float | None
    perturbed: float | None


@dataclass(frozen=True, kw_only=True)
class SideAnswers:
    """The answers to rows that have no partner.

    Args:
        answers: Answers to the rows that are scored.
        errors: Rows that are not scored, because a request failed.
        score: Score over the rows with an answer.
    """

    answers: AnswerCounts
    errors: int = 0
    score: float | None


@dataclass(frozen=True, kw_only=True)
class UnreadAnswer:
    """An answer without a meaning.

    Args:
        status: Why it has none.
        text: The beginning of its text, as the model wrote it.
        inputs: Number of inputs with this answer.
    """

    status: str
    text: str
    inputs: int


@dataclass(frozen=True, kw_only=True)
class RunAnswers:
    """The answers to all inputs of a run.

    Args:
        before: Answers to the originals, each once.
        after: Answers to the perturbed rows of all transformations.
        errors: Pairs that are not scored, because a request failed.
        reasons: How often requests failed, by reason.
        original: Score over the originals with an answer.
        examples: The most frequent answers without a meaning, a few of each status.
    """

    before: AnswerCounts
    after: AnswerCounts
    errors: int = 0
    reasons: dict[str, int] = field(default_factory=dict)
    original: float | None
    examples: tuple[UnreadAnswer, ...] = ()
