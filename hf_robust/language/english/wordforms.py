"""What a swap of words must keep: the kind and the form of the word."""

from functools import cache, lru_cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    CLOCK_UNITS,
    COMPASS,
    DAY_PARTS,
    DIGIT_WORDS,
    DIRECTIONS,
    FREQUENCIES,
    INDEFINITE_PRONOUNS,
    NEAR_DAYS,
    NEAR_NEGATIONS,
    NEGATIVE_PRONOUNS,
    SEASONS,
    SELDOM,
)
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet_facts import opposites, uses

_KINDS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_SHARE = 0.1  # a part of speech with a smaller share of the counted uses of a word is ignored
_KIND_OF = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
# besides the stop words: to change one of these changes what is said, not how
_TURNING = (
    DIGIT_WORDS
    | NEAR_NEGATIONS
    | NEGATIVE_PRONOUNS
    | SELDOM
    | frozenset(
        """never nowhere enough less fewer little almost nearly quite rather lot maybe perhaps ten first second
            third last next""".split()
    )
)
# what nobody should find written in a text of theirs, nor taken out of one that is judged by it
_CRUDE = frozenset(
    "ass asses asshole assholes bastard bastards bitch bitches bullshit cock cocks coon crap cum cunt damn damned dick "
    "dicks dyke fag faggot fuck fucked fucker fucking goddamn homo negro negroes nigger niggers piss pissed porn pussy "
    "rape raped rapes shit shitty slut sluts tits whore whores".split()
)
# members of lists: the others are near, and never mean the same
_LISTED = (
    INDEFINITE_PRONOUNS
    | CALENDAR_UNITS
    | FREQUENCIES
    | SEASONS
    | DAY_PARTS
    | NEAR_DAYS
    | CLOCK_UNITS
    | DIRECTIONS
    | COMPASS
    | frozenset(
        """tonight noon midnight fall black white red green blue yellow brown pink purple
            orange grey gray gold silver dog cat horse cow pig sheep chicken left right first last early late
            once twice half quarter pair couple duo trio quartet people person music song male female commonly
            sometimes occasionally periodically anywhere somewhere everywhere nowhere ever never sometime
            fast""".split()
    )
)
_GLUE = frozenset("-‐‑–/_@#&")
_OPENERS = frozenset([*".!?:;…([{\"'“‘`«-–—*", "``", "''", "...", "--"])


def swappable(doc: Doc) -> list[Token]:
    """The words of the open classes that may be touched: no names, no parts of ``low-key`` or of an address.

    Example:
        >>> doc = Doc.tagged("A/DET/DT fine/ADJ/JJ French/ADJ/JJ film/NOUN/NN")
        >>> [token.text for token in swappable(doc)]
        ['fine', 'film']
    """
    bounds = None if doc.bounds is None else set(doc.bounds)
    text = doc.text
    cased = any(map(str.islower, text))
    found = []
    for place, token in enumerate(doc.tokens):
        if token.pos not in _KINDS or not token.text.isalpha() or len(token.text) < 2:
            continue
        low = token.text.lower()
        named = cased and not token.text.islower() and place and doc.tokens[place - 1].text not in _OPENERS
        glued = text[token.start - 1 : token.start] in _GLUE or text[token.end : token.end + 1] in _GLUE
        whole = bounds is None or (token.start, token.end) in bounds
        fits = not (named or glued or is_fixed(low)) and whole and _may_have(low, token.tag)
        if fits and doc.is_free(token.start, token.end):
            found.append(token)
    return found


def _may_have(word: str, tag: str) -> bool:
    """Whether the dictionary allows the tag: where it does not, the tagger errs more often than the dictionary."""
    known = tags_of(word)
    return bool(tag) and (not known or tag in known)


def is_fixed(word: str) -> bool:
    """Whether a word, in lower case, neither goes nor comes: function words, what turns a sentence, crude words.

    Example:
        >>> is_fixed("the"), is_fixed("never"), is_fixed("film")
        (True, True, False)
    """
    return word in _TURNING or word in _CRUDE or word in lexicon("stop_words")


def may_stand_for(new: str, old: str) -> bool:
    """Whether neither of two words, in lower case, is a member of a list: *hour*, *north*, *sister*.

    The others of the list are near in every space of words, and never mean the same.

    Example:
        >>> may_stand_for("minute", "hour"), may_stand_for("film", "movie")
        (False, True)
    """
    return _listed().isdisjoint((new, old))


@cache
def _listed() -> frozenset[str]:
    return _LISTED.union(*lexicon("genders")["nouns"], *lexicon("genders")["apart"])


@lru_cache(maxsize=100_000)
def tags_of(word: str) -> frozenset[str]:
    """The Penn tags that a form of an open class usually has; empty when the dictionary does not know it.

    A kind of word that it is in less than a tenth of its uses in WordNet's tagged texts does not count.

    Args:
        word: In lower case.

    Example:
        >>> sorted(tags_of("films")), "VBN" in tags_of("bored"), sorted(tags_of("the"))
        (['NNS'], True, [])
    """
    from hf_robust.language.english.lemminflect_forms import getAllInflections, getAllLemmas

    found = [(lemma, kind) for kind, lemmas in getAllLemmas(word).items() for lemma in lemmas if kind in _KINDS]
    seen = [uses(lemma, _KINDS[kind]) for lemma, kind in found]
    tags = set()
    for (lemma, kind), count in zip(found, seen):
        if count < _SHARE * sum(seen):
            continue
        forms = getAllInflections(lemma, kind)
        tags |= {tag for tag, spelled in forms.items() if word in spelled[: 1 if tag == "NNS" else None]}
        if "VBN" not in forms and word in forms.get("VBD", ()):
            tags.add("VBN")
    return frozenset(tags)


def lemmas_of(word: str, tag: str) -> tuple[str, ...]:
    """Dictionary forms of a word with a Penn tag of an open class.

    Example:
        >>> lemmas_of("films", "NNS")
        ('film',)
    """
    from hf_robust.language.english.lemminflect_forms import getLemma

    return tuple(getLemma(word, upos=_KIND_OF[tag[:2]])) if tag[:2] in _KIND_OF else ()


@lru_cache(maxsize=100_000)
def are_opposites(left: str, right: str, tag: str) -> bool:
    """Whether WordNet has two forms of one Penn tag as antonyms, of any senses.

    Example:
        >>> are_opposites("bought", "sold", "VBD"), are_opposites("bought", "purchased", "VBD")
        (True, False)
    """
    kind = _KINDS.get(_KIND_OF.get(tag[:2], ""))
    if kind is None:
        return False
    lefts, rights = set(lemmas_of(left, tag)), set(lemmas_of(right, tag))
    return any(opposites(lemma, kind) & rights for lemma in lefts) or any(opposites(r, kind) & lefts for r in rights)
