"""Which sentences of a text can trade places with what stands before or behind them."""

import itertools
import re
from collections.abc import Container, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.back_references import adds_to_told, refers_back
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    GENDERED,
    INDEFINITE_ARTICLES,
    NEXT_AND_LAST,
    OTHERS,
    PLURAL_POINTERS,
    POINTERS,
    RELATIVE_TIMES,
    SAME,
    STORY_TIMES,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.known_things import (
    compares_with_told,
    definites,
    known_kinds,
    known_names,
    nouns_of,
    opening_definites,
    takes_as_known,
)
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.sentence_bonds import (
    acts,
    goes_on,
    is_chronicle,
    is_numbered,
    is_plot,
    is_story,
    tells_event,
)
from hf_robust.language.english.sentence_reordering import content_stems, is_balanced, names_time
from hf_robust.language.english.written_out import WrittenOut, written_out

_YEAR = re.compile(r"(?<![\w,.])(?:1[0-9]|20)\d\d(?![\w,]\d|\w)")
_ENDS = '.!?"”’)]'
_STORY = 3  # dated sentences
_SHORT = 5  # tokens; a longer sentence whose verb is not known as one is no heading
_OPENING = 3  # tokens in which a definite noun opens a sentence
_ANYWHERE = ADDITIONS | {"more", "again"} | {"too", "still", "both"}  # these add to what was said, wherever they stand


_SEQUENCE = (RELATIVE_TIMES | NEXT_AND_LAST | TIMES_OF_CLAUSES | STORY_TIMES | {"following", "then"}) - {
    "past",
    "when",
    "while",
}
_POINTING = POINTERS | OTHERS | SAME | {"such", "that"}
_NAMING = frozenset({"called", "dubbed", "named"})
# what a term means, and sentences with it: "A set is said to be open if ...", "we call it closed"
_DEFINING = re.compile(
    r"\b(?:(?:are|be|is) (?:called|defined|denoted|said to)|[Dd]efinitions?|(?:one|we) (?:(?:can|may|then) )?"
    r"(?:call|define|denote|say)s?|[Ll]et [A-Za-z] )\b"
)
# what came first or last of all that a text dates
_RANKED = re.compile(
    r"\b[Tt]he (?:very )?(?:earliest|final|first|last|latest|second|third)\b(?! (?:half|part|quarter|two|three))"
)
_RANKS = frozenset({"final", "first", "last", "latest"})
_ANNOUNCING = frozenset({"number", "several", "variety", "various"})


class SentenceMove(NamedTuple):
    """Two adjacent blocks of sentences that trade places.

    Args:
        left: Where the first block stands.
        right: Where the second block stands.
        block: Which of the two is the block that moves: 0 or 1.
        edits: What is written out in both and in the sentence behind them: a name for a pronoun.
    """

    left: Offsets
    right: Offsets
    block: int
    edits: tuple[Edit, ...] = ()

    @property
    def moved(self) -> Offsets:
        """Where the block that moves stands."""
        return (self.left, self.right)[self.block]


def sentence_moves(doc: Doc, to: str, writes_out: bool = False) -> Iterator[SentenceMove]:
    """The moves after which each pronoun, connective and definite noun still has what it refers to before it.

    A block is a sentence with the following sentences that refer to it. It moves past one or more other blocks. Blocks
    that say when something was stay in their order.

    Args:
        doc: A parsed text.
        to: Where blocks may move: ``front``, ``end`` or ``any``.
        writes_out: Whether a sentence that refers to the one before it gets a name for its pronoun, so that it can
            stand alone.
    """
    if is_plot(doc.tokens, token_sentences(doc), _persons(doc)):
        return
    blocks = _blocks(doc, writes_out)
    size = len(blocks)
    if size < 2:
        return
    told = [frozenset[str]()]
    for one in blocks:
        told.append(told[-1] | one.told)
    for place in range(size):
        for other in range(place + 1, size):
            if not _may_precede(blocks, told, place, other):
                break
            if to == "any" or (to == "end" and other == size - 1):
                yield _move(blocks, place, place + 1, other, 0)
        for other in reversed(range(place)):
            if not _may_precede(blocks, told, other, place):
                break
            if (place - other > 1 and to == "any") or (to == "front" and not other):
                yield _move(blocks, other, place, place, 1)


def _move(blocks: Sequence["_Block"], left: int, right: int, last: int, block: int) -> SentenceMove:
    """The move in which the blocks from ``left`` to before ``right`` and those up to ``last`` trade places."""
    begun = [blocks[place] for place in (left, right, last + 1) if 0 < place < len(blocks)]
    edits = tuple(edit for one in begun for edit in one.edits)
    whole = (blocks[left].span[0], blocks[right - 1].span[1]), (blocks[right].span[0], blocks[last].span[1])
    return SentenceMove(*whole, block, edits)


class _Block(NamedTuple):
    """A sentence with those that refer to it.

    Args:
        span: Where it stands.
        whole: Whether it may move: it is no heading, it ends with a mark, and its quotations and brackets end in
            it. Nothing moves past another one.
        refers: Whether its first sentence refers to what stands before it.
        inward: Whether a later sentence of it refers to what stands before that sentence.
        opens_named: Whether it begins with a name, so that it is clear without what stands before it.
        opens: Whether it can open another text, for what it takes as known.
        timed: Whether it says when something was.
        dated: Whether it names a year.
        placed: Whether it has its place in what the text tells in order: it names a year or tells an event where all
            years follow each other, tells an event of a story, or tells of one of a row ("the third series").
        ordered: Whether it says that by what was before or after.
        told: The nouns in it.
        known: The nouns that it takes as known.
        happens: Whether it tells what somebody with a name did: "Ruiz left Lima."
        acts: Whether it tells what somebody did.
        person: Whether its first sentence tells what a person does or did.
        compares: Whether it compares a thing with what was told: "other examples", "cities of this type".
        runs: Its names.
        stems: The beginnings of its words in small letters.
        named: The words of names that it introduces: "a Norman called Oursel".
        defines: Whether it says what a term means.
        ranked: Whether it tells of the first or the last of several things.
        announces: Whether its first words announce what follows: "A variety of reasons have been given."
        bare: The beginnings of the words that need what was told: a noun without article that opens it
            ("Consolidation" after "was consolidated"), and "pneumonic" in "the pneumonic hypothesis".
        summed: The nouns behind "these": "These conjectures are special cases of one."
        edits: What is written out in its first sentence, so that it refers to nothing.
    """

    span: Offsets
    whole: bool
    refers: bool
    inward: bool
    opens_named: bool
    opens: bool
    timed: bool
    dated: bool
    placed: bool
    ordered: bool
    told: frozenset[str]
    known: frozenset[str]
    happens: bool
    acts: bool
    person: bool
    compares: bool
    runs: tuple[tuple[str, ...], ...]
    stems: frozenset[str]
    named: frozenset[str]
    defines: bool
    ranked: bool
    announces: bool
    bare: frozenset[str]
    summed: frozenset[str]
    edits: tuple[Edit, ...] = ()


def _blocks(doc: Doc, writes_out: bool) -> list[_Block]:
    tokens, found, told = doc.tokens, list[tuple[int, int]](), set[str]()
    clear: dict[int, WrittenOut] = {}  # by the first token of a block
    bridged = set[int]()  # the first tokens of the blocks with "The findings were ..."
    before, means, earlier = (0, 0), "", frozenset[str]()
    ends = dict(token_sentences(doc))
    for first, end in ends.items():
        adds = any(token.text.lower() in _ANYWHERE - {"also"} for token in tokens[first:end])
        # "The findings were ..." after a sentence that only implies them
        bare = end - first > 2 and tokens[first + 1].pos == "NOUN" and tokens[first + 2].pos in ("VERB", "AUX")
        # "The affected region was ..." after what affected it
        bare = bare or (
            end - first > 2 and tokens[first].text == "The" and tokens[first + 1].text.endswith(("ed", "ing"))
        )
        implied = bare and not opening_definites(tokens, first, end) <= told
        # a quotation of several sentences is one block
        quoted = found and not is_balanced(doc.text[tokens[found[-1][0]].start : tokens[found[-1][1] - 1].end])
        also = any(adds_to_told(tokens, place) for place in range(first, end))
        refers = also or refers_back(tokens, first, end)
        new = written_out(doc, first, end, before, means) if writes_out and found and refers else None
        bound = quoted or adds or implied or _leans(tokens, first, end) or goes_on(tokens, before, first, end, earlier)
        if found and (bound or (refers and new is None)):
            found[-1] = (found[-1][0], end)
            if implied:
                bridged.add(found[-1][0])
        else:
            found.append((first, end))
            if new is not None:
                clear[first] = new
        earlier = frozenset(told)
        told |= nouns_of(tokens, first, end)
        before, means = (first, end), new.means if new is not None else ""
    persons = _persons(doc)
    blocks = [_block(doc, first, ends[first], end, clear.get(first), persons) for first, end in found]
    years = is_chronicle([doc.text[tokens[first].start : tokens[end - 1].end] for first, end in ends.items()])
    story = is_story(tokens, [*ends.items()])
    return [
        block._replace(
            opens=block.opens and first not in bridged,
            placed=(years and block.dated)
            or ((story or years) and tells_event(tokens, first, ends[first]))
            or is_numbered(tokens, first, end),
        )
        for block, (first, end) in zip(blocks, found)
    ]


def _persons(doc: Doc) -> set[int]:
    """Where the names of people stand."""
    return {place for span in doc.entities if span.label == "PERSON" for place in range(span.start, span.end)}


def _block(doc: Doc, first: int, ends: int, end: int, new: WrittenOut | None, persons: Container[int]) -> _Block:
    """A block from its first token on, with the end of its first sentence and its own end."""
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    text = doc.text[start:stop]
    tokens, opens = (doc.tokens, first) if new is None else (new.tokens, new.first)
    words = {token.text.lower() for token in tokens[first:end]}
    named = frozenset() if new is None else frozenset(new.means.lower().split())
    actor = _actor(tokens, opens, ends)
    refers = inward = refers_back(tokens, opens, end)
    if inward and not opens:  # in the first sentence of a text, pronouns mean what stands before them in it
        refers = refers_back(tokens, opens, ends, pronouns=False) or _points_first(tokens, ends, persons)
        refers = refers or takes_as_known(tokens, opens, ends)
    elif inward and ends < end:
        refers = refers_back(tokens, opens, ends)
    return _Block(
        (start, stop),
        is_balanced(text) and text[-1:] in _ENDS and not _is_heading(tokens, first, end),
        refers,
        inward,
        not named and _opens_named(tokens, opens),
        not inward and not takes_as_known(tokens, opens, end),
        names_time(text),
        _YEAR.search(text) is not None,
        False,
        not _SEQUENCE.isdisjoint(words),
        frozenset(nouns_of(tokens, opens, end)) | named,
        frozenset(definites(tokens, opens, end) | known_names(tokens, opens, end)),
        actor is not None and actor[0].pos == "PROPN" and actor[1] == "VBD",
        acts(tokens, opens, ends, persons) == "VBD",
        actor is not None and actor[0].start in persons and actor[1] in ("VBD", "VBZ"),
        compares_with_told(tokens, opens, end),
        tuple(_names(tokens, opens, end)),
        content_stems(" ".join(token.text for token in tokens[opens:end] if token.text.islower())),
        frozenset(_introduced(tokens, opens, end)),
        _DEFINING.search(text) is not None,
        _RANKED.search(text) is not None,
        not _ANNOUNCING.isdisjoint(token.lemma.lower() for token in tokens[opens : opens + _OPENING]),
        (content_stems(tokens[opens].text) if _opens_bare(tokens, opens, end) else frozenset())
        | content_stems(" ".join(known_kinds(tokens, opens, end))),
        frozenset(
            after.lemma.lower() for one, after in pairwise(tokens[first:end]) if one.text.lower() in PLURAL_POINTERS
        ),
        () if new is None else new.edits,
    )


def _may_precede(blocks: Sequence[_Block], told: Sequence[frozenset[str]], before: int, place: int) -> bool:
    """Whether a block can stand before an earlier one.

    Args:
        told: The nouns that stand before each block.
        before: The earlier block.
        place: The block that would stand before it.
    """
    first, second = blocks[before], blocks[place]
    if not (first.whole and second.whole):
        return False
    # two times can be told in any order if both are years, or if they are of different things
    free = (first.dated and second.dated) or first.told.isdisjoint(second.told)
    if first.timed and second.timed and (first.ordered or second.ordered or not free):
        return False
    if (first.placed and second.placed) or (first.acts and second.acts and _same_story(first, second)):
        return False
    # in a row of dated sentences, what somebody did has its place
    people = first.person and second.person
    story = first.happens and second.happens and first.dated != second.dated
    if story and sum(one.dated for one in blocks) >= _STORY:
        return False
    # among dated sentences, the first and the last of all have their place
    if (first.ranked or second.ranked) and sum(one.dated for one in blocks) > 1:
        return False
    if (first.defines or second.defines) and not first.stems.isdisjoint(second.stems):
        return False
    if not (first.summed.isdisjoint(second.told) and second.summed.isdisjoint(first.told)):
        return False
    if (
        first.compares  # it stays behind what it compares with
        or second.compares
        or not second.bare.isdisjoint(first.stems)
        or (not before and (first.refers or not second.opens or (first.inward and (people or not second.opens_named))))
        or (not before and first.announces)
    ):
        return False
    if not second.known.isdisjoint(first.told - told[before]):
        return False
    ahead = [run for block in blocks[:before] for run in block.runs]
    if not first.named.difference(*ahead).isdisjoint(itertools.chain(*second.runs)):
        return False
    for place, run in enumerate(second.runs):
        own = any(other[-len(run) :] == run and len(other) > len(run) for other in second.runs[:place])
        if _shortens(run, first.runs) and not own and (people or not _shortens(run, ahead)):
            return False
    return True


def _same_story(first: _Block, second: _Block) -> bool:
    """Whether two blocks name the same thing or person, and no years tell when something was."""
    shared = set(itertools.chain(*first.runs)).intersection(itertools.chain(*second.runs))
    return bool(shared) and not (first.dated and second.dated)


def _actor(tokens: Sequence[Token], start: int, end: int) -> tuple[Token, str] | None:
    """The subject of a sentence whose verb tells an act, and the tag of the verb."""
    for token in tokens[start:end]:
        if token.dep == "nsubj" and (verb := tokens[token.head]).dep == "ROOT" and verb.pos == "VERB":
            return token, verb.tag
    return None


def _points_first(tokens: Sequence[Token], end: int, persons: Container[int]) -> bool:
    """Whether a pronoun of the first sentence of a text has no noun before it, or "he" and "she" no name of a person.

    Args:
        persons: Where the names of people stand.
    """
    start = itertools.takewhile(lambda token: token.pos not in ("NOUN", "PROPN"), tokens[:end])
    if any(token.pos in ("PRON", "ADV", "CCONJ") or token.text.lower() in _POINTING for token in start):
        return True
    somebody = next((place for place in range(end) if tokens[place].start in persons), end)
    return any(token.text.lower() in GENDERED for token in tokens[:somebody])


def _introduced(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The words of the names that a sentence makes known.

    They stand behind "called", before ", named after", behind what they are ("the fort, Zorp,"), and before what tells
    which one is meant: "Zorp of Lima".
    """
    found = set[str]()
    for place in range(start, end):
        if place + 2 < end and tokens[place + 1].text == "of" and tokens[place].pos == tokens[place + 2].pos == "PROPN":
            found.add(tokens[place].text)
        aside = place + 2 < end and tokens[place].pos == "NOUN" and tokens[place + 1].text == ","
        if aside or tokens[place].text.lower() in _NAMING:
            behind = place + 1 + aside
            after = [*itertools.takewhile(lambda token: token.pos == "PROPN", tokens[behind:end])]
            if not aside or "".join(token.text for token in tokens[behind + len(after) :][:1]) in (",", "."):
                found |= {token.text for token in after}
            if not aside and place - 1 > start and tokens[place - 1].text == ",":
                before = itertools.takewhile(lambda token: token.pos == "PROPN", reversed(tokens[start : place - 1]))
                found |= {token.text for token in before}
    return found


def _opens_named(tokens: Sequence[Token], start: int) -> bool:
    """Whether a sentence begins with a name or with a thing that is new in it: "A computer is ..."."""
    opening = tokens[start].text.lower()
    return opening in INDEFINITE_ARTICLES or tokens[start + (opening == "the")].pos == "PROPN"


def _leans(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence goes on with what the one before told: "Usually, the box is", "The last outbreak was"."""
    opens = [token.text.lower() for token in tokens[start : min(end, start + _OPENING)]]
    return (opens[:1] == ["the"] and opens[1:2] != [] and opens[1] in _RANKS) or (
        tokens[start].pos == "ADV" and opens[1:] == [",", "the"]
    )


def _opens_bare(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence begins with a noun without article: "Consolidation was ...", not "Committee meetings are".

    So does one with a participle that tells what happened before: "Assimilated, they ...".
    """
    after = tokens[start + 1] if start + 1 < end else None
    if after is not None and after.text == "," and tokens[start].tag in ("JJ", "VBN", "VBD"):
        return True
    return tokens[start].tag in ("NN", "NNP") and not (after is not None and after.tag == "NNS")


def _is_heading(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence is a heading or a number: "Purchasing practices." or "2."."""
    return end - start < _SHORT and all(token.pos not in ("VERB", "AUX") for token in tokens[start:end])


def _names(tokens: Sequence[Token], start: int, end: int) -> list[tuple[str, ...]]:
    """The runs of capitals of a sentence: its names."""
    runs, run = list[tuple[str, ...]](), list[str]()
    for place, token in enumerate((*tokens[start:end], None), start):
        joins = run and place + 1 < end and tokens[place].tag == "POS" and tokens[place + 1].pos == "PROPN"
        if token is not None and (token.pos == "PROPN" or joins):  # "Hadrian's Wall"
            run.append(token.text)
        elif run:
            runs.append(tuple(run))
            run = []
    return runs


def _shortens(run: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> bool:
    """Whether a name is the last part of a longer one, and the longer one is not shortened by it elsewhere."""
    return run not in others and any(len(other) > len(run) and set(run) <= set(other) for other in others)
