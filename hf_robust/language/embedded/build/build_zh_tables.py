"""Makes all tables of Chinese words that come from packages of PyPI and from the Chinese Open Wordnet."""

from pathlib import Path

from hf_robust.language.embedded.build import build_zh_look_alikes, build_zh_script, build_zh_synonyms, build_zh_words
from hf_robust.language.embedded.build.treebanks import need


def build(wordnet: Path, out: Path) -> dict:
    """Write the tables; ``python -m hf_robust.language.lexicons`` then brings their hashes up to date.

    Args:
        wordnet: The tab file of the Chinese Open Wordnet.
        out: The folder of the Chinese tables.

    Returns:
        Numbers of rows.

    Raises:
        DataFileError: There is no such wordnet.
        MissingResource: A package is not installed in the version that the tables are made from.
    """
    need(wordnet)
    # the last two read the dictionary
    return {
        "words": build_zh_words.build(out),
        "script": build_zh_script.build(out),
        "synonyms": build_zh_synonyms.build(wordnet, out),
        "look_alikes": build_zh_look_alikes.build(out),
    }
