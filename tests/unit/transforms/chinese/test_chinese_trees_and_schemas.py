"""Chinese twins of trees, Winograd schemas, relations and distractors: gold moves with the text, doubtful rows stay."""

import re

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable
from hf_robust.core.head_edits import check_heads
from hf_robust.language.chinese.question_statements import asked_part
from hf_robust.language.chinese.tree_spans import noun_phrases
from hf_robust.tasks import PARSING, QA, RELATION, WINOGRAD
from hf_robust.transforms.transformation_registry import transformations


def change(name, task, row, **params):
    return transformations.get(name, "zh")(**params).preview_row(row, hr.task(task, language="zh"))


def tree(text):
    tokens, heads, deprels = zip(*(word.rsplit("/", 2) for word in text.split()), strict=True)
    return {"tokens": list(tokens), "heads": [int(head) for head in heads], "deprels": list(deprels)}


def schema(text, pronoun, names, label=0):
    def part(words):
        return {"text": words, "start": text.index(words), "end": text.index(words) + len(words)}

    return {"text": text, "pronoun": part(pronoun), "candidates": [part(name) for name in names], "label": label}


CLAUSE = "他/2/nsubj 认识/0/root 那/7/det 位/3/clf 常/6/advmod 来/7/acl:relcl 医生/2/obj"
IN_CLAUSE = (
    "2004年/2/nmod:tmod 开业/4/acl:relcl 的/2/mark:rel 车站/6/nsubj 已经/6/advmod 关闭/0/root 了/6/aux 。/6/punct"
)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("大学/4/nsubj （/3/punct 北大/1/appos ）/3/punct 培养/0/root 了/5/aux 许多/8/nummod 学者/5/obj", None),
        (IN_CLAUSE, ("车站已经关闭了。", "2004年开业的车站关闭了。")),
    ],
)
def test_adjuncts_go_and_the_tree_stays_one(text, left):
    row = tree(text)
    if left is None:
        row["heads"][0] = 5
        row["heads"][1], row["heads"][3] = 3, 3
        left = ("大学培养了许多学者",)
    new = change("delete-subtree", PARSING, row)
    check_heads(new["heads"])
    assert "".join(new["tokens"]) in left and len(new["heads"]) == len(new["deprels"]) == len(new["tokens"])


def test_a_clause_without_de_stays():
    with pytest.raises(NotApplicable, match="no adjunct"):
        change("delete-subtree", PARSING, tree(CLAUSE))


def test_old_words_keep_their_heads_when_a_clause_comes():
    old = tree("法国/2/nsubj 喜欢/0/root 足球/2/obj")
    new = change("add-subtree", PARSING, old, subtypes=False)
    check_heads(new["heads"])
    head_of = {word: head and new["tokens"][head - 1] for word, head in zip(new["tokens"], new["heads"], strict=True)}
    assert (head_of["法国"], head_of["足球"], head_of["喜欢"]) == ("喜欢", "喜欢", 0)
    assert head_of["的"] in new["tokens"][:2] and head_of[new["tokens"][0]] in ("法国", "足球")
    assert not any(":" in deprel for deprel in new["deprels"])


@pytest.mark.parametrize(
    ("tokens", "heads", "deprels", "found"),
    [
        ("香港|主权|移交|后", (2, 3, 0, 3), "nmod nsubj root mark", set()),
        ("铁路|全线|通车|了", (2, 3, 0, 3), "nmod nsubj root aux", set()),
        ("街坊|改造|后|开放", (2, 4, 2, 0), "nsubj advcl mark root", set()),
        ("系统|简单|效果|好", (2, 0, 4, 2), "nsubj root nsubj conj", {"系统"}),
        ("他|去|了|法国", (2, 0, 2, 2), "nsubj root aux obj", {"法国"}),
        ("他|在|法国|工作", (4, 3, 4, 0), "nsubj case obl root", {"法国"}),
        ("他|接受|这|方法", (2, 0, 4, 2), "nsubj root det obj", {"方法"}),
        ("卡尔|·|马克思|来|了", (4, 1, 1, 0, 4), "nsubj punct flat:name root aux", {"卡尔"}),
    ],
)
def test_a_clause_stands_only_where_one_noun_can_be_meant(tokens, heads, deprels, found):
    words = tokens.split("|")
    assert {words[phrase.head] for phrase in noun_phrases(words, heads, deprels.split())} == found


def test_names_trade_places_unless_one_shows_another_gender():
    row = schema("张伟感谢李强，因为他心里感激。", "他", ["张伟", "李强"])
    assert change("swap-names", WINOGRAD, row)["candidates"][0] == {"text": "李强", "start": 0, "end": 2}
    other = change("swap-names", WINOGRAD, schema("张伟感谢王美玲，因为他心里感激。", "他", ["张伟", "王美玲"]))
    assert other["text"].index("，") == 7 and not other["text"].startswith("王美玲")


@pytest.mark.parametrize("text", ["地主婆感谢老师，因为他心里感激。", "老师感谢学生，因为它很好。"])
def test_schemas_in_which_a_gender_would_be_left_stay(text):
    names = [text[:3] if text[2] == "婆" else "老师", "学生" if "学生" in text else "老师"]
    row = schema(text, "他" if "他" in text else "它", names)
    with pytest.raises(NotApplicable, match="gender"):
        change("swap-candidate-gender", WINOGRAD, row)


def test_a_clause_moves_the_candidates():
    row = schema("律师通知了证人，因为他迟到了。", "他", ["律师", "证人"], 1)
    new = change("insert-relative-clause", WINOGRAD, row)
    for part in (new["pronoun"], *new["candidates"]):
        assert new["text"][part["start"] : part["end"]] == part["text"]
    assert new["label"] == 1 and "的律师通知" in new["text"]


@pytest.mark.parametrize(
    ("text", "pronoun", "names", "behind"),
    [
        ("老白引客人进来，阿丑看他。", "他", ["老白", "阿丑"], ("老白", "阿丑")),
        ("女服务员感谢上海，她笑了。", "她", ["女服务员", "上海"], ("女服务员",)),
        ("手攥着勋章，它很冷。", "它", ["手", "勋章"], ()),
        ("王明的胃口很大，李强走了，他笑了。", "他", ["王明", "李强"], ("李强",)),
        ("大家看见了手，它很冷。", "它", ["大家", "手"], ()),
    ],
)
def test_a_clause_stands_before_names_and_nouns_of_people(text, pronoun, names, behind):
    row = schema(text, pronoun, names)
    if behind:
        assert any(f"的{name}" in change("insert-relative-clause", WINOGRAD, row)["text"] for name in behind)
    else:
        with pytest.raises(NotApplicable, match="no clause can stand"):
            change("insert-relative-clause", WINOGRAD, row)


def test_spans_of_chinese_tokens_move_without_spaces():
    row = {"tokens": list("吴晓红住在巴黎。"), "subject": [0, 2], "object": [5, 6], "relation": "居住地"}
    row |= {"subject_type": "人物", "object_type": "城市"}
    new = change("insert-clause", RELATION, row)
    start, end = new["object"]
    assert "".join(new["tokens"][start : end + 1]) == "巴黎" and "".join(new["tokens"]) == "吴晓红住在位于法国的巴黎。"
    swapped = change("swap-entity", RELATION, row, kind="same-type")
    start, end = swapped["subject"]
    assert "".join(swapped["tokens"][end + 1 : end + 2]) == "住" and "".join(swapped["tokens"][:3]) != "吴晓红"


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("吴晓红来到广东省。", "省份", "吴晓红来到位于华南的广东省。"),
        ("吴晓红来到唐山。", "城市", "吴晓红来到位于河北的唐山。"),
        ("吴晓红来到波兰共和国。", "国家", "吴晓红来到位于欧洲的波兰共和国。"),
        ("吴晓红来到松江县。", "地点", "吴晓红来到下辖多个乡镇的松江县。"),
        ("吴晓红来到武汉市人民法院。", "机构", "吴晓红来到审理案件的武汉市人民法院。"),
        ("吴晓红来到武汉市人民法院时，很高兴。", "机构", "吴晓红来到审理案件的武汉市人民法院时，很高兴。"),
        ("吴晓红生于广东省。", "省份", "吴晓红生于下辖多个市县的广东省。"),
        ("吴晓红来到长江路。", "机构", None),
    ],
)
def test_a_clause_says_what_is_true_of_the_kind(text, kind, expected):
    name = re.split("来到|生于", text)[1]
    end = 4 + len(re.match("[^。时]+", name)[0])
    row = {"tokens": list(text), "subject": [0, 2], "object": [5, end], "relation": "地点"}
    row |= {"subject_type": "人物", "object_type": kind}
    if expected is None:
        with pytest.raises(NotApplicable, match="nothing is known"):
            change("insert-clause", RELATION, row)
    else:
        assert "".join(change("insert-clause", RELATION, row)["tokens"]) == expected


def test_a_wrong_answer_has_the_form_of_the_right_one():
    row = {"context": "《雷雨》于1934年发表。", "question": "《雷雨》是哪一年发表的？"}
    row["answers"] = {"text": ["1934年"], "answer_start": [5]}
    new = change("add-sentence-diverse", QA, row, place="start")
    (start,) = new["answers"]["answer_start"]
    assert new["context"][start : start + 5] == "1934年" and new["context"].count("《雷雨》") == 1


@pytest.mark.parametrize(
    ("question", "kept"),
    [("赛里木湖为什么有名？", "赛里木湖"), ("赛里木湖有多少种鱼？", "赛里木湖"), ("风景怎么样？", "赛里木湖")],
)
def test_other_questions_get_a_sentence_on_their_topic(question, kept):
    context = "赛里木湖（新疆）是一个湖。赛里木湖以风景出名。"
    row = {"context": context, "question": question}
    row["answers"] = {"text": ["风景"], "answer_start": [context.index("风景")]}
    new = change("add-sentence-diverse", QA, row, place="end")["context"]
    assert new.startswith(context) and kept in new.removeprefix(context) and "风景" not in new.removeprefix(context)


@pytest.mark.parametrize("question", ["为什么下雨？", "谁在什么时候来的？", "这是什么？"])
def test_questions_that_ask_for_more_or_for_other_things_stay(question):
    assert asked_part(question) is None


def test_no_clause_stands_right_behind_a_time():
    assert "的教授到" in "".join(change("add-subtree", PARSING, tree("教授/2/nsubj 到/0/root 学校/2/obj"))["tokens"])
    with pytest.raises(NotApplicable, match="noun phrase"):
        change("add-subtree", PARSING, tree("日/3/nmod:tmod 教授/3/nsubj 到/0/root 学校/3/obj"))
