"""Adverbs before verbs: where one may stand, and which one."""

import pytest
from corpus import assert_tree
from parsed import parsed

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.core.protection import protection
from hf_robust.core.reasons import ReasonKind, reason_kind
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import TASKS
from hf_robust.transforms.adverb_clashes import fitting
from hf_robust.transforms.adverbs import NO_ENTRY, InsertAdverb, adverbs_at

# "|" shows where an adverb goes in
PLACES = [
    "She |enjoys tea and music.",
    "The man who |lives in Oslo called.",
    "I will |recommend the hotel.",
    "They are |wearing red coats.",
    "The mill was |built in Oslo.",
    "It is a film |released in Oslo.",
    "They met to |reduce the cost.",
    "The rain could |delay the work.",
    "I have |enjoyed the trip.",
    "He |wants to go.",
    "The minister |denied the charge.",
    "She opened the door and |left the house.",
    "The board could |delay the work, which may help.",
    "The stew was |tasty and the cook was |friendly.",
    "It would be |nice to stay.",
    "They served a |good lunch.",
    "Two girls are |riding horses.",
]
NOWHERE = [
    "The girls missed a bus.",
    "He was a new host.",
    "She went home to feel no pain or fear.",
    "In 1402 the ship led by Anna sank.",
    "Oslo is wooden.",
    "The stew is good but salty.",  # weighed
    "The stew is good if you like salt.",
    "The stew is not good, but hot.",
    "The stew is as good as hers.",
    "Is the stew good?",
    "He ate a good deal.",
    "A cook made a sweet potato.",
    "All I can say is no.",
    "He did not come.",
    "He really wants to go.",
    "To sing it is wooden.",
    "Enjoy the trip.",
    "Who wants this book?",
    "It is not known as a school.",
    "Let's enjoy it.",
    "I don't only think they want the money.",
    "It was warmer than she wanted it.",
    "He picked up the phone.",
    "People interviewed here liked the plan.",  # no finite verb
    "The boy was called up by the army.",
    "The man coughed.",
]


@pytest.mark.parametrize("marked", PLACES)
def test_before_full_verbs_only(marked, pipeline):
    parts = marked.split("|")
    for seed in range(4):
        out = InsertAdverb(gate="off", rate=1.0).preview(parsed("".join(parts), pipeline), seed)
        at = 0
        for place, part in enumerate(parts):
            if place:
                adverb = out[at:].split(" ")[0]
                assert adverb in ALL, out
                at += len(adverb) + 1
            assert out[at:].startswith(part), out
            at += len(part)
        assert at == len(out)


def test_no_adverb_repeats_a_stem_or_foretells_how_a_plan_goes(pipeline):
    assert adverbs_at(parsed("It helps people to understand the rules.", pipeline), 4) == ("fully",)
    assert adverbs_at(parsed("It was easy to understand the rules.", pipeline), 4) == ("fully",)
    assert adverbs_at(parsed("The firm is to remove the chairs.", pipeline), 4) is None


CLASHES = [
    "All the girls were after him.",
    'He muttered, "He loves me, he loves me not."',
    "Can you say gravity well?",
    "I don't suppose you know them.",
    "Can I have some pet ideas please?",
    'The song is performed in the 1957 film "The Bridge".',
    "The Bible says that the Lord is good.",
]


KEPT_AWAY = [
    ("We know that Sharon has lost his patience.", "lost", ("reportedly", "recently"), ("recently",)),
    ("He hoped to escape the storm.", "escape", ("successfully", "fully"), ("fully",)),
    ("He escaped at noon.", "escaped", ("eventually",), None),
    ("All I can say is that you are the best, not they.", "say", ("actually",), None),
]


@pytest.mark.parametrize(("text", "word", "offered", "left"), KEPT_AWAY)
def test_an_adverb_that_clashes_is_left_out(text, word, offered, left, pipeline):
    doc = parsed(text, pipeline)
    at = next(number for number, token in enumerate(doc.tokens) if token.text == word)
    assert fitting(doc, at, offered) == left


@pytest.mark.parametrize("text", CLASHES)
def test_what_stands_around_a_word_keeps_an_adverb_away(text, pipeline):
    assert InsertAdverb(gate="off", rate=1.0).preview(parsed(text, pipeline)) == text


@pytest.mark.parametrize("text", NOWHERE)
def test_nowhere_else(text, pipeline):
    assert InsertAdverb(gate="off").preview(parsed(text, pipeline)) == text


TABLE = lexicon("adverbs")
ALL = {word for group in TABLE["words"] for word in group["words"]}
FRAMES = {
    *("present", "past", "progressive", "past-progressive", "perfect", "past-perfect", "passive", "passive-past"),
    *("reduced", "infinitive", "planned", "gerund", "may", "might"),
    *("perfect-passive", "will", "would", "can", "could", "should", "predicate", "attributive"),
}


def test_the_table():
    assert len(ALL) >= 40 and all(word.isalpha() and word.islower() for word in ALL)
    assert {group["kind"] for group in TABLE["words"]} == set(TABLE["clashes"])
    for group in TABLE["words"]:
        assert set(group) <= {"kind", "frames", "words", "verbs", "subjects", "place", "after"}
        assert set(group["frames"]) <= FRAMES and group["words"] and group["verbs"]
    # none negates or judges, and what is only guessed stays out
    assert not ALL & {"hardly", "never", "rarely", "barely", "seldom", "scarcely", "badly", "sadly", "almost"}
    assert not ALL & {"evidently", "undoubtedly", "obviously", "indeed", "plainly", "allegedly"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We |enjoyed the show.", "really truly thoroughly"),
        ("The book was |published in Oslo.", "originally first eventually"),
        ("She is |known as a poet.", "commonly widely"),
        ("She is |known for her songs.", "primarily widely"),
        ("Two boys are |playing football.", "currently"),
        ("He came in. He |asked for tea.", "then"),
        ("It is late. He |asked for tea.", ""),  # nothing has been told yet
        ("The book was |published in Oslo after a first print.", ""),  # contradicts what is there
        ("The firm |won a prize and moved.", "eventually finally"),
        ("The firm |won 3 prizes.", ""),
        ("A dog |runs over the lawn.", ""),  # one event takes no frequency
        ("The book is |based on a play.", ""),
        ("The soup was |good.", "really very"),
        ("The soup was |wonderful.", "really truly"),
        ("She wrote a |wonderful book.", "truly really"),
        ("The soup was |good but cold.", ""),  # weighed
        ("The minister said he |wanted a new law.", ""),  # no "really" in reports
        ("Police suspect he was |killed in Oslo.", ""),  # a doubt already
        ("I |focused all of my attention on it.", ""),  # "mainly" and "all" do not go together
        ("You can |find the hotel at the lake.", ""),  # that it is easy would be news
        ("In 1990 the team |won the cup.", ""),  # a year is no course of events
        ("The company has |launched a new phone.", "officially formally already recently reportedly"),
    ],
)
def test_adverbs_suit_the_event(text, expected, pipeline):
    before, _, after = text.partition("|")
    doc = parsed(before + after, pipeline)
    assert " ".join(adverbs_at(doc, doc.token_at(len(before))) or ()) == expected


def test_count_and_case():
    doc = Doc.tagged(
        "WE/PRON/PRP ENJOYED/VERB/VBD/enjoy TEA/NOUN/NN AND/CCONJ/CC THEY/PRON/PRP LIKED/VERB/VBD/like IT/PRON/PRP"
    )
    out = InsertAdverb(gate="off", count=1).preview(doc, seed=2)
    assert len(out.split()) == 8 and out.isupper()
    with pytest.raises(NotApplicable, match="fewer than 3"):
        InsertAdverb(gate="off", count=3).preview(doc)


def test_seeds_draw_other_adverbs():
    doc = Doc.tagged("We/PRON/PRP enjoyed/VERB/VBD/enjoy tea/NOUN/NN")
    assert len({InsertAdverb(gate="off").preview(doc, seed) for seed in range(40)}) == 3


def test_protected_verbs_take_none():
    doc = Doc.tagged(
        "She/PRON/PRP loves/VERB/VBZ/love tea/NOUN/NN and/CCONJ/CC he/PRON/PRP loves/VERB/VBZ/love it/PRON/PRP"
    )
    kept = Doc(doc.text, annotation=doc._annotation, protect=protection(["loves"], defaults=False))
    assert InsertAdverb(gate="off").preview(kept) == doc.text != InsertAdverb(gate="off").preview(doc)


def run(task, pipeline, **columns):
    from datasets import Dataset

    data = Dataset.from_dict({name: [value] for name, value in columns.items()})
    return data.map(hr.Perturb(InsertAdverb(gate="off", rate=1.0), hr.task(task), nlp=pipeline), batched=True)[0]


def test_new_tokens_have_tags_and_hang_on_their_verb(pipeline):
    tokens = ["She", "believes", "that", "he", "likes", "it", "."]
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
    text = "They believe that she loves Oslo."
    answers = {"text": ["she loves Oslo"], "answer_start": [18]}
    row = run("extractive-qa", pipeline, context=text, question="What?", answers=answers)
    assert row["answers"]["text"] == ["she loves Oslo"] and "she loves Oslo" in row["context"] != text
    assert row["context"][row["answers"]["answer_start"][0] :].startswith("she loves Oslo")


def test_applies_to_every_task_but_inference():
    without = {"natural-language-inference", "translation", "text-generation", "word-segmentation"}
    without |= {"semantic-similarity-scoring"}  # of two texts, one would say more
    assert set(InsertAdverb.effects) == set(TASKS) - without


@pytest.mark.parametrize(
    ("before", "also"),
    [
        ("She/PRON/PRP sang/VERB/VBD/sing songs/NOUN/NNS", True),
        ("She/PRON/PRP was/AUX/VBD/be tall/ADJ/JJ", False),  # nothing that she did
        ("the/DET/DT worst/ADJ/JJS day/NOUN/NN", False),
        ("She/PRON/PRP sings/VERB/VBZ/sing songs/NOUN/NNS", False),  # another tense
        ("She/PRON/PRP played/VERB/VBD/play sports/NOUN/NNS", False),  # the same event
    ],
)
def test_also_adds_to_another_event(before, also):
    line = f"{before} ./PUNCT/. She/PRON/PRP played/VERB/VBD/play the/DET/DT piano/NOUN/NN"
    place = len(before.split()) + 2
    assert ("also" in (adverbs_at(Doc.tagged(line), place) or ())) is also


def test_the_reason_does_not_say_that_no_person_could_insert_one(pipeline):
    transformation = InsertAdverb()
    assert transformation.why_unchanged(parsed("The cause was not yet known.", pipeline)) == NO_ENTRY
    assert transformation.why_unchanged(parsed("Lunde , Norway", pipeline)).startswith("the text has no verbs")
    assert reason_kind(NO_ENTRY) is ReasonKind.REFUSED


def test_a_quotation_opens_with_the_adverb(pipeline):
    doc = parsed('"A year ago, they had the house under review," he said.', pipeline)
    assert InsertAdverb(gate="off", rate=1.0).preview(doc).startswith('"About a year ago')
