"""A false lead for a question: a sentence about a work on what the question names, with a wrong answer of its type."""

import re

from hf_robust.core.doc import Doc, Span
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.fake_answers import Wanted, fake_answer
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.language.lexicons.wordnet_facts import uses

_NAMED = frozenset("PERSON ORG GPE LOC FAC EVENT WORK_OF_ART PRODUCT LAW".split())
_INSIDE = frozenset({"NOUN", "PROPN", "ADJ"})
_COUNTED = frozenset("many much what which whose how most".split())
_POSSESSIVE = frozenset({"'s", "’s", "'"})
_DIRECTIONS = frozenset({"north", "south"}) | {"east", "west"}
_LONGEST = 6  # words of a topic
_BOOKS = ("book", "novel", "thesis")
_WORKS = (*_BOOKS, "film", "documentary", "play", "television series", "podcast")
_OF_THINGS = ("book", "thesis", "documentary", "podcast")
_ISSUED = (
    "received a prize",
    "was reviewed in a newspaper",
    "was presented to the public",
    "was discussed on the radio",
)
_EVENTS = ("lecture series", "conference", "public debate", "seminar", "photo exhibition", "workshop")
_FIRST_YEAR, _YEARS = 2017, 9  # later than the texts of the usual datasets


def topic_sentence(question: Doc, context: Doc, rng: RowRandom) -> str | None:
    """A sentence that names the topic of a question and something of the type that the question asks for.

    Args:
        question: The question, with tags and entities.
        context: The text that has the answer.
        rng: Draws.

    Returns:
        The sentence; None if the question names nothing that the context names too.

    Example:
        >>> words = "Who/PRON/WP won/VERB/VBD the/DET/DT Rim/PROPN/NNP Cup/PROPN/NNP ?/PUNCT/."
        >>> question = Doc.tagged(words, {"the Rim Cup": "EVENT"})
        >>> topic_sentence(question, Doc("Ana won the Rim Cup."), RowRandom(b"a"))
        'Rodney Smith organized a workshop about the Rim Cup.'
    """
    topic = _topic(question, context)
    if topic is None:
        return None
    taken = f"{context.text} {question.text}".lower()
    named = any(map(str.isupper, topic))  # nobody writes a play about an average
    lead = f"A {rng.choice(_WORKS if named else _OF_THINGS)} about {topic}"
    words = [token.text.lower() for token in question.tokens]
    person = fake_answer(Wanted("", ("who",), taken=taken), rng.fork(1))
    towns = [name for name in lexicon("fake_answers")["coined"] if name.lower() not in taken]
    years = [str(year) for year in range(_FIRST_YEAR, _FIRST_YEAR + _YEARS) if str(year) not in taken]
    if person is None or not towns or not years:
        return None
    town, year = rng.choice(towns), rng.choice(years)
    event, issued = f"a {rng.choice(_EVENTS)} about {topic}", rng.choice(_ISSUED)
    if {"who", "whom", "whose"} & set(words):
        forms = (
            f"{lead} by {person.text} {issued}.",
            f"{person.text} is the author of a {rng.choice(_BOOKS)} about {topic}.",
            f"{person.text} organized {event}.",
        )
    elif {"when", "year", "date", "century", "decade"} & set(words):
        forms = (f"{lead} {issued} in {year}.", f"In {year} there was {event}.", f"{lead} appeared in {year}.")
    elif "how" in words and (frozenset({"many", "much"}) | {"long", "far", "old"}) & set(words):
        count = rng.randint(12, 95)
        forms = (
            f"A {rng.choice(_BOOKS)} about {topic} has {count} chapters.",
            f"A{event[1:]} had {count} visitors.",
            f"{lead} was reviewed in {count} newspapers.",
        )
    else:
        forms = (
            f"{lead} by {person.text} {issued} in {town}.",
            f"There was {event} in {town}.",
            f"{lead} {issued} in {town}.",
        )
    return rng.choice(forms)


def _topic(question: Doc, context: Doc) -> str | None:
    """What the question names: an entity, or else a plural, a compound or a substance."""
    found = next((name for entity in question.entities if (name := _name(question, entity, context))), None)
    return found or _noun(question, context) or _of_context(context)


def _of_context(context: Doc) -> str | None:
    """The first name of the context that is no part of an answer."""
    taken = " ".join(context.text[mark.start : mark.end] for mark in context.marks)
    for entity in context.entities:
        name = _name(context, entity, context)
        if name is not None and name.removeprefix("the ") not in taken:
            return name
    return None


def _name(doc: Doc, entity: Span, context: Doc) -> str | None:
    """An entity as it stands after "about"; None if it is a part of something else, or the context lacks it."""
    tokens = doc.tokens
    first, end = doc.token_at(entity.start), doc.token_at(entity.end)
    if not first < end <= len(tokens) or end - first > _LONGEST or tokens[end - 1].text in _POSSESSIVE:
        return None
    before = tokens[first - 1] if first else None
    after = tokens[end].text if end < len(tokens) else ""
    text = doc.text[entity.start : entity.end]
    joined = after == "-" or (end < len(tokens) and tokens[end].pos in ("NOUN", "PROPN", "ADJ"))
    whole = tokens[end - 1].pos in ("NOUN", "PROPN", "NUM") and tokens[end - 1].end == entity.end
    people = entity.label == "NORP" and tokens[end - 1].tag == "NNPS"
    if not (entity.label in _NAMED or people) or joined or not whole or text.lower() in _DIRECTIONS:
        return None
    if not _stands(text, context) or not any(map(str.isupper, text)):
        return None
    single = end - first == 1 and entity.label not in ("PERSON", "GPE", "NORP")
    if single and (uses(text.lower(), "n") or _stands(text.lower(), context)):
        return None  # "Oxygen" at the start of a sentence
    has = before is not None and before.text.lower() == "the"
    if before is not None and not has and before.pos in ("ADJ", "PROPN", "NOUN", "DET", "NUM"):
        return None
    bare = not text.lower().startswith("the ")
    if bare and (has or (entity.label == "ORG" and end - first == 1 and tokens[first].tag == "NNPS")):
        return f"the {text}"
    return text[:1].lower() + text[1:] if text.startswith("The ") else text


def _stands(text: str, context: Doc) -> bool:
    """Whether the context has a phrase as whole words."""
    return len(text) > 2 and re.search(rf"(?<!\w){re.escape(text)}(?!\w)", context.text) is not None


def _noun(question: Doc, context: Doc) -> str | None:
    tokens, place = question.tokens, 1
    while place < len(tokens):
        end = place
        while end < len(tokens) and tokens[end].pos in _INSIDE:
            end += 1
        if end > place and _is_topic(question, place, end):
            text = question.text[tokens[place].start : tokens[end - 1].end]
            before = tokens[place - 1].text.lower()
            if _stands(text, context):
                return f"the {text}" if before == "the" else text
        place = max(end, place + 1)
    return None


def _is_topic(question: Doc, place: int, end: int) -> bool:
    """Whether nouns mean one kind of thing without the rest of the question."""
    tokens = question.tokens
    before, last = tokens[place - 1], tokens[end - 1]
    if end - place > _LONGEST or "-" in question.text[tokens[place].start : last.end] or last.pos != "NOUN":
        return False
    if before.text.lower() in _COUNTED or any(token.tag in ("JJR", "JJS") for token in tokens[place:end]):
        return False
    if end < len(tokens) and (
        tokens[end].tag == "POS" or tokens[end].text in ("'s", "’s", "'") or tokens[end].text in ("-", "of")
    ):
        return False
    compound = end - place > 1 and tokens[end - 2].pos == "NOUN"
    if before.text.lower() == "the":
        return compound
    if before.pos in ("DET", "NUM", "PRON", "PUNCT", "PART"):
        return False
    return (end - place > 1 and last.tag == "NNS") or (
        end - place == 1 and noun_kind(last.lemma.lower()) == "substance"
    )
