"""Verbs that the tagger has missed: signs that a noun, an infinitive or a participle is a finite verb."""

from collections.abc import Collection, Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    CAUSATIVES,
    DISTRIBUTIVES,
    INDEFINITE_ARTICLES,
    NOMINATIVES,
    OPINIONS,
    THOUGHTS,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import ADVERBS, is_first, plain, reinflected

_BEFORE_ONE = DISTRIBUTIVES | INDEFINITE_ARTICLES | frozenset("another this that while because although".split())
_NOMINAL = frozenset({"obj", "iobj", "obl", "nmod", "compound", "amod", "xcomp"})  # a verb is none of them
_CAUSING = CAUSATIVES | {"hear", "feel"}
_CAUSES = frozenset({"ccomp", "xcomp"})  # "it makes people laugh"
_OF_CLAUSE = frozenset({"nsubj", "nsubj:pass", "csubj", "cop", "expl", "aux"})
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_OBJECTS = frozenset({"obj", "iobj"})
# tags of words that may be verbs, or stand where a verb must be near
_TELLING = FINITE | frozenset("NN NNS NNP NNPS JJ JJR JJS VB VBN VBG PRP PRP$ POS".split())
_LINKS = frozenset({"cop", "aux", "aux:pass"})
_SAYING = THOUGHTS | OPINIONS | frozenset("feel notice realize".split())
_FELT = frozenset("love like hate enjoy want need look wish come go".split())  # "love this place" leaves out "I"
_AFTER_VERB = frozenset({"IN", "RB", "TO", "JJ", "DT", "PRP", "PRP$", "CD"})
_CLAUSAL = frozenset({"ROOT", "root", "conj", "ccomp", "advcl", "acl:relcl", "parataxis"})
_BEFORE_NOUN = frozenset("DT JJ JJR JJS CD IN PRP$ POS NN NNP VBG VBN HYPH".split())
_OF_NAMES = frozenset("NN NNP NNPS DT IN CD POS CC SYM".split())
_OF_CLITIC = frozenset({"DT", "RB", "PRP", "PRP$", "IN", "VBG", "TO", "VBN", "EX"})


def hides_a_verb(
    tokens: Sequence[Token],
    spared: Collection[int] = (),
    passed: Collection[int] = (),
    moved: Collection[str] = FINITE,
) -> bool:
    """Whether a word seems to be a finite verb, or a command, though it is not tagged as one.

    Args:
        spared: Tokens that are known to be one, as the verb of a command is.
        passed: Numbers of sentences that are not looked at.
        moved: Tags of the verbs that change. A verb that is not found does no harm where it has the other tense.
    """
    below: list[list[int]] = [[] for _ in tokens]
    owners = set[int]()
    spoken = set[int]()
    for place, token in enumerate(tokens):
        if 0 <= token.head != place:
            below[token.head].append(place)
            if token.dep in _SUBJECTS:
                owners.add(token.head)
        if token.tag in FINITE:
            spoken.add(token.sent)
    asides = _verbless_asides(tokens)
    present, past = "VBP" in moved, "VBD" in moved
    for place, token in enumerate(tokens):
        if token.tag not in _TELLING and place not in owners and token.dep not in _OBJECTS and token.text != "like":
            continue
        if token.sent in passed or place in asides:
            continue
        own = below[place]
        if place not in spared and _is_hidden(tokens, place, own, moved):
            return True
        if (own or token.tag in moved) and _is_misread(tokens, place, own, moved):
            return True
        if present and (_hides_present(tokens, place, own, token.sent in spoken, place in spared)):
            return True
        if past and _hides_past(tokens, place, own, place in spared):
            return True
    return False


def _hides_present(tokens: Sequence[Token], place: int, below: Sequence[int], has_verb: bool, spared: bool) -> bool:
    """Whether a noun or an infinitive seems to be a verb in the present."""
    token, tag = tokens[place], tokens[place].tag
    if tag == "VB":
        return not spared and _is_stray(tokens, place, below)
    head = tokens[place if token.head < 0 else token.head]
    if token.dep in _OBJECTS and head.tag[:2] == "NN" and not any(tokens[n].dep == "nsubj" for n in below):
        return True
    if tag == "IN":
        return _is_joined_like(tokens, place)
    if tag[:2] not in ("NN", "JJ"):
        return not spared and plain(token) == "its" and _follows_is(tokens, place)
    if tag in ("NN", "NNS") and token.dep == "conj" and head.tag in FINITE:
        return place == 0 or tokens[place - 1].tag not in _BEFORE_NOUN  # "is tall and also a target" has no other verb
    if _lacks_verb(tokens, place, below):
        return True
    if tag == "NNS" and 0 < place < len(tokens) - 1 and _may_tell(tokens, place, has_verb):
        return True
    return not spared and tag in ("NN", "NNS") and _noun_tells(tokens, place, below)


def _follows_is(tokens: Sequence[Token], place: int) -> bool:
    """Whether "its" stands where "it is" must: "its the best", "its really part of it", not "its very old roof"."""
    after = [token.tag for token in tokens[place + 1 : place + 3]]
    if after[:1] == ["RB"]:
        return after[1:] != [] and after[1] in ("DT", "IN", "PRP$", "PRP", "NN", "NNP")
    return after[:1] != [] and after[0] in ("DT", "IN", "PRP$", "PRP")


def _is_joined_like(tokens: Sequence[Token], place: int) -> bool:
    """Whether "like" may be a verb: "if he loves me or just likes me" is often written so."""
    before = place - 1
    while before >= 0 and tokens[before].tag in ADVERBS:
        before -= 1
    return plain(tokens[place]) == "like" and before >= 0 and tokens[before].tag == "CC"


def _noun_tells(tokens: Sequence[Token], place: int, below: Sequence[int]) -> bool:
    """Whether a noun has an object right behind it, or is one of many behind a word for one."""
    token, word = tokens[place], plain(tokens[place])
    titled = tokens[place + 1 : place + 2] and tokens[place + 1].text[0].isupper()  # "the band The Lunds"
    if place and not titled and _next_tag(tokens, place) in ("DT", "PRP", "PRP$", "$", "RP"):
        return tokens[place - 1].tag[:2] in ("NN", "PR", "WD") and _may_be_finite(word, token.tag)
    if token.tag == "NNS" and _leads_participle(tokens, place):
        return True
    counted = tokens[place - 1].tag == "CD" or (place > 1 and tokens[place - 2].tag == "CD")
    if token.tag != "NNS" or counted:
        return False
    first = [*(n for n in below if n < place), max(0, place - 2)]
    return any(plain(tokens[n]) in _BEFORE_ONE for n in first) and _may_be_finite(word, "NNS")


def _leads_participle(tokens: Sequence[Token], place: int) -> bool:
    """Whether a participle that is the predicate of a clause stands behind a word in -s: "the man gets eaten"."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if after is None or after.tag != "VBN" or after.dep not in _CLAUSAL - {"acl:relcl"}:
        return False
    word = plain(after)
    return reinflected(word, "VBN", "VBD") != word and _may_be_finite(plain(tokens[place]), "NNS")


def _hides_past(tokens: Sequence[Token], place: int, below: Sequence[int], spared: bool) -> bool:
    """Whether a participle seems to be a verb in the past, or the other way round."""
    token = tokens[place]
    if token.tag == "VBD" and place > 1 and plain(tokens[place - 1]) == "ever" and tokens[place - 2].tag[:2] == "NN":
        return True  # "the best film ever made"
    joined = token.dep == "conj" and tokens[token.head].tag == "VBD"
    if joined and token.tag in ("VB", "VBP") and reinflected(plain(token), "VBD", "VB") == plain(token):
        return True  # "he turned and cut it"
    if token.tag in ("VB", "VBP") and reinflected(plain(token), "VBD", "VB") is not None:
        deps = {tokens[n].dep for n in below}
        return "nsubj" in deps and deps.isdisjoint(("aux", "mark"))  # "the family, as it grew, bore a likeness"
    return token.tag == "VBN" and not spared and _is_stray(tokens, place, below)


def _next_tag(tokens: Sequence[Token], place: int) -> str:
    return tokens[place + 1].tag if place + 1 < len(tokens) else ""


def _verbless_asides(tokens: Sequence[Token]) -> Collection[int]:
    """The tokens in parentheses without a finite verb: "(born 1950 in Kochi)"."""
    found, opened = set[int](), None
    if not any(token.text == "(" for token in tokens):
        return found
    for place, token in enumerate(tokens):
        if token.text == "(":
            opened = place
        elif token.text == ")" and opened is not None:
            inside = range(opened, place)
            found |= set() if any(tokens[n].tag in FINITE for n in inside) else set(inside)
            opened = None
    return found


def _is_misread(tokens: Sequence[Token], place: int, below: Sequence[int], moved: Collection[str]) -> bool:
    """Whether the parse cannot be right: a verb with two subjects, or a clause below a noun that is no predicate."""
    token = tokens[place]
    head = tokens[place if token.head < 0 else token.head]
    if token.tag in moved and token.dep in ("advcl", "ccomp") and head.tag in ("NN", "NNS", "UH", "NNP"):
        return not any(tokens[n].head == token.head and tokens[n].dep == "cop" for n in range(place))
    if token.dep == "ROOT" and token.tag == "NNP" and any(tokens[n].dep == "acl:relcl" for n in below):
        return True  # "Berg, who owns it, called it good"
    subjects = [n for n in below if tokens[n].dep in _SUBJECTS] if below else below
    if not subjects:
        return False
    linked = any(tokens[n].dep in _LINKS for n in below)
    if token.tag == "VBG" and not linked and any(plain(tokens[n]) == "that" and tokens[n].dep == "mark" for n in below):
        return True
    if token.dep in ("obj", "obl", "nmod") and not linked:
        return True
    joined = any(tokens[n - 1].tag == "CC" for n in subjects if tokens[n].dep == "nsubj" and n)
    return len(subjects) > 1 and not joined and not _are_beside(tokens, subjects)


def _are_beside(tokens: Sequence[Token], subjects: Sequence[int]) -> bool:
    """Whether nothing but names and nouns of one stand between subjects: "The song Long Way is"."""
    return all(tokens[n].tag in _OF_NAMES for n in range(subjects[0], subjects[-1] + 1))


def _lacks_verb(tokens: Sequence[Token], place: int, below: Sequence[int]) -> bool:
    """Whether a noun phrase stands where a clause must: "it was good and the story works"."""
    token, above = tokens[place], tokens[place].head
    if token.dep not in _CLAUSAL and token.dep != "obj" and above not in (-1, place):
        return False
    if token.tag[:2] not in ("NN", "JJ") or any(tokens[n].dep in _OF_CLAUSE for n in below):
        return False
    first = place
    while first and tokens[first - 1].tag[:2] in ("NN", "JJ", "RB"):
        first -= 1
    if not first or tokens[first - 1].tag not in ("DT", "PRP$", "POS"):
        return False
    tells = any(one.tag in ("NN", "NNP") for one in tokens[first:place]) or tokens[place - 1].tag == "JJ"
    tells = tells and place > first and _may_be_finite(plain(token), token.tag)
    if above in (-1, place):
        return tells and token.tag == "NNS" and not any(t.tag in FINITE and t.sent == token.sent for t in tokens)
    head = tokens[above]
    if token.dep == "obj":
        return tells and token.tag == "NNS" and reinflected(plain(head), head.tag, "VB") in _SAYING
    if token.dep not in _CLAUSAL or not any(one.head == above and one.dep in _SUBJECTS for one in tokens):
        return False
    return tells or head.tag[:2] != "NN"


def _may_tell(tokens: Sequence[Token], place: int, has_verb: bool) -> bool:
    """Whether what is tagged as a noun may be a verb, above all of a sentence that has none: "a scent hangs around"."""
    before, after = tokens[place - 1].tag, tokens[place + 1].tag
    if has_verb:
        fits = (before == "NNP" and after == "RB") or (before in ("NN", "NNP") and after in ("CD", "$"))
    else:
        fits = before in ("NN", "NNP") and after in _AFTER_VERB
    return fits and _may_be_finite(plain(tokens[place]), "NNS")


def _is_hidden(tokens: Sequence[Token], place: int, below: Sequence[int], moved: Collection[str]) -> bool:
    token, tag = tokens[place], tokens[place].tag
    if tag in FINITE:
        caused = tag in ("VBP", "VBD") and token.dep in _CAUSES and _is_caused(tokens, place, below)
        return tag in moved and (caused or token.dep in _NOMINAL)
    word = plain(token)
    if word == "'s" and not tokens[place - 1].text[0].isdigit():
        return _next_tag(tokens, place) in _OF_CLITIC or tokens[place - 1].tag in ("PRP", "EX", "WP", "DT")
    if word in NOMINATIVES:
        return not _has_verb(tokens, place)
    if tag == "VBG" or token.dep not in _CLAUSAL or tag in ("VB", "VBN"):
        return False
    owns = any(tokens[n].dep in _SUBJECTS for n in below)
    return owns and not any(tokens[n].dep in _LINKS for n in below)


def _is_caused(tokens: Sequence[Token], place: int, below: Sequence[int]) -> bool:
    """Whether a form without "that" depends on a verb that takes the bare one: "it makes you want more"."""
    head = tokens[tokens[place].head]
    marked = any(tokens[n].dep in ("mark", "aux", "cop", "expl") for n in below)
    return not marked and any(reinflected(plain(head), head.tag, "VB") == one for one in _CAUSING)


def _may_be_finite(word: str, tag: str) -> bool:
    return reinflected(word, "VBZ" if tag == "NNS" else "VB", "VBD") is not None


def _is_stray(tokens: Sequence[Token], place: int, below: Sequence[int]) -> bool:
    """Whether an infinitive or a participle has nothing that explains it."""
    token, head = tokens[place], tokens[tokens[place].head]
    if is_first(tokens, place) and _opens_with_participle_or_command(tokens, place):
        return False
    if token.tag == "VB" and (plain(token) == "see" or (place and tokens[place - 1].tag in ("TO", "MD"))):
        return False  # "see History of Norway" stays as it is
    if token.dep.startswith(("aux", "cop")):
        group = [tokens[n] for n in range(place) if tokens[n].head == token.head]
        return token.tag == "VB" and not any(
            one.tag in FINITE or one.tag == "TO" or plain(one) == "do" for one in group
        )
    if any(tokens[n].tag in ("TO", "MD") or tokens[n].dep.startswith(("aux", "cop")) for n in below):
        return False
    owns = any(tokens[n].dep.startswith("nsubj") for n in below)
    if token.dep == "acl" and place + 1 < len(tokens) and tokens[place + 1].tag in ("CC", "."):
        return tokens[place - 1].tag not in ADVERBS  # "one question persisted."
    if token.tag == "VB":
        return not (token.dep in _CAUSES or (token.dep == "conj" and head.tag == "VB" and not owns))
    return owns or token.dep in ("ROOT", "root") or (token.dep == "conj" and head.tag in FINITE)


def _opens_with_participle_or_command(tokens: Sequence[Token], place: int) -> bool:
    """ "Founded in 1947, it is" and "Stay away!" have no tense; "love this place" may have."""
    word, follows = plain(tokens[place]), tokens[place + 1].tag if place + 1 < len(tokens) else "."
    if tokens[place].tag == "VBN":
        return follows == "IN"
    commands = tokens[place].dep in ("root", "ROOT") and reinflected(word, "VB", "VBD") is not None
    return commands and follows in _AFTER_VERB | {"RP"} and word not in _SAYING | _FELT


def _has_verb(tokens: Sequence[Token], place: int) -> bool:
    """Whether a finite verb stands after a pronoun that must be a subject, or before it, as in questions."""
    if place and tokens[place - 1].tag in FINITE:
        return True
    rest = (n for n in range(place + 1, len(tokens)) if tokens[n].tag not in ADVERBS | {"DT"})
    after = next(rest, None)
    return after is not None and (tokens[after].tag in FINITE or tokens[after].tag in ("CC", ","))
