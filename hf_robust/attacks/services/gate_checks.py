"""Which edits read well and say the same, by the gate of the word transformations."""

from collections.abc import Hashable, Sequence

from hf_robust.language.gate import GateCandidate, refusals

_CANDIDATES = 64


class GateService:
    """Answers why the gate refuses a :class:`hf_robust.language.gate.GateCandidate`; None where it does not.

    Its levels were measured with the embedded masked language model, so no other one is taken.
    """

    def buckets(self, requests: Sequence[GateCandidate]) -> list[Hashable]:
        """All go together: the gate sorts the windows itself, into batches of fixed shapes."""
        return ["any"] * len(requests)

    def capacity(self, bucket: Hashable) -> int:
        """Candidates of a full batch."""
        return _CANDIDATES

    def answer(self, bucket: Hashable, requests: Sequence[GateCandidate]) -> list[str | None]:
        """The reasons."""
        return refusals(requests)
