"""Numbers in Chinese characters, against another library and by hand."""

import pytest

from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.numerals import plain_digits, read_number, spelled_digits, written_number
from hf_robust.language.chinese.quantities import find_quantities

MOST = 10**8


def some_numbers():
    rng = RowRandom(b"numbers")
    powers = [10**size + step for size in range(8) for step in (-1, 0, 1, 5, 10)]
    return sorted(
        {*range(2000), *(value for value in powers if value < MOST), *(rng.randrange(MOST) for _ in range(4000))}
    )


def test_numbers_are_written_as_another_library_writes_them_and_read_back():
    cn2an = pytest.importorskip("cn2an")
    for value in (*some_numbers(), MOST - 1):
        written = written_number(value)
        assert written == cn2an.an2cn(str(value))
        assert read_number(written) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("两百", 200), ("一十五", 15), ("二〇二四", 2024), ("零", 0), ("三亿", 300_000_000), ("十万零五", 100_005)],
)
def test_other_ways_of_writing_are_read(text, value):
    assert read_number(text) == value


@pytest.mark.parametrize("text", ["", "三四", "十百", "百万千", "一百五", "好", "万"])
def test_what_is_no_number_is_not_read(text):
    assert read_number(text) is None


def test_numbers_out_of_range_are_refused():
    with pytest.raises(ValueError, match="found -1"):
        written_number(-1)
    with pytest.raises(ValueError, match="10\\^16"):
        written_number(10**16)


def test_digits_of_any_width_are_plain_ones():
    assert plain_digits("１２．５％") == "12.5%"
    assert spelled_digits("2008") == "二〇〇八"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("第3次花了25.5元", [("3", "次", "ordinal"), ("25.5", "元", "decimal")]),
        ("打了８５％，涨了１５％", [("85", "", "percent"), ("15", "", "percent")]),
        ("1998年和一九九八年", [("1998", "年", "year"), ("一九九八", "年", "year")]),
        ("兩張票，三萬塊", [("两", "张", "integer"), ("三万", "块", "integer")]),
        ("三个月，两个小时", [("三", "个月", "integer"), ("两", "个小时", "integer")]),
        ("百分之五十二", [("五十二", "", "percent")]),
        ("1,200元", [("1,200", "元", "integer")]),
        ("一样的三角形，三天两头，万一，同一个，一下子，十分", []),
        ("12:30，3-5天，iPhone 12，P10，007，13800138000，2.5.1，三四个，几十个，三分之一，双11", []),
        ("", []),
    ],
)
def test_numbers_that_count_are_found(text, found):
    assert [(one.text, one.unit, one.kind) for one in find_quantities(text)] == found
