"""Titles of works and numbers of catalogues in a relation become others of their kind."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.composed_names import titles
from hf_robust.language.famous_mentions import NAMED_WORKS
from hf_robust.transforms.kept_names import WORKS
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, occurrences

_OPENING = frozenset(("``", '"', "“"))
_CLOSING = frozenset(("''", '"', "”"))
_CODE = re.compile(r"[A-Z]{2,5}\Z")  # "NGC", "HIP", "US"
_ROADS = frozenset("Highway Interstate Motorway Road Route".split())
_DIGITS = re.compile(r"[1-9]\d{0,6}\Z")
_GREEK = dict(
    zip(
        """Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi
        Chi Psi Omega""".split(),
        "αβγδεζηθικλμνξοπρστυφχψω",
        strict=True,
    )
)
_GENITIVE = re.compile(r"[A-Z][a-z]+(?:ae|i|is|um)\Z")  # "Lyrae", "Aquarii", "Draconis", "Piscium"
_YEAR = re.compile(r"(1[5-9]|20)\d\d\Z")
_LEAST = 4  # letters of a word of a title that may be part of another word
_WORKS = (WORKS | NAMED_WORKS | {"serie"}) - {"series"}
_WORKS |= frozenset(
    """anime documentary ep episode hit miniserie poem screenplay serial single sitcom soundtrack storie story title
    track trilogy volume""".split()
)  # without the "s" of the plural
# what says why a title is as it is, or that something else is called so
_EXPLAINED = frozenset(
    "english eponymous meaning means named namesake namesakes same self-titled styled titled translated".split()
)


def title_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that give a work in quotation marks another title, wherever it is named.

    Args:
        mention: The title, inside the quotation marks or with them.
        rng: The draws.

    Raises:
        NotApplicable: When it does not stand in quotation marks, or the sentence says more of the title.
    """
    tokens = _quoted(doc, mention)
    told = not _WORKS.isdisjoint(token.text.lower().removesuffix("s") for token in doc.tokens)
    if not tokens or not (told or _is_dated(doc, tokens)):
        raise NotApplicable(f"the {mention.role} is no name and no title whose type is known")
    if any(token.text.lower() in _EXPLAINED for token in doc.tokens):
        raise NotApplicable(f"the sentence says more of the title of the {mention.role}")
    if any(any(map(str.isdigit, token.text)) for token in tokens):
        raise NotApplicable(f"the title of the {mention.role} has a number")
    first = doc.tokens.index(tokens[0])
    inner = mention._replace(first=first, last=first + len(tokens))
    # subject and object get titles of unlike form
    pool = [title for title in titles() if (title < "R") == (mention.role == "subject") and title not in doc.text]
    new = rng.choice(pool)
    return _everywhere(doc, inner, new)


def _is_dated(doc: Doc, title: Sequence[Token]) -> bool:
    """Whether a year stands in brackets behind a title in quotation marks, as only that of a work has it."""
    behind = doc.tokens.index(title[-1]) + 1
    after = [token.text for token in doc.tokens[behind : behind + 3]]
    return len(after) == 3 and after[0] in _CLOSING and after[1] == "(" and bool(_YEAR.match(after[2][:4]))


def number_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that give a road or a thing of a catalogue another number: "NGC 245", "Route 66".

    Args:
        mention: The name.
        rng: The draws.

    Raises:
        NotApplicable: When it is no such name, or its number stands elsewhere, too.
    """
    tokens = mention.tokens(doc)
    number = tokens[-1].text
    listed = len(tokens) > 1 and _DIGITS.match(number) and not _YEAR.match(number)
    if not listed or not (_CODE.match(tokens[-2].text) or tokens[-2].text in _ROADS):
        raise NotApplicable(f"the {mention.role} has no number of a catalogue")
    others = [token.text for place, token in enumerate(doc.tokens) if not mention.first <= place < mention.last]
    if any(number in other for other in others):
        raise NotApplicable(f"the number of the {mention.role} stands elsewhere in the sentence")
    low = 10 ** (len(number) - 1)
    free = [n for _ in range(20) if str(n := rng.randint(low, 10 * low - 1)) not in (number, *others)]
    if not free:
        raise NotApplicable(f"there is no other number for the {mention.role}")
    return [Edit(tokens[-1].start, tokens[-1].end, str(free[0]))]


def letter_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that give a star another Greek letter: "Eta Lyrae" or "η Lyrae", wherever it is named.

    Args:
        mention: The name.
        rng: The draws.

    Raises:
        NotApplicable: When it is no such name, or the letter says how bright the star is.
    """
    tokens = mention.tokens(doc)
    name = tokens[0].text
    if len(tokens) != 2 or name not in _GREEK or not _GENITIVE.match(tokens[1].text):
        raise NotApplicable(f"the {mention.role} has no Greek letter")
    if any(token.text.startswith("bright") for token in doc.tokens):
        raise NotApplicable(f"the sentence says how bright the {mention.role} is")
    new = rng.choice([letter for letter in _GREEK if letter != name])
    edits = []
    for place, token in enumerate(doc.tokens):
        if token.text not in (name, _GREEK[name]):
            continue
        behind = doc.tokens[place + 1].text[:3] if place + 1 < len(doc.tokens) else ""
        if behind != tokens[1].text[:3]:
            raise NotApplicable(f"the letter of the {mention.role} stands elsewhere in the sentence")
        edits.append(Edit(token.start, token.end, new if token.text == name else _GREEK[new]))
    return edits


def _quoted(doc: Doc, mention: RelationMention) -> Sequence[Token]:
    """The tokens of a title between quotation marks; none where there are no marks."""
    tokens = list(mention.tokens(doc))
    if len(tokens) > 2 and tokens[0].text in _OPENING and tokens[-1].text in _CLOSING:
        tokens = tokens[1:-1]
    else:
        before = doc.tokens[mention.first - 1].text if mention.first else ""
        after = doc.tokens[mention.last].text if mention.last < len(doc.tokens) else ""
        # a comma or the end mark may stand inside: '" Zorp , "'
        behind = doc.tokens[mention.last + 1].text if mention.last + 1 < len(doc.tokens) else ""
        if before not in _OPENING or not (after in _CLOSING or (after in (",", ".") and behind in _CLOSING)):
            return ()
    return tokens if tokens[0].text[:1].isupper() else ()


def _everywhere(doc: Doc, mention: RelationMention, new: str) -> list[Edit]:
    words = [token.text for token in mention.tokens(doc)]
    places = (mention.first, *occurrences(doc, words, mention))
    covered = {at + number for at in places for number in range(len(words))}
    telling = [word for word in words if len(word) >= _LEAST and word[:1].isupper()] or words
    for number, token in enumerate(doc.tokens):
        if number not in covered and any(word in token.text for word in telling):
            raise NotApplicable(f"part of the {mention.role} stands elsewhere in the sentence")
    return [Edit(doc.tokens[at].start, doc.tokens[at + len(words) - 1].end, new) for at in places]
