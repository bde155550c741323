"""Chinese reviews whose judgments turn round, and the labels of their aspects."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.transformation_registry import transformations

SIDES = {"+": "positive", "-": "negative", "0": "neutral"}


def changed(name, text, *aspects, seed=0, **params):
    """The new text, and the signs of its aspects; each aspect is a name with its sign."""
    found = [(one[:-1], SIDES[one[-1]], text.index(one[:-1])) for one in aspects]
    row = {
        "text": text,
        "aspects": [{"term": t, "start": at, "end": at + len(t), "polarity": side} for t, side, at in found],
    }
    task = hr.task("aspect-based-sentiment-analysis", language="zh")
    new = transformations.get(name, "zh")(**params).preview_row(row, task, seed=seed)
    assert all(new["text"][one["start"] : one["end"]] == one["term"] for one in new["aspects"])
    signs = {side: sign for sign, side in SIDES.items()}
    return new["text"], "".join(signs[one["polarity"]] for one in new["aspects"])


@pytest.mark.parametrize(
    ("text", "aspects", "new"),
    [
        ("环境和服务都很好，就是上菜慢。", ["环境+", "服务+", "上菜-"], ("环境和服务都很差，而且上菜慢。", "---")),
        ("菜很好吃，服务也好。", ["菜+", "服务+"], ("菜很难吃，服务却好。", "-+")),
        ("音质还不错。", ["音质+"], ("音质很差。", "-")),
        ("价格有点贵了。", ["价格-"], ("价格很便宜。", "+")),
        ("上菜太慢了。", ["上菜-"], ("上菜很快。", "+")),
        ("味道太差了。", ["味道-"], ("味道太好了。", "+")),
        ("电池不太耐用。", ["电池-"], ("电池很耐用。", "+")),
        ("膜有点不合适。", ["膜-"], ("膜很合适。", "+")),
        ("态度非常不好。", ["态度-"], ("态度非常好。", "+")),
        ("干净的房间，热情的店员。", ["房间+", "店员0"], ("脏的房间，热情的店员。", "-0")),
        ("很喜欢这里的环境。", ["环境+"], ("很讨厌这里的环境。", "-")),
        ("服务很好，一直给我们倒水。", ["服务+"], ("服务很差。", "-")),
        ("第一次来，服务很好。值得推荐！", ["服务+"], ("第一次来，服务很差！", "-")),
        ("服務很好，菜也好吃。", ["服務+", "菜+"], ("服務很差，菜卻好吃。", "-+")),
    ],
)
def test_the_target_turns_round_with_what_rests_on_it(text, aspects, new):
    assert changed("reverse-target", text, *aspects, target="first") == new


@pytest.mark.parametrize(
    ("text", "aspects", "why"),
    [
        ("服务很好。", ["服务-"], "do not say what its label says"),
        ("因为服务很好，所以常来。", ["服务+"], "a cause"),
        ("服务周到又可爱。", ["服务+"], "no words of opinion"),
        ("这里有服务。", ["服务+"], "no words of opinion"),
        ("下单三天才到，物流很慢。", ["物流-"], "the time of the delivery"),
        ("质量好，物流就是快。", ["物流+"], "follows from something else"),
        ("这个膜很差，屏幕露在外面。", ["膜-"], "what else is told"),
        ("裸露的接口很好。", ["接口+"], "what describes the aspect"),
        ("服务好不好？", ["服务+"], "no words of opinion"),
        ("味道一般。", ["味道0"], "no aspect that is positive"),
    ],
)
def test_a_judgment_that_is_not_plain_stays(text, aspects, why):
    with pytest.raises(NotApplicable, match=why):
        changed("reverse-target", text, *aspects)


def test_other_aspects_turn_round_or_are_said_more_strongly():
    new = changed("reverse-non-target", "味道不错，环境很干净，价格有点贵。", "味道+", "环境+", "价格-", target="first")
    assert new == ("味道不错，环境很脏，价格非常贵。", "+--")
    with pytest.raises(NotApplicable, match="the same words"):
        changed("reverse-non-target", "环境和服务都很好。", "环境+", "服务+")


def test_added_clauses_speak_of_what_the_text_does_not():
    for seed in range(8):
        text, signs = changed("add-difference", "这家餐厅的菜很好吃，价格便宜。", "菜+", "价格+", seed=seed)
        added = text.removeprefix("这家餐厅的菜很好吃，价格便宜。不过")
        assert added != text and "价格" not in added and added.endswith("。") and signs == "++"
    text, _ = changed("add-difference", "耳机音质好，就是有点重", "音质+")
    assert text.startswith("耳机音质好，就是有点重，另外，")


@pytest.mark.parametrize(
    ("text", "aspects", "new"),
    [
        ("外观不错，价格便宜。比较满意", ["外观+", "价格+"], ("外观不错，价格贵", "+-")),
        ("外观不错，配件齐全，但粘性太差。", ["外观+", "配件+"], None),
        ("东西不错，效果不错。", ["东西+", "效果+"], ("东西很差，效果不错。", "-+")),
    ],
)
def test_what_is_reversed_agrees_with_the_rest(text, aspects, new):
    if new is None:
        with pytest.raises(NotApplicable):
            changed("reverse-non-target", text, *aspects, target="first")
    else:
        assert changed("reverse-non-target", text, *aspects, target="first") == new
