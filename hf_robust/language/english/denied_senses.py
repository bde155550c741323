"""Words of judgment whose denied antonym fits some of their senses: what is fresh, bland, okay, wrong or refused."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import FIRST_PERSON
from hf_robust.language.english.denial_signs import HIGH, word_at
from hf_robust.language.english.denied_qualities import judged_parts
from hf_robust.language.english.strong_praise import is_praise
from hf_robust.language.english.verbs import children, plain, subject_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind

# what grows stale; other food that is not fresh is spoilt
_BAKED = frozenset(
    """bagel bread bun cake chip cookie cracker croissant crust donut doughnut muffin pastry pretzel roll
        tortilla""".split()
)
_OF_MINDS = frozenset(
    "clever deep dishonest foolish honest imaginative insincere intelligent polite rude shallow sincere smart "
    "stupid wise".split()
)
_MIDDLING = frozenset({"ok", "okay", "alright"})
_LITTLE = frozenset({"just", "only", "simply", "really", "so", "still", "barely"})
_LIKED = frozenset({"like", "enjoy", "appreciate"})


def denied_of_food(tokens: Sequence[Token], place: int) -> str | None:
    """The antonym of a word that has another one of food: "bland".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> soup = "The/DET/DT//det/2 soup/NOUN/NN//nsubj/4 was/AUX/VBD/be/cop/4 bland/ADJ/JJ//root/0"
        >>> denied_of_food(Doc.tagged(soup).tokens, 3)
        'tasty'
    """
    if plain(tokens[place]) != "bland":
        return None
    meal = lexicon("antonyms")["classes"]["MEAL"]
    near = [token for token in tokens if token.sent == tokens[place].sent]
    return "tasty" if any(token.lemma.lower() in meal for token in near) else None


def says_little(tokens: Sequence[Token], place: int) -> bool:
    """Whether the denied antonym of a word would say less than the word, or another thing.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> says_little(Doc.tagged("I/PRON/PRP//nsubj/3 was/AUX/VBD//cop/3 wrong/ADJ/JJ//root/0").tokens, 2)
        True
    """
    token, word = tokens[place], plain(tokens[place])
    subject = subject_of(tokens, place)
    who = tokens[subject] if subject is not None else None
    if word == "fresh":
        noun = tokens[token.head] if token.dep == "amod" else who
        return noun is None or noun.lemma.lower() not in _BAKED
    if word in _MIDDLING:
        person = who is not None and who.tag == "PRP" and plain(who) != "it"
        return person or who is None or plain(who) == "that" or word_at(tokens, place - 1) in _LITTLE
    if word == "funny":
        return word_at(tokens, place - 1) in HIGH
    if word == "wrong":
        return who is not None and who.tag == "PRP"
    lemma = token.lemma.lower()
    if lemma == "refuse":
        return who is not None and plain(who) in FIRST_PERSON
    return lemma in _LIKED and token.pos == "VERB" and _is_praised(tokens, place)


def _is_praised(tokens: Sequence[Token], verb: int) -> bool:
    """Whether the object of a verb is praised, or its opposite stands near: "enjoyed some great food"."""
    objects = [n for n in children(tokens, verb) if tokens[n].dep == "obj"]
    praised = any(is_praise(tokens[m]) for n in objects for m in children(tokens, n))
    return praised or any(plain(token).startswith("dislik") for token in tokens if token.sent == tokens[verb].sent)


def has_no_mind(tokens: Sequence[Token], place: int, opposite: str | None) -> bool:
    """Whether an opposite is a quality of people and works, and a word stands for a thing: "the suits are cheesy"."""
    if opposite not in _OF_MINDS:
        return False
    subject = subject_of(tokens, place)
    noun = tokens[place].head if tokens[place].dep == "amod" else subject
    if noun is None:
        return False
    what = tokens[noun].lemma.lower()
    return noun_kind(what) in CONCRETE and what not in judged_parts()
