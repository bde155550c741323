"""Known names in Chinese reviews: the description that they get, and the names that they become."""

import pytest

from hf_robust.core.errors import NotApplicable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.transformation_registry import transformations


def preview(name, text, seed=0, **params):
    return transformations.get(name, "zh")(**params).preview(text, seed=seed)


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("我在肯德基吃饭。", "我在肯德基（一家来自美国的快餐店）吃饭。"),
        ("《功夫》很好看。", "《功夫》（一部周星驰导演的电影）很好看。"),
        ("小米手机很好。", "小米手机（小米是一家总部在北京的手机公司）很好。"),
        ("和苹果有线耳机差不多。", "和苹果有线耳机（苹果是一家总部在美国的手机公司）差不多。"),
        ("我喜歡周杰倫。", "我喜歡周杰倫（一位台灣的男歌手）。"),
    ],
)
def test_a_known_name_gets_a_description(text, new):
    assert preview("add-summary", text) == new


@pytest.mark.parametrize(
    "text",
    ["华为P10很好用。", "苹果手机质量很好。", "小米和苹果都很好吃。", "他的功夫很好。", "英雄很多。", "菜很好吃。"],
)
def test_a_name_before_a_model_or_several_nouns_and_a_word_that_is_no_name_get_none(text):
    with pytest.raises(NotApplicable):
        preview("add-summary", text)


@pytest.mark.parametrize(
    "text",
    [
        "小米max2很好，手机双面玻璃，用过小米的都知道。",
        "电池是品胜原装的，验证过。",
        "还是苹果花钱的软件，手机很差。",
        "再也不买魅族了。",
        "建议买铁三角或者索尼的吧。",
        "信号好，有以前翻盖三星的品质！",
    ],
)
def test_a_brand_in_another_phrase_or_for_its_product_or_mentioned_before_gets_no_description(text):
    with pytest.raises(NotApplicable):
        preview("add-summary", text)


def test_a_brand_before_the_thing_it_makes_gets_a_description():
    assert "索尼（一个日本的电器品牌）的耳机" in preview("add-summary", "换一个索尼的耳机，很失望。")


def test_a_name_becomes_another_of_its_kind_everywhere():
    kinds = {name: kind for name, kind, _ in lexicon("known_things", "zh")}
    for seed in range(6):
        new = preview("swap-special-entity", "麦当劳比较近，我常去麦当劳。", seed=seed)
        other = new.split("比较")[0]
        assert kinds[other] == "fast food" and new == f"{other}比较近，我常去{other}。" and other != "麦当劳"
    for text in ("华为P10很好用。", "小米手机用的是MIUI系统。"):
        with pytest.raises(NotApplicable, match="says more"):
            preview("swap-special-entity", text)


def test_every_kind_has_several_names_and_plain_descriptions():
    rows = list(lexicon("known_things", "zh"))
    kinds = [kind for _, kind, _ in rows]
    assert len({name for name, *_ in rows}) == len(rows) and min(map(kinds.count, kinds)) > 2
    assert all(about.startswith("一") and len(about) > 4 for *_, about in rows)
