"""What every transformation for Chinese must do; a new one is tested without a line here."""

import csv
import dataclasses
import json
import pickle
from pathlib import Path

import pytest
from chinese_rows import NAMES, PAIRS, annotated_rows, available, check_edits, check_labels, perturbed, rows_of, task_of
from datasets import Dataset
from datasets.fingerprint import Hasher
from other_process import printed

import hf_robust as hr
from hf_robust.core.docstrings import parameters
from hf_robust.core.errors import UnknownNameError
from hf_robust.language.annotation import annotated_values
from hf_robust.tasks import TASKS
from hf_robust.transforms.base import LAYERS, LEVELS, LINGUISTICS, Effect
from hf_robust.transforms.transformation_registry import transformations

TABLE = Path(__file__).with_name("effects_zh.csv")
DRAWS_NOTHING = {
    "swap-candidate-gender",
    "back-translation",
    "concat-sentences",
    "contraction",
    "negation",
    "reduplication",
    "swap-contraction",
    "swap-triple-position",
    "swap-verb",
    "number-form",
    "script",
    "swap-gender",
    "swap-region",
    "tense",
}
HOSTILE = {
    "empty": "",
    "blank": " \u3000\n ",
    "none": None,
    "one character": "好",
    "one mark": "。",
    "English": "It was a fine film, and I paid 12 dollars.",
    "Japanese": "とても面白い映画でした。",
    "Korean": "정말 좋은 영화예요.",
    "mixed": "iPhone12的屏幕very good，3G网络bad😭！",
    "traditional": "這部電影很好看，我們買了兩張票，他覺得價錢太貴。",
    "full width": "ＡＢＣ公司２０２４年销售额增长１５．５％！！",
    "rare": "𠮷野家的𪚥字很难写，㐂欢吃面。",
    "compatibility": "\uf900\ufa0e豈更車",
    "emoji": "这家店👍🏽很好吃👩‍👩‍👧‍👦，下次❤️还来！",
    "surrogates": "坏的 \ud83d 文字 \udc00 在这里，很好看。",
    "zero width": "很\u200b好\u200d吃\ufeff的面，买了3碗。",
    "combining": "很好吃e\u0301的面\u0301条。",
    "spaces": "很 好 吃 的 面 条 ， 买 了 3 碗 。",
    "lines": "第一行很好。\r\n第二行不好！\n\n第三行一般……",
    "marks": "。。。！！！？？？《》（）“”",
    "digits": "1" * 1000 + "个3.14元0,5",
    "long": "他昨天在北京买了2本书，觉得很好看。" * 50,
    "long run": "好" * 700,
    "control": "很\x00好\x07吃\x1b[31m的面",
}


@pytest.mark.parametrize("name", NAMES)
def test_class_says_what_it_is(name):
    cls = available(name)
    assert cls.name == name and cls.level in LEVELS and cls.linguistics in LINGUISTICS
    assert cls.version.startswith("zh.") == ("en" not in cls.languages) and cls.needs <= set(LAYERS)
    assert "dep" not in cls.needs, "no tree is embedded for Chinese"
    assert cls.effects and set(cls.effects) <= set(TASKS)
    assert all(isinstance(effect, Effect) for effect in cls.effects.values())
    transformation = cls()
    assert hash(transformation) == hash(cls()) and json.dumps(transformation.params)
    assert pickle.loads(pickle.dumps(transformation)) == transformation
    lines, explained = cls.__doc__.strip().splitlines(), parameters(cls.__doc__)
    assert lines[0].endswith(".") and len(lines[0]) <= 110 and "Source:" in cls.__doc__ and ">>>" in cls.__doc__
    assert all(explained.get(field.name) for field in dataclasses.fields(cls))


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_rows_keep_legal_labels_and_draw_by_the_row(name, task):
    available(name)
    rows = perturbed(name, task, keep="all", seed=1)
    assert not [row["robust"] for row in rows if row["robust"]["status"] == "fault"]
    for before, row in zip(rows_of(task), rows, strict=True):
        check_edits(task, before, row)
        check_labels(task, row)
    statuses = [row["robust"]["status"] for row in rows]
    assert "changed" in statuses, "no row of this task was ever changed"
    data = annotated_rows(name, task)
    if "neighbors" not in transformations.get(name, "zh").needs:
        order = list(range(len(data)))[::-1]
        turned = perturbed(name, task, data.select(order), keep="all", seed=1)
        assert turned == [rows[place] for place in order], "the order of the rows shows in the output"
    if name not in DRAWS_NOTHING:
        others = (perturbed(name, task, keep="all", seed=seed) for seed in (2, 3, 4, 5))
        assert any(edits(found) != edits(rows) for found in others), "the seed changes nothing"


def edits(rows):
    return [row["robust"]["edits"] for row in rows]


_HASHES = """
import json, sys
import hf_robust as hr
from datasets.fingerprint import Hasher
from hf_robust.transforms.transformation_registry import transformations
def hashed(name):
    task = hr.task(sorted(transformations.get(name, "zh").effects)[0], language="zh")
    return Hasher.hash(hr.Perturb(name, task, seed=5))
print(json.dumps({name: hashed(name) for name in sys.argv[1:]}))
"""


@pytest.fixture(scope="module")
def hashes():
    from hf_robust.language import resources

    def found(name):
        try:
            resources.require(transformations.get(name, "zh").resources, name, "zh")
        except LookupError:
            return False
        return True

    return json.loads(printed(_HASHES, *filter(found, NAMES)))


@pytest.mark.parametrize("name", NAMES)
def test_hash_is_the_same_in_every_process_and_follows_the_version(name, hashes, monkeypatch):
    cls = available(name)
    task = task_of(sorted(cls.effects)[0])
    before = Hasher.hash(hr.Perturb(name, task, seed=5))
    assert before == hashes[name]
    monkeypatch.setattr(cls, "version", "zh.999")
    assert Hasher.hash(hr.Perturb(name, task, seed=5)) != before


@pytest.fixture
def annotated_once(monkeypatch):
    """The hostile texts are annotated once for all names that read the same layers."""

    def annotated(values, layers, *others):
        key = repr((values, sorted(layers), others))
        if key not in _annotations:
            _annotations[key] = annotated_values(values, layers, *others)
        return _annotations[key]

    monkeypatch.setattr("hf_robust.perturb.batch.annotated_values", annotated)


_annotations = {}


@pytest.mark.usefixtures("annotated_once")
@pytest.mark.parametrize("name", NAMES)
def test_hostile_texts_survive(name):
    cls = available(name)
    task = next((task for task in ("sentiment-classification", *cls.effects) if task in cls.effects), "")
    for text in HOSTILE.values():
        _survives(name, task, text)


def _survives(name, task, text):
    row = _hostile_row(task, text)
    columns = {column: [value] for column, value in row.items()}
    if "neighbors" in transformations.get(name, "zh").needs:
        columns["tokens__next"] = [{"tokens": [["好", "的"]], "tags": [["O", "O"]]}]
    if "pool" in transformations.get(name, "zh").needs:
        columns[f"{TASKS[task].texts[0]}__pool"] = [[]]
    found = hr.Perturb(name, task_of(task), keep="all", seed=1)(columns)
    record = found["robust"][0]
    after = {column: found[column][0] for column in row}
    assert record["status"] in ("changed", "unchanged", "not_applicable"), (text, record)
    if record["status"] == "not_applicable":
        assert record["reason"] and after == row
    elif "\ud83d" not in (text or ""):  # the record shows lone surrogates in another form
        check_edits(task, row, {**after, "robust": record})
        check_labels(task, after)
    if text is None or not any("\u3400" <= c <= "\U0003ffff" for c in text) or "の" in text or "は" in text:
        assert record["status"] == "not_applicable"


def _hostile_row(task, text):
    kind = TASKS[task]
    tokens = None if text is None else [c for c in text if not c.isspace()]
    tags = {"ner_tags": ["B-LOC" if n % 5 == 0 else "O" for n in range(len(tokens or ()))]}
    tags["pos_tags"] = ["NOUN"] * len(tokens or ())
    if task == "relation-extraction":
        return {"tokens": tokens, "subject": [0, 0], "object": [1, 1], "relation": "无"}
    if task == "parsing":
        size = len(tokens or ())
        return {"tokens": tokens, "heads": list(range(size)), "deprels": ["root", *["obj"] * size][:size]}
    if task == "winograd-schema":
        candidates = [{"text": (text or "")[n : n + 1], "start": n, "end": n + 1} for n in (0, 1)]
        return {"text": text, "pronoun": candidates[1], "candidates": candidates, "label": 0}
    if task == "aspect-based-sentiment-analysis":
        aspect = {"term": (text or "")[:1], "start": 0, "end": len((text or "")[:1]), "polarity": "positive"}
        return {"text": text, "aspects": [aspect]}
    if "tokens" in kind.texts:
        return {"tokens": tokens, **{role: tags[role] for role in kind.labels if role in tags}}
    if kind.texts == ("words",):
        return {"words": tokens}
    row = dict.fromkeys(kind.texts, text)
    if task == "extractive-qa":
        return {
            **row,
            "answers": {"text": [text[:1]], "answer_start": [0]} if text else {"text": [], "answer_start": []},
        }
    if kind.open_ended:
        return {**row, kind.labels[0]: "参考"}
    return {**row, "label": {"natural-language-inference": "entailment"}.get(task, "same")}


def declared(name, tasks):
    effects = transformations.get(name, "zh").effects
    return {task: str(effects.get(task, "-")) for task in tasks}


@pytest.fixture(scope="module")
def decided(request):
    if request.config.getoption("--update-golden"):
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, ["transformation", *TASKS], lineterminator="\n")
            table.writeheader()
            table.writerows({"transformation": name, **declared(name, TASKS)} for name in NAMES)
    with TABLE.open(encoding="utf-8", newline="") as file:
        return {row.pop("transformation"): row for row in csv.DictReader(file)}


@pytest.mark.parametrize("name", NAMES)
def test_every_task_is_decided(name, decided):
    assert declared(name, TASKS) == decided[name], f"decide what {name} does to each label: `effects`, {TABLE.name}"


def test_no_decision_is_about_what_is_not_there(decided):
    assert set(decided) == set(NAMES)


def test_a_name_of_another_language_says_where_it_is():
    with pytest.raises(UnknownNameError, match="it is there for zh, not for en"):
        hr.Perturb("fuzzy-pinyin", hr.task("text-classification"))
    with pytest.raises(UnknownNameError, match="it is there for de, en, es, fr, it, pt, not for zh"):
        hr.Perturb("misspelling", task_of("text-classification"))


def test_rows_of_another_language_are_refused_and_half_of_them_warn():
    data = Dataset.from_list([{"text": "A fine film.", "label": "good"}, *rows_of("text-classification")[:1]])
    with pytest.warns(RuntimeWarning, match="1 of the first 2 rows hold no text in Chinese"):
        found = hr.Perturb("punctuation", task_of("text-classification"), keep="all")(data[:])
    assert [record["status"] for record in found["robust"]] == ["not_applicable", "changed"]
    assert found["robust"][0]["reason"] == "it holds no Chinese character"
