"""Words that show that a name is one of a person."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    GENDERED,
    MONTHS,
    MORE_TITLES_OF_WOMEN,
    NEAR_KIN,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.known_facts import denotes_someone
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import RULING, core, is_initial, lower_words
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.no_person_words import COMPANY_NOUNS
from hf_robust.transforms.place_names import is_listed_place

SPEECH = frozenset(
    """said says told added asked admitted argued warned explained insisted noted replied
    nodded smiled frowned laughed sighed shrugged whispered shouted muttered recalled recalls""".split()
)
_LIVED = frozenset("born c. ca. circa died née".split()) | {month.capitalize() for month in MONTHS}
CREATED = frozenset(
    """authored choreographed composed conducted directed edited hosted illustrated narrated painted penned played
    portrayed produced sung written""".split()
)
_AGE = re.compile(r"[1-9]\d")
_FIGURES = re.compile(r" \d{1,2}(?:\.\d)?-\d{1,2}-\d{1,3}-\d{1,2}\b")  # of a bowler
PEOPLE = frozenset(
    """actor actress architect athlete author bishop boxer campaigner candidate captain chairman coach composer
    cricketer cyclist dancer defender director drummer engineer explorer fencer footballer goalkeeper governor guitarist
    judge lawyer leader lecturer mayor midfielder minister model musician officer painter player poet politician
    president producer professor rapper rower sculptor senator singer skier soldier songwriter spokesman striker swimmer
    teacher wrestler winger writer""".split()
)
_PARTIES = frozenset({"D", "R"})  # of American candidates
_SPACE = 12  # tokens in brackets after a name
_WORDS_BEFORE = 9  # tokens from "is" to the noun
_BALANCE = re.compile(r" \( ?\d{1,2}-\d{1,2} ?\) ")  # games won and lost
_QUOTED = re.compile(r"[,.?!] ?(?:\"|''|”|quot;) \Z")
_TAXON = re.compile(r"\b[A-Z][a-z]+ [a-z]{5,}\b[\s'(]*\Z")
_DESCRIBED_IN = re.compile(r" ?, (?:17|18|19|20)\d\d\b ?(?:\)|\Z|\.)")  # a species, by whom and when
_FIGURE = re.compile(r"(?:17|18|19|20)\d\d|, ?[1-9]\d ?,|\d-\d|\d-?year-old")
# what is done to people alone, and what they alone do
_UNDERGONE = frozenset(
    """accused acquitted arrested born buried convicted divorced fired hospitalised hospitalized imprisoned indicted
    injured jailed knighted married murdered pardoned sacked sentenced widowed wounded""".split()
)
_DONE_BY_FIRMS = frozenset({"agreed", "criticised", "criticized", "praised", "stated"})  # a company does this, too
_DONE = _DONE_BY_FIRMS | frozenset(
    """acknowledged apologised apologized believed believes conceded confessed died enjoyed enrolled felt forgot
    graduated heard imagined joked knew knows lectured loved married painted preached realised realized remarked
    remembered resigned retired slept studied suspected taught testified thinks thought walked wept wondered writes
    wrote""".split()
)
_PERFECT = frozenset({"had", "has"})
_ADVERBS = frozenset("also eventually first initially later never subsequently then".split())
# beside them a name that is not listed may be one of a company
BUSINESS = (COMPANY_NOUNS - {"band", "carrier", "chain", "concern", "giant", "group", "label", "producer"}) | frozenset(
    """brands co corp corp. earnings formats inc inc. ltd ltd. profit shareholders shares stock stores""".split()
)
# what only people have, with those of their family
_OWNED = (
    NEAR_KIN
    | {"family", "parent"}
    | frozenset(
        """adviser aide arrest assistant attorney autobiography birthday bodyguard boyfriend candidacy career childhood
    cousin death eye face fiancee funeral girlfriend hand impeachment lawyer memoir nephew niece remark
    resignation smile testimony trial voice widow""".split()
    )
    | frozenset("biographer biography diary essay lecture life memoir novel painting poem thesis writing".split())
)
# nouns of people that are said of companies, too
ALSO_FIRMS = frozenset(
    """backer builder competitor dealer developer distributor exporter giant grower importer insurer leader lender
    maker manufacturer operator owner partner producer provider publisher retailer rival seller sponsor subsidiary
    supplier trader unit""".split()
)
_POSSESSIVES = frozenset({"'s", "’s"})
_BARE = frozenset({"'", "’"})  # a possessive after "s"
# two names that stand for one company, band or pair of characters
DUOS = frozenset(
    """adam and eve|antony and cleopatra|ben and jerry|bill and ted|bonnie and clyde|cain and abel|hansel and gretel
    harold and maude|harry and sally|jack and jill|jekyll and hyde|mary and joseph|romeo and juliet
    samson and delilah|thelma and louise|tom and jerry|tristan and isolde|will and grace
    abbott and costello|barnes and noble|black and decker|brown and root|crosby and nash|dean and deluca
    ernst and young|hall and oates|johnson and johnson|laurel and hardy|lewis and clark|marks and spencer
    martin and lewis|mason and dixon|procter and gamble|simon and garfunkel|smith and wesson|watson and crick
    """.replace("\n    ", "|").split("|")
)
_GROUPS_OF_PEOPLE = frozenset({"couple", "pair", "staff"})  # "chief of staff Quilis"
_NAMED_GROUPS = frozenset("broadcaster daily group journal magazine newspaper side website weekly".split())
_REPORTS = frozenset("said says added".split())
_SIGN_WORDS = SPEECH | _UNDERGONE | _DONE | {"described", "named", "who"}
_DIGIT = re.compile(r"\d")
# behind the name of who governs: "the Quilis administration", "Quilis's tax cuts", "since Quilis took office"
_IN_OFFICE = re.compile(
    r" (?:administration|presidency|years)\b| took office\b"
    r"| ?['’]s? (?:administration|cabinet|inauguration|presidency|re-election|tax cuts|term|veto)\b"
)
_OF_THINGS = frozenset({"it", "its", "itself"})
YEAR = re.compile(r"(?:1[89]|20)\d\d")


# all of these people, all players of these leagues, and nearly all who have these ranks, are men
_OF_MEN = re.compile(
    r"\b(?:[Bb]atsm[ae]n|[Ll]inem[ae]n|[Pp]acem[ae]n|quarterbacks?|linebackers?|wicketkeepers?|touchdowns?|cornerbacks?"
    r"|running backs?|tight ends?|wide receivers?|shortstops?|boxers?|boxing|cowboys?|rugby|baseball"
    r"|[Ff]ootballers?|[Gg]oalkeepers?|ice hockey|[Mm]idfielders?|[Ss]trikers?|[Ww]ingers?"
    r"|American football|(?:bantam|cruiser|feather|fly|heavy|light|middle|welter)weights?"
    r"|Premier League|Bundesliga|Serie A|La Liga|MLB|NBA|NFL|NHL|Major League|homers?|innings?"
    r"|(?:heldent|countert|[Tt])enors?(?! ?-? ?(?:clef|drum|guitar|horn|sax|trombone))"
    r"|baritones?(?! ?-? ?(?:guitar|horn|sax))"
    r"|(?:Air|Field) (?:Chief |Vice )?(?:- )?Marshal|(?:Brigadier|Lieutenant|Major|Rear|Vice) ?-? ?(?:Admiral|General)"
    r"|Archbishop|Bishop|Monsignor|Rabbi|Brigadier|Wehrmacht|battalion|regiment|infantry|priest|friar|monk)\b"
)
_OF_WOMEN_ALONE = re.compile(
    r"\b(?:(?:mezzo ?-? ?)?sopranos?|contraltos?)(?! ?-? ?(?:clef|sax))\b|\b(?:abbess|nuns?)\b"
)
_OF_MAN, _OF_WOMAN = TITLES_OF_MEN, TITLES_OF_WOMEN | MORE_TITLES_OF_WOMEN | {"dame", "madame"}
_OF_WOMEN = re.compile(r"\b(?:ladies|LPGA|[Ww]om[ae]n(?:['’]s)?|WNBA|WTA)\b")


def is_of_men(text: str) -> bool:
    """Whether a text is about a sport of men, so that a name that no list has is one of a man.

    Example:
        >>> is_of_men("the pacemen Quilis and Zorp"), is_of_men("the women's coach")
        (True, False)
    """
    return _OF_MEN.search(text) is not None and _OF_WOMEN.search(text) is None


_LONG_AGO = re.compile(r"\b1[6-8]\d\d\b")


def is_long_ago(text: str) -> bool:
    """Whether a text has a year from 1600 to 1899.

    Example:
        >>> is_long_ago("He lived there from 1826 to 1830."), is_long_ago("Anna left in 1956.")
        (True, False)
    """
    return _LONG_AGO.search(text) is not None


def gender_shown(doc: Doc, first: int, listed: str) -> str | None:
    """The gender of a full name: that of the title before it, of its given name, or of the words of the text.

    Args:
        doc: The text.
        first: Number of the first token of the name.
        listed: The gender of the given name; empty where it is not listed.

    Returns:
        ``female`` or ``male``, empty where nothing shows it, None where the words of the text show both.
    """
    title = doc.tokens[first - 1].text.lower().rstrip(".") if first else ""
    if title in _OF_MAN or title in _OF_WOMAN:
        return "male" if title in _OF_MAN else "female"
    if listed in ("female", "male"):
        return listed
    if title and _OF_WOMEN_ALONE.search(title):
        return "female"  # "he met the soprano Zorp Quilis"
    shown = {gender_of(token.text.lower()) for token in doc.tokens} - {None}
    return None if len(shown) > 1 else next(iter(shown), "") or _told(doc.text)


def _told(text: str) -> str:
    """The gender of the people of a text by their voices, ranks and sports, or by the time; empty where none tells."""
    if _OF_WOMEN_ALONE.search(text):
        return "" if is_of_men(text) else "female"
    return "male" if is_of_men(text) or is_long_ago(text) else ""


def has_sign(doc: Doc, first: int, end: int) -> bool:
    """Whether a title, a role, a verb of saying or a pronoun says that a name is one of a person."""
    return _has_sign_beside(doc, first, end) or _is_spoken_of(doc, first, end)


def may_be_it(doc: Doc, first: int, end: int) -> bool:
    """Whether "it" may mean a name, as one of a work: "Quilis Rex moved me. I found it good".

    No noun stands between, or the surname is not listed; neither is said of a person who is "he" or "she".

    Args:
        doc: The text.
        first: The first token of the name.
        end: The token after the last.
    """
    tokens = doc.tokens
    at = next((n for n in range(end, len(tokens)) if tokens[n].text.lower() in _OF_THINGS), None)
    if (
        at is None
        or not GENDERED.isdisjoint(lower_words(doc))
        or (has_sign(doc, first, end) and not (end < len(tokens) and tokens[end].text in _DONE_BY_FIRMS))
    ):
        return False
    listed = core(tokens[end - 1]).lower() in family_names() or end == first + 1
    return not listed or not any(token.pos in ("NOUN", "PROPN") for token in tokens[end:at])


def _is_spoken_of(doc: Doc, first: int, end: int) -> bool:
    """Whether "he" or "she" follows the only name of a person in a text."""
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    people = {(one.start, one.end) for one in doc.entities if is_person(one)}
    name = doc.text[start:stop]
    alone = (start, stop) in people and all(doc.text[one:other] in name for one, other in people)
    return alone and any(token.text in ("he", "she", "He", "She") for token in doc.tokens[end:])


def _has_sign_beside(doc: Doc, first: int, end: int) -> bool:
    tokens = doc.tokens
    before = tokens[first - 1] if first else None
    after = tokens[end] if end < len(tokens) else None
    if before is not None and (before.text.lower() in TITLES or is_role(before) or before.text.endswith("-year-old")):
        return True
    made = first > 1 and before is not None and before.text == "by" and tokens[first - 2].text in CREATED
    if made or (before is not None and before.text in ("starring", "featuring")):
        return True  # "directed by Anna Smith"
    if after is None:
        return False
    if _FIGURES.match(doc.text, tokens[end - 1].end):
        return True
    if after.text in ("is", "was") and _is_called_person(tokens, end + 1):
        return True
    if after.text == "(":
        close = next((n for n in range(end, min(len(tokens), end + _SPACE)) if tokens[n].text == ")"), len(tokens))
        if close + 1 < len(tokens) and tokens[close + 1].text in ("is", "was") and _is_called_person(tokens, close + 2):
            return True
        inside = tokens[end + 1 : end + 3]
        alone = len(inside) > 1 and inside[1].text == ")"
        listed = alone and (is_listed_place(inside[0].text) or inside[0].text in _PARTIES)  # in results
        listed = listed or (close < len(tokens) and close > end + 1 and is_role(tokens[close - 1]))  # "(BMX rider)"
        return listed or (bool(inside) and (inside[0].pos == "NUM" or inside[0].text in _LIVED))
    return after.text.lower() in SPEECH or after.text == "who" or _acts_as_person(tokens, end - 1, whole_name=True)


def is_role(token: Token) -> bool:
    """Whether a noun in small letters says what somebody is: "striker Anna Smith", not "club Quilis Redbank".

    Args:
        token: The word before a name.
    """
    if token.tag not in ("NN", "") or token.pos != "NOUN" or not token.text.islower():
        return False
    word = token.text.rpartition("-")[2]
    kind = noun_kind(word)
    return word in PEOPLE or kind == "person" or (not kind and denotes_someone(word))


def is_group(token: Token) -> bool:
    """Whether a word says that the name behind it is one of a group or a paper: "club", "agency", "newspaper".

    Args:
        token: The word.
    """
    named = token.text in _NAMED_GROUPS or (noun_kind(token.text) == "group" and token.text not in _GROUPS_OF_PEOPLE)
    return token.pos == "NOUN" and named


def may_be_signed(doc: Doc) -> bool:
    """Whether a text has some of the words and figures that :func:`is_signed` looks for beside a name.

    Args:
        doc: The text.
    """
    words = lower_words(doc)
    if not words.isdisjoint(_SIGN_WORDS) or "year-old" in doc.text:
        return True
    return _DIGIT.search(doc.text) is not None and _FIGURE.search(doc.text) is not None


def is_signed(doc: Doc, number: int, person: bool) -> bool:
    """Whether words show that a surname is one, listed or not.

    They are those of a report, an age, the balance of a pitcher, or of who described a species: "..., said Quilis.",
    "the 30-year-old Quilis", "Quilis (10-8) won", "described by Quilis in 1918",
    "Orchis alba (Quilis, 1861)", "Quilis, 46,", "Quilis, the leader",
    "Quilis 14-3-52-1".
    """
    tokens = doc.tokens
    if tokens[number].text in organizations_by_first_word():
        return False
    before = [token.text.lower() for token in tokens[max(0, number - 2) : number]]
    after = tokens[number + 1 : number + 5]
    word = core(tokens[number]).lower()
    listed = word in family_names()
    reports = listed or BUSINESS.isdisjoint(lower_words(doc))  # a company may report too
    if (listed or (person and reports)) and after and _acts_as_person(tokens, number):
        return True
    if before[-1:] and before[-1].endswith("-year-old"):
        return True
    if person and _IN_OFFICE.match(doc.text, tokens[number].start + len(word)):
        return True
    own = bool(after) and (after[0].text in _POSSESSIVES or (after[0].text in _BARE and word[-1] == "s"))
    if person and own and len(after) > 1 and after[1].text.removesuffix("s") in _OWNED:
        return True  # "Quilis's wife"
    if person and reports and word not in lexicon("organizations")["known"] and _owns_something(tokens, number):
        return True
    if listed and person and reports and _is_paired(doc, number):
        return True
    if reports and _QUOTED.search(doc.text, 0, tokens[number].start) and after and after[0].text in _REPORTS:
        return True  # '... was found, " Quilis said'
    if reports and before[-1:] and before[-1] in _REPORTS:
        return not after or after[0].text in (".", ",", "''", '"')
    if _DESCRIBED_IN.match(doc.text, tokens[number].end) and _TAXON.search(doc.text, 0, tokens[number].start):
        return True
    if [token.text for token in after[::2]] == [",", ","] and _AGE.fullmatch(after[1].text):
        return True
    if person and len(after) > 2 and after[0].text == "," and (after[1].text == "who" or _is_described(after[1:])):
        return True
    if _FIGURES.match(doc.text, tokens[number].end):
        return True
    if before in (["described", "by"], ["named", "by"]) and len(after) > 1:
        return after[0].text == "in" and YEAR.fullmatch(after[1].text) is not None
    balance = _BALANCE.match(doc.text, tokens[number].end)
    verb = doc.token_at(balance.end()) if balance else len(tokens)
    return verb < len(tokens) and tokens[verb].tag == "VBD"


def _owns_something(tokens: Sequence[Token], number: int) -> bool:
    """Whether a rare name has what is of a body or a mind: "Quilis's ideas"; a firm has machines, a team has fans."""
    before = tokens[number - 1] if number else None
    thing = tokens[number + 2] if number + 2 < len(tokens) else None
    word = tokens[number].text.lower()
    if word in REVERED or noun_kind(word) not in ("", "person"):
        return False  # "God's work", "Saturn's moon"
    if thing is None or tokens[number + 1].text not in _POSSESSIVES or not is_rare(word):
        return False
    if before is not None and (before.pos in ("DET", "ADJ", "PROPN") or is_group(before)):
        return False
    if any(token.text in _PUBLISHED for token in tokens[number + 2 : number + 5]):
        return False  # "Quilis's album chart"
    return thing.pos == "NOUN" and thing.text.islower() and noun_kind(thing.text.removesuffix("s")) in _OF_MINDS


def has_initial_and_figures(tokens: Sequence[Token], number: int) -> bool:
    """Whether a surname stands between an initial and what somebody reached in a game: "M. Dowman 107"."""
    if not number or number + 1 >= len(tokens) or not is_initial(tokens[number - 1]):
        return False
    apart = number < 2 or not tokens[number - 2].text[:1].isupper()
    return apart and tokens[number + 1].text[:1].isdigit() and tokens[number].text == core(tokens[number])


def is_rare_name(doc: Doc, first: int, end: int) -> bool:
    """Whether two words that no dictionary has are a person for the recognizer, and stand as one does in a text.

    An auxiliary, a verb or a comma follows, and nothing in the text is of business: "Zorp Quilis won".

    Args:
        first: The first token of the name.
        end: The token after the last.
    """
    tokens = doc.tokens
    after = tokens[end] if end < len(tokens) else None
    if end - first != 2 or after is None or not BUSINESS.isdisjoint(lower_words(doc)):
        return False
    if after.tag not in ("VBD", "VBZ", "MD") and after.text != ",":
        return False
    if first > 1 and tokens[first - 1].text == "," and is_group(tokens[first - 2]):
        return False  # "the newspaper, Zorp Quilis, "
    beyond = tokens[end + 1].text.lower() if end + 1 < len(tokens) else ""
    if after.text == "," and (is_listed_place(beyond) or beyond in RULING):
        return False  # "Zorp Quilis, Ohio"
    words = [core(token) for token in tokens[first:end]]
    if "".join(words).lower() in doc.text.lower():
        return False  # "Zorp Quilis (ZorpQuilis.com)"
    known = lexicon("organizations")["known"]
    return all(word[1:].islower() and word.lower() not in known and is_rare(word.lower()) for word in words)


def is_rare(word: str) -> bool:
    """Whether a word in lower case is no word of the dictionary, or only a name there.

    Example:
        >>> is_rare("galois"), is_rare("friend")
        (True, False)
    """
    return tags_of(word) <= _OF_NAMES


_PUBLISHED = frozenset("catalog catalogue chart charts index list magazine newspaper rankings site website".split())
_OF_MINDS = frozenset("body cognition communication feeling".split())
REVERED = frozenset("allah buddha christ god jesus satan".split())
_OF_NAMES = frozenset({"NNP", "NNPS"})


def _is_paired(doc: Doc, number: int) -> bool:
    """Whether "and" joins two listed surnames that the recognizer takes for people: "the parts of Bailey and Lund"."""
    tokens = doc.tokens
    for first in (number, number - 2):
        pair = tokens[max(0, first) : first + 3]
        if first < 1 or len(pair) < 3 or pair[1].text != "and" or tokens[first - 1].text[:1].isupper():
            continue
        words = [core(token).lower() for token in (pair[0], pair[2])]
        people = all(is_person(entity_at(doc, token.start, token.end)) for token in (pair[0], pair[2]))
        surnames = all(word in family_names() and word not in given_names() for word in words)
        goes_on = any(token.text[:1].isupper() for token in tokens[first + 3 : first + 4])
        if people and surnames and not goes_on and words[0] != words[1]:
            return " and ".join(words) not in DUOS
    return False


def _acts_as_person(tokens: Sequence[Token], number: int, whole_name: bool = False) -> bool:
    """Whether a name is followed by what only people do or are: "Quilis was arrested", "Quilis, a lawyer,".

    Args:
        number: Number of the surname.
        whole_name: Whether a given name stands before it.
    """
    before = tokens[number - 1] if number and not whole_name else None
    if before is not None and (before.pos in ("DET", "ADJ", "PROPN") or before.text[:1].isupper()):
        return False
    if before is not None and is_group(before):
        return False  # "the agency Quilis said"
    after = tokens[number + 1 : number + 6]
    if after[0].text.lower() in SPEECH:
        return True
    while len(after) > 1 and after[0].text in _ADVERBS | _PERFECT:
        after = after[1:]
    if after[0].text in ("was", "is") and len(after) > 1:
        if after[1].text in ("a", "an", "the") and not whole_name and _is_called_person(tokens, number + 2):
            return True
        return after[1].text in _UNDERGONE or (
            after[1].text in _ADVERBS and len(after) > 2 and after[2].text in _UNDERGONE
        )
    if after[0].text in _DONE:
        return True
    return after[0].text == "," and len(after) > 2 and (after[1].text == "who" or _is_described(after[1:]))


def _is_called_person(tokens: Sequence[Token], number: int) -> bool:
    """Whether a noun phrase says that somebody is a person: "an Australian footballer", "governor of the state"."""
    for token in tokens[number : number + _WORDS_BEFORE]:
        low = token.text
        if low in PEOPLE or (token.pos == "NOUN" and low.endswith(("ist", "ician", "sman", "woman"))):
            return True
        if token.pos not in ("DET", "ADJ", "PROPN", "NOUN", "ADV", "PUNCT", "CCONJ", "VERB") and low != "of":
            return False
    return False


def _is_described(tokens: Sequence[Token]) -> bool:
    """Whether an apposition says what somebody is: "a persistent campaigner"."""
    if is_role(tokens[0]):
        return True  # "Anna Quilis, guitarist"
    if tokens[0].text not in ("a", "an", "the"):
        return False
    return any(
        token.text in PEOPLE
        or token.text.endswith(("ist", "ician", "sman", "woman"))
        or (token.text not in ALSO_FIRMS | RULING and is_role(token))
        for token in tokens[1:4]
    )
