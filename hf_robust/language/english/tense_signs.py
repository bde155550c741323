"""Signs in a text that its verbs cannot all move to another tense."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ACCUSATIVES,
    BE_FINITE,
    CONDITIONS,
    INDEFINITE_ARTICLES,
    NOMINATIVES,
    PAST_MODALS,
    POSSESSIVES,
    QUESTION_WORDS,
)
from hf_robust.language.english.tense_times import has_fixed_time, has_two_times
from hf_robust.language.english.verbs import is_first, is_name, plain
from hf_robust.language.lexicons.wordnet import noun_kind

FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
QUOTES = frozenset({'"', "“", "”", "``", "''", "`", "‘", "«", "»"})
# what is so at all times
_TIMELESS = frozenset(
    """difference differences equal equals equation formula derivative integral polynomial theorem abbreviation acronym
        synonym antonym atomic molar molecular boiling melting sqrt sin cos log math modulo logarithm radius
        hypotenuse prime divisible molarity law laws axiom definition""".split()
)
_OPERATORS = re.compile(r"\^|√|[\w)]\s?[=+*]\s?[\w(]|\d\s?/\s?\d")
# what a question for advice asks for
_WANTED = frozenset(
    "good best better cheapest easiest fastest top ways way tips suitable ideal recommended advice suggestions".split()
)
_OF_ASKER = frozenset({"i", "my", "me"})
_OF_READER = (("you", "can"), ("can", "you"))
# what is there at all times: a species, a mountain, a river
_NATURE = frozenset({"species", "genus", "plant", "tributary"})
_KINDS_OF_NATURE = frozenset({"animal", "plant", "object"})
# what a definition says that something is
_PARTS_OF_SCIENCE = frozenset("branch discipline field subdiscipline subfield".split())
_FIELDS = _PARTS_OF_SCIENCE | {"science", "study"}
_KINDS = frozenset("category class form group kind method process sort technique type unit variety".split())
_REMEMBERED = frozenset({"recalled", "recollected", "remembered", "reminisced"})
_VERBS_OF_NATURE = 3  # finite verbs of a text that tells more than what it is and where
# conditions and wishes, sayings and contractions without their mark: none of them is moved word by word
WILL = frozenset({"will", "'ll", "wo"})
ADVICE = frozenset({"should", "must", "ought", "shall"})
_UNMOVED = frozenset(
    """hereby herewith wish wishes wished lest let lets 'd thank thanks please im ive id youre theyre thats whats
        theres heres hes shes dont doesnt didnt cant wont isnt arent wasnt werent aint ain't gonna wanna gotta
        http https u ur r s t ya""".split()
)
_COMMON = frozenset({"NN", "NNS", "VB", "VBG", "VBN", "VBD", "VBZ", "VBP", "RB", "IN", "DT", "RBR", "JJ"})
_OPENERS = frozenset({"DT", "IN", "PRP", "PRP$", "WRB", "EX"})
_PERSONS = NOMINATIVES | ACCUSATIVES | POSSESSIVES | {"you", "people"}
_ASKS = QUESTION_WORDS | {"is", "are"} | {"do", "does"}
_EARLY = 8  # words in which a question says what it is about
_TOO_LONG = "the text is too long to determine its tense"
_CONDITION = "the text expresses a condition, a wish, thanks or a request, or contains a link or an informal spelling"
_ASKS_NOW = "the text asks for advice, or asks about a general fact"
_ALWAYS = "the text defines a term, or describes a species or a part of nature"
_OF_CONDITION = WILL | PAST_MODALS | {"had", "were"}
_OWN_TIME = "the text has a time expression that fits only its tense"
SAYING = "the text has a set phrase with a verb"
TITLED = "the text looks like a title or a headline (capitals, or no final punctuation)"
# words that show the style of a title; tokens of a name that is a title; words of one text with one time; letters of
# a word in capitals that is no acronym
_WORDS_AT_LEAST, _LONG_NAME, _MOST, _LOUD = 6, 6, 300, 5


def why_fixed(tokens: Sequence[Token], words: Sequence[str], past: bool) -> str | None:
    """Why the verbs of a text cannot move to the other tense; None where nothing speaks against it.

    Args:
        words: The tokens in lower case.
        past: Whether the text is in the past.
    """
    if len(words) > _MOST:
        return _TOO_LONG
    moods = _OF_CONDITION if past else WILL | ADVICE
    if _has_unmoved(tokens, words) or (not CONDITIONS.isdisjoint(words) and not moods.isdisjoint(words)):
        return _CONDITION
    if has_fixed_time(tokens, words, past):
        return _OWN_TIME
    if (
        not past
        and "?" in words
        and (_asks_for_a_law(tokens, words) or _asks_for_advice(tokens, words) or _asks_of_any(tokens, words))
    ):
        return _ASKS_NOW
    if not past and (_describes_nature(tokens) or _defines(tokens) or words[:2] == ["in", "general"]):
        return _ALWAYS
    if past and ("born" in words or _is_of_the_dead(tokens)):
        return _OWN_TIME
    if not past and _supposes_what_was(tokens, words):
        return _CONDITION
    if past and _recalls(tokens):
        return "somebody recalls what was"
    if _tells_listener(words) or ("how", "come") in pairwise(words):
        return SAYING
    if past and _tells_of_becoming(words):
        return "the text tells what its writer became at some time"
    if past and ("happened", "to") in pairwise(words):
        return "the text is about what happened to somebody"
    if past and _ends_speech(tokens, words):
        return "speech stands without its quotation marks"
    if past and (
        reads_as_headline(tokens) or _is_dateline(tokens)
    ):  # above a text in the past, a headline has the present
        return TITLED
    if "that" not in words and "all" not in words:
        return None
    return SAYING if any(_is_set_phrase(tokens, place) for place in range(1, len(tokens))) else None


def _is_of_the_dead(tokens: Sequence[Token]) -> bool:
    """Whether a text names somebody who is dead: "the late Anna Berg"."""
    linked = zip(tokens, tokens[1:], tokens[2:])
    return any(plain(one) == "the" and plain(two) == "late" and last.tag == "NNP" for one, two, last in linked)


def _supposes_what_was(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "If it has gone, it is bad" supposes what may be so; "if it had gone" what is not."""
    return any(
        word == "if" and not {"have", "has"}.isdisjoint(words[n : n + _EARLY]) and "VBN" in _tags(tokens, n)
        for n, word in enumerate(words)
    )


def _tags(tokens: Sequence[Token], place: int) -> list[str]:
    return [token.tag for token in tokens[place : place + _EARLY]]


def _has_unmoved(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a text has a verb that does not move word by word; "ill" is "I'll" before a verb alone."""
    if not _UNMOVED.isdisjoint(words):
        return True
    return any(word == "ill" and after.tag == "VB" for word, after in zip(words, tokens[1:]))


def _tells_listener(words: Sequence[str]) -> bool:
    """ "I tell you that it is good" stresses what is said; it reports no talk."""
    return any(words[n : n + 3] == ["i", "tell", "you"] for n in range(len(words)))


def _tells_of_becoming(words: Sequence[str]) -> bool:
    """ "I became a fan" happens once; "I become a fan" would be a habit."""
    return any(
        word == "became" and not {"i", "we"}.isdisjoint(words[max(0, n - 2) : n]) for n, word in enumerate(words)
    )


def why_mixed(tokens: Sequence[Token], words: Sequence[str]) -> str | None:
    """Why a text with both tenses cannot move to the past; None where nothing speaks against it."""
    if len(words) > _MOST:
        return _TOO_LONG
    stated = not CONDITIONS.isdisjoint(words) and not _OF_CONDITION.isdisjoint(words)
    if stated or _has_unmoved(tokens, words) or _supposes_what_was(tokens, words):
        return _CONDITION
    if has_two_times(tokens, words):
        return _OWN_TIME
    if "?" in words and _asks_for_advice(tokens, words):
        return _ASKS_NOW
    if _describes_nature(tokens) or _defines(tokens):
        return _ALWAYS
    return SAYING if _tells_listener(words) or ("how", "come") in pairwise(words) else None


def _asks_for_advice(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a question is for advice, or about a case that is the asker's own or only thought of."""
    for sentence in asked(tokens):
        asking = [word for word, token in zip(words, tokens, strict=True) if token.sent == sentence]
        told = any(token.tag in FINITE - {"MD"} and token.sent != sentence for token in tokens)
        if _seeks_advice(asking, told):
            return True
    return False


def _seeks_advice(words: Sequence[str], told: bool) -> bool:
    """ "Is it possible to sing?", "What is a good phone?", "What do I get?"; "How could I learn it?" is asked as well.

    Args:
        told: Whether another sentence tells something.
    """
    if words[:2] == ["is", "it"]:
        return "to" in words or "for" in words or "if" in words
    if not CONDITIONS.isdisjoint(words) or not PAST_MODALS.isdisjoint(words):
        return True
    if "can" in words[:2] and not told:
        return False
    if not _OF_ASKER.isdisjoint(words) or any(pair in _OF_READER for pair in pairwise(words)):
        return True
    # "What are some shops?" asks for examples, "Why do some people sing?" does not
    examples = words[1:3] in (["is", "some"], ["are", "some"])
    return words[0] in QUESTION_WORDS and (examples or not _WANTED.isdisjoint(words[1:_EARLY]))


def _asks_of_any(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "Does a black hole have a mass?" and "How does an engine start?" ask of all such things."""
    for place, (one, other) in enumerate(pairwise(words)):
        if other in INDEFINITE_ARTICLES and (one in ("do", "does") or (place < 3 and one in ("is", "are"))):
            return True
    asks = words[0] in _ASKS
    named = any(token.tag == "NNP" for token in tokens) or "like" in words
    return asks and not named and not INDEFINITE_ARTICLES.isdisjoint(words[1:_EARLY]) and _PERSONS.isdisjoint(words)


def _describes_nature(tokens: Sequence[Token]) -> bool:
    """Whether a text says what a living species, a mountain or a river is, and more of it than where it is."""
    verbs = [place for place, token in enumerate(tokens) if token.tag in FINITE]
    if len(verbs) < _VERBS_OF_NATURE or plain(tokens[verbs[0]]) not in ("is", "are"):
        return False
    if any(plain(token) == "extinct" for token in tokens):
        return False
    nouns = list[str]()
    for token in tokens[verbs[0] + 1 :]:
        if token.tag[:2] == "NN":
            nouns.append(token.lemma.lower() or plain(token))
        elif nouns or token.tag in FINITE:
            break
    return any(noun in _NATURE or noun_kind(noun) in _KINDS_OF_NATURE for noun in nouns[-2:])


def _defines(tokens: Sequence[Token]) -> bool:
    """Whether a text says what a thing of a kind is: "botany is a branch of biology", "a lever is a machine that"."""
    verb = next((place for place, token in enumerate(tokens) if token.tag in FINITE), 0)
    if not verb or plain(tokens[verb]) not in ("is", "are"):
        return False
    noun = next((n for n in range(verb + 1, len(tokens)) if tokens[n].tag in ("NN", "NNS", "IN", "VBN", "VBG")), verb)
    while noun + 1 < len(tokens) and tokens[noun + 1].tag in ("NN", "NNS"):
        noun += 1
    what, follows = plain(tokens[noun]), plain(tokens[noun + 1]) if noun + 1 < len(tokens) else ""
    articles = INDEFINITE_ARTICLES if what in _PARTS_OF_SCIENCE else {"the", *INDEFINITE_ARTICLES}
    if what in _FIELDS and plain(tokens[verb + 1]) in articles and follows in ("of", "that", "which", "concerned"):
        return True
    first = 1 if plain(tokens[0]) in INDEFINITE_ARTICLES else 0
    named = any(token.tag not in ("NN", "NNS", "JJ", "CC", ",") for token in tokens[first:verb])
    if named or plain(tokens[verb + 1]) not in INDEFINITE_ARTICLES | {"the", "any"}:
        return False
    return (what in _KINDS and follows == "of") or follows in ("that", "which", "used", "where")


def _recalls(tokens: Sequence[Token]) -> bool:
    """Whether a verb of remembering stands beside another one in the past: "he recalled how they were"."""
    told = [plain(token) for token in tokens if token.tag == "VBD"]
    return len(told) > 1 and not _REMEMBERED.isdisjoint(told)


def _asks_for_a_law(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a question is one of mathematics or science, or asks what a word means."""
    if not _TIMELESS.isdisjoint(words) or _asks_for_a_term(tokens):
        return True
    return _OPERATORS.search(" ".join(words)) is not None


def _ends_speech(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a short sentence after a question or a cry says who said it: "Where was it? she cried."."""
    for place in range(2, len(words)):
        if words[place - 1] in ("?", "!") and place + 1 < len(words) and tokens[place + 1].tag == "VBD":
            ends = place + 2 == len(words) or words[place + 2] == "."
            if tokens[place].tag in ("PRP", "NNP") and ends:
                return True
    return False


def reads_oddly(tokens: Sequence[Token]) -> bool:
    """Whether a text is or has a title, a headline without its mark, or quoted speech."""
    return _quotes_a_verb(tokens) or reads_as_headline(tokens)


def reads_as_headline(tokens: Sequence[Token]) -> bool:
    """Whether a text is or has a title, or a headline without its mark."""
    titled = len(tokens) > _MOST or _is_title(tokens)
    return titled or any(_is_saying(tokens, place) for place in range(1, len(tokens)))


def _is_dateline(tokens: Sequence[Token]) -> bool:
    """Whether a word in capitals seems to begin a sentence, as below a headline: "forced out NORWAY's Berg took"."""
    return any(
        len(token.text) >= _LOUD and token.text.isupper() and token.text.isalpha() and tokens[place].text.islower()
        for place, token in enumerate(tokens[1:])
        if any(one.tag in FINITE for one in tokens[place + 2 :])
    )


def _is_saying(tokens: Sequence[Token], place: int) -> bool:
    """ "That is,", and a sentence that begins without a mark before it, as after a headline."""
    token, before = tokens[place], tokens[place - 1]
    if token.sent != before.sent:
        return before.text[-1:].isalnum() and not token.text.islower()
    text = token.text
    if text.islower():
        return _is_set_phrase(tokens, place)
    if text in ("-", "--") and place + 1 < len(tokens) and token.start > before.end:  # "AP - It rains"
        return (before.tag == "NNP" or before.text == ")") and tokens[place + 1].text[:1].isupper()
    return text[:1].isupper() and _opens_anew(tokens, place) and _tells_more(tokens, place)


def _is_set_phrase(tokens: Sequence[Token], place: int) -> bool:
    """ "All you can eat", and "that is,"."""
    text = tokens[place].text
    if text not in ("can", "is"):
        return False
    before = plain(tokens[place - 1])
    if text == "can":
        return before == "you" and plain(tokens[place - 2]) == "all"
    return before == "that" and (place + 1 == len(tokens) or tokens[place + 1].pos == "PUNCT")


def _opens_anew(tokens: Sequence[Token], place: int) -> bool:
    """Whether a capital begins a sentence though no mark ended the one before."""
    token, before = tokens[place], tokens[place - 1]
    small = before.text.islower()
    if token.tag == "NNP" and small and _stand_apart(tokens, place):
        return True
    loud = token.text.isupper() and (len(token.text) > 1 or token.text == "I")
    if loud or is_first(tokens, place):
        return False
    joined = small and ((before.tag == "NNS" and token.tag != "NNPS") or (before.tag == "NN" and token.tag in _COMMON))
    return (token.tag in _OPENERS and before.pos != "PUNCT") or joined


def _tells_more(tokens: Sequence[Token], place: int) -> bool:
    """Whether a finite verb stands at a token or after it in its sentence, as after a headline without its mark."""
    while place < len(tokens) and tokens[place].sent == tokens[place - 1].sent:
        if tokens[place].tag in FINITE:
            return True
        place += 1
    return False


def _stand_apart(tokens: Sequence[Token], place: int) -> bool:
    """Whether a name belongs with nothing right before it, as the name that begins another sentence."""
    token, before = tokens[place], tokens[place - 1]
    return before.tag[:2] in ("NN", "JJ", "RB") and before.head != token.head != place - 1 and before.head != place


def _is_title(tokens: Sequence[Token]) -> bool:
    """Whether most words have a capital, or a verb has one in the midst of a sentence."""
    if any(token.tag in FINITE and is_name(tokens, place) for place, token in enumerate(tokens)):
        return True
    words = [token for token in tokens if token.text[:1].isalpha()]
    raised = [token for token in words if token.text[0].isupper()]
    tells = any(token.tag in FINITE and token.pos == "AUX" and token.text.islower() for token in tokens)
    if len(words) >= _WORDS_AT_LEAST and 2 * len(raised) > len(words) and not tells:
        return True
    if _opens_with_name(tokens) >= _LONG_NAME:
        return True
    common = [token for token in raised if token.tag in _COMMON - {"JJ"} and not token.text.isupper()]
    return len(common) > 1 + sum(is_first(tokens, place) for place in range(len(tokens)))


def _opens_with_name(tokens: Sequence[Token]) -> int:
    """How many titled words a text opens with; none where they are the name that "is" or "was" follows."""
    size = place = 0
    while place < len(tokens) and (not tokens[place].text[:1].isalpha() or _may_be_titled(tokens[place])):
        if tokens[place].text == "(":
            break
        size += tokens[place].text[:1].isalpha()
        place += 1
    if place < len(tokens) and tokens[place].text == "(":
        place = next((n for n in range(place, len(tokens)) if tokens[n].text == ")"), place) + 1
    return 0 if place < len(tokens) and tokens[place].text in BE_FINITE else size


def _may_be_titled(token: Token) -> bool:
    return token.text[0].isupper() or token.tag in ("IN", "TO", "POS", "DT")


def _quotes_a_verb(tokens: Sequence[Token]) -> bool:
    marks = _quotation_marks(tokens)
    if not marks:
        return False
    inside = tokens[marks[0] : marks[-1] + 1] if len(marks) % 2 == 0 else tokens
    return any(token.tag[:1] in ("V", "M") for token in inside)


def _quotation_marks(tokens: Sequence[Token]) -> list[int]:
    return [n for n, token in enumerate(tokens) if token.text in QUOTES or token.tag in ("``", "''")]


def quoted(tokens: Sequence[Token]) -> Collection[int]:
    """The indices of the tokens inside quotation marks; all of them where a mark is missing."""
    marks = _quotation_marks(tokens)
    if len(marks) == 1:  # the other mark stands in another row, so that all of the text, or most, is speech
        return ()
    if len(marks) % 2:
        return range(len(tokens))
    return {n for opens, ends in zip(marks[::2], marks[1::2], strict=True) for n in range(opens, ends)}


def _asks_for_a_term(tokens: Sequence[Token]) -> bool:
    """ "What is thermal energy?"."""
    if len(tokens) < 4 or [plain(token) for token in tokens[:2]] != ["what", "is"]:
        return False
    end = next((n for n, token in enumerate(tokens) if token.text == "?"), 2)
    return all(token.tag in ("NN", "NNS", "JJ") for token in tokens[2:end])


def simply_asked(tokens: Sequence[Token]) -> Collection[int]:
    """The numbers of the sentences that end as questions and state no condition."""
    found = set(asked(tokens))
    return found - {token.sent for token in tokens if plain(token) in CONDITIONS} if found else found


def asked(tokens: Sequence[Token]) -> Collection[int]:
    """The numbers of the sentences that end as questions."""
    return {token.sent for token in tokens if token.text == "?"}
