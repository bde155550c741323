"""Adverbs before participles of states: "was completely destroyed", "a plan strongly opposed by critics"."""

from collections.abc import Mapping

from hf_robust.language.english.closed_classes import BE_TENSED
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

# participles after each adverb; behind the slash, the words of which one must follow, "*" for any end or preposition
_STATES = {
    "completely": """destroyed/* eliminated/* flattened/* encircled/by surrounded/by submerged/* exhausted/*
        paralyzed/*
        isolated/from soaked/* drenched/* ruined/* shattered/* wrecked/* deserted/* immersed/in
        absorbed/in,by obscured/by rebuilt/in,by,after redesigned/* renovated/* overgrown/* engulfed/by,in
        filled/with covered/with,by,in hidden/* blocked/by enclosed/by,in forgotten/* ignored/by
        dominated/by satisfied/with transformed/into,by overcome/by,with stripped/of crippled/by deprived/of
        separated/from omitted/from altered/by puzzled/by confused/by cured/of lost/in""",
    "largely": """fueled/by fuelled/by prompted/by triggered/by caused/by driven/by attributed/to offset/by shaped/by
        determined/by confined/to limited/to financed/by funded/by supported/by populated/by controlled/by
        inspired/by based/on made/of characterized/by governed/by guided/by drawn/from""",
    "mainly": """aimed/at devoted/to directed/at,toward,towards concerned/with,about centered/on,in""",
    "deeply": """mired/in haunted/by involved/in rooted/in divided/over,on,about embedded/in committed/to indebted/to
        troubled/by moved/by disappointed/by,in,with concerned/about,by worried/about,by shocked/by
        disturbed/by offended/by impressed/by,with interested/in saddened/by ingrained/in""",
    "heavily": """laden/with influenced/by armed/with burdened/with,by guarded/by fortified/* bombed/* taxed/*
        criticized/for,by subsidized/by regulated/* wooded/* invested/in relied/on,upon concentrated/in,on""",
    "strongly": """attracted/by,to opposed/to,by recommended/that encouraged/to,by advised/to tempted/to affected/by
        objected/to urged/to,by suggested/that,by inclined/to reminded/of warned/that,by,against
        discouraged/from,by""",
    "specifically": """designed/to,for intended/to,for created/to,for meant/to,for asked/to told/to,that
        prohibited/from,by
        addressed/to tailored/to,for built/to,for instructed/to ordered/to reserved/for written/for
        excluded/from""",
    "widely": """believed/that,to rumored/that,to accepted/as,by,in distributed/in,to,by,among reported/that,to
        admired/for,by respected/* circulated/in,among recognized/as,for,by recognised/as,for,by
        discussed/in,by praised/for,by copied/* feared/* regarded/as,by viewed/as,by assumed/that,to
        thought/to considered/to,a,as,one felt/that quoted/in,by publicized/*""",
    "officially": """opened/on,in,by,to promoted/to declared/* authorized/to,by sanctioned/by,for
        registered/as,in,with
        designated/as dissolved/in,by,on inaugurated/in,by,on launched/in,on,by closed/in,on abolished/in,by
        confirmed/by,in honored/at,by,in,with founded/in,by,on released/in,on,by listed/as,in,on,at
        classified/as dedicated/to,on,by issued/in,by,on retired/in renamed/* announced/by,in,on""",
    "formally": """deposed/in,by barred/from granted/to,by imposed/on,in,by assigned/to,as adopted/by,in,on
        admitted/to
        appointed/as,to,by charged/with indicted/on,for,by approved/by,in,on invited/to accused/of
        ratified/by,in,on signed/in,by,on elected/as,to,in nominated/by,for,as commissioned/in,on,into
        presented/to,with filed/in,against,by,with organized/in,by,as introduced/to,in""",
    "severely": """damaged/* injured/in,by,when wounded/in,by restricted/by punished/for,by beaten/by,in""",
    "badly": """needed/* bruised/* burned/in,by shaken/by hurt/in,by mauled/by""",
    "firmly": """fixed/in,to,on established/in,as,by tied/to locked/in anchored/to,in entrenched/in convinced/that,of
        planted/in,on fastened/to secured/to,with""",
    "carefully": """selected/for,from,by,to chosen/for,to,by,from planned/by,to,in examined/by,for,in weighed/against
        monitored/by,for removed/from,with,by cleaned/* stored/in packed/in wrapped/in arranged/in,on,by
        prepared/by,for,to inspected/by,for brushed/with hidden/in,under,behind maintained/by studied/by,in
        checked/* measured/with,in analyzed/for,by,in investigated/by,in inserted/in,into mounted/on,in
        assembled/by,in handled/by laid/on,in calculated/by,to,from""",
    "closely": """related/to linked/to,with connected/to,with tied/to watched/by allied/with,to associated/with
        modeled/on,after""",
    "directly": """exposed/to derived/from descended/from involved/in""",
    "fully": """insured/* protected/by,from,against equipped/with,to,for staffed/by,with informed/about,of,that
        integrated/into,with restored/* occupied/by justified/* reimbursed/for,by trained/in,to,as
        explained/by,in stocked/with entitled/to""",
    "greatly": """appreciated/*,if enhanced/by simplified/by exaggerated/* outnumbered/by strengthened/by missed/by
        improved/by,in expanded/in,by""",
    "strictly": """forbidden/* prohibited/* enforced/* regulated/* controlled/by""",
    "permanently": """stationed/in,at banned/from,by,in settled/in,by""",
    "publicly": """traded/on displayed/in,at criticized/* humiliated/*""",
    "richly": """rewarded/for,with,by decorated/with,in""",
    "neatly": """folded/in,on,over stacked/on,in,against""",
    "clearly": """shown/in,by,that stated/in,that defined/as,in,by marked/by,on,with,in reflected/in
        illustrated/in,by indicated/in,by demonstrated/by,in understood/that,by""",
    "successfully": """completed/* tested/in,on,by defended/* treated/with,by,in solved/* resolved/*
        transferred/to installed/in,on""",
}
_ENDS = frozenset({".", ",", "IN", "CC", "TO", ":"})
_BE = BE_TENSED | {"be", "been", "being"}
_NOUNS = frozenset({"NN", "NNS"})
# those that stand behind a noun as well: "a company deeply mired in debt"
_OF_NOUNS = frozenset("completely heavily deeply closely specifically firmly publicly directly".split())
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


def _by_participle() -> Mapping[str, tuple[tuple[str, frozenset[str]], ...]]:
    found = dict[str, tuple[tuple[str, frozenset[str]], ...]]()
    for adverb, row in _STATES.items():
        for entry in row.split():
            participle, _, after = entry.partition("/")
            found[participle] = (*found.get(participle, ()), (adverb, frozenset(after.split(","))))
    return found


_ADVERBS = _by_participle()


def state(place: Place) -> str | None:
    """The adverb of degree or manner that fits the participle at a place, after "be" or its noun; None where
        none does.

    Args:
        place: The participle.
    """
    token = place.token(0)
    if token is None or token.tag != "VBN" or place.word(0) not in _ADVERBS or place.asks() or place.is_negated(NEAR):
        return None
    passive = place.word(-1) in _BE
    if not passive and (
        place.tag(-1) not in _NOUNS or not any(place.tag(step) in _FINITE for step in range(-FAR, FAR))
    ):
        return None
    counted = any(place.tag(step) in ("CD", "$") for step in (1, 2, 3)) and place.word(1) == "by"
    if counted or not listed("no_state").isdisjoint(place.near(CLOSE, 2)):
        return None
    for adverb, after in _ADVERBS[place.word(0)]:
        follows = place.word(1) in after or ("*" in after and (place.tag(1) in _ENDS or not place.tag(1)))
        formula = adverb == "largely" and place.word(1) == "by" and place.tag(2) == "VBG"
        if follows and not formula and (passive or (adverb in _OF_NOUNS and place.word(1) in after)):
            return adverb
    return None
