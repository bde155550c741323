"""What stands before or behind a number that counts, measures or prices something of its own."""

import re

# the word behind a number, and two more
AFTER = re.compile(
    r"(\s?-\s?|\s+(?:(?:[A-Z][a-z]+(?:an|ese|ish|i|en|ian)|French|Dutch|Greek|Swiss|Welsh|Czech|Arab|Muslim|Hindu|"
    r"Sikh|Roman Catholic|Catholic|Protestant|Internet|[A-Z]{2,6}|U\.S\.|U\.N\.)\s+)?)([a-z][\w'’-]*)"
    r"(?:\s+(?:(?:[A-Z]{2,5}|U\.S\.|U\.N\.)\s+)?([a-z][\w'’-]*))?(?:\s+([a-z][\w'’-]*))?"
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
# a price in thousands: "under 12k"
THOUSANDS = re.compile(r"k(?![A-Za-z0-9])")
BEFORE_THOUSANDS = frozenset("above around below cost costs earn over paid pay spent under within".split())
# "rose 9 to 753": what the price was before is told nowhere
TO_PRICE = re.compile(
    r"\s(?:to|(?:cents?|points?|pence|yen)\sto(?:\s(?:settle|close|finish|end)\sat)?)\s[$£#]?([0-9]+)(?![\w%/])"
)
# a guess with no noun behind it: "a big man of fifty or more"
OR_SO = re.compile(r"\sor\s(?:so|more)(?=\s?[,.;)])")
# "42 - Number of states": a figure that opens a text, and what it is
LABELLED = re.compile(
    r"[mbtk]?\s-\s(?:Number|Percentage|Amount|Estimated|Projected|Death toll|Total|Average|Cost|Share|Count)\b"
)
IN_TIME = re.compile(r"\s+(?:seconds|minutes|hours|days|weeks|months|years)\b")  # "from 315 to 330 in 28 days"
# what is said of exactly two
PAIRED = re.compile(
    r"\b(?:both|each|others?|another|either|neither|one|respectively|pair|between|twins?|couple|duo|versus|vs|two-|"
    r"together|apart|half|halves|alike|different|same|similar|the former|latter)\b",
    re.IGNORECASE,
)
# the length of a loan and the size of a record, of which there are few
STANDARD = re.compile(
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
    r"sitcom|documentary|musical|opera|soundtrack|compilation|version|adaptation|remake|production)\b"
)
YEARLY = re.compile(
    r" (?:[A-Z][\w'&.-]*,? |and |of |the |for |- )*(?:Awards?|Prizes?|Festivals?|Motor Show|Season|Tour)\b"
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
    "worlds kids parts branches sexes parents hands eyes arms ears words tines places lines legged".split()
)
# whom a story counts: "the three men"
PEOPLE = re.compile(r"\s(?:[a-z-]+\s)?(?:men|women|boys|girls|soldiers|officers|riders|guards)\b")
