"""The gate: which edits of words read well and say the same."""

from hf_robust.language.gate.edit_gate import GateCandidate, refusals
from hf_robust.language.gate.fixed_words import fixed_reason

__all__ = ["GateCandidate", "fixed_reason", "refusals"]
