"""Aspects and opinions at the edges of a text that is put behind other words, and what one thing is left out of."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply, remap_spans
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.denial_frames import Stretch, denial
from hf_robust.language.english.excepted_aspects import judged_alike
from hf_robust.language.english.opinions import Aspect
from hf_robust.language.english.reversals import reversed_opinion
from hf_robust.transforms.task_specific.aspect_opinions import ReverseNonTarget, ReverseTarget


def row(text, polarity, **judged):
    """A row with an opinion for each aspect, at the first place of each."""
    aspects = []
    for term, opinion in judged.items():
        start, at = text.index(term), text.index(opinion)
        said = {"text": opinion, "start": at, "end": at + len(opinion)}
        aspects.append(
            {"term": term, "start": start, "end": start + len(term), "polarity": polarity, "opinions": [said]}
        )
    return {"text": text, "aspects": aspects}


class Chooses(RowRandom):
    """Takes the choice of one number, so that a test meets every frame."""

    def __init__(self, number):
        super().__init__(0)
        self.number = number

    def choice(self, values):
        return values[self.number % len(values)]

    def fork(self, *keys):
        return self

    def random(self):
        return 0.9 if self.number % 2 else 0.1


GOOD = "Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/4 soup/NOUN/NN//conj/2"
PLAIN = "Tea/NOUN/NN//nsubj/3 is/AUX/VBZ/be/cop/3 good/ADJ/JJ//root/3"


@pytest.mark.parametrize("tagged", [GOOD, PLAIN])
@pytest.mark.parametrize("polarity", ["positive", "negative"])
@pytest.mark.parametrize("but", ["", "the tea"])
@pytest.mark.parametrize("cited", [True, False])
@pytest.mark.parametrize("number", range(6))
def test_no_frame_widens_the_spans_at_the_edges_of_a_text(tagged, polarity, but, cited, number):
    doc = Doc.tagged(tagged)
    last = len(doc.tokens) - 1
    head = next(n for n, token in enumerate(doc.tokens) if token.dep == "root")
    edits = denial(doc, Stretch(head, 0, last, 0, True), polarity, Chooses(number), cited, but)
    spans = [(doc.tokens[0].start, doc.tokens[0].end), (doc.tokens[last].start, doc.tokens[last].end)]
    after = apply(doc.text, edits)
    moved = [after[span[0] : span[1]].lower() for span in remap_spans(spans, edits)]
    assert moved == [doc.text[start:end].lower() for start, end in spans]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("transformation", [ReverseTarget(), ReverseNonTarget()])
@pytest.mark.parametrize(
    "values",
    [
        row("Great battery, speed, display.", "positive", battery="Great", speed="Great", display="Great"),
        row("The graphics and screen are stunning", "positive", graphics="stunning", screen="stunning"),
        row("Like the price and operation", "positive", price="Like", operation="Like"),
    ],
)
def test_opinions_of_a_row_keep_their_words(values, transformation, seed):
    try:
        new = transformation.preview_row(values, seed=seed)
    except NotApplicable:
        return
    for one in new["aspects"]:
        assert new["text"][one["start"] : one["end"]] == one["term"]
        for said in one["opinions"]:
            assert new["text"][said["start"] : said["end"]] == said["text"]
            assert len(said["text"].split()) <= 2


@pytest.mark.parametrize(
    ("tagged", "alike"),
    [
        ("Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/4 soup/NOUN/NN//conj/2", True),
        # the word judges only the first
        ("Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/5 the/DET/DT//det/5 soup/NOUN/NN//conj/2", False),
        # a fact
        ("Japanese/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/4 soup/NOUN/NN//conj/2", False),
        # a part of the other
        (
            "Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 ,/PUNCT/,//punct/5 especially/ADV/RB//advmod/5 "
            "soup/NOUN/NN//appos/2",
            False,
        ),
        # the other polarity beside it
        (
            "Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/4 soup/NOUN/NN//conj/2 ,/PUNCT/,//punct/6 "
            "terrible/ADJ/JJ//amod/2",
            False,
        ),
        # without a thing
        (
            "Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 and/CCONJ/CC//cc/4 soup/NOUN/NN//conj/2 without/ADP/IN//case/6 "
            "sugar/NOUN/NN//nmod/2",
            False,
        ),
    ],
)
def test_only_a_judgment_of_things_side_by_side_is_left_for_one_of_them(tagged, alike):
    doc = Doc.tagged(tagged)
    first = (doc.tokens[0].start, doc.tokens[0].end)
    places = [(doc.text.index(word), doc.text.index(word) + len(word)) for word in ("tea", "soup")]
    aspects = [Aspect(doc.text[start:end], start, end, "positive", (first,)) for start, end in places]
    assert judged_alike(doc, aspects, [0, 1], range(len(doc.tokens))) is alike


def test_what_guests_enjoyed_is_no_praise_of_the_writer():
    tree = "Guests/NOUN/NNS//nsubj/2 enjoyed/VERB/VBD/enjoy/root/2 tea/NOUN/NN//obj/2 and/CCONJ/CC//cc/5"
    doc = Doc.tagged(f"{tree} soup/NOUN/NN//conj/3")
    said = ((7, 14),)
    aspects = [Aspect("tea", 15, 18, "positive", said), Aspect("soup", 23, 27, "positive", said)]
    assert not judged_alike(doc, aspects, [0, 1], range(5))


def test_an_adjective_and_its_noun_do_not_turn_round_together():
    doc = Doc.tagged(
        "It/PRON/PRP//nsubj/2 offers/VERB/VBZ//root/2 great/ADJ/JJ//amod/4 surprises/NOUN/NNS/surprise/obj/2"
    )
    with pytest.raises(NotApplicable, match="as a whole"):
        reversed_opinion(doc, 10, 25, "positive", RowRandom(1))
