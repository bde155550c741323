"""Schemes of entity tags: recognized from all rows, kept through edits, scored alike."""

import random

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value
from seqeval.metrics import f1_score
from seqeval.scheme import BILOU, IOB1, IOB2, IOBES

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import LabelError, NotApplicable, UsageError
from hf_robust.scoring.measures import SEQEVAL_F1
from hf_robust.tasks.bound_tags import scheme_of
from hf_robust.tasks.chunk_tags import from_bio, to_bio
from hf_robust.tasks.tag_schemes import SPELLINGS, TagScheme, parse_scheme, recognize

NAMES = ("IO", "BIO", "IOB1", "BIOES", "BILOU", "BMES")
WAYS = [
    *(TagScheme(name) for name in NAMES),
    *(TagScheme(name, "_", mark_last=True) for name in NAMES[1:]),
    *(TagScheme(name, lower=True, outside="o") for name in NAMES[1:]),
    TagScheme("BIO", ":"),
    TagScheme("BIO", "/", mark_last=True, lower=True),
    TagScheme("BIO", typed=False),
    TagScheme("IO", outside="o"),
]
WORDS = "The Oslo board of Mary Jones and the Other Organization met Anna Li near New York City today in Kiev .".split()
BIO = "O B-ORG I-ORG O B-PER I-PER O O B-Other B-Organization O B-PER I-PER O B-LOC I-LOC I-LOC O O B-LOC O".split()
ROWS = [
    (WORDS, BIO),
    (["Anna", "Li", "left", "."], ["B-PER", "I-PER", "O", "O"]),
    (["It", "rained", "all", "day", "."], ["O"] * 5),
    (
        ["Old", "Harbour", "Bridge", "Co", "won", "near", "Rome"],
        ["B-ORG", "I-ORG", "I-ORG", "I-ORG", "O", "O", "B-LOC"],
    ),
]
TASK = hr.task("ner")
ids = [str(way) for way in WAYS]


def in_way(way, bio):
    """BIO tags in a scheme."""
    if not way.typed:
        bio = [tag if tag == "O" else tag[:2] + "_" for tag in bio]
    return [way.write(tag) for tag in from_bio(bio, way.name)]


def read_back(task, tags):
    read = scheme_of(task).read
    return to_bio([read(tag) for tag in tags])


def rows_in(way, rows=ROWS):
    return Dataset.from_dict({"tokens": [row[0] for row in rows], "ner_tags": [in_way(way, row[1]) for row in rows]})


def test_every_scheme_is_recognized_from_all_rows_and_typed_again():
    for way in WAYS:
        bound = TASK.bind(rows_in(way))
        assert parse_scheme(bound.scheme) == way, str(way)
        assert read_back(bound, rows_in(way)[0]["ner_tags"]) == to_bio(
            from_bio([tag if way.typed or tag == "O" else tag[:2] + "_" for tag in BIO], way.name)
        )
        again = hr.task("ner", scheme=bound.scheme)
        assert again.scheme == bound.scheme


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        *((name, False) for name in ("entity-typos", "emoji", "typos", "swap-entity-longer", "punctuation")),
        ("typos", True),
        ("concat-sentences", True),
    ],
)
def test_one_data_set_in_all_schemes_gives_the_same_rows(name, numbers):
    expected = None
    for way in [TagScheme("BIO"), *WAYS]:
        rows = rows_in(way)
        bound = TASK.bind(rows)
        if numbers:
            tags = sorted({way.write(tag) for tag in map(str, _all_tags(way))})
            features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=tags))})
            rows = Dataset.from_dict(rows.to_dict(), features=features)
            bound = TASK if way.name != "IOB1" else TASK.bind(rows)
        rows = hr.annotate(rows, bound, {"neighbors"})
        made = rows.map(hr.Perturb(name, bound, seed=3, keep="all"), batched=True, batch_size=3)
        found = []
        for row in made:
            tags = row["ner_tags"]
            if numbers:
                tags = made.features["ner_tags"].feature.int2str(tags)
            bio = read_back(TASK.bind(made) if numbers else bound, tags)
            assert way.name == "BES" or tags == in_way(way, bio), (str(way), tags)
            found.append((row["tokens"], bio, row["robust"]["status"]))
        if expected is None:
            expected = found
            assert any(status == "changed" for *_, status in found)
        if way.name != "IO" and way.typed:  # IO has no adjacent entities, marks alone have no types
            assert found == expected, str(way)
        elif way.typed:
            assert [row[0] for row in found if row[2] == "changed"] == [
                row[0] for row, same in zip(expected, found) if same[2] == "changed"
            ]


def _all_tags(way):
    kinds = sorted({tag[2:] for _, tags in ROWS for tag in tags if tag != "O"}) if way.typed else ["_"]
    marks = {"IO": "I", "BIO": "BI", "IOB1": "BI", "BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES"}[way.name]
    return ["O", *(f"{mark}-{kind}" for kind in kinds for mark in marks)]


def test_scores_of_all_schemes_are_those_of_seqeval():
    draw = random.Random(5)
    gold = [tags for _, tags in ROWS] * 5
    said = [to_bio([tag if draw.random() < 0.7 else draw.choice(BIO) for tag in tags]) for tags in gold]
    right = f1_score(gold, said, mode="strict", scheme=IOB2)
    known = {"BIO": IOB2, "IOB1": IOB1, "BIOES": IOBES, "BILOU": BILOU}
    for way in WAYS:
        if way.name == "IO" or not way.typed:
            continue
        pair = [[in_way(way, tags) for tags in rows] for rows in (said, gold)]
        assert SEQEVAL_F1.score(*pair) == pytest.approx(right), str(way)
        for other in (TagScheme("BIO"), TagScheme("BIOES", "_", True)):  # the model may speak another scheme
            assert SEQEVAL_F1.score([in_way(other, tags) for tags in said], pair[1]) == pytest.approx(right), str(way)
        if way in [TagScheme(name) for name in known]:
            assert f1_score(pair[1], pair[0], mode="strict", scheme=known[way.name]) == pytest.approx(right)


@pytest.mark.parametrize("way", WAYS, ids=ids)
def test_what_a_model_misses_costs_in_every_scheme(way):
    suite = hr.Suite.build(rows_in(way), TASK, ["typos"])
    gold = {
        tuple(row["tokens"]): row["ner_tags"]
        for side in (suite["typos"].original, suite["typos"].perturbed)
        for row in side
    }
    outside = way.write("O")

    def score(change):
        return hr.run(lambda rows: [change(gold[tuple(row)]) for row in rows], suite).record["results"][0]["original"]

    assert score(lambda tags: tags) == 1
    for kind in ("ORG", "Other", "Organization") if way.typed else ("",):
        missed = score(lambda tags, kind=kind: [outside if kind in tag and tag != outside else tag for tag in tags])
        assert missed < 1, kind
    plain = TagScheme("BIO", "_", mark_last=True)
    assert score(lambda tags: [plain.write(tag) for tag in read_back(suite.task, tags)]) == 1
    if way.typed:
        with pytest.raises(LabelError, match="TOC"):
            score(lambda tags: [tag.replace("LOC", "TOC") for tag in tags])


@pytest.mark.parametrize(
    ("tags", "strange"),
    [
        (["B-PER", "PER", "O"], "PER"),
        (["B-PER", "I_PER", "O"], "I_PER"),
        (["S-PER", "B-LOC", "L-LOC", "O"], "L-LOC"),
        (["M-PER", "I-PER", "O"], "I-PER"),
        (["BPER", "IPER", "O"], "BPER"),
        (["NOUN", "VERB"], "NOUN"),
        (["B-PER", "X", "O"], "X"),
    ],
)
def test_other_tags_are_refused_with_the_row(tags, strange):
    rows = Dataset.from_dict(
        {"tokens": [["a"], ["w"] * len(tags)], "ner_tags": [["O"] if "O" in tags else [tags[0]], tags]}
    )
    with pytest.raises(LabelError) as caught:
        TASK.bind(rows)
    said = str(caught.value)
    assert repr(strange) in said and "row" in said and "scheme=" in said and "B-, M-, E- and S-" in said
    as_types = hr.task("ner", scheme="IO").bind(rows)
    assert [scheme_of(as_types).read(tag) for tag in tags if tag != "O"] == [f"I-{tag}" for tag in tags if tag != "O"]


def test_one_batch_never_tells_a_scheme():
    rows = rows_in(TagScheme("IO"))
    for size in (1, 2, 4):
        with pytest.raises(LabelError, match=r"one batch does not tell.*bind\(dataset\).*scheme='IO'"):
            rows.map(hr.Perturb("emoji", TASK, where="word"), batched=True, batch_size=size)
    named = hr.task("ner", scheme="IO")
    found = [list(rows.map(hr.Perturb("emoji", named, where="word"), batched=True, batch_size=size)) for size in (1, 4)]
    assert found[0] == found[1] and len(found[0]) == len(rows)


def test_the_inside_of_an_entity_is_not_guessed():
    rows = Dataset.from_dict({"tokens": [["Ann", "left", "today"]], "ner_tags": [["S-PER", "O", "O"]]})
    for scheme, inside in ((None, None), ("BMES", "M-PER"), ("BIOES", "I-PER")):
        task = hr.task("ner", scheme=scheme)
        row = rows.map(hr.Perturb("swap-entity-longer", task, keep="all"), batched=True)[0]
        if inside is None:
            assert row["robust"]["status"] == "not_applicable" and "scheme='BMES'" in row["robust"]["reason"]
        else:
            assert inside in row["ner_tags"] and row["ner_tags"][0] == "B-PER"


@pytest.mark.parametrize("name", ["emoji", "punctuation", "append-irrelevant", "insert-adverb", "concat-sentences"])
def test_entities_that_no_edit_touches_keep_their_tags(name):
    rows = [
        ("I-PER O B-LOC I-LOC O O O O", "a sentence that was cut, in BIO"),
        ("I-PER O I-LOC B-LOC O I-LOC O O", "IOB1"),
        ("B-PER O S-LOC E-LOC O M-LOC O O", "no legal sequence"),
    ]
    tokens = ["Smith", "visited", "New", "York", "in", "March", "gladly", "."]
    for tags, what in rows:
        data = Dataset.from_dict({"tokens": [tokens] * 2, "ner_tags": [tags.split()] * 2})
        data = hr.annotate(data, TASK, {"neighbors"})
        for row in data.map(hr.Perturb(name, TASK), batched=True):
            kept = [(token, tag) for token, tag in zip(row["tokens"], row["ner_tags"]) if token in tokens]
            assert kept[:8] == list(zip(tokens, tags.split())), (what, row["tokens"], row["ner_tags"])


def test_plain_tags_that_would_touch_are_refused():
    mover = hr.task("ner", scheme="IO").label_mover()
    doc = Doc.of_tokens(["Ann", "and", "Bo"])
    row = {"tokens": ["Ann", "and", "Bo"], "ner_tags": ["PER", "O", "PER"]}
    with pytest.raises(NotApplicable, match="would touch"):
        mover.move(row, doc, [Edit(4, 8, "")], "Ann Bo")


def test_what_is_typed():
    assert hr.task("ner", scheme="iob2").scheme == "BIO"
    assert hr.task("ner", scheme="BIO PER_B o").scheme == "BIO X_B o"
    for wrong in ("XYZ", "BIO B", "BIO PER O"):
        with pytest.raises(LabelError, match="BILOU"):
            hr.task("ner", scheme=wrong)
    with pytest.raises(UsageError, match="no tags of entities"):
        hr.task("pos", scheme="BIO")
    assert len({(s.separator, s.mark_last, s.lower, s.typed) for s in SPELLINGS}) == len(SPELLINGS)
    assert recognize(["O"]).name == "BIO"


def test_special_names_are_no_tags():
    names = ["[PAD]", "O", "B-PER", "I-PER", "X"]
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=names))})
    rows = Dataset.from_dict({"tokens": [["Ann", "left"]], "ner_tags": [["B-PER", "O"]]}, features=features)
    assert TASK.bind(rows).scheme == "BIO"
    used = Dataset.from_dict({"tokens": [["Ann", "left"]], "ner_tags": [["B-PER", "X"]]}, features=features)
    with pytest.raises(LabelError, match="found 'X' beside BIO: row 0"):
        TASK.bind(used)


@pytest.mark.parametrize("task", [TASK, hr.task("pos")], ids=["ner", "pos"])
@pytest.mark.parametrize(("tokens", "tags"), [(["a", ""], ["O", "O"]), (["a", "b"], ["O", ""])])
def test_empty_tokens_and_tags_are_refused_with_their_row(task, tokens, tags):
    column = task.column(task.label_role)
    rows = {"tokens": [["x"], tokens], column: [["O"], tags]}
    for ask in (
        lambda: task.bind(Dataset.from_dict(rows)),
        lambda: hr.Suite.build(Dataset.from_dict(rows), task, ["typos"]),
        lambda: Dataset.from_dict(rows).map(hr.Perturb("typos", task), batched=True),
        lambda: hr.Perturb("typos", task)(rows),
    ):
        with pytest.raises(LabelError, match=r"row 1, place 1 of column .* is an empty text.*dataset\.filter"):
            ask()


def test_empty_tokens_of_chinese_rows_are_refused():
    task = hr.task("ner", language="zh")
    rows = Dataset.from_dict({"tokens": [["我", "", "北", "京"]], "ner_tags": [["O", "O", "B-LOC", "E-LOC"]]})
    for name in ("swap-entity-longer", "entity-typos", "keyboard"):
        with pytest.raises(LabelError, match="row 0, place 1"):
            rows.map(hr.Perturb(name, task), batched=True)
