"""A word class is listed once: no file keeps a copy of a word set that stands in another file."""

import ast
import re
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest
from package_sources import ROOT, nodes_of, of_each_module, parsed

# rooms that know words of a language; the lists of the other rooms are keys of records and names of options
ROOMS = (
    "adapters/baselines",
    "adapters/huggingface",
    "capability/expansion",
    "core",
    "language",
    "slices",
    "transforms",
)
LEAST, SHARE = 4, 0.6
# a letter that is no word names a kind of tag
WORD = re.compile(r"[ai]|[a-z]{2,}(?:['’-][a-z]*)*\.?|['’][a-z]+|[\u4e00-\u9fff]+")
# names of Universal Dependencies, of the parts of an annotation and of what describes a model: no words of a text
LABELS = frozenset(
    """acl acl:relcl acomp advcl advcl:relcl advmod agent amod appos attr aux aux:pass auxpass case cc ccomp compound
    compound:prt conj cop csubj csubj:pass dep det discourse dislocated dobj expl fixed flat flat:name goeswith iobj
    list mark neg nmod nmod:desc nmod:poss npadvmod nsubj nsubj:pass nsubjpass nummod obj obl obl:agent obl:tmod oprd
    orphan parataxis pcomp pobj poss prep prt punct relcl reparandum root vocative xcomp
    deprel deprels deps end ent ent_end ent_label ent_start entities head heads kinds las lemma pos sent sentence start
    starts tag tags token tokens uas upos xpos
    architecture author base description encoder exact f1 figures labels layers license max_length name performance
    precision recall sha256 sources url version""".split()
)
# lists that are no word classes, and tables with a value for each word, by file and name
EXCEPTIONS = {
    ("transforms/task_specific/pair_people.py", "_PLACES"): "last words of names of places",
    ("transforms/task_specific/pair_superlatives.py", "_NEW"): "a table of things and the extremes that are asked for",
    ("transforms/task_specific/pair_superlatives.py", "_TOLD"): "what a question for a price or a mood says already",
    ("language/english/known_things.py", "_TOLD_OF"): "nouns that stand for what was told, not events",
    ("transforms/task_specific/pair_existence.py", "_AGREEING"): "a table of forms",
    ("transforms/chinese/task_specific/asked_clauses.py", "_ASKED_OF_ONESELF"): "verbs that a question repeats with 不",
    ("language/famous_mentions.py", "_BEFORE_PLACES"): "words before a preposition and a place in texts about films",
    ("transforms/adverb_asked.py", "_PLACES"): "nouns after 'around the'",
    ("transforms/adverb_asked.py", "_ROUGHLY"): "adverbs beside which a question asks for no exact amount",
    ("transforms/adverb_asked.py", "knows"): "question words after a verb of knowing",
    ("transforms/adverb_manners.py", "_CLASSES"): "a table of adverbs and their verbs",
    ("transforms/adverb_misfits.py", "_rules"): "a table of adverbs and their rules",
    ("transforms/antonym_statements.py", "_WEIGHED"): "adjectives of many kinds, three of which are also of times",
    ("transforms/adverb_states.py", "_STATES"): "a table of adverbs and their participles",
    (
        "transforms/adverb_sequence.py",
        "_STAYING",
    ): "verbs of states of every class; the sets of one class are parts of it",
    (
        "transforms/adverb_stance.py",
        "_NO_CLAUSE",
    ): "no word class: what makes a sentence a question, a request or a wish",
    ("transforms/adverb_stance.py", "_NOT_ACTUALLY"): "verbs that do not go with 'I actually'",
    ("transforms/adverb_stance.py", "_MODAL"): "a table of modals and their adverbs",
    ("transforms/adverb_stance.py", "_EASY"): "verbs that go with 'can easily'",
    ("transforms/adverbs.py", "_OF_PRICES"): "verbs of prices alone",
    ("transforms/gendered_words.py", "_CALLS"): "nouns by which somebody is called",
    ("transforms/given_name_swaps.py", "_OFFICES"): "offices before a name whose gender is known",
    ("transforms/person_signs.py", "BUSINESS"): "nouns of companies and of shares",
    ("transforms/place_ties.py", "_LEADING"): "words and marks between a name and its noun",
    ("transforms/region_continents.py", "_FORMS"): "a table of forms",
    ("transforms/task_specific/relation_appositions.py", "_WORKS"): "nouns of works that stand before a name",
    ("language/english/aspect_turns.py", "_ONLY"): "nouns of complaints alone",
    ("language/english/clause_pieces.py", "REPORTS"): "verbs of saying alone",
    ("language/english/opposed_amounts.py", "_CHANGE_NOUNS"): "a table of words and their opposites",
    ("language/english/opposed_times.py", "_LIT"): "words of all kinds",
    ("language/english/opposed_times.py", "_PARTS"): "a table of words and their opposites",
    ("language/english/opposed_qualities.py", "_ABILITIES"): "a table of words and their opposites",
    ("language/english/denials.py", "_COMMENTS"): "adverbs that keep their place before a denial",
    ("language/english/side_clauses.py", "_WITH_ACT"): "words of all kinds",
    ("language/english/opposed_amounts.py", "_UNITS"): "nouns of units, without things",
    ("language/english/opposed_amounts.py", "_DIRECTIONS"): "a table of words and their opposites",
    (
        "language/english/opposed_amounts.py",
        "_is_dated",
    ): "no word class: two prepositions and an article before a year",
    ("language/english/opposed_amounts.py", "_asked_noun"): "no word class: what turns a question into a comparison",
    ("language/english/opposed_amounts.py", "_OPPOSITES"): "a table of words and their opposites",
    ("language/english/opposed_amounts.py", "_CHANGES"): "a table of words and their opposites",
    ("language/english/opposed_amounts.py", "_SIDES"): "a table of words and their opposites",
    (
        "language/english/opposed_amounts.py",
        "_BEFORE_MORE",
    ): "no word class: words before 'more than' that change what it compares",
    ("language/english/opposed_amounts.py", "_ASKED"): "a table of words and their opposites",
    ("language/english/opposed_amounts.py", "_asked"): "verbs of change that name no direction of their own",
    ("language/english/number_conversions.py", "_MORE_SIZES"): "a table of units and their sizes",
    (
        "transforms/task_specific/relation_clefts.py",
        "_NOT_SINGLED",
    ): "verbs with an object that a cleft cannot single out; states are others",
    ("transforms/task_specific/relation_clefts.py", "_PRESENT"): "a table of forms",
    ("transforms/european/numbers.py", "_PLURAL"): "codes of languages",
    ("transforms/couples.py", "_BETWEEN"): "what stands between a possessive and a spouse",
    ("language/chinese/tree_spans.py", "_LOCATED"): "kinds of the table of places",
    ("transforms/person_signs.py", "_OF_MINDS"): "names of classes of WordNet",
    ("transforms/past_people.py", "_OF_MEN_THEN"): "nouns and verbs of offices and services",
    ("adapters/baselines/pipeline_tags.py", "_OTHER_TYPES"): "labels of entities",
    ("core/extras.py", "EXTRAS"): "names of packages",
    ("language/embedded/build/build_layouts.py", "LAYOUTS"): "codes of languages",
    ("language/embedded/build/build_masked_lm.py", "EVERY"): "names of sources",
    ("language/embedded/build/entity_training.py", "_WNUT"): "labels of entities",
    ("language/embedded/build/entity_training.py", "_LANDSCAPE"): "nouns of a training corpus",
    ("language/english/clause_negation.py", "_CONTRACTED"): "a table of forms",
    ("language/english/number_signs.py", "_BOUNDS"): "a table of units and their largest values",
    ("language/english/opinion_words.py", "_URGING"): "a table of words and their polarities",
    ("language/english/question_phrases.py", "_MEASURES"): "a table of adjectives and their nouns",
    ("language/english/reversals.py", "_LOUD"): "a table of verbs and their opposites",
    (
        "language/english/tree_spans.py",
        "_ADVERBS",
    ): "adverbs of every class that may move; the sets of one class are parts of it",
    ("slices/slice_listing.py", "_row"): "keys of a record",
    ("slices/slice_table.py", "describe"): "keys of a record",
    ("language/english/name_origins.py", "_NATIONS"): "languages by which countries are listed",
    ("transforms/adverb_also.py", "_NOT_BESIDE_ALSO"): "no word class: what 'also' does not stand beside",
    ("transforms/adverb_degrees.py", "_actually"): "what begins a question that is no request",
    ("transforms/adverb_amounts.py", "_LASTING"): "verbs before an amount of time; the other list has their bare forms",
    (
        "transforms/adverbs.py",
        "_OWN_TIMES",
    ): "all that tells a time or a number of times; the sets of one class are parts of it",
    ("transforms/adverbs.py", "_STATES"): "verbs of states of every class; the sets of one class are parts of it",
    ("transforms/adverbs.py", "fits"): "subjects as events have them",
    ("transforms/defined_things.py", "_THINGS"): "nouns that a definition may name; the other lists are of one kind",
    ("transforms/embeddings.py", "resources"): "names of resources",
    ("transforms/task_specific/distractor_answers.py", "_TO_MANY"): "a table of forms",
    ("transforms/task_specific/organization_kinds.py", "_SPORTS"): "a table of patterns",
    ("transforms/task_specific/entity_swaps.py", "_KINDS"): "labels of entities",
    (
        "transforms/task_specific/pair_contraries.py",
        "_MOVING",
    ): "verbs of rise and fall alone; the other lists have nouns and opposites",
    ("transforms/task_specific/pair_contraries.py", "_is_vehicle"): "beginnings of words",
    ("transforms/task_specific/relation_mentions.py", "_TYPES"): "labels of entities",
    ("transforms/task_specific/schema_voice.py", "_OF_BE"): "a table of forms and their tags",
    ("language/english/clause_negation.py", "_MEASURES"): "no word class: what precedes a measured amount",
    (
        "language/english/missed_verbs.py",
        "_FELT",
    ): "verbs of a review that leaves out 'I'; the other lists are of sense",
    (
        "language/english/standing_judgments.py",
        "_RANKS",
    ): "ordinals with 'last' and 'next'; each other list has one half",
    ("language/english/tense_signs.py", "ADVICE"): "modals of advice alone; hedges are all that weaken a claim",
    ("language/english/tense_shift.py", "_NEVER_BARE"): "a table of forms",
    ("language/english/tense_shift.py", "_OPENING"): "a table of forms",
    ("language/european/other_languages.py", "CODES"): "codes of languages",
    ("language/european/tables.py", "(DE, ES, FR, IT, PT)"): "codes of languages",
    ("language/own_languages.py", ""): "codes of languages",
    ("transforms/adverb_places.py", "_PLANNING"): "verbs of plans; the raising verbs are grammar",
    (
        "transforms/no_person_words.py",
        "_NO_NAMES",
    ): "familiar words for kin alone; the other list has the formal ones too",
    ("transforms/person_names.py", "_NO_SURNAMES"): "words that end titles of works and names of feasts",
    ("transforms/person_signs.py", "PEOPLE"): "nouns of occupations; the other lists are of one kind",
    ("transforms/place_ties.py", "OF_SIDES"): "nouns that directions qualify, not places",
    (
        "transforms/task_specific/aspect_opinions.py",
        "_DENIALS",
    ): "no word class: words that deny an opinion, and the empty text",
    ("transforms/words.py", "STOP_WORDS"): "a table of words and their tags",
}


class WordSet(NamedTuple):
    """A literal of four or more words: a set, list, tuple, the keys of a dictionary, or ``"...".split()``."""

    file: str
    name: str
    line: int
    words: frozenset[str]


def strings(nodes: list[ast.expr | None]) -> list[str]:
    return [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def entries(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.Set, ast.List, ast.Tuple)):
        return strings(node.elts)
    if isinstance(node, ast.Dict):
        return strings(node.keys)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        return " ".join(strings([node.func.value])).split()
    return []


def are_words(found: frozenset[str]) -> bool:
    known = [word for word in found if WORD.fullmatch(word) and word not in LABELS]
    return len(found) >= LEAST and len(known) >= SHARE * len(found)


def word_sets(file: str, tree: ast.Module) -> list[WordSet]:
    """All word sets of a module, each with the name to which it is assigned, or of the function that it stands in."""
    found: list[WordSet] = []

    def visit(node: ast.AST, name: str) -> None:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            name = node.name
        elif isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0])
        elif isinstance(node, ast.AnnAssign):
            name = ast.unparse(node.target)
        words = frozenset(entries(node))
        if are_words(words):
            found.append(WordSet(file, name, node.lineno, words))
        for child in ast.iter_child_nodes(node):
            visit(child, name)

    visit(tree, "")
    return found


def overlap(one: WordSet, other: WordSet) -> float:
    return len(one.words & other.words) / min(len(one.words), len(other.words))


def copies(found: list[WordSet]) -> list[tuple[WordSet, WordSet]]:
    """Pairs of word sets in different files that share most of the smaller one."""
    return [pair for pair in combinations(found, 2) if pair[0].file != pair[1].file and overlap(*pair) >= SHARE]


@of_each_module
def sets_of_each(path: Path, _: str, tree: ast.Module) -> list[WordSet]:
    file = path.relative_to(ROOT).as_posix()
    return word_sets(file, tree) if file.startswith(ROOMS) else []


def package_word_sets() -> list[WordSet]:
    return [each for found in sets_of_each().values() for each in found]


def described(pair: tuple[WordSet, WordSet]) -> str:
    shared = " ".join(sorted(pair[0].words & pair[1].words))
    return " and ".join(f"{one.file}:{one.line} {one.name} ({len(one.words)})" for one in pair) + f" share {shared}"


def test_no_word_set_is_kept_twice():
    """Compose the sets of ``language/*/closed_classes.py``, or import the set from the file that has it."""
    found = [each for each in package_word_sets() if (each.file, each.name) not in EXCEPTIONS]
    assert [described(pair) for pair in copies(found)] == []


def test_each_exception_is_needed():
    """An exception is a list that would be found."""
    found = {(one.file, one.name) for pair in copies(package_word_sets()) for one in pair}
    assert set(EXCEPTIONS) - found == set()


@pytest.mark.parametrize("language", ["english", "chinese"])
def test_each_set_is_used(language):
    """A set of the closed classes stands there because a module composes it."""
    home = f"hf_robust.language.{language}.closed_classes"
    names = [
        node
        for _, _, tree in parsed(under=(f"language/{language}/closed_classes.py",))
        for node in nodes_of(tree)
        if isinstance(node, ast.Name) and node.id.isupper()
    ]
    imports = [
        node
        for _, _, tree in parsed(having=[home])
        for node in nodes_of(tree)
        if isinstance(node, ast.ImportFrom) and node.module == home
    ]
    used = {alias.name for node in imports for alias in node.names}
    used |= {node.id for node in names if isinstance(node.ctx, ast.Load)}
    assert {node.id for node in names} - used == set()


@pytest.mark.parametrize(
    "source",
    [
        'X = {"he", "she", "they", "we"}',
        'X = ["he", "she", "they", "we"]',
        'X = ("he", "she", "they", "we")',
        'X = {"he": 1, "she": 2, "they": 3, "we": 4}',
        'X = frozenset("he she they we".split())',
        'def X(word): return word in ("he", "she", "they", "we")',
        'X = {"不", "没", "没有", "未"}',
    ],
)
def test_finds_each_kind_of_literal(source):
    """Two files with the same words are a pair, and one file is none."""
    one, same, other = (word_sets(file, ast.parse(source)) for file in ("a.py", "a.py", "b.py"))
    assert [each.name for each in one] == ["X"]
    assert copies([*one, *same]) == [] and copies([*one, *other]) == [(one[0], other[0])]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ('X = {"he", "she", "they"}', "three words"),
        ('X = {"NN", "NNS", "VB", "VBZ"}', "tags"),
        ('X = {"nsubj", "obj", "obl", "xcomp"}', "labels"),
        ('X = {"b", "n", "r", "v"}', "letters"),
        ('X = HOME | {"perhaps", "maybe", "surely"}', "composed"),
    ],
)
def test_counts_word_sets_only(source, reason):
    assert word_sets("a.py", ast.parse(source)) == [], reason


def test_shares_most_of_the_smaller_set():
    large = WordSet("a.py", "", 1, frozenset("a about at by for from in of".split()))
    half, most = (WordSet("b.py", "", 1, frozenset(words.split())) for words in ("at by to up", "at by for to up"))
    assert copies([large, half]) == [] and copies([large, most]) == [(large, most)]
