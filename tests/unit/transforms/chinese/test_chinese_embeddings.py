"""Chinese words replaced by neighbors in a space of vectors."""

import pickle

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.transforms.chinese.embeddings import ChineseSynonymEmbedding

VECTORS = {
    "电影": (1, 0, 0),
    "影片": (1, 0.1, 0),
    "微电影": (1, 0.05, 0),
    "上涨": (0, 1, 0),
    "下跌": (0, 1, 0.05),
    "上升": (0, 1, 0.4),
}


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    file = tmp_path_factory.mktemp("vectors") / "zh.txt"
    file.write_text("".join(f"{word} {' '.join(map(str, row))}\n" for word, row in VECTORS.items()), encoding="utf-8")
    return str(file)


def changed(tokens, file, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    what = ChineseSynonymEmbedding(vectors=file, rate=1.0)
    return apply(doc.text, list(what.edits(doc, row_rng(0, "", doc.text, "text"))))


def test_a_word_becomes_a_near_one_that_is_no_opposite_and_does_not_hold_it(vectors):
    assert changed("电影 很 好", vectors) == "影片很好"
    assert changed("電影 很 長 ， 價錢 上漲", vectors) == "影片很長，價錢上升"
    assert changed("film 电影", vectors, protected=[(4, 6)]) == "film电影"


def test_what_is_in_the_clause_is_not_taken(vectors):
    assert changed("电影 影片", vectors) == "电影影片"


def test_parameters_and_copies(vectors):
    what = ChineseSynonymEmbedding(vectors=vectors)
    assert pickle.loads(pickle.dumps(what)) == what
    with pytest.raises(UsageError, match="min_similarity"):
        ChineseSynonymEmbedding(min_similarity=2)
    assert changed("电影 很 好", None) != ""


def test_words_of_one_row_are_no_neighbors(tmp_path):
    file = tmp_path / "rows.txt"
    rows = {"上午": "1 0.1", "下午": "1 0.11", "红色": "0.1 1", "黑色": "0.11 1", "妹妹": "-1 1", "姐姐": "-1 1.01"}
    file.write_text("".join(f"{word} {numbers}\n" for word, numbers in rows.items()), encoding="utf-8")
    for word in rows:
        assert changed(word, str(file)) == word
