"""Token lists perturbed a column at a time: the same tokens, labels and records as row by row."""

import pyarrow as pa
import pytest
from column_paths import assert_same
from datasets import ClassLabel, Dataset, Features, List, Value
from hostile_texts import HOSTILE

import hf_robust as hr
from hf_robust.core.text_columns import Strings
from hf_robust.core.token_columns import with_space
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.transforms.transformation_registry import transformations

NER, POS, PARSING = hr.task("ner"), hr.task("pos"), hr.task("parsing")
ROWS = [text.split() for text in HOSTILE.values() if text and len(text) < 3000 and text.isprintable()]
ROWS += [sentence.split() for review in demo_reviews()["text"][:20] for sentence in review.split(". ")]
ROWS += [
    *([], ["two words", "here"], [" "], ["x"], ["!", "?"], ["naïve", "men"], ["\t"], ["don't", "(", "."]),
    *(["can", "not", "U.S.-led", "http://a.b/c_d", "rock'n'roll", "--", "B-52s"], ["LOUD", "WORDS", "HERE"]),
]
NAMES = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
PLAIN = [cls.name for cls in transformations.select(lambda cls: not cls.needs and not cls.resources)]
CHARACTERS = ("keyboard", "typos", "ocr", "homoglyph", "misspelling", "special-symbol", "word-case")


def tags(row, number):
    """Tags of a row: chunks of one to three tokens, at places that differ from row to row."""
    return [(0, 1, 2, 0, 0, 3, 1)[(place + number) % 7] for place in range(len(row))]


def entities(rows=ROWS, kind=None):
    kind = kind or ClassLabel(names=NAMES)
    columns = {"tokens": rows, "ner_tags": [tags(row, number) for number, row in enumerate(rows)]}
    if not isinstance(kind, ClassLabel):
        columns["ner_tags"] = [[NAMES[tag] for tag in row] for row in columns["ner_tags"]]
    return Dataset.from_dict(columns, features=Features({"tokens": List(Value("string")), "ner_tags": List(kind)}))


@pytest.mark.parametrize("name", [name for name in PLAIN if NER.name in transformations.get(name).effects])
def test_entities(name, paths):
    columns = name in CHARACTERS
    rows = ROWS if columns else ROWS[:60]
    assert_same(entities(rows), paths, name, task=NER, keep="all", seed=5, always=columns)


@pytest.mark.parametrize("case", ["lower", "title", "random"])
def test_cases(case, paths):
    assert_same(entities(), paths, {"name": "word-case", "case": case}, task=NER, keep="all")


@pytest.mark.parametrize("entry", [["keyboard", "typos"], {"name": "typos", "rate": 1.0}])
def test_parts_of_speech_by_name(entry, paths):
    rows = {"tokens": ROWS, "pos_tags": [["NOUN"] * len(row) for row in ROWS]}
    assert_same(Dataset.from_dict(rows), paths, entry, task=POS, keep="all", variants=1)


def test_trees(paths):
    rows = [row for row in ROWS if row and all(row)]
    heads = [[0, *range(1, len(row))] for row in rows]
    heads[3], heads[5], heads[7] = [0] * len(rows[3]), heads[5][:-1], [2, 1, *heads[7][2:]]
    columns = {"tokens": rows, "heads": heads, "deprels": [["dep"] * len(row) for row in rows]}
    found = assert_same(Dataset.from_dict(columns), paths, "keyboard", task=PARSING, keep="all")
    assert {row["status"] for row in found["robust"].to_pylist()} == {"changed", "not_applicable"}
    columns["pos_tags"] = [*(["NOUN"] * len(row) for row in rows[:-1]), None]
    assert_same(Dataset.from_dict(columns), paths, "typos", task=PARSING, keep="all")
    columns["heads"] = [[str(head) for head in row] for row in heads]
    assert_same(Dataset.from_dict(columns).select(range(20)), paths, "typos", task=PARSING, always=False)


@pytest.mark.parametrize("names", [NAMES, None])
@pytest.mark.parametrize(
    "rows",
    [
        *(["O", "B-A", "I-A", "B-A", "O"], ["I-A", "I-A", "B-A", "I-B", "O"], ["S-A", "B-B", "I-B", "E-B", "O"]),
        *(["U-A", "B-B", "L-B", "O", "U-B"], ["O", "I-A", "O", "O", "O"]),
        *(["O", None, "O", "O", "O"], ["O"] * 4, ["I-A", "O", "I-A", "E-A", "I-A"]),
    ],
)
def test_chunks_of_every_scheme(rows, names, paths):
    tokens = ["one", "two", "three", "four", "five"]
    other = ["B-A", "I-A", "O", "O", "O"]
    columns = {"tokens": [tokens[::-1], tokens, tokens], "ner_tags": [other, rows, other]}
    task = NER
    if names is not None:
        names = sorted({tag for row in (rows, other) for tag in row if tag})
        task = hr.task("ner", label_names=names)
        columns["ner_tags"] = [[tag and names.index(tag) for tag in row] for row in columns["ner_tags"]]
    assert_same(Dataset.from_dict(columns), paths, {"name": "keyboard", "rate": 1.0}, task=task, keep="all")


def test_tags_that_have_no_name_are_taken_row_by_row(paths):
    columns = {"tokens": [["one", "two"]] * 3, "ner_tags": [[0, 1], [0, 7], [-1, 0]]}
    found = assert_same(Dataset.from_dict(columns), paths, "ocr", task=hr.task("ner", label_names=NAMES), keep="all")
    assert [bool(row["reason"]) for row in found["robust"].to_pylist()] == [False, True, True]


def test_few_rows_are_left(paths):
    rows = [row for row in ROWS if "".join(row).isascii() and all(row) and any(map(str.isalnum, row))]
    assert_same(entities(rows), paths, "typos", task=NER, keep="all")
    assert paths.rest < 5


TOKENS = [["It", "is", "so"], None, [], ["a", None], ["Oslo", "won", "it", "again"], ["x", " "]]
LISTS = {
    "list": pa.array(TOKENS, pa.list_(pa.string())),
    "large list": pa.array(TOKENS, pa.large_list(pa.large_string())),
    "views": pa.array(TOKENS, pa.list_(pa.string())).cast(pa.list_(pa.string_view())),
    "sliced": pa.array([["no"], *TOKENS, ["no"]], pa.list_(pa.string())).slice(1, len(TOKENS)),
    "chunked": pa.chunked_array([TOKENS[:2], [], TOKENS[2:]], pa.list_(pa.string())),
    "dictionary": pa.ListArray.from_arrays(
        [0, 3, 3, 5], pa.array(["a", "big", "a", "nice", "dog"]).dictionary_encode()
    ),
    "empty": pa.array([], pa.list_(pa.string())),
}


@pytest.mark.parametrize("kind", LISTS)
def test_any_arrow_of_token_lists(kind, paths):
    column = LISTS[kind]
    tags = pa.array([[0] * len(row) if row is not None else None for row in column.to_pylist()], pa.list_(pa.int64()))
    table = pa.table({"tokens": column, "ner_tags": tags})
    perturb = hr.Perturb({"name": "typos", "rate": 1.0}, hr.task("ner", label_names=NAMES), keep="all")
    found = []
    for on in (True, False):
        paths.on = on
        found.append(perturb(table))
    assert paths.columns == 1 and found[0].to_pylist() == found[1].to_pylist()
    assert found[0].schema == found[1].schema


def test_spaces_are_those_of_python():
    texts = ["", "a", *(f"a{chr(code)}" for code in range(0xD800) if code < 0x300 or 0x1680 <= code < 0x3100), "𝒳"]
    found = with_space(Strings.of(text.encode() for text in texts)).tolist()
    assert found == [any(map(str.isspace, text)) for text in texts]


@pytest.mark.parametrize("name", ["misspelling", "adjacent-swap", "keyboard", "homophone"])
def test_a_token_that_ends_in_nul_is_no_listed_word(paths, name):
    rows = {
        "tokens": [["He", "saw", "the\0", "brown", "horse\0"], ["the", "brown", "horse"]],
        "ner_tags": [["O"] * 5, ["O"] * 3],
    }
    for protect in ((), ("horse",)):
        entry = {"name": name, "rate": 1.0}
        always = name != "homophone"  # it reads the text around a word
        assert_same(Dataset.from_dict(rows), paths, entry, task=NER, keep="all", protect=protect, always=always)
