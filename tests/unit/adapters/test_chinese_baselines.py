"""Baselines on Chinese texts: parts of that language, and a refusal where there are none."""

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.baselines.baseline_table import BASELINES, baselines_of, default_models, served_row
from hf_robust.adapters.baselines.chinese_answers import ChineseAnswers
from hf_robust.adapters.resolve import as_predictor
from hf_robust.cli import main
from hf_robust.core.errors import UsageError
from hf_robust.core.registry import spoken_language
from hf_robust.language.resources import resource
from hf_robust.language.text_overlap import shared_words

CHINESE = spoken_language("zh")
CONTEXT = "老磨坊建于1932年，位于成都。它由建筑师王建国设计，高35米。磨坊现在的用途是图书馆。"
UNSERVED = (
    "word-sense-disambiguation",
    "coreference-resolution",
    "winograd-schema",
    "relation-extraction",
    "aspect-based-sentiment-analysis",
    "parsing",
)


@pytest.fixture(scope="module")
def reader():
    return as_predictor(None, hr.task("qa", language="zh"))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("老磨坊建于哪一年？", "1932年"),
        ("磨坊是谁设计的？", "王建国"),
        ("老磨坊在什么城市？", "成都"),
        ("磨坊有多高？", "35米"),
        ("磨坊现在的用途是什么？", "图书馆"),
    ],
)
def test_an_answer_is_what_the_question_word_asks_for(reader, question, answer):
    said = reader.predict([{"context": CONTEXT, "question": question}])[0].value
    assert said in CONTEXT and said in answer and len(said) >= len(answer) - 1


def test_answers_are_pieces_of_any_context(reader):
    rows = [("", "谁？"), ("   ", "谁？"), ("好", ""), ("Fine 2.", "什么？"), ("。。。", "多少？")]
    found = [one.value for one in reader.predict([{"context": c, "question": q} for c, q in rows])]
    assert all(said in context for said, (context, _) in zip(found, rows))


def test_what_was_used_is_chinese(reader):
    assert isinstance(reader, ChineseAnswers) and "zh_" in reader.name
    assert [one.purpose for one in reader.resources] == [
        resource(name, "zh").purpose for name in ("annotation", "sentence-encoder")
    ]
    for task in ("text-classification", "nli", "similarity"):
        made = as_predictor(None, hr.task(task, language="zh"))
        assert [one.purpose for one in made.resources] == [resource("sentence-encoder", "zh").purpose]


def test_shared_words_and_denials_of_each_language():
    assert shared_words("他不在家", "他在家", CHINESE) == [0.75, 1.0, 0.0, 1.0]
    assert shared_words("非常好，不过不错", "好", CHINESE)[2:] == [0.0, 0.0]
    assert shared_words("He left", "He didn't leave.", spoken_language("en")) == [0.5, 0.25, 1.0, 0.0]


def test_texts_are_told_apart_by_a_chinese_encoder():
    task = hr.task("text-classification", language="zh", label_names=["food", "sport"])
    texts = ["这碗面真香", "饺子很好吃", "汤太咸了", "今晚吃火锅", "米饭煮好了"]
    sport = ["他踢足球", "球队赢了比赛", "跑步很累", "游泳池开门了", "篮球赛开始了"]
    rows = {"text": [*texts, *sport], "label": ["food"] * 5 + ["sport"] * 5}
    model = as_predictor(None, task, train=Dataset.from_dict(rows))
    assert [one.value for one in model.predict([{"text": "包子很香"}, {"text": "网球比赛"}])] == ["food", "sport"]


@pytest.mark.parametrize("name", UNSERVED)
def test_what_is_for_english_is_refused_before_any_work(name):
    with pytest.raises(UsageError, match="is for texts in en, and these are in zh; name a model"):
        as_predictor(None, hr.task(name, language="zh"))
    assert {task: row for task, row, _ in default_models("zh")}[name] is None


def test_the_other_reader_is_named():
    with pytest.raises(UsageError, match="in en, and these are in zh; name chinese-reader-baseline, a model"):
        served_row("rule-reader-baseline", "qa", "zh")
    assert served_row(None, "qa", "en").name == "rule-reader-baseline"
    assert [row.name for row in baselines_of("qa", "zh")] == ["chinese-reader-baseline"]


def test_a_named_pipeline_serves_its_own_language():
    assert served_row(None, "parsing", "zh", "zh_core_web_sm").name == "spacy-parser-baseline"
    assert BASELINES["longest-word-baseline"].serves("xx") and not BASELINES["segmenter-baseline"].serves("xx")


def test_a_run_is_refused_before_the_data_are_read(tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text('{"nothing": "that fits"}\n', encoding="utf-8")
    said = CliRunner().invoke(main, ["run", "--task", "parsing", "--language", "zh", "--dataset", str(file)])
    assert said.exit_code and "spacy-parser-baseline is for texts in en, and these are in zh" in said.output


def test_doctor_names_what_serves_a_language():
    said = CliRunner().invoke(main, ["doctor", "--language", "zh"]).output
    assert "extractive-qa: chinese-reader-baseline" in said and "parsing: no default model; use --model" in said
    assert "rule-reader-baseline" not in said
