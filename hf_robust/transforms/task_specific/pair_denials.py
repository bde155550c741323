"""A word of an entailed hypothesis becomes one that denies the rest, however the premise tells it."""

from collections.abc import Iterator

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.asserted_clause import Assertion, main_clause
from hf_robust.language.english.closed_classes import (
    BE,
    BE_TENSED,
    BEFORE_AFTER,
    DISTRIBUTIVES,
    FREQUENCIES,
    FULL_DEGREES,
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    JOINERS,
    KIND_NOUNS,
    LESS,
    LINKING_VERBS,
    MANY,
    MIDDLE_DEGREES,
    MORE,
    NEGATIONS,
    NUMBER_WORDS,
    OTHERS,
    PARTICLES,
    PROVIDE,
    QUANTITIES,
    RELATIVE_PRONOUNS,
    SEVERAL,
    SHORT_DEGREES,
    STRONG_DEGREES,
    WHEN_WHERE,
)
from hf_robust.language.english.denying_words import STATES, denying_verb
from hf_robust.language.english.opposites_in_context import opposed_words
from hf_robust.language.english.scene_words import ANYWHERE
from hf_robust.language.english.standing_judgments import ATTITUDES
from hf_robust.language.english.verbs import ADVERBS
from hf_robust.language.lexicons.wordnet import CONCRETE, is_compound, noun_kind
from hf_robust.transforms.antonyms import opposites_at
from hf_robust.transforms.base import match_case
from hf_robust.transforms.task_specific.pair_assertions import is_fixed
from hf_robust.transforms.task_specific.pair_contraries import is_held_by_rest
from hf_robust.transforms.task_specific.pair_existence import (
    ALSO,
    BEFORE_NOUNS,
    Found,
    denied_existence,
    is_bare,
    is_sole_denial,
    lists_more,
)
from hf_robust.transforms.task_specific.pair_possibilities import is_somebody, possibilities
from hf_robust.transforms.task_specific.pair_reference import (
    happens_once,
    has_bare_plural,
    has_plain_agent,
    may_be_elsewhere,
    tells_of_another,
)
from hf_robust.transforms.task_specific.pair_scenes import acts_alone
from hf_robust.transforms.task_specific.pair_told import told_share
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap
from hf_robust.transforms.task_specific.relation_phrases import LOCATIVE_VERBS

# verbs of acts that may follow each other: who opened a door may have closed it as well
_IN_TURN = frozenset(
    "throw catch open close enter leave push pull load unload fill empty climb descend sit stand lie tie untie pack "
    "unpack wrap unwrap inhale exhale begin end uncover fasten unfasten raise lower".split()
)
_LINKED = LINKING_VERBS | {"prove"}
# verbs before "a" or a bare noun, which becomes "no"
_HOLDING = PROVIDE | frozenset(
    "have contain give receive find show need require include produce create write suggest issue own bring attend "
    "handle cause earn yield involve possess pose raise publish propose gain house feature offer display play".split()
)
_LIKELY = {"likely": "unlikely", "unlikely": "likely"}
_SURE = frozenset({"sure", "certain", "uncertain", "confident"})  # of these the opposite takes no "to"
_ACTS = frozenset({"closed", "married", "connected", "damaged", "broken", "ruined"})  # also participles of events
_RAISING = STRONG_DEGREES | SHORT_DEGREES | MIDDLE_DEGREES | FULL_DEGREES | {"highly"}
_SOMEBODY = {
    **dict.fromkeys(("everyone", "someone"), "no one"),
    **dict.fromkeys(("everybody", "somebody"), "nobody"),
    "everything": "nothing",
    "nobody": "everybody",
    "nothing": "everything",
}
_ANYBODY = {word: other for word, other in _SOMEBODY.items() if other.startswith(("no", "nothing"))} | {
    "something": "nothing",
    "everywhere": "nowhere",
    "somewhere": "nowhere",
}
_SEVERAL = SEVERAL | {"some"}
_SOME = dict.fromkeys(QUANTITIES | MANY | DISTRIBUTIVES | _SEVERAL, "no")
_SOME_OF = dict.fromkeys((QUANTITIES | MANY | DISTRIBUTIVES) - {"every"}, "none")
_HOW_OFTEN = dict.fromkeys((FREQUENCIES - {"always"}) | {"generally", "typically", "normally"}, "rarely") | {
    "always": "never",
    "sometimes": "never",
    "occasionally": "never",
    "rarely": "often",
    "seldom": "often",
    "still": "no longer",
    "successfully": "unsuccessfully",
    "well": "badly",
    "poorly": "well",
    "badly": "well",
    "correctly": "incorrectly",
    "accurately": "inaccurately",
}
_NOUNS = frozenset({"NN", "NNS"})

_SIDES = frozenset({"near", "next to", "close to", "inside", "outside", "above", "below"}) | {
    "on top of",
    "underneath",
    "outside of",
    "inside of",
}
_LINKS = RELATIVE_PRONOUNS | JOINERS | WHEN_WHERE | {"that", "to"}
_WITH_AFTER = frozenset({"name", "look", "take", "call", "run", "go", "soon", "long", "ever"})
_MORE = {"more": "less", "less": "more", "fewer": "more"}
# "have a look" tells an act, and "have a good time" a mood
_LIGHT = KIND_NOUNS | frozenset(
    "look talk chat drink break meal seat conversation walk nap rest try go shower time day party fun discussion "
    "argument lunch dinner breakfast snack picnic swim ride bite lot couple few bit little number variety range "
    "great good most majority ample different other same enough".split()
)
_TOLD = 0.4  # share of the words of a hypothesis that the premise must have


def denial_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to replace a word of a hypothesis so that the new hypothesis denies the old one.

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    clause = main_clause(doc.tokens, possible=False)
    if clause is None:
        yield from _likely(doc, mine, yours)
        return
    if not _is_existence(mine, clause) and told_share(mine, yours) < _TOLD:
        return  # what follows from so few words of the premise is not sure enough for its denial
    # "no" stands for an article only where nothing has an opposite of its own
    found = [*_amounts(mine, yours, clause), *_predicates(doc, mine, yours, clause)] or list(_had(mine, clause))
    for start, end, new in found:
        if doc.is_free(start, end):
            old = doc.text[start:end]
            kept = start > 0 and new.endswith(old)  # "no" before a name keeps its own case
            yield Swap(tuple(with_articles(doc, [Edit(start, end, new if kept else match_case(old, new))])), True)


def _likely(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """What is likely, as the premise says too, becomes unlikely: "is likely to rise"."""
    for place in range(1, len(mine.low) - 1):
        new = _LIKELY.get(mine.low[place])
        if new is None or mine.low[place - 1] not in BE_TENSED or mine.low[place + 1] not in ("to", "that"):
            continue
        same = {mine.low[place]} if new == "likely" else {"likely", "probably", "probability"}
        if same.isdisjoint(yours.low) or yours.has(new) or told_share(mine, yours) < _TOLD:
            continue
        if NEGATIONS.isdisjoint(mine.low) and sum(word in _LIKELY for word in mine.low) == 1:
            token = doc.tokens[place]
            yield Swap((Edit(token.start, token.end, new),), True)


def _is_existence(mine: PairWords, clause: Assertion) -> bool:
    """Whether a text says that there is something."""
    there = mine.low[clause.first] == "there" and mine.lemmas[clause.main] == "be"
    return mine.tokens[clause.first].tag == "EX" or there


def _amounts(mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """How many there are, or do something, or have something."""
    low, tokens = mine.low, mine.tokens
    first, finite = clause.first, clause.finite
    if _is_existence(mine, clause):
        yield from denied_existence(mine, yours, clause)
        return
    if "no" in low and low.count("no") == 1 and low.index("no") == clause.main + 1 and is_sole_denial(mine):
        at = low.index("no")
        if tokens[at + 1].tag == "NNS" and mine.lemmas[clause.main] in ("have", "contain"):
            yield tokens[at].start, tokens[at].end, "many"
    if any(word in NEGATIONS for word in low):
        yield from _affirmed(mine, yours, clause)
        return
    if not ALSO.isdisjoint(low):
        return
    word, after = low[first], low[first + 1]
    if word in _SOMEBODY and first + 1 == finite:
        yield tokens[first].start, tokens[first].end, _SOMEBODY[word]
    elif after == "of" and word in _SOME_OF:
        yield tokens[first].start, tokens[first].end, _SOME_OF[word]
    elif word in _SOME and tokens[first + 1].tag in BEFORE_NOUNS | {"NNP"} and "," not in low[first:finite]:
        yield tokens[first].start, tokens[first].end, _SOME[word]
    elif low[first : first + 3] in (["a", "lot", "of"], ["a", "number", "of"]):
        yield tokens[first].start, tokens[first + 2].end, "no"
    elif low[first : first + 3] == ["a", "majority", "of"]:
        yield tokens[first + 1].start, tokens[first + 1].end, "minority"
    elif after == "of" and low[first] in NUMBER_WORDS:
        yield tokens[first].start, tokens[first].end, "none"
    elif low[first : first + 2] == ["a", "few"] and tokens[first + 2].tag in BEFORE_NOUNS:
        yield tokens[first].start, tokens[first + 1].end, "no"
    if clause.definite and not clause.modal:
        yield from _objects(mine, clause)


def _had(mine: PairWords, clause: Assertion) -> Iterator[Found]:
    """What somebody or something has: "has a search box"."""
    low, tokens = mine.low, mine.tokens
    at = clause.main + 1
    if at + 1 >= len(tokens) or tokens[clause.main].tag == "VBG" or mine.lemmas[clause.main] not in _HOLDING:
        return
    if not clause.definite or clause.modal or not (NEGATIONS | ALSO).isdisjoint(low):
        return
    if tokens[clause.main].tag == "VBN" and not BE.isdisjoint(low[clause.finite : clause.main]):
        return  # "is being published today"
    noun = next((n for n in range(at, len(tokens)) if tokens[n].tag in _NOUNS), None)
    if noun is None or not _LIGHT.isdisjoint(low[at : mine.head(noun) + 1]) or lists_more(mine, at):
        return
    if mine.lemmas[clause.main] == "play" and mine.lemmas[noun] not in ("role", "part"):
        return
    if any(one == "and" and two in INDEFINITE_ARTICLES for one, two in zip(low[at:], low[at + 1 :])):
        return  # "has a tube in his nose and a tank beside him"
    counted = tokens[at].tag == "CD" and tokens[mine.head(noun)].tag == "NNS" and low[at] != "one"
    if any(tokens[n].tag in ("JJR", "JJS", "RBR", "RBS", "CD", "PDT", "VBN") for n in range(at + counted, noun)):
        return
    if counted or (low[at] in INDEFINITE_ARTICLES | MANY | _SEVERAL and tokens[at + 1].tag in BEFORE_NOUNS):
        yield tokens[at].start, tokens[at].end, "no"
    elif is_bare(mine, at):
        yield tokens[at].start, tokens[at].end, f"no {tokens[at].text}"


def _objects(mine: PairWords, clause: Assertion) -> Iterator[Found]:
    """How much or whom an act concerns: "cut some plastic", "did something", "tried all of them"."""
    low, tokens = mine.low, mine.tokens
    if mine.lemmas[clause.main] in LINKING_VERBS or "and" in low[clause.main :]:
        return
    for at in range(clause.main + 1, len(tokens)):
        if low[at] in _LINKS or tokens[at].tag[:2] == "VB" or (at > clause.main + 1 and low[at] != "everywhere"):
            return
        after = low[at + 1] if at + 1 < len(low) else ""
        if low[at] in _ANYBODY:
            yield tokens[at].start, tokens[at].end, _ANYBODY[low[at]]
        elif after and noun_kind(mine.lemmas[at + 1]) == "time":
            return  # "worked all day"
        elif low[at] in _SOME and after and tokens[at + 1].tag in BEFORE_NOUNS and tokens[at - 1].tag != "DT":
            yield tokens[at].start, tokens[at].end, _SOME[low[at]]
        elif low[at] in _SOME_OF and after == "of":
            yield tokens[at].start, tokens[at].end, _SOME_OF[low[at]]


def _affirmed(mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """A denial that becomes what it denies: "never" and "often", "no longer" and "still"."""
    low, tokens = mine.low, mine.tokens
    if not is_sole_denial(mine) or not ALSO.isdisjoint(low):
        return
    at = next(n for n, word in enumerate(low) if word in NEGATIONS)
    if low[at] == "never" and clause.finite - 1 <= at <= clause.main:
        yield tokens[at].start, tokens[at].end, "often"
    elif low[at : at + 2] == ["no", "longer"] and clause.finite - 1 <= at <= clause.main:
        yield tokens[at].start, tokens[at + 1].end, "still"
    elif at == clause.first and low[at : at + 2] in (["no", "one"], ["no-one"]):
        yield tokens[at].start, tokens[at + (low[at] == "no")].end, "everyone"
    elif at == clause.first and low[at : at + 2] == ["none", "of"]:
        if tokens[clause.finite].tag != "VBZ" and low[clause.finite] != "was":  # "none of them was"
            yield tokens[at].start, tokens[at].end, "all"
    elif at == clause.first and low[at] in _SOMEBODY:
        yield tokens[at].start, tokens[at].end, _SOMEBODY[low[at]]
    elif low[at] in ("not", "n't") and low[at + 1] == "able":
        yield tokens[at].start, tokens[at + 1].end, "able"
    elif low[at] in ("not", "n't") and at <= clause.main + 1:
        yield from _states(mine, yours, clause, complementary=True)


def _predicates(doc: Doc, mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """What the main clause says of its subject."""
    if clause.denied:
        return
    if not OTHERS.isdisjoint(yours.low) and is_somebody(mine, clause):
        return
    yield from possibilities(mine, yours, clause)
    if not (clause.definite or (clause.one and acts_alone(yours))) or has_bare_plural(mine, clause):
        return
    for start, end, new in (
        *_verbs(doc, mine, yours, clause),
        *_states(mine, yours, clause, complementary=False),
        *_listed_states(doc, mine, yours, clause),
        *_compared(doc, mine, clause),
        *_adverbs(mine, clause),
        *_places(doc, mine, clause),
    ):
        if clause.definite or not yours.has(new):
            yield start, end, new


def _verbs(doc: Doc, mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    low, tokens, main = mine.low, mine.tokens, clause.main
    if clause.modal or tokens[main].text[0].isupper() or not _is_sole_act(mine, main) or has_plain_agent(mine, main):
        return
    token = tokens[main]
    after = low[main + 1] if main + 1 < len(low) else ""
    passive = main > clause.finite and token.tag == "VBN" and not HAVE_TENSED.issuperset({low[clause.finite]})
    passive = passive or "been" in low[clause.finite : main]
    if low[clause.finite] in ("would", "'d") and mine.lemmas[main] in ("like", "love", "hate"):
        return
    new = denying_verb(tokens, main, passive)
    if new is not None:
        if not new.startswith("forbid") or yours.has(mine.lemmas[main]):  # what is forbidden may be done
            yield token.start, token.end, new
        return
    if after in PARTICLES | {"from", "over", "in"}:
        return
    for found in opposed_words(doc):
        if found.kind != "verb" or not found.excludes or found.start != token.start or found.key in _IN_TURN:
            continue
        if is_held_by_rest(mine, main):
            continue  # "fell 1.5%, the biggest drop in a decade", "was destroyed, killing ten"
        if found.key == "die" and main + 1 < len(tokens) and tokens[main + 1].pos == "ADV":
            continue  # "died peacefully"
        follows = tokens[main + 1].pos if main + 1 < len(tokens) else ""
        if found.key in ("fall", "rise", "grow") and follows in ("ADJ", "VERB", "NOUN"):
            continue  # "fall asleep", "grow tired", "grow tomatoes"
        if token.tag == "VBG" and found.key in ATTITUDES:
            continue  # nobody is disliking
        if after in ("to", "that") and found.other not in ("disagree", "agree"):
            continue
        yield found.start, found.end, found.new


def _is_sole_act(mine: PairWords, main: int) -> bool:
    """Whether no second verb is joined to the main one: "love and honor"."""
    return not {"and", "or"} & {*mine.low[main + 1 : main + 2], *mine.low[max(0, main - 1) : main]}


def _adverbs(mine: PairWords, clause: Assertion) -> Iterator[Found]:
    low, tokens = mine.low, mine.tokens
    joined = "and" in low[clause.main :]
    span = range(max(0, clause.finite - 1), clause.main + 1)
    for at in span:
        new = _HOW_OFTEN.get(low[at])
        if joined and new != "never":
            continue
        if new is None or tokens[at].tag not in ADVERBS or (clause.modal and low[at] != "still"):
            continue
        after = tokens[at + 1].tag if at + 1 < len(tokens) else "."
        if low[at] in ("well", "poorly", "badly") and after != "VBN":
            continue
        if low[at] == "still" and at > clause.finite and tokens[clause.finite].tag == "MD" and not clause.modal:
            continue
        yield tokens[at].start, tokens[at].end, new


def _states(mine: PairWords, yours: PairWords, clause: Assertion, complementary: bool) -> Iterator[Found]:
    """An adjective that is said of the subject, as the predicate or in it."""
    low, tokens = mine.low, mine.tokens
    at = _adjective(mine, clause)
    if at is None or is_fixed(tokens, at) or tells_of_another(mine, yours, at):
        return
    after = low[at + 1] if at + 1 < len(low) else ""
    if (low[at] in _SURE and after == "to") or (tokens[at + 1 : at + 2] and _is_term(mine, at)):
        return  # "sure to invest", "an open field"
    new = STATES.get(low[at])
    if new is None or (complementary and not (new.endswith(low[at]) and len(new) > len(low[at]))):
        return
    start = at
    if at and low[at - 1] in _RAISING and len(new) > len(low[at]) and new.endswith(low[at]):
        start = at - 1
    yield tokens[start].start, tokens[at].end, new


def _is_term(mine: PairWords, at: int) -> bool:
    """Whether an adjective and the noun behind it are one term: "open field", "high school"."""
    noun = mine.tokens[at + 1].tag in _NOUNS
    return noun and (mine.low[at] in ("open", "closed", "great") or is_compound(mine.low[at], mine.low[at + 1]))


def _adjective(mine: PairWords, clause: Assertion) -> int | None:
    """The adjective after the verb, if no other one is joined to it."""
    low, tokens, main = mine.low, mine.tokens, clause.main
    if (
        main > clause.finite
        and tokens[main].tag == "VBN"
        and low[clause.finite] in BE_TENSED
        and low[main] in STATES.keys() - _ACTS
    ):
        main -= 1  # a participle that is used as an adjective: "you are demented"
    lemma = mine.lemmas[main]
    if lemma not in _LINKED and low[main] not in BE_TENSED:
        return None
    at = main + 1
    while at < len(tokens) and (tokens[at].tag in ("RB", "DT") or low[at] == "n't"):
        at += 1
    if at >= len(tokens) or tokens[at].tag not in ("JJ", "JJS", "VBN"):
        return None
    after = low[at + 1] if at + 1 < len(low) else ""
    follows = tokens[at + 1].tag if at + 1 < len(tokens) else "."
    listed = after == "," and tokens[at + 2 : at + 3] and tokens[at + 2].pos in ("ADJ", "ADV", "VERB")
    if (
        after in JOINERS | {"but", "of", "-"}
        or (low[at] == "right" and follows == "IN")
        or listed
        or follows in ("JJ", "POS")
    ):
        return None
    if "and" in low[at:]:
        return None  # what else is said goes with the adjective
    return None if low[at - 1] in LESS | MORE | {"too", "as"} else at


def _listed_states(doc: Doc, mine: PairWords, yours: PairWords, clause: Assertion) -> Iterator[Found]:
    """An opposite by the tables for all texts: an adjective, or a noun that the subject is."""
    low, tokens = mine.low, mine.tokens
    at = _adjective(mine, clause)
    if at is not None and low[at] not in STATES and not is_fixed(tokens, at) and not tells_of_another(mine, yours, at):
        for new in opposites_at(doc, at) or ():
            yield tokens[at].start, tokens[at].end, new
    for found in opposed_words(doc):
        if found.kind == "noun" and found.excludes:
            place = doc.token_at(found.start)
            said = place > clause.main and low[place - 1] in INDEFINITE_ARTICLES | {"the"}
            if (said and low[place - 2] in BE_TENSED) or (found.key in ("majority", "minority") and place < 3):
                yield found.start, found.end, found.new


def _compared(doc: Doc, mine: PairWords, clause: Assertion) -> Iterator[Found]:
    """A comparison: "easier than", "more popular than", "more than 40", "the most popular"."""
    low, tokens = mine.low, mine.tokens
    for at in range(clause.main + 1, len(tokens) - 1):
        if tokens[at].tag in ("WDT", "WP", "WRB", "CC") or low[at] == "that":
            return
        new = _MORE.get(low[at])
        after = tokens[at + 1]
        if low[at - 1] == "the" and low[at] in ("most", "least") and after.tag in ("JJ", "RB"):
            yield tokens[at].start, tokens[at].end, "least" if low[at] == "most" else "most"
        if new is not None and low[at + 1] == "than" and tokens[at + 2 : at + 3]:
            if tokens[at + 2].tag == "CD" and low[at + 2] not in ("one", "1"):
                yield tokens[at].start, tokens[at].end, new
        elif new is not None and after.tag in ("JJ", "RB") and "than" in low[at:]:
            yield tokens[at].start, tokens[at].end, new
        elif tokens[at].tag == "JJR" and "than" in low[at + 1 : at + 4] and mine.lemmas[clause.main] in _LINKED:
            for opposite in opposites_at(doc, at) or ():
                yield tokens[at].start, tokens[at].end, opposite


def _is_place(mine: PairWords, place: int) -> bool:
    """Whether the next noun names a thing that one can stand before."""
    noun = next((n for n in range(place, len(mine.tokens)) if mine.tokens[n].tag in _NOUNS), None)
    return noun is not None and noun_kind(mine.lemmas[mine.head(noun)]) in CONCRETE | {"location"}


def _places(doc: Doc, mine: PairWords, clause: Assertion) -> Iterator[Found]:
    """Where, when or how something is: "near", "after", "quickly"."""
    low, tokens = mine.low, mine.tokens
    for at in range(clause.main + 1, len(low) - 1):
        if low[at] in BEFORE_AFTER and tokens[at].tag == "IN" and low.count(low[at]) == 1 and clause.definite:
            if mine.lemmas[at - 1] in _WITH_AFTER or low[at + 1] in ("having", "all") or not happens_once(mine):
                continue
            if low[at] == "before" and _is_place(mine, at + 1):
                continue  # "gathered before the building"
            if tokens[at + 1].tag in ("DT", "NN", "NNS", "NNP", "PRP$", "PRP", "VBG", "CD") and low[at + 1] != "that":
                yield tokens[at].start, tokens[at].end, "before" if low[at] == "after" else "after"
        if low[at] in ("towards", "toward") and at == clause.main + 1:
            yield tokens[at].start, tokens[at].end, "away from"
    for found in opposed_words(doc):
        place = doc.token_at(found.start)
        if not found.excludes or place <= clause.main or mine.count(found.key) > 1 or found.key in BEFORE_AFTER:
            continue
        if not _LINKS.isdisjoint(low[clause.main : place]):
            continue  # in a clause of its own
        placed = mine.lemmas[clause.main] in LOCATIVE_VERBS and place == clause.main + 1
        is_side = found.kind == "before" and found.key in _SIDES and placed
        is_side = is_side and not may_be_elsewhere(mine, place + len(found.key.split()))
        is_manner = found.kind in ("word", "end") and found.key not in ANYWHERE and clause.definite and not placed
        if is_side or is_manner:
            yield found.start, found.end, found.new
