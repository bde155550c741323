"""The register of social media."""

import re
from dataclasses import dataclass
from functools import cache

from hf_robust.doc import Doc
from hf_robust.edits import Edit
from hf_robust.lexicons import lexicon
from hf_robust.randomness import RowRandom
from hf_robust.tasks import PARSING, TASKS
from hf_robust.transforms import register
from hf_robust.transforms.base import Transformation, preserves


@cache
def _phrases(single: bool) -> re.Pattern[str]:
    phrases = [phrase for phrase in lexicon("abbreviations") if not single or " " not in phrase]
    longest_first = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return re.compile(rf"(?<![\w'’-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w'’-])", re.IGNORECASE)


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """The usual abbreviations anywhere in the text, and an @handle or a link at either end.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link, on a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="url").preview("I love you because you are great", seed=2)
        'https://example.net/j7 I luv u bc u r gr8'
    """

    mode: str = "random"

    name = "twitter"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    effects = preserves(*(task for task in TASKS if task != PARSING))

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        kind = self.mode if self.mode != "random" else rng.choice(("at", "url"))
        sign, tags = _handle(rng) if kind == "at" else _link(rng)
        first = rng.random() < 0.5
        table = lexicon("abbreviations")
        found = []
        # in a token list several words cannot become one without losing their tags
        for match in _phrases(doc.bounds is not None).finditer(text):
            if doc.is_free(match.start(), match.end()):
                found.append(Edit(match.start(), match.end(), table[match.group().lower()][0]))
        if first:
            return [Edit(0, 0, sign + " ", tags), *found]
        gap = "" if text[-1:].isspace() else " "
        return [*found, Edit(len(text), len(text), gap + sign, tags)]


def _handle(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    table = lexicon("twitter")
    name = ""
    while len(name) < table["handle_min_length"]:  # longer than a real account's name may be
        name += rng.choice(table["handle_parts"])
    return "@" + name, _tags(table["tags"]["handle"])


def _link(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    table = lexicon("twitter")
    link = f"https://{rng.choice(table['link_hosts'])}/{rng.choice(table['link_parts'])}"
    return link, _tags(table["tags"]["link"])


def _tags(tag: dict[str, str]) -> dict[str, list[str]]:
    return {layer: [value] for layer, value in tag.items()}
