"""How labels are spelled: the names that say the same."""

import re

_NOISE = re.compile(r"[\s_\-/.]+")

SAME = (
    ("positive", "pos", "积极", "正面", "正向", "好评"),
    ("negative", "neg", "消极", "负面", "负向", "差评"),
    ("neutral", "neu", "中性", "中立"),
    ("entailment", "entail", "entails", "entailed", "蕴含", "蕴涵"),
    ("contradiction", "contradict", "contradicts", "contradictory", "矛盾"),
    ("notentailment", "nonentailment", "notentailed", "noentailment", "不蕴含"),
    ("duplicate", "paraphrase", "equivalent", "similar", "same", "相似", "相同", "同义", "等价"),
    (
        "notduplicate",
        "nonduplicate",
        "notparaphrase",
        "nonparaphrase",
        "notequivalent",
        "notsimilar",
        "different",
        "notsame",
        "不相似",
        "不同",
        "不相同",
        "不同义",
        "不等价",
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
