"""How labels are spelled: the names that say the same."""

import re

_NOISE = re.compile(r"[\s_\-/.]+")

SAME = (
    ("positive", "pos"),
    ("negative", "neg"),
    ("neutral", "neu"),
    ("entailment", "entail", "entails", "entailed"),
    ("contradiction", "contradict", "contradicts", "contradictory"),
    ("notentailment", "nonentailment", "notentailed", "noentailment"),
    ("duplicate", "paraphrase", "equivalent", "similar"),
    (
        "notduplicate",
        "nonduplicate",
        "notparaphrase",
        "nonparaphrase",
        "notequivalent",
        "notsimilar",
        "different",
    ),
    ("hate", "hateful", "hatespeech"),
    ("nothate", "nonhate", "nohate", "nothateful", "nonhateful", "nohatespeech", "nothatespeech"),
    ("offensive", "offense"),
    ("notoffensive", "nonoffensive", "inoffensive"),
    ("toxic", "toxicity"),
    ("nontoxic", "nottoxic"),
    ("true", "yes"),
    ("false", "no"),
    *((str(number), f"{number}star", f"{number}stars") for number in range(1, 6)),
)
_ALIAS = {alias: names[0] for names in SAME for alias in names}


def plain(label: str) -> str:
    """A label in lower case, without blanks, hyphens, underscores, slashes and full stops.

    Example:
        >>> plain("Not_Entailment")
        'notentailment'
    """
    return _NOISE.sub("", label.casefold())


def canonical(label: str) -> str:
    """The first of the names that say the same as a label; of any other its plain form.

    Example:
        >>> canonical("NEG"), canonical("non-entailment"), canonical("Sports")
        ('negative', 'notentailment', 'sports')
    """
    name = plain(label)
    return _ALIAS.get(name, name)
