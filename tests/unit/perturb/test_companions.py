"""Columns beside a task's that follow its tokens."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.perturb.companions import stale_columns
from hf_robust.perturb.token_origins import token_origins

TOKENS = [
    ["I", "do", "n't", "like", "Rome", ",", "really", "."],
    ["Ann", "(", "my", "friend", ")", "left", "today", "!"],
]
TEXTS = ["I don't like Rome, really.", "Ann (my friend) left today!"]
POS = ["PRON AUX PART VERB PROPN PUNCT ADV PUNCT".split(), "PROPN PUNCT PRON NOUN PUNCT VERB NOUN PUNCT".split()]
TASK = hr.task("pos", id="sent")


def rows():
    return Dataset.from_dict(
        {
            "sent": ["1", "2"],
            "tokens": TOKENS,
            "pos_tags": POS,
            "lemmas": [[f"l{number}" for number in range(8)] for _ in TOKENS],
            "forms": TOKENS,
            "text": TEXTS,
            "joined": [" ".join(row) for row in TOKENS],
            "genre": ["news", "blog"],
            "mentions": [[{"start": 0, "end": 1}]] * 2,
            "heads": [[1] * 8] * 2,
        }
    )


@pytest.mark.parametrize(
    "name", ["punctuation", "emoji", "insert-adverb", "contraction", "word-case", "typos", "append-irrelevant"]
)
@pytest.mark.parametrize("task", ["pos", "ner"])
def test_companions_follow(name, task):
    data = rows()
    if task == "ner":
        data = data.map(lambda row: {"ner_tags": ["O"] * len(row["tokens"])})
        data = data.remove_columns("pos_tags")
    given = hr.task(task, id="sent")
    if name not in {row["name"] for row in hr.transformations(task=task, language="en")}:
        pytest.skip("not for this task")
    for size in (1, 2):
        for row in data.map(hr.Perturb(name, given, seed=1), batched=True, batch_size=size):
            old = data[int(row["sent"]) - 1]
            assert row["forms"] == row["tokens"] and row["joined"] == " ".join(row["tokens"])
            assert row["text"].replace(" ", "") == "".join(row["tokens"]).replace(" ", "")
            assert len(row["lemmas"]) == len(row["tokens"])
            kept = [(token, lemma) for token, lemma in zip(row["tokens"], row["lemmas"]) if token in old["tokens"]]
            assert all(lemma is None or old["tokens"][int(lemma[1:])] == token for token, lemma in kept)
            assert row["genre"] == old["genre"] and row["mentions"] == old["mentions"]
            if len(row["tokens"]) > len(old["tokens"]):
                assert None in row["lemmas"] or len(set(row["lemmas"])) < len(row["lemmas"])


def test_the_spaces_of_a_text_stay():
    found = rows().map(hr.Perturb("word-case", TASK, case="upper"), batched=True)
    assert found["text"][:] == [text.upper() for text in TEXTS]


def test_both_paths_agree(paths):
    from column_paths import assert_same

    assert_same(rows(), paths, {"name": "word-case", "case": "upper"}, task=TASK, keep="all")
    assert_same(rows(), paths, "typos", task=TASK, keep="all")


def test_what_does_not_move_is_named():
    assert stale_columns(TASK, rows().features) == ["mentions", "heads"]
    assert stale_columns(hr.task("sentiment-classification"), rows().features) == []


def test_companions_follow_words_that_the_language_cuts_otherwise():
    task = hr.task("ner", language="zh")
    tokens = ["他", "来", "了"]
    edit = {"stage": 0, "field": "tokens", "start": 0, "end": 0, "before": "", "after": "上文讲到的"}
    for cut in (["上文", "讲到", "的"], ["上文", "讲", "到", "的"], ["上文讲到的"]):
        assert token_origins(task, tokens, [edit], [*cut, *tokens]) == [*[None] * len(cut), 0, 1, 2]
    assert token_origins(task, tokens, [edit], [*tokens, "吗"]) is None


@pytest.mark.parametrize(
    ("language", "tokens", "heads", "deprels"),
    [
        ("zh", "张建国 来 了", [2, 0, 2], "nsubj root aux"),
        ("zh", "医生 来 了", [2, 0, 2], "nsubj root aux"),
        ("en", "Paris is large .", [3, 3, 0, 3], "nsubj cop root punct"),
    ],
)
def test_companions_follow_an_inserted_clause(language, tokens, heads, deprels):
    words = tokens.split()
    row = {"tokens": [words], "heads": [heads], "deprels": [deprels.split()], "lemmas": [[f"l{one}" for one in words]]}
    for seed in range(6):
        new = hr.Perturb("add-subtree", hr.task("parsing", language=language), seed=seed, keep="all")(row)
        assert len(new["lemmas"][0]) == len(new["tokens"][0]) > len(words)
        assert [one for one in new["lemmas"][0] if one is not None] == [f"l{one}" for one in words]
