"""Words for the masks of a sentence: a masked language model suggests them, grammar and sentiment must allow them.

The second half of Algorithm 1. All masks of a batch are asked for together, and so are the tags of all sentences that
come of it; a text never goes through a model alone. A word is kept when its tag in the sentence is the mask's and when
it is neutral.

Beyond the paper: the sentence is parsed again and must have the production that the mask was made of. It removes about
a third of the words, most of them odd ("lost Kozmo in at the end"). A word must have a tenth of the best suggestion's
probability. Words that turn what is said (``never``, ``hardly``, ``if``) are never added, nor adverbs, articles and
quantities right after a negation (``not only``): the lexicons of sentiment call all of these neutral.

Where only light words are added, :mod:`hf_robust.capability.expansion.light_words` says which may stand in a place; the
language model ranks them, and tag and production are checked as above.

Source: S2LCT, final paper, section 3.2.2 (suggestion by a masked language model; tag and sentiment of the word).
"""

import re
from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from hf_robust.capability.expansion.light_words import light_words
from hf_robust.capability.expansion.masks import Mask
from hf_robust.capability.templates.patterns import may_be_small
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets, apply
from hf_robust.language.annotation import annotate_values
from hf_robust.language.constituency.parsed_text import ParsedText, Phrase, phrases
from hf_robust.language.constituency.parsers import ConstituencyParser
from hf_robust.language.constituency.productions import symbol
from hf_robust.language.english.articles import article, with_articles
from hf_robust.language.english.closed_classes import (
    CONDITIONS,
    CONTRASTS,
    FEW,
    LESS,
    NEAR_NEGATIONS,
    NEGATIONS,
    SELDOM,
)
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.fill_mask import Suggestion, place_fits, suggestions
from hf_robust.language.models import masked_lm
from hf_robust.language.sentiment import WordSentiment

_STAND_IN = "x"
_WORD = re.compile(r"\S+")
_NEAR = 3  # words on either side that are not said again
_LEAST = 0.1  # of the best suggestion's probability
_PIECES = 24  # word pieces on either side that the model sees of a place for a light word
_AHEAD = 2  # of the words for a first mask, so many are tried with words for the second
_OPEN = frozenset("JJ JJR JJS NN NNS RB RBR RBS VB VBD VBG VBN VBP VBZ".split())
_FINAL = frozenset(".!?…\"'”’)")
_NEGATIONS = (NEGATIONS - {"cannot", "nowhere"}) | NEAR_NEGATIONS | {"n’t"}
_AFTER_NEGATION = frozenset("RB RBR RBS DT PDT CD".split())
_LOADED = frozenset("black white gay lesbian straight sex sexual sexy".split())  # about groups, or not neutral to all
_BEFORE_COMMON = frozenset("DT PDT PRP$ CD".split())  # before a name they make another thing of it
_TURNING = (
    _NEGATIONS
    | (CONTRASTS - {"whereas"})
    | FEW
    | LESS
    | SELDOM
    | CONDITIONS
    | frozenset(
        """nowhere fewer cannot lest instead too almost nearly otherwise supposedly allegedly falsely half
            whether nor against than false fake former would-be un non""".split()
    )
)


class Filled(NamedTuple):
    """Words for the places of a mask.

    Args:
        words: In the order of the places, in small letters.
        score: Product of the probabilities that the language model gives them.
    """

    words: tuple[str, ...]
    score: float


class ExpandedText(NamedTuple):
    """An expanded text.

    Args:
        edits: From the old text to it.
        position: Offset in it of the first word that was added.
        words: The words that were added, as they are written, in small letters: ``a`` or ``an`` by what follows.
    """

    text: str
    edits: tuple[Edit, ...]
    position: int
    words: tuple[str, ...]


class Filler:
    """Fills masks.

    Args:
        sentiment: Says which words are neutral.
        parser: Parses the expanded sentences.
        top_n: So many suggestions are looked at for each mask.
        model: As for :func:`hf_robust.language.models.masked_lm`.
        nlp: spaCy pipeline, name or folder.
        avoid: Words that are never added.
        light: Whether only light words are added, whatever else the model suggests.

    Example:
        >>> from hf_robust.language.constituency.parsers import constituency_parser
        >>> from hf_robust.language.sentiment import word_sentiment
        >>> piece = ParsedText("Or both .", ((0, 2), (3, 7), (8, 9)), ("CC", "DT", "."), "CCONJ", ((0, 3),), ())
        >>> mask = Mask(((2, "NNS"),), "NP", ("DT", "NNS"), 0.1, -2.3)
        >>> (found,) = Filler(word_sentiment("vader"), constituency_parser("embedded"), top_n=20).fill([(piece, mask)])
        >>> ("people",) in [filled.words for filled in found]
        True
    """

    def __init__(
        self,
        sentiment: WordSentiment,
        parser: ConstituencyParser,
        top_n: int = 10,
        model: str | None = None,
        nlp: str | None = None,
        avoid: frozenset[str] = frozenset(),
        light: bool = False,
    ):
        self.sentiment = sentiment
        self.parser = parser
        self.top_n = top_n
        self.model = model
        self.nlp = nlp
        self.avoid = avoid if light else _TURNING | _LOADED | avoid
        self.light = light

    def fill(self, asked: Sequence[tuple[ParsedText, Mask]]) -> list[list[Filled]]:
        """The words that hold, for each mask, the likeliest first.

        Args:
            asked: Masks with their pieces.
        """
        if self.light:
            return self._checked(asked, self._light(asked))
        starts = [[Filled((), 1.0)] for _ in asked]
        longest = max((len(mask.gaps) for _, mask in asked), default=0)
        for turn in range(longest):
            starts = self._grown(asked, starts, turn)
        return self._checked(asked, starts)

    def _light(self, asked: Sequence[tuple[ParsedText, Mask]]) -> list[list[Filled]]:
        """The light words that may stand in each mask's place, the likeliest first."""
        words = [[word for word in light_words(piece, mask) if word not in self.avoid] for piece, mask in asked]
        texts, places = self._with_stand_ins([(piece, mask, ()) for piece, mask in asked])
        fits = place_fits(texts, places, words, _PIECES, self.model)
        found = []
        for ones, logarithms in zip(words, fits):
            ranked = sorted(zip(ones, logarithms), key=lambda one: (-one[1], one[0]))
            found.append([Filled((word,), exp(fit)) for word, fit in ranked])
        return found

    def _grown(
        self, asked: Sequence[tuple[ParsedText, Mask]], starts: Sequence[list[Filled]], turn: int
    ) -> list[list[Filled]]:
        """One word more for each mask that has another place: asked for with the earlier words in the text."""
        open_ = [turn < len(mask.gaps) for _, mask in asked]
        rows = [(*pair, one.words) for pair, ones, more in zip(asked, starts, open_) if more for one in ones]
        answers = iter(self._suggested(rows))
        longer = []
        for (piece, mask), ones, more in zip(asked, starts, open_):
            if not more:
                longer.append(ones)
                continue
            grown = [
                Filled((*one.words, new.word), one.score * new.probability)
                for one in ones
                for new in _likely(next(answers))
                if self._may_stand(new.word, piece, mask, one.words)
            ]
            last = turn + 1 == len(mask.gaps)
            longer.append(sorted(grown, key=lambda one: (-one.score, one.words))[: self.top_n if last else _AHEAD])
        return longer

    def _suggested(self, asked: Sequence[tuple[ParsedText, Mask, tuple[str, ...]]]) -> list[list[Suggestion]]:
        return suggestions(*self._with_stand_ins(asked), self.top_n, self.model)

    def _with_stand_ins(
        self, asked: Sequence[tuple[ParsedText, Mask, tuple[str, ...]]]
    ) -> tuple[list[str], list[Offsets]]:
        """Texts with the words so far and a sign for the next one, and where that stands."""
        several = any(len(mask.gaps) > 1 for _, mask, _ in asked)
        sign = masked_lm(self.model)[1].mask_token if several else ""
        texts, places = [], []
        for piece, mask, words in asked:
            later = [sign] * (len(mask.gaps) - len(words) - 1)
            edits = _insertions(piece, mask, [*words, _STAND_IN, *later])
            at = _offsets(edits)[len(words)]
            text = apply(piece.text, edits)
            texts.append(text if text[-1] in _FINAL else f"{text} .")
            places.append((at, at + len(_STAND_IN)))
        return texts, places

    def _may_stand(self, word: str, piece: ParsedText, mask: Mask, before: tuple[str, ...]) -> bool:
        """What can be told of a word before its sentence is tagged."""
        gap, tag = mask.gaps[len(before)]
        near = [piece.word(at).lower() for at in range(max(0, gap - _NEAR), min(len(piece.tokens), gap + _NEAR))]
        left = piece.word(gap - 1).lower() if gap else ""
        if word in self.avoid or word in near or word in before:
            return False
        if left in _NEGATIONS and tag in _AFTER_NEGATION:
            return False
        if tag in _OPEN and tag not in tags_of(word):
            return False
        if tag == "RB" and "RB" in piece.tags[max(0, gap - 1) : gap + 1]:  # "entirely rather stale"
            return False
        if tag in _BEFORE_COMMON and gap < len(piece.tags) and piece.tags[gap].startswith("NNP"):
            return False
        return self.sentiment.label(word, tag) == "neutral"

    def _checked(self, asked: Sequence[tuple[ParsedText, Mask]], tried: Sequence[list[Filled]]) -> list[list[Filled]]:
        """Those that have the mask's tags in their sentence, and whose sentence is parsed as the mask says."""
        rows = [(n, piece, mask, one) for n, (piece, mask) in enumerate(asked) for one in tried[n]]
        annotations = annotate_values([write(*row[1:3], row[3].words).text for row in rows], {"pos"}, self.nlp)
        tagged = [
            (row, note["token"]) for row, note in zip(rows, annotations) if _has_tags(row[1], row[2], note["tag"])
        ]
        trees = self.parser.parse_all([_sentence(piece, mask, words) for (_, piece, mask, _), words in tagged])
        right: list[list[Filled]] = [[] for _ in asked]
        for ((number, piece, mask, one), _), tree in zip(tagged, trees):
            if _has_production(piece, mask, phrases(tree)):
                right[number].append(one)
        return right


def _likely(words: Sequence[Suggestion]) -> list[Suggestion]:
    least = _LEAST * max((word.probability for word in words), default=0.0)
    return [word for word in words if word.probability >= least]


def _added_indices(mask: Mask) -> list[int]:
    """Numbers of the added words among those of the expanded text."""
    return [gap + before for before, (gap, _) in enumerate(mask.gaps)]


def _has_tags(piece: ParsedText, mask: Mask, tags: Sequence[str]) -> bool:
    same = len(tags) == len(piece.tags) + len(mask.gaps)
    return same and all(symbol(tags[at]) == tag for at, (_, tag) in zip(_added_indices(mask), mask.gaps))


def _sentence(piece: ParsedText, mask: Mask, words: Sequence[str]) -> Sequence[str]:
    """The words of the sentence that was expanded."""
    first, end = _bounds(piece, mask)
    return words[first : end + len(mask.gaps)]


def _bounds(piece: ParsedText, mask: Mask) -> tuple[int, int]:
    low, high = mask.gaps[0][0], mask.gaps[-1][0]
    return next(bounds for bounds in piece.sentences if bounds[0] <= low <= high <= bounds[1])


def _has_production(piece: ParsedText, mask: Mask, phrases: Sequence[Phrase]) -> bool:
    """Whether a phrase was extended as the mask says, at its place; an adverb may have joined its adjective."""
    first = _bounds(piece, mask)[0]
    wanted = {index - first for index in _added_indices(mask)}
    joined = tuple(" ".join(mask.rhs).replace("RB JJ", "ADJP").split())
    sides = (mask.rhs, joined) if mask.lhs == "NP" and mask.gaps[0][1] == "RB" else (mask.rhs,)
    return any(phrase.lhs == mask.lhs and phrase.rhs in sides and wanted <= set(phrase.gaps[:-1]) for phrase in phrases)


def write(piece: ParsedText, mask: Mask, words: Sequence[str], opens: bool = True) -> ExpandedText:
    """The piece with the words in it: articles fit what follows, and the first word keeps its capital.

    Args:
        words: One for each of its places.
        opens: Whether the piece begins a sentence.

    Example:
        >>> piece = ParsedText("A movie.", ((0, 1), (2, 7), (7, 8)), ("DT", "NN", "."), "DET", ((0, 3),), ())
        >>> write(piece, Mask(((1, "JJ"),), "NP", ("DT", "JJ", "NN"), 0.1, -2.3), ["old"])[0:3:2]
        ('An old movie.', 3)
        >>> write(piece, Mask(((0, "PDT"),), "NP", ("PDT", "DT", "NN"), 0.1, -2.3), ["such"])[0:3:2]
        ('Such a movie.', 0)
    """
    spelled = [_spelled(piece, mask, words, place) for place in range(len(words))]
    shown = [word.upper() for word in spelled] if piece.text.isupper() else spelled
    edits = with_articles(Doc(piece.text), _insertions(piece, mask, shown))
    if mask.gaps[0][0] == 0:
        edits = _capital_moved(piece, edits, opens)
    first = next(n for n, edit in enumerate(edits) if edit.start == edit.end)
    position = _offsets(edits[: first + 1])[first]
    return ExpandedText(apply(piece.text, edits), tuple(edits), position, tuple(spelled))


def _insertions(piece: ParsedText, mask: Mask, words: Sequence[str]) -> list[Edit]:
    """The words at their places; those of one gap are one edit."""
    by_gap: dict[int, list[str]] = {}
    for (gap, _), word in zip(mask.gaps, words):
        by_gap.setdefault(gap, []).append(word)
    edits = []
    for gap, ones in by_gap.items():
        free = piece.gap(gap)
        if free is not None:  # a mask stands where there is one
            offset, before, after = free
            edits.append(Edit(offset, offset, f"{before}{' '.join(ones)}{after}"))
    return edits


def _offsets(edits: Sequence[Edit]) -> list[int]:
    """Where the words of the edits stand in the text after them."""
    offsets, shift = [], 0
    for edit in edits:
        offsets += [edit.start + shift + word.start() for word in _WORD.finditer(edit.text)]
        shift += len(edit.text) - (edit.end - edit.start)
    return offsets


def _spelled(piece: ParsedText, mask: Mask, words: Sequence[str], index: int) -> str:
    """A word as it is written; ``an`` only where the next word asks for it."""
    gap = mask.gaps[index][0]
    if words[index] not in ("a", "an"):
        return words[index]
    if index + 1 < len(words) and mask.gaps[index + 1][0] == gap:
        return article(words[index + 1])
    return article(piece.word(gap)) if gap < len(piece.tokens) else words[index]


def _capital_moved(piece: ParsedText, edits: Sequence[Edit], opens: bool) -> list[Edit]:
    """What stands before the first word takes over its capital, if it has one for its place."""
    start, end = piece.tokens[0]
    old = piece.text[start:end]
    small = may_be_small(piece.text[start:], piece.pos)
    if piece.text.isupper() or not old[0].isupper() or not (opens or small):
        return list(edits)
    first, *rest = edits
    first = first._replace(text=first.text[0].upper() + first.text[1:])
    if not small:
        return [first, *rest]
    if rest and rest[0].start == start:  # an article that is repaired
        return [first, rest[0]._replace(text=rest[0].text.lower()), *rest[1:]]
    return [first, Edit(start, start + 1, old[0].lower()), *rest]
