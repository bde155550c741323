"""Names of people, places and organizations in Chinese texts replaced by others of their kind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.organizations import kind_of_organization
from hf_robust.language.chinese.person_names import is_likely_name, is_public
from hf_robust.language.chinese.places import is_doubtful, place_of
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, NER, NESTED_NER, POS, SENTIMENT
from hf_robust.transforms.base import LABELED_TEXTS, Transformation, preserves, register
from hf_robust.transforms.chinese.name_replacements import HanMention, like_names, mentions_of_spans, new_names, renamed
from hf_robust.transforms.entity_spans import innermost

TYPES = ("person", "organisation", "place")


@register
@dataclass(frozen=True, kw_only=True)
class NamedEntity(Transformation):
    """Replace names of people, organizations and places with other names of the same type.

    A person keeps the gender, and also the surname if the text uses it alone. A city becomes a city of the same
    country, a country becomes a country of the same region, a university becomes another university, and a company
    becomes a company with another name. For named-entity recognition, the gold entities are replaced. For other tasks,
    a name is replaced only if the recognizer and the word lists agree. Names of famous people do not change.

    Args:
        types: Which of ``person``, ``organisation``, ``place`` are replaced.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnSwapNamedEnt".

    Example:
        >>> from hf_robust.core.doc import Annotation, Span
        >>> doc = Doc("周涛住南京", annotation=Annotation((), (Span(0, 2, "PERSON"), Span(3, 5, "GPE"))))
        >>> NamedEntity().preview(doc, seed=1)
        '侯浩住苏州'
    """

    types: tuple[str, ...] = TYPES

    name = "named-entity"
    version = "zh.3"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "CnSwapNamedEnt"
    choice = "names of people, organizations or places that can be replaced"
    languages = ("zh",)
    needs = frozenset({"ent"})
    edits_protected = True  # the gold entities; what else is protected stays
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NER, NESTED_NER, POS)

    def __post_init__(self) -> None:
        listed = (self.types,) if isinstance(self.types, str) else self.types
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in TYPES for name in listed)
        self._require(right, "types", f"some of {', '.join(TYPES)}")
        object.__setattr__(self, "types", tuple(listed))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        gold = bool(doc.marks)
        spans = innermost(doc.marks, of_one_type=True) if gold else doc.entities
        mentions = [one for one in mentions_of_spans(doc, spans) if one.kind in self.types]
        if not gold:
            mentions = [one for one in mentions if _is_sure(doc, one)]
            mentions = list(_everywhere(doc, mentions))
        return renamed(doc, mentions, new_names(doc, mentions, like_names(doc, mentions), rng))


def _is_sure(doc: Doc, mention: HanMention) -> bool:
    """Whether lists say of a name what the recognizer says."""
    text, name = to_simplified(doc.text), mention.name
    before, after = text[: mention.start][-1:], text[mention.end :]
    if not all(map(is_han, name)) and "·" not in name:
        return False
    if before in ("·", "《") or after[:1] in ("·", "》") or not _is_whole(doc, mention):
        return False
    if mention.kind == "person":
        return not is_public(name) and not place_of(name) and ("·" in name or is_likely_name(name))
    if mention.kind == "place":
        return len(name) > 1 and place_of(name) is not None and not is_doubtful(name) and not after.startswith(_tied())
    return bool(kind_of_organization(name)) and not _is_word(name)


def _is_whole(doc: Doc, mention: HanMention) -> bool:
    """Whether a name is free, and tokens of its own where the text is a token list."""
    if not doc.is_free(mention.start, mention.end):
        return False
    if doc.bounds is None:
        return True
    return any(start == mention.start for start, _ in doc.bounds) and any(end == mention.end for _, end in doc.bounds)


def _is_word(name: str) -> bool:
    found = entry(name)
    return found is not None and not found.tag.startswith("n") and found.frequency > 0


@cache
def _tied() -> tuple[str, ...]:
    """What makes a name of its own with a place before it."""
    return tuple(lexicon("place_names", "zh")["not_before"].split())


def _everywhere(doc: Doc, mentions: Sequence[HanMention]) -> Iterator[HanMention]:
    """All places where sure names stand, also those that the recognizer left; none of a name inside another entity."""
    text = to_simplified(doc.text)
    taken: list[tuple[int, int]] = [(entity.start, entity.end) for entity in doc.entities]
    for name, kind in dict.fromkeys((one.name, one.kind) for one in mentions):
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            here = HanMention(at, end, name, kind)
            inside = any(start < end and at < stop and (start, stop) != (at, end) for start, stop in taken)
            if not inside and _is_whole(doc, here):
                yield here
            at = text.find(name, end)
