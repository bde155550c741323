"""Full names of people in treebanks: joined to one word each, and others in their place for the segmenter to learn."""

from hf_robust.core.randomness import RowRandom, row_rng
from hf_robust.language.chinese.script import is_han, to_simplified
from hf_robust.language.embedded.build.treebanks import Sentence
from hf_robust.language.lexicons import lexicon

__all__ = ["with_full_names", "with_other_names"]

COPIES = 2
"""How often a sentence with a name is taken with other ones."""
PRONOUNS = ("他", "她")

Words = tuple[list[str], list[bool]]


def _surnames() -> list[str]:
    names = lexicon("person_names", "zh")
    return [*names["surnames"].split(), *names["compound_surnames"].split()]


def with_full_names(sentence: Sentence) -> tuple[list[str], list[bool], list[int]]:
    """The words of a sentence, surname and given name as one.

    Args:
        sentence: Of a treebank that has them apart, or as one word.

    Returns:
        Words, whether a space follows each, and the numbers of those that are full names.
    """
    own, words, spaces, names = set(_surnames()), [], [], []
    simple = [to_simplified(word) for word in sentence.words]
    joined = False
    for at, (word, space) in enumerate(zip(sentence.words, sentence.spaces)):
        if joined:
            joined = False
            continue
        if simple[at] in own and _is_given(sentence, at + 1):
            word, space, joined = word + sentence.words[at + 1], sentence.spaces[at + 1], True
            names.append(len(words))
        words.append(word)
        spaces.append(space)
    return words, spaces, names


def _is_given(sentence: Sentence, at: int) -> bool:
    """Whether a word is the given name behind its surname."""
    if at >= len(sentence.words) or not 1 <= len(sentence.words[at]) <= 2 or sentence.spaces[at - 1]:
        return False
    if sentence.pos[at - 1] != "PROPN" or sentence.pos[at] != "PROPN" or not all(map(is_han, sentence.words[at])):
        return False
    if at + 1 < len(sentence.words) and sentence.words[at + 1] == "·":
        return False
    if sentence.deps[at] == "flat:name":
        return sentence.heads[at] == at - 1
    same = (sentence.deps[at], sentence.heads[at]) == (sentence.deps[at - 1], sentence.heads[at - 1])
    return same and len(sentence.words[at]) == 2


def with_other_names(sentence: Sentence, row: str) -> list[Words]:
    """Copies of a sentence with other full names in the place of those it has, and of 他 and 她.

    Args:
        sentence: Of a treebank.
        row: What tells it from others: the names are drawn by it.

    Returns:
        As many as ``COPIES``; none where there is no such place.
    """
    words, spaces, names = with_full_names(sentence)
    places = names or [at for at, word in enumerate(words) if word in PRONOUNS][:1]
    found = []
    for copy in range(COPIES if places else 0):
        rng = row_rng(0, "full-names", row, "", copy)
        own = {}
        for at in places:
            own.setdefault(words[at], _drawn(rng))
        found.append(([own[word] if at in places else word for at, word in enumerate(words)], spaces))
    return found


def _drawn(rng: RowRandom) -> str:
    """A full name: frequent surnames more often; a given name of the lists, or two characters of such."""
    surnames, names = _surnames(), lexicon("person_names", "zh")
    given = [*names["female"].split(), *names["male"].split()]
    surname = surnames[int(len(surnames) * rng.random() ** 3)]
    if rng.random() < 0.3:
        return surname + rng.choice(given)[0] + rng.choice(given)[-1]
    return surname + rng.choice(given)
