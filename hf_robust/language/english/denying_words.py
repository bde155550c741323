"""Verbs and states whose opposite denies what a clause says of its subject, with what must follow them."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    DEMONSTRATIVES,
    POSSESSIVES,
    QUESTION_WORDS,
    STATIVE_VERBS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import plain, reinflected, verb_forms


def _pairs(text: str) -> dict[str, str]:
    """One word and its opposite each, with "_" for a space."""
    return {one: other.replace("_", " ") for one, _, other in (pair.partition(">") for pair in text.split())}


def _both(text: str) -> dict[str, str]:
    pairs = _pairs(text)
    return {other: one for one, other in pairs.items()} | dict(pairs)


# before a clause
_WITH_CLAUSE = _pairs(
    "say>deny claim>deny state>deny think>doubt believe>doubt argue>deny agree>deny confirm>deny know>doubt "
    "expect>doubt feel>doubt suggest>deny report>deny show>disprove prove>disprove conclude>deny admit>deny "
    "assert>deny maintain>deny acknowledge>deny recognize>deny doubt>believe deny>admit insist>deny note>deny "
    "realize>doubt explain>deny declare>deny announce>deny assume>doubt"
)
_WITH_QUESTION = _pairs("know>have_no_idea understand>have_no_idea check>ignore")
# before "to" and a verb
_WITH_TO = _pairs(
    "agree>refuse decline>agree refuse>agree manage>fail fail>manage like>hate love>hate hate>love "
    "forget>remember remember>forget continue>cease decide>refuse choose>refuse have>have_no_need "
    "need>have_no_need want>have_no_wish wish>have_no_wish hope>have_no_wish plan>have_no_plans "
    "intend>have_no_intention try>refuse attempt>refuse seek>refuse offer>refuse "
    "promise>refuse volunteer>refuse dare>refuse"
)
# "is allowed to", "is required to"
_MADE_TO = _pairs("allow>forbid permit>forbid forbid>allow require>forbid encourage>forbid ask>forbid")
# "was offered money"
_GIVEN = _pairs("offer>deny give>deny grant>deny")
# before an object, or in the passive
_WITH_OBJECT = _both("cause>prevent exceed>fall_short_of") | _pairs(
    "need>have_no_need_for want>have_no_wish_for grant>deny deny>grant laud>criticize applaud>condemn "
    "welcome>reject favor>oppose respect>despise admire>despise appreciate>resent require>forbid reduce>increase "
    "boost>reduce hinder>help aid>hinder lack>have resemble>differ_from notice>overlook overlook>notice "
    "discover>overlook satisfy>disappoint "
    "please>annoy amuse>bore impress>disappoint excite>bore upset>please annoy>please violate>obey "
    "ignore>acknowledge believe>doubt question>trust complete>abandon finish>abandon abandon>keep adopt>reject "
    "endorse>oppose condemn>praise complicate>simplify understand>misunderstand "
    "misunderstand>understand discourage>encourage heighten>lessen lessen>heighten enhance>impair impair>enhance "
    "aggravate>ease ease>aggravate unify>divide emphasize>downplay exaggerate>downplay prove>disprove"
)
# at the end of a clause
_ALONE = _pairs("change>stay_the_same vary>stay_the_same survive>perish remain>disappear disappear>remain")
_OBJECTS = frozenset({"DT", "PRP$", "NN", "NNS", "JJ", "NNP", "NNPS", "CD", "PRP"})
_ASKING = QUESTION_WORDS - {"which", "whose"}
# participles that say something else
_ACTIVE = STATIVE_VERBS | {"know"}
_ENDS = frozenset({".", ",", "!", ""})
_STARTS = (ARTICLES | DEMONSTRATIVES | POSSESSIVES | SUBJECT_PRONOUNS) | {"there"}
_NEAR = 6  # tokens in which a clause has its verb

# what somebody or something is
STATES = _both(
    "possible>impossible able>unable important>unimportant true>false happy>unhappy alive>dead fair>unfair "
    "legal>illegal necessary>unnecessary clear>unclear certain>uncertain common>rare beneficial>harmful "
    "stable>unstable correct>incorrect accurate>inaccurate reliable>unreliable safe>unsafe aware>unaware "
    "willing>unwilling consistent>inconsistent dependent>independent effective>ineffective efficient>inefficient "
    "proper>improper responsible>irresponsible relevant>irrelevant similar>dissimilar satisfied>dissatisfied "
    "polite>rude guilty>innocent useful>useless honest>dishonest loyal>disloyal perfect>imperfect "
    "complete>incomplete sufficient>insufficient appropriate>inappropriate acceptable>unacceptable "
    "reasonable>unreasonable usual>unusual predictable>unpredictable available>unavailable visible>invisible "
    "popular>unpopular familiar>unfamiliar successful>unsuccessful ethical>unethical healthy>unhealthy rich>poor "
    "wealthy>poor strong>weak good>bad beautiful>ugly smart>stupid hard>easy difficult>easy ancient>modern "
    "huge>tiny big>small large>small wide>narrow deep>shallow expensive>cheap sane>insane outgoing>shy "
    "generous>stingy brave>cowardly kind>cruel nice>unpleasant pleasant>unpleasant interesting>boring "
    "fascinating>boring essential>unnecessary crucial>unimportant vital>unimportant permanent>temporary "
    "optional>mandatory voluntary>compulsory positive>negative crowded>deserted full>empty hot>cold wet>dry "
    "dirty>clean calm>nervous married>single asleep>awake optimistic>pessimistic gay>straight famous>unknown "
    "careful>careless"
) | _pairs(
    "dissatisfied>satisfied poor>rich easy>hard unimportant>important unnecessary>necessary boring>interesting "
    "small>large harmful>beneficial demented>sane crazy>sane hilarious>boring funny>boring entertaining>boring "
    "stupid>smart terrible>wonderful wonderful>terrible great>terrible excellent>terrible awful>wonderful "
    "horrible>wonderful amazing>terrible lovely>awful delicious>disgusting sad>happy angry>calm hungry>full "
    "impressive>unimpressive attractive>ugly pretty>ugly dangerous>safe significant>insignificant "
    "intelligent>stupid required>forbidden faulty>flawless peculiar>ordinary unusual>ordinary strange>ordinary "
    "special>ordinary simple>complicated complex>simple best>worst worst>best largest>smallest smallest>largest "
    "biggest>smallest oldest>newest newest>oldest highest>lowest lowest>highest strongest>weakest "
    "different>identical identical>different friendly>hostile convenient>inconvenient sick>healthy ill>healthy "
    "open>closed closed>open quiet>noisy noisy>quiet loud>quiet bored>excited excited>bored high>low low>high "
    "fast>slow slow>fast wrong>right needed>unnecessary "
    "present>absent absent>present ample>insufficient enough>insufficient "
    "profitable>unprofitable costly>cheap inexpensive>expensive helpful>unhelpful logical>illogical "
    "practical>impractical rational>irrational realistic>unrealistic valid>invalid adequate>inadequate "
    "capable>incapable comfortable>uncomfortable connected>unconnected likable>unlikable "
    "lucky>unlucky prepared>unprepared qualified>unqualified safe>dangerous sure>unsure "
    "interested>uninterested affordable>unaffordable believable>unbelievable fortunate>unfortunate "
    "forgettable>memorable memorable>forgettable patient>impatient precise>imprecise pure>impure "
    "regular>irregular religious>irreligious tolerant>intolerant worthwhile>pointless pointless>worthwhile "
    "better>worse worse>better huge>tiny enormous>tiny massive>tiny tiny>huge numerous>scarce scarce>plentiful "
    "plentiful>scarce rare>common proud>ashamed ashamed>proud glad>sorry sorry>glad worried>unconcerned "
    "concerned>unconcerned nervous>calm relaxed>tense tense>relaxed upset>pleased pleased>displeased "
    "surprised>unsurprised surprising>unsurprising confident>unsure clever>stupid foolish>wise wise>foolish "
    "brilliant>stupid dumb>smart tough>easy tricky>easy fresh>stale busy>idle modest>boastful humble>arrogant "
    "arrogant>humble honest>dishonest evil>good innocent>guilty dead>alive damaged>intact broken>intact "
    "intact>damaged ruined>intact missing>present active>inactive conscious>unconscious sober>drunk drunk>sober "
    "fat>thin skinny>fat ideal>unsuitable suitable>unsuitable unique>ordinary typical>atypical normal>abnormal "
    "natural>artificial rural>urban urban>rural exciting>boring central>peripheral formal>informal "
    "official>unofficial ineffective>effective inadequate>adequate"
)


def denying_verb(tokens: Sequence[Token], place: int, passive: bool) -> str | None:
    """The verb that denies what a verb says, in its form; None where none fits what follows.

    Args:
        tokens: The tokens of a text.
        place: Number of the main verb.
        passive: Whether it is a participle behind a form of "be".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("they/PRON/PRP agreed/VERB/VBD/agree to/PART/TO go/VERB/VB")
        >>> denying_verb(doc.tokens, 1, False)
        'refused'
    """
    token = tokens[place]
    lemma = reinflected(plain(token), token.tag, "VB") or token.lemma.lower()  # some lemmas are wrong
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    follows, tag = (plain(after), after.tag) if after is not None else ("", ".")
    new = None
    if passive:
        if follows == "to":
            new = _MADE_TO.get(lemma)
        elif tag in _OBJECTS:
            new = _GIVEN.get(lemma)
        elif tag in ("IN", ".", ",") and " " not in _WITH_OBJECT.get(lemma, " ") and lemma not in _ACTIVE:
            new = _WITH_OBJECT.get(lemma)
    elif follows == "to":
        new = _WITH_TO.get(lemma)
    elif follows in _ASKING:
        new = _WITH_QUESTION.get(lemma)
    elif (follows == "that" and tag == "IN") or _opens_clause(tokens, place + 1):
        new = _WITH_CLAUSE.get(lemma)
    elif tag in _OBJECTS:
        new = _WITH_OBJECT.get(lemma)
        if lemma == "cause" and "to" in (plain(t) for t in tokens[place + 1 :]):
            return None  # nothing prevents a thing "to fall"
        if lemma in _MADE_TO and "to" in (plain(t) for t in tokens[place + 1 :]):
            new = None if lemma in ("require", "encourage", "ask") else _MADE_TO[lemma]
    elif follows in _ENDS:
        new = _ALONE.get(lemma)
    return _formed(new, token.tag) if new else None


def _formed(phrase: str, tag: str) -> str | None:
    verb, _, rest = phrase.partition(" ")
    if tag == "VBG" and verb in ("doubt", "have", "believe"):
        return None  # nobody is doubting
    if phrase == "forbid" and tag == "VBN":
        return "forbidden"
    form = next(iter(verb_forms(verb, tag)), None)
    return f"{form} {rest}".strip() if form else None


def _opens_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause without "that" begins at a token: "he is ..."."""
    if place >= len(tokens) or not (plain(tokens[place]) in _STARTS or tokens[place].tag in ("NNP", "NNS", "EX")):
        return False
    for token in tokens[place + 1 : place + _NEAR]:
        if token.tag in FINITE:
            return True
        if token.tag in (",", ".", "WP", "WDT", "TO", "CC", "VBG"):
            return False
    return False
