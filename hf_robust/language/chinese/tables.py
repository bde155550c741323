"""The tables of Chinese, read by ``lexicon(name, "zh")``. All are in simplified characters.

================== ===================================================================================================
name               what comes back
================== ===================================================================================================
abbreviations      ``dict[abbreviation, words of what it stands for]``; read it through ``chinese.short_forms``
adjunct_words      ``dict``: words beside which an adjunct or a clause may stand or go, by use
adverbs            ``{"groups": verbs with their adverbs by what follows, "beside": lists of words}``
antonyms           rows of (``a`` or ``v``, word, opposite, ``=`` or ``>`` for one way only, beside, unless)
common_characters  ``tuple`` of the 3,500 commonest characters, the commonest first
contracted_places  ``dict``: short names of provinces, which border on which, words ``before`` and ``after`` a place
denials            ``dict[judging word, negation of its opposite]``
entity_swaps       ``dict``: ``longer`` names of countries and of areas that peoples govern themselves
gender_words       ``dict``: ``pairs`` for men and women, ``one_way``, words ``apart`` that only hold one, ``tied``
gradable           ``dict``: ``adverbs`` of degree in groups of one strength; ``positive``, ``negative``, ``neutral``
interchangeable    ``dict[word, tuple[word that can stand for it in most texts, ...]]``
leadins            ``tuple`` of lead-ins, each (words, their universal parts of speech)
look_alikes        ``dict[character, characters that look like it]``; see ``chinese.similar_characters``
general_truths     ``{kind: (sentence, ...)}``: true anywhere, and such as cannot be false
made_titles        ``tuple`` of titles of works that do not exist
near_words         ``dict[word, "neighbor:cosine neighbor:cosine"]``; read it through ``language.vectors``
name_parts         ``dict``: characters and words of which names are composed; see ``chinese.composed_names``
modern_words       rows as those of ``words``, of words that it lacks or has too rarely
negation_words     ``dict``: ``words`` that deny; ``first`` characters of others, ``unless`` of those that do not
net_style          ``dict``: ``handles``, ``topics``, ``emoji`` of social media, ``words`` with what they become there
offensive          ``frozenset`` of offensive words that are never put into a text
organization_names ``dict``: ``real`` ones by kind, ``kinds`` that end a name, ``stems`` to stand before those
person_names       ``dict``: surnames, given names by gender, characters of one gender, people whom everybody knows
place_names        ``dict``: nations with region and cities, provinces with cities, districts, natural places
relative_clauses   clauses before nouns by kind: words with part of speech, relation and head; ``light_nouns``
repeated_words     ``dict`` from a word to how it is said twice: ``aabb``, ``aabb-anywhere``, ``abab``, ``v-one-v``
schema_nouns       ``groups`` of nouns of one role, words ``before`` a noun of a candidate, nouns of ``people``
sayings            ``tuple`` of proverbs, as lead-ins
pair_opposites     rows of (word, kind, words with a space between them that exclude it)
pair_templates     templates of pairs of sentences, and the nouns and verbs that fill them
script             rows of (character, ``"s"`` to simplified or ``"t"`` to traditional, its partner)
rare_synonyms      rows of (word, rare words that can stand for it, words before which it stays)
synonyms           ``dict[synset of WordNet 3.0 with its part of speech, words]``; see ``chinese.open_wordnet``
traditional_words  ``dict[word, its traditional form]`` of words that are not written character by character
separable_verbs    ``dict`` from a verb to the words that it opens into: 洗 了 个 澡
word_surroundings  ``dict``: words beside which a verb or adjective may take a shape, or may not, by a name
words              ``dict[word, "frequency<tab>tag<tab>pinyin"]``; read it through ``chinese.dictionary``
================== ===================================================================================================
"""

from pathlib import Path

from hf_robust.language.lexicons.readers import Tables, json_table, lines, row_table, text_of, word_set, word_table

__all__ = ["TABLES"]


def _ordered_words(path: Path) -> tuple[str, ...]:
    return tuple(text_of(path).splitlines())


def _tagged_words(path: Path) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Lines of words, each with its universal part of speech behind a slash."""
    rows = ([word.split("/") for word in line.split(" ")] for line in text_of(path).splitlines())
    return tuple((tuple(word for word, _ in row), tuple(tag for _, tag in row)) for row in rows)


def _first_cells(path: Path) -> dict[str, str]:
    """The first cell of each row, and the rest as it is: whoever looks a word up splits one row, not all."""
    return dict(line.split("\t", 1) for line in text_of(path).splitlines())


def _one_cell(path: Path) -> dict[str, str]:
    """Lines of a word and what is said of it."""
    return {row[0]: row[1] for row in lines(path)}


TABLES: Tables = {
    "abbreviations": ("zh/abbreviations.tsv", word_table),
    "adjunct_words": ("zh/adjunct_words.json", json_table),
    "adverbs": ("zh/adverbs.json", json_table),
    "antonyms": ("zh/antonyms.json", json_table),
    "aspect_judgments": ("zh/aspect_judgments.json", json_table),
    "contracted_places": ("zh/contracted_places.json", json_table),
    "name_parts": ("zh/name_parts.json", json_table),
    "rare_synonyms": ("zh/rare_synonyms.tsv", row_table),
    "common_characters": ("zh/common_characters.txt", _ordered_words),
    "denials": ("zh/denials.json", json_table),
    "entity_swaps": ("zh/entity_swaps.json", json_table),
    "gender_words": ("zh/gender_words.json", json_table),
    "gradable": ("zh/gradable.json", json_table),
    "interchangeable": ("zh/interchangeable.tsv", word_table),
    "known_things": ("zh/known_things.tsv", row_table),
    "leadins": ("zh/leadins.txt", _tagged_words),
    "look_alikes": ("zh/look_alikes.tsv", word_table),
    "general_truths": ("zh/general_truths.json", json_table),
    "made_titles": ("zh/made_titles.txt", _ordered_words),
    "near_words": ("zh/near_words.tsv.gz", _first_cells),
    "modern_words": ("zh/modern_words.tsv", _first_cells),
    "negation_words": ("zh/negation_words.json", json_table),
    "net_style": ("zh/net_style.json", json_table),
    "offensive": ("zh/offensive.txt", word_set),
    "organization_names": ("zh/organization_names.json", json_table),
    "person_names": ("zh/person_names.json", json_table),
    "place_names": ("zh/place_names.json", json_table),
    "relative_clauses": ("zh/relative_clauses.json", json_table),
    "repeated_words": ("zh/repeated_words.tsv", _one_cell),
    "sayings": ("zh/sayings.txt", _tagged_words),
    "pair_opposites": ("zh/pair_opposites.tsv", row_table),
    "pair_templates": ("zh/pair_templates.json", json_table),
    "schema_nouns": ("zh/schema_nouns.json", json_table),
    "script": ("zh/script.tsv", row_table),
    "synonyms": ("zh/synonyms.tsv.gz", word_table),
    "traditional_words": ("zh/traditional_words.tsv", _first_cells),
    "separable_verbs": ("zh/separable_verbs.tsv", word_table),
    "word_surroundings": ("zh/word_surroundings.json", json_table),
    "words": ("zh/words.tsv.gz", _first_cells),
}
