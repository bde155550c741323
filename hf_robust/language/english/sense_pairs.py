"""Words of one WordNet sense: pairs that are equal in it, and pairs that texts do not use alike."""


def _pairs(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(pair.split(">")) for pair in text.split())


# the second word can stand for the first wherever that has the shared sense, though a language model finds it rare
EQUAL_PAIRS = _pairs(
    """also>likewise alternative>option average>mean call>name chaotic>disorderly define>specify dose>dosage
    doubt>uncertainty execute>perform expression>formula form>constitute galling>annoying galling>irritating
    get>contract institute>establish key>central large>big logo>logotype main>primary measure>amount
    particular>special quite>rather rest>remainder resume>restart ritual>rite small>little specify>define
    spread>circulate start>begin survey>study tablet>pill talent>gift textbook>text usually>ordinarily
    version>variant vomiting>emesis"""
)
# of one sense in WordNet; in a text the second word says something else, sounds odd or asks for another construction
UNEQUAL_PAIRS = _pairs(
    """accountability>answerability accountability>answerableness accumulation>accretion act>move animal>beast
    animal>creature associate>relate associated>related barrier>roadblock basis>base believe>trust benefit>welfare
    bizarre>eccentric circumstance>context city>metropolis common>mutual constitute>comprise contain>comprise
    contain>incorporate damage>harm damage>impairment develop>grow development>evolution dexterity>sleight
    distinct>discrete district>territory effect>consequence effect>result effective>efficient
    establishment>institution establishment>organization family>category field>plain find>feel
    flightiness>arbitrariness foreigner>alien galling>pesky galling>pester galling>pestering gene>cistron
    grade>class herald>harbinger idea>thought important>authoritative improve>amend inherent>underlying
    instance>example job>business job>occupation keep>hold likely>probable live>inhabit locally>topically
    material>stuff mute>unspoken night>dark night>nighttime opinion>view part>piece part>portion
    pediatrician>pediatrist predictive>prognosticative president>chairman pressing>urging prevent>preclude
    problem>trouble process>procedure pub>pothouse pub>saloon purpose>intention reason>cause receive>experience
    recommend>advocate recommended>advocated reduce>trim reliably>faithfully reverse>turn search>seek see>watch
    seek>search set>put spread>distribute strategy>scheme strike>hit striking>hitting study>survey subtract>deduct
    sweat>perspiration talent>endowment test>trial think>guess think>imagine threat>menace undertake>tackle
    vomiting>puking way>manner work>employment"""
)

# what something is held to be: "regarded as mad", but "considered to be mad" or "considered mad"
_NEED_AS = frozenset("characterize conceive regard".split())
_WITH_AS = _NEED_AS | frozenset("depict describe identify perceive picture see treat view".split())
_VIEW = 8  # words behind a verb in which "as" is looked for


def view_alike(behind: str, one: str, other: str) -> bool:
    """Whether what follows a verb of holding somebody for something can follow another one: not "regarded to be".

    Args:
        behind: The text behind the verb.
        one: The lemma of the verb.
        other: The lemma of the other verb.

    Example:
        >>> view_alike("by many to be mad", "consider", "regard"), view_alike("as mad", "view", "regard")
        (False, True)
    """
    if "as" in behind.lower().split(maxsplit=_VIEW)[:_VIEW]:
        return one not in _WITH_AS or other in _WITH_AS
    return one in _NEED_AS or other not in _NEED_AS
