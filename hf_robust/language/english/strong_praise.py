"""Strong praise and strong blame: beside other praise, "not bad" says too little, and elsewhere it takes "at all"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.verbs import plain

_PRAISE = frozenset(
    """amazing awesome beautiful brilliant excellent extraordinary fabulous fantastic gorgeous great hilarious
        incredible magnificent marvelous outstanding perfect phenomenal sensational spectacular splendid stellar
        stunning superb terrific wonderful unforgettable love adore""".split()
)
_SIGNS = _PRAISE | frozenset(
    """best top favorite favourite finest greatest masterpiece obsessed addictive joy absolutely flawless perfectly
        perfection gem funniest""".split()
)
# other words that say more than the opposite of their antonym
_STRONG = _PRAISE | frozenset(
    """abysmal appalling atrocious awful breathtaking delicious delightful disgusting dreadful exceptional filthy
        hideous horrendous horrible horrid huge immaculate pathetic repulsive spotless terrible yummy""".split()
)


def is_praise(token: Token) -> bool:
    """Whether a word praises strongly.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> [is_praise(token) for token in Doc.tagged("good/ADJ or/CCONJ great/ADJ").tokens]
        [False, False, True]
    """
    return plain(token) in _PRAISE


def is_strong(token: Token) -> bool:
    """Whether a word praises or blames strongly, so that its denied antonym needs "at all".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> [is_strong(token) for token in Doc.tagged("bad/ADJ or/CCONJ awful/ADJ").tokens]
        [False, False, True]
    """
    return plain(token) in _STRONG


def is_praised_twice(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word praises strongly and another word of the text does so too.

    Args:
        tokens: The tokens, with lemmas.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> tokens = Doc.tagged("a/DET great/ADJ film/NOUN and/CCONJ a/DET superb/ADJ cast/NOUN").tokens
        >>> is_praised_twice(tokens, 1), is_praised_twice(tokens, 2)
        (True, False)
    """
    if tokens[place].lemma.lower() not in _PRAISE:
        return False
    return any(n != place and not _SIGNS.isdisjoint((plain(t), t.lemma.lower())) for n, t in enumerate(tokens))
