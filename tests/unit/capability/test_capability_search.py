"""Search rules, word lists and labels."""

import pickle

import pytest
from datasets import ClassLabel, Dataset, Features, Value
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.capability import capabilities
from hf_robust.capability.gold_labels import label_reader
from hf_robust.capability.search import FOUND, Finds, Search, lexicons_for, still_meets
from hf_robust.core.errors import DataFileError, LabelError, UnknownNameError, UsageError
from hf_robust.language.sentiment import word_sentiment
from hf_robust.slices import rules
from hf_robust.slices.rules import (
    All,
    AnyOf,
    HasTerm,
    HasToken,
    HasWord,
    In,
    Label,
    Length,
    Matches,
    Not,
    RuleColumn,
    RuleRow,
    StartsWith,
    length,
)
from hf_robust.slices.wordlists import WordList, read_words, terms

TASK = hr.task("sentiment-classification")
FEELING = word_sentiment({"great": 0.9, "awful": -0.9, "plain": 0.0, ("kill", "VB"): -0.5})


def row(text="", label=None, tagged="", **options):
    """A row; ``tagged`` is ``word/POS/TAG``."""
    if tagged:
        parts = [token.split("/") for token in tagged.split()]
        words, pos, tags = (list(column) for column in zip(*parts))
        options["annotations"] = {"text": {"token": words, "pos": pos, "tag": tags}}
        text = " ".join(words)
    return RuleRow({"text": text}, label, sentiment=FEELING, **options)


@pytest.mark.parametrize(
    "text, words",
    [("", 0), ("A film .", 2), ("A film.", 2), ("A film ...", 2), ("One two , three", 4), ("Oh !", 1), ("!", 0)],
)
def test_length_counts_words_alike_in_both_spellings(text, words):
    assert length(text) == words


@pytest.mark.parametrize("pattern", [r"(a|aa)+$", r"^(a|a)*$"])
def test_a_pattern_that_takes_too_long_is_an_error_not_a_wait(pattern, monkeypatch):
    monkeypatch.setattr(rules, "PATTERN_SECONDS", 0.05)
    with pytest.raises(UsageError, match="took longer than .* on a text of 81 characters; expected one without"):
        Matches(pattern).meets(row("a" * 80 + "b"))


def test_lengths_have_both_ends():
    rule = Length(2, 3)
    assert [rule.meets(row(text)) for text in ("a", "a b", "a b c .", "a b c d")] == [False, True, True, False]


@pytest.mark.parametrize(
    "text, found",
    [
        ("This is it", True),
        ("this  is it", True),
        ("Those are it", True),
        ("That 's it", True),
        ("That's it", True),
        ("That’s it", True),
        ("Thats it", False),
        ("This island", False),
        ("So this is it", False),
        ("This was it", False),
        ("", False),
    ],
)
def test_the_beginning_of_a_text(text, found):
    assert StartsWith((("This", "That", "These", "Those"), ("is", "are", "'s"))).meets(row(text)) is found


def test_words_of_some_sentiment_and_part_of_speech():
    text = "A/DET/DT great/ADJ/JJ film/NOUN/NN to/PART/TO kill/VERB/VB"
    assert HasToken(("ADJ",), (), ("positive",)).meets(row(tagged=text))
    assert not HasToken(("NOUN",), (), ("positive",)).meets(row(tagged=text))
    assert HasToken(("NOUN",), (), ("neutral",)).meets(row(tagged=text))
    assert HasToken((), ("VB", "VBD")).meets(row(tagged=text))
    assert not HasToken((), ("VBD",)).meets(row(tagged=text))
    assert HasToken(("VERB",), (), ("negative",)).meets(row(tagged=text))  # looked up by its Penn tag


def test_rules_join():
    yes, no = Label(("a",)), Label(("b",))
    one = row(label="a")
    assert All((yes, Not(no))).meets(one) and not All((yes, no)).meets(one)
    assert AnyOf((no, yes)).meets(one) and not AnyOf((no, no)).meets(one)
    assert All((yes, no)).required() == {"a", "b"} and AnyOf((yes, no)).required() == frozenset()
    assert AnyOf((All((yes, no)), no)).required() == {"b"} and Not(yes).required() == frozenset()


def test_a_rule_looks_at_the_role_that_it_names():
    pair = RuleRow({"premise": "A man sleeps.", "hypothesis": "A man does not sleep."})
    rule = HasWord(("not",))
    assert not rule.meets(pair) and In("hypothesis", rule).meets(pair)
    assert Matches("s.$").meets(pair) and not In("hypothesis", Matches("s.$")).meets(pair)


def test_columns_are_compared_as_text_and_may_be_absent():
    rule = RuleColumn("year", ("1999", "2000"))
    assert rule.meets(row(columns={"year": 1999})) and not rule.meets(row(columns={"year": 2001}))
    assert not rule.meets(row(columns={"year": None})) and not rule.meets(row())


def test_words_and_phrases():
    some = WordList.of(["Trans people", "muslim", "f**k"])
    texts = {
        "the Muslim's car": True,
        "MUSLIM": True,
        "#muslim!": True,
        "muslims": False,
        "trans people, all": True,
        "trans and people": False,
        "oh f**k off": True,
        "": False,
    }
    assert {text: some.occurs(terms(text)) for text in texts} == texts
    assert HasTerm("x").meets(row("a muslim", lexicons={"x": some}))
    again = pickle.loads(pickle.dumps(some))
    assert again == some and again.occurs(["muslim"])
    assert some.version != WordList.of(["muslim"]).version


def test_word_lists_are_read_from_files_of_three_kinds(tmp_path):
    (tmp_path / "a.txt").write_text("# remark\none\n\ntwo words\n")
    (tmp_path / "a.yaml").write_text("x: [one]\ny: [two words]\n")
    (tmp_path / "a.csv").write_text('Placeholder,Values\n[SOME_S],one\n[SOME_P],"two words, one"\n[OTHER],three\n')
    lists = [read_words("some", tmp_path / f"a.{end}") for end in ("txt", "yaml", "csv")]
    assert lists[0] == lists[1] == lists[2] == read_words("some", ["one", "two words"])


@pytest.mark.parametrize(
    "name, content, said",
    [
        ("a.txt", "# nothing\n", "no words"),
        ("a.yaml", "x: 1\n", "list of words"),
        ("a.yaml", "x: [", "cannot be read"),
        ("a.csv", "a,b\n1,2\n", "Placeholder"),
        ("a.csv", "Placeholder,Values\n[OTHER],x\n", "no words"),
        ("none.txt", None, "cannot be read"),
    ],
)
def test_a_word_list_that_cannot_be_read(tmp_path, name, content, said):
    if content is not None:
        (tmp_path / name).write_text(content)
    with pytest.raises(DataFileError, match=said):
        read_words("some", tmp_path / name)


def test_the_user_names_word_lists():
    spec = capabilities("hate-speech-detection")
    assert lexicons_for(spec)["identity"].occurs(["gay", "people"])
    found = lexicons_for(spec, {"slur": ["xyzzy"], "identity": ["plugh"]})
    assert found["slur"].occurs(["xyzzy"]) and not found["identity"].occurs(["gay"])
    with pytest.raises(UnknownNameError, match="did you mean slur"):
        lexicons_for(spec, {"slurs": ["xyzzy"]})


# labels


def named(given=None, values=(), feature=None, names=None):
    spec = capabilities("sentiment-classification", "published")
    return label_reader(spec, Features({"label": feature or Value("string")}), "label", given, list(values), names)


def test_labels_are_told_by_their_names():
    assert named(values=["pos", "NEGATIVE", None])(["pos", "NEGATIVE", None]) == ["positive", "negative", None]
    numbers = named(feature=ClassLabel(names=["neg", "pos"]))
    assert numbers([1, 0]) == ["positive", "negative"]
    assert named(feature=Value("int64"), names=["neg", "neu", "pos"])([2, 1]) == ["positive", "neutral"]


def test_labels_are_mapped():
    stars = named({"1": "negative", 3: None, "5": "positive"}, values=[1, 3, 5], feature=Value("int64"))
    assert stars([1, 3, 5]) == ["negative", None, "positive"]


def test_numbers_fall_into_ranges():
    edges = [0.0, 0.4, 0.41, 0.6, 0.61, 1.0, None, 1.1]
    published = ["negative", "negative", "neutral", "neutral", "positive", "positive", None, None]
    assert named(feature=Value("float64"))(edges) == published
    given = {"negative": [0, 0.4], "neutral": "(0.4, 0.6]", "positive": "(0.6, 1]"}
    assert named(given, feature=Value("float64"))(edges) == published
    assert named({"negative": [0, 0.5], "positive": [0.5, 1]}, feature=Value("float64"))([0.5]) == ["negative"]
    assert named({"positive": "[3, 5)"}, feature=Value("int64"))([3, 5]) == ["positive", None]


def test_how_far_scores_are_from_the_next_label():
    found = named(feature=Value("float64")).margins([0.0, 0.35, 0.41, 0.5, 0.7, 1.0, None, 1.1])
    assert [None if one is None else round(one, 2) for one in found] == [0.4, 0.05, 0.01, 0.1, 0.1, 0.4, None, None]
    assert named(values=["pos"]).margins(["pos"]) == [None]


@pytest.mark.parametrize(
    "given, values, said",
    [
        (None, ["good", "pos"], "good cannot be told; use label="),
        ({"good": "positive"}, ["good", "bad"], "nothing of bad"),
        ({"good": "fine"}, ["good"], "'fine' is no label"),
        ({"positive": [0, 1]}, ["good"], "ranges are for a column of numbers"),
        ({"good": [0, 1]}, [0.5], "'good' is no label"),
        ({"positive": [1, 0]}, [0.5], "smaller to the larger"),
        ({"0.5": "positive"}, [0.5], "holds fractions"),
    ],
)
def test_labels_that_cannot_be_told(given, values, said):
    with pytest.raises(LabelError, match=said):
        named(given, values, feature=Value("float64" if 0.5 in values else "string"))


def test_a_mapping_of_labels_must_be_one():
    with pytest.raises(UsageError, match="label must be"):
        named(["a"])


# the map and the filter


def test_rows_are_found_in_a_map_and_by_a_filter(pipeline):
    data = Dataset.from_dict({"text": ["A great film .", "An awful film .", None, "Great"], "label": list("pnpp")})
    annotated = hr.annotate(data, TASK, {"pos"}, nlp=pipeline)
    rule = All((HasToken(("ADJ",), (), ("positive",)), HasWord(("film",))))
    search = Search({"good": rule, "short": Length(0, 1)}, TASK, sentiment=FEELING)
    assert annotated.map(search, batched=True, batch_size=2)[FOUND][:] == [["good"], [], ["short"], ["short"]]
    assert annotated.filter(Finds(rule, TASK, sentiment=FEELING), batched=True)["text"][:] == ["A great film ."]
    stream = annotated.to_iterable_dataset().map(search, batched=True)
    assert [one[FOUND] for one in stream] == [["good"], [], ["short"], ["short"]]


def test_the_fingerprint_holds_all_that_is_read():
    def stamp(most=3, words=("a",), feeling=FEELING):
        lists = {"x": WordList.of(words)}
        return Hasher.hash(Search({"r": Length(0, most)}, TASK, lexicons=lists, sentiment=feeling))

    first = stamp()
    assert first == stamp()
    others = [stamp(most=4), stamp(words=("b",)), stamp(feeling=word_sentiment({"great": 0.1}))]
    assert len({first, *others}) == 4
    used = Search({"r": StartsWith((("This",),)), "w": HasWord(("a",))}, TASK)
    before = Hasher.hash(used)
    used({"text": ["This is a film."]})
    assert Hasher.hash(used) == before  # what is made on the way stays out


def test_an_expanded_sentence_is_looked_at_again(pipeline):
    spec = capabilities("sentiment-classification", "published")
    texts = ["A great story .", "A story .", "A great story with an awful end ."]
    assert still_meets(spec["LC2"], texts, ["positive"] * 3, nlp=pipeline, sentiment=FEELING) == [True, False, False]
    assert still_meets(spec["LC2"], [], []) == []
    hate = capabilities("hate-speech-detection")
    with pytest.raises(UsageError, match="word list 'identity'"):
        still_meets(hate["LC17"], ["text"], ["non-toxic"])
    lists = lexicons_for(hate)
    labels = ["non-toxic", "non-toxic"]
    options = {"nlp": pipeline, "sentiment": FEELING, "lexicons": lists}
    assert still_meets(hate["LC17"], ["Women live there.", "Men live there."], labels, **options) == [True, False]
