"""One part of a scene in a hypothesis becomes another that excludes it: who acts, what they do, where they are."""

from collections.abc import Iterator

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import GROUPS, INDEFINITE_ARTICLES, OTHERS, WHEN_WHERE
from hf_robust.language.english.scene_words import Excluded, scene_words
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.base import match_case
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.task_specific.pair_assertions import names_relative
from hf_robust.transforms.task_specific.pair_reference import may_be_another
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap, says_same

POSTURES = frozenset({"sit", "stand", "lie"})
_UPRIGHT = frozenset({"up", "straight", "upright", "erect"})
_LIVING = frozenset({"person", "animal", "group"})
_LINKS = (WHEN_WHERE - {"when"}) | {"that", "as"}
# who may be anybody
ANYBODY = frozenset(
    "person adult child kid baby toddler infant teen teenager someone somebody everyone individual pair trio "
    "folk".split()
)
_OTHERS_TOO = ANYBODY | GROUPS | OTHERS | {"they", "them"}
_OF_ONE_GENDER = frozenset("beard bearded mustache bald shirtless dress skirt bikini pregnant topless".split())


def scene_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to replace a part of a scene that both texts tell by one that excludes it.

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    for found in scene_words(doc):
        if not doc.is_free(found.start, found.end) or not _is_told_once(found, mine, yours):
            continue
        if found.kind == "subject" and not _is_only_one(found, mine, yours):
            continue
        if found.kind == "color" and not _is_same_thing(doc, found, mine, yours):
            continue
        if found.kind == "color" and may_be_another(mine, doc.token_at(found.start)):
            continue  # another house that is near may have another color
        if found.kind == "color" and mine.low[0] in INDEFINITE_ARTICLES and not acts_alone(yours):
            continue  # another boy may have a balloon of another color
        if found.kind == "deed" and _is_other_deed(found, yours):
            continue
        if found.kind == "action" and not acts_alone(yours):
            continue
        if found.kind in ("deed", "color") and not OTHERS.isdisjoint(yours.low):
            continue
        for new, words in found.others:
            if any(mine.has(word) or yours.has(word) for word in words):
                continue
            if found.kind == "subject" and not _fits(found, new, mine):
                continue
            old = doc.text[found.start : found.end]
            yield Swap(tuple(with_articles(doc, [Edit(found.start, found.end, match_case(old, new))])), True)


def _is_told_once(found: Excluded, mine: PairWords, yours: PairWords) -> bool:
    """Whether the premise tells the same, and both texts tell it once."""
    return _times(found, yours) == 1 and _times(found, mine) == 1


def _times(found: Excluded, words: PairWords) -> int:
    single = sum(bool({low, lemma} & found.same) for low, lemma in zip(words.low, words.lemmas))
    return single + sum(f" {word} " in words.joined for word in found.same if " " in word)


def _is_only_one(found: Excluded, mine: PairWords, yours: PairWords) -> bool:
    """Whether the texts mention nobody else who could be meant, and no more of the same."""
    if not _OTHERS_TOO.isdisjoint(mine.all | yours.all) or not says_same(mine, yours) or names_relative([*mine.all]):
        return False
    tags = [
        {token.tag for token, lemma in zip(words.tokens, words.lemmas) if lemma in found.same}
        for words in (mine, yours)
    ]
    kinds = [noun_kind(lemma) for token, lemma in zip(yours.tokens, yours.lemmas) if token.tag[:2] == "NN"]
    person = any(gender_of(word) for word in found.same)
    return tags[0] == tags[1] and kinds.count("person" if person else "animal") == 1


def acts_alone(yours: PairWords) -> bool:
    """Whether the premise mentions one person or group, or one animal, and nobody else."""
    nouns = [lemma for token, lemma in zip(yours.tokens, yours.lemmas) if token.tag[:2] == "NN"]
    acting = sum(noun in ANYBODY | GROUPS or noun_kind(noun) in _LIVING for noun in nouns)
    return acting == 1 and OTHERS.isdisjoint(yours.low)


def _is_other_deed(found: Excluded, yours: PairWords) -> bool:
    """Whether the premise tells a posture of something else."""
    return any(is_other_posture(posture, yours) for posture in POSTURES & found.same)


def is_other_posture(key: str, words: PairWords) -> bool:
    """Whether a thing has the posture ("a boat sits on the lake"), or an animal may have both ("sits straight up")."""
    place = next((n for n, lemma in enumerate(words.lemmas) if lemma == key and words.tokens[n].pos == "VERB"), None)
    if place is None:
        return True
    if not _UPRIGHT.isdisjoint(words.low[place + 1 : place + 3]):
        return True
    if not place or words.tokens[place - 1].tag not in ("NN", "NNS"):
        return False
    start = place - 1
    while start and words.tokens[start - 1].tag[:2] in ("NN", "JJ", "DT", "PR", "CD"):
        start -= 1
    leads = start and words.tokens[start - 1].tag == "IN" and words.low[start - 1] not in _LINKS
    return not leads and noun_kind(words.lemmas[place - 1]) not in _LIVING


def _fits(found: Excluded, new: str, mine: PairWords) -> bool:
    """Whether the pronouns and clothes of a text fit who acts then."""
    old = next((gender for word in found.same if (gender := gender_of(word))), None)
    if old is None or gender_of(new) == old:
        return True
    pronouns = any(gender_of(low) and low not in found.same for low, t in zip(mine.low, mine.tokens) if t.pos == "PRON")
    return not pronouns and _OF_ONE_GENDER.isdisjoint(mine.all)


def _is_same_thing(doc: Doc, found: Excluded, mine: PairWords, yours: PairWords) -> bool:
    """Whether a color belongs to the same noun in both texts."""
    color = doc.text[found.start : found.end].lower()
    place = doc.token_at(found.start)
    noun = mine.lemmas[mine.head(place + 1)]
    there = yours.low.index(color)
    return noun in yours.lemmas[there + 1 : there + 3] and yours.count(noun) == 1 and mine.count(noun) == 1
