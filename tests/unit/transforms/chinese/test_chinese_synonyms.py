"""Chinese words replaced by synonyms."""

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.chinese.dictionary import is_offensive
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese.synonyms import ChineseSynonym


def changed(tokens, **layers):
    doc = Doc.of_tokens(tokens.split(), language=CHINESE, **layers)
    return apply(doc.text, list(ChineseSynonym(rate=1.0).edits(doc, row_rng(0, "", doc.text, "text"))))


def test_a_word_becomes_a_synonym_in_the_script_of_the_text():
    assert changed("价钱 太 高 了") in ("价格太高了", "售价太高了")
    assert changed("這個 價錢 太 高 了 😀") in ("這個價格太高了😀", "這個售價太高了😀")


def test_latin_words_protected_words_and_titles_stay():
    assert changed("Apple costs 5") == "Applecosts5"
    assert changed("价钱 太 高", protected=[(1, 2)]) == "价钱太高"
    assert changed("《 价钱 》") == "《价钱》"


def test_no_synonym_that_the_clause_has():
    assert changed("价钱 价格 售价").count("价格") == 1


def test_characters_of_a_list_are_put_together():
    doc = Doc.of_tokens(list("价钱太高了"), language=CHINESE)
    (edit,) = ChineseSynonym(count=1).edits(doc, row_rng(0, "", "", ""))
    assert (edit.start, edit.end) == (0, 2)


def test_the_table_holds_usable_words():
    for word, synonyms in lexicon("interchangeable", "zh").items():
        assert word not in synonyms and len(set(synonyms)) == len(synonyms)
        assert not any(map(is_offensive, synonyms)), word


def test_words_that_go_with_few_others_stay_out_of_the_table():
    table = lexicon("interchangeable", "zh")
    came = {word for words in table.values() for word in words}
    assert not came & set("特殊 教师 航空港 永远 体会 诞生 美丽".split())
    assert not {"出生", "永久", "老师", "经验", "机场", "加强", "歌", "把"} & set(table)


def test_part_of_a_longer_word_stays():
    assert changed("联合 国 决议") == "联合国决议"
    assert changed("充分 发挥") == "充分发挥" and changed("尽快 ， 发挥") == "尽早，发挥"


def test_a_phrase_that_keeps_its_words_and_words_that_close_a_clause():
    assert changed("价钱 最后 货 到 付款").endswith("货到付款")
    assert changed("我 以后 付款").endswith(("付钱", "付账"))
    assert changed("结束 后 ， 散步") == "结束之后，溜达" and changed("后 排") == "后排"
    assert changed("他 没有 书") == "他没书" and changed("书 没有") == "书没有"


def test_short_words_of_written_chinese_change_where_their_clause_allows_it():
    assert changed("它 分布 于 亚洲") == "它分布在亚洲" and changed("他 终 于 走") == "他总算走"
    assert changed("公园 里 亦 有 桥") == "公园里也有桥" and changed("亦 步 亦 趋") == "亦步亦趋"
    assert changed("使 城市 更 安全 了") == "让城市更安全了" and changed("节度 使 薛楚玉 部下") == "节度使薛楚玉部下"
    assert changed("含 酸 ， 如 硫酸 、 盐酸") in ("含酸，例如硫酸、盐酸", "含酸，比如硫酸、盐酸")


def test_links_in_names_and_words_in_titles_stay():
    assert changed("食品 和 药物 管理局") == "食品和药物管理局" and changed("桃 和 梨") == "桃与梨"
    assert changed("《 我 和 祖国 》 上映") == "《我和祖国》上映"
