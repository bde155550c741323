"""Words of one WordNet sense: pairs that are equal in it, and pairs that texts do not use alike."""


def _pairs(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(pair.split(">")) for pair in text.split())


# the second word can stand for the first wherever that has the shared sense, though a language model finds it rare
EQUAL_PAIRS = _pairs(
    """also>likewise alternative>option average>mean call>name chaotic>disorderly club>society define>specify
    dosage>dose dose>dosage doubt>uncertainty effective>efficacious evoke>suggest execute>perform expression>formula
    faint>swoon form>constitute galling>annoying galling>irritating get>contract herald>announce instance>case
    institute>establish lab>laboratory laboratory>lab large>big list>listing logo>logotype main>primary
    measure>amount particular>special quite>rather rest>remainder resume>restart ritual>rite small>little
    specify>define spread>circulate start>begin supervision>oversight survey>study tablet>pill talent>gift
    textbook>text usually>ordinarily version>variant vomiting>emesis"""
)
# of one sense in WordNet; in a text the second word says something else, sounds odd or asks for another construction
UNEQUAL_PAIRS = _pairs(
    """accountability>answerability accountability>answerableness accumulation>accretion act>move alone>exclusively
    alone>solely animal>beast animal>creature art>artistry associate>relate associated>related audacious>venturesome
    audacious>venturous barrier>roadblock basis>base belfry>campanile believe>trust benefit>welfare bizarre>eccentric
    brilliant>brainy circumstance>context city>metropolis common>mutual constitute>comprise contact>reach
    contain>comprise contain>incorporate damage>harm damage>impairment develop>acquire develop>grow
    development>evolution dexterity>sleight distinct>discrete district>territory effect>consequence effect>result
    effective>efficient establishment>institution establishment>organization example>instance family>category
    field>plain find>determine find>feel flightiness>arbitrariness foreigner>alien galling>pesky galling>pester
    galling>pestering gene>cistron get>acquire get>incur grade>class growth>development herald>harbinger idea>thought
    important>authoritative improve>amend information>data inherent>underlying instance>example invariably>constantly
    involve>necessitate job>business job>occupation keep>hold key>central likely>probable live>inhabit
    locally>topically majority>bulk material>stuff matter>affair mute>unspoken newly>fresh newly>freshly newly>new
    night>dark night>nighttime opinion>view orient>tailor oriented>tailored part>piece part>portion
    pediatrician>pediatrist potential>potentiality predictive>prognosticative president>chairman pressing>urging
    prestigious>honored prevent>preclude probe>examine probing>examining problem>trouble process>procedure
    program>programme pub>pothouse pub>saloon pub>taphouse publish>print publish>release purpose>intention real>actual
    real>literal reason>cause receive>experience recommend>advocate recommended>advocated reduce>trim
    reliably>faithfully reuse>reprocess reverse>turn risk>hazard risk>jeopardy scourge>bane search>seek see>view
    see>watch seek>search set>put snippet>snip spread>distribute strategy>scheme strike>hit striking>hitting
    study>analyse study>analyze study>examine study>survey subtract>deduct sweat>perspiration talent>endowment
    teaching>education team>squad test>trial think>guess think>imagine threat>menace undertake>tackle variety>diversity
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
