"""Chinese reading comprehension: passages that move, questions in other words; answers stay whole."""

import pytest

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.transforms.chinese.task_specific.modify_position import passages
from hf_robust.transforms.transformation_registry import transformations

QA = hr.task("extractive-qa", language="zh")


def asked(context, answer, question="是什么？"):
    answers = (
        {"text": [answer], "answer_start": [context.index(answer)]} if answer else {"text": [], "answer_start": []}
    )
    return {"context": context, "question": question, "answers": answers}


def new(name, row, seed=0, **params):
    return transformations.get(name, "zh")(**params).preview_row(row, QA, seed=seed)


def pieces(text):
    return [text[start:end] for start, end in passages(Doc(text, language=CHINESE))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("长城很长。它也很老。黄河是一条河。", ["长城很长。它也很老。", "黄河是一条河。"]),
        ("老师来了。但是学生走了。", ["老师来了。但是学生走了。"]),
        ("老师来了！“学生走了。”校长笑了？", ["老师来了！", "“学生走了。”", "校长笑了？"]),
        ("老师来了；学生走了。", ["老师来了；学生走了。"]),
        ("他说：“老师来了。学生走了。”", ["他说：“老师来了。学生走了。”"]),
        ("老师来了。目录。学生走了。", ["老师来了。目录。", "学生走了。"]),
        ("老師來了。學生走了。", ["老師來了。", "學生走了。"]),
    ],
)
def test_passages_hold_what_leans_on_the_sentence_before(text, expected):
    assert pieces(text) == expected


def test_answers_equal_their_text_after_a_move():
    row = asked("苹果含有很多水分。香蕉来自南方。王刚最喜欢吃西瓜。", "南方")
    for seed in range(3):
        for to in ("any", "front", "end"):
            found = new("modify-position", row, seed, to=to)
            (start,), (text,) = found["answers"]["answer_start"], found["answers"]["text"]
            assert text == "南方" == found["context"][start : start + 2]
            assert sorted(found["context"]) == sorted(row["context"]) and found["context"] != row["context"]
    assert new("modify-position", row, to="front")["context"].startswith(("王刚", "香蕉"))
    assert new("modify-position", row, to="end")["context"].endswith(("苹果含有很多水分。", "香蕉来自南方。"))


@pytest.mark.parametrize(
    ("context", "answer", "expected"),
    [
        # the passage of the answer moves
        ("王刚喜欢西瓜。香蕉来自南方。", "南方", "香蕉来自南方。王刚喜欢西瓜。"),
        # 五项指标 is told of only behind the sentence that introduces it
        ("评分有五项指标。王刚喜欢西瓜。五项指标都重要。", "西瓜", None),
        ("王刚喜欢西瓜。类似的规定来自南方。", "南方", None),
        ("高英（高氏）是皇后。香蕉来自南方。母亲是王氏。", "皇后", "高英（高氏）是皇后。母亲是王氏。香蕉来自南方。"),
    ],
)
def test_where_passages_go(context, answer, expected):
    found = new("modify-position", asked(context, answer)) if expected else None
    if expected is None:
        with pytest.raises(NotApplicable):
            new("modify-position", asked(context, answer))
    else:
        assert found["context"] == expected


@pytest.mark.parametrize(
    ("context", "answer", "expected"),
    [
        (
            "泰山（山名）是一座山。它位于山东的中部。山顶有一座庙。",
            "一座庙",
            "泰山（山名）是一座山。山顶有一座庙。泰山位于山东的中部。",
        ),
        (
            "五月艾是一种植物。分布于越南、老挝和缅甸。王刚最喜欢吃西瓜。",
            "西瓜",
            "五月艾是一种植物。王刚最喜欢吃西瓜。五月艾分布于越南、老挝和缅甸。",
        ),
        (
            "苹果是一种水果。然而，香蕉来自南方的农场。王刚最喜欢吃西瓜。",
            "水果",
            "苹果是一种水果。王刚最喜欢吃西瓜。香蕉来自南方的农场。",
        ),
    ],
)
def test_what_a_sentence_refers_to_is_written_out(context, answer, expected):
    assert new("modify-position", asked(context, answer))["context"] == expected


@pytest.mark.parametrize(
    ("context", "answer", "reason"),
    [
        ("苹果含有很多水分。", "水分", "no two passages"),
        ("学校成立于1950年。大学成立于1998年。", "1950年", "has a fixed position in time"),
        ("苹果产自南方。王刚喜欢梨子。王刚讨厌梨子。", "讨厌", None),
    ],
)
def test_passages_that_cannot_move(context, answer, reason):
    row = asked(context, answer)
    if reason is None:
        assert "王刚喜欢梨子。王刚讨厌梨子。" in new("modify-position", row)["context"]
        return
    with pytest.raises(NotApplicable, match=reason):
        new("modify-position", row, to="front")


@pytest.mark.parametrize(
    ("context", "answer", "expected"),
    [
        # facts on a species
        (
            "牡蒿为菊科蒿属的植物。多年生草本，茎直立。分布于印度和泰国。",
            "菊科",
            "牡蒿为菊科蒿属的植物。分布于印度和泰国。多年生草本，茎直立。",
        ),
        # what is new begins a passage
        (
            "泰山是一座山。一些药店雇佣很多医生。王刚最喜欢吃西瓜。",
            "西瓜",
            "泰山是一座山。王刚最喜欢吃西瓜。一些药店雇佣很多医生。",
        ),
        (
            "泰山是一座山。勒让德说山很高。王刚最喜欢吃西瓜。",
            "西瓜",
            "泰山是一座山。王刚最喜欢吃西瓜。勒让德说山很高。",
        ),
        # what happened passes what does not change
        (
            "四加亭是一个小镇。四加亭位于南部。王刚赢得了比赛。",
            "南部",
            "四加亭是一个小镇。王刚赢得了比赛。四加亭位于南部。",
        ),
    ],
)
def test_what_can_stand_alone_moves(context, answer, expected):
    assert new("modify-position", asked(context, answer))["context"] == expected


@pytest.mark.parametrize(
    ("context", "answer"),
    [
        ("王刚，山东人。1969年5月参加工作，后入党。", "山东"),  # who took up work
        ("香蕉来自南方。顾炎武说：“香蕉很多。”", "南方"),  # evidence for what was told
        ("香蕉来自南方。核心科目：中国语文。", "南方"),  # a heading
        ("泰山是一座山。侧面和底面相交，叫做侧棱。侧面和侧面相交，叫做顶点。", "顶点"),  # terms
        ("泰山是一座山。苹果含有水分。上述水果来自南方。", "南方"),  # the fruits above
    ],
)
def test_what_belongs_to_the_passage_before_stays_there(context, answer):
    with pytest.raises(NotApplicable):
        new("modify-position", asked(context, answer))


def test_what_tells_of_one_of_several_things_stays_behind_them():
    context = "王刚喜欢西瓜。海里有海豚和鲸鱼。鲸鱼住在北方。香蕉来自南方。"
    for seed in range(6):
        assert "海豚和鲸鱼。鲸鱼" in new("modify-position", asked(context, "北方"), seed=seed)["context"]


def test_a_surname_stays_behind_the_whole_name():
    context = "首发是托马斯·戴维斯和卢克·坎克利。戴维斯得了五分。王刚喜欢西瓜。香蕉来自南方。"
    assert passages(Doc(context, language=CHINESE), facts=True)[0] == (0, context.index("王刚"))


def test_only_neighbours_of_a_long_text_trade_places():
    fruits = ["苹果", "香蕉", "西瓜", "梨子", "桃子", "葡萄"]
    context = "".join(
        f"{fruit}含有很多{'水分糖分酸味甜味果汁果肉'[2 * n : 2 * n + 2]}。" for n, fruit in enumerate(fruits)
    )
    for seed in range(6):
        found = new("modify-position", asked(context, "酸味"), seed)["context"]
        places = [fruits.index(sentence[:2]) for sentence in found.split("。")[:-1]]
        assert places != sorted(places) and all(abs(one - place) <= 1 for place, one in enumerate(places))


def test_facts_that_name_no_species_stay_with_it():
    # behind the bananas 分布于 would mean them
    context = "牡蒿为菊科蒿属的植物。分布于印度和泰国。香蕉来自南方。"
    with pytest.raises(NotApplicable):
        new("modify-position", asked(context, "南方"))
    assert pieces("牡蒿为菊科蒿属的植物。分布于印度和泰国。") == ["牡蒿为菊科蒿属的植物。分布于印度和泰国。"]


def test_wrong_offsets_are_not_applicable():
    row = asked("苹果产自南方。王刚喜欢梨子。", "南方") | {"answers": {"text": ["南方"], "answer_start": [3]}}
    columns = {name: [value] for name, value in row.items()}
    for name in ("modify-position", "perturb-question"):
        (record,) = hr.Perturb(name, QA, keep="all")(columns)["robust"]
        assert record["status"] == "not_applicable" and "does not stand at its offset" in record["reason"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("李白是什么时候出生的？", "李白是何时出生的？"),
        ("总部在哪里？", "总部在什么地方？"),
        ("为什么取消比赛？", "为何取消比赛？"),
        ("谁发明了电灯？", "哪个人发明了电灯？"),
        ("一共有几个人？", "一共有多少个人？"),
        ("在哪一年成立？", "在哪年成立？"),
        ("主要成员有哪些？", "主要成员都有哪些？"),
        ("他是不是老師？", "他是否老師？"),
    ],
)
def test_question_words_become_others(question, expected):
    found = {new("perturb-question", asked("好。", "好", question), seed)["question"] for seed in range(25)}
    assert expected in found
    rest = found - {expected}
    assert all(one.endswith(question) or len(one) != len(question) or one != question for one in rest)


@pytest.mark.parametrize("question", ["《为什么》的作者叫张三吗？", "第几章？", "他是哪里人？", "请问多高？"])
def test_titles_and_other_meanings_stay(question):
    found = {new("perturb-question", asked("好。", "好", question), seed)["question"] for seed in range(25)}
    assert all(one.endswith(question) for one in found)


def test_context_and_answers_stay_and_modes_are_checked():
    row = asked("李白是唐代的诗人。", "唐代", "李白是什么时候的诗人？")
    found = new("perturb-question", row)
    assert found["context"] == row["context"] and found["answers"] == row["answers"]
    with pytest.raises(UsageError, match="mode"):
        new("perturb-question", row, mode="keyboards")
    with pytest.raises(UsageError, match="models"):
        new("perturb-question", row, models=("a", "b"))


def test_a_transformation_runs_on_the_question_and_spares_names_and_numbers():
    if "punctuation" not in transformations.names("zh"):
        pytest.skip("no other transformation for questions")
    row = asked("李白是唐代的诗人。", "唐代", "李白在《全唐诗》里有900首诗吗？")
    found = new("perturb-question", row, mode="punctuation")["question"]
    assert found != row["question"] and all(part in found for part in ("李白", "《全唐诗》", "900"))


def test_words_beside_the_answers_become_synonyms_and_answers_stay():
    row = asked("我很喜欢读书。她是一名普通的护士，喜欢在晚上写日记。", "护士")
    found = [new("perturb-answer", row, seed)["context"] for seed in range(6)]
    assert all(text.startswith("我很喜欢读书。她是") and "护士" in text and text != row["context"] for text in found)
    whole = row | {"answers": {"text": [row["context"][7:]], "answer_start": [7]}}
    # the answer is its sentence: the sentence before it changes
    assert new("perturb-answer", whole)["context"] == "我很喜爱读书。" + row["context"][7:] or (
        new("perturb-answer", whole)["context"] == "我非常喜欢读书。" + row["context"][7:]
    )
    alone = {"context": row["context"][7:], "answers": {"text": [row["context"][7:]], "answer_start": [0]}}
    with pytest.raises(NotApplicable, match="has a synonym"):
        new("perturb-answer", row | alone)
    # half of 喜欢 lies in the answer
    half = row | {"answers": {"text": ["护士，喜"], "answer_start": [14]}}
    assert new("perturb-answer", half)["context"].endswith(row["context"][7:])
    full = asked("她是一名普通的護士，並於1998年購買了兩處房產。", "護士")
    assert "並且在" in new("perturb-answer", full, rate=1.0)["context"]
    with pytest.raises(NotApplicable, match="no answer"):
        new("perturb-answer", row | {"answers": {"text": [], "answer_start": []}})


def test_the_name_of_an_offence_stays():
    row = asked("李明在2008年被裁定使用文件意图欺骗主事人罪名成立，入囚九个月。", "九个月")
    with pytest.raises(NotApplicable, match="has a synonym"):
        new("perturb-answer", row)
    row = asked("李明在2008年意图欺骗客人，入店九个月。", "九个月")
    assert new("perturb-answer", row)["context"] != row["context"]
