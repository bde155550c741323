"""Word sentiment: the rule on hand-made lexicons, the order of sources, and the real ones where they are."""

import pickle
import subprocess
import sys
from zipfile import ZipFile

import pytest

from hf_robust.core.errors import DataFileError, MissingResource, UnknownNameError, UsageError
from hf_robust.language import resources
from hf_robust.language import sentiment as module
from hf_robust.language.sentiment import LABELS, word_sentiment

SYNSETS = [
    ("n", 0, 0, "way#1 path#1"),
    ("n", 0.125, 0, "way#2"),
    ("n", 0, 0, "way#3"),
    ("n", 0.5, 0.25, "rise#1"),  # 0.25 - 0.5 / 2 = 0
    ("n", 0.125, 0.625, "rise#2"),
    ("a", 0.75, 0, "good#1"),
    ("r", 0, 0.25, "good#1"),
    ("v", 0, 0.75, "kill#1 murder#1"),
    ("v", 0.625, 0, "love#1"),
    ("v", 0.5, 0, "see#1"),
    ("v", 0, 0.5, "saw#1"),
    ("v", 0.25, 0, "be#1"),
    ("n", 0.625, 0, "joy#1"),
    ("n", 0.625, 0, "like#1"),
]
VADER = "love\t3.2\t0.4\t[3]\nloved\t2.9\t0.7\t[3]\nkill\t-3.7\t0.6\t[-4]\nawaited\t0.1\t0.9\t[0]\n:)\t2.0\t1.1\t[2]\n"


def sentiwordnet_text():
    rows = (f"{kind}\t{n:08}\t{p}\t{m}\t{terms}\tgloss" for n, (kind, p, m, terms) in enumerate(SYNSETS))
    return "# POS\tID\tPosScore\tNegScore\tSynsetTerms\tGloss\n" + "\n".join(rows)


@pytest.fixture
def nothing(install, nltk_data):
    """No source is installed; NLTK's data would be in the folder."""
    install()
    module._table.cache_clear()
    yield nltk_data
    module._table.cache_clear()


@pytest.fixture
def senti(nothing):
    folder = nothing / "corpora" / "sentiwordnet"
    folder.mkdir(parents=True)
    (folder / "SentiWordNet_3.0.0.txt").write_text(sentiwordnet_text())
    return nothing


@pytest.fixture
def vader(nothing, install):
    (nothing / "vader_lexicon.txt").write_text(VADER)
    install(vaderSentiment=nothing)
    return nothing


def test_the_rule_on_averages_by_rank(senti):
    strict = word_sentiment("sentiwordnet", margin=0)
    assert strict.score("way", "NOUN") == pytest.approx(0.125 / 2 / (1 + 1 / 2 + 1 / 3), abs=1e-8)
    assert strict.label("way", "NOUN") == "positive" and word_sentiment("sentiwordnet").label("way", "n") == "neutral"
    assert strict.score("rise", "NOUN") == 0 and strict.label("rise", "NOUN") == "neutral"  # equal, but not zero
    assert strict.label("path", "NN") == "neutral" and strict.label("murder", "VBZ") == "negative"


@pytest.mark.parametrize(
    ("word", "pos", "label"),
    [
        ("good", "ADJ", "positive"),
        ("good", "JJ", "positive"),
        ("good", "a", "positive"),
        ("good", "s", "positive"),
        ("good", "ADV", "negative"),
        ("GOOD", "RB", "negative"),
        ("good", "VERB", "neutral"),
        ("Joy", "PROPN", "positive"),
        ("kills", "VERB", "negative"),
        ("killed", "VBD", "negative"),
        ("saw", "VBD", "positive"),
        ("saw", "VB", "negative"),
        ("is", "VBZ", "positive"),
        ("is", "AUX", "neutral"),
        ("like", "IN", "neutral"),
        ("like", "NOUN", "positive"),
        ("zzxq", "NOUN", "neutral"),
        ("", "NOUN", "neutral"),
        ("good", None, "positive"),
        ("good", "X", "positive"),
    ],
)
def test_parts_of_speech_and_lemmas(senti, word, pos, label):
    assert word_sentiment("sentiwordnet").label(word, pos) == label


def test_without_a_part_of_speech_it_is_the_mean(senti):
    sentiment = word_sentiment("sentiwordnet")
    assert sentiment.score("good") == pytest.approx((0.75 - 0.25) / 2)
    assert sentiment.knows("good") and sentiment.knows("of", "ADP") and not sentiment.knows("zzxq", "NOUN")


def test_vader_counts_from_its_threshold(vader):
    sentiment = word_sentiment("vader")
    assert sentiment.score("loved", "VBD") == pytest.approx(2.9 / 4)  # its own entry, not its lemma's
    assert sentiment.score("loving", "VBG") == pytest.approx(3.2 / 4) and sentiment.label("kills", "NOUN") == "negative"
    assert sentiment.label("awaited", "VERB") == "neutral" and sentiment.label("love", "PRON") == "neutral"
    assert sentiment.label(":)", "PUNCT") == "positive"
    assert word_sentiment("vader", margin=0).label("awaited", "VERB") == "positive"
    with pytest.raises(UsageError, match="from 0 to 1, found 1.5"):
        word_sentiment("vader", margin=1.5)


def test_many_words_at_once(senti, monkeypatch):
    sentiment = word_sentiment()
    asked = []
    monkeypatch.setattr(type(sentiment), "label", lambda self, *pair: asked.append(pair) or "neutral")
    pairs = [("good", "ADJ"), ("kill", "VERB"), ("good", "ADJ")]
    assert sentiment.labels(iter(pairs)) == ["neutral"] * 3 and asked == pairs[:2]


def test_the_order_of_sources(senti, install):
    assert word_sentiment({"a": 1}).source == "given"
    assert word_sentiment().source == "sentiwordnet"
    assert resources._used["word sentiment"].origin == "NLTK data"
    install(vaderSentiment=senti)
    (senti / "vader_lexicon.txt").write_text(VADER)
    assert word_sentiment().source == "sentiwordnet"
    (senti / "corpora" / "sentiwordnet" / "SentiWordNet_3.0.0.txt").unlink()
    module._table.cache_clear()
    assert word_sentiment().source == "vader"
    (senti / "sentiment").mkdir()
    with ZipFile(senti / "sentiment" / "vader_lexicon.zip", "w") as archive:
        archive.writestr("vader_lexicon/vader_lexicon.txt", VADER.replace("3.2", "1.2"))
    assert word_sentiment().source == "vader"
    (senti / "vader_lexicon.txt").unlink()
    found = word_sentiment()
    assert found.source == "nltk-vader" and found.score("love", "VERB") == pytest.approx(0.3)


def test_what_is_absent_says_what_to_type(nothing):
    with pytest.raises(MissingResource, match=r"pip install 'hf-robust\[embedded\]'"):
        word_sentiment()
    with pytest.raises(MissingResource, match="python -m nltk.downloader sentiwordnet"):
        word_sentiment("sentiwordnet")
    with pytest.raises(UnknownNameError, match="did you mean vader"):
        word_sentiment("vadr")


def test_a_damaged_lexicon_is_named(vader):
    (vader / "vader_lexicon.txt").write_text("love\tmuch\n")
    with pytest.raises(DataFileError, match=r"vader_lexicon.txt is not the lexicon"):
        word_sentiment("vader")


def test_ones_own(nothing):
    table = word_sentiment({("cold", "ADJ"): "negative", "cold": 0.2, "warm": "positive"})
    assert table.labels([("cold", "ADJ"), ("Cold", "NOUN"), ("warm", None), ("sun", "NOUN")]) == [
        "negative",
        "positive",
        "positive",
        "neutral",
    ]
    assert not table.knows("sun", "NOUN") and word_sentiment({"cold": 0.2}, margin=0.3).label("cold") == "neutral"
    function = word_sentiment(lambda word, pos: -1 if word == "cold" and pos == "ADJ" else 0)
    assert function.labels([("cold", "ADJ"), ("cold", "NOUN")]) == ["negative", "neutral"]
    for wrong in ("bad", 2, None, float("nan")):
        with pytest.raises(UsageError, match="expected -1 to 1 or one of negative, neutral, positive"):
            word_sentiment(lambda word, pos, wrong=wrong: wrong).label("cold")


def test_the_version_tells_sources_contents_and_margins_apart(senti):
    one = word_sentiment("sentiwordnet")
    assert one.version.startswith("sentiwordnet@") and one == word_sentiment("sentiwordnet")
    assert one.version != word_sentiment("sentiwordnet", margin=0.2).version
    file = senti / "corpora" / "sentiwordnet" / "SentiWordNet_3.0.0.txt"
    file.write_text(sentiwordnet_text().replace("0.75", "0.875"))
    module._table.cache_clear()
    assert one.version != word_sentiment("sentiwordnet").version
    assert word_sentiment({"a": 1}).version == word_sentiment({"a": 1}).version != word_sentiment({"a": 0.5}).version
    assert word_sentiment({"a": 1, "b": 1}).version == word_sentiment({"b": 1, "a": 1}).version


def test_it_pickles_without_its_table(senti):
    sentiment = word_sentiment()
    sentiment.label("good", "ADJ")
    data = pickle.dumps(sentiment)
    assert len(data) < 400 and pickle.loads(data).label("good", "ADJ") == "positive"


def test_looking_up_a_form_loads_no_model():
    code = (
        "import sys; from hf_robust.language import resources\n"
        "from hf_robust.language.sentiment import word_sentiment\n"
        "found = resources.resource('sentiment-lexicon').look()\n"
        "if isinstance(found, resources.FoundResource): word_sentiment().labels([('good', 'ADJ'), ('awful', 'ADJ')])\n"
        "print([name for name in ('torch', 'nltk', 'spacy', 'vaderSentiment') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr[-500:]


@pytest.mark.parametrize("source", ["sentiwordnet", "vader", "nltk-vader"])
def test_the_real_ones(source):
    module._table.cache_clear()
    try:
        sentiment = word_sentiment(source)
    except MissingResource as absent:
        pytest.skip(str(absent))
    good = [("wonderful", "ADJ"), ("love", "VERB"), ("happiness", "NOUN")]
    bad = [("terrible", "ADJ"), ("murdered", "VBN"), ("failures", "NNS")]
    neutral = [("ways", "NNS"), ("things", "NNS"), ("movie", "NOUN"), ("is", "AUX"), ("table", "NN")]
    labels = sentiment.labels([*good, *bad, *neutral])
    assert labels == ["positive"] * 3 + ["negative"] * 3 + ["neutral"] * 5
    assert all(-1 <= sentiment.score(*pair) <= 1 for pair in [*good, *bad])


def test_agreement(senti, vader):
    from hf_robust.language.embedded.build.agreement import MARGINS, agreement, kappa, opinion_words

    folder = senti / "corpora" / "opinion_lexicon"
    folder.mkdir()
    (folder / "positive-words.txt").write_text("; comment\n\ngood\nlove\nenvious\n")
    (folder / "negative-words.txt").write_text("; comment\n\nkill\nawaited\nenvious\n")
    assert opinion_words() == {"good": "positive", "love": "positive", "awaited": "negative", "kill": "negative"}
    figures = agreement()
    assert figures["opinion_words"] == 4 and figures["both"]["known"] == 2 and figures["both"]["kappa"] == 1
    assert figures["vader"] | {"version": ""} == {
        "version": "",
        "known": 3,
        "accuracy_of_all": 0.5,
        "accuracy_of_known": 0.6667,
        "neutral_of_known": 0.3333,
        "opposite_of_known": 0.0,
    }
    assert figures["vader without margin"]["opposite_of_known"] == 0.3333
    assert 0 in MARGINS and set(module._MARGINS.values()) <= set(MARGINS)
    assert kappa([("a", "b"), ("b", "a")]) == -1 and kappa([("a", "a")]) == 1


def test_labels_are_in_order_of_score():
    assert tuple(sorted(module._VALUES, key=module._VALUES.get)) == LABELS
