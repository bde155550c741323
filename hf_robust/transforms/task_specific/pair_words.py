"""One word of a pair of texts becomes its opposite, so that the one text no longer follows from the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    ANY_SOME,
    ANY_WORDS,
    AS_THAN,
    AUXILIARIES,
    BE_DO_NOT,
    COMPARED_JUDGMENTS,
    CONCESSIVES,
    CONDITIONS,
    CONSEQUENCES,
    CONTRASTS,
    COUNTERS,
    EITHER_OR,
    EXTREME_LEVELS,
    FEW,
    GOALS,
    GROUPS,
    HEDGES,
    JOINERS,
    LESS,
    MORE,
    NEAR_DAYS,
    NEGATIONS,
    OTHERS,
    PARTICLES,
    PAST_MODALS,
    PLACE_PREPOSITIONS,
    QUESTION_WORDS,
    REASONS,
    RESTRICTIONS,
    SELDOM,
    SIDES,
    SINGULAR_POINTERS,
    SOME_ONE,
    THIRD_PLURAL,
    THOUGH,
)
from hf_robust.language.english.opposites_in_context import Opposed, opposed_words
from hf_robust.language.english.scene_words import ANYWHERE, room_phrases
from hf_robust.language.english.sentiment_words import side_of
from hf_robust.language.english.unseen_verbs import with_verb
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind
from hf_robust.transforms.antonyms import opposites_at
from hf_robust.transforms.base import match_case
from hf_robust.transforms.gendered_words import gender_of, word_swaps
from hf_robust.transforms.task_specific.contradictions import TurnedPair
from hf_robust.transforms.task_specific.pair_assertions import is_fixed, is_hedged, names_relative
from hf_robust.transforms.task_specific.pair_contraries import (
    TRENDS,
    contrary_swaps,
    exclusive_swaps,
    has_outcome,
    is_aside,
    is_held,
    is_held_by_rest,
    is_restrictive,
    moves_thing,
)
from hf_robust.transforms.task_specific.pair_denials import denial_swaps
from hf_robust.transforms.task_specific.pair_held_words import is_kept
from hf_robust.transforms.task_specific.pair_negations import negation_swaps
from hf_robust.transforms.task_specific.pair_no_subjects import no_subject_swaps
from hf_robust.transforms.task_specific.pair_people import person_swaps
from hf_robust.transforms.task_specific.pair_reference import may_be_another, may_be_elsewhere
from hf_robust.transforms.task_specific.pair_scenes import ANYBODY, POSTURES, is_other_posture, scene_swaps
from hf_robust.transforms.task_specific.pair_superlatives import asks_for_means, is_worst, only_worst, superlative_swaps
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap, says_same

# where one of these stands the opposite of a word is not what contradicts the sentence
UNSURE = (
    (NEGATIONS - {"cannot"})
    | HEDGES
    | PAST_MODALS
    | FEW
    | LESS
    | MORE
    | SELDOM
    | THOUGH
    | REASONS
    | COUNTERS
    | CONDITIONS
    | AS_THAN
    | (EITHER_OR - {"nor"})
    | SOME_ONE
    | ANY_SOME
    | frozenset(
        """nt whether anyone anything hardly barely only sometimes may can likely many lot lots one seem
            seems seemed appear appears almost nearly too enough until there ? but so due
            therefore thus""".split()
    )
)
# beside one of these a scene is still told as it is
_BESIDE = ANY_SOME | (FEW - {"few"}) | {"many", "lot", "lots"} | {"one", "most"}
# before one of these a main clause has ended; what follows does not change what it asserts
_SECOND_CLAUSES = REASONS | THOUGH | {"as", "but"}
# beside one of these a number is still sure
BESIDE_NUMBERS = _BESIDE | SOME_ONE | REASONS | CONCESSIVES
BESIDE_NUMBERS = BESIDE_NUMBERS | frozenset("there as too but so due therefore thus".split())
# the rest of such a text gives a reason or a consequence, or sets the word against another: its opposite makes no sense
_ARGUED = (
    (CONTRASTS - {"except"})
    | CONSEQUENCES
    | REASONS
    | frozenset("so as due amid given thanks otherwise instead besides - -- – — ; :".split())
)
# a word may need it that it stands near one of these, or its opposite may not stand there
_POLAR = (
    (NEGATIONS - {"nowhere"}) | ANY_WORDS | FEW | RESTRICTIONS | frozenset("nt ever until hardly barely even".split())
)
_OF_SUPERLATIVES = ANY_WORDS | {"ever"}
_CONDITIONS = frozenset("if when whenever once".split())
_DECIDED = frozenset("fail succeed win lose approve reject victory defeat success failure".split())
_BY = frozenset("vote votes margin score points percent".split())
_JOINTS = JOINERS | {"nor", "&", "/"}
_LISTED = 6  # tokens of a list that are looked at
_EXTREMES = COMPARED_JUDGMENTS | LESS | MORE | EXTREME_LEVELS | {"record", "smallest"}
_FOLLOWED = frozenset("after following on".split())
_HIDDEN = frozenset("hide fall lag leave take".split())
# of rooms and of the open alike
_EITHER_WAY = frozenset(
    "pool court gym stage arena stadium track rink ring market mall station bus train boat car vehicle truck tent "
    "garage porch balcony patio restaurant cafe stall bar concert fair party store shop".split()
)
_OTHERS = OTHERS | frozenset("different some both either while whereas".split())
_ASKING = AUXILIARIES | BE_DO_NOT
_PEOPLE = GROUPS | (THIRD_PLURAL - {"theirs", "themselves"}) | ANYBODY
_NO_SUBJECT = SINGULAR_POINTERS | frozenset("it its weather temperature sun rain snow what".split())
_PLACES = SIDES | PLACE_PREPOSITIONS | GOALS | {"by", "down", "of", "from"}
_RAISED = frozenset("$ money fund capital question issue concern awareness child kid".split())
_OF_MONEY = frozenset("$ percent % share profit quarter revenue company weight".split())
_INDICES = frozenset("index indices barometer gauge benchmark indicator average".split())
_COLORS = frozenset({"black", "white"})
_TITLES = frozenset({"NNP", "NNPS"})


def swaps(doc: Doc, other: Doc, strict: bool) -> list[Swap]:
    """The ways to turn one word of a text that the other text has, too, into its opposite.

    Who does it changes only where nothing else can.

    Args:
        doc: The text that changes.
        strict: Whether the new text must contradict the other; else it need only say another thing.
    """
    mine, yours = PairWords(doc), PairWords(other)
    if strict:
        found = _contradicting(doc, mine, yours) or list(denial_swaps(doc, mine, yours))
        found = found or list(negation_swaps(doc, mine, yours))
        return found or list(no_subject_swaps(doc, mine, yours))
    found = [*_listed(doc, mine, yours, strict), *_adjectives(doc, mine, yours, strict)]
    clear = [swap for swap in found if swap.excludes]
    opposite = clear or found or list(_genders(doc, mine, yours, strict))
    contrary = list(contrary_swaps(doc, mine, yours, partial(_is_senseless, mine)))
    if "?" in mine.low:
        found = [*opposite, *contrary, *superlative_swaps(doc, mine, yours)]
        return [swap for swap in found if not is_worst(swap)] or ([] if asks_for_means(mine) else found)
    # the rest of a statement holds on to most of its verbs and adjectives, and to few of its names
    names = [*(swap for swap in contrary if _is_of_name(doc, swap)), *person_swaps(doc, mine, yours)]
    return names or [*opposite, *contrary]


def _contradicting(doc: Doc, mine: PairWords, yours: PairWords) -> list[Swap]:
    """The swaps of words that both texts have, or of the place of a scene, by what excludes them."""
    if not (UNSURE - _BESIDE).isdisjoint(mine.low) or is_hedged([*mine.all]):
        end = _end_of_assertion(mine)
        return [swap for swap in exclusive_swaps(doc, mine, yours) if swap.edits[-1].end <= end]
    opposite = [] if not UNSURE.isdisjoint(mine.low) else _excluding(doc, mine, yours)
    found = [*opposite, *exclusive_swaps(doc, mine, yours), *scene_swaps(doc, mine, yours)]
    if not UNSURE.isdisjoint(mine.low) or not _OTHERS.isdisjoint(yours.low):
        return found
    ways = {edit.start for swap in found for edit in swap.edits}
    genders = _genders(doc, mine, yours, True)  # with the pronouns, where the noun alone cannot change
    return [*found, *(swap for swap in genders if ways.isdisjoint(edit.start for edit in swap.edits))]


def _is_of_name(doc: Doc, swap: Swap) -> bool:
    return doc.text[swap.edits[-1].start].isupper() and swap.edits[-1].start > 0


def _end_of_assertion(words: PairWords) -> int:
    """The character before which a text asserts: 0 where something else than a reason or a contrast is unsure."""
    if {"but", "still"} <= words.all:
        return 0  # what holds in spite of it
    for token, low, lemma in zip(words.tokens, words.low, words.lemmas):
        if low in _SECOND_CLAUSES:
            return token.start
        if low in UNSURE - _BESIDE or is_hedged([low, lemma]):
            return 0
    return 0


def _excluding(doc: Doc, mine: PairWords, yours: PairWords) -> list[Swap]:
    """The swaps of opposites that exclude each other."""
    if not _OTHERS.isdisjoint(yours.low):  # whoever is meant, all are in one place
        return [swap for swap in _listed(doc, mine, yours, True, places=True) if swap.excludes]
    found = [*_listed(doc, mine, yours, True), *_adjectives(doc, mine, yours, True)]
    return [swap for swap in found if swap.excludes]


def _listed(doc: Doc, mine: PairWords, yours: PairWords, strict: bool, places: bool = False) -> Iterator[Swap]:
    for found in opposed_words(doc):
        if places and (found.key not in ANYWHERE or found.kind != "end"):
            continue
        shared = yours.has(found.key)
        free = strict and found.key in ANYWHERE and found.kind == "end" and _is_plain_place(mine, yours)
        if not (shared or free) or yours.has(found.other) or mine.has(found.other) or mine.count(found.key) > 1:
            continue
        place, size = doc.token_at(found.start), len(found.key.split())
        if _is_bound(mine, place, size, found.key, strict) or _is_said_otherwise(found, mine, yours):
            continue
        if strict and found.kind == "before" and may_be_elsewhere(mine, place + size):
            continue  # there may be chairs behind a building, too
        yield Swap(_repaired(doc, found.start, found.end, found.new), found.excludes)
        if strict and found.key in ("outside", "outdoors"):
            yield from (Swap(_repaired(doc, found.start, found.end, room), True) for room in room_phrases())


def _is_plain_place(mine: PairWords, yours: PairWords) -> bool:
    """Whether "outside" is all that a text says of the place, of people or things, and the other one tells it too."""
    return _NO_SUBJECT.isdisjoint(mine.low) and _PLACES.isdisjoint(mine.low) and _EITHER_WAY.isdisjoint(yours.all)


def _is_bound(words: PairWords, place: int, size: int, key: str, strict: bool) -> bool:
    """Whether what stands round a word makes no sense with its opposite."""
    low, tokens = words.low, words.tokens
    if _is_joined(words, place, size) or _is_made_of_verb(words, place):
        return True
    if tokens[place].tag[:2] == "VB" and strict and place + size < len(low) and low[place + size] in PARTICLES:
        return True  # "divide up"
    if strict and (is_aside(words, place, key) or is_held_by_rest(words, place)):
        return True
    if strict:
        if place and (tokens[place].tag == "VB" and low[place - 1] == "to"):
            return True  # "efforts to win support"
        compound = tokens[place].tag[:2] == "NN" and place > 0 and tokens[place - 1].tag[:2] == "NN"
        return compound or is_fixed(tokens, place, size)
    if moves_thing(words, place, size) or _is_judged_alike(words, place) or is_kept(words, place, size, key):
        return True
    rest = {*low[:place], *low[place + size :]}
    polar = _POLAR - _OF_SUPERLATIVES if tokens[place].tag == "JJS" else _POLAR
    conditions = () if tokens[place].tag == "JJS" else _CONDITIONS
    if not _ARGUED.isdisjoint(rest) or not polar.isdisjoint(rest) or not {*low[1:]}.isdisjoint(conditions):
        return True
    if key == "without" and "be" in words.lemmas[max(0, place - 3) : place]:
        return True  # "it is wholly without merit"
    if low[place - 1] == "by" and tokens[place].tag == "VBG" and "?" not in low:
        return True  # a means to an end: "paid for by repealing tax cuts"
    if key == "without" and (low[place - 2 : place - 1] == ["every"] or tokens[place + 1].tag == "VBG"):
        return True  # "every day without an agreement is lost", "without building one"
    if tokens[place].tag == "JJR" and not _INDICES.isdisjoint(words.lemmas):
        return True  # "the index of smaller companies"
    if key == "raise" and not _RAISED.isdisjoint(words.lemmas[place + 1 : place + 5]):
        return True  # "raise $90 million"
    if low[-1] != "?" and low[place - 1] == "to" and tokens[place].tag == "VB" and tokens[place - 2].pos == "NOUN":
        return True  # what is done for a purpose: "split the contracts to avoid risks"
    if key in POSTURES and low[place + 1 : place + 2] == ["at"]:
        return True  # "the total stood at 154"
    if key in ("loss", "gain") and _OF_MONEY.isdisjoint(words.all):
        return True  # a defeat
    if (key == "protect" and "from" in low[place:]) or _leads_to_verb(words, place):
        return True
    if key == "include" and (low[place] == "including" or not _OTHERS.isdisjoint(low[:place])):
        return True  # of some that are told the text tells more: "his other films include"
    if is_held(words, key) or (tokens[place].tag[:2] == "NN" and place and tokens[place - 1].tag[:2] == "NN"):
        return True  # "hurricane strength"
    if has_outcome(words, place + size - 1):
        return True
    if key in ("always", "never") and "continue" in words.lemmas:
        return True  # "has always made, and continues to make"
    if key in _DECIDED and not _BY.isdisjoint(rest):
        return True  # "by a vote of 186 to 237"
    if key in ("before", "after") and (noun_kind(words.lemmas[place - 1]) == "time" or low[place + 1] in NEAR_DAYS):
        return True  # "a year after", "before yesterday"
    if key in ("before", "after", "behind") and not _HIDDEN.isdisjoint(words.lemmas):
        return True
    if key in ("above", "below"):
        return not TRENDS.isdisjoint(words.lemmas)
    if key not in TRENDS and low[place] not in TRENDS:
        return False
    # "from 2,000 to 400", "to its highest", "higher weight"; what a sentence begins with leads to the rest
    framed = (
        {"from", "to"} <= rest
        or not rest.isdisjoint({"below", "above"})
        or not _EXTREMES.isdisjoint(rest)
        or not _FOLLOWED.isdisjoint(low[place + size :])
    )
    return framed or low[0] == "with" or any(token.pos == "ADJ" for token in tokens[place + 1 : place + 3])


def _leads_to_verb(words: PairWords, place: int) -> bool:
    """Whether the same people do another thing that goes with an act: "banned talks and imposed measures"."""
    tokens = words.tokens
    if tokens[place].tag[:2] != "VB":
        return False
    later = range(place + 1, len(tokens) - 1)
    return any(tokens[n].pos == "CCONJ" and tokens[n + 1].tag == tokens[place].tag for n in later)


def _is_judged_alike(words: PairWords, place: int) -> bool:
    """Whether a text judges on the same side beside an adjective: "wrong, and it was dangerous"."""
    tokens = words.tokens
    side = side_of(tokens[place]) if tokens[place].pos in ("ADJ", "VERB") else None
    if side is None:
        return False
    if tokens[place].tag != "JJ":
        rest = (token for number, token in enumerate(tokens) if token.pos in ("ADJ", "NOUN") and number != place)
        return any(side_of(token) == side for token in rest)
    others = [number for number, token in enumerate(tokens) if number != place and token.tag == "JJ"]
    joined = (number for number in others if number < place and not _JOINTS.isdisjoint(words.low[number:place]))
    said = any(words.lemmas[number - 1] == "be" for number in joined if number)
    return any(side_of(tokens[number]) == side for number in others) or (said and words.lemmas[place - 1] == "be")


def _asks_yes_or_no(words: PairWords) -> bool:
    """Whether a text is a question that asks the same with an opposite: "It is possible?"."""
    return words.low[-1] == "?" and (words.low[0] in _ASKING or QUESTION_WORDS.isdisjoint(words.low))


def _is_senseless(words: PairWords, place: int, size: int, key: str) -> bool:
    """Whether the contrary of an opposite makes no sense or changes nothing, as in a question for yes or no."""
    tag = words.tokens[place].tag
    if tag[:2] == "JJ" and _asks_yes_or_no(words):
        return True
    if tag in ("JJR", "JJS") and not (TRENDS - {"higher", "lower"}).isdisjoint(words.all):
        return True
    return _is_bound(words, place, size, key, strict=False)


def _is_joined(words: PairWords, place: int, size: int) -> bool:
    """Whether a word is one of several that are listed: "mutual advantage and assistance"."""
    after = words.low[place + size] if place + size < len(words.low) else ""
    if after == "," and not _JOINTS.isdisjoint(words.low[place + size :][:_LISTED]):
        return True
    first = place
    while first and words.tokens[first - 1].pos in ("ADJ", "ADV"):
        first -= 1
    return after in _JOINTS or (first > 0 and words.low[first - 1] in _JOINTS)


def _is_made_of_verb(words: PairWords, place: int) -> bool:
    """Whether a participle says of what kind a thing is: "their weakened companions"."""
    after = words.tokens[place + 1].tag if place + 1 < len(words.tokens) else ""
    before = words.tokens[place - 1].tag if place else ""
    return words.tokens[place].tag == "VBN" and after[:2] == "NN" and before in ("DT", "PRP$", "POS", "JJ", "IN", "CD")


def _is_said_otherwise(found: Opposed, mine: PairWords, yours: PairWords) -> bool:
    """Whether the two texts do not say the same of the same, or the opposite is told in other words."""
    if found.kind in ("before", "towards"):
        return mine.nouns_after(found.key).isdisjoint(yours.nouns_after(found.key))
    if found.kind == "end" and found.key in ANYWHERE:
        same = {"outside", "outdoors", "outdoor"}, {"inside", "indoors", "indoor"}
        against = same[0] if found.key in same[1] else same[1]
        return not against.isdisjoint(yours.all | mine.all) or not _NO_SUBJECT.isdisjoint(mine.low[:2])
    if found.key in POSTURES and is_other_posture(found.key, yours):
        return True
    if found.key in TRENDS and not TRENDS.isdisjoint(mine.all - set(_forms(mine, found.key))):
        return True
    return found.kind in ("verb", "noun") and yours.count(found.key) > 1


def _forms(words: PairWords, key: str) -> Iterator[str]:
    """A dictionary form and the words of a text that are forms of it."""
    yield key
    yield from (low for low, lemma in zip(words.low, words.lemmas) if lemma == key)


def _adjectives(doc: Doc, mine: PairWords, yours: PairWords, strict: bool) -> Iterator[Swap]:
    if mine.low[:1] and _asks_yes_or_no(mine):
        return  # "Is it safe?" asks what "Is it dangerous?" asks
    for place, token in enumerate(doc.tokens):
        if token.pos != "ADJ" or not doc.is_free(token.start, token.end) or mine.low[place] not in yours.low:
            continue
        if mine.lemmas[place] in _COLORS and not _is_of_thing(mine, place):
            continue
        if (
            mine.count(mine.low[place]) > 1
            or yours.count(mine.low[place]) > 1
            or "how" in mine.low[max(0, place - 1) :][:1]
        ):
            continue
        for new in opposites_at(doc, place) or ():
            lemma = mine.lemmas[place]
            if not strict and lemma in ("next", "previous") and token.tag == "JJ":
                continue  # "who will be the previous president"
            if yours.has(new) or mine.has(new) or not _same_noun(mine, yours, place):
                continue
            if strict and (_is_of_kind(mine, place) or is_restrictive(mine, place) or may_be_another(mine, place)):
                continue
            if _is_bound(mine, place, 1, lemma, strict):
                continue
            if (
                new.endswith("ed")
                and new.endswith(lemma)
                and place + 1 < len(mine.low)
                and doc.tokens[place + 1].tag[:2] == "NN"
            ):
                continue  # "disorganized fraud"
            # "an older man" is older than somebody whom the text does not name
            excludes = lemma != "same" and token.tag == "JJ"
            yield Swap(_repaired(doc, token.start, token.end, new), excludes)


def _is_of_thing(words: PairWords, place: int) -> bool:
    """Whether the noun after a color names a thing or an animal."""
    noun = words.head(place + 1) if place + 1 < len(words.low) else place
    return noun_kind(words.lemmas[noun]) in CONCRETE


def _is_of_kind(words: PairWords, place: int) -> bool:
    """Whether an adjective stands before a bare abstract noun, of which other kinds may be too: "legal advice"."""
    before, after = words.tokens[place - 1 : place], words.tokens[place + 1 : place + 2]
    if not after or after[0].tag != "NN" or (before and before[0].tag in ("DT", "PRP$", "POS", "CD", "JJ", "RB")):
        return False
    return noun_kind(words.lemmas[words.head(place + 1)]) not in CONCRETE | {"person"}


def _same_noun(mine: PairWords, yours: PairWords, place: int) -> bool:
    """Whether both texts have an adjective before the same noun, once, or both say it of something."""
    noun = next((at for at in range(place + 1, min(place + 3, len(mine.low))) if mine.tokens[at].tag[:2] == "NN"), None)
    there = yours.low.index(mine.low[place])
    after = yours.lemmas[there + 1 : there + 4]
    if noun is None:
        return not any(token.tag[:2] == "NN" for token in yours.tokens[there + 1 : there + 2])
    lemma = mine.lemmas[mine.head(noun)]
    return lemma in after and yours.count(lemma) == 1 and mine.count(lemma) == 1


def _genders(doc: Doc, mine: PairWords, yours: PairWords, strict: bool) -> Iterator[Swap]:
    """A text of men alone becomes one of women, and the other way round."""
    here = {gender for word in mine.low if (gender := gender_of(word))}
    there = {gender for word in yours.low if (gender := gender_of(word))}
    if len(here) != 1 or here != there or not _are_all(mine) or not _are_all(yours) or not _is_same(mine, yours):
        return
    if strict and (names_relative([*mine.all]) or not says_same(mine, yours)):
        return
    try:
        edits = word_swaps(doc, "female" if here == {"male"} else "male")
    except NotApplicable:
        return
    if edits:
        yield Swap(tuple(with_articles(doc, sorted(edits))), True)


def _are_all(words: PairWords) -> bool:
    """Whether nobody is mentioned but by nouns and pronouns of a gender, and one noun at most."""
    nouns = set()
    for token, low, lemma in zip(words.tokens, words.low, words.lemmas):
        if lemma in _PEOPLE or low in _PEOPLE or (token.tag in _TITLES and not gender_of(low)):
            return False
        if token.tag[:2] == "NN" and gender_of(low):
            nouns.add(lemma)
        elif token.tag[:2] == "NN" and noun_kind(lemma) == "person":
            return False
    return len(nouns) == 1 and sum(lemma in nouns for lemma in words.lemmas) == 1


def _is_same(mine: PairWords, yours: PairWords) -> bool:
    """Whether the person is mentioned in both texts in the same number."""
    tags = [
        {t.tag for t, low in zip(each.tokens, each.low) if t.tag[:2] == "NN" and gender_of(low)}
        for each in (mine, yours)
    ]
    return tags[0] == tags[1]


def _repaired(doc: Doc, start: int, end: int, new: str) -> tuple[Edit, ...]:
    return tuple(with_articles(doc, [Edit(start, end, match_case(doc.text[start:end], new))]))


@dataclass(frozen=True, kw_only=True)
class TurnedWord(TurnedPair):
    """Base of those that turn a pair by one word."""

    level = "word"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet",)

    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        # first a word, then what replaces it: a word with many replacements is not drawn more often
        found: dict[int, list[Swap]] = {}
        options = swaps(with_verb(doc) if strict else doc, other, strict)
        if not strict and only_worst(options) and not only_worst(swaps(other, doc, strict)):
            return ()  # the other text changes another word
        # a likely replacement that two tables name is not drawn more often
        for swap in options if strict else {one.edits: one for one in options}.values():
            found.setdefault(swap.edits[-1].start, []).append(swap)
        return rng.choice(rng.choice(list(found.values()))).edits if found else ()
