"""Negation: tables of sentences, both ways, and what happens to tags and trees."""

import pytest
from corpus import assert_tree
from parsed import parsed

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import project_tokens
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.protection import protection
from hf_robust.core.randomness import row_rng
from hf_robust.transforms.negation import Negation

ADDED = [
    ("A witness said he expected a vote.", "A witness said he did not expect a vote."),
    ("He likes the film.", "He does not like the film."),
    ("Ann Berg, 51, will be there.", "Ann Berg, 51, will not be there."),
    ("They are due to appear today.", "They are not due to appear today."),
    ("The firm will consider any offer.", "The firm will not consider any offer."),
    ("They want the film.", "They do not want the film."),
    ("He bought a car.", "He did not buy a car."),
    ("He is tall.", "He is not tall."),
    ("I'm happy.", "I'm not happy."),
    ("She has gone home.", "She has not gone home."),
    ("He has a car.", "He does not have a car."),
    ("You can see it.", "You cannot see it."),
    ("You must leave now.", "You must not leave now."),
    ("There is a problem.", "There is no problem."),
    ("There were signs.", "There were no signs."),
    ("The boys were playing in the garden.", "The boys were not playing in the garden."),
    ("He really likes it.", "He does not really like it."),
    ("She probably likes it.", "She probably does not like it."),
    ("It is probably true.", "It is probably not true."),
    ("Often he goes home.", "Often he does not go home."),
    ("He came and sat down.", "He did not come and sit down."),
    ("We used to live there.", "We did not use to live there."),
    ("He does.", "He does not."),
    ("She does it well.", "She does not do it well."),
    ("Go there.", "Do not go there."),
    ("Be quiet.", "Do not be quiet."),
    ("Let's go home.", "Let's not go home."),
    ("Does he like it?", "Does he not like it?"),
    ("Is the film good?", "Isn't the film good?"),
    ("Can the boy swim?", "Can't the boy swim?"),
    ("I LIKE THIS FILM.", "I DO NOT LIKE THIS FILM."),
    ("What a night! She is happy.", "What a night! She is not happy."),
    ("She won a cup and a medal.", "She did not win a cup or a medal."),
    ("He is tall and strong.", "He is not tall or strong."),
    ("He has some money.", "He does not have any money."),
    ("He has already left.", "He has not yet left."),
    # other clauses
    ("He took a bus, which was late.", "He took a bus, which was not late."),
    ("Oslo is a town that has a large harbour.", "Oslo is a town that does not have a large harbour."),
    ("The board voted to sell the hotel.", "The board did not vote to sell the hotel."),
    ("They were asked to find out how it began.", "They were asked not to find out how it began."),
    ("When it rains, he is sad.", "When it rains, he is not sad."),
    ("It is late, police said on Friday.", "It is not late, police said on Friday."),
    ("The woman who lives here likes it.", "The woman who lives here does not like it."),
    ("He is tall and she is small.", "He is tall and she is not small."),
    (
        "Oslo is a town in Norway. It has a large harbour.",
        "Oslo is a town in Norway. It does not have a large harbour.",
    ),
    ("A film that moves slowly.", "Not a film that moves slowly."),
]
REMOVED = [
    ("The rolls weren't at all special.", "The rolls were special."),
    ("They did not go home.", "They went home."),
    ("They didn't go home.", "They went home."),
    ("They didn’t go home.", "They went home."),
    ("He doesn't really like it.", "He really likes it."),
    ("We do not know.", "We know."),
    ("You can't see it.", "You can see it."),
    ("You ca n't see it .", "You can see it ."),
    ("You cannot see it.", "You can see it."),
    ("I won't go there.", "I will go there."),
    ("He is not tall.", "He is tall."),
    ("It isn't late.", "It is late."),
    ("Don't go there.", "Go there."),
    ("Don't be late.", "Be late."),
    ("Please do not touch that.", "Please touch that."),
    ("Don't you like it?", "Do you like it?"),
    ("Why don't you go?", "Why do you go?"),
    ("He never likes the food.", "He likes the food."),
    ("He no longer lives here.", "He lives here."),
    ("He has not gone home yet.", "He has gone home already."),
    ("There aren't any problems.", "There are some problems."),
    ("She doesn't want anything at all.", "She wants something."),
    ("I don't like it either.", "I like it too."),
    ("I DO NOT KNOW THAT.", "I KNOW THAT."),
    ("Never go there.", "Go there."),
    ("They did not win at all costs.", "They won at all costs."),
    ("He doesn't work here anymore.", "He works here."),
]
REFUSED = [
    ("What new thing did you learn today?", {}, "no negative form"),
    ("There are numerous people here.", {}, "cannot stand with a negation"),
    ("The accident, which occurred yesterday, was caused by wind.", {}, "."),
    ("Even Lund will find a way.", {}, "could not be told"),
    ("They are adorable they have long tails.", {}, "not the first, or not the only one"),
    ("Orders will not be accepted and the firm will not be responsible.", {}, "."),
    ("Men meet mothers and daughters at the same time.", {}, "could not be told"),
    ("You need not speak of it.", {}, "needs the negation"),
    ("I do not really remember.", {}, "needs the negation"),
    ("Their enemies were tangible if elusive.", {}, "cannot stand with a negation"),
    ("He likes http://example.org now.", {}, "a link"),
    ("A man is walking in the snow while a boy sits.", {}, "."),
    ("Fine cakes served on the lawn.", {}, "."),
    ("Try the soup, it is great.", {}, "."),
    ("He shook it till it broke.", {}, "cannot stand with a negation"),
    ("Four others were hurt.", {}, "what the negation reaches"),
    ("The fund lost ground, followed by the bank.", {}, "."),
    ("The vote must be held by May.", {}, "cannot stand with a negation"),
    ("How much does it cost?", {}, "no negative form"),
    ("Is it tea or coffee?", {}, "no negative form"),
    ("how do i open it", {}, "without its mark"),
    ("He is tall. He likes it.", {}, "other sentences"),
    ("He lives there although it rains.", {}, "cannot stand with a negation"),
    ("Everybody likes it.", {}, "could not be told"),
    ("Any answer helps.", {}, "could not be told"),
    ("Hopefully it works.", {}, "could not be told"),
    ("There isn't any problem.", {}, "needs the negation"),
    ("I can't help it.", {}, "needs the negation"),
    ("It is not only good.", {}, "."),
    ('She says "it is late" again.', {}, "a title, a headline or speech"),
    ("Love this place!", {}, "do not fit together"),
    ("She hardly speaks.", {}, "another negative word"),
    ("You are late, right?", {}, "."),
    ("They have a garden and all of their rooms are warm.", {}, "not the first, or not the only one"),
    ("Who won the race?", {}, "no negative form"),
    ("It is fine, while being slow.", {}, "not the first, or not the only one"),
    ("He is the man who won, and he is glad.", {}, "not the first, or not the only one"),
    ("Rain is unlikely today.", {}, "cannot stand with a negation"),
    ("The story also made the front page.", {}, "cannot stand with a negation"),
    ("Adrin heard of a king who fought and had a sword.", {}, "."),
    ("You are never bored for a second.", {}, "needs the negation"),
    ("Storey is a politician from Antrim.", {}, "says what its subject is"),
    ("Workers trained in Oslo.", {}, "do not fit together"),  # "were trained"?
    ("Have a nice day!", {}, "do not fit together"),
    ("It shines, making this a joy.", {}, "not the first, or not the only one"),
    ("Mayor opens fair The mayor of Oslo has opened the fair.", {}, "."),
    ("A wonderful little film.", {}, "no sentence with a finite main verb"),
    ("Nobody likes it.", {}, "another negative word"),
    ("He has no money.", {}, "another negative word"),
    ("He likes it, doesn't he?", {}, "tag question"),
    ("He is tall but she is small.", {}, "."),  # the contrast would be lost
    ("The team lost and so it left.", {}, "."),
    ("The orchid is a species from Peru.", {}, "says what its subject is"),
    ("today is my last day at the office .", {}, "says what its subject is"),
    ("He died at home leaving his wife.", {}, "could not be told"),
    (
        "He was a nephew of actor and singer Bob Berg, and grandson of Ann Berg.",
        {},
        "could not be told|not the only one",
    ),
    ("They were twice denied.", {}, "cannot stand with a negation"),
    ("They sold five cars.", {}, "details of the clause presuppose it"),
    ("He likes boats, especially at sea.", {}, "details of the clause presuppose it"),
    ("He was then a clerk.", {}, "an adverb that a negation does not go with"),
    ("He began work.", {}, "presupposes or reports"),
    ("At 2:30 p.m. he left.", {}, "leans on it|could not be told"),
    ("He ain't here.", {}, "no positive form"),
    ("He is not tall.", {"mode": "add"}, "already negated"),
    ("He is tall.", {"mode": "remove"}, "has no negation"),
]


@pytest.mark.parametrize(("text", "expected"), ADDED)
def test_added(text, expected, pipeline):
    doc = parsed(text, pipeline)
    assert Negation().preview(doc) == expected == Negation(mode="add").preview(doc)


@pytest.mark.parametrize(("text", "expected"), REMOVED)
def test_removed(text, expected, pipeline):
    doc = parsed(text, pipeline)
    assert Negation().preview(doc) == expected == Negation(mode="remove").preview(doc)


@pytest.mark.parametrize(("text", "params", "reason"), REFUSED)
def test_refused(text, params, reason, pipeline):
    with pytest.raises(NotApplicable, match=reason):
        Negation(**params).preview(parsed(text, pipeline))


def test_wrong_mode():
    with pytest.raises(UsageError, match="mode must be one of both, add, remove"):
        Negation(mode="none")


def test_a_protected_verb_is_not_negated(pipeline):
    for word in ("likes", "tall"):
        doc = parsed("He likes tall men.", pipeline, protect=protection([word], defaults=False))
        if word == "tall":
            assert Negation().preview(doc) == "He does not like tall men."
        else:
            with pytest.raises(NotApplicable, match="protected"):
                Negation().preview(doc)


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["He", "likes", "it", "."], ["He", "does", "not", "like", "it", "."]),
        (["He", "does", "not", "like", "it", "."], ["He", "likes", "it", "."]),
        (["You", "can", "see", "."], ["You", "can", "not", "see", "."]),
        (["You", "ca", "n't", "see", "."], ["You", "can", "see", "."]),
        (["Is", "the", "film", "good", "?"], ["Is", "n't", "the", "film", "good", "?"]),
        (["Will", "the", "film", "win", "?"], ["Wo", "n't", "the", "film", "win", "?"]),
    ],
)
def test_token_lists(tokens, expected, pipeline):
    doc = parsed(tokens, pipeline)
    edits = Negation().edits(doc, row_rng(0, "x", doc.text, "text"))
    assert project_tokens(doc.text, doc.bounds, edits).tokens == expected


def run(task, pipeline, **columns):
    from datasets import Dataset

    data = Dataset.from_dict({name: [value] for name, value in columns.items()})
    return data.map(hr.Perturb("negation", hr.task(task), nlp=pipeline), batched=True)[0]


def test_penn_tags_follow_the_new_form(pipeline):
    tokens, tags = ["She", "buys", "old", "films", "."], ["PRP", "VBZ", "JJ", "NNS", "."]
    row = run("part-of-speech", pipeline, tokens=tokens, pos_tags=tags)
    assert row["tokens"] == ["She", "does", "not", "buy", "old", "films", "."]
    assert row["pos_tags"] == ["PRP", "VBZ", "RB", "VB", "JJ", "NNS", "."]
    back = run("part-of-speech", pipeline, tokens=row["tokens"], pos_tags=row["pos_tags"])
    assert (back["tokens"], back["pos_tags"]) == (tokens, tags)


def test_universal_tags(pipeline):
    row = run(
        "part-of-speech", pipeline, tokens=["They", "went", "home", "."], pos_tags=["PRON", "VERB", "ADV", "PUNCT"]
    )
    assert row["tokens"] == ["They", "did", "not", "go", "home", "."]
    assert row["pos_tags"] == ["PRON", "AUX", "PART", "VERB", "ADV", "PUNCT"]


def test_trees(pipeline):
    row = run(
        "parsing",
        pipeline,
        tokens=["She", "likes", "old", "films", "."],
        heads=[2, 0, 4, 2, 2],
        deprels=["nsubj", "root", "amod", "obj", "punct"],
    )
    assert_tree(row["heads"], row["deprels"], 7)
    assert row["heads"] == [4, 4, 4, 0, 6, 4, 4]
    assert row["deprels"] == ["nsubj", "aux", "advmod", "root", "amod", "obj", "punct"]
    row = run(
        "parsing",
        pipeline,
        tokens=["The", "film", "is", "good", "."],
        heads=[2, 4, 4, 0, 4],
        deprels=["det", "nsubj", "cop", "root", "punct"],
    )
    assert row["tokens"][3] == "not" and (row["heads"][3], row["deprels"][3]) == (5, "advmod")


def test_labels_of_entities_stay(pipeline):
    tokens, tags = ["Anna", "Smith", "likes", "Oslo", "."], ["B-PER", "I-PER", "O", "B-LOC", "O"]
    row = run("named-entity-recognition", pipeline, tokens=tokens, ner_tags=tags)
    assert row["tokens"] == ["Anna", "Smith", "does", "not", "like", "Oslo", "."]
    assert row["ner_tags"] == ["B-PER", "I-PER", "O", "O", "O", "B-LOC", "O"]


def test_without_a_parse_there_is_no_main_clause():
    with pytest.raises(NotApplicable, match="finite main verb"):
        Negation().preview(Doc.tagged("He/PRON/PRP likes/VERB/VBZ it/PRON/PRP"))


def test_not_for_tasks_whose_label_would_change():
    of_words = {"part-of-speech", "parsing", "named-entity-recognition", "word-sense-disambiguation"}
    assert set(Negation.effects) == of_words | {"nested-named-entity-recognition"}
