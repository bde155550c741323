"""Gold entities that become other names: lists of names, tag schemes, articles, case, users' names."""

import json
import pickle

import pytest

import hf_robust as hr
from hf_robust.core.doc import Doc, Span
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.composed_names import events, long_person_names, long_towns, organizations
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.places import places
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import wordnet_files
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.transforms.task_specific.organization_kinds import names_of_organizations
from hf_robust.transforms.transformation_registry import transformations

NAMES = ("swap-entity-oov", "swap-entity-cross-category", "swap-entity-longer")
TOKENS = "The U.N. sent Anna Smith from Lyon , France to Oslo ; Smith left .".split()
TAGS = "O B-ORG O B-PER I-PER O B-LOC O B-LOC O B-LOC O B-PER O O".split()


def swap(name, tokens, tags, seed=0, **params):
    task = hr.task("named-entity-recognition")
    out = hr.Perturb(name, task, seed=seed, keep="all", **params)({"tokens": [tokens], "ner_tags": [tags]})
    return out["tokens"][0], out["ner_tags"][0], out["robust"][0]


def spans(tags):
    found = []
    for place, tag in enumerate(to_bio(tags)):
        if tag[0] == "B":
            found.append([tag[2:], place, place + 1])
        elif tag[0] == "I":
            found[-1][2] = place + 1
    return found


def names_of(tokens, tags):
    return [" ".join(tokens[start:end]) for _, start, end in spans(tags)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_entity_becomes_another_and_all_else_stays(name, seed):
    tokens, tags, record = swap(name, TOKENS, TAGS, seed)
    assert record["status"] == "changed"
    assert [kind for kind, *_ in spans(tags)] == [kind for kind, *_ in spans(TAGS)]
    outside = [token for token, tag in zip(tokens, tags) if tag == "O"]
    assert outside == [token for token, tag in zip(TOKENS, TAGS) if tag == "O"]
    assert not set(names_of(tokens, tags)) & set(names_of(TOKENS, TAGS))


@pytest.mark.parametrize("seed", range(3))
def test_a_surname_is_that_of_the_new_full_name(seed):
    full, _, _, _, alone = names_of(*swap("swap-entity-oov", TOKENS, TAGS, seed)[:2])[1:6]
    assert full.split()[1] == alone


@pytest.mark.parametrize("name", NAMES)
def test_the_same_name_becomes_the_same_name(name):
    tokens, tags = "Oslo beat Oslo and Rome".split(), "B-LOC O B-LOC O B-LOC".split()
    first, again, other = names_of(*swap(name, tokens, tags)[:2])
    assert first == again != other


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "tags",
    [
        ["B-PER", "I-PER", "B-PER", "O", "B-LOC"],
        ["I-PER", "I-PER", "B-PER", "O", "I-LOC"],
        ["B-PER", "E-PER", "S-PER", "O", "S-LOC"],
        ["B-PER", "L-PER", "U-PER", "O", "U-LOC"],
    ],
    ids=["BIO", "IOB1", "BIOES", "BILOU"],
)
def test_neighbors_stay_apart_in_every_scheme(name, tags):
    _, new, _ = swap(name, "Anna Smith Brown in Oslo".split(), tags)
    assert [kind for kind, *_ in spans(new)] == ["PER", "PER", "LOC"]
    assert {tag[0] for tag in new} <= {tag[0] for tag in tags} | {"I", "B"}
    last, single = ("E", "S") if "S-LOC" in tags else ("L", "U")
    if tags[1][0] in "EL":
        for _, start, end in spans(new):
            assert new[end - 1][0] == (single if end - start == 1 else last)
    if tags[0] == "I-PER":  # IOB1: only a chunk right behind one of its type begins with B
        assert [tag[0] for tag in new].count("B") == 1


def test_longer_names_are_longer_and_acronyms_are_spelled_out():
    tokens, tags, _ = swap("swap-entity-longer", TOKENS, TAGS)
    found = names_of(tokens, tags)
    assert found[0] == "United Nations"
    assert all(len(new.split()) > len(old.split()) for new, old in zip(found, names_of(TOKENS, TAGS)))


def test_behind_the_stands_what_takes_it():
    cross = transformations.get("swap-entity-cross-category")()
    for seed in range(5):
        doc = Doc.of_tokens("the U.N. said".split(), marks=[Span(4, 8, "ORG")])
        assert cross.preview(doc, seed)[4:-5] in names_of_organizations("body_the", "cross")
        doc = Doc.of_tokens("the Boston office".split(), marks=[Span(4, 10, "LOC")])
        assert cross.preview(doc, seed)[4:-7] in lexicon("entity_swaps")["cross"]["place"]["town"]


@pytest.mark.parametrize(
    ("text", "mark", "check"),
    [
        ("OSLO WINS", (0, 4), str.isupper),
        ("in oslo now", (3, 7), str.islower),
        ("Oslo wins", (0, 4), str.istitle),
    ],
)
def test_case_stays(text, mark, check):
    new = transformations.get("swap-entity-oov")().preview(Doc.of_tokens(text.split(), marks=[Span(*mark, "LOC")]))
    place = 1 if text.startswith("in") else 0
    assert check(new.split()[place])


@pytest.mark.parametrize(("pronoun", "gender"), [("his", "male"), ("her", "female")])
def test_pronouns_still_fit_the_person(pronoun, gender):
    listed = genders_of_names()
    for seed in range(6):
        tokens, tags, _ = swap("swap-entity-longer", ["Quux", "sold", pronoun, "car"], ["B-PER", "O", "O", "O"], seed)
        assert listed[names_of(tokens, tags)[0].split()[0].lower()] in (gender, "unisex")


@pytest.mark.parametrize(
    ("text", "mark", "label", "kind"),
    [
        ("Kenya won", (0, 5), "LOC", "country"),
        ("in Lyon now", (3, 7), "LOC", "town"),
        ("in Bavaria now", (3, 10), "LOC", "region"),
        ("on Cloud Hill", (3, 13), "LOC", ""),
        ("Kenya and a Kenyan team", (0, 5), "LOC", ""),
        ("Mill Bank fell", (0, 9), "ORG", "bank"),
        ("Zorp Corp. fell", (0, 10), "ORG", "company"),
        ("Zorp Corp. fell", (0, 10), "group", ""),
        ("on Facebook now", (3, 11), "corporation", "web"),
        ("Arsenal played", (0, 7), "ORG", "soccer"),
        ("Arsenal played", (0, 7), "corporation", "company"),
        ("the Lakers won", (4, 10), "group", "basketball"),
        ("go LA Dodgers", (3, 13), "group", "baseball"),
        ("Zorp fell", (0, 4), "ORG", "organization"),
        ("the Zorp fell", (4, 8), "ORG", "organization_the"),
        ("the Federal Road Agency said", (4, 23), "ORG", "body_the"),
        ("OSLO 70 59 .543 -", (0, 4), "ORG", "city_team"),
        ("Zorp shares fell", (0, 4), "ORG", "company"),
        ("the Zorp concert", (4, 8), "group", "band"),
        ("Dorn Union ( DU ) fell", (13, 15), "ORG", ""),
        ("ZORP fell", (0, 4), "ORG", "organization"),
        ("Dorn Union ( DU ) fell", (0, 10), "ORG", ""),
        ("my PS3 broke", (3, 6), "product", "console"),
        ("these Coke cans", (6, 10), "product", ""),
        ("eat Gnocchi", (4, 11), "product", ""),
        ("watching Quux tonight", (9, 13), "creative-work", "film"),
        ("playing Quux tonight", (8, 12), "creative-work", ""),
    ],
)
@pytest.mark.parametrize("name", ["cross", "longer"])
def test_a_name_becomes_one_of_its_kind_or_stays(name, text, mark, label, kind):
    full = {"cross": "swap-entity-cross-category", "longer": "swap-entity-longer"}[name]
    transformation, doc = transformations.get(full)(), Doc.of_tokens(text.split(), marks=[Span(*mark, label)])
    types = {"LOC": "place", "product": "product", "creative-work": "work"}
    if types.get(label):
        names = lexicon("entity_swaps")[name][types[label]].get(kind, ())
    else:
        names = names_of_organizations(kind, name)
    if kind == "town" and name == "longer":
        names = [*names, *long_towns(), *(place.name for place in places().values())]
    if not names:
        with pytest.raises(NotApplicable):
            transformation.preview(doc, 1)
    else:
        new = transformation.preview(doc, 1)
        assert new[mark[0] : len(new) - (len(text) - mark[1])] in names


def test_a_name_in_a_text_of_capitals_has_capitals():
    doc = Doc.of_tokens("NATO AND THE FBI TO MEET IN LYON http://t.co/x".split(), marks=[Span(13, 16, "ORG")])
    new = transformations.get("swap-entity-longer")().preview(doc)
    assert "THE FEDERAL BUREAU OF INVESTIGATION TO" in new


def test_articles_and_possessives_are_right():
    doc = Doc.of_tokens("an Oslo office is Lyon's".split(), marks=[Span(3, 7, "LOC"), Span(18, 24, "LOC")])
    for seed in range(5):
        new = transformations.get("swap-entity-oov")().preview(doc, seed)
        words = new.split()
        assert words[0] == ("an" if words[1][0] in "AEIOU" else "a") and new.endswith("'s")


@pytest.mark.parametrize("name", NAMES)
def test_rows_without_a_name_to_change_say_so(name):
    assert swap(name, ["He", "ran"], ["O", "O"])[2]["reason"] == "no entity"
    reason = swap(name, ["Gnocchi", "cars", "@bob"], ["B-MISC", "O", "B-PER"])[2]["reason"]
    assert reason == "no entity of a type for which there are names"


def test_a_protected_word_stays():
    tokens, _, _ = swap("swap-entity-oov", TOKENS, TAGS, protect=["oslo"])
    assert "Oslo" in tokens and "Lyon" not in tokens


def test_names_of_the_user(tmp_path):
    path = tmp_path / "names.json"
    path.write_text(json.dumps({"MISC": ["Klingon"], "LOC": ["Vulcan Prime"]}), encoding="utf-8")
    tokens, tags, _ = swap(NAMES[0], ["German", "Oslo"], ["B-MISC", "B-LOC"], names=str(path))
    assert (tokens, tags) == (["Klingon", "Vulcan", "Prime"], ["B-MISC", "B-LOC", "I-LOC"])
    one = pickle.dumps(transformations.get(NAMES[0])(names=str(path)))
    path.write_text(json.dumps({"MISC": ["Romulan"]}), encoding="utf-8")
    assert one != pickle.dumps(transformations.get(NAMES[0])(names=str(path)))
    assert pickle.loads(one)._own["MISC"] == ("Klingon",)


@pytest.mark.parametrize("content", ["[]", "{}", '{"PER": []}', '{"PER": [1]}', "no json"])
def test_wrong_names_are_refused(tmp_path, content):
    path = tmp_path / "names.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError, match="names must be"):
        transformations.get(NAMES[0])(names=str(path))


def invented():
    table = lexicon("entity_swaps")["oov"]
    lists = [table["person"]["first"], table["person"]["surname"]]
    lists += [table[kind]["plain"] for kind in ("place", "organisation", "product", "work")]
    return [name.lower() for names in lists for name in names]


def test_invented_names_are_in_no_dictionary():
    found = set(invented())
    assert len(found) == len(invented()) > 500
    known = {
        line.split(" ", 1)[0] for kind in ("noun", "verb", "adj", "adv") for line in wordnet_files()(f"index.{kind}")
    }
    known |= {part for word in known for part in word.split("_")}
    people = lexicon("entities")["PERSON"]
    known |= {name.lower() for names in people.values() for name in names}
    known |= {part.lower() for name in lexicon("entities")["GPE"] for part in name.split()}
    assert not found & known


def test_invented_names_are_not_among_the_words_of_nltk():
    corpus = pytest.importorskip("nltk.corpus")
    try:
        known = {word.lower() for word in corpus.words.words()}
    except LookupError:
        pytest.skip("the corpus `words` is not there")
    assert not set(invented()) & known


def test_ambiguous_names_have_several_types():
    table = lexicon("entity_swaps")["cross"]
    of_type = {kind: {name for names in lists.values() for name in names} for kind, lists in table.items()}
    for kind in ("person", "place"):
        others = set().union(*(names for other, names in of_type.items() if other != kind))
        shared = len(of_type[kind] & others)
        assert shared > 0.6 * len(of_type[kind])


@pytest.mark.parametrize(
    ("old", "longer"), [("German", "nationality"), ("Germans", "people"), ("World Cup", "event"), ("Gnocchi", "")]
)
def test_names_of_other_types_become_longer(old, longer):
    tokens, tags = [*old.split(), "won"], ["B-MISC"] + ["I-MISC"] * old.count(" ") + ["O"]
    new, new_tags, _ = swap("swap-entity-longer", tokens, tags)
    listed = lexicon("entity_swaps")["longer"]["misc"].get(longer, events() if longer else (old,))
    assert names_of(new, new_tags)[0] in listed


@pytest.mark.parametrize("form", ["longer", "cross"])
def test_each_kind_of_organization_has_many_names(form):
    table = lexicon("composed_names")[form]
    for kind in table.keys() - {"team"}:
        names = names_of_organizations(kind, form)
        assert len(names) >= (500 if form == "longer" else 100), (kind, len(names))
        assert all(name.count(" ") > 1 for name in organizations(kind, form) if form == "longer"), kind


def test_every_type_has_at_least_500_longer_names():
    places_of = lexicon("entity_swaps")["longer"]["place"]
    assert len(long_towns()) + sum(map(len, places_of.values())) > 500
    assert len(events()) > 500
    people = [next(long_person_names("", 4, RowRandom(number))) for number in range(700)]
    assert len(set(people)) > 500
