"""Word lists and tables that the transformations read.

Every table is a UTF-8 data file next to this module, those of another language in a folder of its code. The English
ones were written for this project (the figures of ``human_scores`` are published ones); ``SOURCES.toml`` states for
each where it comes from, its licence, its SHA-256 and its number of rows. A table is read once a process.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.core.errors import DataFileError, UnknownNameError
from hf_robust.core.registry import languages
from hf_robust.language.lexicons.readers import Tables, json_table, lines, row_table, word_set, word_table

__all__ = ["ContractionRow", "lexicon", "names"]

FOLDER = Path(__file__).parent


class ContractionRow(NamedTuple):
    """One row of the ``contractions`` table, lower case, with the straight apostrophe.

    Args:
        expanded: The long form, ``"do not"``.
        contracted: The short form, ``"don't"``.
        direction: ``"both"``, ``"expand"`` (short to long only) or ``"contract"`` (long to short only).
        when: The context in which the row may be used. ``"any"``: everywhere. ``"medial"``: contracting needs
            a word, other than *not*, right after it (never "yes, it's."). ``"aux"``: as ``medial``, and the
            last verb is an auxiliary ("he has gone", not "he has a car"). ``"initial"``: contracting needs
            the start of a sentence ("Let us go"). ``"perfect"``: expanding needs, right after it, a word of
            ``lexicon("inversions")["perfect_followers"]`` for the same clitic ("it's been"); such a row
            goes before the other rows of the same short form.

    Example:
        >>> ContractionRow("do not", "don't", "both", "any").contracted
        "don't"
    """

    expanded: str
    contracted: str
    direction: str
    when: str


def _contraction_table(path: Path) -> tuple[ContractionRow, ...]:
    return tuple(ContractionRow(*row) for row in lines(path))


_TABLES: Tables = {
    "abbreviations": ("abbreviations.tsv", word_table),
    "adverbs": ("adverbs.json", json_table),
    "antonyms": ("antonyms.json", json_table),
    "aspect_clauses": ("aspect_clauses.json", json_table),
    "audited": ("audited.json", json_table),
    "yields": ("yields.json", json_table),
    "english_words": ("english_words.txt.gz", word_set),
    "contractions": ("contractions.tsv", _contraction_table),
    "composed_names": ("composed_names.json", json_table),
    "contrary_words": ("contrary_words.json", json_table),
    "emoji_signs": ("emoji_signs.json", json_table),
    "entities": ("entities.json", json_table),
    "facts": ("facts.json", json_table),
    "entity_swaps": ("entity_swaps.json", json_table),
    "fake_answers": ("fake_answers.json", json_table),
    "genders": ("genders.json", json_table),
    "films": ("films.tsv", row_table),
    "known_things": ("known_things.tsv", row_table),
    "function_words": ("function_words.json", json_table),
    "general_truths": ("general_truths.json", json_table),
    "human_scores": ("human_scores.tsv", row_table),
    "homoglyphs": ("homoglyphs.tsv", word_table),
    "homophones": ("homophones.tsv", word_table),
    "inversions": ("inversions.json", json_table),
    "keyboard": ("keyboard.json", json_table),
    "layouts": ("layouts.json", json_table),
    "leadins": ("leadins.json", json_table),
    "light_words": ("light_words.json", json_table),
    "misspellings": ("misspellings.tsv", word_table),
    "more_names": ("more_names.json", json_table),
    "more_places": ("more_places.json", json_table),
    "name_kinds": ("name_kinds.json", json_table),
    "nations": ("nations.json", json_table),
    "near_words": ("near_words.json", json_table),
    "noun_sisters": ("noun_sisters.json", json_table),
    "number_words": ("number_words.json", json_table),
    "ocr": ("ocr.tsv", word_table),
    "ocr_scripts": ("ocr_scripts.tsv", word_table),
    "opposed_words": ("opposed_words.tsv", row_table),
    "organization_groups": ("organization_groups.json", json_table),
    "organizations": ("organizations.json", json_table),
    "origins": ("origins.json", json_table),
    "persons": ("persons.tsv", row_table),
    "pair_templates": ("pair_templates.json", json_table),
    "places": ("places.json", json_table),
    "places_apart": ("places_apart.json", json_table),
    "polar_words": ("polar_words.json", json_table),
    "quotes": ("quotes.json", json_table),
    "sayings": ("sayings.json", json_table),
    "stop_words": ("stop_words.tsv", word_set),
    "twitter": ("twitter.json", json_table),
    "word_classes": ("word_classes.json", json_table),
    "word_pairs": ("word_pairs.tsv", row_table),
    "schema_nouns": ("schema_nouns.json", json_table),
    "phrase_pairs": ("phrase_pairs.tsv", row_table),
}


def _tables(language: str) -> Tables:
    """The English tables are those above; another language names its own."""
    module = languages.get(language).tables
    if not module:
        return _TABLES if language == "en" else {}
    name, _, attribute = module.partition(":")
    tables: Tables = getattr(import_module(name), attribute or "TABLES")
    return tables


def names(language: str = "en") -> tuple[str, ...]:
    """Names of all tables of a language, sorted.

    Args:
        language: Code of the language.

    Raises:
        UnknownNameError: There is no such language.

    Example:
        >>> "keyboard" in names()
        True
    """
    return tuple(sorted(_tables(language)))


def lexicon(name: str, language: str = "en") -> Any:
    """Reads one table; later calls in the same process return the same object, which must not be changed.

    What the tables of another language hold is told by the module that declares them
    (:mod:`hf_robust.language.chinese.tables`, :mod:`hf_robust.language.european.tables`). The English ones:

    ================ ========================================================================================
    name             what comes back
    ================ ========================================================================================
    abbreviations    ``dict[phrase, tuple[abbreviation, ...]]``, the most usual first
    adverbs          ``{"words": ({"kind", "frames", "words", "verbs", conditions}, ...), "clashes": {kind: words}}``
    antonyms         ``{"classes": {name: nouns}, "clashes": {name: words}, "pairs": ({"adjective", ...}, ...)}``
    aspect_clauses   clauses by domain and polarity, words that tell the domains, and words for the same aspect
    audited          records of ratings; :mod:`hf_robust.transforms.audited_versions` reads them
    contractions     ``tuple[ContractionRow, ...]``, sorted; match the longest phrase first
    contrary_words   groups by kind, each in one string: sets after commas, words for the same with a bar between
    emoji_signs      ``{"emoji": (...), "emoticons": (...)}``
    entities         ``{"PERSON": {"first_female", "first_male", "first_unisex", "surnames"}, "ORG", "GPE"}``
    facts            ``{"facts": {type: {clause: names}}, "generic": {type: clauses}, "words": {tag: words}}``
    entity_swaps     names by type in ``"oov"``, ``"cross"`` and ``"longer"``, and ``"acronyms"`` spelled out
    films            rows of (title, summary)
    known_things     rows of (name, kind, group, marks, summary); "c": only with capitals, "a": not replaced
    fake_answers     ``{"sets", "nicknames", "coined", "cities", "phrases": {kind of noun: {"count", ...}}, ...}``
    genders          ``{"nouns": rows of (male, female) with their plurals, "one_way", "pronouns", "titles", ...}``
    function_words   ``{"english": {"sure", "shared"}, "others": {language: {"sure", "weak"}}}``, in one string each
    general_truths   ``{"anywhere": sentences that are true wherever they stand, "always": such as cannot be false}``
    human_scores     rows of texts; :mod:`hf_robust.transforms.human_ratings` reads them
    homoglyphs       ``dict[ASCII letter or digit, tuple[character of the same shape, ...]]``
    homophones       ``dict[word, tuple[word that sounds alike and is written for it, ...]]``
    inversions       ``{"auxiliaries": {aux: negated}, "subjects", "special", "perfect_followers"}``
    keyboard         ``dict[layout, dict[character, str of neighbors]]``
    leadins, sayings ``tuple[{"tokens", "upos", "xpos"}, ...]``
    light_words      adjectives, adverbs and predeterminers that add no judgment, and beside what each may stand
    misspellings     ``dict[word, tuple[misspelling, ...]]``
    name_kinds       ``{"states": {state: {"short", "cities"}}, "many_types": {kind: names}, "real", "kinds", ...}``
    nations          ``dict[country, {"adjective", "people", "cities"}]``, the most mentioned first
    near_words       ``{"nouns": groups of words, "verbs": groups}``; the words of a group exclude each other
    number_words     ``{"units", "tens", "scales"}``, the same with ``ordinal_`` before; units from 0 to 19
    ocr              ``dict[source, tuple[target, ...]]``, case-sensitive, one or two characters
    opposed_words    ``tuple[(kind, word, opposite, scope, only before, not before), ...]``, words in one string each
    organizations    ``{"kinds", "known"}``: last words of their names; names that everybody knows or that are words
    origins          ``dict[language, {"female", "male", "surnames"}]``, names of people in one string each
    persons          rows of (name, gender, role, summary): people of film, letters and music
    pair_templates   ``{"inference": templates, "similarity": templates, "people": nouns, "of_people": verbs, ...}``
    places           ``dict[region of the world, {"cities", "countries", "areas"}]``
    places_apart     ``{"anchors", "in_capitals"}``, words that tie a text to a country; some only with a capital
    polar_words      ``{"reversals": {polarity: {kind: {word: opposites}}}, "denials", "extremes"}``
    quotes           ``{"pairs": ((open, close), ...)}``
    stop_words       ``frozenset`` of English function words, lower case, contractions and their pieces included
    twitter          ``{"handles", "link_hosts", "link_parts", "tags"}``
    yields           figures by version; :mod:`hf_robust.transforms.measured_yields` reads them
    word_classes     ``{"several", "kept", "stems"}``, each by Penn's class: ``NN``, ``VB``, ``JJ``, ``RB``
    schema_nouns     ``{"nouns": {noun: nouns of the same role}}``
    phrase_pairs     rows: a phrase, what can stand for it, the conditions (see
                     ``hf_robust.language.english.phrase_pairs``)
    word_pairs       rows: ``lemma|part of speech``, the word that can stand for it, the level, the conditions (see
                     ``hf_robust.language.english.word_pairs``); in how many contexts a causal language model was
                     asked, in how many the pair passed; the same two numbers for the masked language model
    ================ ========================================================================================

    Args:
        name: One of :func:`names`.
        language: Code of the language.

    Returns:
        The table as plain dicts, tuples and strings.

    Raises:
        UnknownNameError: There is no such table or no such language.
        DataFileError: The file of the table is missing or unreadable, so the installation is incomplete.

    Example:
        >>> lexicon("keyboard")["qwerty"]["q"]
        '12wa'
    """
    return _read(name, language)


@cache
def _read(name: str, language: str) -> Any:
    tables = _tables(language)
    if name not in tables:
        raise UnknownNameError("lexicon", name, tables)
    file, read = tables[name]
    try:
        return read(FOLDER / file)
    except (OSError, ValueError, TypeError) as error:
        raise DataFileError(
            f"lexicon {name!r}: expected a readable {FOLDER / file}, found: {error}; "
            "run: pip install --force-reinstall hf-robust"
        ) from error
