"""Chinese articles on an animal or a plant: a row of facts, of which each is told of the species or of a part of it."""

import re
from functools import cache

__all__ = ["is_species_article", "tells_of_species"]

_SPECIES = re.compile(
    "[科目属][^，。]{0,14}(?:种|鱼|植物|树|草|灌木|乔木|动物|鸟|昆虫)|(?:的|类)(?:草本|木本|食虫)?植物|的[^，。]{0,6}鱼类"
)
_HOME = (
    "(?:主要|多|常|一般|通常|广泛|现|大多)?(?:分[布佈][于在]|产[于自]|原产|原生|生[长于在]|栖息|生活[于在]|常见|见于)"
)
_SIZE = "体[长重高]|全长|[树株]高|高(?:约|可)?达?[0-9０-９]|花期|果期|花果期|寿命"
_PART = (
    "(?:本[鱼种]的?)?(?:小|成熟的?|幼|老|雄|雌|嫩)?"
    "(?:[体身头吻口眼齿尾背臀胸腹]|侧线|鳃|鳞|脸颊|发光器|皮肤|羽|喙|[茎叶花果枝根]|树[皮干冠]|种子|蒴果|伞房|全株)"
)
_USE = "(?:全株|全草|木材|果实|花|叶|根|种子)?(?:可|供|栽培供|食用|药用|美味的|性喜)|[一二多]年生|(?:常绿|落叶)"
_FACT = re.compile(f"{_HOME}|{_SIZE}|{_PART}|{_USE}")
_POINTS = re.compile("[该此其这那它他她]|前者|后者|也|亦|又|还|则|[前后]段|如[前上]")


@cache
def is_species_article(text: str) -> bool:
    """Whether the first sentence of a text in simplified characters says of what family an animal or a plant is.

    Example:
        >>> is_species_article("牡蒿为菊科蒿属的植物。"), is_species_article("泰山是一座山。")
        (True, False)
    """
    return _SPECIES.search(text.partition("。")[0]) is not None


def tells_of_species(text: str, start: int, end: int) -> bool:
    """Whether a sentence of such an article tells where the species lives, how big it is, or how a part of it looks.

    Example:
        >>> text = "牡蒿为菊科蒿属的植物。分布于印度。它的叶子很小。"
        >>> tells_of_species(text, 11, 17), tells_of_species(text, 17, 24)
        (True, False)
    """
    if not is_species_article(text) or _FACT.match(text, start, end) is None:
        return False
    return _POINTS.search(re.split("[，；]", text[start:end], maxsplit=1)[0]) is None
