"""The gate: which edits of words read well and say the same."""

from hf_robust.language.gate.edit_gate import Candidate, refusals
from hf_robust.language.gate.fixed_words import fixed_reason

__all__ = ["Candidate", "fixed_reason", "refusals"]
