"""Short forms written out, and full forms shortened."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, match_case, preserves, register
from hf_robust.transforms.european.words import European

_AROUND = 80  # characters before and after a phrase that its context reads
_MODES = ("both", "expand", "contract")


@register
@dataclass(frozen=True, kw_only=True)
class Contraction(European, Transformation):
    """Shorten all phrases that have a usual short form, and write out short forms.

    Args:
        mode: ``both``, ``expand`` or ``contract``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Contraction".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("contraction", hr.task("text-classification", language="de"))("In dem Hotel war es laut.")
        "Im Hotel war's laut."
    """

    mode: str = "both"

    name = "contraction"
    level = "word"
    linguistics = "morphology"
    seed_name = "Contraction"
    choice = "contractions and no phrases that can be contracted"
    effects = preserves(*UNPARSED_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", _MODES)

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        table, forms = _table(doc.language.code, self.mode)
        done = 0
        for start, end, phrase in table.find(doc):
            if start < done or not doc.is_free(start, end):
                continue
            short, context = forms[phrase]
            if _fits(doc.text, start, end, context):
                done = end
                yield Edit(start, end, match_case(doc.text[start:end], short))


@cache
def _table(code: str, mode: str) -> tuple[PhraseTable, dict[str, tuple[str, Any]]]:
    """The phrases of a language that may be changed, and what each becomes in which context."""
    known = lexicon("contractions", code)
    forms: dict[str, tuple[str, Any]] = {}
    for full, short, direction, context in known["rows"]:
        patterns = tuple(
            re.compile(known["contexts"].get(context, {}).get(side, "")) for side in ("not_before", "after")
        )
        if mode != "expand" and direction != "expand":
            forms.setdefault(full.lower(), (short, patterns))
        if mode != "contract" and direction != "contract":
            forms.setdefault(short.lower(), (full, patterns))
    return PhraseTable(forms), forms


def _fits(text: str, start: int, end: int, context: tuple[re.Pattern[str], re.Pattern[str]]) -> bool:
    """Whether what stands around a phrase lets it change."""
    not_before, after = context
    before = text[max(0, start - _AROUND) : start]
    refused = bool(not_before.pattern) and not_before.search(before) is not None
    return not refused and after.match(text[end : end + _AROUND]) is not None
