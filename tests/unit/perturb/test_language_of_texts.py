"""Plain texts, tags and annotation where the language is not English."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import LabelError, UsageError


def test_plain_texts_name_their_language_where_there_is_no_task():
    assert hr.Perturb("number-form", language="zh")(["买了2张票", "很好"]) == ["买了两张票", "很好"]
    with pytest.raises(UsageError, match="the task says the language"):
        hr.Perturb("number-form", hr.task("text-classification"), language="zh")


def test_the_id_of_a_task_goes_with_a_language():
    data = Dataset.from_dict({"text": ["买了2张票"], "label": ["x"]})
    perturb = hr.Perturb("number-form", "text-classification", language="zh")
    assert perturb.task.language == "zh" and data.map(perturb, batched=True)["text"][:] == ["买了两张票"]


def test_regions_and_scripts_of_a_language_are_that_language():
    assert (
        hr.task("sentiment", language="zh-Hans-CN").language == "zh"
        and hr.task("ner", language="en_GB").language == "en"
    )


def test_annotation_without_named_layers_has_all_that_the_pipeline_makes():
    data = Dataset.from_dict({"text": ["老师在北京买了2张票。"], "label": ["x"]})
    (found,) = hr.annotate(data, hr.task("text-classification", language="zh"))["text__ann"]
    assert found["pos"][0] == "NOUN" and found["layers"] == "ent,lemma,pos"
    with pytest.raises(UsageError, match="the layer 'dep' needs a spaCy pipeline with a parser"):
        hr.annotate(data, hr.task("text-classification", language="zh"), {"dep"})


def test_a_tag_of_no_scheme_is_named():
    row = {"tokens": [["张", "伟", "来", "了"]], "ner_tags": [["X-PER", "I-PER", "O", "O"]]}
    with pytest.raises(LabelError, match="the tag 'X-PER' in row 0"):
        hr.Perturb("punctuation", hr.task("ner", language="zh"), keep="all")(row)
