"""Transformations for translation that change the source and its translation alike."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.function_words import is_english
from hf_robust.language.parallel_names import (
    SharedName,
    can_be_coined,
    other_names,
    pronounceable,
    shared_names,
)
from hf_robust.language.parallel_numbers import same_shape, shared_numbers, written_as
from hf_robust.tasks import TRANSLATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.social import handle, link


@register
@dataclass(frozen=True, kw_only=True)
class ParallelTwitter(RowTransformation):
    """Add the same @handle or URL at the same end of the source and its translation.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link to a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, "TwitterType" on translation.

    Example:
        >>> ParallelTwitter(mode="at").preview_row({"source": "It is late.", "target": "Es ist spät."})["target"]
        '@user7 Es ist spät.'
    """

    mode: str = "random"

    name = "parallel-twitter"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "ParallelTwitterType"
    choice = "pair of texts to which a handle can be added"
    languages = ("*",)
    script_only = True
    effects = preserves(TRANSLATION)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        source, target = row.docs["source"].text, row.docs["target"].text
        if not source.strip() or not target.strip():
            raise NotApplicable("one of the two texts is empty")
        kind = rng.choice(("at", "url"))
        sign, _ = (handle if (kind if self.mode == "random" else self.mode) == "at" else link)(rng.fork(0))
        first = rng.random() < 0.5
        edits = {}
        for role, text in (("source", source), ("target", target)):
            gap = "" if (text[:1].isspace() and first) or (text[-1:].isspace() and not first) else " "
            edits[role] = [Edit(0, 0, sign + gap) if first else Edit(len(text), len(text), gap + sign)]
        return RowChange(edits)


@register
@dataclass(frozen=True, kw_only=True)
class SwapParallelNumber(RowTransformation):
    """Replace numbers that the source and its translation share with the same other numbers on both sides.

    Each side keeps its number format: *1,000* and *1.000*. A number keeps its number of digits, a year stays a year,
    and the greater of two numbers stays greater. Numbers that do not occur equally often on both sides, times of day,
    ordinals, ranges, parts of names, and years of games and elections do not change. *1* does not change, because its
    noun would have to change too.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapNum" on translation.

    Example:
        >>> pair = {"source": "It cost 4,500 euros.", "target": "Es kostete 4.500 Euro."}
        >>> list(SwapParallelNumber().preview_row(pair).values())
        ['It cost 3,800 euros.', 'Es kostete 3.800 Euro.']
    """

    name = "swap-parallel-number"
    version = "2"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapParallelNum"
    choice = "numbers that both texts share"
    languages = ("*",)
    script_only = True
    effects = preserves(TRANSLATION)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        source, target = row.docs["source"].text, row.docs["target"].text
        found = shared_numbers(source, target)
        if not found:
            raise NotApplicable("the two texts share no number")
        digits = [number.digits for number in found]
        edits: dict[str, list[Edit]] = {"source": [], "target": []}
        for place, number in enumerate(found):
            new = same_shape(number, digits, rng.fork(place), source, target)
            if new is None:
                continue
            digits.append(new)
            for role, text, spans in (("source", source, number.first), ("target", target, number.second)):
                edits[role] += [Edit(start, end, written_as(text[start:end], new)) for start, end in spans]
        return RowChange({role: sorted(each) for role, each in edits.items()}) if edits["source"] else None


@register
@dataclass(frozen=True, kw_only=True)
class SwapParallelWord(RowTransformation):
    """Replace names that source and translation spell alike with the same other names on both sides.

    Given names, surnames after them, cities, states and organizations become others of the same kind, if a list has the
    kind. Other shared words that are not in a dictionary, such as product names, become invented words. A name does not
    change if it does not occur equally often on both sides, if the translation gives it in brackets next to its own
    form, if only a part of it is shared, or if it stands like a common noun ("a Frisbee", "the App").

    Args:
        new: ``any``, ``name`` (only names of a known kind change) or ``random`` (all become invented words).

    Source: TextFlint (Wang et al. 2021), section 3, "SwapParallelSameWord".

    Example:
        >>> pair = {"source": "Anna likes the Jenga blocks.", "target": "Anna mag die Jenga-Klötze."}
        >>> list(SwapParallelWord().preview_row(pair).values())
        ['Chloe likes the Vilmus blocks.', 'Chloe mag die Vilmus-Klötze.']
    """

    new: str = "any"

    name = "swap-parallel-word"
    version = "5"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapParallelSameWord"
    choice = "names that both texts spell alike"
    languages = ("*",)
    resources = ("wordnet",)
    script_only = True
    effects = preserves(TRANSLATION)

    def __post_init__(self) -> None:
        self._require_choice("new", ("any", "name", "random"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        source, target = row.docs["source"].text, row.docs["target"].text
        found = shared_names(source, target)
        if not found:
            raise NotApplicable("the two texts share no name")
        swaps = [] if self.new == "random" else list(other_names(found, source, rng))
        if self.new != "name":
            known = {name.text for name, _ in swaps}
            left = [name for name in found if name.text not in known]
            if self.new == "any":
                left = [name for name in left if can_be_coined(name, source)]
            draws = rng.fork(len(found))
            swaps += [(name, pronounceable(name.text, draws.fork(place))) for place, name in enumerate(left)]
        if not swaps:
            raise NotApplicable("no name of a kind that is known is shared")
        edits = _edits(swaps, 0)
        if row.task.language == "en" and is_english(row.docs["source"]):
            edits = with_articles(row.docs["source"], edits)
        return RowChange({"source": edits, "target": _edits(swaps, 1)})


def _edits(swaps: Sequence[tuple[SharedName, str]], side: int) -> list[Edit]:
    """The edits of one side."""
    spans: list[tuple[Offsets, str]] = []
    for name, new in swaps:
        spans += [(span, new) for span in (name.first, name.second)[side]]
    return sorted(Edit(start, end, new) for (start, end), new in spans)
