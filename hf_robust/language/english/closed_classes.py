"""The closed classes of English: negations, auxiliaries, pronouns, determiners, prepositions, conjunctions, calendar.

Each set is named by what it holds, in lower case. A module that needs more or fewer words composes them and says why:
``NEGATIONS | NEAR_NEGATIONS``, ``MONTHS - {"may"}``. ``tests/contract/test_closed_classes.py`` finds copies.
"""

# --- be, have, do ---------------------------------------------------------------------------------------------------

BE_THIRD = frozenset({"are", "is", "was", "were"})  # finite forms with a subject that is no pronoun
BE_FINITE = BE_THIRD | {"am"}  # not the contracted forms
BE_PRESENT = frozenset({"am", "are", "is"})
BE_CONTRACTED = frozenset({"'m", "'re", "'s"})  # as spaCy cuts them off; "'s" is also "has" and the possessive
BE_TENSED = BE_FINITE | BE_CONTRACTED
BE_OTHER = frozenset({"be", "been", "being"})  # the forms without tense
BE = BE_TENSED | BE_OTHER
HAVE_TENSED = frozenset({"had", "has", "have"})  # without "'ve", "'s" and "'d"
HAVE = HAVE_TENSED | {"having"}
GET = frozenset({"get", "gets", "getting", "got"})  # without "gotten"
DO_TENSED = frozenset({"did", "do", "does"})
PRIMARY_VERBS = frozenset({"be", "do", "have"})  # their bare forms

# --- modals and auxiliaries -----------------------------------------------------------------------------------------

PAST_MODALS = frozenset({"could", "might", "should", "would"})
PRESENT_MODALS = frozenset({"can", "may", "will"})  # whose past forms are past modals
MODALS = PAST_MODALS | PRESENT_MODALS | {"must", "shall"}  # not "ought", "need" and "dare"
MODALS_CONTRACTED = frozenset({"'d", "'ll"})  # "'d" is also "had"
MODAL_STUMPS = frozenset({"ca", "wo"})  # what "can't" and "won't" leave before "n't"
AUXILIARIES = BE_FINITE | HAVE_TENSED | DO_TENSED | MODALS  # what precedes the subject in a question

# --- negation -------------------------------------------------------------------------------------------------------

NOT = frozenset({"n't", "not"})
NEGATIVE_PRONOUNS = frozenset({"nobody", "none", "nothing"})  # not "no one", which is two words
NEITHER_NOR = frozenset({"neither", "nor"})
NEGATIVE_WORDS = NEGATIVE_PRONOUNS | NEITHER_NOR | {"never", "no"}  # words that negate without "not"
NEAR_NEGATIONS = frozenset({"barely", "hardly", "scarcely"})  # adverbs that nearly negate and take "any" and "ever"
SELDOM = frozenset({"rarely", "seldom"})
# all that negate a clause or a phrase; not the near negations, which leave a rest, and not "few", "little" and "lack"
NEGATIONS = NOT | NEGATIVE_WORDS | {"cannot", "nowhere", "without"}
BE_DO_NOT = frozenset({"aren't", "doesn't", "don't", "isn't"})
PRESENT_NOT = BE_DO_NOT | {"can't", "hasn't", "haven't", "won't"}
PAST_NOT = frozenset({"couldn't", "didn't", "hadn't", "shouldn't", "wasn't", "weren't", "wouldn't"})
AUXILIARIES_NOT = PRESENT_NOT | PAST_NOT  # one word each; not "ain't", "mustn't", "needn't" and "shan't"

# --- doubt and clauses ----------------------------------------------------------------------------------------------

UNFULFILLED_VERBS = frozenset("expected expecting hoped hoping wanted wished wishes".split())  # of what did not happen
HARD_ADJECTIVES = frozenset("difficult hard impossible inaccurate incorrect misleading premature wrong".split())
JUDGING_VERBS = frozenset("call classify claim consider describe find judge label rate say see tell".split())
CLAUSE_LINKS = frozenset("and because but hence since so therefore thus which".split())  # words that start a clause
SHOWING_PARTICIPLES = frozenset("conveying expressing indicating making reflecting showing suggesting".split())

# --- pronouns -------------------------------------------------------------------------------------------------------

NOMINATIVES_THIRD = frozenset({"he", "she", "they"})
NOMINATIVES = NOMINATIVES_THIRD | {"i", "we"}  # pronouns that are subjects alone; not "it" and "you", also objects
SPEAKERS = frozenset({"i", "we", "you"})  # subjects who speak and who are spoken to
SUBJECT_PRONOUNS = NOMINATIVES | {"it", "you"}
SINGULAR_SUBJECTS = frozenset({"he", "it", "she"})  # those with a verb in "-s"
ACCUSATIVES = frozenset({"him", "me", "them", "us"})  # pronouns that are objects alone; not "her", also a possessive
OBJECT_PRONOUNS = ACCUSATIVES | {"her", "it", "you"}
POSSESSIVES_OF_OTHERS = frozenset({"her", "his", "their"})  # of people; not "its"
POSSESSIVES_THIRD = POSSESSIVES_OF_OTHERS | {"its"}
POSSESSIVES = POSSESSIVES_THIRD | {"my", "our", "your"}  # before a noun; not "whose"
POSSESSIVE_CLITICS = frozenset({"'s", "’s"})
POSSESSIVE_PRONOUNS = frozenset(
    {"hers", "mine", "ours", "theirs", "yours"}
)  # without a noun; not "his", also before one
FIRST_SINGULAR = frozenset({"i", "me", "mine", "my", "myself"})
FIRST_PLURAL = frozenset({"our", "ours", "ourselves", "us", "we"})
FIRST_PERSON = FIRST_SINGULAR | FIRST_PLURAL
SECOND_PERSON = frozenset({"you", "your", "yours", "yourself", "yourselves"})
SPEAKERS_CONTRACTED = frozenset("i'd i'll i'm i've we'll we're we've you're you've".split())  # the common ones
MASCULINE = frozenset({"he", "him", "himself", "his"})
FEMININE = frozenset({"her", "hers", "herself", "she"})
GENDERED = MASCULINE | FEMININE
NEUTER = frozenset({"it", "its", "itself"})
THIRD_PLURAL = frozenset({"their", "theirs", "them", "themselves", "they"})
THIRD_PERSON = GENDERED | NEUTER | THIRD_PLURAL
THIRD_REFLEXIVES = frozenset({"herself", "himself", "itself", "themselves"})
ANY_PRONOUNS = frozenset({"anybody", "anyone", "anything"})
EVERY_PRONOUNS = frozenset({"everybody", "everyone", "everything"})
SOME_PRONOUNS = frozenset({"somebody", "someone", "something"})
INDEFINITE_PRONOUNS = ANY_PRONOUNS | EVERY_PRONOUNS | SOME_PRONOUNS
SOME_ONE = frozenset({"someone", "something"})  # the common pair, without "somebody"
ANY_WORDS = ANY_PRONOUNS | {"any", "anywhere"}  # not "ever" and "yet", which negation allows as well
SOME_WORDS = SOME_PRONOUNS | {"some", "somewhere"}

# --- determiners ----------------------------------------------------------------------------------------------------

INDEFINITE_ARTICLES = frozenset({"a", "an"})
ARTICLES = INDEFINITE_ARTICLES | {"the"}
PLURAL_POINTERS = frozenset({"these", "those"})
SINGULAR_POINTERS = frozenset({"that", "this"})
DEMONSTRATIVES = PLURAL_POINTERS | SINGULAR_POINTERS
POINTERS = PLURAL_POINTERS | {"this"}  # demonstratives that are no conjunction
DISTRIBUTIVES = frozenset({"each", "every"})
UNIVERSALS = DISTRIBUTIVES | {"all", "both"}
FEW = frozenset({"few", "little"})
EXTREME_LEVELS = frozenset("biggest high highest largest low lowest peak".split())  # of a number or a size
LESS = frozenset({"least", "less"})
MORE = frozenset({"more", "most"})
BETTER_WORSE = frozenset({"better", "less", "more", "worse"})
MANY = frozenset({"many", "several"})
SEVERAL = frozenset({"multiple", "numerous", "various"})  # adjectives for more than two
NAMED = frozenset({"called", "known", "named"})  # before a name
SAME = frozenset({"fellow", "same", "such"})  # before a noun that was named or is compared
OTHERS = frozenset({"another", "other", "others"})
ANY_SOME = frozenset({"any", "some"})
ANY_SOME_NO = ANY_SOME | {"no"}
QUANTITIES = frozenset({"all", "most", "some"})  # of many things or of much
CORRELATIVES = frozenset({"both", "either", "neither"})  # determiners, and conjunctions with "and", "or", "nor"
AMOUNTS = frozenset({"bit", "little", "lot"})  # behind "a"

# --- question words and relatives -----------------------------------------------------------------------------------

COMMON_RELATIVES = frozenset({"which", "who", "whose"})
RELATIVE_PRONOUNS = COMMON_RELATIVES | {"whom"}  # without "that", also a demonstrative and a conjunction
EXCLAMATIVES = frozenset({"how", "what"})  # of questions and of exclamations
QUESTION_WORDS = RELATIVE_PRONOUNS | EXCLAMATIVES | {"when", "where", "why"}

# --- conjunctions and what links sentences --------------------------------------------------------------------------

JOINERS = frozenset({"and", "or"})
COORDINATORS = JOINERS | {"but", "nor"}  # without "for", "so" and "yet", which are also other words
ADVERSATIVES = frozenset({"but", "yet"})
THOUGH = frozenset({"although", "though"})
CONCESSIVES = THOUGH | {"whereas", "while"}  # conjunctions; "while" is also of time
HOWEVER = frozenset({"however", "nevertheless", "nonetheless"})  # adverbs of contrast
COUNTERS = frozenset({"despite", "except"})  # prepositions of contrast; not "notwithstanding" and "in spite of"
EITHER_OR = frozenset({"either", "nor", "or"})
INSTEAD = frozenset({"instead", "otherwise"})
CONTRASTS = CONCESSIVES | COUNTERS | ADVERSATIVES | {"however"}  # the most common of each part of speech
CONSEQUENCES = frozenset({"hence", "therefore", "thus"})  # without "so", also a degree
REASONS = frozenset({"because", "since"})
CONDITIONS = frozenset({"if", "unless"})
TIMES_OF_CLAUSES = frozenset({"after", "before", "once"}) | {"until", "when", "while"}  # conjunctions
WHEN_WHERE = frozenset({"when", "where", "while"})  # subordinators of time and place
AS_IF = frozenset({"as", "because", "if"})
SUBORDINATORS = THOUGH | REASONS | CONDITIONS | WHEN_WHERE | {"as", "that", "until"}
RESTRICTIONS = frozenset({"only", "unless"})
AS_THAN = frozenset({"as", "than"})
COMPARING = AS_THAN | {"like"}  # before what something is compared with
ADDITIONS = frozenset({"additionally", "also", "furthermore", "likewise", "moreover", "too"})

# --- prepositions and particles -------------------------------------------------------------------------------------

PLACE_PREPOSITIONS = frozenset({"at", "in", "on"})
NAME_PREPOSITIONS = frozenset({"in", "of"})  # inside names
NAME_LINKS = frozenset({"and", "of", "the"})  # lower-case words inside names
BEFORE_AFTER = frozenset({"after", "before"})  # also conjunctions
TIME_PREPOSITIONS = BEFORE_AFTER | {"during", "since"}  # of time alone
LIMITS = frozenset({"between", "by", "until"})  # prepositions before the end of a time or of a range
TIES = frozenset({"for", "of", "with"})
NOUN_PREPOSITIONS = TIES | {"about", "by", "from"} | {"in", "on"}  # what ties a phrase to a noun
COMMON_PREPOSITIONS = NOUN_PREPOSITIONS | {"at", "to"}
SPOTS = frozenset({"at", "in", "near"})  # prepositions of one spot
LOCATIVES = PLACE_PREPOSITIONS | {"from", "to", "across", "around", "inside", "near", "outside", "through"}
SIDES = frozenset({"across", "along", "around", "beside", "near", "over", "through", "under"})
GOALS = frozenset({"into", "onto"})
PARTICLES = frozenset({"away", "down", "off", "out", "up"})  # of verbs
VISITS = frozenset({"leave", "left", "visit", "visited"})  # verbs before the name of a place
HERE = frozenset({"here", "there"})
APPROXIMATORS = frozenset({"about", "almost", "approximately", "around", "nearly", "roughly"})  # before a number

# --- adverbs of degree, certainty and time --------------------------------------------------------------------------

SHORT_DEGREES = frozenset({"so", "too", "very"})
# what raises a strong judgment: "absolutely brilliant"
FULL_DEGREES = frozenset({"absolutely", "incredibly", "just", "simply", "totally", "truly"})
STRONG_DEGREES = frozenset({"extremely", "really", "very"})
HIGH_DEGREES = FULL_DEGREES | STRONG_DEGREES | {"so"}
MIDDLE_DEGREES = frozenset({"fairly", "pretty", "quite", "rather"})  # that stay below the full degree in most uses
# what stands between "not" and a judgment as well: "not particularly good"
DEGREES_OF_JUDGMENTS = (
    HIGH_DEGREES
    | {"always", "amazingly", "definitely", "especially", "highly", "particularly", "pretty", "quite", "strongly"}
    | {"super", "thoroughly", "wonderfully"}
)
ASSURANCES = frozenset({"certainly", "definitely", "really", "simply", "surely", "truly"})
PLAINLY = frozenset({"clearly", "honestly", "obviously"})  # what a speaker holds to be evident
FOCUS_ADVERBS = frozenset({"also", "just", "still"})
BEFORE_VERBS = frozenset("not also never always only still first often then".split())  # adverbs behind an auxiliary
LUCKILY = frozenset({"fortunately", "luckily", "thankfully"})
LUCK_ADVERBS = LUCKILY | {"sadly", "unfortunately"}  # that judge a whole sentence
AFTER_NOT = frozenset("exactly just necessarily only quite that too".split())  # "not" limits them: "not that good"
HEDGES = frozenset({"maybe", "perhaps", "possibly", "probably"})
NEGATED_AMOUNTS = frozenset({"ever", "many", "much"})  # mostly under negation and in questions
FREQUENCIES = frozenset({"always", "frequently", "often", "regularly", "usually"})
MOST_TIMES = frozenset({"generally", "normally", "typically"})  # without "usually"
EXTENTS = frozenset({"especially", "mainly", "mostly", "nearly", "particularly", "partly"})  # for how much it holds

# --- comparison -----------------------------------------------------------------------------------------------------

COMPARED_JUDGMENTS = frozenset({"best", "better", "worse", "worst"})

# --- verbs that take a predicate or another verb --------------------------------------------------------------------

PERCEPTIONS = frozenset({"feel", "look", "seem", "smell", "sound", "taste"})  # that link a subject with an adjective
REMAIN = frozenset({"remain", "stay"})
LINKING_VERBS = PERCEPTIONS | REMAIN | {"be", "become"}
LET = frozenset({"have", "let", "make"})
CAUSATIVES = LET | {"help", "see", "watch"}  # with a bare infinitive
THOUGHTS = frozenset({"believe", "find", "hear", "know", "see", "think"})  # with a clause
BELIEFS = frozenset({"assume", "guess", "hope", "suppose"})  # with a clause that may not hold
WISHES = frozenset({"hope", "hopefully", "wish"})
OPINIONS = BELIEFS | {"mean", "say"}
INVOLVE = frozenset({"include", "involve"})
PROVIDE = frozenset({"offer", "provide", "serve"})
LIGHT_VERBS = frozenset({"do", "get", "give", "make"})  # whose object carries the sense
# without a passive; not "have" and "get"
STATIVE_VERBS = frozenset("become contain cost fit lack like need resemble suit want".split())
# those whose passive says something else are with them; not "have" and "let"
ACTIVE_VERBS = STATIVE_VERBS | frozenset("get hold join leave marry mean weigh wish".split())

# --- calendar -------------------------------------------------------------------------------------------------------

# without "march" and "may", also other words
SURE_MONTHS = frozenset("january february april june july august september october november december".split())
MONTHS = SURE_MONTHS | {"march", "may"}
SHORT_MONTHS = frozenset("jan feb mar apr jun jul aug sep sept oct nov dec".split())  # "may" is a full name
DOTTED_MONTHS = frozenset(f"{month}." for month in SHORT_MONTHS)
WEEKDAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
SHORT_WEEKDAYS = frozenset("mon tue tues wed thu thurs fri sat sun".split())
SEASONS = frozenset({"autumn", "spring", "summer", "winter"})  # without "fall"
DAY_PARTS = frozenset({"afternoon", "evening", "morning", "night"})
LONG_UNITS = frozenset({"century", "decade", "year"})
CALENDAR_UNITS = LONG_UNITS | {"day", "month", "week"} | {"weekend"}
CALENDAR_UNITS_PLURAL = frozenset({"centuries", "days", "decades", "months", "weeks", "weekends", "years"})
TERMS = frozenset({"quarter", "season", "semester"})
CLOCK_UNITS = frozenset({"hour", "minute", "second"})
HOURS_AND_MINUTES = frozenset({"hour", "hours", "minute", "minutes"})
TIME_NOUNS = frozenset({"moment", "time", "times"})
PERIODS = frozenset({"period", "time", "war"})  # without a fixed length
NEAR_DAYS = frozenset({"today", "tomorrow", "yesterday"})
RELATIVE_TIMES = frozenset("again earlier later now previously".split())
SEQUENCE_ADVERBS = frozenset("afterward afterwards eventually finally initially meanwhile soon subsequently".split())
STORY_TIMES = SEQUENCE_ADVERBS | {"already", "originally"} | {"final", "thereafter"}  # of events that a text tells
FUTURE_SIGNS = frozenset("expect expected expects forecast future next plan plans will".split())
STARTS = frozenset({"began", "begin", "begins", "start", "started", "starts"})
NEXT_AND_LAST = frozenset({"last", "next", "past", "previous"})  # before a unit of time

# --- numbers and units ----------------------------------------------------------------------------------------------

TWO_TO_FIVE = frozenset({"five", "four", "three", "two"})
DIGIT_WORDS = TWO_TO_FIVE | {"eight", "nine", "one", "seven", "six"}
TEENS = frozenset("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split())
TENS = frozenset("twenty thirty forty fifty sixty seventy eighty ninety".split())
NUMBER_WORDS = DIGIT_WORDS | TEENS | TENS  # without "zero", the scales and ordinals
HIGH_SCALES = frozenset({"billion", "million", "thousand", "trillion"})
SCALES = HIGH_SCALES | {"hundred"}  # without "dozen"
LARGE_PLURALS = frozenset({"dozens", "hundreds", "millions", "thousands"})  # numbers that are named by their size alone
ONCE_TWICE = frozenset({"once", "twice"})
# without "foot", "degree" and signs such as "km"
MEASURES = frozenset(
    "acre gallon gram inch kilo kilogram kilometer kilometre liter litre meter metre mile ounce pound ton yard".split()
)
CURRENCIES = frozenset({"dollar", "euro"})
PERCENT = frozenset({"%", "percent"})
NUMBER_SIGNS = frozenset({"#", "no", "no.", "number"})  # before a number that is a name

# --- nouns of parts, kinds, names, groups and places ----------------------------------------------------------------

PORTIONS = frozenset({"amount", "portion", "share"})
KIND_NOUNS = frozenset({"kind", "kinds", "sort"}) | {"type", "types"}
NAME_NOUNS = frozenset({"name", "term", "title"})
CROWDS = frozenset({"audience", "couple", "crowd", "family", "people", "team"})
GROUPS = CROWDS | {"band", "group", "human"}
VERSUS = frozenset({"v", "v.", "versus", "vs", "vs."})
TEAM_SPORTS = frozenset({"baseball", "basketball", "football", "hockey"})
SPORTS_GROUNDS = frozenset({"arena", "ballpark", "coliseum", "dome", "stadium"})
LANDSCAPE = frozenset(
    "bay beach canal coast harbor harbour island lake mountain mountains ocean port river sea".split()
)
GENERATIONS = frozenset("jr jr. sr sr. ii iii iv".split())  # behind a name
COMPASS = frozenset({"east", "north", "south", "west"})
DIRECTIONS = frozenset({"eastern", "northern", "southern", "western"})

# --- people ---------------------------------------------------------------------------------------------------------

SHORT_TITLES = frozenset({"mr", "mrs", "ms"})
SHORT_DOTTED = frozenset({"mr.", "mrs.", "ms."})
SURNAME_TITLES = SHORT_TITLES | {"dr"}
DOTTED_TITLES = SHORT_DOTTED | {"dr."}
COURTESY_OF_WOMEN = frozenset({"lady", "miss", "mrs", "ms"})
COURTESY_OF_MEN = frozenset({"lord", "mr", "sir"})
TITLES_OF_WOMEN = COURTESY_OF_WOMEN | {"duchess", "princess", "queen", "sister"}
TITLES_OF_MEN = COURTESY_OF_MEN | {"brother", "duke", "father", "king", "pope", "prince"}
MORE_TITLES_OF_WOMEN = frozenset({"aunt", "empress", "madam", "mother"})
RULERS = frozenset({"governor", "pope", "premier"})
STATE_OFFICES = frozenset({"chancellor", "minister", "president", "senator"})
SHORT_OFFICES = frozenset({"gov.", "rep.", "sen."})
OFFICES = STATE_OFFICES | {"coach", "emperor", "gov.", "governor", "mayor", "pope", "rep.", "sen."}
ROLES = frozenset({"captain", "director", "professor"})
RANKS = frozenset(
    "admiral brigadier captain colonel commander commodore corporal general lieutenant major marshal sergeant".split()
)
ADULTS = frozenset({"man", "men", "woman", "women"})
PARENTS = frozenset({"father", "mother"})
SIBLINGS = frozenset({"brother", "sister"})
SPOUSES = frozenset({"husband", "wife"})
CHILDREN = frozenset({"daughter", "son"})
SIBLINGS_BY_AGE = frozenset({"elder", "eldest", "older", "younger"})
NEAR_KIN = PARENTS | SIBLINGS | SPOUSES | CHILDREN
PLACE_PARTS_OF_NAMES = frozenset({"de", "van", "von"})
PARTS_OF_NAMES = PLACE_PARTS_OF_NAMES | frozenset(
    """al bin da del di du el la le""".split()
)  # of surnames, from several languages
MORE_PARTS_OF_NAMES = frozenset({"della", "den", "der", "dos"})
