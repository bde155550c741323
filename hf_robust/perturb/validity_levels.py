"""From which score on a change counts as valid: two levels a validator, and what each rests on."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.perturb.validators.base import Validator

Level = Literal["lenient", "strict"]
LEVELS: tuple[Level, ...] = ("lenient", "strict")


class Levels(NamedTuple):
    """The least scores of one validator.

    Args:
        lenient: Below it, most texts are no longer what they were.
        strict: From it on, few are anything else. None: nobody can say yet.
        how: What the two rest on.
        space: The model in whose numbers they are given; empty where they hold for any.
    """

    lenient: float
    strict: float | None
    how: str
    space: str = ""


_START = "initial value, not measured; to be calibrated with human ratings"
_SWAPS = (
    "initial value: of SST sentences with one word replaced with a synonym, 77% score at least 0.95 and 56% at least "
    "0.98 (n = 437); with a random word, 32% and 14% (n = 696); to be calibrated with human ratings"
)
_WORDS = "raters accepted 92% of the 26 rated replacements that pass, and 27% of all 332"
KNOWN_LEVELS: Mapping[str, Levels] = {
    "bleu": Levels(0.5, None, _START),
    "chrf": Levels(0.5, None, _START),
    "edit-distance": Levels(0.7, 0.9, _START),
    "gate": Levels(0.5, 1.0, f"at most one new word that does not pass, or none; {_WORDS}"),
    "grammar": Levels(0.5, 1.0, f"at most one new error, or none; {_START}"),
    "meaning": Levels(1.0, 1.0, "no word that changes the meaning; to be calibrated with human ratings"),
    "perplexity": Levels(0.5, 0.8, _START),
    "pseudo-perplexity": Levels(0.5, 0.8, _START),
    "similarity": Levels(0.95, 0.98, _SWAPS, EMBEDDED),
    "words-changed": Levels(0.75, 0.9, _START),
}


def levels_of(validator: Validator) -> Levels:
    """The two levels of a validator.

    Raises:
        UsageError: When it has none, or has them for another model.

    Example:
        >>> from hf_robust.perturb.validators.base import validators_of
        >>> levels_of(validators_of(["words-changed"])[0])[:2]
        (0.75, 0.9)
    """
    found = KNOWN_LEVELS.get(validator.name)
    if found is None:
        raise UsageError(f"{validator.name} has no levels; give the least score, a number from 0 to 1")
    if found.space and found.space != validator.space:
        raise UsageError(
            f"the levels of {validator.name} are those of the {found.space} model, and {validator.space!r} gives other "
            "numbers; give the least score, a number from 0 to 1"
        )
    return found


def least_score(validator: Validator, asked: float | str) -> float:
    """The least score that passes.

    Args:
        validator: The validator.
        asked: A number from 0 to 1, ``"lenient"`` or ``"strict"``.

    Raises:
        UsageError: When it is something else, or the validator has no such level.

    Example:
        >>> from hf_robust.perturb.validators.base import validators_of
        >>> (words,) = validators_of(["words-changed"])
        >>> least_score(words, 0.8), least_score(words, "strict")
        (0.8, 0.9)
    """
    if asked in LEVELS:
        score = getattr(levels_of(validator), str(asked))
        if score is None:
            raise UsageError(f"{validator.name} has no level {asked!r} yet; give a number from 0 to 1, or 'lenient'")
        return float(score)
    if not is_number(asked) or not 0 <= asked <= 1:
        raise UsageError(f"{validator.name} takes a least score from 0 to 1, 'lenient' or 'strict', found {asked!r}")
    return float(asked)
