"""Tense: tables of sentences, and how the subject decides the present form."""

import pytest
from parsed import parsed

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply, project_tokens
from hf_robust.core.errors import NotApplicable
from hf_robust.core.protection import protection
from hf_robust.core.randomness import row_rng
from hf_robust.language.english.verbs import agreement, reinflected
from hf_robust.transforms.tenses import Tense

MOVED = [
    ("He likes it and they sing.", "He liked it and they sang."),
    ("They're here and it's late.", "They were here and it was late."),
    ("It's the best film that I've seen.", "It was the best film that I had seen."),
    ("He says it will rain.", "He said it would rain."),
    ("They were happy because they couldn't see it.", "They are happy because they can't see it."),
    ("The films that failed were long.", "The films that fail are long."),
    ("The film's plot is thin.", "The film's plot was thin."),
    ("She has to work and he doesn't.", "She had to work and he didn't."),
    ("A man tries to open the door while a woman looks on.", "A man tried to open the door while a woman looked on."),
    ("It's late.", "It was late."),
    ("It's great and I'll be back.", "It was great and I'll be back."),
    ("It’s late.", "It was late."),
    ("I can't go.", "I couldn't go."),
    ("I ca n't go .", "I could n't go ."),
    ("You cannot win.", "You could not win."),
    ("He said he would go.", "He says he will go."),
    ("I was tired.", "I am tired."),
    ("He put it there.", "He puts it there."),
    ("The dogs barked.", "The dogs bark."),
    ("Everyone laughed.", "Everyone laughs."),
    ("Anna and Tom laughed.", "Anna and Tom laugh."),
    ("She had a car.", "She has a car."),
    ("IT IS GREAT.", "IT WAS GREAT."),
    ("He came, saw and won.", "He comes, sees and wins."),
    ("The book is finally out.", "The book was finally out."),
    ("He arrived on Monday.", "He arrives on Monday."),
    ("She works here now.", "She worked here then."),
    ("If it rained, she stayed.", "If it rains, she stays."),
    ("Sales may rise, he added.", "Sales may rise, he adds."),
    ("He was expected to leave on Friday.", "He is expected to leave on Friday."),
    ("What are the songs on the album?", "What were the songs on the album?"),
    ("How can I learn to sing?", "How could I learn to sing?"),
    ("She was tired, but it found her.", "She is tired, but it finds her."),
    ("He was married and had three children.", "He is married and has three children."),
    ("But don't worry, I can send it.", "But don't worry, I could send it."),
    ("Online sales continue to rise.", "Online sales continued to rise."),
    ("It's shot in Oslo.", "It was shot in Oslo."),
    ("They came last week.", "They come this week."),
    ("Is he at home?", "Was he at home?"),
    ("What does it cost?", "What did it cost?"),
    ("It is good, isn't it?", "It was good, wasn't it?"),
    ("If you like it, you are lost.", "If you liked it, you were lost."),
    ("They were beaten.", "They are beaten."),
    ("I opened the door.", "I open the door."),
    ("It is located north of Oslo.", "It was located north of Oslo."),
    ("Lunde is a village in Norway.", "Lunde was a village in Norway."),
    ("He had a dog yesterday.", "He has a dog today."),
    ('He says "I am tired".', 'He said "I am tired".'),
    ("It was good, and I will be back.", "It is good, and I will be back."),
    ("It is good, and you should try it.", "It was good, and you should try it."),
    ("The bar is full, and it will close.", "The bar was full, and it would close."),
    ("This year it is cold.", "That year it was cold."),
    ("Ruda is a river in Poland.", "Ruda was a river in Poland."),
    ("He has been here since May.", "He had been here since May."),
    ("She has found a key.", "She had found a key."),
    ("Why do some people find the time?", "Why did some people find the time?"),
    ("Anna, who was also ill, was at home.", "Anna, who is also ill, is at home."),
    ("Today the firm announced a sale.", "Today the firm announces a sale."),
    ("It was built in 1875 and consists of two wings.", "It was built in 1875 and consisted of two wings."),
]
BOTH = [
    ("The plot was thin but the music carries it.", "The plot was thin but the music carried it."),
    ("The room is clean and the staff helped.", "The room was clean and the staff helped."),
    ("The script was weak, but the cast delivers.", "The script was weak, but the cast delivered."),
    ("The hotel was old and the view makes up for it.", "The hotel was old and the view made up for it."),
    ("The director knows his craft and the film was great.", "The director knew his craft and the film was great."),
    ("The food that she makes was great.", "The food that she made was great."),
    ("He likes it and they sang.", "He liked it and they sang."),
    ("It was good, but it is over.", "It was good, but it was over."),
    ("Lunde is a village. In 2010 it had 77 inhabitants.", "Lunde was a village. In 2010 it had 77 inhabitants."),
    ("The room was dirty, just don't stay here!", "The room is dirty, just don't stay here!"),
]
KEPT_PARTS = [  # a part of the text is left out of the search for verbs
    ("It is well worth a visit.", "It was well worth a visit."),
    ("She is the lead in The Man Who Knows Everything.", "She was the lead in The Man Who Knows Everything."),
    ("Berg (born 1850 in Oslo) is a painter.", "Berg (born 1850 in Oslo) was a painter."),
    ("Founded in 1947, it is a school.", "Founded in 1947, it was a school."),
    ("Rashid, 46, was tired.", "Rashid, 46, is tired."),
    ("But Japan was reluctant.", "But Japan is reluctant."),
    ("These games are popular today.", "These games were popular then."),
    ("They mimic my voice.", "They mimicked my voice."),
]
STAYS = [
    "I am out all weekend, so I may be working on it.",
    "What Berg ignores, in his contempt for history, is that they won.",
    "It is settled law. We will demonstrate that.",
    "I need say nothing of it.",
    "They have the tools and the will to go on.",
    "I was born in a village.",
    "If it has gone missing, it is bad.",
    "The late Anna Berg had no children.",
    "Ruda is a river in Poland. It is long. It flows into the sea.",
    "Does a black hole have a mass?",
    "Botany is a branch of biology.",
    "An axe is a tool that cuts wood and is used by loggers.",
    "Berg (born 1950 in Oslo) is a painter.",
    "He recalled that they were tall.",
    "If it is late, a card should say who is out or where the box is left.",
    "It has grown since 1978.",
    "They were taken to hospital yesterday.",
    "I saw the film when it first came out.",
    "He was a secretary from 1983 to 1984.",
    "Witnesses said they believed him.",
    "The company said it decided to leave.",  # what is reported is over
    "The film has a plot, and its really part of it.",
    "Is it possible to learn this without help?",
    "What is a good shop near Oslo?",
    "What are the best books on Norway?",  # advice
    "Which service do I get after the exam?",  # the asker's own case
    "Even if he won, why does she need him?",  # only thought of
    "What qualification required?",  # a participle
    "It is the family that she's never had.",
    "How come we never saw the main hall?",
    "We do not accept it, nor will we pay it.",
    "The party won votes at the last general election.",
    "The party won votes in April.",
    "The paper was traded in London on Friday.",
    "It was good, and it will open again.",  # the future beside the past
    "Current leaders have an advantage.",
    "The storm killed two people overnight.",
    "Her daughters were afraid she sang and decided to leave.",  # who decided
    "Anna Berg (2 May 1847 - 3 June 1938) was a painter.",
    "It is good, and I tell you that it works.",
    "I became a fan of the show.",
    "Is Anna Berg going to sing?",
    "What is thermal energy?",
    "What is the difference between a hill and a mountain?",  # so at all times
    "Berg & Lund's Corp. lowered the price.",  # one or two
    "She was here and is at home today.",
    "The matches that he likes are next October.",
    "It was good two years ago.",  # a time of the past alone
    "What happened to the dog?",
    "In my student days, I was busy.",
    "Where was it? he cried.",
    "Is tea good? How much should I drink?",
    "Dare you rise to it?",
    "What is the value of x^2?",
    "It is late, and we leave tomorrow.",
    "The band broke up in 1996.",  # a time of the past
    "In the mid-1950's, the club was small.",
    "Berg stood for the party from 2005 through 2008.",
    "He has taken the post for the time being.",  # a time of now
    "About 25 firms have closed in the past four months.",
    "Why would a phone show only this and does not show that?",  # one of two joined verbs stays
    "The man is hereby sentenced to a fine.",
    "What causes a car to stop?",
    "If it rains, it will be late.",
    "What should you do when it is late?",  # the main verb is a modal
    "Were you to go, it was late.",
    "How do I fix my car?",  # asked of the present
    "We will pay you back when we see it.",
    "You could watch it and still have time.",
    "Cats stick to milk.",  # what all of a kind do
    "The room is nice, I prefer the other one.",
    "It is great, so go and see it.",  # a command
    "You'll love it.",
    "She'd go home.",
    "She had gone home.",
    "He is going to leave.",
    "We recommend this place.",  # said and done at once
    "A man tries to open the door while a woman watches.",  # "watches" is tagged as a noun
    "Nice film, that is.",
    "Every scene crackles with life and you are glad.",  # "crackles" is tagged as a noun
    "the movie 's a mess",  # "the movie 's plot"
    "They put it there.",  # the past looks like the present
    "I wasn't tired.",  # there is no "amn't"
    "He used to smoke.",
    "He had better leave.",
    "He could have won.",
    "Let's go.",
    "Go there.",
    "A film made in Oslo",
    "By no means.",
    "You should go.",
    "All except one student completed the test.",  # "one student" is not the subject
    "All but one child stayed.",
    "no verb",
]
# one verb has the other tense, or is tagged as a noun, so that it cannot move with the rest
MIXED = """
The acting was great and the story works.
The acting is great and the story works.
The food was good and the price fits.
The service was slow but the pizza rocks.
The story was dull; the lead shines.
The food is good and the waiter smiled.
The phone is nice and the case cost little.
The lead was charming, the villain bores.
I thought the story works.
The acting was great because the story works.
It was a mess and the story drags.
The acting was great and my story works.
The ending hits and the music was good.
The story rocks. The acting was great.
"""
WHOLE = [
    ("The film is long and the ending is sad.", "The film was long and the ending was sad."),
    ("They were happy because the room was clean.", "They are happy because the room is clean."),
    ("It was a mess and a waste.", "It is a mess and a waste."),
    ("He is a doctor and the owner.", "He was a doctor and the owner."),
    ("The acting is great and it works.", "The acting was great and it worked."),
    ("It was good because she liked it.", "It is good because she likes it."),
    ("She sings and her brother plays the piano.", "She sang and her brother played the piano."),
    ("The music is loud but the crowd likes it.", "The music was loud but the crowd liked it."),
    ("The dog barked while the cat slept.", "The dog barks while the cat sleeps."),
    ("I liked the fight scenes and the music.", "I like the fight scenes and the music."),
]


PAST_AND_PRESENT = (("was", "is"), ("were", "are"), ("thought", "think"))


@pytest.mark.parametrize("text", MIXED.strip().splitlines())
def test_all_finite_verbs_move_or_none(text, pipeline):
    moved = Tense().preview(parsed(text, pipeline))
    to_present = text
    for past, present in PAST_AND_PRESENT:
        to_present = to_present.replace(f" {past} ", f" {present} ")
    # a verb that is not found does no harm where it has the other tense
    assert moved in (text, to_present, "The food was good and the waiter smiled.")


@pytest.mark.parametrize(("text", "expected"), [*MOVED, *WHOLE, *BOTH, *KEPT_PARTS])
def test_moves(text, expected, pipeline):
    assert Tense().preview(parsed(text, pipeline)) == expected


@pytest.mark.parametrize("text", STAYS)
def test_stays(text, pipeline):
    assert Tense().preview(parsed(text, pipeline)) == text


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["It", "'s", "late"], ["It", "was", "late"]),
        (["I", "ca", "n't", "go"], ["I", "could", "n't", "go"]),
        (["They", "ca", "n't", "say", "."], ["They", "could", "n't", "say", "."]),
        (["It's", "late"], ["It's", "late"]),  # a part of a token stays
    ],
)
def test_a_token_list_keeps_its_tokens(tokens, expected, pipeline):
    doc = parsed(tokens, pipeline)
    edits = Tense().edits(doc, row_rng(0, "x", doc.text, "text"))
    assert project_tokens(doc.text, doc.bounds, edits).tokens == expected


def test_count_draws_among_the_verbs(pipeline):
    doc = parsed("He likes it and she sings well.", pipeline)
    found = {Tense(count=1).preview(doc, seed) for seed in range(12)}
    assert found == {"He liked it and she sings well.", "He likes it and she sang well."}
    with pytest.raises(NotApplicable, match="fewer than 3"):
        Tense(count=3).preview(doc)


def test_the_subject_decides():
    for subject, form in (("I/PRON/PRP", "think"), ("She/PRON/PRP", "thinks"), ("You/PRON/PRP", "think")):
        words = Doc.tagged(f"{subject}//nsubj/2 thought/VERB/VBD//root/0 so/ADV/RB//advmod/2")
        assert Tense().preview(words).split()[1] == form
    # nothing that says who did it: it stays
    alone = Doc.tagged("Probably/ADV/RB//advmod/2 laughed/VERB/VBD//root/0")
    assert Tense().preview(alone) == "Probably laughed"
    names = "Lund/PROPN/NNP//compound/4 and/CCONJ/CC//cc/3 Berg/PROPN/NNP//conj/1 Media/PROPN/NNP//nsubj/5"
    one_or_two = Doc.tagged(f"{names} agreed/VERB/VBD//root/0")
    assert Tense().preview(one_or_two) == one_or_two.text


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("the/DET/DT//det/2 dog/NOUN/NN//nsubj/5 and/CCONJ/CC//cc/4 cat/NOUN/NN//conj/2 came/VERB/VBD//root/0", "they"),
        ("a/DET/DT//det/2 lot/NOUN/NN//nsubj/5 of/ADP/IN//case/4 men/NOUN/NNS//nmod/2 came/VERB/VBD//root/0", "they"),
        ("a/DET/DT//det/2 lot/NOUN/NN//nsubj/5 of/ADP/IN//case/4 work/NOUN/NN//nmod/2 went/VERB/VBD//root/0", "he"),
        ("men/NOUN/NNS//root/0 who/PRON/WP//nsubj/3 came/VERB/VBD//acl:relcl/1", "they"),
        ("she/PRON/PRP//nsubj/2 came/VERB/VBD//root/0 and/CCONJ/CC//cc/4 went/VERB/VBD//conj/2", "he"),
        ("the/DET/DT//det/2 poor/ADJ/JJ//nsubj/3 came/VERB/VBD//root/0", None),
        ("came/VERB/VBD//root/0", None),
    ],
)
def test_agreement(words, who):
    tokens = Doc.tagged(words).tokens
    assert agreement(tokens, max(n for n, token in enumerate(tokens) if token.tag == "VBD")) == who


def test_forms_that_the_tag_does_not_explain_have_no_other():
    assert reinflected("went", "VBD", "VBZ") == "goes" and reinflected("saw", "VBD", "VBP") == "see"
    assert reinflected("rattls", "VBZ", "VBD") is None and reinflected("went", "VBZ", "VBD") is None


def test_a_protected_verb_keeps_the_text(pipeline):
    for word, changed in (("likes", False), ("it", True)):
        doc = parsed("He likes it and she sings.", pipeline, protect=protection([word], defaults=False))
        assert (Tense().preview(doc) != doc.text) == changed  # one verb that stays keeps the others


def test_runs_over_a_data_set_and_keeps_entities(pipeline):
    from datasets import Dataset

    tags = ["B-PER", "I-PER", "O", "B-LOC", "O"]
    rows = Dataset.from_dict({"tokens": [["Anna", "Smith", "likes", "Oslo", "."]], "ner_tags": [tags]})
    row = rows.map(hr.Perturb("tense", hr.task("named-entity-recognition"), nlp=pipeline), batched=True)[0]
    assert row["tokens"] == ["Anna", "Smith", "liked", "Oslo", "."] and row["ner_tags"] == rows[0]["ner_tags"]


def test_where_the_label_would_change_it_does_not_apply():
    effects = Tense.effects
    assert "sentiment-classification" in effects and "named-entity-recognition" in effects
    assert not effects.keys() & {"natural-language-inference", "semantic-similarity-classification", "extractive-qa"}
    assert not effects.keys() & {"part-of-speech", "parsing"}


def test_a_participle_that_is_tagged_as_a_past_form_keeps_the_text():
    for noun, verb in (("film", "made/VERB/VBD/make"), ("song", "heard/VERB/VBD/hear"), ("meal", "had/VERB/VBD/have")):
        doc = Doc.tagged(f"the/DET/DT//det/3 best/ADJ/JJS//amod/3 {noun}/NOUN/NN//nsubj/5 ever/ADV/RB//advmod/5 {verb}")
        assert Tense().preview(doc) == doc.text
    told = Doc.tagged("She/PRON/PRP//nsubj/3 never/ADV/RB//advmod/3 made/VERB/VBD//root/0 it/PRON/PRP//obj/3")
    assert Tense().preview(told) == "She never makes it"


def test_edits_are_those_of_the_text(pipeline):
    doc = parsed("He says it's late.", pipeline)
    edits = Tense().edits(doc, row_rng(0, "x", doc.text, "text"))
    assert apply(doc.text, edits) == "He said it was late." and len(edits) == 2
