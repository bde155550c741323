"""Files of texts as people have them: tables, JSON, Parquet, and files with a token a line."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import DataFileError
from hf_robust.tasks.layouts import with_layout
from hf_robust.tasks.layouts.load_rows import load_data

LIKE_NOTHING = ["None", "NA", "null", "nan", "N/A", "NaN", "NULL", "n/a", "#N/A", "<NA>", "none"]


@pytest.fixture
def write(tmp_path):
    def make(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return make


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "json"])
def test_words_that_look_like_nothing_stay_texts_and_classes(write, ending):
    rows = [{"text": word, "label": word} for word in LIKE_NOTHING]
    sign = {"csv": ",", "tsv": "\t"}.get(ending)
    lines = [f"text{sign}label", *(f"{word}{sign}{word}" for word in LIKE_NOTHING)] if sign else map(json.dumps, rows)
    content = json.dumps(rows) if ending == "json" else "\n".join(lines)
    data = load_data(write(f"a.{ending}", content))
    assert data.to_list() == rows
    task = hr.task("text-classification").bind(data)
    task.check_labels(data)
    assert task.labels_in(data) == sorted(LIKE_NOTHING)


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        (["1", "0", ""], [1, 0, None]),
        (["1.0", "nan", "2"], [1.0, "nan", 2.0]),
        (["0.5", "1e3", ""], [0.5, 1000.0, None]),
        (["True", "False"], [True, False]),
        (["007", "1"], ["007", "1"]),
        (["nan", "nan"], ["nan", "nan"]),
        (["1", "NA"], ["1", "NA"]),
        (["12345678901234567890123", "1"], ["12345678901234567890123", "1"]),
        (["-1", "1"], [-1, 1]),
        (["1_000", "2"], ["1_000", "2"]),
        (["2020-01-01", "2021-02-03"], ["2020-01-01", "2021-02-03"]),
        (["inf", "1"], ["inf", "1"]),
    ],
)
def test_cells_have_the_type_that_all_have(write, cells, read):
    found = load_data(write("a.csv", "\n".join(["text,x", *(f"a,{cell}" for cell in cells)])))["x"][:]
    assert [("nan" if one != one else one) for one in found] == read


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", "text,label\nGood, or so,1\n", r"a.csv:2: expected 2 cells between commas.*found 3; put a cell"),
        ("a.csv", 'text,label\n"a\nb",1\nGood\n', r"a.csv:4: expected 2 cells .* found 1; an absent cell"),
        ("a.csv", "text\nGood, or so\n", r"a.csv:2: expected 1 cells"),
        ("a.csv", 'text,label\n"Good,1\nDull,0\n', r"a.csv:2: the quotes do not match"),
        ("a.csv", 'text,label\n"Good" one,1\n', r"a.csv:2: the quotes do not match"),
        ("a.tsv", "text\tlabel\nGood one\t1\nMore\tthan\ttwo\n", r"a.tsv:3: expected 2 cells between tabs"),
        ("a.tsv", 'text\tlabel\n"Two words\nand more"\t1\n', r"a.tsv:2: .* found 1.*quotes are characters"),
        ("a.csv", "text,label\nCaf\xe9,1\n".encode("latin-1"), r"line 2 is no text in UTF-8"),
        ("a.tsv", "text\tlabel\nCafé,1\n".encode("utf-16"), r"line 1 is no text in UTF-8"),
        ("a.json", '[{"text": "Caf\xe9"}]'.encode("latin-1"), r"line 1 is no text in UTF-8"),
        ("a.conll", "Caf\xe9 O\n".encode("latin-1"), r"no text in UTF-8"),
    ],
)
def test_what_would_be_misread_is_refused_with_its_line(write, name, content, message):
    with pytest.raises(DataFileError, match=message):
        load_data(write(name, content))


def test_quotes_in_a_tsv_are_characters(write):
    lines = ['He said "no', '"Quoted"', 'A 5" disk', '""', "'x'"]
    data = load_data(write("a.tsv", "\n".join(["text\tlabel", *(f"{line}\t{n}" for n, line in enumerate(lines))])))
    assert data["text"][:] == lines and data["label"][:] == list(range(5))


def test_a_table_of_any_writing(write):
    data = load_data(
        write("a.csv", b'\xef\xbb\xbftext,label,\r\n"a, ""b""\nc",1,x\r\n\r\n' + b"w" * 200_000 + b",0,y\r\n")
    )
    assert data.column_names == ["text", "label", "Unnamed: 2"] and len(data) == 2
    assert data[0]["text"] == 'a, "b"\nc' and len(data[1]["text"]) == 200_000


def test_json_with_rows_unlike(write):
    rows = [{"text": "a", "label": "x"}, {"text": "b", "note": 3}, {"label": "NA", "text": "c"}]
    for name, content in (("a.json", json.dumps(rows)), ("a.jsonl", "\n".join(map(json.dumps, rows)))):
        data = load_data(write(name, content))
        assert data["text"][:] == ["a", "b", "c"] and data["label"][:] == ["x", None, "NA"]


def test_parquet_with_bytes_that_are_no_text(tmp_path):
    raw = pa.array([b"fine", b"Caf\xe9"], pa.binary())
    texts = pa.StringArray.from_buffers(2, raw.buffers()[1], raw.buffers()[2])
    pq.write_table(pa.table({"text": texts, "label": [0, 1]}), tmp_path / "a.parquet")
    with pytest.raises(DataFileError, match="in column 'text', rows 0 to 1, a text is not in UTF-8"):
        load_data(str(tmp_path / "a.parquet"))


CONLL_2003 = "-DOCSTART- -X- -X- O\n\nAnna NNP B-NP B-PER\nlives VBZ B-VP O\n\n# NN B-NP O\nParis NNP I-NP B-LOC\n"
TOKENS = [["Anna", "lives"], ["#", "Paris"]]
TAGS = [["B-PER", "O"], ["O", "B-LOC"]]


@pytest.mark.parametrize("ending", ["conll", "txt", "bio", "tsv", "iob"])
@pytest.mark.parametrize("width", [2, 3, 4, 5, 9])
@pytest.mark.parametrize("sign", [" ", "\t"])
@pytest.mark.parametrize("document", [True, False])
def test_files_with_a_token_a_line(write, ending, width, sign, document):
    if ending == "tsv" and sign == " " and not document:
        return  # a table with one column
    lines = []
    for line in CONLL_2003.splitlines():
        fields = line.split()
        if fields and fields[0] == "-DOCSTART-" and not document:
            continue
        chosen = [fields[0], *["x"] * (width - 4), *fields[1:-1], fields[-1]] if fields else []
        if len(chosen) > width:
            chosen = [chosen[0], *chosen[1 : width - 1], chosen[-1]]
        lines.append(sign.join(chosen))
    path = write(f"a.{ending}", "\n".join(lines).lstrip("\n"))
    for data in (load_data(path), *([with_layout(path, "ner")] if ending != "tsv" else [])):
        assert data["tokens"][:] == TOKENS and data["ner_tags"][:] == TAGS
        hr.task("ner").bind(data)
        if width in (3, 4):
            assert data["pos_tags"][:] == [["NNP", "VBZ"], ["NN", "NNP"]]
            hr.task("pos").bind(data)
        if width >= 4:
            assert data["chunk_tags"][:] == [["B-NP", "B-VP"], ["B-NP", "I-NP"]]


def test_other_files_with_a_token_a_line(write):
    numbered = load_data(write("a.tsv", "# x\thttp://a [2020]\n1\tAnna\tB-PER\tO\n2\tgeht\tO\tO\n\n1\tJa\tO\tO\n"))
    assert numbered["tokens"][:] == [["Anna", "geht"], ["Ja"]] and numbered["ner_tags"][0] == ["B-PER", "O"]
    speech = load_data(write("b.txt", "Dogs NNS\nbark VBP\n\nYes UH\n"))
    assert speech.column_names == ["tokens", "pos_tags"] and len(speech) == 2
    chunks = load_data(write("c.conll", "Dogs NNS B-NP\nbark VBP B-VP\n"))
    assert chunks.column_names == ["tokens", "pos_tags", "chunk_tags"]
    plain = load_data(write("d.conll", "Anna PER\nleft O\n"))
    assert plain["ner_tags"][0] == ["PER", "O"]
    table = load_data(write("e.tsv", "text\tlabel\nA good film\tO\n\nA dull one\tO\n"))
    assert table.column_names == ["text", "label"] and len(table) == 2
    coreference = "#begin document (a); part 000\na 0 0 Anna NNP * - - - - (1)\n\n#end document\n"
    assert load_data(write("f.conll", coreference)).column_names[0] == "doc_key"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Anna B-PER\nleft\n", "a.conll:2: expected 2 fields, as before, found 1"),
        ("Anna\nleft\n", "a.conll:1: expected a token with 1 to 8 tags, found 1"),
        ("a b c d e f g h i j\n", "a.conll:1: expected a token with 1 to 8 tags, found 10"),
        ("\n\n", "no rows"),
    ],
)
def test_bad_token_lines(write, content, message):
    with pytest.raises((DataFileError, hr.RobustError), match=message):
        load_data(write("a.conll", content))


SPANS = [(14, 19, "LOC"), (0, 4, "PER")]


@pytest.mark.parametrize(
    "row",
    [
        {"text": "Anna lives in Paris.", "entities": [[0, 4, "PER"], [14, 19, "LOC"]]},
        {"id": 7, "text": "Anna lives in Paris.", "label": [[0, 4, "PER"], [14, 19, "LOC"]], "Comments": []},
        {"text": "Anna lives in Paris.", "labels": [[0, 4, "PER"], [14, 19, "LOC"]]},
        {
            "text": "Anna lives in Paris.",
            "spans": [{"start": 14, "end": 19, "label": "LOC"}, {"start": 0, "end": 4, "label": "PER"}],
        },
        {
            "text": "Anna lives in Paris.",
            "entities": [{"start": 0, "end": 4, "type": "PER"}, {"start": 14, "end": 19, "type": "LOC"}],
        },
    ],
)
def test_spans_of_spacy_and_doccano(write, row):
    empty = {**row, **{name: [] for name in row if isinstance(row[name], list)}}
    for rows in ([row], [row, empty], [empty, row]):
        for name, content in (("a.jsonl", "\n".join(map(json.dumps, rows))), ("a.json", json.dumps(rows))):
            data = with_layout(load_data(write(name, content)), "ner")
            found = data[rows.index(row)]
            assert found["tokens"] == ["Anna", "lives", "in", "Paris", "."]
            assert found["ner_tags"] == ["B-PER", "O", "O", "B-LOC", "O"]


@pytest.mark.parametrize("kind", ["parquet", "arrow", "saved"])
def test_images_and_sounds_are_not_opened(tmp_path, kind, monkeypatch):
    from datasets import Audio, Features, Image, List, Value

    # `save_to_disk` itself would ask for the size of the address
    gone = {"path": "http://127.0.0.1:9/x.png", "bytes": b"0" if kind == "saved" else None}
    features = Features(
        {"text": Value("string"), "label": Value("string"), "image": Image(), "sounds": List({"a": Audio()})}
    )
    storage = pa.table(
        {"text": ["Fine."], "label": ["x"], "image": [gone], "sounds": [[{"a": gone}]]},
    ).cast(features.arrow_schema)
    data = Dataset(storage)
    path = tmp_path / f"a.{kind}"
    if kind == "saved":
        data.save_to_disk(path)
    elif kind == "parquet":
        pq.write_table(storage, path)
    else:
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, storage.schema) as writer:
            writer.write_table(storage)
    monkeypatch.setattr(Image, "decode_example", lambda *_, **__: pytest.fail("it opens an image"))
    monkeypatch.setattr(Audio, "decode_example", lambda *_, **__: pytest.fail("it opens a sound"))
    with pytest.warns(UserWarning, match="left out: image, sounds"):
        found = load_data(str(path))
    assert found.to_list() == [{"text": "Fine.", "label": "x"}]
