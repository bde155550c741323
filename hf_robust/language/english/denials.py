"""Saying something by denying its opposite: "it is good" as "it is not bad", where grammar allows."""

from collections.abc import Mapping, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import article
from hf_robust.language.english.closed_classes import (
    ASSURANCES,
    BE_TENSED,
    CAUSATIVES,
    LESS,
    LIGHT_VERBS,
    MIDDLE_DEGREES,
    MORE,
    NOUN_PREPOSITIONS,
    PERCEPTIONS,
    PORTIONS,
    PROVIDE,
    SHORT_DEGREES,
    THIRD_REFLEXIVES,
)
from hf_robust.language.english.denial_signs import (
    HIGH,
    ends_clause,
    follows_all,
    goes_on_apart,
    has_host,
    is_coordinated,
    is_counted_subject,
    is_exclaimed,
    is_followed,
    is_person,
    is_quantified,
    is_said_twice,
    is_spoilt,
    is_told_what,
    opens_act,
    word_at,
)
from hf_robust.language.english.denied_qualities import bare_noun_denied, judged_parts, quality_denied, takes_opposite
from hf_robust.language.english.denied_senses import denied_of_food, has_no_mind, says_little
from hf_robust.language.english.denied_states import state_denied
from hf_robust.language.english.negation_signs import NEGATIVE
from hf_robust.language.english.strong_praise import is_praise, is_praised_twice, is_strong
from hf_robust.language.english.tense_signs import FINITE, QUOTES
from hf_robust.language.english.verbs import agreement, children, is_name, is_whole, plain, reinflected, subject_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind

DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}
_COMPARING = (
    SHORT_DEGREES
    | LESS
    | MORE
    | frozenset("especially alot lot lots much better best enough as than well bit either though".split())
)
_AFTER = (NOUN_PREPOSITIONS - {"for", "of", "about"}) | frozenset("throughout because when while here as due".split())
_LIMITS = frozenset({"each", "passion", "from", "until", "till", "throughout"})  # how long, how often and how much
_OUTCOMES = {"fail": "succeed", "succeed": "fail"}
_WITH_TO = {"fail": "manage", "refuse": "agree", "decline": "agree"}
_CONSENT = frozenset({"agree", "disagree"})
_ACTS = frozenset({"to", "that", "of"})
_OF_ACTS = frozenset(
    "easy fun fascinating interesting nice pleasant boring tedious exciting refreshing amusing".split()
)
# adverbs that keep their place before a denial: "is probably not bad"
_COMMENTS = ASSURANCES | frozenset(
    "actually admittedly also apparently clearly generally indeed often perhaps presumably probably reportedly "
    "sometimes usually".split()
)
_BEFORE_NOT = frozenset({"still", "simply"})
# in what regard something is so: "is stupid in every sense of the word"
_RESPECTS = frozenset("way ways sense senses respect respects regard aspect aspects".split())
_LITOTES = frozenset({"familiar", "important", "significant"})  # "a not insignificant part"
_SLANG = frozenset({"suck", "stink", "rock", "rule"})
# before a noun these mean another thing: "a poor man"
_OTHERWISE = frozenset(
    "poor strong weak easy fine perfect pretty clean dirty moving fresh sharp rotten subtle crude dull happy unhappy "
    "successful deep decent nice lame stale sincere honest professional amateur superior inferior necessary "
    "unnecessary fair comfortable uncomfortable slow fast quick solid acceptable reasonable".split()
)
# these judge thoughts and works; of another thing they tell which one it is
_CLASSING = frozenset({"authentic", "original", "professional"})
_PARTS = PORTIONS | frozenset("part number deal chunk bit while way job time half piece thing".split())
_BEFORE_ARTICLE = frozenset({"such", "what", "quite", "many"})
_TIMED = frozenset({"when", "because", "since", "while"})


def denials() -> Mapping[str, Mapping[str, str]]:
    """The opposites of adjectives and verbs whose negation says the same."""
    return lexicon("polar_words")["denials"]


def denial_at(doc: Doc, place: int) -> Edit | None:
    """The edit that denies the opposite of an adjective or verb; None where that cannot be said.

    Args:
        doc: The text, with tags, lemmas and trees.
        place: Number of the word among its tokens.

    Example:
        >>> doc = Doc.tagged("It/PRON/PRP//nsubj/3 was/AUX/VBD/be/cop/3 good/ADJ/JJ//root/0")
        >>> denial_at(doc, 2).text
        ' not bad'
    """
    tokens = doc.tokens
    token = tokens[place]
    word = plain(token)
    near = {word_at(tokens, n) for n in range(place + 2, place + 6)}
    in_a_way = word_at(tokens, place + 1) == "in" and not _RESPECTS.isdisjoint(near)
    if not is_whole(doc, token) or is_name(tokens, place) or is_said_twice(tokens, place) or in_a_way:
        return None
    opposite = denied_of_food(tokens, place) or denials()["adjectives"].get(word)
    if is_exclaimed(tokens, place, opposite):
        return None
    if says_little(tokens, place) or is_spoilt(tokens, place) or is_praised_twice(tokens, place):
        return None
    if has_no_mind(tokens, place, opposite):
        return None
    state = state_denied(doc, place)
    if state is not None:
        return state
    if opposite is not None and (token.pos == "ADJ" or token.tag in ("JJ", "VBN", "VBG")):
        if _is_participle(token) and token.dep != "amod" and not _is_state(tokens, place):
            return None
        made = _of_predicate(doc, place, opposite) or _found_so(doc, place, opposite) or _alone(doc, place, opposite)
        made = made or _of_noun(doc, place, opposite)
        if token.dep == "amod" and word == "professional":
            return made  # "professional services" are those of a profession
        return made or _before_noun(doc, place, opposite) or quality_denied(doc, place, opposite)
    opposite = denials()["predicates"].get(word)
    if opposite is not None and token.pos == "ADJ" and token.tag == "JJ":
        made = _of_predicate(doc, place, opposite, of_acts=True)
        return made or (_before_noun(doc, place, opposite) if word in _LITOTES else None)
    opposite = denials()["verbs"].get(token.lemma.lower())
    if opposite is not None and token.pos == "VERB" and token.tag in DO:
        return _of_verb(doc, place, opposite)
    return None


def _is_participle(token: Token) -> bool:
    return token.pos == "VERB" or token.tag in ("VBN", "VBG") or plain(token).endswith(("ing", "ed"))


def _is_state(tokens: Sequence[Token], place: int) -> bool:
    """Whether a participle is an adjective for certain: after a copula or "seems", with nothing that belongs to it."""
    linked = any(tokens[n].dep == "cop" for n in children(tokens, place))
    above = tokens[tokens[place].head]
    linked = linked or (above.lemma.lower() in PERCEPTIONS | {"find"} and tokens[place].dep in ("xcomp", "acomp"))
    follows = word_at(tokens, place + 1)
    # "is charming as the rogue": a verb would be tagged as one
    adjective = tokens[place].tag == "JJ" and plain(tokens[place]).endswith("ing") and follows in _AFTER
    return linked and (ends_clause(tokens, place) or is_coordinated(tokens, place) or adjective)


def _opens_degrees(tokens: Sequence[Token], place: int) -> tuple[int, bool] | None:
    """The first adverb of degree before a word, and whether one is high; None where another adverb stands there."""
    first, high = place, False
    while first and tokens[first - 1].tag in ("RB", "RBR") and word_at(tokens, first - 1) in HIGH | MIDDLE_DEGREES:
        first -= 1
        high = high or word_at(tokens, first) in HIGH
    before = word_at(tokens, first - 1)
    other = first and tokens[first - 1].tag in ("RB", "RBR", "RBS") and before not in _COMMENTS | {"always"}
    return None if other else (first, high)


def _agrees(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a verb in the present has the form of its subject; where it has not, the tag is wrong."""
    who = agreement(tokens, verb)
    return who in {"VBZ": ("he",), "VBP": ("I", "they")}.get(tokens[verb].tag, (who,))


def _fitting(token: Token, text: str) -> str:
    loud = token.text.isupper() and len(token.text) > 2  # "OK" is written so anywhere
    return text.upper() if loud else text


def _of_predicate(doc: Doc, place: int, opposite: str, of_acts: bool = False) -> Edit | None:
    """ "Is very good" becomes "is not bad at all", "seems good" "does not seem bad".

    An act or a statement may follow some adjectives: "is possible to say" becomes "is not impossible to say".
    """
    tokens = doc.tokens
    found = _opens_degrees(tokens, place)
    follows = word_at(tokens, place + 1)
    goes_on = follows in _ACTS if of_acts else follows == "to" and plain(tokens[place]) in _OF_ACTS
    if found is None or is_quantified(tokens, place, acts=goes_on) or follows_all(tokens, place):
        return None
    if of_acts and any(plain(t) in NEGATIVE and t.sent == tokens[place].sent for t in tokens[:place]):
        return None  # "does not think that it is important"
    if is_coordinated(tokens, place) and not goes_on_apart(tokens, place):
        return _of_two(doc, place, opposite)
    first, high = found
    ends = ends_clause(tokens, place)
    if not (ends or goes_on) and follows not in _AFTER:
        return None
    verb, denies = first - 1, "not"
    said = f"{opposite} at all" if high or is_strong(tokens[place]) else opposite
    comments = word_at(tokens, verb) in _COMMENTS
    verb -= comments
    if not high and word_at(tokens, verb) == "always":
        verb, denies = verb - 1, "never"
    if verb < 0 or tokens[verb].sent != tokens[place].sent or (is_followed(tokens, place) and not goes_on):
        return None
    below_verb = tokens[verb].head == place and tokens[verb].dep in ("cop", "aux:pass", "aux")
    if plain(tokens[verb]) in BE_TENSED and (below_verb or tokens[place].head == verb) and has_host(tokens, verb):
        return Edit(tokens[verb + comments].end, tokens[place].end, _fitting(tokens[place], f" {denies} {said}"))
    if comments:
        return None
    if (
        tokens[verb].lemma.lower() in PERCEPTIONS
        and tokens[verb].tag in DO
        and tokens[place].head == verb
        and denies == "not"
    ):
        base = reinflected(plain(tokens[verb]), tokens[verb].tag, "VB")
        has_aux = any(tokens[n].dep in ("aux", "cop") for n in children(tokens, verb))
        subject = subject_of(tokens, verb)
        caused = tokens[verb].dep in ("ccomp", "xcomp") and tokens[tokens[verb].head].lemma.lower() in CAUSATIVES
        often = verb > 0 and tokens[verb - 1].tag == "RB"
        if (
            often
            or caused
            or base is None
            or has_aux
            or not _agrees(tokens, verb)
            or is_quantified(tokens, verb)
            or subject is None
        ):
            return None
        if base == "feel" and tokens[subject].tag == "PRP" and plain(tokens[subject]) != "it":
            return None
        text = f"{DO[tokens[verb].tag]} not {base} {said}"
        return Edit(tokens[verb].start, tokens[place].end, _fitting(tokens[place], text))
    return None


def _found_so(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "Found it boring" becomes "did not find it interesting"."""
    tokens, verb = doc.tokens, doc.tokens[place].head
    found = _opens_degrees(tokens, place)
    if found is None or tokens[place].dep != "xcomp" or tokens[verb].lemma.lower() != "find" or verb > place:
        return None
    first, high = found
    below, subject = children(tokens, verb), subject_of(tokens, verb)
    owns = any(tokens[n].dep == "obj" and verb < n < first for n in below)
    helped = any(tokens[n].dep in ("aux", "aux:pass", "conj", "mark") for n in below)
    base = reinflected(plain(tokens[verb]), tokens[verb].tag, "VB")
    if not owns or helped or base is None or tokens[verb].tag not in DO or not ends_clause(tokens, place):
        return None
    if subject is None or subject + 1 != verb or not _agrees(tokens, verb) or is_coordinated(tokens, place):
        return None
    if any(tokens[n].dep == "cop" for n in children(tokens, place)):
        return None  # "found it to be boring"
    between = doc.text[tokens[verb].end : tokens[first].start]
    said = f"{opposite} at all" if high else opposite
    return Edit(tokens[verb].start, tokens[place].end, f"{DO[tokens[verb].tag]} not {base}{between}{said}")


def _alone(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "Absolutely awful." becomes "Not good at all."."""
    tokens = doc.tokens
    found = _opens_degrees(tokens, place)
    again = sum(plain(token) == plain(tokens[place]) for token in tokens) > 1  # "Stupid! Stupid!"
    if found is None or tokens[place].head != place or again:
        return None
    first, high = found
    high = high or is_strong(tokens[place])
    sentence = [n for n, token in enumerate(tokens) if token.sent == tokens[place].sent and token.pos != "PUNCT"]
    if sentence != list(range(first, place + 1)) or word_at(tokens, place + 1) not in (".", "!"):
        return None
    denies = "Not" if tokens[first].text[:1].isupper() else "not"
    said = f"{denies} {opposite} at all" if high else f"{denies} {opposite}"
    return Edit(tokens[first].start, tokens[place].end, _fitting(tokens[place], said))


def _of_two(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "Is good and funny" becomes "is neither bad nor unfunny"."""
    tokens, verb, last = doc.tokens, place - 1, place + 2
    other = denials()["adjectives"].get(word_at(tokens, last))
    if (
        other is None
        or is_praise(tokens[place])
        or is_praise(tokens[last])
        or word_at(tokens, place + 1) != "and"
        or tokens[last].head != place
        or not ends_clause(tokens, last)
    ):
        return None
    if word_at(tokens, verb) not in BE_TENSED or tokens[verb].head != place or not has_host(tokens, verb):
        return None
    if sum(tokens[n].dep == "conj" for n in children(tokens, place)) > 1 or other == opposite:
        return None
    return Edit(tokens[verb].end, tokens[last].end, _fitting(tokens[place], f" neither {opposite} nor {other}"))


def _of_noun(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "Is a good film" becomes "is not a bad film", and "A good film." "Not a bad film."."""
    tokens = doc.tokens
    noun = tokens[place].head
    fits = tokens[place].dep == "amod" and 0 < noun - place <= 3 and plain(tokens[place]) not in _OTHERWISE
    fits = fits and takes_opposite(tokens, noun, plain(tokens[place]), opposite)
    done = plain(tokens[noun]) == "job" and tokens[tokens[noun].head].lemma.lower() == "do"
    if not fits or (plain(tokens[noun]) in _PARTS and not done) or _is_degree(tokens, place, noun):
        return None
    if any(tokens[n].pos not in ("NOUN", "PROPN") for n in range(place + 1, noun + 1)):
        return None
    below = children(tokens, noun)
    owned = sum(tokens[n].dep == "amod" for n in below) > 1
    joined = any(tokens[n].dep in ("acl:relcl", "acl", "cc") for n in below) or is_coordinated(tokens, noun)
    if owned or joined or tokens[noun].dep == "conj":
        return None
    first = place
    while word_at(tokens, first - 1) in HIGH - {"so", "just", "simply"} | MIDDLE_DEGREES - {"quite"}:
        first -= 1
    if opposite == "bad" and (first < place or is_praise(tokens[place])):
        return None  # "a very good film" is more than "not a bad film"
    det = first - 1
    if word_at(tokens, det) not in ("a", "an") or tokens[det].sent != tokens[place].sent:
        return None
    after = (word_at(tokens, noun + 1), word_at(tokens, noun + 2))
    if after == ("in", "every") or (not ends_clause(tokens, noun) and after[0] not in NOUN_PREPOSITIONS):
        return None
    said = _fitting(tokens[place], opposite)
    return (
        _after_be(doc, det, place, noun, said)
        or _as_object(doc, det, place, noun, said)
        or bare_noun_denied(doc, det, place, noun, said)
    )


def _is_degree(tokens: Sequence[Token], place: int, noun: int) -> bool:
    """Whether "great" tells how much of a quality or feeling there is, and not how good it is: "a great beauty"."""
    return plain(tokens[place]) == "great" and noun_kind(tokens[noun].lemma.lower()) in (
        "attribute",
        "feeling",
        "state",
    )


def _after_be(doc: Doc, det: int, place: int, noun: int, said: str) -> Edit | None:
    tokens = doc.tokens
    verb = det - 1
    while word_at(tokens, verb) in ASSURANCES:
        verb -= 1
    is_be = word_at(tokens, verb) in BE_TENSED and tokens[verb].head == noun and has_host(tokens, verb)
    if not is_be or is_quantified(tokens, noun):
        return None
    between = doc.text[tokens[verb].end : tokens[det].start]
    return Edit(tokens[verb].end, tokens[place].end, f"{between}not {article(said)} {said}")


def _as_object(doc: Doc, det: int, place: int, noun: int, said: str) -> Edit | None:
    """ "Had a great time" becomes "did not have a bad time"."""
    tokens, verb = doc.tokens, det - 1
    if verb < 0 or tokens[noun].dep != "obj" or tokens[noun].head != verb or tokens[verb].lemma.lower() not in _OBJECTS:
        return None
    below, subject = children(tokens, verb), subject_of(tokens, verb)
    extra = any(tokens[n].dep.split(":")[0] in ("aux", "iobj", "advcl", "xcomp", "conj") for n in below)
    base = reinflected(plain(tokens[verb]), tokens[verb].tag, "VB")
    if (
        subject is None
        or subject > verb
        or extra
        or base is None
        or tokens[verb].tag not in DO
        or not _agrees(tokens, verb)
    ):
        return None
    if (
        is_quantified(tokens, verb)
        or is_counted_subject(tokens, subject)
        or is_told_what(tokens, subject)
        or tokens[verb - 1].tag == "RB"
    ):
        return None
    text = f"{DO[tokens[verb].tag]} not {base} {article(said)} {said}"
    return Edit(tokens[verb].start, tokens[place].end, _fitting(tokens[verb], text))


def _before_noun(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "A remarkable film" becomes "a not unremarkable film"; opposites of another stem do not stand so."""
    tokens = doc.tokens
    token, noun = tokens[place], tokens[place].head
    derived = opposite in (f"un{plain(token)}", f"in{plain(token)}", f"im{plain(token)}")
    if (
        not derived
        or plain(token) in ("funny", "amusing")
        or token.dep != "amod"
        or token.tag != "JJ"
        or plain(token) in _OTHERWISE
        or not 0 < noun - place <= 3
    ):
        return None
    if any(tokens[n].pos != "NOUN" for n in range(place + 1, noun + 1)) or plain(tokens[noun]) in _PARTS:
        return None
    before = place - 1
    what = tokens[noun].lemma.lower()
    if plain(token) in _CLASSING and what not in judged_parts() and noun_kind(what) != "cognition":
        return None  # "an original copy"
    again = sum(plain(one) == plain(token) for one in tokens) > 1  # the same thing is named so elsewhere
    several = sum(tokens[n].dep == "amod" for n in children(tokens, noun)) > 1  # "a reliable, welcome actor"
    if again or several or word_at(tokens, before) not in ("a", "an"):
        return None
    if word_at(tokens, before - 1) in BE_TENSED | _BEFORE_ARTICLE | ASSURANCES:
        return None
    opens = "A" if tokens[before].text[:1].isupper() else "a"
    return Edit(tokens[before].start, token.end, f"{opens} {_fitting(token, f'not {opposite}')}")


_OBJECTS = PROVIDE | LIGHT_VERBS | {"deliver", "have", "play"}


def _tells_who(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a verb tells who said what stands before its subject: "it had to be found, they agreed"."""
    first = min((subject, *children(tokens, subject)))
    before = [token for token in tokens[:first] if token.sent == tokens[subject].sent]
    return bool(before) and before[-1].text in (",", *QUOTES) and any(token.tag in FINITE for token in before)


def _of_verb(doc: Doc, place: int, opposite: str) -> Edit | None:
    """ "Loved" becomes "did not hate"."""
    tokens = doc.tokens
    token, below = tokens[place], children(tokens, place)
    deps = {tokens[n].dep for n in below}
    subject = subject_of(tokens, place)
    if subject is None or subject > place or is_quantified(tokens, place) or is_counted_subject(tokens, subject):
        return None
    if (
        deps & {"aux", "aux:pass", "cop", "csubj"}
        or any(
            tokens[n].dep == "advcl" and word_at(tokens, min((n, *children(tokens, n)))) not in _TIMED for n in below
        )
        or is_coordinated(tokens, place)
        or not _agrees(tokens, place)
    ):
        return None
    lemma, after = token.lemma.lower(), word_at(tokens, place + 1)
    if any(tokens[n].dep == "obj" and is_person(tokens, n) for n in below):
        return None
    if lemma in _OUTCOMES or lemma in _WITH_TO:
        return _of_outcome(tokens, place, lemma, after)
    if lemma in _SLANG:
        return _of_slang(tokens, place, opposite)
    if lemma in _CONSENT:
        fits = after == "with" or (ends_clause(tokens, place) and tokens[place + 1 :] != ())
        alone = tokens[place - 1].tag != "RB" and "advmod" not in deps and not _tells_who(tokens, subject)
        return Edit(token.start, token.end, f"{DO[token.tag]} not {opposite}") if fits and alone else None
    if "obj" not in deps and not (lemma in ("love", "like", "hate") and deps & {"ccomp", "xcomp"}):
        return None
    if any(tokens[n].dep == "obj" and tokens[n].tag in ("WP", "WDT") for n in below) or is_told_what(tokens, subject):
        return None
    after_verb = {word_at(tokens, n) for n in range(place + 1, min(len(tokens), place + 12))}
    if not after_verb.isdisjoint(_COMPARING | THIRD_REFLEXIVES | _LIMITS):
        return None
    # what "but" weighs is more than "not hated", and nobody does not hate to go
    if after == "to" or "but" in after_verb or opens_act(tokens, place):
        return None
    first = place
    while word_at(tokens, first - 1) in HIGH and tokens[first - 1].tag == "RB" and word_at(tokens, first - 1) != "just":
        first -= 1
    if first < place and lemma not in ("hate", "dislike"):
        return None  # "thoroughly enjoyed" is more than "did not dislike"
    opinion = word_at(tokens, first - 1) in ("actually", "personally", "honestly")
    if (tokens[first - 1].tag == "RB" and not opinion) or "absolutely" in (
        word_at(tokens, n) for n in range(first, place)
    ):
        return None
    return Edit(tokens[first].start, token.end, _fitting(token, f"{DO[token.tag]} not {opposite}"))


def _of_outcome(tokens: Sequence[Token], place: int, lemma: str, after: str) -> Edit | None:
    """ "Fails to amuse" becomes "does not manage to amuse"."""
    if after == "to" and lemma in _WITH_TO:
        opposite = _WITH_TO[lemma]
    elif lemma not in _OUTCOMES or not ends_clause(tokens, place):
        return None
    else:
        opposite = _OUTCOMES[lemma]
    token = tokens[place]
    if tokens[place - 1].tag == "RB" and word_at(tokens, place - 1) not in _BEFORE_NOT:
        return None
    return Edit(token.start, token.end, _fitting(token, f"{DO[token.tag]} not {opposite}"))


def _of_slang(tokens: Sequence[Token], place: int, opposite: str) -> Edit | None:
    """ "Sucked" becomes "was not good"."""
    token, who = tokens[place], agreement(tokens, place)
    forms = {"he": ("is", "was"), "they": ("are", "were")}.get(who or "")
    if forms is None or not ends_clause(tokens, place) or tokens[place - 1].tag == "RB":
        return None
    return Edit(token.start, token.end, _fitting(token, f"{forms[token.tag == 'VBD']} not {opposite}"))
