"""English transformations leave texts of other scripts alone, on both paths, and a warning names the script."""

import warnings

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.scripts import foreign_script

SCRIPTS = {
    "Cyrillic": ("ru", "Это отличный фильм, мне очень понравилась игра актёров."),
    "Greek": ("el", "Η ταινία ήταν υπέροχη και οι ηθοποιοί έπαιξαν καλά."),
    "Arabic": ("ar", "كان الفيلم رائعا وأحببت أداء الممثلين كثيرا."),
    "Hebrew": ("he", "הסרט היה נהדר ואהבתי את המשחק של השחקנים."),
    "Thai": ("th", "หนังเรื่องนี้ดีมาก ฉันชอบนักแสดงทุกคน"),
    "Chinese": ("zh", "这部电影非常好看，演员的表演也很精彩。"),
    "Japanese": ("ja", "この映画はとても素晴らしく、俳優の演技も良かった。"),
    "Korean": ("ko", "이 영화는 정말 훌륭했고 배우들의 연기도 좋았다."),
    "Devanagari": ("hi", "यह फिल्म बहुत अच्छी थी और अभिनय भी शानदार था।"),
    "Georgian": ("ka", "ეს ფილმი ძალიან კარგი იყო და მსახიობებიც მომეწონა."),
}
TEXTS = [text for _, text in SCRIPTS.values()]
MIXED = "A warm film by Андрей Тарковский, and the best of them all."


TOKENS = [text.split() if " " in text else list(text) for text in TEXTS]
ROWS = {
    "sentiment": {"text": TEXTS, "label": ["a"] * 10},
    "nli": {"premise": TEXTS, "hypothesis": TEXTS[1:] + TEXTS[:1], "label": ["entailment"] * 10},
    "ner": {"tokens": TOKENS, "ner_tags": [["B-PER"] + ["O"] * (len(tokens) - 1) for tokens in TOKENS]},
    "qa": {
        "context": TEXTS,
        "question": [f"{text}?" for text in TEXTS],
        "answers": [{"text": [text[:4]], "answer_start": [0]} for text in TEXTS],
    },
    "similarity": {"sentence1": TEXTS, "sentence2": TEXTS[1:] + TEXTS[:1], "label": [0] * 10},
    "absa": {
        "text": TEXTS,
        "aspects": [
            [{"term": text[:4], "start": 0, "end": 4, "polarity": "neutral", "opinions": [], "implicit": False}]
            for text in TEXTS
        ],
    },
}
ELSEWHERE = {"back-translation": "it needs models that are not installed", "concat-sentences": "it joins whole rows"}


def english():
    """Each transformation that reads English, with the first of the tasks that it applies to."""
    first = {}
    for task in ROWS:
        for row in hr.transformations(task=task, language="en"):
            if row["languages"] != "any" and row["name"] not in ELSEWHERE:
                first.setdefault(row["name"], task)
    return sorted(first.items())


@pytest.mark.parametrize(("name", "task"), english())
def test_every_english_transformation_leaves_other_scripts_alone(name, task):
    data = Dataset.from_dict(ROWS[task])
    perturb = hr.Perturb(name, hr.task(task), keep="all")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = data.map(perturb, batched=True, load_from_cache_file=False)
    assert all(found[column][:] == data[column][:] for column in ROWS[task])
    assert {record["status"] for record in found["robust"]} <= {"not_applicable", "unchanged"}
    assert all("script" in record["reason"] for record in found["robust"])


@pytest.mark.parametrize("task", ROWS)
@pytest.mark.parametrize("name", ["stop-word", "word-case"])
def test_rows_of_all_tasks_of_texts_stay(name, task):
    data = Dataset.from_dict(ROWS[task])
    if name not in {row["name"] for row in hr.transformations(task=task, language="en")}:
        pytest.skip(f"{name} does not apply to {task}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        perturb = hr.Perturb(name, hr.task(task), keep="all")
        found = data.map(perturb, batched=True, load_from_cache_file=False)
        by_row = perturb(data.to_dict())
    assert all(found[column][:] == data[column][:] == by_row[column] for column in ROWS[task])


@pytest.mark.parametrize(
    "name", ["keyboard", "random-character", "stop-word", "append-irrelevant", "word-case", "whitespace"]
)
def test_texts_of_other_scripts_stay_on_both_paths(name):
    data = Dataset.from_dict({"text": ["A plain film that we liked a lot."] * 40 + TEXTS, "label": ["a"] * 50})
    perturb = hr.Perturb(name, hr.task("sentiment"), keep="all")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = data.map(perturb, batched=True, load_from_cache_file=False)
        alone = [perturb({"text": [text], "label": ["a"]})["text"][0] for text in TEXTS]
    assert found["text"][40:] == TEXTS == alone
    assert {record["status"] for record in found["robust"][40:]} == {"not_applicable"}


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_warning_names_the_script_and_what_to_type(script):
    code, text = SCRIPTS[script]
    assert foreign_script(text).name == script
    with pytest.warns(RuntimeWarning, match=rf"in {script} script.*language='{code}'"):
        assert hr.Perturb("keyboard")(text) == text


def test_a_mixed_text_stays_english():
    assert foreign_script(MIXED) is None and hr.Perturb("word-case", case="upper")(MIXED) != MIXED
