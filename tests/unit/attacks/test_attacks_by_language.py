"""Attacks on texts of other languages: through what is registered for them."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.moves.registered import Registered
from hf_robust.core.errors import UsageError
from hf_robust.language import resources

TASK = hr.task("sentiment-classification", language="zh")
ROWS = Dataset.from_dict({"text": ["服务很好，一共买了3次。", "菜太差了。"], "label": ["pos", "neg"]})


def model(texts):
    """Positive where the full stop is one."""
    return [{"label": "pos" if "好" in text and text.endswith("。") else "neg", "score": 0.9} for text in texts]


def test_moves_are_those_of_the_language():
    english = {one.name for one in Registered().chosen(hr.task("sentiment-classification"))}
    chinese = Registered().for_language("zh").chosen(TASK)
    assert "misspelling" in english and "misspelling" not in {one.name for one in chinese}
    assert chinese and all({"zh", "*"} & {*one.languages} for one in chinese)
    assert repr(Registered().for_language("zh")) == repr(Registered())


def test_what_needs_a_model_of_the_hub_that_is_not_here_is_left_out_and_named():
    attack = hr.Attack("worst-transformations", TASK, model)
    missing = {"masked-lm"} if resources.is_on_the_hub("masked-lm", "zh") else set()
    assert missing == {*attack.parts.moves.left_out}
    assert not missing & {one.name for one in attack.parts.moves.chosen(TASK)}
    assert all(f"without {name}" in attack.describe()["moves"] for name in missing)


def test_registered_transformations_attack_chinese():
    attack = hr.Attack(transformation=["punctuation"], task=TASK, model=model, constraints=())
    found = ROWS.map(attack, batched=True)
    assert found["label"] == ["pos"] and found[0]["attack"]["status"] == "successful"
    assert "很好，一共买了3次" in found[0]["text"]


def test_a_recipe_for_words_between_spaces_is_refused():
    with pytest.raises(UsageError, match="pwws is not for texts in Chinese; the recipe worst-transformations is"):
        hr.Attack("pwws", TASK, model)
