"""Names, gender, regions and the order of sentences in Chinese texts; labels of Chinese token lists on real rows."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Annotation, Doc, Neighbors, Span
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.core.registry import spoken_language
from hf_robust.language.chinese.composed_names import name_part
from hf_robust.language.chinese.person_names import split_name
from hf_robust.language.chinese.places import peers, place_of
from hf_robust.perturb.undo_edits import undone
from hf_robust.tasks.chunk_tags import from_bio, scheme, to_bio
from hf_robust.transforms.swap_groups import SWAPS
from hf_robust.transforms.transformation_registry import transformations

ZH = spoken_language("zh")
DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", "")) / "ner"
NER = "named-entity-recognition"


def make(name, **params):
    return transformations.get(name, "zh")(**params)


def changed(name, text, seed=0, **params):
    doc = text if isinstance(text, Doc) else Doc(text, language=ZH)
    return make(name, **params).preview(doc, seed=seed)


def annotated(text, **entities):
    spans = [Span(text.index(name), text.index(name) + len(name), label) for name, label in entities.items()]
    return Doc(text, language=ZH, annotation=Annotation((), tuple(spans)))


def test_one_name_becomes_the_same_other_name_everywhere():
    new = changed("named-entity", annotated("周涛住南京，周涛喜欢南京。", 周涛="PERSON", 南京="GPE"))
    person, place = new[: new.index("住")], new[new.index("住") + 1 : new.index("，")]
    assert new == f"{person}住{place}，{person}喜欢{place}。" and person != "周涛"
    assert split_name(person) and place in peers("南京")


@pytest.mark.parametrize(
    "doc",
    [
        annotated("鲁迅的书很好。", 鲁迅="PERSON"),
        annotated("高兴地走了。", 高兴="PERSON"),
        annotated("北京烤鸭很好吃。", 北京="GPE"),
        annotated("海口很大。", 海口="GPE"),
    ],
)
def test_names_on_which_the_lists_do_not_agree_stay(doc):
    assert changed("named-entity", doc) == doc.text


def test_a_person_called_by_the_surname_keeps_it():
    assert changed("named-entity", annotated("周涛来了，周先生很忙。", 周涛="PERSON"), seed=3).startswith("周")


@pytest.mark.parametrize(
    ("to", "before", "after"),
    [
        ("female", "他爱他的叔叔。", "她爱她的阿姨。"),
        ("male", "她的女儿是护士。", "他的儿子是护士。"),
        ("female", "其他人也来了，吉他很好。", "其他人也来了，吉他很好。"),
        ("female", "這是他的書，爸爸寫的。", "這是她的書，媽媽寫的。"),
    ],
)
def test_words_of_one_gender(to, before, after):
    assert changed("swap-gender", before, to=to) == after


def test_a_given_name_moves_and_the_surname_stays():
    new = changed("swap-gender", "王建军说他喜欢这本书。")
    assert new[0] == "王" and new[1:3] != "建军" and new[3:] == "说她喜欢这本书。"


@pytest.mark.parametrize("text", ["他和她来了。", "他怀孕了。", "鲁迅说他来了。"])
def test_what_tells_a_gender_otherwise_is_left(text):
    with pytest.raises(NotApplicable):
        changed("swap-gender", text)


def test_a_verb_of_amount_is_no_name():
    assert changed("swap-gender", "产品高达２１１亿美元。") == "产品高达２１１亿美元。"


def test_places_go_to_the_region():
    new = changed("swap-region", "她在柏林读书，喜欢德国。", to="africa")
    city, nation = new[2 : new.index("读")], new[new.index("欢") + 1 : -1]
    assert place_of(city).within == nation and place_of(nation).within == "africa"
    assert changed("swap-region", "她在柏林读书。", to="europe") == "她在柏林读书。"


@pytest.mark.parametrize(
    "text", ["从德国到法国。", "他在柏林学德语。", "四川很美，北京也很美。", "在北京路吃饭。", "他在柏林写越南字。"]
)
def test_places_that_cannot_be_others(text):
    with pytest.raises(NotApplicable):
        changed("swap-region", text)


def test_bias_groups_of_chinese():
    rows = Dataset.from_dict({"text": ["他很好。", "她很差。"], "label": ["a", "b"]})
    suite = hr.bias_suite(rows, hr.task("sentiment-classification", language="zh"), ["gender"])
    found = [suite[name].perturbed[0]["text"] for name in ("swap-gender", "swap-gender-to-male")]
    assert found == ["她很好。", "他很差。"]
    assert SWAPS["gender"].own_group("zh", ["他"], []) == "male"
    assert SWAPS["region"].own_group("zh", ["德国"], []) == "europe"
    assert SWAPS["region"].own_group("xx", ["德国"], []) is None


def test_a_lead_in_and_a_proverb_behind_a_long_text():
    text = "这家饭店的菜很好吃，价格也不贵，我们下次还来。"
    new = changed("append-irrelevant", text)
    assert text in new and new.index(text) > 1 and new.endswith("。") and not new.endswith(text)
    assert changed("append-irrelevant", "耳机坏了。").endswith("，耳机坏了。")
    assert changed("append-irrelevant", "1、耳机坏了。", place="start") == "1、耳机坏了。"


@pytest.mark.parametrize(
    "text", ["怎么说呢，一般。", "emmm，一般", "今天来说说这家店", "哈哈哈，真好", "好吃吗？一般。"]
)
def test_a_text_with_an_opening_of_its_own_gets_no_lead_in(text):
    assert changed("append-irrelevant", text, place="start") == text
    assert changed("append-irrelevant", "哈尔滨很冷。", place="start").endswith("，哈尔滨很冷。")


def test_tags_of_words_that_come_in():
    row = {"tokens": ["我", "喜欢", "书", "。"], "pos_tags": ["PRON", "VERB", "NOUN", "PUNCT"]}
    task = hr.task("part-of-speech", language="zh")
    (new,) = Dataset.from_list([row]).map(hr.Perturb("append-irrelevant", task), batched=True)
    assert new["tokens"][-4:] == row["tokens"] and len(new["tokens"]) == len(new["pos_tags"])
    assert all(len(token) < 5 for token in new["tokens"])


def test_sentences_stand_once_and_those_that_go_on_stay_behind():
    text = "味道很好。服务一般。但是环境不错。价格偏高。"
    for seed in range(8):
        new = changed("swap-sentence-order", text, seed=seed)
        assert new != text and sorted(new) == sorted(text) and "服务一般。但是环境不错。" in new
    assert changed("swap-sentence-order", "味道很好。包装还行。") == "包装还行。味道很好。"
    for short in (
        "很好。下次来。",
        "味道很好。但是服务一般。",
        "昨天到货。今天安装了。",
        "首先，味道好。其次，不贵。最后，不远。",
    ):
        with pytest.raises(NotApplicable):
            changed("swap-sentence-order", short)


def test_rows_are_joined_with_their_tags():
    following = Neighbors((("杭", "州"),), (("B-LOC", "I-LOC"),))
    doc = Doc.of_tokens(["好", "。"], language=ZH, neighbors=following)
    (edit,) = make("concat-sentences").edits(doc, row_rng(0, "", "", ""))
    assert doc.project([edit]).tokens == ["好", "。", "杭", "州"] and edit.tags["gold"] == ["B-LOC", "I-LOC"]


def test_a_typo_in_every_entity():
    marks = [Span(0, 2, "PER"), Span(4, 6, "LOC")]
    for mode in ("sound", "look", "random"):
        new = changed("entity-typos", Doc("张伟去了杭州。", marks=marks, language=ZH), mode=mode)
        assert len(new) == 7 and new[:2] != "张伟" and new[4:6] != "杭州" and new[2:4] + new[6] == "去了。"


@pytest.mark.parametrize("name", ["swap-entity-oov", "swap-entity-longer"])
def test_gold_entities_become_other_names(name):
    new = changed(name, Doc("张伟去了杭州。", marks=[Span(0, 2, "PER"), Span(4, 6, "LOC")], language=ZH))
    assert new != "张伟去了杭州。" and "去了" in new and ("longer" not in name or len(new) > 7)
    with pytest.raises(NotApplicable):
        changed(name, Doc("这个很好。", language=ZH))


@pytest.mark.parametrize(
    ("edit", "tokens", "tags"),
    [
        (Edit(1, 3, "大连"), "去大连。", ["O", "B-LOC", "I-LOC", "O"]),
        (Edit(1, 3, "哈尔滨"), "去哈尔滨。", ["O", "B-LOC", "I-LOC", "I-LOC", "O"]),
        (Edit(1, 3, "沪"), "去沪。", ["O", "B-LOC", "O"]),
        (Edit(1, 2, ""), "去京。", ["O", "B-LOC", "O"]),
    ],
)
def test_tags_follow_more_and_fewer_characters(edit, tokens, tags):
    row = {"tokens": list("去北京。"), "ner_tags": ["O", "B-LOC", "I-LOC", "O"]}
    mover = hr.task(NER, language="zh").label_mover()
    new = mover.move(row, Doc.of_tokens(row["tokens"], language=ZH), [edit], "")
    assert new == {"tokens": list(tokens), "ner_tags": tags}
    row["ner_tags"] = ["O", "B-LOC", "E-LOC", "O"]
    mover = hr.task(NER, language="zh", scheme="BMES").label_mover()  # no row alone tells I- from M-
    bmes = mover.move(row, Doc.of_tokens(row["tokens"], language=ZH), [edit], "")
    assert to_bio(bmes["ner_tags"]) == tags


def test_tags_that_do_not_fit_are_named():
    mover = hr.task(NER, language="zh").label_mover()
    with pytest.raises(NotApplicable, match="3 tokens but 1 tags"):
        mover.marks({"tokens": list("去北京"), "ner_tags": ["O"]})


def test_edits_of_a_token_list_are_undone_without_spaces():
    edits = [{"stage": 0, "field": "tokens", "start": 1, "end": 3, "before": "北京", "after": "哈尔滨"}]
    assert undone("去哈尔滨。", edits, "tokens", tokens=True, joiner="").before == "去北京。"


FAST = [name for name in transformations.names("zh") if NER in transformations.get(name, "zh").effects]


@pytest.mark.skipif(not DATA.is_dir(), reason="HF_ROBUST_TEST_DATA names no folder with the data")
@pytest.mark.parametrize("name", FAST)
@pytest.mark.parametrize("file", ["zh_msra_a.jsonl", "zh_resume_train_sample.jsonl"])
def test_real_rows_keep_legal_tags(name, file):
    cls = transformations.get(name, "zh")
    if cls.needs - {"neighbors"} or cls.resources:
        pytest.skip("it needs a model")
    lines = (DATA / file).read_text(encoding="utf-8").splitlines()[800:880]
    rows = [json.loads(line) for line in lines]
    column = next(key for key in rows[0] if key.startswith("ner"))
    data = Dataset.from_list([{"tokens": row["tokens"], "ner_tags": row[column]} for row in rows])
    task = hr.task(NER, language="zh").bind(data)
    written = scheme(tag for tags in data["ner_tags"] for tag in tags)  # a row alone may not tell it
    if "neighbors" in cls.needs:
        data = hr.annotate(data, task, cls.needs)
    for before, row in zip(data, data.map(hr.Perturb(name, task, keep="all"), batched=True), strict=True):
        assert row["robust"]["status"] != "fault"
        assert len(row["tokens"]) == len(row["ner_tags"]) and all(row["tokens"])
        bio = to_bio(row["ner_tags"])
        assert from_bio(bio, written) == row["ner_tags"] or "neighbors" in cls.needs
        edits = [Edit(e["start"], e["end"], e["after"]) for e in row["robust"]["edits"]]
        assert apply("".join(before["tokens"]), edits).split() == "".join(row["tokens"]).split()


@pytest.mark.parametrize("name", ["swap-entity-oov", "swap-entity-longer"])
def test_labels_with_a_subtype_count_as_their_type(name):
    task = hr.task("named-entity-recognition", language="zh")
    tokens = [*"今天容祖儿到武汉见她奶奶，在中国移动", *"开会"]
    spans = {(2, 5): "PER.NAM", (6, 8): "GPE.NAM", (10, 12): "PER.NOM", (14, 18): "ORG.NAM"}
    tags = ["O"] * len(tokens)
    for (start, end), label in spans.items():
        tags[start:end] = ["B-" + label] + ["I-" + label] * (end - start - 1)
    row = hr.Perturb(name, task, keep="all")({"tokens": [tokens], "ner_tags": [tags]})
    new_tokens, new_tags = row["tokens"][0], row["ner_tags"][0]
    assert [tag[2:] for tag in new_tags if tag.startswith("B-")] == list(spans.values())
    assert len(new_tokens) == len(new_tags) and row["robust"][0]["status"] == "changed"
    assert not any(one in "".join(new_tokens) for one in ("容祖儿", "武汉", "奶奶", "中国移动"))
    nouns = name_part(f"{'rare' if name.endswith('oov') else 'long'}_person_nouns")
    start = new_tags.index("B-PER.NOM")
    assert any("".join(new_tokens[start:]).startswith(noun) for noun in nouns)


@pytest.mark.parametrize(
    "name", ["swap-entity-oov", "swap-entity-cross-category", "swap-entity-longer", "entity-typos", "named-entity"]
)
def test_pronouns_are_no_names(name):
    swap = transformations.get(name, "zh")()
    kept = {"他": "PER", "这个国家": "GPE", "她的父亲": "PER", "两名士兵": "PER", "该公司": "ORG", "我國": "LOC"}
    for one, label in {**kept, "王建国": "PER.PRO"}.items():
        doc = Doc(f"昨天{one}和江苏省", marks=[Span(2, 2 + len(one), label), Span(3 + len(one), 6 + len(one), "LOC")])
        assert swap.preview(doc).startswith(f"昨天{one}和") or (name, label) == ("entity-typos", "PER.PRO")
        assert not swap.preview(doc).endswith("江苏省")


def test_people_who_are_called_by_a_noun_become_nouns():
    doc = Doc("总统说", marks=[Span(0, 2, "PER")])
    assert transformations.get("swap-entity-oov", "zh")().preview(doc)[:-1] in name_part("rare_person_nouns")


@pytest.mark.parametrize("name", ["swap-entity-oov", "swap-entity-longer"])
@pytest.mark.parametrize(("old", "label"), [("王建国", "PER"), ("武汉", "LOC"), ("日本", "GPE"), ("长城集团", "ORG")])
def test_names_are_composed_and_seldom_come_again(name, old, label):
    swap = transformations.get(name, "zh")()
    doc = Doc(old, marks=[Span(0, len(old), label)])
    found = Counter(swap.preview(doc, seed=seed) for seed in range(300))
    assert len(found) > 100 and max(found.values()) <= 12 and old not in found


@pytest.mark.parametrize(
    ("old", "label", "ending"),
    [
        ("美国", "LOC", "国"),
        ("江苏省", "LOC", "自治区"),
        ("扬州市", "LOC", "市"),
        ("清水县", "LOC", "自治县"),
        ("太平镇", "LOC", "镇"),
        ("协和医院", "ORG", "人民医院"),
        ("天目制药有限公司", "ORG", "有限公司"),
        ("外贸大学", "ORG", "大学"),
        ("西湖", "LOC.NAM", "湖"),
        ("三里屯", "LOC.NAM", "屯"),
        ("民建", "ORG", ("党", "会", "同盟")),
        ("县委", "ORG", "市委员会"),
        ("东盟", "ORG", "联盟"),
        ("中国队", "ORG", "队"),
        ("墨西哥参议院", "ORG", "参议院"),
        ("中国致公党第十一次全国代表大会", "ORG", "全国代表大会"),
        ("湖南南岭民用爆破器材股份有限公司", "ORG", "公司"),
        ("肯德基", "ORG.NAM", "公司"),
        ("央视", "ORG.NAM", "电视台"),
    ],
)
def test_longer_names_keep_rank_and_kind(old, label, ending):
    doc = Doc(f"他到了{old}。", marks=[Span(3, 3 + len(old), label)])
    for seed in range(4):
        new = transformations.get("swap-entity-longer", language="zh")().preview(doc, seed=seed)[3:-1]
        assert new != old and len(new) > len(old)
        assert new.endswith(ending) or (ending == "国" and new.endswith(("联合酋长国", "多哥")))


@pytest.mark.parametrize(
    ("old", "label"),
    [
        ("十五大", "ORG"),
        ("第八次全国代表大会", "ORG"),
        ("东亚", "LOC"),
        ("国务院办公厅", "ORG"),
        ("台湾", "LOC"),
        ("香港", "GPE"),
        ("中国", "LOC"),
        ("总统", "PER"),
    ],
)
def test_names_of_unknown_rank_stay(old, label):
    doc = Doc(f"他到了{old}。", marks=[Span(3, 3 + len(old), label)])
    with pytest.raises(NotApplicable, match="no entity of a type"):
        transformations.get("swap-entity-longer", language="zh")().preview(doc)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("美国和中美关系", [Span(0, 2, "LOC"), Span(3, 4, "LOC"), Span(4, 5, "LOC")]),
        ("俄罗斯驻俄代表", [Span(0, 3, "LOC")]),
        ("哈佛大学和哈佛", [Span(0, 4, "ORG"), Span(5, 7, "ORG")]),
        ("洛杉矶市和洛杉矶", [Span(0, 4, "LOC"), Span(5, 8, "LOC")]),
        ("邓小平和小平", [Span(0, 3, "PER"), Span(4, 6, "PER")]),
        ("东盟国家", [Span(0, 2, "ORG")]),
        ("日本在日本商会", [Span(0, 2, "LOC"), Span(3, 7, "ORG")]),
        ("清华校长", [Span(0, 2, "ORG")]),
        ("文化部部长", [Span(0, 3, "ORG")]),
        ("县委、县政府", [Span(0, 2, "ORG")]),
    ],
)
def test_what_may_have_a_second_name_stays(text, marks):
    with pytest.raises(NotApplicable, match="no entity of a type"):
        changed("swap-entity-longer", Doc(text, marks=marks, language=ZH))


def test_a_street_abroad_gets_no_chinese_city():
    new = changed("swap-entity-longer", Doc("芬兰的圣诞街", marks=[Span(0, 2, "LOC"), Span(3, 6, "LOC")], language=ZH))
    assert new.endswith("的圣诞街") and not new.startswith("芬兰")
