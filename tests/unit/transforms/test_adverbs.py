"""Adverbs before verbs: where one may stand, and which one."""

import pytest
from corpus import assert_tree
from parsed import parsed

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import TASKS
from hf_robust.transforms.adverbs import InsertAdverb, _fitting

# "|" shows where an adverb goes in
PLACES = [
    "She |drinks tea and |sings songs.",
    "The man who |lives in Oslo |left.",
    "He will |win.",
    "They are |going home.",
    "It was |made in Oslo.",
    "She has |gone home.",
    "He |wants to go.",
    "The dogs |barked and the cats |ran.",
    "I'll |call him.",
]
NOWHERE = [
    "He is tall.",
    "He did not go.",
    "He doesn't go.",
    "He always wins.",
    "To go there is fun.",
    "Go there.",
    "Seeing them is fun.",
    "A film made in Oslo",
    "Does he go?",
    "It is not made here.",
    "Thank you for the film.",
    "Let's go.",
    "He has never gone.",
    "It never has gone well.",
    "They have been there.",
    "You may win.",
    "I think, you know, it is late.",
]


@pytest.mark.parametrize("marked", PLACES)
def test_before_full_verbs_only(marked, pipeline):
    parts = marked.split("|")
    for seed in range(4):
        out = InsertAdverb().preview(parsed("".join(parts), pipeline), seed)
        at = 0
        for place, part in enumerate(parts):
            if place:
                adverb = out[at:].split(" ")[0]
                assert adverb in ALL, out
                at += len(adverb) + 1
            assert out[at:].startswith(part), out
            at += len(part)
        assert at == len(out)


@pytest.mark.parametrize("text", NOWHERE)
def test_nowhere_else(text, pipeline):
    assert InsertAdverb().preview(parsed(text, pipeline)) == text


ALL = {word for group in lexicon("adverbs")["words"] for word in group["words"]}
FRAMES = {"present", "past", "modal", "progressive", "perfect", "passive", "passive-past"}


def test_the_table():
    assert len(ALL) >= 60 and all(word.isalpha() and word.islower() for word in ALL)
    kinds = {group["kind"] for group in lexicon("adverbs")["words"]}
    assert kinds == {"frequency", "certainty", "time", "degree", "manner"}
    assert all(set(group["frames"]) <= FRAMES and group["words"] for group in lexicon("adverbs")["words"])
    # none negates or judges
    assert not ALL & {"hardly", "never", "rarely", "barely", "seldom", "scarcely", "badly", "sadly", "almost"}


@pytest.mark.parametrize("frame", sorted(FRAMES))
def test_every_frame_has_adverbs_for_every_verb(frame):
    assert len(_fitting(frame, "some verb that no list has")) >= 5


def test_adverbs_suit_the_verb():
    assert "quickly" in _fitting("past", "walk") and "quickly" not in _fitting("past", "know")
    assert "usually" in _fitting("present", "walk")
    assert "usually" not in _fitting("past", "walk") and "usually" not in _fitting("present", "know")
    assert "already" in _fitting("perfect", "go") and "already" not in _fitting("present", "go")
    assert "considerably" in _fitting("past", "improve") and "considerably" not in _fitting("past", "walk")


def test_count_and_case():
    doc = Doc.tagged("SHE/PRON/PRP DRINKS/VERB/VBZ/drink AND/CCONJ/CC SINGS/VERB/VBZ/sing")
    out = InsertAdverb(count=1).preview(doc, seed=2)
    assert len(out.split()) == 5 and out.isupper()
    with pytest.raises(NotApplicable, match="fewer than 3"):
        InsertAdverb(count=3).preview(doc)


def test_seeds_draw_other_adverbs():
    doc = Doc.tagged("She/PRON/PRP drinks/VERB/VBZ/drink tea/NOUN/NN")
    assert len({InsertAdverb().preview(doc, seed) for seed in range(40)}) > 10


def test_protected_verbs_take_none():
    doc = Doc.tagged("She/PRON/PRP drinks/VERB/VBZ/drink and/CCONJ/CC sings/VERB/VBZ/sing")
    kept = Doc(doc.text, annotation=doc._annotation, protect=frozenset({"drinks"}))
    assert InsertAdverb().preview(kept).startswith("She drinks and ") and InsertAdverb().preview(kept) != doc.text


def run(task, pipeline, **columns):
    from datasets import Dataset

    data = Dataset.from_dict({name: [value] for name, value in columns.items()})
    return data.map(hr.Perturb("insert-adverb", hr.task(task), nlp=pipeline), batched=True)[0]


def test_new_tokens_have_tags_and_hang_on_their_verb(pipeline):
    tokens = ["She", "says", "that", "he", "likes", "it", "."]
    row = run("part-of-speech", pipeline, tokens=tokens, pos_tags=["PRP", "VBZ", "IN", "PRP", "VBZ", "PRP", "."])
    assert row["pos_tags"] == ["PRP", "RB", "VBZ", "IN", "PRP", "RB", "VBZ", "PRP", "."]
    row = run(
        "parsing",
        pipeline,
        tokens=tokens,
        heads=[2, 0, 5, 5, 2, 5, 2],
        deprels=["nsubj", "root", "mark", "nsubj", "ccomp", "obj", "punct"],
    )
    assert_tree(row["heads"], row["deprels"], 9)
    assert row["heads"] == [3, 3, 0, 7, 7, 7, 3, 7, 3] and row["deprels"][5] == "advmod"
    row = run("named-entity-recognition", pipeline, tokens=["Anna", "likes", "Oslo"], ner_tags=["B-PER", "O", "B-LOC"])
    assert row["ner_tags"] == ["B-PER", "O", "O", "B-LOC"]


def test_an_answer_is_not_torn(pipeline):
    text = "He said that she left Oslo."
    answers = {"text": ["she left Oslo"], "answer_start": [13]}
    row = run("extractive-qa", pipeline, context=text, question="What?", answers=answers)
    assert row["answers"]["text"] == ["she left Oslo"] and "she left Oslo" in row["context"] != text
    assert row["context"][row["answers"]["answer_start"][0] :].startswith("she left Oslo")


def test_applies_to_every_task():
    assert set(InsertAdverb.effects) == set(TASKS)
