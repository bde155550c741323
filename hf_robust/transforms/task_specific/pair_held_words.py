"""Words that the rest of a text holds as they are: with a contrary, the text would contradict itself."""

from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES, VERSUS
from hf_robust.language.english.nations import nation_of_city
from hf_robust.transforms.task_specific.pair_view import PairWords

_QUOTES = frozenset({'"', "``", "''", "“", "”"})
AMERICA = frozenset({"us", "u.s.", "usa", "america", "american", "americans", "states"})
_NAMES_OF_AMERICA = frozenset({"America", "US", "U.S.", "USA", "United States", "the United States"})
_BEFORE_TO = frozenset("decline declined declines tie tied".split())  # "declined to elaborate", "tied to the march"
_CRIMES = frozenset("accuse charge convict count guilty plead suspect sue".split())
# words, and words beside which they have no contrary
_HELD = tuple(
    (frozenset(held.split()), frozenset(beside.split()))
    for held, beside in (
        ("young old younger older", "self selves"),
        ("involuntary voluntary", "coerce force torture torturous threat threaten"),
        ("rich wealthy famous successful", "like earn billionaire"),
        ("gain lose", "loss gain"),
        ("marry married divorce", "sex consummate"),
        ("convict convicted acquit acquitted guilty innocent", "sentence sentenced prison jail year"),
        ("child kid adult children adults", "age young mother father parent drown birth school abuse"),
        ("year month week years months weeks", "quarter quarterly half"),
        ("annual monthly weekly daily yearly", "year month week day quarter"),
        ("democracy dictatorship", "opposition warning election vote free freedom"),
        ("mother father daughter son", "girl boy child baby daughter son birth"),
        ("opponent supporter enemy ally", "attack scandal vicious criticism blame accuse"),
        (
            "pilot sailor driver captain",
            "fly plane flight aircraft jet ship boat car airport cockpit runway divert land",
        ),
        ("wrist neck throat elbow", "slash slashing slit slitting cut suicide"),
        ("murder homicide killing", "torso body remains corpse"),
        ("support oppose", "onboard join aboard standard"),
        (
            "bad great worst greatest presence absence",
            "mind mistake fear regret pain crime problem disaster tragedy challenge misconception",
        ),
        ("win lose winning losing victory defeat", "speech"),
        ("private public", "number"),
        ("allow ban banning allowing", "curb corruption prevent reduce"),
        ("faster slower fast slow", "light"),
        ("plane airplane train", "air fly pilot runway"),
        ("accounting accountant", "company firm investigate regulator financial"),
        ("more less", "biggest largest worst bloodiest highest lowest first"),
        ("nuclear chemical biological", "program weapon treaty talk"),
        ("military civilian", "official force war base"),
        ("actor singer dancer comedian", "governor"),
        ("soda beer", "pepper coke pepsi"),
        ("year decade", "share cent profit revenue loss earn earnings"),
        ("doctor nurse", "visit"),
        ("always never", "danger progress"),
        ("guitar piano drum cello harmonica", "hold carry"),
        ("protect endanger", "?"),
        ("earn", "with in on online by through without"),
        ("increase increased decrease", "height intelligence"),
        ("father dad mother mom", "trump ivanka"),
        ("follow following", "notification"),
        ("wealth poverty", "share"),
        ("healthy unhealthy", "obese weight"),
        ("good best worst", "information"),
        ("legal illegal", "authority"),
        ("benefit advantage", "medicare medicaid insurance"),
        ("old oldest young youngest", "history"),
        ("important unimportant", "significant impact most"),
        ("without with", "government"),
        ("failure success", "recover"),
        ("southern eastern northern western", "blotting"),
        ("easy difficult hard", "way"),
        ("dog cat puppy", "potty pee bark tyre tire leash knead meow purr"),
        ("learn study teach", "beginner"),
        ("robbery burglary murder", "motive"),
        ("gun bomb knife", "shoot shot struggle"),
        ("back backing support", "seek"),
        ("tornado flood earthquake drought", "rain wind pound"),
        ("fall fell rise", "flat"),
        ("student teacher", "phd grant study"),
        ("hour minute", "sleep"),
        ("poor rich", "earn earning salary medicaid insurance"),
        ("serious minor major", "injury label wound damage"),
        ("short tall", "fall fell fallen run cut"),
        ("fall fallen fell", "short"),
        ("without with", "bail"),
        ("Uber Lyft", "cab cabs drive driver drivers driving fare ride rides taxi taxis"),
        ("Google", "answer answers browser find googling quora search searching"),
        ("Tinder", "date dating laid match matches"),
        ("America US U.S. USA", "president presidents presidency elect elected republican democrat"),
    )
)


def is_kept(words: PairWords, place: int, size: int, key: str) -> bool:
    """Whether a word has no contrary beside the other words of its text, which say another thing, not its opposite.

    Args:
        words: The words of the text.
        place: Number of the word.
        size: How many words it has.
        key: Its dictionary form, or the form in the text for a name.
    """
    low, tokens = words.low, words.tokens
    rest = {*low[:place], *low[place + size :], *words.lemmas[:place], *words.lemmas[place + size :]}
    if any(key in held and not beside.isdisjoint(rest) for held, beside in _HELD):
        return True
    if tokens[place].tag[:2] == "VB" and not _CRIMES.isdisjoint(rest):
        return True  # "guilty of accepting cash", "one count of causing damage"
    before, after = low[place - 1] if place else "", low[place + size : place + size + 2]
    if key in _NAMES_OF_AMERICA and not (AMERICA - {"american", "americans"}).isdisjoint(rest):
        return True  # "smuggled into the United States from the USA"
    if key[:1].isupper() and (before in VERSUS or (after[:1] and after[0] in VERSUS)):
        return True  # a title: "Batman vs Superman"
    if key[:1].isupper() and before == "," and low[place - 2] in nation_of_city():
        return True  # "Austin, Texas"
    if low[place] == "today" and not {token.tag for token in tokens}.isdisjoint({"VBZ", "VBP", "MD"}):
        return True  # "yesterday we are"
    if key[:1].isupper() and low[max(0, place - 2) : place] == ["governor", "of"]:
        return True  # the state, not the city: "governor of New York"
    if key == "Republican" and place + size < len(tokens) and tokens[place + size].tag[:2] not in ("NN", "JJ"):
        return before in INDEFINITE_ARTICLES  # "a Republican who": the adjective has another contrary
    if after[:1] == ["to"] and not {key, low[place]}.isdisjoint(_BEFORE_TO):
        return True
    if key == "like" and before in ("would", "'d", "should"):
        return True
    if key in ("write", "read") and not _QUOTES.isdisjoint(token.text for token in tokens):
        return True
    return key == "unusual" and before in INDEFINITE_ARTICLES
