"""Pairs of Chinese texts: what is turned, what stays, and which label comes out. Words are cut by hand."""

import pytest
from han_texts import cut

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.chinese.dictionary import is_offensive
from hf_robust.language.chinese.exclusive_words import exclusive_words
from hf_robust.language.chinese.quantities import find_quantities
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.task_specific.pair_numbers import other_values
from hf_robust.transforms.row_changes import TaskRow
from hf_robust.transforms.transformation_registry import transformations

NLI = hr.task("nli", language="zh")
SAME = hr.task("semantic-similarity-classification", language="zh")


def changes(name, first, second, label="entailment", task=NLI, draws=12, **params):
    """The texts and labels that come out of so many draws."""
    docs = dict(zip(task.text_roles, (cut(first), cut(second))))
    values = {role: doc.text for role, doc in docs.items()} | {"label": label}
    found = set()
    for seed in range(draws):
        row = TaskRow(task, docs, values)
        change = transformations.get(name, "zh")(**params).change(row, RowRandom(seed))
        if change is not None:
            texts = (apply(doc.text, list(change.edits.get(role, ()))) for role, doc in docs.items())
            found.add((*texts, change.labels.get("label", label)))
    return found


def hypotheses(name, first, second, **options):
    return {text for _, text, _ in changes(name, first, second, **options)}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "expected"),
    [
        ("这里|的|菜|便宜|又|好吃", "这里|的|菜|很|便宜|。", {"这里的菜很贵。"}),
        ("这里|的|菜|便宜|又|好吃", "菜|很便宜", {"菜很贵"}),
        ("他|经验|丰富", "他|经验|丰富|。", {"他经验贫乏。"}),
        ("五年|内|取消|农业税", "国家|要|取消|农业税", {"国家要保留农业税"}),
        ("孩子|们|在|楼上|玩", "孩子|们|在|楼上", {"孩子们在楼下"}),
        ("这|個|樓|有|電梯", "這|個|樓|有|電梯", {"這個樓沒有電梯"}),
        ("他|今年|三|月|走|了", "他|今年|走|了", {"他去年走了"}),
        ("国家|将|取消|农业税", "国家|将|取消|农业税", {"国家不会取消农业税"}),
        ("大家|必须|贯彻|政策", "政策|要|贯彻|执行", {"政策不必贯彻执行"}),
        ("我|会|打|电话", "我|周末|要|打电话", {"我周末不会打电话"}),
        ("改革", "改革|有利|于|小城镇|建设", {"改革不利于小城镇建设"}),
        ("改革", "改革|无助|于|建设", {"改革有助于建设"}),
        ("果场|联营|开发|荒山", "果场|参与|开发|荒山", {"果场没有参与开发荒山"}),
        ("他|相信|自己", "他|相信|他|经验|丰富", {"他不相信他经验丰富"}),
        ("他们|为难", "他们|很|为难", {"他们不为难"}),
        ("他们|亲密", "他们|关系|好", {"他们关系不好"}),
        ("他|到|了|广东", "邓小平|去过|广东", {"邓小平没去过广东"}),
        ("说话", "我|在|和|你|说话", {"我没在和你说话"}),
        ("改革", "铁路|行业|正|在|改革", {"铁路行业没在改革"}),
        ("反对", "说话人|不|赞同|这个|意见", {"说话人赞同这个意见"}),
        ("结果|差", "结果|不|太|乐观", {"结果很乐观"}),
        ("菜|贵", "这里|的|菜|不|便宜", {"这里的菜很便宜"}),
        ("他|工作", "他|在|北京|工作", {"他没在北京工作"}),
        ("校园", "学校|有|三|个|操场", {"学校没有操场"}),
        ("果园", "我们|村|有|不少|果园", {"我们村没有果园"}),
        ("现象", "通货|膨胀|是|一|个|现象", {"通货膨胀不是一个现象"}),
        ("他|可能|来", "他|来|是|有|可能|的", set()),
        ("国家|应该|取消|农业税", "国家|应该|取消|农业税", {"国家不应该取消农业税"}),
        ("路|很|空寂", "马路|很|空寂", {"马路不空寂"}),
        ("他|喝|了|三|天", "他|喝|了|很多|酒", {"他没喝酒"}),
        ("他|没有|去|过|北京", "他|没|去|过|北京", {"他去过北京"}),
        ("李明|还|活着", "李明|没有|去世", set()),
        ("决策|科学", "决策|不|能|仓促", {"决策可以仓促"}),
        ("谈判|有利|于|和平", "中国|是|一个|爱好|和平|的|国家", {"中国不是一个爱好和平的国家"}),
        ("这|位|医生|很|忙", "他|是|医生|。", {"他不是医生。"}),
        ("他|住|在|北京", "他|在|北京", {"他不在北京"}),
        ("他|刚|从|北京|回来", "他|去|过|北京", {"他没去过北京"}),
        ("这里|的|菜|便宜", "有|便宜|的|菜", {"没有便宜的菜"}),
        ("一部分|人|支持|改革", "有些|人|支持|改革", {"没有人支持改革"}),
        ("大家|在|学校|学习", "大家|都|是|学生", {"大家都不是学生"}),
        ("衣着|华丽", "有|人|盛装|出席", {"没有人盛装出席"}),
        ("希望|扑空|了", "他|没|能|如愿", {"他如愿了"}),
        ("自己人|统战|对象", "敌人|不是|统战|对象", {"敌人是统战对象"}),
        ("年初|出台|的|政策", "政策|已|出台", {"政策还没出台"}),
        ("继续|做|好|民生|工作", "民生|工作|还|需要|加强", {"民生工作不需要加强"}),
        ("年轻|的|时候", "他|已经|不|年轻|了", {"他还年轻"}),
        ("等|不到|十二|点", "想|在|十二|点|前|离开", {"想在十二点后离开"}),
        ("她们|私下|交往", "她们|互相|认识", {"她们互不认识"}),
        ("造福|子孙", "劳动|对|子孙|有益", {"劳动对子孙无益"}),
        ("他|是|做|调查|的", "学生|做|调查|工作", {"学生不做调查工作"}),
        ("他|谈到|浪费", "我|听到|了|他|的|讲话", {"我没听到他的讲话"}),
    ],
)
def test_a_word_of_the_hypothesis_becomes_one_that_excludes_it(premise, hypothesis, expected):
    assert hypotheses("swap-antonym", premise, hypothesis) == expected


@pytest.mark.parametrize(
    "hypothesis",
    [
        "小王|有|功课|不|及格",
        "支持|改革|的|人|很|多|，|也|有|人|反对",
        "支持|过|改革",
        "改革|受到|支持",
        "经济|和|技术|合作|等|方面",
        "西部|大|开发|来|了",
        "有|个|头|掉|了",
        "加快|和|完善|建设",
        "菜|便宜|吗",
        "一|个|人|是|医生",
        "也许|他|不是|医生",
        "他|不会|做|任何|事",
        "我|知道|他|是|谁|，|他|来|了",
    ],
)
def test_hypotheses_whose_opposite_may_be_as_true_stay(hypothesis):
    assert not changes("swap-antonym", "这|是|西部|的|菜", hypothesis)


def test_only_entailed_and_equivalent_pairs_are_turned():
    for label in ("neutral", "contradiction"):
        with pytest.raises(NotApplicable, match="only a pair that is an entailment"):
            changes("swap-antonym", "菜|很|便宜", "菜|很|便宜", label=label)
    with pytest.raises(NotApplicable, match="only a pair that is equivalent"):
        changes("swap-word", "菜|很|便宜", "菜|很|便宜", label=0, task=SAME)
    with pytest.raises(NotApplicable, match="'-' does not say"):
        changes("swap-antonym", "菜|很|便宜", "菜|很|便宜", label="-")
    ((_, _, label),) = changes("swap-antonym", "菜|很|便宜", "菜|很|便宜")
    assert label == "contradiction"


def test_labels_of_two_classes_and_by_number():
    two = hr.task("nli", language="zh", label_names=["entailment", "not_entailment"])
    ((_, _, label),) = changes("swap-antonym", "菜|很|便宜", "菜|很|便宜", label=0, task=two)
    assert label == "not_entailment"
    found = changes("swap-word", "打开|电视", "请|打开|电视机", label=1, task=SAME)
    assert found == {
        ("关闭电视", "请打开电视机", "0"),
        ("关掉电视", "请打开电视机", "0"),
        ("打开电视", "请关闭电视机", "0"),
        ("打开电视", "请关掉电视机", "0"),
    }


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("今天|天气|怎么样", "今天|的|天气|如何", {"明天天气怎么样", "明天的天气如何"}),
        ("我|不|请|你|吃饭", "我|不会|请|你|吃饭", {"我不请你喝酒", "我不会请你喝酒"}),
        ("你|太|笨|了", "你|怎么|这么|笨", {"你太聪明了", "你怎么这么聪明"}),
    ],
)
def test_a_word_of_equivalent_sentences_becomes_another(one, other, expected):
    assert {text for row in changes("swap-word", one, other, 1, SAME) for text in row[:2]} >= expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("你|是|谁|呀", "你|到底|是|谁"),
        ("和|我|说话", "跟|我|说话"),
        ("你|是|我|的|什么", "那|你|是|我|的|什么"),
        ("明天|热|不|热", "明天|热|吗"),
        ("我|的|天", "我|的|天"),
        ("好|的", "好|吧"),
    ],
)
def test_sentences_that_would_say_the_same_stay(one, other):
    assert not {row[:2] for row in changes("swap-word", one, other, 1, SAME) if "冷" in row[0] + row[1] or "我" in one}


@pytest.mark.parametrize(
    ("premise", "hypothesis", "patterns"),
    [
        ("小明|买|了|8|张|票", "他|买|了|8|张|票", ("不到8张", "少于8张", "多于8张", "超过8张", "买了9张")),
        ("他们|有|三|只|狗", "他们|养|了|三|只|狗", ("四只", "超过三只")),
        ("桥|建|于|1998|年", "桥|建|于|1998|年", ("于1", "于2")),
    ],
)
def test_a_shared_number_becomes_another(premise, hypothesis, patterns):
    found = hypotheses("number-word", premise, hypothesis, draws=60)
    assert all(any(pattern in text for text in found) for pattern in patterns), found
    assert cut(hypothesis).text not in found


@pytest.mark.parametrize(
    ("premise", "hypothesis"),
    [
        ("来|了|约|8|人", "来|了|8|个|人"),
        ("买|了|8|张|票", "至少|买|了|8|张|票"),
        ("买|了|8|张|票", "买|了|8|张|票|吗"),
        ("买|了|8|张|票", "买|了|9|张|票"),
        ("有|8|人|以上", "有|8|人|以上"),
        ("这|一|个|人", "有|一|个|人"),
        ("建|于|1998|年|之前", "1998|年|之前|建|成"),
    ],
)
def test_numbers_that_are_not_exact_or_not_shared_stay(premise, hypothesis):
    assert not changes("number-word", premise, hypothesis)


def test_counts_get_larger_and_similar_pairs_get_any_other_number():
    found = hypotheses("number-word", "买|了|8|张|票", "买|了|8|张|票", draws=80)
    numbers = {int(text[2:-2]) for text in found if text[2:-2].isdigit()}
    assert numbers and min(numbers) > 8
    turned = {text for row in changes("swap-number", "定|7|点|的|闹钟", "7|点|叫|我", 1, SAME, 60) for text in row[:2]}
    hours = {int(text[1 : text.index("点")]) for text in turned if text.startswith("定")} - {7}
    assert hours and hours <= set(range(1, 13)) and min(hours) < 7
    assert not changes("swap-number", "男人|没|一|个|好|东西", "没|一|个|好|人", 1, SAME)


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("涨了15%", lambda value: 1 <= value <= 99),
        ("他今年35岁", lambda value: 1 <= value <= 99),
        ("花了25.5元", lambda value: round(value * 10) == value * 10 and value > 0),
        ("一共三百人，三百个苹果", lambda value: value % 100 == 0),
        ("第3次", lambda value: 1 <= value <= 12),
        ("1998年", lambda value: 1983 <= value <= 2013),
    ],
)
def test_other_values_are_of_the_same_kind(text, check):
    one = find_quantities(text)[0]
    found = list(other_values(one, False, RowRandom(3)))
    assert found and all(map(check, found))
    assert all(value > 3 for value in other_values(find_quantities("三个人")[0], True, RowRandom(3)))


def test_writing_follows_the_number():
    found = hypotheses("number-word", "来|了|两|个|人", "来|了|两|个|人", draws=60)
    assert not any(set(text) & set("0123456789") for text in found)
    full = hypotheses("number-word", "花|了|１５|元", "花|了|１５|元", draws=40)
    assert full and not any(set(text) & set("0123456789") for text in full)


def test_a_true_sentence_is_added_behind_the_premise():
    ((premise, _, label),) = changes("add-sentence", "狗|在|睡觉|，", "狗|醒|着", "contradiction", draws=1)
    assert premise.startswith("狗在睡觉。") and premise.endswith("。") and label == "contradiction"
    ((premise, _, _),) = changes("add-sentence", "狗|在|睡觉|.", "狗|醒|着", draws=1)
    assert premise.startswith("狗在睡觉.") and not premise.startswith("狗在睡觉.。")
    found = {text for text, _, _ in changes("add-sentence", "水|很|冷", "水|是|冷|的", draws=60)}
    assert not any("水在" in text or "溶于水" in text for text in found) and len(found) > 20
    ((_, hypothesis, _),) = changes("add-sentence", "狗|在|睡觉", "狗|醒|着", draws=1, side="hypothesis")
    assert hypothesis.startswith("狗醒着。")


def test_templates_are_filled_with_words_of_the_row():
    found = changes("overlap", "司机|把|苹果|送给|邻居", "司机|很|大方", draws=80)
    assert {label for *_, label in found} == {"entailment", "neutral"}
    assert all(any(word in first for word in ("司机", "苹果", "邻居")) for first, *_ in found)
    assert not any("{" in first + second for first, second, _ in found)
    similar = changes("overlap", "喜欢|苹果", "爱|吃|苹果", "0", SAME, 60)
    assert {label for *_, label in similar} == {"0", "1"} and all(
        "苹果" in first + second for first, second, _ in similar
    )
    traditional = changes("overlap", "醫生|說|這|個|蘋果", "醫生|來|了", draws=10)
    assert all("醫生" in first or "蘋果" in first for first, *_ in traditional)
    wooden = changes("overlap", "司机|谈到|气息", "月份|很|好", draws=30)
    assert not any("气息" in first or "月份" in first for first, *_ in wooden), "only things that can be bought"
    with pytest.raises(NotApplicable, match="neither a person nor a thing"):
        changes("overlap", "好|的", "再见")


def test_set_phrases_stay():
    for first, second in (("五年|内|取消|农业税", "国家|逐步|取消|农业税"), ("改革|开放", "我们|要|改革|开放")):
        assert hypotheses("swap-antonym", first, second) == set()


def test_one_of_a_request_is_an_article():
    assert changes("swap-number", "出|一个|谜语", "说|一个|谜语", "1", SAME, 4) == set()


def test_lists_are_whole():
    templates = lexicon("pair_templates", "zh")
    for task, labels in (("inference", {"entailment", "neutral"}), ("similarity", {"equivalent", "not_equivalent"})):
        counts = [row["label"] for row in templates[task]]
        assert set(counts) == labels and len({row["name"] for row in templates[task]}) == len(counts)
        one, other = (counts.count(label) for label in sorted(labels))
        assert abs(one - other) <= 1
    assert not [word for word in (*templates["people"], *templates["others"]) if is_offensive(word)]
    for word, kind, others in lexicon("pair_opposites", "zh"):
        assert kind in {"state", "verb", "place", "time", "who", "thing"}
        assert others and word not in others.split(" ") and not any(map(is_offensive, others.split(" ")))


def test_the_longest_entry_counts_and_protected_words_stay():
    doc = cut("他|第一|个|站|起来|了")
    assert [found.word for found in exclusive_words(doc)] == ["站起来"]
    assert exclusive_words(Doc("菜贵", protected=[(1, 2)], language=CHINESE)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("swap-antonym", "国家|计划|取消|农业税"),
        ("swap-antonym", "国家|有望|取消|农业税"),
        ("swap-antonym", "国家|预计|取消|农业税"),
        ("swap-antonym", "国家|拒绝|取消|农业税"),
        ("swap-antonym", "据说|这里|的|菜|很|便宜"),
        ("swap-antonym", "他|认为|这里|的|菜|很|便宜"),
        ("swap-antonym", "他|声称|他|经验|丰富"),
        ("swap-antonym", "他|明天|来"),
        ("swap-antonym", "他|明年|毕业"),
        ("number-word", "第三|帝国|灭亡|了"),
        ("number-word", "他|在|第二|中学|读书"),
        ("number-word", "第一|汽车|集团|很|大"),
        ("number-word", "他|将|买|8|张|票"),
        ("number-word", "他|计划|买|8|张|票"),
        ("number-word", "他|应该|买|8|张|票"),
        ("number-word", "他|声称|买|了|8|张|票"),
    ],
)
def test_what_is_not_asserted_stays(name, text):
    assert hypotheses(name, text, text, draws=6) <= {text.replace("|", "")}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("swap-antonym", "这里|的|菜|很|便宜"),
        ("swap-antonym", "他|经验|丰富"),
        ("swap-antonym", "孩子|们|在|楼上"),
        ("swap-antonym", "国家|取消|农业税"),
        ("swap-antonym", "这个|楼|有|电梯"),
        ("swap-antonym", "他|们|有|房子"),
        ("swap-antonym", "这里|的|房子|很|贵"),
        ("swap-antonym", "孩子|们|在|楼下"),
        ("swap-antonym", "她|经验|丰富"),
        ("swap-antonym", "学校|取消|考试"),
        ("number-word", "他|买|了|8|张|票"),
        ("number-word", "她|买|了|三|本|书"),
        ("number-word", "他|有|5|个|朋友"),
        ("number-word", "教室|里|有|20|个|学生"),
        ("number-word", "他|跑|了|10|公里"),
        ("number-word", "她|吃|了|两|个|苹果"),
        ("number-word", "他|住|在|三|楼"),
        ("number-word", "公司|卖|了|300|辆|车"),
        ("number-word", "我|写|了|4|封|信"),
        ("number-word", "他|养|了|6|只|猫"),
    ],
)
def test_what_is_asserted_is_turned(name, text):
    assert hypotheses(name, text, text, draws=6) - {text.replace("|", "")}


@pytest.mark.parametrize(
    ("one", "other"), [("你再说一遍", "你再讲一遍"), ("我想静静", "我要静一静"), ("你是谁", "你到底是谁")]
)
def test_pronouns_stay_in_equivalent_sentences(one, other):
    row = {"sentence1": one, "sentence2": other, "label": 1}
    chinese = hr.task("similarity", language="zh")
    found = [transformations.get("swap-word", "zh")().preview_row(row, chinese, seed=seed) for seed in range(6)]
    assert all(new[role].count("你") == row[role].count("你") for new in found for role in ("sentence1", "sentence2"))
