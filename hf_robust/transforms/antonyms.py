"""Words replaced by their opposites."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    ARTICLES,
    BE_FINITE,
    CONDITIONS,
    INDEFINITE_ARTICLES,
    JOINERS,
    LINKING_VERBS,
    MANY,
    MORE,
    NEGATIONS,
    NEXT_AND_LAST,
    QUESTION_WORDS,
)
from hf_robust.language.english.function_words import is_english
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.opposed_acts import opposed_act
from hf_robust.language.english.opposed_amounts import is_question, opposed_amount
from hf_robust.language.english.opposed_attachments import opposed_attachment
from hf_robust.language.english.opposed_places import is_known
from hf_robust.language.english.opposed_qualities import opposed_quality
from hf_robust.language.english.opposed_questions import PRAISED, opposed_in_question
from hf_robust.language.english.opposed_times import is_year
from hf_robust.language.english.single_clauses import is_single_clause
from hf_robust.language.english.sought_things import is_sought
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound, noun_kind
from hf_robust.tasks import COREFERENCE, NER, NESTED_NER, PARSING, POS, SENSES
from hf_robust.transforms.antonym_pairs import (
    DEGREES,
    MARKS,
    Pair,
    before_degrees,
    noun_lemma,
    pair_table,
    pos_at,
    praise,
    word_at,
)
from hf_robust.transforms.antonym_statements import ARGUED, leans_on, sentence
from hf_robust.transforms.base import match_case, preserves, register
from hf_robust.transforms.gated_words import GatedWords

_MENTIONED = 200  # how far another mention of a thing is looked for, in tokens
_TAGS = frozenset({"JJ", "JJR", "JJS"})
# adjectives that may stand beside ours, as names may ("young American man")
_PLAIN = (
    MORE
    | MANY
    | NEXT_AND_LAST
    | frozenset(
        """black white red green blue yellow brown pink purple orange gray grey wooden plastic metal blond
            round first second third other own same few different certain various recent single daily online
            human main whole entire only able available due particular usual typical""".split()
    )
)
_NEGATIVE = (NEGATIONS - {"nowhere"}) | {"hardly", "few"}
_SUBJECTS = frozenset({"NOUN", "PRON", "PROPN", "AUX", "DET"})
_LISTING = frozenset({"and", "or", ","})
_OF_FIELDS = ("al", "ic", "ary", "ese", "ian", "ern")
_JOINING = JOINERS | ADVERSATIVES | {",", "&"}
_LIKE_THE_REST = frozenset({"other", "another"})  # "the top companies and other large companies"
_DIRECTED = frozenset({"right", "left"})
_ENDS = _DIRECTED | {"back", "front", "lower", "upper"}
_OF_PAST = frozenset({"VBD", "VBN"})
_CAUSING = frozenset({"make", "find", "consider"})
# with these the language model is asked: "legal battle", "pure comedy"
_ASKED = frozenset(
    """legal professional limited pure fair cautious productive formal necessary valid identified unidentified confirmed
        wanted written complete certain possible able known unknown serious slow private public""".split()
)
_DATED = frozenset({"modern", "ancient"})  # a year in the text tells the same
_QUESTION, _STATEMENT = "question", "statement"
_CONDITIONS = CONDITIONS | {"when", "while"}
_PRESUMED = frozenset("considerable slight married unmarried necessary unnecessary".split())
_LACKING = frozenset({"without", "no", "longer", "why"})
_COMPARING = frozenset("or but instead rather than versus vs".split())


@register
@dataclass(frozen=True, kw_only=True)
class Antonym(GatedWords):
    """Replace a word with its antonym: adjectives, amounts and their changes, directions, some words of questions.

    A table lists which adjectives are opposites before which nouns or types of nouns: a man is *young* or *old*, a car
    is *new* or *old*. "More than 100" becomes "fewer than 100", "rose 5 percent" "fell 5 percent", "north of" "south
    of", and "at the end of May" "at the beginning of May". Some verbs and adverbs also change: "agreed to sell" becomes
    "refused to sell", "is usually closed" "is rarely closed". So do parts of days and seasons ("on Monday evening"),
    comparisons ("is larger than") and "with" ("with the help of"). A question asserts nothing, so more
    words change there: "What is the best way ...?" becomes "What is the worst way ...?", "Is it possible to ...?" "Is
    it impossible to ...?".

    The opposite must fit the rest of the text. Most adjectives, verbs and adverbs of statements change only in a text
    with one clause, because other clauses often rest on them; "left" and "right", ages of people and brothers, and
    offices ("the former president") change anywhere. Words of statements do not change if they judge, if they are
    records ("the world's largest"), if the sentence has a contrast or a reason, or if another word tells the same. A
    word does not change if it stands behind "than", or if another adjective stands before the same noun in the
    sentence. Fixed expressions ("high school"), names, and adjectives that are coordinated or negated do not change.

    With ``gate="balanced"`` the language model is only asked about adjectives that judge or have other senses, and
    about adjectives of questions before nouns that the table does not list.

    It reverses the meaning. It therefore applies only to tasks whose labels describe the form: tags, trees and names.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapAnt-WordNet".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("It/PRON was/AUX/VBD an/DET easy/ADJ/JJ task/NOUN")
        >>> Antonym().preview(doc)
        'It was a difficult task'
    """

    name = "antonym"
    version = "17"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapAnt-WordNet"
    choice = "words that have an antonym"
    needs = frozenset({"pos", "lemma"})
    resources: ClassVar[tuple[str, ...]] = ("wordnet", "masked-lm")
    # a relation may be what the word says, and the choice of a pronoun hangs on it
    effects = preserves(POS, PARSING, NER, NESTED_NER, COREFERENCE, SENSES)
    default_rate: ClassVar[float] = 0.1
    keeps_fixed = False
    same_sense = False
    left = "no antonym fits the context"

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [
            (token.start, token.end)
            for place, token in enumerate(doc.tokens)
            if doc.is_free(token.start, token.end) and _sound_opposites(doc, place) is not None
        ]

    def knows(self, doc: Doc) -> bool:
        listed = pair_table()
        return any(
            token.pos == "ADJ" and (plain(token) in listed or token.lemma.lower() in listed) for token in doc.tokens
        )

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        place = doc.token_at(start)
        token = doc.tokens[place]
        listed = token.pos != "ADJ" or (is_sure(token.lemma.lower()) and not _is_wide(doc.tokens, place))
        if (listed or _framed(doc, place) is not None) and is_english(doc):
            yield from self.options(doc, start, end, rng)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        found = _sound_opposites(doc, doc.token_at(start)) or ()
        for number in rng.order(len(found)):
            yield Edit(start, end, match_case(doc.text[start:end], found[number]))


def is_sure(lemma: str) -> bool:
    """Whether the table alone decides on an adjective: it judges nothing and has no sense beside that of the table.

    Example:
        >>> is_sure("large"), is_sure("legal"), is_sure("good")
        (True, False, False)
    """
    return lemma not in _ASKED and not any(pair.judging for pair in pair_table().get(lemma, ()))


def opposites_at(doc: Doc, place: int) -> tuple[str, ...] | None:
    """What an adjective may become where it stands, in its degree, whatever else the text says; None for nothing.

    Args:
        place: Number of the adjective among its tokens.

    Example:
        >>> doc = Doc.tagged("young/ADJ/JJ men/NOUN/NNS/man in/ADP/IN fast/ADJ/JJ cars/NOUN/NNS/car")
        >>> opposites_at(doc, 0), opposites_at(doc, 3)
        (('old',), ('slow',))
    """
    return _opposites(doc, place, "")


def _sound_opposites(doc: Doc, place: int) -> tuple[str, ...] | None:
    """What a word may become so that the text is still sound in itself; None where nothing fits."""
    framed = _framed(doc, place)
    if framed is not None:
        return (framed,)
    use = _QUESTION if is_question(doc.tokens) else _STATEMENT
    return _opposites(doc, place, use) if doc.tokens[place].pos == "ADJ" else None


def _framed(doc: Doc, place: int) -> str | None:
    """The opposite of a word that needs no table: the words around it tell that it fits."""
    tokens, asks = doc.tokens, is_question(doc.tokens)
    found = opposed_amount(doc, place, asks)
    if found is None and is_whole(doc, tokens[place]):
        found = opposed_in_question(tokens, place) if asks else None
        found = (
            found
            or opposed_act(tokens, place, asks)
            or opposed_attachment(tokens, place)
            or opposed_quality(tokens, place)
        )
    # a text that has the opposite as well sets both against each other
    return None if any(plain(token) == found for token in tokens) else found


def _opposites(doc: Doc, place: int, use: str) -> tuple[str, ...] | None:
    """The opposites of an adjective, in a question or a statement, or in a text of which the rest does not matter."""
    tokens = doc.tokens
    token = tokens[place]
    if token.tag not in _TAGS or not is_whole(doc, token) or is_name(tokens, place) or _is_joined(tokens, place):
        return None
    noun = _noun(tokens, place)
    if noun is None and not (_is_predicate(tokens, place) and (use != _STATEMENT or is_single_clause(tokens))):
        return None  # the rest of a text most often says why something is good, true or high
    found = _matched(tokens, place, noun, use)
    if found is None or _is_bound(tokens, place, noun, found[1], use):
        return None
    return _forms(token, *found, compared=word_at(tokens, place - 1) in ("more", "most", "less", "least"))


def _matched(tokens: Sequence[Token], place: int, noun: int | None, use: str) -> tuple[str, Pair] | None:
    """The first pair that fits an adjective, and its word in the table.

    A word of the table comes first, then the form of one: "lower floors", "lower prices".
    """
    keys = dict.fromkeys((plain(tokens[place]), tokens[place].lemma.lower()))
    listed = ((key, pair) for key in keys for pair in pair_table().get(key, ()))
    return next(
        (one for one in listed if one[1].fits(tokens, place, noun, use == _STATEMENT and noun is not None)), None
    )


def _is_wide(tokens: Sequence[Token], place: int) -> bool:
    """Whether a pair is listed for kinds of nouns in questions alone, so that its noun may have no such opposite.

    Of friends one is not "domestic", though one may be "foreign".
    """
    noun = _noun(tokens, place)
    found = _matched(tokens, place, noun, _QUESTION)
    return noun is not None and found is not None and found[1].asking and not found[1].nouns


def _forms(token: Token, key: str, pair: Pair, compared: bool) -> tuple[str, ...] | None:
    """The opposites in the degree of a token, which may be compared by another word."""
    if key == plain(token):
        found = pair.opposites
        # "most recent" has no "most old"
        return tuple(each for each in found if not compared or inflected(each, "JJR", "ADJ") is None) or None
    if inflected(key, token.tag, "ADJ") != plain(token):
        return None  # "lower" that is tagged as no comparative
    forms = (inflected(lemma, token.tag, "ADJ") for lemma in pair.opposites)
    return tuple(form for form in forms if form is not None) or None


def _is_bound(tokens: Sequence[Token], place: int, noun: int | None, pair: Pair, use: str) -> bool:
    """Whether something about an adjective forbids that it changes."""
    sought = is_sought(tokens, place, noun, pair.opposites, pair.judging) or is_known(tokens, place, noun)
    if (use and sought) or (use == _STATEMENT and leans_on(tokens, place, noun, pair)):
        return True
    if use and word_at(tokens, place - 1) in _LIKE_THE_REST:
        return True
    if plain(tokens[place]) in _DIRECTED and noun is not None and word_at(tokens, noun) == "hands":
        return True  # "in the right hands"
    if use and tokens[place].tag == "JJR" and [word_at(tokens, at) for at in (place - 2, place - 1)] == ["to", "a"]:
        return True  # "take it to a higher level"
    needed = pair.judging or plain(tokens[place]) == "necessary"
    if use and needed and word_at(tokens, place - 1) in ("all", "every"):
        return True  # "all necessary measures"
    if use and _is_ahead(tokens, place, noun, use == _QUESTION):
        return True
    others = {plain(token) for n, token in enumerate(tokens) if n != place}
    if use == _QUESTION and noun is not None and _is_presumed(tokens, place, others):
        return True
    if use and plain(tokens[place]) in ("black", "white") and _is_of_person(tokens, noun):
        return True
    opens = plain(tokens[0]) in QUESTION_WORDS or tokens[0].pos == "AUX"
    if use == _QUESTION and noun is None and not (opens and _CONDITIONS.isdisjoint(others)):
        return True  # "what would you do if your client is guilty?"
    if use == _QUESTION and not others.isdisjoint(_COMPARING | (PRAISED if pair.judging else set())):
        return True
    if not pair.classing and _is_beside(tokens, place):
        return True
    if _is_graded(tokens, place, 6 if pair.judging or noun is None else 2):
        return True
    if (not pair.usual and _is_in_term(tokens, place)) or _is_crossed(tokens, place, noun, pair):
        return True
    if plain(tokens[place]) == "previous" and any(tokens[at].tag in _OF_PAST for at in sentence(tokens, place)):
        return True  # "fell in the next month"
    if use and (_is_compared(tokens, place, noun) or _is_counted_off(tokens, place)):
        return True
    if not _DATED.isdisjoint((tokens[place].lemma.lower(), *pair.opposites)) and any(map(is_year, tokens)):
        return True
    if not pair.judging or _is_listed(tokens, place, noun):
        return pair.judging
    return use != _QUESTION and (_is_argued(tokens, place) or _is_judged(tokens, place))


def _is_presumed(tokens: Sequence[Token], place: int, others: Set[str]) -> bool:
    """Whether a question takes an adjective for granted: "our public bathrooms", "any negative marks"."""
    if tokens[place].tag != "JJ":
        return False
    before = word_at(tokens, place - 1)
    return (
        before not in ARTICLES | BE_FINITE | {""}
        or plain(tokens[place]) in _PRESUMED
        or not _LACKING.isdisjoint(others)
    )


def _is_of_person(tokens: Sequence[Token], noun: int | None) -> bool:
    return noun is not None and noun_kind(tokens[noun].lemma.lower()) == "person"


def _is_ahead(tokens: Sequence[Token], place: int, noun: int | None, asks: bool) -> bool:
    """Whether an adjective tells of something that is still to come, is meant for a class, or weighs somebody down.

    What is asked about "a new tax" is not there yet, "the next project" of somebody neither; a competition is "for
    young musicians"; and a figure is bent "under a heavy bag".
    """
    word, before = plain(tokens[place]), place - 1
    if word == "next":
        finite = [token.tag for token in tokens if token.tag in FINITE]
        return any(tag != "VBD" for tag in finite)
    while before > 0 and tokens[before].pos in ("ADJ", "ADV"):
        before -= 1
    led = word_at(tokens, before)
    if word == "new" and asks:
        return led in INDEFINITE_ARTICLES
    if word == "heavy":
        return "under" in (led, word_at(tokens, before - 1))
    return word == "young" and noun is not None and tokens[noun].tag == "NNS" and pos_at(tokens, before) == "ADP"


def _is_joined(tokens: Sequence[Token], place: int) -> bool:
    """Whether another adjective is joined to one: both would have to change."""
    before, after = before_degrees(tokens, place), place + 1
    headed = word_at(tokens, place) == "giant" and pos_at(tokens, before) in ("NOUN", "PROPN")  # "software giant"
    if headed or (
        word_at(tokens, before) in _JOINING and pos_at(tokens, before - 1) in ("ADJ", "ADV", "VERB", "CCONJ")
    ):
        return True
    if word_at(tokens, after) in _JOINING and (word_at(tokens, after) != "," or _goes_on(tokens, after + 1)):
        return True
    return not {word_at(tokens, before), word_at(tokens, after)}.isdisjoint(("as", "/"))


def _goes_on(tokens: Sequence[Token], place: int) -> bool:
    """Whether what a comma is followed by belongs to an adjective before it."""
    return pos_at(tokens, place) in ("ADJ", "ADV", "CCONJ") or word_at(tokens, place) == "not"


def _is_beside(tokens: Sequence[Token], place: int) -> bool:
    """Whether another adjective that judges or measures stands beside one."""
    return any(pos_at(tokens, at) == "ADJ" and not _is_plain(tokens[at]) for at in (place - 1, place + 1))


def _is_plain(token: Token) -> bool:
    """Whether an adjective judges nothing: one of color, of number, of a field, or of a nation."""
    word = plain(token)
    if word in _PLAIN or (token.text[:1].isupper() and not token.text.isupper()):
        return True
    return word.endswith(_OF_FIELDS) and word not in pair_table()


def _is_crossed(tokens: Sequence[Token], place: int, noun: int | None, pair: Pair) -> bool:
    """Whether the sentence has the adjective, its opposite, or what tells the same otherwise.

    The adjective before the same noun, anywhere near, is another mention of one thing.
    """
    lemma = tokens[place].lemma.lower()
    same = {lemma, plain(tokens[place]), *pair.opposites}
    for at in sentence(tokens, place):
        if at != noun and not {tokens[at].lemma.lower(), plain(tokens[at])}.isdisjoint(pair.clash | same):
            return True
    if noun is None:
        return False
    what = tokens[noun].lemma.lower()
    near = range(max(0, place - _MENTIONED), min(len(tokens) - 1, place + _MENTIONED))
    return any(
        at != place and tokens[at + 1].lemma.lower() == what and tokens[at].lemma.lower() == lemma for at in near
    )


def _is_compared(tokens: Sequence[Token], place: int, noun: int | None) -> bool:
    """Whether a sentence sets an adjective against something: it stands behind "than", or its noun comes twice.

    "More than in the previous year" goes with the year before, and "does older music have what modern music lacks?"
    names both kinds; "more than 20 small shops" is an amount.
    """
    for at in sentence(tokens, place):
        if at < place and word_at(tokens, at) == "than" and pos_at(tokens, at + 1) != "NUM":
            return True
        if noun is not None and at != noun and tokens[at].lemma == tokens[noun].lemma:
            return any(pos_at(tokens, before) == "ADJ" for before in range(at - 2, at))
    return False


def _is_counted_off(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence counts from a side: "counting each front tooth as the first"."""
    ordinals = lexicon("number_words")["ordinal_units"]
    return word_at(tokens, place) in _ENDS and any(word_at(tokens, at) in ordinals for at in sentence(tokens, place))


def _is_graded(tokens: Sequence[Token], place: int, far: int) -> bool:
    """Whether an adjective is negated, or graded in a way of its own: "painfully bad"."""
    if any(word_at(tokens, at) in _NEGATIVE for at in range(place - far, place)):
        return True
    degree = word_at(tokens, place - 1)
    return degree.endswith("ly") and degree not in DEGREES


def _is_in_term(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective and the word beside it are part of an entry of WordNet."""
    text = word_at(tokens, place)
    lemma = tokens[place].lemma.lower() if tokens[place].tag == "JJ" else text  # "low price" says nothing of "lower"
    if place and is_compound(tokens[place - 1].lemma.lower(), lemma):
        return True
    if place + 1 == len(tokens):
        return False
    follows = {tokens[place + 1].lemma.lower(), word_at(tokens, place + 1)}
    return any(is_compound(one, other) for one in {lemma, text} for other in follows)


def _noun(tokens: Sequence[Token], place: int) -> int | None:
    """The noun that an adjective stands before."""
    between = ("ADJ", "PROPN") if tokens[place].text.islower() else ("ADJ",)
    at = place + 1
    while pos_at(tokens, at) in between and not _closes(tokens, at) and at - place < 3:
        at += 1
    if at >= len(tokens) or noun_lemma(tokens[at]) is None:
        return None
    while at + 1 < len(tokens) and not _closes(tokens, at) and noun_lemma(tokens[at + 1]) and at - place < 5:
        at += 1
    if _closes(tokens, at):
        return at
    follows = pos_at(tokens, at + 1)
    if follows == "NOUN" or word_at(tokens, at + 1) == "-":
        return None
    # "former president Carter"
    return at if follows != "PROPN" or noun_kind(tokens[at].lemma.lower()) == "person" else None


def _closes(tokens: Sequence[Token], place: int) -> bool:
    """Whether a token list has left the mark that ends a phrase at its last word: "a small town,"."""
    return tokens[place].text[-1:] in MARKS and noun_lemma(tokens[place]) is not None


def _is_predicate(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective is said of a subject: "the soup was very good"."""
    at = before_degrees(tokens, place)
    if word_at(tokens, at) == "it" and word_at(tokens, place + 1) in ("to", "that"):
        return at > 0 and tokens[at - 1].lemma.lower() in _CAUSING  # "makes it difficult to ..."
    return at > 0 and tokens[at].lemma.lower() in LINKING_VERBS and pos_at(tokens, at - 1) in _SUBJECTS


def _is_listed(tokens: Sequence[Token], place: int, noun: int | None) -> bool:
    """Whether what is judged is one thing of several: "great food, great service"."""
    return word_at(tokens, place - 1) in _LISTING or (noun is not None and word_at(tokens, noun + 1) in _LISTING)


def _is_argued(tokens: Sequence[Token], place: int) -> bool:
    """Whether the sentence argues, judges in other words, or has other adjectives."""
    for at in sentence(tokens, place):
        token = tokens[at]
        words = {plain(token), token.lemma.lower()}
        if not words.isdisjoint(ARGUED) or (token.pos != "ADP" and not words.isdisjoint(praise())):
            return True
        if token.pos == "SCONJ" and "as" in words:
            return True
        if token.pos == "ADJ" and not _is_plain(token) and not _is_measured(token):
            return True
    return False


def _is_judged(tokens: Sequence[Token], place: int) -> bool:
    """Whether another word near judges too: "a wonderful place. I was very happy"."""
    near = range(max(0, place - _MENTIONED), min(len(tokens), place + _MENTIONED))
    return any(at != place and tokens[at].pos != "ADP" and plain(tokens[at]) in praise() for at in near)


def _is_measured(token: Token) -> bool:
    """Whether an adjective of the table never judges: "a large room"."""
    pairs = pair_table().get(token.lemma.lower(), ())
    return bool(pairs) and not any(pair.judging for pair in pairs)
