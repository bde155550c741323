"""Why a main clause is better not negated, or its negation not taken away: what else in the text leans on it."""

from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    AFTER_NOT,
    AUXILIARIES_NOT,
    BE_TENSED,
    BETTER_WORSE,
    CONSEQUENCES,
    CONTRASTS,
    FEW,
    HOWEVER,
    INDEFINITE_ARTICLES,
    INDEFINITE_PRONOUNS,
    LESS,
    LUCKILY,
    MANY,
    MONTHS,
    NEAR_NEGATIONS,
    NEGATED_AMOUNTS,
    NEGATIONS,
    PERCENT,
    QUANTITIES,
    REASONS,
    RESTRICTIONS,
    SELDOM,
    SOME_WORDS,
    SUBORDINATORS,
    THOUGH,
    TIMES_OF_CLAUSES,
    UNIVERSALS,
)
from hf_robust.language.english.missed_verbs import hides_a_verb
from hf_robust.language.english.negated_words import joins_alone, negated_words
from hf_robust.language.english.opposed_times import is_year
from hf_robust.language.english.presupposed_details import why_detailed
from hf_robust.language.english.tense_signs import FINITE, QUOTES, reads_oddly
from hf_robust.language.english.verbs import ADVERBS, agreement, children, content, plain, reinflected, subject_of
from hf_robust.language.lexicons import lexicon

_UNMARKED = frozenset(word.replace("'", "") for word in AUXILIARIES_NOT)  # "arent"
NEGATIVE = (NEGATIONS - {"cannot"}) | NEAR_NEGATIONS | FEW | LESS | SELDOM | RESTRICTIONS | {"nt", "lest"}
# what would no longer follow: "small but good", "so good that it won"
_CONTRASTS = CONTRASTS | CONSEQUENCES | HOWEVER | REASONS | {"instead", "so", "rather", "whilst", "when"}
# words that do not go with a negation before them, or mean another thing then
_POSITIVE = SOME_WORDS | frozenset(
    """plenty slightly already too either just almost nearly quite pretty such even finally both
            several sometimes somehow somewhat most ever far perhaps maybe bit couple best better wish twice
            slew unable unlikely unclear fail fails failed until till depending afraid sorry ought dare worth merely
            soon once also regardless numerous countless innumerable myriad""".split()
)
_QUANTIFIED = (
    INDEFINITE_PRONOUNS
    | UNIVERSALS
    | MANY
    | QUANTITIES
    | LUCKILY
    | frozenset("any hopefully sole only even eventually finally numerous countless instead".split())
)
# words that a negation brings along: "can't help", "not until then"
_NEGATED = (
    NEGATED_AMOUNTS
    | BETTER_WORSE
    | frozenset(
        """nor or until till help wait stand mind bother worry believe imagine afford care budge bear again before
        second moment instant minute
        if whether because give matter think long years too ages decades clue even""".split()
    )
)
# words whose sense a negation before them decides: "not only", "not that good"
_AFTER_NOT = AFTER_NOT | frozenset("nearly all every single one so as such entirely simply merely always both".split())
_RESULTS = frozenset("leaving calling causing making killing forcing giving bringing saying citing perforating".split())
_RANKING = frozenset({"ahead", "behind", "followed", "compared", "versus", "against"})
_HOSTS = frozenset({"PRP", "EX", "WP", "WDT", "DT", "WRB"})
_HAVE = frozenset({"has", "have", "had"})
_WANTED_AFTER_HAVE = ("D", "N", "J", "C", "P", "T")  # the first letters of tags: what one has, or has to do
_FEELINGS = frozenset(
    "love like thank thanks hope welcome guess bless enjoy happy want need see get have allow".split()
)
_TOLD = frozenset({"said", "told", "set", "due", "seen", "believed", "thought"})  # headlines: "Smith said to leave"
_PHRASES = ("as well", "more than happy", "to become")
_SPEAKING = frozenset("say says said announce announces announced add adds added tell tells told write writes".split())
_TELLING = frozenset({"add", "adds", "added", "tell", "tells", "told", "write", "writes", "wrote"})
_STEM = 4  # letters of a verb that its forms share
_LITOTES = 5  # letters: "unless" is longer, but "under", "until" and "union" are no negated adjectives
_SUBORDINATORS = TIMES_OF_CLAUSES | (SUBORDINATORS - THOUGH - {"unless"}) | {"till", "whenever"}
_MEASURES = PERCENT | {"cents", "points", "yards", "seconds", "metres", "meters", "miles", "km"}
_NEAR_JOINED = 4  # tokens from an auxiliary to a joined participle: "was seen and was heard"
_TWO = 2  # numbers after a verb that may be set against each other: "from 3 to 5"
_BREAKS = frozenset({";", ":", "-", "--", "—", "–", "..."})


def why_unsure(tokens: Sequence[Token], root: int, verb: int, asks: bool, commands: bool) -> str | None:
    """Why the main clause of a text cannot be told for sure, or is not all that the text says; None where it can.

    Args:
        root: Its predicate.
        verb: Its finite verb, or the verb of a command.
        asks: Whether it is a question.
        commands: Whether it is a command.
    """
    sentence = tokens[verb].sent
    places = [n for n, token in enumerate(tokens) if token.tag in FINITE]
    if any(tokens[n].sent != sentence for n in places):
        return "other sentences may rest on what the main clause says"
    marks = [n for n, token in enumerate(tokens) if token.text.endswith("?")]
    if len(marks) > 1 or (marks and not asks and tokens[marks[0]].sent != sentence):
        return "more is asked than one question"
    if reads_oddly(tokens) or any(token.text[-1] in "-–" for token in tokens[:verb]):
        return "it is or quotes a title, a headline or speech"
    if any("http" in token.text.lower() for token in tokens):
        return "the text has a link"
    if any(n < verb for n in places) or _is_joined(tokens, root, verb):
        return "the main clause is not the first, or not the only one"
    # an auxiliary is what it looks like
    hides = verb == root and hides_a_verb(tokens, spared=(root, verb))
    if hides or not (asks or _fits(tokens, verb, commands)):
        return "the verb of the main clause and its subject do not fit together"
    return None


def why_positive(tokens: Sequence[Token], verb: int, asks: bool) -> str | None:
    """Why a negation may not come into a main clause; None where it may.

    Args:
        verb: The finite verb.
        asks: Whether it is a question.
    """
    words = [plain(token) for token in tokens]
    if not (NEGATIVE | _UNMARKED).isdisjoint(words):
        return "the main clause has another negative word"
    changed = negated_words(tokens, verb)
    after = [
        word for n, word in enumerate(words) if n >= verb - 1 and n not in changed and not _is_superlative(words, n)
    ]
    some = asks and any(word[:4] == "some" for word in words)
    if not (words[verb].isalpha() or words[verb] in BE_TENSED or words[verb] in ("'ll", "'ve")):
        return "the main verb is not known"
    phrases = any(phrase in " ".join(after) for phrase in _PHRASES)
    contrasts = _holds_contrast(words) or _concedes(tokens)
    if some or phrases or contrasts or _has_un(tokens, verb) or not _POSITIVE.isdisjoint(after):
        return "a word of the sentence cannot stand with a negation"
    if (
        _is_counted(tokens, verb)
        or _joins_or_trails(tokens, verb, changed)
        or (not asks and _is_quantified(tokens, verb))
    ):
        return "what the negation reaches could not be told"
    if not _RANKING.isdisjoint(after) and any(token.text[0].isdigit() for token in tokens[verb:]):
        return "numbers are compared with each other"
    if "where" in words[verb:] and any(token.tag == "VBD" for token in tokens[verb + words[verb:].index("where") :]):
        return "other words of the text tell what the clause says"
    if _is_within_quotes(tokens, verb) or _repeats(tokens, verb) or _says(tokens, verb):
        return "other words of the text tell what the clause says"
    if words[verb : verb + 2] == ["must", "be"] or (words[verb] in _TOLD and words[verb + 1 : verb + 2] == ["to"]):
        return "a word of the sentence cannot stand with a negation"
    return why_detailed(tokens, verb, asks)


def _is_within_quotes(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a quotation that the text does not begin with is open at a verb, or a question holds one."""
    marks = ["".join(letter for letter in token.text if letter in QUOTES) for token in tokens]
    asks = tokens[-1].text.rstrip("\"'").endswith("?")
    return len("".join(marks[1:verb])) % 2 == 1 or (asks and any(marks[1:-1]))


def _repeats(tokens: Sequence[Token], verb: int) -> bool:
    """Whether a headline before a clause says the same: "Ann to play on Ann Quill says she plans to play"."""
    before = [token for token in tokens[:verb] if token.text.isalpha()]
    names = [token.text for token in before if token.pos == "PROPN"]
    acts = {plain(token)[:_STEM] for token in before if token.pos == "VERB"}
    twice = len(set(names)) < len(names)
    return twice or any(token.pos == "VERB" and plain(token)[:_STEM] in acts for token in tokens[verb:])


def _says(tokens: Sequence[Token], verb: int) -> bool:
    """Whether the verb tells who speaks: "he says it ends"; with a negation nobody would report it."""
    word = plain(tokens[verb])
    return word in _SPEAKING and (word not in _TELLING or any(token.text in QUOTES for token in tokens))


def why_negative(tokens: Sequence[Token], verb: int, negator: int) -> str | None:
    """Why a negation may not go from a main clause; None where it may.

    Args:
        verb: The finite verb.
        negator: The negative word.
    """
    words = [plain(token) for token in tokens]
    others = [word for place, word in enumerate(words) if place != negator]
    if not NEGATIVE.isdisjoint(word for word in others if word != "little"):
        return "the main clause has another negative word"
    after = words[negator + 1 :]
    if (
        not _NEGATED.isdisjoint(" ".join(after).replace("at all", "").split())
        or _holds_contrast(words)
        or _any_of_one(tokens, negator)
        or not _AFTER_NOT.isdisjoint(after[:1])
        or (after[:1] == ["really"] and not " ".join(after[2:3]).isalpha())  # "I do not really know."
        or words[verb] in ("need", "dare")  # "you need not speak"
    ):
        return "a word of the sentence needs the negation"
    return None


def why_no_fragment(tokens: Sequence[Token]) -> str | None:
    """Why "not" may not stand before a text that is a noun phrase with "a"; None where it may."""
    words = [plain(token) for token in tokens]
    root = next((n for n, token in enumerate(tokens) if token.head == n), 0)
    opens = words[0] in INDEFINITE_ARTICLES and tokens[root].tag == "NN" and 0 in children(tokens, root)
    below = [tokens[n].dep for n in children(tokens, root)]
    owns = any(dep.startswith(("nsubj", "cop", "aux", "conj", "parataxis", "appos", "advcl")) for dep in below)
    if not opens or owns or _has_main_verb(tokens, root):
        return "no noun phrase that can be negated"
    if not (NEGATIVE | _POSITIVE).isdisjoint(words) or _holds_contrast(words) or _counts(tokens):
        return "a word of the sentence cannot stand with a negation"
    if (
        reads_oddly(tokens)
        or hides_a_verb(tokens)
        or any(token.text in _BREAKS or token.text == "?" for token in tokens)
    ):
        return "it is or quotes a title, a headline or speech"
    return None


def _has_main_verb(tokens: Sequence[Token], root: int) -> bool:
    """Whether a finite verb stands outside relative clauses, and whether a comma may join what is another clause."""
    for place, token in enumerate(tokens):
        if token.tag in FINITE:
            above = content(tokens, place)
            while tokens[above].dep == "conj":
                above = tokens[above].head
            if tokens[above].dep not in ("acl:relcl", "ccomp"):
                return True
    return False


def _is_superlative(words: Sequence[str], place: int) -> bool:
    """ "The best way", "the most gifted singer" and "such as"."""
    return (words[place] in ("best", "most") and words[place - 1] == "the") or words[place : place + 2] == [
        "such",
        "as",
    ]


def _has_un(tokens: Sequence[Token], place: int) -> bool:
    """ "Not unlike"."""
    following = plain(tokens[place + 1]) if place + 1 < len(tokens) else ""
    return following.startswith("un") and len(following) > _LITOTES


def _holds_contrast(words: Sequence[str]) -> bool:
    """Whether a word joins what would contradict; at the end it is another: "not here yet".

    At the beginning it joins a sentence to another text: "But they agreed."
    """
    return any(word in _CONTRASTS and following.isalpha() for word, following in pairwise(_without_opener(words)))


def _concedes(tokens: Sequence[Token]) -> bool:
    """ "Tangible if elusive" and "small though rich"."""
    linked = zip(tokens, tokens[1:], tokens[2:])
    return any(plain(word) in THOUGH | {"if"} and {one.pos, other.pos} == {"ADJ"} for one, word, other in linked)


def _without_opener(words: Sequence[str]) -> Sequence[str]:
    return words[1:] if words and words[0] in ("but", "so", "however") else words


def _any_of_one(tokens: Sequence[Token], negator: int) -> bool:
    """Whether "any" stands before one thing, as in "any problem"; and whether "not" turns an "un-"."""
    for place in range(negator, len(tokens) - 1):
        if plain(tokens[place]) == "any":
            noun = next((token for token in tokens[place + 1 :] if token.tag[:2] == "NN"), None)
            if noun is None or noun.tag != "NNS":
                return True
    return _has_un(tokens, negator)


def _is_joined(tokens: Sequence[Token], root: int, verb: int) -> bool:
    """Whether another clause with a verb of its own stands beside the main one."""
    for place in children(tokens, root):
        token = tokens[place]
        if token.dep == "advcl" and token.tag == "VBG" and place > verb and _trails(tokens, place):
            return True  # "it shines, making this a joy"
        if token.dep in ("parataxis", "conj", "discourse", "appos", "list") and place > verb:
            below = children(tokens, place)
            owns = any(tokens[n].dep.startswith(("nsubj", "expl", "aux", "cop")) for n in below)
            if owns or token.dep == "parataxis" or token.tag in FINITE - {tokens[root].tag}:
                return True
            if _joins_things(tokens, place, below):
                continue
            if place > verb + _NEAR_JOINED and token.tag == "VBN" and token.pos == "VERB":
                return True  # "was accused of being late and sent home"
            if (
                any(tokens[n].text == "," for n in range(verb, place))
                or token.tag[:1] != "V"
                or tokens[root].tag[:1] != "V"
            ):
                return True  # "tall and strong"
    for place in range(verb + 1, len(tokens)):
        above = content(tokens, place) if tokens[place].tag in FINITE else place
        if tokens[place].tag in FINITE and tokens[above].dep == "conj" and not _lies_below(tokens, above, root):
            return True
    commas = [n for n in range(verb, len(tokens)) if tokens[n].text[-1] == ","]
    if commas and any(token.tag in FINITE for token in tokens[commas[0] :]):
        return True  # "he was wounded, an injury that he denies"
    subject = subject_of(tokens, verb)
    for one, other in pairwise(tokens[verb:]):
        again = subject is not None and other.tag == "PRP" and plain(other) == plain(tokens[subject])
        if again and one.tag in ("JJ", "NN", "NNS"):
            return True  # "they are small they have long tails"
    for one, other in pairwise(tokens):
        follows = other.tag[:1] == "W" and one.text == ","
        if follows or (plain(other) == "while" and one.pos == "PUNCT"):
            return True  # "a bus, which was late", "fine, while being slow"
    marks = [n for n in range(verb, len(tokens)) if tokens[n].text in _BREAKS]
    return bool(marks) and any(token.tag in FINITE or tokens[marks[0]].text in ":;" for token in tokens[marks[0] :])


def _joins_things(tokens: Sequence[Token], place: int, below: Sequence[int]) -> bool:
    """Whether "and" or "or" joins one noun or adjective to another, without a comma: "tall and strong"."""
    words = {plain(tokens[n]) for n in below if tokens[n].dep == "cc"}
    same = tokens[place].pos == tokens[tokens[place].head].pos and tokens[place].pos in ("ADJ", "NOUN")
    comma = any(token.text == "," for token in tokens[min(below, default=place) - 1 : place])
    return same and bool(words) and words <= {"and", "or"} and tokens[place].dep == "conj" and not comma


def _lies_below(tokens: Sequence[Token], place: int, root: int) -> bool:
    """Whether what is coordinated belongs to a clause below the main one, or is a verb of its own subject."""
    head = tokens[place].head
    owns = any(tokens[n].dep.startswith(("nsubj", "expl")) for n in children(tokens, place))
    return (
        not owns if head == root else tokens[head].tag[:1] == "V" or tokens[head].dep in ("ccomp", "advcl", "acl:relcl")
    )


def _trails(tokens: Sequence[Token], place: int) -> bool:
    before = tokens[place - 1]
    return before.text == "," or (before.tag in ADVERBS and tokens[place - 2].text == ",")


def _fits(tokens: Sequence[Token], verb: int, commands: bool) -> bool:
    """Whether a finite verb has the form that its subject asks for, and a command stands where commands do."""
    token, word = tokens[verb], plain(tokens[verb])
    if commands:
        opens = not any(
            t.tag[:1].isalpha() and t.tag not in ("UH", "RB") for t in tokens[:verb] if t.sent == token.sent
        )
        ends = tokens[-1].text in (".", "!") and not any(t.tag in FINITE for t in tokens[verb + 1 :])
        return word not in _FEELINGS and opens and ends
    after = next((t for t in tokens[verb + 1 :] if t.tag not in ADVERBS), token)
    if token.tag == "MD" and after.tag != "VB":
        return False
    if token.tag == "VBD" and "by" in map(plain, tokens[verb + 1 : verb + 3]):  # "the film made up by her"
        return False
    opener = next((plain(t) for t in tokens if t.sent == token.sent), "")
    if opener in _SUBORDINATORS and not any(t.text == "," for t in tokens[:verb]):
        return False
    if word in BE_TENSED and not any(t.text[:1].isalnum() for t in tokens[verb + 1 :]):  # "the film it is"
        return False
    subject = subject_of(tokens, verb)
    if subject is None and token.tag == "VBZ" and not any(t.text[:1].isalnum() for t in tokens[:verb]):
        return True  # "offers enough fun", as reviews say it
    if subject is not None and token.tag == "VBD" and _may_be_headline(tokens, verb, subject):
        return False
    if subject is None or (subject > verb and plain(tokens[verb - 1]) != "there"):
        return False
    if tokens[subject].tag == "PRP" and subject and _runs_on(tokens, subject):
        return False
    if _follows_headline(tokens, subject):
        return False
    if word == "'s" and tokens[verb - 1].tag not in _HOSTS:
        return False
    if word in _HAVE and token.dep != "aux" and after.tag[:1] not in _WANTED_AFTER_HAVE:
        return False
    who = agreement(tokens, verb)
    expected = {"VBZ": ("he", None), "VBP": ("I", "they")}.get(token.tag)
    return expected is None or who in expected or (who is None and word in ("are", "'re"))


def _follows_headline(tokens: Sequence[Token], subject: int) -> bool:
    """ "Oslo to host talks Oslo has agreed", and "Also helping stocks were hopes": a bare verb before the subject."""
    before = tokens[: min((subject, *children(tokens, subject)))]
    if any(token.text[-1] in ",;:" for token in before):
        return False
    opens = next((token.tag for token in tokens if token.tag not in ADVERBS), "")
    return opens == "VBG" or any(one.tag == "TO" and other.tag == "VB" for one, other in pairwise(before))


def _may_be_headline(tokens: Sequence[Token], verb: int, subject: int) -> bool:
    """ "Woman charged over find": a bare noun, and a form that may be a participle, without an object."""
    below = (tokens[n].tag for n in children(tokens, subject) if n < subject)
    bare = tokens[subject].tag in ("NN", "NNS") and {"DT", "PRP$", "CD", "POS"}.isdisjoint(below)
    owns = any(tokens[n].dep in ("obj", "ccomp", "xcomp") for n in children(tokens, verb))
    return bare and not owns and reinflected(plain(tokens[verb]), "VBN", "VB") is not None


def _counts(tokens: Sequence[Token], end: int | None = None) -> bool:
    """ "Four others were not wounded": a negation may be one of the number alone."""
    spelled = lexicon("number_words")["units"][2:]
    return any(
        (token.tag == "CD" or token.text[0].isdigit() or plain(token) in spelled) and not _names(tokens, place)
        for place, token in enumerate(tokens[:end])
    )


def _is_counted(tokens: Sequence[Token], verb: int) -> bool:
    """Whether the subject is counted, or a change is measured: "Four were not wounded", "did not rise 5 percent"."""
    after = tokens[verb:]
    numbers = sum(token.tag == "CD" for token in after)
    measured = not _MEASURES.isdisjoint(plain(token).rstrip(".,") for token in after)
    measured = measured or any(token.text[:1] in "$£€%" for token in after)
    return _counts(tokens, verb if numbers < _TWO and not measured else None)


def _names(tokens: Sequence[Token], place: int) -> bool:
    """Whether a number names a day, a year or a thing, or stands in a phrase with a preposition."""
    token, before = tokens[place], tokens[place - 1] if place else tokens[place]
    follows = tokens[place + 1] if place + 1 < len(tokens) else token
    if token.tag == "JJ" or (plain(token) == "one" and plain(follows) == "of"):
        return True
    if before.text == "," and follows.text == "," and token.head < place:
        return True  # "Ann Berg, 51, is ill"
    if is_year(token) and follows.text[:1].isupper() and follows.pos == "PROPN" and before.tag in ("DT", "IN", "PRP$"):
        return True  # "the 1984 Summer Olympics"
    if plain(before) in MONTHS or plain(follows) in MONTHS or (before.tag == "NNP" and before.text != token.text):
        return True
    if is_year(token) and follows.tag not in ("NN", "NNS", "JJ") and before.tag in ("IN", ",", "CC", "-LRB-"):
        return True
    above = token.head if token.dep == "nummod" else place
    cased = any(tokens[n].dep == "case" and plain(tokens[n]) not in ("by", "for") for n in children(tokens, above))
    return cased and tokens[above].dep.split(":")[0] in ("obl", "nmod") and _follows_verb(tokens, place)


def _follows_verb(tokens: Sequence[Token], place: int) -> bool:
    return any(token.tag in FINITE for token in tokens[:place])


def _joins_or_trails(tokens: Sequence[Token], verb: int, changed: Collection[int]) -> bool:
    """Whether "and" joins things that a negation would reach both or one of, or a participle tells more of what was."""
    for place in range(verb + 1, len(tokens)):
        token, before = tokens[place], tokens[place - 1]
        trails = token.tag in ("VBN", "VBD", "VBG") and before.text == ","
        absolute = token.tag == "VBG" and token.dep in ("acl", "parataxis", "conj") and not _is_object(tokens, place)
        absolute = absolute or plain(token) in _RESULTS
        joined = token.dep == "advcl" and not _is_aim(tokens, verb, place)
        if trails or absolute or joined or (token.tag == "PRP" and before.text == ","):
            return True
        if plain(token) in ("and", "&", "or") and place + 1 < len(tokens):
            alone = place in changed or _joins_verbs(tokens, place) or joins_alone(tokens, place)
            listed = before.text[-1:] == "," and [one.tag for one in tokens[place + 1 : place + 3]] == ["NN", "IN"]
            if not alone or listed:
                return True  # "a nephew of Berg, and grandson of Lund"
    return False


def _is_aim(tokens: Sequence[Token], verb: int, place: int) -> bool:
    """Whether an infinitive tells what something is for, or completes an adjective: "uses it to learn", "due to leave".

    What was done once for a purpose is another matter: "he did not sell it to pay the bill" may deny the purpose alone.
    """
    first = min((place, *children(tokens, place)))
    if tokens[place].tag != "VB" or plain(tokens[first]) != "to" or tokens[first - 1].text == ",":
        return False
    return tokens[first - 1].tag == "JJ" or tokens[verb].tag in ("MD", "VBZ", "VBP")


def _is_object(tokens: Sequence[Token], place: int) -> bool:
    """Whether a participle stands right after the noun that it tells more of: "a film starring him"."""
    return tokens[place].head == place - 1


def _joins_verbs(tokens: Sequence[Token], place: int) -> bool:
    joined = tokens[tokens[place].head]
    return joined.dep == "conj" and joined.tag[:1] == "V"


def _runs_on(tokens: Sequence[Token], subject: int) -> bool:
    """Whether something else may have been said before the subject: "Order the soup, it's great"."""
    first = next(token for token in tokens if token.sent == tokens[subject].sent)
    return tokens[subject - 1].text == "," and first.tag not in ("IN", "RB", "UH", "CC")


def _is_quantified(tokens: Sequence[Token], verb: int) -> bool:
    return plain(tokens[0]) == "another" or any(plain(token) in _QUANTIFIED for token in tokens[:verb])
