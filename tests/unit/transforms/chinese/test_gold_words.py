"""The transformations of word segmentation: what they make of gold words, and what they leave."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.dictionary import is_word
from hf_robust.transforms.chinese.task_specific.long_number import LongNumber
from hf_robust.transforms.chinese.task_specific.swap_name import SwapName

TASK = hr.task("word-segmentation")


def becomes(name, words, **params):
    found = hr.Perturb(name, TASK, keep="all", seed=1, **params)({"words": [words]})
    return found["words"][0]


def stays(name, *texts, **params):
    return all(becomes(name, text, **params) == text for text in texts)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("reduplication", "房间 打扫 得 干净 。", "房间 打扫 得 干干净净 。"),
        ("reduplication", "我们 要 讨论 问题", "我们 要 讨论讨论 问题"),
        ("swap-verb", "他 回家 洗澡 ， 很 累", "他 回家 洗 了 个 澡 ， 很 累"),
        ("swap-verb", "我 想 洗澡", "我 想 洗 个 澡"),
        ("swap-verb", "他 在 会 上 讲话 ， 随后 离开", "他 在 会 上 讲 了 话 ， 随后 离开"),
        ("swap-verb", "他 曾 在 美国 留学 。", "他 曾 在 美国 留 过 学 。"),
        ("swap-verb", "已经 退休 的 老人", "已经 退 了 休 的 老人"),
        ("reduplication", "祝 大家 身体 健康 ！", "祝 大家 身体 健健康康 ！"),
        ("reduplication", "各 部门 认真 做好 工作", "各 部门 认认真真 做好 工作"),
        ("swap-verb", "我 去 问 老师", "我 去 问一问 老师"),
        ("swap-contraction", "他 在 清华 上学", "他 在 清华 大学 上学"),
        ("swap-contraction", "全国 人大 代表 ，", "全国 人大 代表 ，"),
        ("swap-contraction", "他 在 清華 讀書 學習", "他 在 清華 大學 讀書 學習"),
    ],
)
def test_words_and_their_edges(name, before, after):
    assert becomes(name, before) == after
    assert becomes(name, before.split()) == after.split()


def test_the_standard_of_pku_cuts_a_verb_that_is_said_twice():
    assert becomes("reduplication", "我们 要 讨论 问题", standard="pku") == "我们 要 讨论 讨论 问题"
    assert becomes("reduplication", "房间 打扫 得 干净", standard="pku") == "房间 打扫 得 干干净净"
    with pytest.raises(UsageError, match="standard must be one of ctb, pku"):
        hr.Perturb("reduplication", TASK, standard="msr")


def test_what_has_no_such_shape_stays():
    assert stays("reduplication", "房间 很 干净 。", "他 不 高兴", "他 进行 了 讨论", "正在 讨论 问题")
    assert stays("swap-verb", "他 没 洗澡", "他 看 了 书", "重要 讲话", "他 结婚 了", "他 问 ： “ 谁 ？ ”")
    assert stays(
        "reduplication", "完全 适合 他", "适应 新 环境", "工作 不 认真", "他 不怎么 认真 。", "普通 中学", "努力 学习"
    )
    assert stays("swap-verb", "如果 说 得 对", "他 坐 轮椅", "他们 计划 投资 。", "发表 讲话 。", "要 在 会 上 讲话 。")
    assert stays("swap-verb", "他 的 讲话 ，", "为 预防 职务 受伤 ，", "国家 投资 。", "， 受伤 。", "按 规定 休假 。")
    assert stays("swap-contraction", "清华 大学 很 大", "北京 很 大")
    assert stays("long-number", "这 一 天", "第一 名", "三 点 半", "一九九八年", "六 至 八 天", "一 片 繁忙", "2001 年")
    assert stays("swap-name", "今天 天气 很 好", "高 个子 的 人")


def test_numerals_become_longer_and_stay_one_word():
    numeral, digits = becomes("long-number", "他 走 了 六 天"), becomes("long-number", "来 了 20 多 个 人")
    assert len(numeral.split()) == 5 and numeral.split()[3].endswith("十六") and "百" not in numeral
    assert digits.split()[2].endswith("20") and len(digits.split()[2]) == 3
    assert becomes("long-number", "增长 25％").endswith("％") and "." in becomes("long-number", "增长 25％")
    assert becomes("long-number", "有 ７个 人").split()[1].endswith("７个")
    doc = TASK.doc("words", "他 走 了 六 天")
    rng = row_rng(0, "a", "b", "c")
    assert len(LongNumber().options(doc, 3, 4, rng)) == 8


def test_names_seem_to_make_a_word_with_their_neighbors():
    for text, name, after in (("张伟 长 得 高", 0, 1), ("记者 王 建国 说", 2, 3)):
        doc = TASK.doc("words", text)
        forms = SwapName().forms_at(doc, *doc.bounds[name])
        assert forms and all(is_word(form[0][-1] + text.split()[after]) for form in forms)
    doc = TASK.doc("words", "校长 王 建国 说")
    assert ["江"] in [list(form) for form in SwapName().forms_at(doc, *doc.bounds[1])]


def test_a_name_that_comes_again_changes_in_the_same_way():
    found = becomes("swap-name", "记者 王 建国 说 ， 王 建国 来 了 ， 王 明 没 来").split()
    assert found[1:3] == found[5:7] != ["王", "建国"] and found[10:12] == ["王", "明"]
    whole = becomes("swap-name", "张伟 长 得 高 ， 张伟 来 了").split()
    assert whole[0] == whole[5] != "张伟"
    assert becomes("swap-name", "今天 他 来 了") == "今天 他 来 了"


def test_all_places_are_changed_unless_a_share_is_given():
    text = "走 了 六 天 ， 住 了 八 天 ， 买 了 三 本"
    assert sum(new != old for new, old in zip(becomes("long-number", text).split(), text.split())) == 3
    assert sum(new != old for new, old in zip(becomes("long-number", text, rate=0.2).split(), text.split())) == 1


def test_a_suite_of_all_that_apply_to_the_task():
    texts = ["张伟 长 得 高 ， 走 了 六 天 。", "他 在 清华 认真 学习 ， 回家 洗澡 。"]
    suite = hr.Suite.build(
        Dataset.from_dict({"words": texts}),
        TASK,
        ["swap-name", "long-number", "reduplication", "swap-verb", "swap-contraction"],
    )
    for name in suite:
        for row in suite[name].perturbed:
            assert "  " not in row["words"] and row["words"] not in texts
    found = hr.run(lambda rows: [list(text) for text in rows], suite)
    assert {result["name"] for result in found.results} == set(suite) and len(suite) == 5


def test_leaders_statutes_interviews_and_centuries_stay():
    assert stays("swap-name", "江泽民 长 得 高", "达康 长 得 高")
    assert stays("reduplication", "机关 应当 讨论 问题")
    assert stays("swap-verb", "外长 答 记者 问")
    assert stays("long-number", "二 世纪 的 人", "5 千米 长")
