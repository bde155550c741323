"""The words of a Chinese text with what stands beside them."""

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.definition import CHINESE
from hf_robust.language.chinese.word_view import WordView

WORDS = ["我们", "買", "了", "iPhone", "，", "很", "貴"]


def test_words_are_simplified_and_numbered():
    view = WordView(Doc.of_tokens(WORDS, language=CHINESE))
    assert [view.word(number) for number in range(len(view))] == ["我们", "买", "了", "iPhone", "很", "贵"]
    assert view.number_at(12) == 5 and view.word(-1) == view.word(6) == ""


def test_marks_part_words():
    view = WordView(Doc.of_tokens(WORDS, language=CHINESE))
    assert (view.before(1), view.after(1, 2), view.after(3), view.before(4)) == ("我们", "iPhone", "", "")
    assert (view.ahead(1), view.behind(1), view.mark_after(1)) == ("我们", "了iPhone", "，")
    assert (view.ahead(5), view.behind(5), view.mark_after(5)) == ("很", "", "")


def test_new_words_are_written_as_the_text():
    assert WordView(Doc.of_tokens(WORDS, language=CHINESE)).written("价钱") == "價錢"
    assert WordView(Doc.of_tokens(["很", "贵"], language=CHINESE)).written("价钱") == "价钱"


def test_a_word_is_part_of_a_longer_one_that_crosses_its_edge():
    def parts(*words):
        view = WordView(Doc.of_tokens(words, language=CHINESE))
        return [view.is_part(number) for number in range(len(view))]

    assert parts("联合", "国") == parts("聯合", "國") == [True, True]
    assert not any(parts("联合", "，", "国") + parts("很", "大"))
    assert parts("他", "研究", "生命") == [False, True, False]
