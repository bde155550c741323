"""Words that no person is called, or that make a thing of a name: places, peoples, illnesses, companies, kinds."""

from functools import cache

from hf_robust.language.english.closed_classes import LANDSCAPE, MONTHS, STATE_OFFICES, WEEKDAYS
from hf_robust.language.english.fake_answers import NO_ARTICLE
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon

_NO_NAMES = (
    LANDSCAPE
    | MONTHS
    | WEEKDAYS
    | frozenset("saint san santa st st. mount lake fort port el los las la isle isles".split())
    | frozenset("advent christmas diwali easter hanukkah lent passover ramadan".split())
    | frozenset("airlines brands communications foods holdings industries motors".split())
    | frozenset("nagar networks partners stores systems technologies vihar".split())
    | STATE_OFFICES
    | frozenset({"chairman", "chairwoman"})
    | frozenset("designate emeritus extraordinary plenipotentiary".split())
    | frozenset("dad daddy grandma grandpa mama mom mommy mum mummy papa".split())
    | frozenset("fatah fianna hamas hezbollah labour likud sinn taliban tories".split())
    | frozenset("broadway hollywood westminster".split())
    | frozenset("chateau château domaine musee museo musée palazzo".split())
    | frozenset("army cyclone hurricane navy officials police storm troops typhoon".split())
    | frozenset("avenue boulevard drive freeway highway parkway road turnpike".split())
    | frozenset("gardens heights highlands hills islands lakes mountains springs".split())
)
# illnesses and laws that are called after somebody; of the first the name alone is said too
# companies that are called like a person
COMPANIES = frozenset(
    """arthur andersen|barnes noble|calvin klein|charles schwab|dow jones|ernst young|fannie mae|freddie mac
    general electric|general mills|general motors|harley davidson|hugo boss|jack daniels|jenny craig|jim beam
    jimmy choo|john deere|john lewis|johnnie walker|johnson johnson|louis vuitton|marks spencer|mary kay|max factor
    merrill lynch|morgan stanley|paddy power|paul smith|philip morris|ralph lauren|rolls royce|sallie mae|sara lee
    brigham young|notre dame|oral roberts|ole miss|penn state|wake forest
    alfred mcalpine|du pont|austin reed|betty crocker|david jones|duncan hines|eddie bauer|edward jones|elizabeth arden
    ethan allen|george wimpey|grant thornton|john hancock|kate spade|laura ashley|oscar mayer|raymond james
    robert bosch|thomas cook|tim hortons
    smith barney|ted baker|tommy hilfiger|wells fargo|william hill|ziff davis""".replace("\n    ", "|").split("|")
)
# with one of them before or behind it a name is one of an organization
COMPANY_NOUNS = frozenset(
    """concern conglomerate
    airline band bank bookseller brand brewer broker carrier chain company developer distributor drugmaker firm giant
    group insurer label lender maker manufacturer operator producer provider publisher retailer startup supplier
    vendor""".split()
)
_ILLNESSES = frozenset("alzheimer asperger crohn hodgkin parkinson raynaud tourette".split())
CALLED_AFTER = frozenset(
    """disease syndrome palsy dementia chorea lymphoma law laws principle theorem theory paradox effect equation
    constant number test scale island cup prize medal method""".split()
)


def is_no_name(word: str) -> bool:
    """Whether a word is a place, a people or the last word of the name of an organization."""
    if word in name_kinds() or word in _NO_NAMES or word in _ILLNESSES or word in peoples():
        return True
    unlisted = word not in family_names() and word not in given_names()
    return unlisted and (word in place_names() or word.removesuffix("s") in name_kinds())


@cache
def name_kinds() -> frozenset[str]:
    """Words that say what has a name, such as *award* and *bridge*, in lower case."""
    listed = (*lexicon("organizations")["kinds"], *lexicon("name_kinds")["kinds"])
    return frozenset(kind.lower() for kind in listed if " " not in kind) | _MORE_KINDS


_MORE_KINDS = (NO_ARTICLE - {"college", "island"}) | frozenset(
    """airport award awards band bridge brothers building cathedral cemetery championship cup
    department district division festival house league library medal memorial monument office palace party
    prize railway report series show square stadium station team times tour tower township
    united valley village war wing yard act bill law clan family
    album song film movie""".split()
)
