"""The style of social media: abbreviations, handles and links."""

from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import UNPARSED_TASKS, Transformation, preserves, register

_NUMBER_ROOM = 16  # characters in which the word after is looked for


@cache
def _phrases(single: bool) -> PhraseTable:
    return PhraseTable(phrase for phrase in lexicon("abbreviations") if not single or " " not in phrase)


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """The usual abbreviations anywhere in the text, and an @handle or a link at either end.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link, on a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="url").preview("I love you because you are great", seed=5)
        'https://video.example/b7 ily bc ur gr8'
    """

    mode: str = "random"

    name = "twitter"
    version = "2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    # where an abbreviation, a handle or a link hangs in a tree is a matter of taste
    effects = preserves(*UNPARSED_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        kind = self.mode if self.mode != "random" else rng.choice(("at", "url"))
        sign, tags = _handle(rng) if kind == "at" else _link(rng)
        first = rng.random() < 0.5
        table = lexicon("abbreviations")
        found: list[Edit] = []
        at = 0
        # in a token list several words cannot become one without losing their tags
        for start, end, phrase in _phrases(doc.bounds is not None).find(doc):
            if start >= at and doc.is_free(start, end):
                short = rng.choice(table[phrase])
                if short.isdigit() and _beside_number(text, start, end):
                    continue
                shouted = end - start > 1 and text[start:end].isupper()
                found.append(Edit(start, end, short.upper() if shouted else short))
                at = end
        if first:
            return [Edit(0, 0, sign + " ", tags), *found]
        gap = "" if text[-1:].isspace() else " "
        return [*found, Edit(len(text), len(text), gap + sign, tags)]


def _beside_number(text: str, start: int, end: int) -> bool:
    """ "for 3 hours" would become "4 3 hours"."""
    after = text[end : end + _NUMBER_ROOM].split(maxsplit=1)[:1] or [""]
    counts = after[0][:1].isdigit() or after[0].lower() in lexicon("number_words")["units"]
    return counts or text[max(0, start - 3) : start].rstrip()[-1:].isdigit()


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
