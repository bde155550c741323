"""The transformations of word segmentation: what they make of gold words, and what they leave."""

import re
from itertools import pairwise

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.composed_names import name_part
from hf_robust.language.chinese.dictionary import is_word
from hf_robust.language.chinese.person_names import is_transliterated
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.task_specific.long_number import LongNumber

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
        ("reduplication", "许多 人 的确 来 了", "许许多多 人 的的确确 来 了"),
        ("reduplication", "他 常 与 同事 见面 ， 水位 渐 入 尾声", "他 常常 与 同事 见面 ， 水位 渐 入 尾声"),
        ("reduplication", "这里 仅 有 一 张 桌子 ， 不 常 见", "这里 仅仅 有 一 张 桌子 ， 不 常 见"),
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
        "reduplication",
        "完全 的 人",
        "许多 起 案件",
        "适应 新 环境",
        "工作 不 认真",
        "他 不怎么 认真 。",
        "普通 中学",
        "努力 学习",
    )
    assert stays("swap-verb", "如果 说 得 对", "他 坐 轮椅", "他们 计划 投资 。", "发表 讲话 。", "要 在 会 上 讲话 。")
    assert stays("swap-verb", "他 的 讲话 ，", "为 预防 职务 受伤 ，", "国家 投资 。", "， 受伤 。", "按 规定 休假 。")
    assert stays(
        "swap-contraction", "清华 大学 很 大", "北京 大学 很 大", "新华社 北京 电", "他 在 包头 抢劫 ， 包头市 警方"
    )
    assert stays("long-number", "这 一 天", "第一 名", "三 点 半", "一九九八年", "六 至 八 天", "一 片 繁忙", "2001 年")
    assert stays("swap-name", "今天 天气 很 好", "高 个子 的 人")


def test_numerals_become_longer_and_stay_one_word():
    numeral = becomes("long-number", "他 走 了 六 天").split()
    assert len(numeral) == 5 and numeral[3] in ("十六", "二十六")
    doc = TASK.doc("words", "他 走 了 六 天")
    rng = row_rng(0, "a", "b", "c")
    assert len(LongNumber().options(doc, 3, 4, rng)) == 8


@pytest.mark.parametrize(
    ("before", "place", "pattern"),
    [
        ("来 了 200 多 个 人", 2, "二百[一二三四五六七八九]十"),
        ("用 了 2100 颗 贝壳", 2, "二千一百[一二三四五六七八九]十[一二三四五六七八九]"),
        ("增长 25％", 1, "百分之二十五点..."),
        ("收入 55.6亿 元", 1, "五十五点六...亿"),
        ("有 ７个 人", 1, "二?十七个"),
        ("历时 二十 年 的 会议", 1, "二十[一二三四五六七八九]"),
    ],
)
def test_numbers_are_written_in_full(before, place, pattern):
    assert re.fullmatch(pattern, becomes("long-number", before).split()[place])


def test_names_are_rare_and_seem_to_make_a_word_with_their_neighbors():
    for text, name, after in (("张伟 说 了", 0, "说"), ("记者 王 建国 说", 2, "说")):
        found = becomes("swap-name", text).split()
        assert len(found) == len(text.split()) and is_word(found[name][-1] + after)
        assert not is_word(found[name]) and set(found[name]) & set("".join(name_part("given")))
    assert is_word("由" + becomes("swap-name", "由 王 建国 说").split()[1])
    assert len(becomes("swap-name", "总统 克林顿 说").split()[1]) == 3


def test_names_from_abroad_stay_names_from_abroad():
    found = becomes("swap-name", "总统 克林顿 说 ， 克林顿 来 了").split()
    assert found[1] == found[4] != "克林顿" and is_transliterated(found[1])
    assert stays("swap-name", "他 在 阿根廷 说")


def test_a_place_is_contracted_with_its_neighbors():
    found = becomes("swap-contraction", "他 在 河北 工作 ， 到 河北 的 人 多 。").split()
    assert found[2] == found[6] and len(found[2]) == 5 and found[2][0] == "冀" and not is_word(found[2])
    borders = lexicon("contracted_places", "zh")["neighbors"]
    assert all(other in borders[one] for one, other in pairwise(found[2]))
    assert all(sign in borders[other] for sign, others in borders.items() for other in others), "borders are mutual"
    found = becomes("swap-contraction", "他 在 武汉 工作 ， 清华 放假")
    assert "武汉" not in found and "清华 放假" in found


@pytest.mark.parametrize(
    ("before", "after", "pku"),
    [
        ("这 是 我 的 书 。", "这 是不是 我 的 书 ？", "这 是 不 是 我 的 书 ？"),
        (
            "我们 要 努力 工作 。 天气 很 好 。",
            "我们 要不要 努力 工作 ？ 天气 很 好 。",
            "我们 要 不 要 努力 工作 ？ 天气 很 好 。",
        ),
        ("学生 可以 参加 比赛", "学生 可不可以 参加 比赛", "学生 可不可以 参加 比赛"),
        ("这里 有 很多 书 。", "这里 有没有 很多 书 ？", "这里 有 没 有 很多 书 ？"),
        ("加快 改革 ， 是 重要 任务 。", "加快 改革 ， 是不是 重要 任务 ？", "加快 改革 ， 是 不 是 重要 任务 ？"),
        ("考核 结果 应当 告知 本人 。", "考核 结果 应不应当 告知 本人 ？", "考核 结果 应不应当 告知 本人 ？"),
        (
            "制度 的 确立 对 生产 有 重要 影响 。",
            "制度 的 确立 对 生产 有没有 重要 影响 ？",
            "制度 的 确立 对 生产 有 没 有 重要 影响 ？",
        ),
        ("他 支持 我们 的 工作 。", "他 支不支持 我们 的 工作 ？", "他 支不支持 我们 的 工作 ？"),
        ("我 去 问 老师", "我 去 问一问 老师", "我 去 问 一 问 老师"),
    ],
)
def test_verbs_of_questions_and_the_standard_of_pku(before, after, pku):
    assert becomes("swap-verb", before) == after
    assert becomes("swap-verb", before, standard="pku") == (pku or before)


def test_what_is_no_plain_statement_is_not_asked():
    assert stays("swap-verb", "这 不 是 书 。", "如果 他 是 老师 ， 谁 来 。", "他 也 是 老师 。", "这 是 什么 书 ？")
    assert stays(
        "swap-verb", "他 认为 这 是 书 。", "人们 可以 预见 ， 石油 很 多 。", "他 的 要 多 。", "他 说 会 来 。"
    )


def test_what_was_done_is_asked_with_the_denial_of_the_past():
    assert becomes("swap-verb", "中国 队 出席 了 开幕 会 。") == "中国 队 出没出席 开幕 会 ？"
    assert becomes("swap-verb", "我国 与 邻国 建立 了 关系 。", standard="pku") == "我国 与 邻国 建没建立 关系 ？"
    assert becomes("swap-verb", "部长 在 会上 讲话 。") == "部长 在 会上 讲没讲话 ？"
    assert stays(
        "swap-verb", "他 先后 组建 了 许多 集团 。", "他 说 ， 中国 解决 了 问题 。", "他们 也 提高 了 产量 。"
    )
    assert becomes("swap-verb", "他 出席 了 开幕 会 ， 天气 很 好 。") == "他 出席 了 开幕 会 ， 天气 很 好 。"


def test_whether_is_asked_by_the_verb():
    assert (
        becomes("swap-verb", "能否 成功 ， 是否 值得 ， 要 看 结果 。") == "能不能 成功 ， 是不是 值得 ， 要 看 结果 。"
    )
    assert becomes("swap-verb", "能否 成功 要 看 结果 。", standard="pku") == "能 不 能 成功 要 看 结果 。"
    assert stays("swap-verb", "他 是否 是 老师 还 不 清楚 。", "来 与 否 都 行")


def test_only_a_whole_sentence_is_asked():
    assert becomes("swap-verb", "今天 ， 长江 是 黄金 水道 。") == "今天 ， 长江 是不是 黄金 水道 ？"
    assert becomes("swap-verb", "任务 很 重 。 企业 要 提高 质量 。") == "任务 很 重 。 企业 要不要 提高 质量 ？"
    assert stays(
        "swap-verb",
        "行业 是 新兴 的 行业 ， 本身 对 产品 有 要求 。",
        "标志 图像 逼真 ， 色彩 绚丽 ， 具有 全新 的 特点 。",
        "制定 了 战略 ， 即 粮食 要 再 上 台阶 。",
        "不曾 想 ， 此事 引起 了 父亲 的 兴趣 。",
        "部长 算 了 账 ： 投资 有 一半 是 人工费 。",
        "我们 要 种 树木 。 我们 要 学习 技术 。",
        "长江 是 黄金 水道 。 这 很 重要 。",
        "我们 是 产能 大户 也 要 做 节能 大户 。",
        "节日 有 大型 晚会 、 表演 等 。",
    )


def test_what_was_done_is_asked_only_in_a_text_of_one_sentence():
    assert stays("swap-verb", "天气 很 好 。 部长 出席 了 开幕 会 。", "这 引起 了 他 的 注意 。")
    before = "这些 案件 反映 了 企业 在 资金 管理 上 的 漏洞 。"
    assert becomes("swap-verb", before) == "这些 案件 反没反映 企业 在 资金 管理 上 的 漏洞 ？"
    assert stays("swap-verb", "公司 向 人们 提供 了 很 好 的 机会 。", "我 出席 了 开幕 会 。")


def test_predicates_under_the_same_modal_are_asked_together():
    before = "水利 部门 要 加强 调度 ， 对 各地 的 工作 进行 检查 。"
    assert becomes("swap-verb", before) == "水利 部门 要不要 加强 调度 ， 对 各地 的 工作 进行 检查 ？"
    before = "在 提高 产量 的 同时 ， 企业 应该 加快 改革 ， 切实 改善 服务 。"
    assert becomes("swap-verb", before) == "在 提高 产量 的 同时 ， 企业 应不应该 加快 改革 ， 切实 改善 服务 ？"
    assert stays(
        "swap-verb",
        "粮食 部门 要 合理 安排 价格 ， 不得 降价 销售 粮食 。",
        "企业 要 降低 成本 ， 产品 质量 提高 。",
        "企业 要 降低 成本 ， 并 提高 效益 。",
    )


def test_clauses_that_begin_with_the_same_verb_are_asked_together():
    assert (
        becomes("swap-verb", "石油 是 重要 资源 ， 是 宝贵 财富 。") == "石油 是不是 重要 资源 ， 是不是 宝贵 财富 ？"
    )
    pku = becomes("swap-verb", "石油 是 重要 资源 ， 是 宝贵 财富 。", standard="pku")
    assert pku == "石油 是 不 是 重要 资源 ， 是 不 是 宝贵 财富 ？"
    assert stays("swap-verb", "我 的 导师 是 学校 校长 ， 是 著名 专家 。", "石油 是 重要 资源 ， 也 是 宝贵 财富 。")


def test_a_sentence_with_a_subject_of_its_own_may_follow():
    before = "制度 的 确立 对 生产 具有 决定性 的 作用 。 十八 世纪 中叶 ， 英国 发生 革命 。"
    assert becomes("swap-verb", before) == before.replace("具有", "具不具有").replace("作用 。", "作用 ？")
    assert stays("swap-verb", "长江 是 黄金 水道 。 近年来 ， 水道 很 忙 。", "长江 是 黄金 水道 。 长江 很 长 。")


def test_rules_causes_and_places_are_asked():
    before = "在 机关 任职 的 军官 应当 经过 院校 培训 。"
    assert becomes("swap-verb", before) == before.replace("应当", "应不应当").replace(" 。", " ？")
    before = "当事人 不 履行 的 ， 主管 部门 可以 申请 法院 强制 执行 。"
    assert becomes("swap-verb", before) == before.replace("可以", "可不可以").replace(" 。", " ？")
    assert becomes("swap-verb", "军官 按照 有关 规定 享受 保险 待遇 。") == "军官 按照 有关 规定 享不享受 保险 待遇 ？"
    assert becomes("swap-verb", "许多 症状 是 由于 缺水 引起 的 。") == "许多 症状 是不是 由于 缺水 引起 的 ？"
    assert becomes("swap-verb", "城市 中 普遍 存在 交往 少 的 现象 。") == "城市 中 普遍 存不存在 交往 少 的 现象 ？"
    assert becomes("swap-verb", "商业银行 缺乏 信心 。") == "商业银行 缺不缺乏 信心 ？"


def test_what_is_done_again_and_what_was_allowed_keep_their_forms():
    assert stays("swap-verb", "每年 有 货轮 通过 ， 许多 工人 就业 。", "容许 议员 讲话 。", "对 我 来 说 世界 很 大")
    assert stays("swap-verb", "我 祇 能 根据 规则 办理 。", "工厂 能 赢得 了 比赛 。")


def test_conditions_pronouns_and_what_a_name_of_an_action_is():
    assert stays("swap-verb", "企业 要 成功 ， 必须 努力 工作 。", "1948年 该 公司 生产 机器 。")
    assert becomes("swap-verb", "战争 和 生存 是 历史 的 线索 。") == "战争 和 生存 是不是 历史 的 线索 ？"
    text = "在 这里 ， 改革 开放 是 问题 的 关键 。"
    assert becomes("swap-verb", text) == "在 这里 ， 改革 开放 是不是 问题 的 关键 ？"


def test_objects_of_verbs_articles_of_laws_and_the_first_of_like_predicates_are_not_asked():
    assert stays("swap-verb", "会议 要求 ， 各级 政府 要 加强 管理 。", "他 意识到 空调 是 今后 的 趋势 。")
    assert stays("swap-verb", "第三条 港口 应当 提供 服务 。", "预计 ， 明天 北方 有 六 级 大风 。")
    assert stays(
        "swap-verb",
        "选题 要 准 、 要 小 。",
        "今年 是 第一 年 ， 也 是 关键 一年 。",
    )


def test_parts_of_other_phrases_are_not_asked():
    assert stays(
        "swap-verb", "教育 委员 会 作出 批复 。", "网络 能够 提供 的 信息 有限 。", "这家 有 影响 的 报纸 建议 。"
    )
    assert stays("swap-verb", "一般 来 说 ， 天气 好", "我 希望 他们 来 。", "一部 《 我们 是 老师 朋友 》 的 电影 。")
    assert stays(
        "swap-verb",
        "他 指出 ， 是 重要 的 任务 。",
        "公司 要 找 客户 ， 客户 就 要 来 。",
        "这 是 北京 ， 而非 上海 。",
    )
    assert stays(
        "reduplication", "乡镇 和 一个 学校", "认 了 一个 字 一个 字", "仍 难 找到 一个 用户", "进入 一个 阶段"
    )


def test_rare_synonyms_are_the_same_everywhere():
    found = becomes("rare-synonym", "我们 已经 来 了 ， 我们 很 高兴 。").split()
    assert found[0] == found[5] != "我们" and found[1] == "业已"
    assert stays("rare-synonym", "希望 工程 很 好", "《 我们 的 书 》")
    assert becomes("rare-synonym", "我們 來 了") != "我們 來 了"


def test_measure_words_come_twice_where_there_may_be_many():
    assert becomes("reduplication", "山 上 建 了 一座 电站") == "山 上 建 了 一座座 电站"
    assert stays("reduplication", "这 是 一座 电站", "每 一座 电站", "一个 月", "只有 一个 人")


def test_a_name_that_comes_again_changes_in_the_same_way():
    found = becomes("swap-name", "记者 王 建国 说 ， 王 建国 来 了 ， 王 明 没 来").split()
    assert found[1:3] == found[5:7] != ["王", "建国"] and found[10:12] == ["王", "明"]
    whole = becomes("swap-name", "张伟 长 得 高 ， 张伟 来 了").split()
    assert whole[0] == whole[5] != "张伟"
    assert becomes("swap-name", "今天 他 来 了") == "今天 他 来 了"


def test_numbers_that_the_text_relates_and_numbers_of_known_things_stay():
    assert stays("long-number", "近 二十 所 学校", "20 多 个 人", "1 倍 以上", "说 一千 道 一万", "二次 创业")
    assert stays(
        "long-number", "不是 一 条 光滑 的 曲线", "每天 吃 三 顿 饭", "优秀 、 称职 两 个 等次", "两 次 世界 大战"
    )
    found = becomes("long-number", "办 20 件 实事 ， 每年 办 20 件 实事").split()
    assert found[1] == found[7] != "20"


def test_all_places_are_changed_unless_a_share_is_given():
    text = "走 了 60 天 ， 住 了 80 天 ， 买 了 30 本"
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


def test_the_usual_verb_is_asked_only_where_no_other_can_be():
    assert becomes("swap-verb", "这 是 工厂 。 我们 要 坚持 。") == "这 是 工厂 。 我们 要不要 坚持 ？"
    assert becomes("swap-verb", "这 是 工厂 。 部长 在 会 上 讲话 ， 随后 离开 。") == (
        "这 是不是 工厂 ？ 部长 在 会 上 讲 了 话 ， 随后 离开 。"
    )
