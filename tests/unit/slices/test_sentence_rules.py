"""Rules about whole sentences: their form, their margin, second opinions, and nouns that denote people."""

import pytest

from hf_robust.core.doc import Annotation
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.declarative import is_declarative
from hf_robust.language.english.spacing import closed
from hf_robust.language.lexicons.people import denotes_people, is_written_large
from hf_robust.language.sentiment import word_sentiment
from hf_robust.slices.rules import HasToken, RuleRow
from hf_robust.slices.sentence_rules import Agrees, Declarative, HasPeople, Margin, sentiment_of, without_contrast
from hf_robust.slices.wordlists import WordList

FEELING = word_sentiment({"great": 0.8, "kind": 0.4, "awful": -0.8, "slow": -0.3, "gay": 0.3})
GROUPS = WordList.of(["black", "black people", "gay", "women", "woman", "Muslims", "disabled"])


def row(tagged, label=None, **options):
    words, pos, tags = zip(*(token.split("/") for token in tagged.split()))
    annotation = {"token": words, "pos": pos, "tag": tags}
    return RuleRow({"text": " ".join(words)}, label, annotations={"text": annotation}, **options)


@pytest.mark.parametrize(
    "text, is_one",
    [
        ("The plot is thin.", True),
        ("The waiter forgot our order and the soup was cold.", True),
        ("It 's a slow tale of two sisters .", True),
        ("There are three doors on this floor.", True),
        ("Mr. Brown smiled at the guests.", True),
        ("The plot is thin", False),  # cut off, or a title
        ("A thin plot with a slow start.", False),
        ("A gem, polished by many hands.", False),
        ("A slow tale littered with stale jokes.", False),
        ("A lively portrait of how two rivals can love one town.", False),
        ("Is the plot thin?", False),
        ("Read the book first.", False),
        ("But the plot is thin.", False),
        ("Because the plot is thin, I left.", False),
        ("What the plot needs is a start.", False),
        ("The plot is thin. The cast is fine.", False),
        ("The plot is thin ... and long.", False),
        ('"The plot is thin."', False),
        ("The plot (of course) is thin.", False),
        ("Features a fine cast.", False),
        ("Promises a lot of fun.", False),
        ("Oh, the plot is thin.", False),
        ("Unfortunately, the plot is thin.", False),
        ("Thin.", False),
        ("", False),
        ("😀", False),
        ("这部电影很好看。", False),
    ],
)
def test_what_one_declarative_sentence_is(pipeline, text, is_one):
    (found,) = annotate_values([text], {"pos", "dep"}, pipeline)
    assert is_declarative(Annotation.of_column(found).tokens) is is_one
    assert Declarative().meets(RuleRow({"text": text}, annotations={"text": found})) is is_one


def test_a_very_long_text_is_read_in_bounded_time(pipeline):
    (found,) = annotate_values(["word " * 5_000 + "."], {"pos", "dep"}, pipeline)
    assert is_declarative(Annotation.of_column(found).tokens) is False


@pytest.mark.parametrize(
    "text, met",
    [("It is good.", True), ("It is good, but long.", False), ("Despite all, good.", False), ("A butter knife.", True)],
)
def test_contrast(text, met):
    assert without_contrast().meets(RuleRow({"text": text})) is met


def test_margins_count_only_where_there_are_scores():
    assert [Margin(0.05).meets(RuleRow({"text": ""}, margin=margin)) for margin in (0.05, 0.049, None)] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    "tagged, said",
    [
        ("The/DET/DT plot/NOUN/NN begins/VERB/VBZ", "neutral"),
        ("A/DET/DT great/ADJ/JJ plot/NOUN/NN", "positive"),
        ("Not/PART/RB great/ADJ/JJ", "negative"),
        ("It/PRON/PRP is/AUX/VBZ not/PART/RB an/DET/DT awful/ADJ/JJ plot/NOUN/NN", "positive"),
        ("great/ADJ/JJ and/CCONJ/CC slow/ADJ/JJ", "positive"),  # one side is much heavier
        ("kind/ADJ/JJ and/CCONJ/CC slow/ADJ/JJ", None),
    ],
)
def test_what_the_words_of_a_sentence_say_together(tagged, said):
    assert sentiment_of(row(tagged, sentiment=FEELING)) == said
    for label in ("negative", "neutral", "positive"):
        assert Agrees("sentiment").meets(row(tagged, label, sentiment=FEELING)) is (label == said)


def test_a_second_classifier_agrees_where_there_is_one():
    rule = Agrees("classifier")
    assert [rule.meets(RuleRow({"text": ""}, "negative", opinion=said)) for said in ("negative", "neutral", None)] == [
        True,
        False,
        True,
    ]


@pytest.mark.parametrize(
    "tagged, met",
    [
        ("Women/NOUN/NNS voted/VERB/VBD", True),
        ("three/NUM/CD black/ADJ/JJ teachers/NOUN/NNS", True),
        ("black/ADJ/JJ young/ADJ/JJ women/NOUN/NNS", True),
        ("a/DET/DT black/ADJ/JJ car/NOUN/NN", False),
        ("it/PRON/PRP turned/VERB/VBD black/ADJ/JJ", False),
        ("gay/ADJ/JJ marriage/NOUN/NN", False),
        ("a/DET/DT woman/NOUN/NN doctor/NOUN/NN", True),
        ("Muslims/PROPN/NNPS pray/VERB/VBP", True),
        ("teachers/NOUN/NNS pray/VERB/VBP", False),
    ],
)
def test_groups_of_people(tagged, met):
    assert HasPeople("groups").meets(row(tagged, lexicons={"groups": GROUPS})) is met


def test_any_people():
    assert HasPeople().meets(row("The/DET/DT teachers/NOUN/NNS left/VERB/VBD"))
    assert not HasPeople().meets(row("The/DET/DT trains/NOUN/NNS left/VERB/VBD"))
    assert denotes_people("immigrant") and not denotes_people("train")


def test_words_of_a_list_do_not_count_as_judging():
    text = row("gay/ADJ/JJ men/NOUN/NNS", sentiment=FEELING, lexicons={"groups": GROUPS})
    assert HasToken(("ADJ",), (), ("positive",)).meets(text)
    assert not HasToken(("ADJ",), (), ("positive",), "groups").meets(text)


@pytest.mark.parametrize(
    "text, written",
    [
        ("It is n't ready , they say .", "It isn't ready, they say."),
        ("I ca n't see -LRB- or hear -RRB- it .", "I can't see (or hear) it."),
        ("The actors ' lines ; they 're fine !", "The actors' lines; they're fine!"),
        ("`` Never , '' he said .", '"Never," he said.'),
        ("She paid $ 5 , not 10 % .", "She paid $5, not 10%."),
        ("As it is: fine.", "As it is: fine."),
        ("", ""),
    ],
)
def test_texts_found_as_tokens_are_closed(text, written):
    assert closed(text) == written
    assert closed(written) == written


def test_words_that_are_always_written_large():
    assert is_written_large("muslim") and not is_written_large("gay")
