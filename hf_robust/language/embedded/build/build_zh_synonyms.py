"""Makes the table of Chinese synonyms from the Chinese Open Wordnet, cut to the words of the dictionary."""

from pathlib import Path

from hf_robust.language.chinese.dictionary import is_word
from hf_robust.language.embedded.build.build_zh_words import packed
from hf_robust.language.embedded.build.treebanks import need

ENDINGS = {"a": "的", "r": "地"}


def word_of(lemma: str, pos: str) -> str:
    """The lemma as the dictionary writes it: without ``+``, an adjective without 的, an adverb without 地."""
    stem = lemma.split("+")[0] if lemma.endswith(("+的", "+地")) else lemma.replace("+", "")
    ending = ENDINGS.get(pos, "")
    return stem.removesuffix(ending) if ending and len(stem) > 2 else stem


def build(wordnet: Path, out: Path) -> dict:
    """Write ``synonyms.tsv.gz``: a synset with its part of speech, and its words.

    Args:
        wordnet: The tab file of the Chinese Open Wordnet.
        out: The folder of the Chinese tables, where the dictionary is already.

    Returns:
        Numbers of synsets, of words, and of words that share a synset with another.

    Raises:
        DataFileError: There is no such wordnet.
    """
    synsets: dict[str, set[str]] = {}
    for line in need(wordnet).read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            synset, kind, lemma = line.split("\t")
            word = word_of(lemma, synset[-1])
            if kind == "cmn:lemma" and is_word(word):
                synsets.setdefault(synset, set()).add(word)
    rows = [f"{synset}\t{' '.join(sorted(words))}" for synset, words in sorted(synsets.items())]
    (out / "synonyms.tsv.gz").write_bytes(packed(rows))
    return {
        "synsets": len(rows),
        "words": len(set().union(*synsets.values())),
        "with_synonyms": len(set().union(*(words for words in synsets.values() if len(words) > 1))),
    }
