"""Search rules that look at a whole sentence: its form, how sure its label is, and whether a second opinion agrees."""

from dataclasses import dataclass

from hf_robust.core.doc import Annotation
from hf_robust.language.english.closed_classes import NEAR_NEGATIONS, NEGATIONS
from hf_robust.language.english.declarative import is_declarative
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons.people import denotes_people
from hf_robust.slices.rules import HasWord, Not, Rule, RuleRow
from hf_robust.slices.wordlists import terms

CONTRAST = (
    *("but", "although", "though", "however", "yet", "despite", "nevertheless", "nonetheless", "notwithstanding"),
    *("whereas", "while", "albeit", "except", "unless", "instead", "otherwise", "in spite of", "even if", "even so"),
    *("on the other hand", "at least", "at times", "if", "rather than", "more than", "less than"),
)
"""Words that turn a judgment, limit it or set another one against it."""
_NEGATIONS = (NEGATIONS - {"cannot", "nowhere"}) | NEAR_NEGATIONS
_CLEAR = 2  # how much heavier one side must be
_REACH = 3  # words that a negation reaches over
_JUDGING = frozenset({"ADJ", "ADV", "NOUN", "VERB", "INTJ", "PROPN"})
_LONGEST_GAP = 2  # words between a group's adjective and the noun


def without_contrast() -> Rule:
    """The text has no word that sets one judgment against another."""
    return Not(HasWord(CONTRAST))


@dataclass(frozen=True)
class Declarative(Rule):
    """The text is one declarative sentence, which may follow "that"."""

    def meets(self, row: RuleRow) -> bool:
        return is_declarative(Annotation.of_column(row.annotations[row.role]).tokens)


@dataclass(frozen=True)
class Margin(Rule):
    """The row's score is at least so far from where the next label begins; a row without a score passes.

    Example:
        >>> [Margin(0.05).meets(RuleRow({"text": "Dull."}, margin=margin)) for margin in (0.04, 0.05, None)]
        [False, True, True]
    """

    distance: float

    def meets(self, row: RuleRow) -> bool:
        return row.margin is None or row.margin >= self.distance - 1e-9


@dataclass(frozen=True)
class Agrees(Rule):
    """A second opinion on the label is the same.

    Args:
        source: ``sentiment``: the words of the text, by :func:`sentiment_of`; ``classifier``: the one that the user
            gave, and where none was given a row passes.
    """

    source: str

    def meets(self, row: RuleRow) -> bool:
        if self.source == "classifier":
            return row.opinion is None or row.opinion == row.label
        return sentiment_of(row) == row.label


def sentiment_of(row: RuleRow) -> str | None:
    """What the words of a text say together: ``positive``, ``negative``, ``neutral``, or None where it is mixed.

    It is neutral when no noun, verb, adjective or adverb judges, and positive or negative when those that judge that
    way weigh twice as much as those that judge the other way. A negation turns the next words round.
    """
    if row.sentiment is None:
        return None
    weights, since = {"positive": 0.0, "negative": 0.0}, _REACH + 1
    for word, pos, tag in row.tokens:
        since = 0 if word.lower() in _NEGATIONS else since + 1
        if pos not in _JUDGING or not since or row.sentiment.label(word, tag or pos) == "neutral":
            continue
        score = row.sentiment.score(word, tag or pos) * (-1 if since <= _REACH else 1)
        weights["positive" if score > 0 else "negative"] += abs(score)
    if not any(weights.values()):
        return "neutral"
    weak, strong = sorted(weights, key=weights.__getitem__)
    return strong if weights[strong] >= _CLEAR * weights[weak] else None


@dataclass(frozen=True)
class HasPeople(Rule):
    """The text speaks of people: a noun that denotes them, or an adjective of such a noun.

    Args:
        lexicon: Word list of which the words must be; without one any people.
    """

    lexicon: str | None = None

    def meets(self, row: RuleRow) -> bool:
        words = [" ".join(terms(word)) for word, _, _ in row.tokens]
        if self.lexicon is None:
            return any(self._is_noun(row, place) for place in range(len(words)))
        listed = row.lexicons[self.lexicon]
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + listed.longest) + 1):
                if listed.occurs([" ".join(words[start:end])]) and self._are_people(row, end - 1):
                    return True
        return False

    def _are_people(self, row: RuleRow, last: int) -> bool:
        """Whether a term that ends with a token is a noun for people, or stands before one."""
        if self.lexicon is not None and row.tokens[last][2] in ("NNS", "NNPS"):
            return True
        if row.tokens[last][1] != "ADJ":
            following = row.tokens[last + 1 : last + 2]
            modifies = any(pos in ("NOUN", "PROPN") for _, pos, _ in following)  # "gay marriage", "a woman doctor"
            return self._is_noun(row, last + modifies)
        for place in range(last + 1, min(len(row.tokens), last + 2 + _LONGEST_GAP)):
            if row.tokens[place][1] in ("NOUN", "PROPN"):
                return self._is_noun(row, place)
            if row.tokens[place][1] not in ("ADJ", "ADV"):
                return False
        return False

    @staticmethod
    def _is_noun(row: RuleRow, index: int) -> bool:
        word, pos, tag = row.tokens[index]
        if pos not in ("NOUN", "PROPN"):
            return False
        word = word.lower()
        return any(map(denotes_people, (word, *lemmas_of(word, "NNS" if tag.endswith("S") else "NN"))))
