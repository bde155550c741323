"""What stands before or behind a number that counts, measures or prices something of its own."""

import re

# the word behind a number, and three more
AFTER = re.compile(
    r"(\s?-\s?|\s+(?:other\s+[A-Z][\w.]+\s+)?(?:(?:[A-Z][a-z]+(?:an|ese|ish|i|en|ian)|French|Dutch|Greek|Swiss|Welsh|"
    r"Czech|Arab|Muslim|Hindu|Sikh|Roman Catholic|Catholic|Protestant|Soviet|Internet|[A-Z]{2,6}|U\.[SKN]\.)\s+"
    r"(?:and\s+(?:[A-Z][\w.]+\s+)?)?)?)([a-z][\w'’-]*)"
    r"(?:\s+(?:(?:[A-Z]{2,5}|U\.S\.|U\.N\.)\s+)?([a-z][\w'’-]*))?(?:\s+([a-z][\w'’-]*))?(?:\s+([a-z][\w'’-]*))?"
)
# words behind a number of people, of a share whose sign is left out, and what stands before a number of people
STRUCK = re.compile(
    r"\s+(?:(?:people|persons)\s+)?(?:were\s+)?(?:killed|dead|arrested|injured|wounded|hurt|missing|held)\b"
)
KILLED = re.compile(
    r"\b(?:kill|injur|wound|hurt|arrest)(?:s|e[ds]|ing|ed)?\s+(?:at least\s+|about\s+|some\s+)?\Z", re.IGNORECASE
)
CHANGE = re.compile(r"\s+(?:drop|fall|rise|gain|increase|decline|jump|slump|discount|slide|surge|climb)\b")
MOVED = re.compile(
    r"(?:\b(?:rose|fell|gained|dropped|slipped|climbed|jumped|slid|sank|up|down|added|shed|advanced|declined|"
    r"increased|decreased|eased|tumbled|surged|plunged|growth of|rise of|drop of|fall of|"
    r"(?:ended|closed|opened|settled|traded|finished|opening|close|low|high) (?:at|of))\s+(?:by\s+|just\s+)?)\Z"
)
FAR = re.compile(r"\s+(?:kilomet(?:re|er)s|miles|km|metres|meters)\s(?:north|south|east|west|from|away|off)")
POPULATION = re.compile(
    r"\bpopulation\s+(?:of|was|is)\s+(?:about\s+|around\s+|approximately\s+|some\s+|over\s+|nearly\s+)?\Z"
)
ADDRESS = re.compile(r"\s(?:[A-Z][\w.]*\s){1,4}(?:Street|Avenue|Road|Boulevard|Drive|Lane|Ave|St|Rd|Blvd)\b(?!\s[A-Z])")
# how often somebody did something: "I saw it over 20 times", not "20 times as many"
TIMES = re.compile(r"\s+times(?=\s*[,.;!?)]|\s+(?:and|but|i|we|to|over|since|because|on|at)\b|\s*\Z)", re.IGNORECASE)
# "three times a day", "I pressed him for it three times."
FREQUENT = re.compile(
    r"\s+times(?:\s(?:a|an|per|each|every)\s(?:day|week|month|year|hour|night|season)\b|\s?[.!?]|\s*\Z)"
)
# "every two weeks"
EVERY = re.compile(r"\s(?:minutes|hours|days|weeks|months|years|feet|miles|yards|inches)\b")
# what is held or counted in years that everybody knows
FIXED_TURNS = re.compile(r"\b(?:census|elect\w*|olympi\w*|cup|games|constitution\w*|leap|term)\b", re.IGNORECASE)
# "a crew of twenty-one"
CROWD = re.compile(
    r"\b(?:crew|staff|crowd|audience|party|garrison|band|membership|force|congregation|enrollment|circulation|faculty|"
    r"attendance|capacity)\sof\s(?:about\s|some\s|nearly\s|over\s|around\s)?\Z"
)
# "fourteen of his men"
PARTITIVE = re.compile(
    r"\sof\s(?:them\b|us\b|(?:the|his|her|its|their|my|our|these|those)\s(?:[a-z-]+\s){0,3}?(?:men|women|people|children|"
    r"[a-z]+(?<![su])s)\b)"
)
# a price in thousands: "under 12k"
THOUSANDS = re.compile(r"k(?![A-Za-z0-9])")
BEFORE_THOUSANDS = frozenset("above around below cost costs earn over paid pay spent under within".split())
# "rose 9 to 753": what the price was before is told nowhere
TO_PRICE = re.compile(
    r"\s(?:to|(?:cents?|points?|pence|yen)\sto(?:\s(?:settle|close|finish|end)\sat)?)\s[$£#]?([0-9]+)(?![\w%/])"
)
# a guess with no noun behind it: "a big man of fifty or more"
OR_SO = re.compile(r"\sor\s(?:so|more)(?=\s?[,.;)])")
# "15 or more stocks"
OR_MORE = re.compile(r"\sor\s(?:more|fewer|so)\s(?:[a-z]+\s)?(?!stars|points|times)[a-z]+(?<![su])s\b")
# "three or four times", "five or six of the men": a guess, whatever it counts
GUESSED = re.compile(
    r"\s(?:times(?=\s?[,.;!?])|of\s(?:the|his|her|their|my|our|its|them|us)\b|"
    r"(?!stars?|points?|thumbs?|percent|per|in|on|at|or|and|to|of|p\.?m|a\.?m|o['’]|times|th|hundred|thousand|million|"
    r"billion|dozen)[a-z-]+\s)"
)
# "42 - Number of states": a figure that opens a text, and what it is
LABELLED = re.compile(
    r"[mbtk]?\s?-\s(?:Number|Percentage|Amount|Estimated|Projected|Death toll|Total|Average|Cost|Share|Count)\b"
)
IN_TIME = re.compile(r"\s+(?:seconds|minutes|hours|days|weeks|months|years)\b")  # "from 315 to 330 in 28 days"
# two that are named: "Berg and Lund"
NAMED_PAIR = re.compile(r"\b[A-Z][\w.’'-]+\s(?:and|&)\s[A-Z]")
# what is said of exactly two
PAIRED = re.compile(
    r"\b(?:both|each|others?|another|either|neither|one|respectively|pair|between|twins?|couple|duo|versus|vs|two-|"
    r"together|apart|half|halves|alike|different|same|similar|the former|latter)\b",
    re.IGNORECASE,
)
# the length of a loan, the size of a record, the worth of a bill and how far the sky goes: few values are possible
STANDARD = re.compile(
    r"[\s-](?:dollar|pound|euro)\s(?:bills?|coins?|notes?)\b|"
    r"\sbillion\slight[\s-]{1,3}years\b|"
    r"[\s-]?(?:inch|\")\s(?:\w+\s){0,2}(?:vinyl|singles?|records?|EPs?|LPs?|discs?|compilation|album)\b|"
    r"[\s-]years?\s(?:\w+\s){0,2}(?:notes?|bonds?|bills?|gilts?|bunds?|treasur\w+|t-notes?|yields?|mortgages?|loans?|"
    r"issues?|debt|paper|swaps?|fixed)\b",
    re.IGNORECASE,
)
# a wind below a certain speed is no hurricane
SPEED = re.compile(
    r"[\s-]?(?:mph|kph|km/h|kmh|kmph|knots?|(?:miles|kilomet(?:er|re)s|km)\s(?:per|an|a)\shour|m/s)\b", re.IGNORECASE
)
STORM = re.compile(
    r"\b(?:hurricanes?|typhoons?|cyclones?|tornado(?:es)?|twisters?|(?:tropical|rain|snow|winter|hail|wind)?\s?storms?|"
    r"gales?|blizzards?|tropical depressions?)\b",
    re.IGNORECASE,
)
# people of a country, and sums whose currency stands behind them
NATIONALS = re.compile(r"\s+([A-Z][a-z]+(?:ans|is))\b(?!\s[A-Z])")
IN_RUPEES = re.compile(r"\s?(?:Indian\s)?(?:Rs\b|INR\b|[Rr]upees\b(?!\snotes?)|USD\b|\$(?!\d)|lakhs\b|crores\b)")
RUPEES = re.compile(r"(?:\b[Rr][Ss]\.?|\bINR)\s?\Z")
QUARTER_POINT = re.compile(
    r"\b(?:quarter|half)[\s-](?:of a )?(?:percentage[\s-])?point\b|\bbasis points\b", re.IGNORECASE
)
# what stands around a year
# "CAT 2016", "preparation 2016"
BEFORE_EXAM_YEAR = re.compile(
    r"(?<![\w-])(?!ISO|RFC|FIFA|ANSI)[A-Z]{3,6}\s\Z|\b(?:exams?|prelims|mains|preparation)\s\Z"
)
OF_COUNTRY = re.compile(  # the adjective of a country, or what kind of a work is meant
    r" [A-Z][a-z]+(?:an|ish|ese|ench|tch|ine|li) [a-z]"
    r"| (?:[A-Z][\w-]+ ){1,2}(?:3D )?(?:[a-z-]+ ){0,2}(?:film|movie|album|novel|song|single|drama|comedy|thriller)\b"
)
WORK = re.compile(
    r" (?:[a-z-]+ ){0,2}(?:film|movie|album|novel|song|single|drama|comedy|thriller|book|play|story|stories|series|"
    r"episode|sitcom|documentary|musical|opera|soundtrack|compilation|version|adaptation|remake|production)\b"
)
YEARLY = re.compile(
    r" (?:[A-Z][\w'&.-]*,? |and |of |the |for |- )*(?:Awards?|Prizes?|Festivals?|Motor Show|[Ss]eason|Tour)\b"
)
# nouns whose number is fixed or part of a saying, a title or a game, and those of which only small numbers are
FIXED = frozenset(
    "stars thumbs musketeers stooges dwarfs dwarves thieves dalmatians innings holes quarters halves thirds "
    "fourths fifths sixths eighths tenths hundredths strikes points goals runs yards touchdowns sets games wins "
    "wickets losses overs rounds laps seeds aces strokes shots degrees records letters votes seats medals squares "
    "players".split()
)
SETS = frozenset(
    "kings weddings commandments amigos wonders sins lives senses seas corners winds seasons pillars dimensions legs "
    "wheels monkeys samurai tenors apostles disciples pigs bears horsemen continents planets colors colours sides "
    "worlds kids parts branches sexes parents hands eyes arms ears words tines lines legged".split()
)
# whom a story counts: "the three men"
PEOPLE = re.compile(r"\s(?:[a-z-]+\s)?(?:men|women|boys|girls|soldiers|officers|riders|guards)\b")
# prices and their moves in eighths: "$38.875", "12.5 cents"
_EIGHTHS = re.compile(r"[$£€]\s?[0-9]+\.[0-9]{2}5\b|\b(?:12|37|62|87)\.5\s?cents\b")
_CENTS = re.compile(r"\s?cents\b")
_MILLIONS = re.compile(r"[\s-]?(?:(?:thousand|million|billion|trillion)\b|[mbk]n?\b)", re.IGNORECASE)
# a price in eighths: "6 5/8"
FRACTIONS = re.compile(r"[0-9]\s[0-9]{1,2}\\?/[0-9]{1,2}\b")


def is_in_eighths(text: str, end: int, *, money: bool) -> bool:
    """Whether a number is a price or counts cents, where prices are in eighths: only some amounts are possible.

    Args:
        end: Where the number ends.
        money: Whether the sign of a currency stands before it.

    Example:
        >>> is_in_eighths("It rose 87.5 cents to $38.875.", 12, money=False)
        True
    """
    priced = _MILLIONS.match(text, end) is None if money else _CENTS.match(text, end) is not None
    return priced and _EIGHTHS.search(text) is not None
