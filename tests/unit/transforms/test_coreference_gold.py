"""The clusters of a changed document are those that a reader finds who knows every entity of all documents."""

import os
from functools import cache
from pathlib import Path

import pytest

from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.scoring import coreference_scores
from hf_robust.transforms.task_specific.coreference_sentences import SentenceDocument
from hf_robust.transforms.task_specific.foreign_sentences import foreign_parts
from hf_robust.transforms.transformation_registry import transformations
from tests.coreference_oracle import Oracle, gum, known, litbank, same

NAMES = [f"{name}-sentences" for name in ("delete", "insert", "repeat", "replace", "shuffle")] + ["concat-documents"]
DATA = os.environ.get("HF_ROBUST_TEST_DATA")
SOURCES = {"coref/litbank_a.jsonl": litbank, "gum/test_a.coref.jsonl": gum}
# entities: 0 Vera Holt, 1 the lighthouse, 2 Tarn, 3 a dog, 4 the mail (mentioned once)
COAST = known(
    [
        "Vera Holt keeps the lighthouse near Tarn .".split(),
        "She feeds a hungry dog every morning .".split(),
        "Vera Holt rarely visits Tarn in winter .".split(),
        "The dog guards the lighthouse at night .".split(),
        "Nobody but Vera Holt reads the mail .".split(),
    ],
    [
        [(0, 1), (8, 8), (16, 17), (34, 35)],
        [(3, 4), (27, 28)],
        [(6, 6), (20, 20)],
        [(10, 12), (24, 25)],
        [(37, 38)],
    ],
)
# entities: 0 Professor Ibsen, 1 the comet, 2 the younger brother, 3 Ibsen's older brother, 4 Lima (mentioned once)
SKY = known(
    [
        "Professor Ibsen discovered a bright comet in spring .".split(),
        "The comet will return after eighty years .".split(),
        "The comet already frightened many farmers .".split(),
        "Professor Ibsen taught astronomy in Lima .".split(),
        "The brother who sings lives abroad now .".split(),
        "The brother who paints stayed at home .".split(),
        "A man of science rarely sleeps well .".split(),
    ],
    [
        [(0, 1), (24, 25), (47, 50)],
        [(3, 5), (9, 10), (17, 18)],
        [(31, 34)],
        [(39, 42)],
        [(29, 29)],
    ],
)
FARM = known(
    [
        "Old Quentin raises goats beside Professor Street .".split(),
        "Quentin sold three white goats last week .".split(),
        "Buyers paid Quentin forty dollars each .".split(),
    ],
    [[(0, 1), (8, 8), (18, 18)], [(3, 3), (10, 12)]],
)


def changed(name, document, others, singletons, seed=0, **params):
    pool = [other.row(singletons) for other in others]
    return transformations.get(name)(**params).preview_row(document.row(singletons), seed=seed, pool=pool)


@pytest.mark.parametrize("singletons", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_every_mention_is_in_the_cluster_of_its_entity(name, singletons):
    documents, made = [COAST, SKY, FARM], 0
    for place, document in enumerate(documents):
        others = documents[:place] + documents[place + 1 :]
        for seed in range(6):
            try:
                new = changed(name, document, others, singletons, seed, **_most(name))
            except NotApplicable:
                continue
            made += 1
            expected = Oracle(document, others).clusters(new["sentences"], singletons)
            assert same(new["clusters"], expected)
            assert coreference_scores([expected], [new["clusters"]])["conll_f1"] == pytest.approx(1.0)
    assert made >= 6


def _most(name):
    return {} if name == "concat-documents" else {"rate": 0.8}


def test_one_entity_of_several_inserted_sentences_is_one_cluster():
    joined = 0
    for seed in range(10):
        new = changed("insert-sentences", COAST, [SKY], False, seed, rate=1.0)
        lines = [" ".join(sentence) for sentence in new["sentences"]]
        comets = sum("comet" in line for line in lines)
        flat = [word for sentence in new["sentences"] for word in sentence]
        sizes = [len(one) for one in new["clusters"] if any(flat[last] == "comet" for _, last in one)]
        assert sizes == ([comets] if comets > 1 else [])
        joined += comets > 1
    assert joined >= 5


@pytest.mark.parametrize("seed", range(10))
def test_inserted_sentences_tell_by_their_words_who_is_who(seed):
    lines = {" ".join(one) for one in changed("insert-sentences", COAST, [SKY], True, seed, rate=1.0)["sentences"]}
    ibsen = {line for line in lines if line.startswith("Professor Ibsen")}
    assert not (ibsen and "A man of science rarely sleeps well ." in lines)  # nothing says that he is the man


def test_two_entities_with_one_noun_do_not_come_together():
    brothers = known([SKY.sentences[4], SKY.sentences[5]], [[(0, 1)], [(8, 9)]])
    for seed in range(6):
        new = changed("insert-sentences", COAST, [brothers], True, seed, rate=1.0)
        assert sum("brother" in sentence for sentence in new["sentences"]) == 1


def test_sentences_of_two_documents_that_share_a_name_do_not_come_together():
    new = [changed("insert-sentences", COAST, [SKY, FARM], True, seed, rate=1.0)["sentences"] for seed in range(8)]
    for sentences in new:
        lines = " ".join(word for sentence in sentences for word in sentence)
        assert not ("Professor Ibsen" in lines and "Professor Street" in lines)


def test_foreign_sentences_keep_the_order_of_their_document():
    document, other = (SentenceDocument.of(one.row(True)) for one in (COAST, SKY))
    for seed in range(6):
        places = [part.sentence.place for part in foreign_parts(document, [other], 5, row_rng(seed, "", "", ""))]
        assert places == sorted(places) and len(places) > 1


def test_a_sentence_with_an_unmarked_noun_is_not_repeated():
    for seed in range(6):
        new = changed("repeat-sentences", COAST, [], False, seed, rate=1.0)
        assert sum("mail" in sentence for sentence in new["sentences"]) == 1
    assert sum("mail" in one for one in changed("repeat-sentences", COAST, [], True, rate=1.0)["sentences"]) == 2


UNMARKED = [  # a sentence, and the mentions that its dataset does not mark
    ("Vera Holt saw ships today .", [(0, 1)]),
    ("Vera thinks that an American won .", [(0, 0)]),
    ("Vera bought twenty of them once .", [(0, 0), (4, 4)]),
    ("Vera lives somewhere near Tarn alone .", [(0, 0), (4, 4)]),
    ("Vera loves the harbor master dearly .", [(0, 0), (2, 4)]),
    ("Vera says she knows him now .", [(0, 0), (2, 2), (4, 4)]),
]


@pytest.mark.parametrize(("sentence", "spans"), UNMARKED)
def test_a_sentence_with_anything_unmarked_is_not_repeated(sentence, spans):
    words = sentence.split()
    twice = [[span, [span[0] + len(words), span[1] + len(words)]] for span in map(list, spans)]
    row = {"sentences": [words, ["So", *words[1:]]], "clusters": twice}
    with pytest.raises(NotApplicable, match="all that may be a mention is in a cluster"):
        transformations.get("repeat-sentences")(rate=1.0).preview_row(row)
    assert transformations.get("repeat-sentences")(rate=1.0, keep_singletons=True).preview_row(row)


def test_a_sentence_for_which_an_unmarked_pronoun_may_stand_is_not_repeated():
    lines = ["Vera slept well and ate .", "Vera woke and ate well .", "Then it surprised Vera ."]
    document = {"sentences": [line.split() for line in lines], "clusters": [[[0, 0], [6, 6], [15, 15]]]}
    new = transformations.get("repeat-sentences")(rate=1.0).preview_row(document)
    said = [" ".join(one) for one in new["sentences"]]
    assert [said.count(line) for line in lines] == [2, 1, 1]


@cache
def documents_of(source):
    if DATA is None:
        pytest.skip("HF_ROBUST_TEST_DATA does not name a folder of datasets")
    path = Path(DATA, source)
    if not path.exists():
        pytest.skip(f"{path} is absent")
    return SOURCES[source](path)


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("singletons", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_real_documents(name, singletons, source):
    documents, wrong, made = documents_of(source), 0, 0
    for place, document in enumerate(documents):
        others = [documents[(place + by) % len(documents)] for by in (1, 5)]
        try:
            new = changed(name, document, others, singletons)
        except NotApplicable:
            continue
        made += 1
        wrong += not same(new["clusters"], Oracle(document, others).clusters(new["sentences"], singletons))
    assert wrong == 0
    # few documents share no name: with singletons none of the six of one file; few have neighbors that can be exchanged
    least = {"concat-documents": 0.0, "shuffle-sentences": 0.3}
    assert made >= least.get(name, 0.5) * len(documents)
