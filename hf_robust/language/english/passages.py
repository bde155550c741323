"""Sentences of a text, and passages: sentences that lean on the one before stay together with it."""

from collections.abc import Sequence
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Offsets
from hf_robust.core.word_bounds import TITLES
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    COMMON_PREPOSITIONS,
    COMMON_RELATIVES,
    CONSEQUENCES,
    COORDINATORS,
    CORRELATIVES,
    DEMONSTRATIVES,
    GENDERED,
    HERE,
    HOWEVER,
    INSTEAD,
    MANY,
    MONTHS,
    NEUTER,
    OTHERS,
    POINTERS,
    QUANTITIES,
    REASONS,
    RELATIVE_TIMES,
    SAME,
    SEQUENCE_ADVERBS,
    SHORT_MONTHS,
    THIRD_PLURAL,
    THOUGH,
)

_ENDS = frozenset(".!?")
_CLOSERS = frozenset({'"', "'", "”", "’", "''", ")", "]", "»"})
# before these a stop does not end a sentence
_TITLES = (
    (frozenset(TITLES) - {"corp", "dept"})
    | SHORT_MONTHS
    | frozenset("gen gov sen rep lt col sgt capt no fig vol co ft cf ca c approx".split())
)
REFERRING = frozenset("afterwards another former latter therefore thereafter".split())  # to what stands before
SEQUENCE = RELATIVE_TIMES | {"next", "second", "third"}
_OF_ONE = GENDERED | NEUTER
# these point back wherever they stand
_ANYWHERE = ADDITIONS | HOWEVER | POINTERS | REFERRING | {"instead", "such"}
_OBJECTS = frozenset("him them it".split())
_MONTHS = MONTHS - {"may"}
_POINTERS = (
    DEMONSTRATIVES
    | OTHERS
    | MANY
    | QUANTITIES
    | CORRELATIVES
    | HERE
    | SAME
    | frozenset("former latter then each one ones few aforementioned respective respectively".split())
)
LINKS: frozenset[str] = (
    ADDITIONS
    | COORDINATORS
    | HOWEVER
    | CONSEQUENCES
    | THOUGH
    | REASONS
    | INSTEAD
    | SEQUENCE
    | SEQUENCE_ADVERBS
    | frozenset(
        """besides consequently accordingly similarly conversely first firstly secondly thirdly lastly so yet while
            still indeed rather further overall elsewhere notably specifically fortunately unfortunately ultimately
            today""".split()
    )
)
LINKING = (
    ("in", "addition"), ("in", "contrast"), ("in", "particular"), ("in", "fact"), ("in", "turn"), ("in", "response"),
    ("as", "a", "result"), ("as", "well"), ("for", "example"), ("for", "instance"), ("on", "the"), ("at", "the"),
    ("by", "contrast"), ("by", "then"), ("after", "that"), ("after", "the"), ("before", "the"), ("during", "the"),
    ("until", "then"), ("since", "then"), ("the", "following"), ("that", "is"), ("prior", "to"), ("due", "to"),
)  # fmt: skip
_OPENING = 3  # words in which a word that points back counts
_TOLD = (COMMON_PREPOSITIONS - {"about", "by"}) | COMMON_RELATIVES | {"that", "between"}


def sentences(doc: Doc) -> list[Offsets]:
    """Where the sentences of an annotated text begin and end, without the spaces between them.

    The recognizer's sentence ends only where the text looks like it: a mark, then a space, then a capital.

    Example:
        >>> from hf_robust.core.doc import Annotation
        >>> from hf_robust.language.annotation import annotate_values
        >>> text = "Dr. Ito came. She won."
        >>> doc = Doc(text, annotation=Annotation.of_column(annotate_values([text], {"pos", "dep"})[0]))
        >>> [text[start:end] for start, end in sentences(doc)]
        ['Dr. Ito came.', 'She won.']
    """
    return [(doc.tokens[first].start, doc.tokens[end - 1].end) for first, end in token_sentences(doc)]


def token_sentences(doc: Doc) -> list[tuple[int, int]]:
    """The sentences by their tokens: the first, and the one after the last."""
    tokens, found, first = doc.tokens, [], 0
    for place in range(1, len(tokens)):
        if tokens[place].sent != tokens[place - 1].sent and _ends(doc, tokens, place):
            found.append((first, place))
            first = place
    return [*found, (first, len(tokens))] if len(tokens) else []


def _ends(doc: Doc, tokens: Sequence[Token], place: int) -> bool:
    """Whether a sentence ends before a token that the recognizer takes for the first of one."""
    token, last = tokens[place], tokens[place - 1]
    if token.start == last.end or not doc.text[last.end : token.start].isspace():
        return False
    back = place - 1
    while back and tokens[back].text in _CLOSERS:
        back -= 1
    mark = tokens[back]
    if not mark.text or mark.text[-1] not in _ENDS:
        return False
    word = (mark.text if len(mark.text) > 1 else tokens[back - 1].text if back else "").rstrip(".").lower()
    short = word in _TITLES or (len(word) == 1 and word.isalpha()) or "." in word
    opens = token.text[:1].isupper() or token.text[:1].isdigit() or not token.text[:1].isalnum()
    return not short and opens


def passages(doc: Doc) -> list[Offsets]:
    """The sentences of a text in groups: each group begins with a sentence that does not lean on what stands before.

    Example:
        >>> from hf_robust.core.doc import Annotation
        >>> from hf_robust.language.annotation import annotate_values
        >>> text = "Ana Ruiz won the cup. She was happy. Rain fell in Lima."
        >>> doc = Doc(text, annotation=Annotation.of_column(annotate_values([text], {"pos", "dep", "lemma"})[0]))
        >>> [text[start:end] for start, end in passages(doc)]
        ['Ana Ruiz won the cup. She was happy.', 'Rain fell in Lima.']
    """
    tokens, found = doc.tokens, list[Offsets]()
    for first, end in token_sentences(doc):
        bounds = (tokens[first].start, tokens[end - 1].end)
        if found and leans(tokens, first, end):
            found[-1] = (found[-1][0], bounds[1])
        else:
            found.append(bounds)
    return found


def leans(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a sentence points back to those before it: by a pronoun, a connective, or a name in short.

    Args:
        first: First token of the sentence.
        end: The token after its last.

    Example:
        >>> words = Doc.tagged("Rain/NOUN fell/VERB ./PUNCT He/PRON left/VERB ./PUNCT").tokens
        >>> leans(words, 0, 3), leans(words, 3, 6)
        (False, True)
    """
    words = [token.text.lower() for token in tokens[first:end]]
    plain = [word for word in words if any(map(str.isalnum, word))]
    if not plain or plain[0] in LINKS or any(plain[: len(link)] == list(link) for link in LINKING):
        return True
    if not _POINTERS.isdisjoint(plain[:_OPENING]) or not _ANYWHERE.isdisjoint(plain):
        return True
    if ("then" in plain and "if" not in plain) or tokens[first].tag == "VBN":
        return True
    if any(pair in (("for", "instance"), ("in", "response"), ("in", "turn")) for pair in pairwise(plain)):
        return True
    if any(is_that_thing(tokens, place) for place in range(first, end - 1)):
        return True
    if "than" not in plain and any(token.tag in ("JJR", "RBR") for token in tokens[first:end]):
        return True
    if not _MONTHS.isdisjoint(plain) and not any(word.isdecimal() and len(word) == 4 for word in plain):
        return True
    if any(token.text == "there" and token.tag == "RB" for token in tokens[first:end]):
        return True
    return lacks_antecedent(tokens, first, end) or _says_again(tokens, first, end)


def is_that_thing(tokens: Sequence[Token], place: int) -> bool:
    """Whether "that" points to a thing: "that conjecture"; in "says that rain fell" it does not."""
    token = tokens[place]
    return token.text.lower() == "that" and token.tag == "DT" and token.dep == "det"


def lacks_antecedent(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a pronoun has no subject or possessor before it in the sentence that it could mean."""
    one = many = False
    subjects = 0
    for place in range(first, end):
        token = tokens[place]
        word = token.text.lower()
        if word in _OBJECTS and subjects < 2 and token.dep in ("dobj", "obj", "iobj"):
            return True  # in "Ruiz saw him" he is not Ruiz
        if (word in THIRD_PLURAL and not many) or (word in _OF_ONE and not one):
            return True
        owns = place + 1 < end and tokens[place + 1].tag == "POS"
        if token.dep.startswith("nsubj") or owns or token.dep == "conj":
            subjects += token.tag.startswith("NN")
            one |= token.tag in ("NN", "NNP")
            many |= token.tag in ("NNS", "NNPS") or token.dep == "conj"
    return False


def _says_again(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether the sentence begins with "the team", where a team was named before, or with a surname alone."""
    place = first
    if tokens[place].pos == "ADV" and first + 2 < end and tokens[first + 1].text == ",":
        place += 2  # "Usually, the alphabet ..."
    if tokens[place].text.lower() == "the":
        place += 1
        while place < end and tokens[place].pos in ("ADJ", "NUM", "NOUN", "VERB") and tokens[place + 1 : place + 2]:
            if tokens[place].pos == "NOUN" and tokens[place + 1].pos not in ("NOUN", "PROPN"):
                break
            place += 1
        if place >= end or tokens[place].pos != "NOUN":
            return False
        told = place + 1 < end and tokens[place + 1].text.lower() in _TOLD
        return not told or any(token.lemma == tokens[place].lemma for token in tokens[:first])
    name = tokens[place]
    alone = name.pos == "PROPN" and (place + 1 >= end or tokens[place + 1].pos != "PROPN")
    before = any(
        tokens[n].text == name.text and tokens[n - 1].pos == "PROPN" and tokens[n - 1].text[:1].isupper()
        for n in range(1, first)
    )
    return alone and before
