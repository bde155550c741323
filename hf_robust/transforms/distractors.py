"""Text that has nothing to do with the matter."""

import re
from dataclasses import dataclass
from typing import Any

from hf_robust.doc import Doc
from hf_robust.edits import Edit
from hf_robust.lexicons import lexicon
from hf_robust.randomness import RowRandom
from hf_robust.tasks import PARSING, TASKS
from hf_robust.transforms import register
from hf_robust.transforms.base import Transformation, preserves

LONG_TEXT = 10
_NO_SPACE_BEFORE = frozenset({",", ".", ":", ";", "!", "?", "…", "'s", "n't", "'re", "'ll", "'ve", "'d", "'m", "’s"})
# a first word that is only upper case because it was first
_STARTERS = frozenset(
    "a an the this that these those it he she we they you there here my your his her its our their what when where "
    "why how who if as in on at for from with by to of not no every each all some many most after before while "
    "do does did is are was were have has had could would should can although because since when so but and".split()
)
_CLITIC = re.compile(r"(?:n['’]t|['’](?:s|re|ve|ll|d|m))\Z")


@register
@dataclass(frozen=True, kw_only=True)
class AppendIrrelevant(Transformation):
    """An irrelevant lead-in before the text and, when it has ten words or more, a saying after it.

    Args:
        place: ``both``, ``start`` or ``end``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AppendIrr".

    Example:
        >>> AppendIrrelevant(place="start").preview("The food was cold.", seed=7)
        'Back to the topic, the food was cold.'
    """

    place: str = "both"

    name = "append-irrelevant"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AppendIrr"
    effects = preserves(*(task for task in TASKS if task != PARSING))

    def __post_init__(self) -> None:
        self._require_choice("place", ("both", "start", "end"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        found = []
        # both are drawn always, so that `place` does not change what is drawn
        leadin, saying = rng.choice(lexicon("leadins")), rng.choice(lexicon("sayings"))
        if self.place != "end":
            joined = leadin["tokens"] if doc.bounds is not None else (join_tokens(leadin["tokens"]),)
            found.append(Edit(0, 0, " ".join(joined) + " ", layers(leadin)))
            found.extend(_lower_first(doc))
        if self.place == "end" or (self.place == "both" and len(doc.words) >= LONG_TEXT):
            joined = saying["tokens"] if doc.bounds is not None else (join_tokens(saying["tokens"]),)
            gap = "" if text[-1:].isspace() else " "
            found.append(Edit(len(text), len(text), gap + " ".join(joined), layers(saying)))
        return found


def _lower_first(doc: Doc) -> list[Edit]:
    for start, end in doc.free_words[:1]:
        word = doc.text[start:end]
        usual = _CLITIC.sub("", word.lower()) in _STARTERS
        if start == 0 and usual and word[0].isupper() and word[1:] == word[1:].lower():
            return [Edit(0, end, word.lower())]
    return []


def layers(entry: dict[str, Any]) -> dict[str, Any]:
    """The tag layers of a lexicon entry, for an edit that inserts its tokens."""
    return {name: entry[name] for name in ("upos", "xpos")}


def join_tokens(tokens: tuple[str, ...]) -> str:
    """Tokens as running text: no space before closing punctuation and clitics.

    Example:
        >>> join_tokens(("By", "the", "way", ",")), join_tokens(("It", "'s", "late", "."))
        ('By the way,', "It's late.")
    """
    text = ""
    for token in tokens:
        text += token if not text or token in _NO_SPACE_BEFORE else " " + token
    return text
