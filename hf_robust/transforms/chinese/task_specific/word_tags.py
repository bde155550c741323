"""The part of speech of a gold word, as the dictionary or its ending has it."""

from hf_robust.language.chinese.dictionary import entry

_RESULTS = ("到", "于", "成", "出", "入", "给", "着", "著")  # an unknown word that ends in one is a verb: 意识到


def tag_of(word: str) -> str:
    """The tag of a word in the dictionary; that of a noun where it is unknown, or of a verb by its ending."""
    found = entry(word)
    if found is None:
        return "v" if len(word) > 1 and word.endswith(_RESULTS) else "n"
    return found.tag
