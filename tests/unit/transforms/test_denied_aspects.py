"""Statements on aspects that are denied: in quotation marks, behind "that", or with the target left out."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.contrasts import check_joins
from hf_robust.language.english.excepted_aspects import excepted
from hf_robust.language.english.opinions import Aspect
from hf_robust.language.famous_mentions import is_tied
from hf_robust.language.famous_names import Famous
from hf_robust.transforms.task_specific.aspect_opinions import ReverseNonTarget, ReverseTarget
from hf_robust.transforms.task_specific.famous_entities import AddSummary, SwapSpecialEntity


def row(text, polarity, *terms):
    return {
        "text": text,
        "aspects": [
            {"term": one, "start": text.index(one), "end": text.index(one) + len(one), "polarity": polarity}
            for one in terms
        ],
    }


def test_a_judgment_that_is_no_plain_statement_is_cited():
    new = ReverseTarget().preview_row(row("Very good value for the price and quality.", "positive", "price"))
    assert '"Very good value for the price and quality"' in new["text"]
    assert new["aspects"][0]["polarity"] == "negative"
    assert new["text"][new["aspects"][0]["start"] :].startswith("price")


@pytest.mark.parametrize(
    ("text", "polarity", "term"),
    [
        ("I had to have the keyboard replaced.", "negative", "keyboard"),
        ("I bought the soup of the day and it was top notch.", "positive", "soup"),
        ('It is not true that the "abuse" is that I pushed the plug in.', "negative", "plug"),
        ("Do yourself a favor and invest in the warranty.", "positive", "warranty"),
    ],
)
def test_events_advice_and_quotations_are_not_denied(text, polarity, term):
    with pytest.raises(NotApplicable):
        ReverseTarget().preview_row(row(text, polarity, term))


def test_a_judgment_is_denied_as_a_whole():
    new = ReverseTarget().preview_row(row("The battery is completely shot.", "negative", "battery"))
    assert "the battery is completely shot" in new["text"]
    assert new["aspects"][0]["polarity"] == "positive"


def test_and_behind_what_meets_the_hopes_is_refused():
    clause = "meets/VERB/VBZ/meet/root/2 hopes/NOUN/NNS/hope/obj/2"
    screen = "screen/NOUN/NN//nsubj/7 is/AUX/VBZ/be/cop/7 great/ADJ/JJ//conj/2"
    doc = Doc.tagged(f"It/PRON/PRP//nsubj/2 {clause} and/CCONJ/CC//cc/7 {screen}")
    great = (doc.text.index("great"), len(doc.text))
    with pytest.raises(NotApplicable, match="no longer hold"):
        check_joins(doc, {great: "positive"}, {great: "negative"}, [Edit(*great, "poor")])


@pytest.mark.parametrize("text", ["Why do people rave about the soup.", "The staff said that the soup hits the spot."])
def test_questions_and_words_of_others_are_not_denied(text):
    with pytest.raises(NotApplicable):
        ReverseTarget().preview_row(row(text, "positive", "soup"))


def test_a_denial_leaves_the_target_out_and_keeps_the_words_between():
    values = row("We love the graphics and the screen.", "positive", "graphics", "screen")
    new = ReverseNonTarget(target="first").preview_row(values)
    assert "we love the graphics and the screen" in new["text"].lower()
    assert new["text"].endswith(("fits only the graphics.", "only to the graphics."))
    assert [one["polarity"] for one in new["aspects"]] == ["positive", "negative"]


def _aspect(doc, term, polarity="positive"):
    start = doc.text.index(term)
    return Aspect(term, start, start + len(term), polarity, ())


@pytest.mark.parametrize(
    ("tagged", "kept", "other"),
    [
        # the food covers the sauce
        ("food/NOUN/NN//nsubj/4 and/CCONJ/CC//cc/3 sauce/NOUN/NN//conj/1 shine/VERB/VBP//root/4", "food", "sauce"),
        # one is the other
        ("Soup/NOUN/NN//nsubj/3 is/AUX/VBZ/be/cop/3 treat/NOUN/NN//root/3", "Soup", "treat"),
        # a word of both names
        ("tea/NOUN/NN//nsubj/4 and/CCONJ/CC//cc/3 tea/NOUN/NN//conj/1 shine/VERB/VBP//root/4", "tea", "tea"),
    ],
)
def test_things_that_cannot_be_told_apart_are_not_left_out(tagged, kept, other):
    doc = Doc.tagged(tagged)
    last = doc.text.rindex(other)
    aspects = [_aspect(doc, kept), Aspect(other, last, last + len(other), "positive", ())]
    assert excepted(doc, aspects, 0, [1]) is None


def test_what_a_sentence_tells_of_a_person_by_another_name_is_not_left_out():
    tagged = "Tanya/PROPN/NNP//nsubj/3 hostess/NOUN/NN//appos/1 completes/VERB/VBZ/complete/root/3 room/NOUN/NN//obj/3"
    doc = Doc.tagged(tagged)
    assert excepted(doc, [_aspect(doc, "hostess"), _aspect(doc, "room")], 0, [1]) is None


def test_another_judgment_outside_the_denial_stands_against_an_exception():
    doc = Doc.tagged("tea/NOUN/NN//nsubj/4 and/CCONJ/CC//cc/3 soup/NOUN/NN//conj/1 shine/VERB/VBP//root/4")
    aspects = [_aspect(doc, "tea"), _aspect(doc, "soup"), Aspect("bar", 90, 93, "positive", ())]
    assert excepted(doc, aspects, 0, [1]) is None
    assert excepted(doc, aspects[:2], 0, [1]) == "the tea"


def test_joins_that_no_longer_hold_are_refused():
    waiters = "waiters/NOUN/NNS//nsubj/7 were/AUX/VBD/be/cop/7 nice/ADJ/JJ//conj/3"
    doc = Doc.tagged(f"Soup/NOUN/NN//nsubj/3 was/AUX/VBD/be/cop/3 good/ADJ/JJ//root/3 and/CCONJ/CC//cc/7 {waiters}")
    good, nice = (9, 13), (doc.text.index("nice"), len(doc.text))
    before = {good: "positive", nice: "positive"}
    after = {good: "positive", nice: "negative"}
    with pytest.raises(NotApplicable, match="no longer hold"):
        check_joins(doc, before, after, [Edit(*nice, "rude")])
    place = doc.text.index("and")
    check_joins(doc, before, after, [Edit(place, place + 3, "but"), Edit(*nice, "rude")])


def test_a_thing_with_its_parts_or_sights_stays():
    assert is_tied(Famous("Vegas", "a city", "place"), {"vegas", "casino"})
    assert not is_tied(Famous("Vegas", "a city", "place"), {"vegas", "museum"})


@pytest.mark.parametrize(
    "text",
    [
        "the peach cobbler at this restaurant was cold , with few peaches in it .",
        "the menu at this restaurant has a taco , and the waiter said that tacos sell well .",
        "the salad at avondale arizona was fresh .",
        "we stayed near the university of pittsburgh in oakland .",
    ],
)
def test_a_name_that_the_rest_of_the_text_explains_stays(text):
    with pytest.raises(NotApplicable):
        SwapSpecialEntity().preview(text)


def test_common_foods_get_no_description():
    with pytest.raises(NotApplicable):
        AddSummary().preview("the waiter said that the chicken was fresh and the menu good .")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "polarity", "terms", "made"),
    [
        ("The food is great and the milkshakes are even better!", "positive", ("food",), "not true that the food"),
        ("The food is so good that waiting can really be a nightmare.", "negative", ("waiting",), "be not a"),
        ("iLife is easily compatible with Office.", "positive", ("iLife",), "easily incompatible"),
        ("We ate there following reviews but very unhappy with the foods.", "negative", ("foods",), "but very happy"),
        ("This is an over-sized, 18-inch laptop.", "negative", ("18-inch",), "not true that this"),
        ("Check it out, it won't hurt your stomach or your wallet.", "positive", ("stomach", "wallet"), "except your"),
        ("How they handle the repair seems to vary.", "positive", ("repair",), '"How they'),
    ],
)
def test_what_would_not_fit_its_frame_is_not_said(text, polarity, terms, made):
    for seed in range(2):
        for transformation in (ReverseTarget(), ReverseNonTarget()):
            try:
                new = transformation.preview_row(row(text, polarity, *terms), seed=seed)
            except NotApplicable:
                continue
            assert made not in new["text"]
