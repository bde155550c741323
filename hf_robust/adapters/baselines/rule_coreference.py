"""Coreference by rules: equal names and phrases, and pronouns to the nearest mention that fits."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.adapters.base import Prediction
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.language.english.closed_classes import (
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    DEMONSTRATIVES,
    FEMININE,
    FIRST_PLURAL,
    FIRST_SINGULAR,
    MASCULINE,
    NEUTER,
    SECOND_PERSON,
    THIRD_PLURAL,
)
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.people import denotes_people
from hf_robust.language.resources import record_of
from hf_robust.language.spacy_pipelines import read, spacy_doc, spacy_name, spacy_pipeline, spacy_version
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from spacy.tokens import Doc as SpacyDoc

_NEEDS = frozenset({"pos", "dep", "ent"})
_REACH = 60  # tokens back that a pronoun looks
_TITLES = dict.fromkeys(COURTESY_OF_MEN, "male") | dict.fromkeys(COURTESY_OF_WOMEN, "female")
_NO_PEOPLE = ("GPE", "LOC", "FAC", "DATE", "NUMBER", "ORG", "NORP")
_DEFINITE = DEMONSTRATIVES | {"the"}


class _Mention(NamedTuple):
    start: int
    end: int  # the last token
    head: str
    kind: str  # name, phrase or pronoun
    gender: str  # male, female, thing or nothing
    several: bool
    text: str


class RuleCoreference(Baseline):
    """Clusters of mentions by rules, without a trained model.

    Names are put together when they are equal or one is the end or the beginning of the other, definite phrases when
    their words are equal, and a pronoun goes to the nearest mention before it whose gender and number fit. First and
    second persons are put together with their equals.

    Args:
        name: What it is called.
        nlp: spaCy pipeline that finds names and phrases.
        batch_size: Documents at a time.

    Example:
        >>> import hf_robust as hr
        >>> model = RuleCoreference(hr.task("coreference-resolution"), "rules")
        >>> row = {"sentences": [["Mary", "left", "."], ["She", "was", "tired", "."]], "speakers": None}
        >>> model.predict([row])[0].value
        [[[0, 0], [3, 3]]]
    """

    least_batch = 16

    def __init__(self, task: Task, name: str, *, nlp: str | None = None, batch_size: int = 32):
        super().__init__(task, name, batch_size=batch_size)
        self._pipeline_name = spacy_name(nlp)
        self._pipeline = spacy_pipeline(self._pipeline_name)
        self.resources = (record_of("annotation", nlp),)

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the pipeline says of itself."""
        return {**super().settings(), "pipeline": spacy_version(self._pipeline_name)}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """Clusters of two mentions or more, in the order of the text."""
        units = [_units(row["sentences"]) for row in rows]
        docs = [spacy_doc(self._pipeline, unit) for own in units for unit in own]
        parsed = iter(read(self._pipeline, docs, _NEEDS)) if docs else iter(())
        found = []
        for row, own in zip(rows, units):
            read_docs = [next(parsed) for _ in own]
            whole = isinstance(row["sentences"], str)
            starts = list(accumulate(map(len, read_docs), initial=0))
            mentions = list(chain.from_iterable(_mentions(doc, start) for doc, start in zip(read_docs, starts)))
            clusters = [[[one.start, one.end] for one in cluster] for cluster in _clusters(mentions)]
            found.append(Prediction(_in_characters(clusters, read_docs[0]) if whole and read_docs else clusters))
        return found


def _units(document: Any) -> list[Any]:
    """What goes through the pipeline at once: a text, or the sentences that have tokens."""
    if isinstance(document, str):
        return [document] if document.strip() else []
    sentences = document if document and isinstance(document[0], list) else [document]
    return [sentence for sentence in sentences if sentence]


def _in_characters(clusters: list[list[list[int]]], doc: "SpacyDoc") -> list[list[list[int]]]:
    return [[[doc[start].idx, doc[end].idx + len(doc[end])] for start, end in cluster] for cluster in clusters]


def _mentions(doc: "SpacyDoc", at: int) -> Iterator[_Mention]:
    taken: set[int] = set()
    found = []
    for entity in doc.ents:
        if entity.label_ in ("DATE", "NUMBER", "CARDINAL", "TIME", "ORDINAL"):
            continue
        found.append(_name(doc, entity.start, entity.end, entity.label_, at))
        taken.update(range(entity.start, entity.end))
    for token in doc:
        low = token.text.lower()
        if low in _pronouns():
            found.append(_pronoun(low, token.i + at))
        elif token.pos_ == "PROPN" and token.i not in taken and token.dep_ not in ("compound", "flat"):
            start = token.i
            while start and doc[start - 1].pos_ == "PROPN" and start - 1 not in taken:
                start -= 1
            found.append(_name(doc, start, token.i + 1, "", at))
        elif token.pos_ == "NOUN" and token.dep_ != "compound" and token.i not in taken:
            phrase = _phrase(doc, token.i, at)
            if phrase is not None:
                found.append(phrase)
    yield from sorted(found)


def _name(doc: "SpacyDoc", start: int, end: int, label: str, at: int) -> _Mention:
    words = [token.text for token in doc[start:end]]
    while len(words) > 1 and words[-1] in ("'s", "’s", "'"):
        words, end = words[:-1], end - 1
    titled = _TITLES.get(doc[start - 1].text.lower().rstrip(".")) if start else None
    first = words[0].lower().rstrip(".")
    gender = titled or _TITLES.get(first) or genders_of_names().get(first, "")
    gender = "" if gender == "unisex" else gender
    if label in _NO_PEOPLE:
        gender = "thing"
    return _Mention(start + at, end - 1 + at, words[-1].lower(), "name", gender, False, " ".join(words).lower())


def _phrase(doc: "SpacyDoc", head: int, at: int) -> _Mention | None:
    """A noun with what stands before it, where an article or the like says that it is known."""
    start = head
    while start and doc[start - 1].head.i in range(start, head + 1) and doc[start - 1].pos_ not in ("PUNCT", "VERB"):
        start -= 1
    first = doc[start].text.lower()
    known = first in _DEFINITE or doc[start].dep_ == "nmod:poss"
    low = doc[head].text.lower()
    gender = _noun_genders().get(low) or ("" if denotes_people(doc[head].lemma_.lower() or low) else "thing")
    text = " ".join(token.text.lower() for token in doc[start + (first in _DEFINITE) : head + 1])
    kind = "phrase" if known else "new phrase"
    return _Mention(start + at, head + at, low, kind, gender, doc[head].tag_ == "NNS", text)


def _pronoun(low: str, at: int) -> _Mention:
    gender = "male" if low in MASCULINE else "female" if low in FEMININE else "thing" if low in NEUTER else ""
    return _Mention(at, at, low, "pronoun", gender, low in THIRD_PLURAL or low in FIRST_PLURAL, low)


@cache
def _pronouns() -> frozenset[str]:
    return MASCULINE | FEMININE | NEUTER | THIRD_PLURAL | FIRST_SINGULAR | FIRST_PLURAL | SECOND_PERSON


@cache
def _noun_genders() -> Mapping[str, str]:
    """Nouns of one gender, by the word; each entry has the male word first."""
    found = {}
    for entry in lexicon("genders")["nouns"]:
        for place, word in enumerate(entry):
            found[word] = "female" if place % 2 else "male"
    return found


def _clusters(mentions: Sequence[_Mention]) -> list[list[_Mention]]:
    """Mentions that mean the same, by the rules, from left to right."""
    clusters: list[list[_Mention]] = []
    own: dict[int, int] = {}
    for number, mention in enumerate(mentions):
        before = _antecedent(mention, mentions[:number])
        if before is None:
            own[number] = len(clusters)
            clusters.append([mention])
        else:
            own[number] = own[before]
            clusters[own[before]].append(mention)
    return [cluster for cluster in clusters if len(cluster) > 1]


def _antecedent(mention: _Mention, before: Sequence[_Mention]) -> int | None:
    numbers = range(len(before) - 1, -1, -1)
    if mention.kind == "pronoun":
        for group in (FIRST_SINGULAR, FIRST_PLURAL, SECOND_PERSON):
            if mention.head in group:
                return next((number for number in numbers if before[number].head in group), None)
        return next((number for number in numbers if _fits(mention, before[number])), None)
    if mention.kind == "name":
        return next((number for number in numbers if _same_name(mention, before[number])), None)
    if mention.kind == "phrase":
        return next((number for number in numbers if _same_phrase(mention, before[number])), None)
    return None


def _fits(pronoun: _Mention, other: _Mention) -> bool:
    """Whether a pronoun of the third person can mean what another mention does."""
    if pronoun.start - other.end > _REACH or other.end >= pronoun.start:
        return False
    if other.kind == "pronoun":
        third = other.head in MASCULINE | FEMININE | NEUTER | THIRD_PLURAL
        return third and (other.gender, other.several) == (pronoun.gender, pronoun.several)
    if pronoun.several:
        return other.several
    if other.several:
        return False
    if pronoun.gender == "thing":
        return other.gender == "thing"
    return other.gender in (pronoun.gender, "")


def _same_name(name: _Mention, other: _Mention) -> bool:
    if other.kind != "name" or (name.gender and other.gender and name.gender != other.gender):
        return False
    one, two = name.text.split(), other.text.split()
    short, long = sorted((one, two), key=len)
    return long[-len(short) :] == short or long[: len(short)] == short


def _same_phrase(phrase: _Mention, other: _Mention) -> bool:
    return (
        other.kind in ("phrase", "new phrase")
        and other.text.split()[-1:] == phrase.text.split()[-1:]
        and (other.several == phrase.several and (other.text == phrase.text or len(phrase.text.split()) == 1))
    )
