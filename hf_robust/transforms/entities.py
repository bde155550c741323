"""Names of people, organisations and places."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.doc import Doc, Span
from hf_robust.edits import Edit
from hf_robust.lexicons import lexicon
from hf_robust.randomness import RowRandom
from hf_robust.tasks import ABSA, HATE_SPEECH, POS, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms import register
from hf_robust.transforms.articles import with_articles
from hf_robust.transforms.base import Transformation, preserves

TYPES = ("person", "organisation", "place")
# labels of spaCy's pipelines and of the usual corpora
KINDS = {"PERSON": "person", "PER": "person", "ORG": "organisation", "GPE": "place", "LOC": "place"}

_POSSESSIVE = re.compile(r"\s?['’]s?\Z")  # some corpora count it as part of the name


@register
@dataclass(frozen=True, kw_only=True)
class NamedEntity(Transformation):
    """Person, organisation and place mentions become others of their type, with as many tokens or more.

    A name that is mentioned twice becomes the same other name twice.

    Args:
        types: Which of ``person``, ``organisation``, ``place`` are replaced.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNamedEnt".

    Example:
        >>> doc = Doc.tagged("Anna/PROPN left/VERB Oslo/PROPN", {"Anna": "PERSON", "Oslo": "GPE"})
        >>> NamedEntity(types=("place",)).preview(doc, seed=5)
        'Anna left Lima'
    """

    types: tuple[str, ...] = TYPES

    name = "named-entity"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNamedEnt"
    needs = frozenset({"ent", "pos"})
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, POS)

    def __post_init__(self) -> None:
        # a list from JSON or YAML is as good
        listed = (self.types,) if isinstance(self.types, str) else self.types
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in TYPES for name in listed)
        self._require(right, "types", f"some of {', '.join(TYPES)}")
        object.__setattr__(self, "types", tuple(listed))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, list(self._swaps(doc, rng)))

    def _swaps(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        chosen: dict[str, str] = {}
        parts: dict[str, str] = {}  # "Smith" after "Anna Smith"
        at = 0
        for span in doc.entities:
            kind = KINDS.get(span.label)
            if kind not in self.types or span.start < at:
                continue
            old = _POSSESSIVE.sub("", doc.text[span.start : span.end])
            end = span.start + len(old)
            if not any(c.isalpha() for c in old) or not doc.is_free(span.start, end) or not _is_name(doc, span):
                continue
            if old not in chosen:
                chosen[old] = parts.get(old) or self._other(kind, old, rng, {*chosen, *chosen.values()})
                if kind == "person" and len(old.split()) == len(chosen[old].split()):
                    parts.update(zip(old.split(), chosen[old].split()))
            yield Edit(span.start, end, chosen[old])
            at = end

    def _other(self, kind: str, old: str, rng: RowRandom, taken: set[str]) -> str:
        """Another name; two different names of the text never become the same one."""
        size = max(1, len(old.split()))
        if kind == "person":
            new = _person(old, size, rng)
        else:
            others = [name for name in _names(kind, old.lower(), min(size, 3)) if name.lower() != old.lower()]
            new = rng.choice([name for name in others if name not in taken] or others)
        if old.islower():
            return new.lower()
        return new.upper() if old.isupper() and len(old) > 4 else new


def _is_name(doc: Doc, span: Span) -> bool:
    """A recogniser also marks "somebody"; a name has a proper noun in it."""
    first = bisect_left(doc.tokens, span.start, key=lambda token: token.start)
    last = bisect_left(doc.tokens, span.end, key=lambda token: token.start)
    return any(token.pos == "PROPN" for token in doc.tokens[first:last])


def _names(kind: str, old: str, size: int) -> Sequence[str]:
    """Names of as many tokens, else of more; a country for a country, a city for what is not listed."""
    if kind == "organisation":
        return _of_size("organisations", size)
    listed = (group for group in ("countries", "areas") if old in map(str.lower, _group(group)))
    return _of_size(next(listed, "cities"), size)


@cache
def _of_size(group: str, size: int) -> Sequence[str]:
    names = _group(group)
    exact = tuple(name for name in names if len(name.split()) == size)
    return exact if len(exact) > 1 else tuple(name for name in names if len(name.split()) >= size)


@cache
def _group(group: str) -> Sequence[str]:
    if group == "organisations":
        return lexicon("entities")["ORG"]
    return tuple(name for region in lexicon("places").values() for name in region[group])


def _person(old: str, size: int, rng: RowRandom) -> str:
    """A first name for one token, first name and surname for two, an initial between for more."""
    table = lexicon("entities")["PERSON"]
    words = old.lower().split()
    female = {name.lower() for name in table["first_female"]}
    male = {name.lower() for name in table["first_male"]}
    both = (*table["first_female"], *table["first_male"])
    if words[0] in female and words[0] not in male:
        firsts: Sequence[str] = table["first_female"]
    elif words[0] in male and words[0] not in female:
        firsts = table["first_male"]
    elif size == 1:
        firsts = table["surnames"]  # one unknown word is most often a surname
    else:
        firsts = both
    first = rng.choice([name for name in firsts if name.lower() not in words])
    if size == 1:
        return first
    surname = rng.choice([name for name in table["surnames"] if name.lower() not in words])
    middle = [rng.choice("ABCDEFGHJKLMNPRSTW") + "." for _ in range(size - 2)]
    return " ".join([first, *middle, surname])
