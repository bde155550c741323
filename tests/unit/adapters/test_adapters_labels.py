import pytest

from hf_robust.adapters.label_matching import match_labels, match_name
from hf_robust.adapters.tag_matching import TagMatcher, begin_groups, lacks_prefix, match_tags
from hf_robust.core.errors import LabelError
from hf_robust.tasks.labels import Seen

BIO = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]


@pytest.mark.parametrize(
    ("model", "data", "expected"),
    [
        (["negative", "positive"], ["negative", "positive"], ["negative", "positive"]),
        (["POSITIVE", "NEGATIVE"], ["negative", "positive"], ["positive", "negative"]),
        (["Sci/Tech", "World"], ["world", "sci_tech"], ["sci_tech", "world"]),
        (["not-duplicate", "duplicate"], ["not_duplicate", "duplicate"], ["not_duplicate", "duplicate"]),
        (["NEG", "NEU", "POS"], ["negative", "neutral", "positive"], ["negative", "neutral", "positive"]),
        (
            ["entail", "contradict", "neutral"],
            ["entailment", "neutral", "contradiction"],
            ["entailment", "contradiction", "neutral"],
        ),
        (["LABEL_0", "LABEL_1"], ["negative", "positive"], ["negative", "positive"]),
        (["LABEL_1", "LABEL_0"], ["negative", "positive"], ["positive", "negative"]),
        (["NEGATIVE", "POSITIVE"], ["0", "1"], ["0", "1"]),
        (["1", "0"], ["0", "1"], ["1", "0"]),
        (["LABEL_0", "LABEL_1"], ["0", "1"], ["0", "1"]),
        (["1 star", "2 stars", "3 stars"], ["1", "2", "3"], ["1", "2", "3"]),
        (["nothate", "hate"], ["non-hateful", "hateful"], ["non-hateful", "hateful"]),
    ],
)
def test_labels_match(model, data, expected):
    assert match_labels(model, data) == dict(zip(model, expected))


def test_exact_names_win_over_folded_ones():
    assert match_labels(["pos", "POS"], ["POS", "pos"]) == {"pos": "pos", "POS": "POS"}


def test_numbers_as_labels_are_read_as_text():
    assert match_labels([0, 1], ["no", "yes"]) == {"0": "no", "1": "yes"}


def test_label_map_wins_and_may_join_labels():
    given = {"neutral": "other", "contradiction": "other", "entailment": "entailment"}
    assert match_labels(list(given), ["entailment", "other"], given) == given
    swapped = {"LABEL_0": "positive", "LABEL_1": "negative"}
    assert match_labels(["LABEL_0", "LABEL_1"], ["negative", "positive"], swapped) == swapped


def test_partial_label_map_is_completed_by_name():
    found = match_labels(["NEG", "meh", "POS"], ["negative", "neutral", "positive"], {"meh": "neutral"})
    assert found == {"NEG": "negative", "meh": "neutral", "POS": "positive"}


@pytest.mark.parametrize(
    ("model", "data", "given", "parts"),
    [
        (
            ["negative", "neutral", "positive"],
            ["negative", "positive"],
            None,
            ["'negative', 'neutral', 'positive'", "no label of the data for 'neutral'", "label_map={"],
        ),
        (
            ["negative", "positive"],
            ["negative", "neutral", "positive"],
            None,
            ["no label of the model for 'neutral'", "Name a model that has this class"],
        ),
        (["LABEL_0", "LABEL_1", "LABEL_2"], ["negative", "positive"], None, ["'LABEL_2'", "label_map="]),
        (["joy", "anger"], ["negative", "positive"], None, ["'joy', 'anger'", "'negative', 'positive'"]),
        (["a", "b"], ["x", "y"], {"a": "x"}, ["label of the data for 'b'", "label_map={'a': 'x', 'b': 'y'}"]),
        (["a", "b"], ["x", "y"], {"c": "x"}, ["'c' is not one of the model's"]),
        (["a", "b"], ["x", "y"], {"a": "z"}, ["'z' is not one of the data's"]),
        (["a", "b"], ["1", "2"], None, ["label_map="]),
    ],
)
def test_mismatch_lists_both_sides_and_the_argument(model, data, given, parts):
    with pytest.raises(LabelError) as caught:
        match_labels(model, data, given)
    assert all(part in str(caught.value) for part in parts), str(caught.value)


@pytest.mark.parametrize(
    ("model", "data", "given", "expected"),
    [
        (BIO, BIO, None, BIO),
        (["O", "B-per", "I-per"], ["O", "B-PER", "I-PER"], None, ["O", "B-PER", "I-PER"]),
        (["O", "B-PER", "E-PER", "I-PER", "S-PER"], BIO, None, ["O", "B-PER", "I-PER", "I-PER", "B-PER"]),
        (["O", "B-PER", "M-PER", "E-PER", "S-PER"], BIO, None, ["O", "B-PER", "I-PER", "I-PER", "B-PER"]),
        (BIO[:3], ["O", "B-PER", "M-PER", "E-PER", "S-PER"], None, ["O", "B-PER", "M-PER"]),
        ([*BIO, "B-MISC"], BIO, None, [*BIO, "B-MISC"]),
        (["O", "B-PER", "I-PER"], BIO, None, ["O", "B-PER", "I-PER"]),
        (["O", "PER", "LOC"], BIO, None, ["O", "I-PER", "I-LOC"]),
        (["O", "B-PER", "I-PER"], ["O", "PER"], None, ["O", "PER", "PER"]),
        (["O", "B-PER", "I-PER"], ["O", "B-HUMAN", "I-HUMAN"], {"PER": "HUMAN"}, ["O", "B-HUMAN", "I-HUMAN"]),
        (["O", "B-PER", "B-DATE"], ["O", "B-PER", "B-MISC"], {"B-DATE": "O"}, ["O", "B-PER", "O"]),
        ([f"LABEL_{n}" for n in range(5)], BIO, None, BIO),
        (["NOUN", "VERB", "INTJ"], ["NOUN", "VERB", "SYM"], None, ["NOUN", "VERB", "INTJ"]),
        (["B-PER", "I-PER", "O"], ["I-PER", "O"], None, ["I-PER", "I-PER", "O"]),
    ],
)
def test_tags_match(model, data, given, expected):
    assert match_tags(model, data, given) == dict(zip(model, expected))


def test_another_tag_scheme_is_an_error_that_suggests_the_map():
    with pytest.raises(LabelError) as caught:
        match_tags(["O", "B-PER", "I-PER"], ["O", "B-PERSON", "I-PERSON"])
    assert "label_map={'PER': 'PERSON'}" in str(caught.value)
    with pytest.raises(LabelError, match="the data has 'MISC'.*the model says 'DATE'"):
        match_tags(["O", "B-PER", "B-DATE"], ["O", "B-PER", "B-MISC"])
    with pytest.raises(LabelError, match="label_map"):
        match_tags(["NN", "VB", "JJ"], ["NOUN", "VERB", "ADJ"])
    with pytest.raises(LabelError, match="'PERS' is not one of the model's"):
        match_tags(BIO, BIO, {"PERS": "PER"})
    with pytest.raises(LabelError, match="'HUMAN' is not one of the data's"):
        match_tags(BIO, BIO, {"PER": "HUMAN"})


def test_single_names_match_by_the_same_rules():
    assert match_name("Neg", ("negative", "positive")) == "negative"
    assert match_name("LABEL_1", ("negative", "positive")) == "positive"
    assert match_name("LABEL_2", ("negative", "positive")) is None
    assert TagMatcher("f", tuple(BIO), {}).name("b-per") == "B-PER"
    assert TagMatcher("f", tuple(BIO), {}).name("B-DATE") == "B-DATE"


def test_groups_begin_where_the_type_changes():
    tags = ["I-PER", "I-PER", "I-LOC", "O", "I-LOC", "B-LOC", "I-LOC"]
    assert begin_groups(tags) == ["B-PER", "I-PER", "B-LOC", "O", "B-LOC", "B-LOC", "I-LOC"]
    assert begin_groups([]) == []
    assert not lacks_prefix(BIO, BIO)
    assert not lacks_prefix(["NOUN"], ["NOUN"])


def test_numbers_tell_no_label_of_data_that_states_no_order():
    seen = Seen(("business", "sports"))
    assert match_name("LABEL_1", ("business", "sports")) == "sports"
    assert match_name("LABEL_1", seen) is None and match_name("1", seen) is None
    assert match_name("LABEL_1", Seen(("1", "2"))) == "1"
    with pytest.raises(LabelError, match="label_map="):
        match_labels(["LABEL_0", "LABEL_1"], seen)
    with pytest.raises(LabelError, match="label_map="):
        match_tags(["LABEL_0", "LABEL_1"], Seen(("NOUN", "VERB")))
