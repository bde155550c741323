"""A judgment said in another way: the opposite is denied."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import BE_TENSED, INDEFINITE_ARTICLES
from hf_robust.language.english.denial_contexts import is_denied_near, is_framed, is_taken_up
from hf_robust.language.english.denials import denial_at, denials
from hf_robust.language.english.denied_states import WORDS as STATES
from hf_robust.language.english.denied_verdicts import VERDICTS, WORDS, verdict_denied
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Transformation, preserves, register


@cache
def _listed() -> Mapping[str, frozenset[str]]:
    """The lemmas that may be polar words, by part of speech; participles have that of their verb."""
    adjectives = frozenset(denials()["adjectives"]) | frozenset(denials()["predicates"])
    verbs = {lemma for word in adjectives for tag in ("VBG", "VBN") for lemma in lemmas_of(word, tag)}
    return {"ADJ": adjectives, "VERB": adjectives | verbs | frozenset(denials()["verbs"])}


_LOSSES = frozenset(VERDICTS) | frozenset(
    """waste mess shame bore misfire misstep mistake bomb turkey ripoff rip-off trash garbage crap junk gem masterpiece
        treat delight joy shock loss tragedy pity danger risk problem""".split()
)


def _is_ironic(doc: Doc, place: int) -> bool:
    """Whether praise makes a bad thing worse: "an incredible waste"."""
    return any(token.text.lower() in _LOSSES for token in doc.tokens[place + 1 : place + 3])


def _is_weighed(doc: Doc, place: int) -> bool:
    """Whether "but" sets a sentence of praise against one of blame, or blame against praise."""
    sentence = doc.tokens[place].sent
    opens = next(token for token in doc.tokens if token.sent == sentence)
    if opens.text.lower() not in ("but", "yet", "still"):
        return False
    word, sides = doc.tokens[place].lemma.lower(), [_words(side) for side in ("positive", "negative")]
    against = next((other for own, other in (sides, sides[::-1]) if word in own), frozenset())
    return any(token.sent < sentence and token.text.lower() in against for token in doc.tokens)


def _is_bound(doc: Doc, place: int) -> bool:
    """Whether what stands behind a judgment needs its word: "mediocre (at best)", "It is good. Has been for years." """
    return is_framed(doc.tokens, place) or is_taken_up(doc.tokens, place)


@cache
def _words(side: str) -> frozenset[str]:
    """The adjectives and verbs that praise, or those that blame."""
    table = lexicon("polar_words")["reversals"][side]
    return frozenset((*table["adjectives"], *table["verbs"]))


@register
@dataclass(frozen=True, kw_only=True)
class DoubleDenial(Transformation):
    """Replace an opinion word with the negation of its antonym: "good" -> "not bad", "hated" -> "did not like".

    Words for states such as "possible", "likely" and "difficult" are replaced after "is", also before "to" and "that":
    "it is possible to win" becomes "it is not impossible to win". Adjectives are replaced after "is" and after verbs
    such as "seems". Before a noun, the statement is denied ("is a good film" becomes "is not a bad film"); elsewhere
    only an adjective whose antonym has a negative prefix changes ("a remarkable film" becomes "a not unremarkable
    film"), and parts of a work or a meal get a relative clause ("bad acting" becomes "acting that is not good").
    "Found it boring" becomes "did not find it interesting", and the sentence "Poor." becomes "Not good.". Verdicts such
    as "is a waste of time", "is worth it", "is a failure" and "avoid this film" become "is not worth the time", "is not
    a waste of time", "is not a success" and "do not watch this film". Words that are negated, compared or questioned do
    not change, and neither does strong praise in a text with other strong praise. Nothing is denied twice in sentences
    side by side, and a word stays if the next sentence takes it up. Adverbs of degree are removed; after them, and for
    strong words, "at all" is added: "is very good" and "is excellent" become "is not bad at all".

    Args:
        most: Maximum number of words that change.

    Source: TextFlint (Wang et al. 2021), section 3, "DoubleDenial".

    Example:
        >>> doc = Doc.tagged("It/PRON/PRP//nsubj/3 is/AUX/VBZ/be/cop/3 good/ADJ/JJ//root/0 ./././/punct/3")
        >>> DoubleDenial().preview(doc)
        'It is not bad .'
    """

    most: int = 2

    name = "double-denial"
    version = "12"
    level = "word"
    linguistics = "syntax"
    seed_name = "DoubleDenial"
    choice = "opinion words that can be replaced with a negated antonym"
    needs = frozenset({"pos", "lemma", "dep"})
    parse_where = BE_TENSED | INDEFINITE_ARTICLES | {"VBD", "VBZ", "VBP"}
    effects = preserves(SENTIMENT)

    def __post_init__(self) -> None:
        self._require_whole("most")

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        listed, found = _listed(), list[Edit]()
        for place, token in enumerate(doc.tokens):
            polar = (token.pos in listed and token.lemma.lower() in listed[token.pos]) or token.text.lower() in STATES
            verdict = token.text.lower() in WORDS
            if (polar or verdict) and not (_is_ironic(doc, place) or _is_weighed(doc, place)):
                edit = verdict_denied(doc, place) if verdict else denial_at(doc, place)
                if edit is None or (found and edit.start < found[-1].end) or not doc.is_free(edit.start, edit.end):
                    continue
                if not (_is_bound(doc, place) or is_denied_near(doc.tokens, place, edit, found)):
                    found.append(edit)
        return sorted(rng.sample(found, min(self.most, len(found))))
