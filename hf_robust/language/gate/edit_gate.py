"""Which edits of words read well and say the same: cheap rules first, then the measures of a language model."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.language.gate.gate_levels import INSERTED, REPLACED
from hf_robust.language.gate.window_states import WindowSpot, fits, states

VERSION = "3"


class GateCandidate(NamedTuple):
    """A word that may be put in a place.

    Args:
        spot: The place.
        new: The word.
        same_sense: Whether it must mean what the old one means; an antonym must not.
    """

    spot: WindowSpot
    new: str
    same_sense: bool = True

    @classmethod
    def of(cls, text: str, start: int, end: int, new: str, *, same_sense: bool = True) -> "GateCandidate":
        """The candidate that puts a word in place of ``text[start:end]``, or at ``start`` where they are the same.

        Args:
            start: Offset of the word.
            end: Offset after it.
            new: The new word, with or without the space that parts it from the next.
            same_sense: As above.
        """
        return cls(WindowSpot.of(text, start, end), new.strip(), same_sense)


def refusals(candidates: Sequence[GateCandidate]) -> list[str | None]:
    """Why candidates do not pass the gate; None for those that do.

    All are measured together and each distinct window once; what a word does to its neighbors is measured only where it
    may stand at all. What they need is in ``hf_robust.language.gate.gate_levels``, measured with the embedded masked
    language model, so no other one is taken.

    Args:
        candidates: Any number, of any texts.

    Raises:
        MissingResource: The masked language model is not there.

    Example:
        >>> text = "This is a good movie."
        >>> found = refusals([GateCandidate.of(text, 15, 20, new) for new in ("film", "battery")])
        >>> found[0], found[1] is None
        (None, False)
    """
    found: list[str | None] = []
    for one, (fit, gain) in zip(candidates, fits([(one.spot, one.new.lower()) for one in candidates])):
        found.append(_refused(one, {"fit": fit, "gain": gain}))
    left = [place for place, reason in enumerate(found) if reason is None]
    for place, (sense, calm) in zip(left, states([candidates[place][:2] for place in left])):
        found[place] = _refused(candidates[place], {"sense": sense, "calm": calm})
    return found


def _refused(one: GateCandidate, measures: Mapping[str, float]) -> str | None:
    levels = REPLACED if one.spot.word else INSERTED
    passed_over = () if one.same_sense else ("gain", "sense")  # measured on words that mean the same
    for name, value in measures.items():
        if name in levels and name not in passed_over and value < levels[name].least:
            return levels[name].reason
    return None
