"""The tables of German, French, Spanish, Italian and Portuguese, read by ``lexicon(name, "de")`` and so on.

============= ==========================================================================================================
name          what comes back
============= ==========================================================================================================
contractions  ``{"contexts": {name: {"not_before", "after"}}, "rows": ((full, short, direction, context), ...)}``:
              ``direction`` is ``both``, ``contract`` or ``expand``; a context has patterns for the text around a phrase
counted       ``frozenset`` of nouns that a number before them counts, and whose number may be another
fixed_phrases ``frozenset`` of pairs of words, with a space between, of which neither may be left out
homophones    ``dict[word, tuple[word of the same sound, ...]]``, keys in lower case
kept_words    ``frozenset`` of function words that are never left out: negations, demonstratives, words that contrast
months        ``frozenset`` of the names of the months
misspellings  ``dict[word, tuple[misspelling, ...]]``, keys in lower case
stop_words    ``frozenset`` of the other function words
weekdays      ``frozenset`` of the names of the days of the week
============= ==========================================================================================================
"""

from pathlib import Path

from hf_robust.language.lexicons.readers import Tables, json_table, lines, word_set

__all__ = ["DE", "ES", "FR", "IT", "PT"]


def _by_low_word(path: Path) -> dict[str, tuple[str, ...]]:
    """Words by their lower-case form, and after a tab what may stand for them, with bars between."""
    return {word.lower(): tuple(others.split("|")) for word, others in lines(path)}


def _tables(code: str) -> Tables:
    return {
        "contractions": (f"{code}/contractions.json", json_table),
        "counted": (f"{code}/counted.txt", word_set),
        "fixed_phrases": (f"{code}/fixed_phrases.txt", word_set),
        "homophones": (f"{code}/homophones.tsv", _by_low_word),
        "kept_words": (f"{code}/kept_words.txt", word_set),
        "months": (f"{code}/months.txt", word_set),
        "misspellings": (f"{code}/misspellings.tsv", _by_low_word),
        "stop_words": (f"{code}/stop_words.txt", word_set),
        "weekdays": (f"{code}/weekdays.txt", word_set),
    }


DE, ES, FR, IT, PT = map(_tables, ("de", "es", "fr", "it", "pt"))
