"""The closed classes of Chinese: negations, adverbs of degree, particles, units, in simplified characters.

Each set is named by what it holds. A module that needs more or fewer words composes them and says why.
``tests/contract/test_closed_classes.py`` finds copies.
"""

# --- negation -------------------------------------------------------------------------------------------------------

NEGATIONS = frozenset("不 没 没有 不是 未 别".split())  # before a predicate; without 不会, 不能 and their like
CLASSICAL_NEGATIONS = frozenset("无 莫 勿 非".split())  # also the first characters of many words
GIVING_WAY = frozenset("还 仍 仍然 也 就 正 便".split())  # adverbs whose place a negation takes: 还需要, 不需要

# --- degree ---------------------------------------------------------------------------------------------------------

STRONG_DEGREES = ("很", "非常", "特别", "十分", "相当")  # in the order in which transformations draw from them
SOFT_DEGREES = frozenset("挺 蛮 比较".split())
NEGATIVE_DEGREES = frozenset("有点 有些 有点儿 略 略微".split())  # before what is not wanted: 有点贵
TOP_DEGREES = frozenset("太 真 极其 超".split())
DEGREES = SOFT_DEGREES | TOP_DEGREES | {*STRONG_DEGREES, "有点"}  # the common ones; without 有些, also "some"
COMPARING_DEGREES = frozenset("更 更加 最 较 越来越 格外 极".split())  # 较 is the written form of 比较
SUCH_DEGREES = frozenset("这么 那么 多么".split())
# other words that stand between a subject and what is said of it
BEFORE_PREDICATES = frozenset("也 都 还 已经 一直 仍然 够 好 变得 显得".split())
DEGREE_COMPLEMENTS = frozenset("得 极 坏".split())  # behind what they grade: 好得很, 好极了, 累坏了

# --- joining ---------------------------------------------------------------------------------------------------------

ADDING = frozenset("而且 并且 但 但是".split())  # begin a clause that goes on about the same thing

# --- particles, light verbs and parts of words -----------------------------------------------------------------------

ASPECTS = frozenset("了 着 过 起来".split())  # behind a verb
LIGHT_VERBS = frozenset("进行 给予 加以 作出 予以".split())  # the verb behind them is used as a noun: 进行 检查
NOUN_ENDINGS = frozenset("者 率 量 性".split())  # that make a noun of a verb or an adjective

# --- units ----------------------------------------------------------------------------------------------------------

ORDINAL_UNITS = frozenset("号 楼 路 级 期 代 年级 年代".split())  # with a number, one of a series
SERIES_UNITS = ORDINAL_UNITS | {"届", "线"}
# units of reviews and prices, and parts of names: another number would say something else
NAMING_UNITS = SERIES_UNITS | frozenset("分 星 成 折 度 单 门 倍 刻钟 晚上 夜".split())
DATE_UNITS = frozenset("月 日".split())  # without 年 and 号
CLOCK_UNITS = frozenset("点 时".split())  # without 分, also a mark

# --- pronouns -------------------------------------------------------------------------------------------------------

# nouns that are used as pronouns; the dictionary has the others, with the tag r
NOMINAL_PRONOUNS = frozenset("大家 大伙 人家 双方 对方 前者 后者 人们 俩 当地 贵国 在下".split())

# --- opposites ------------------------------------------------------------------------------------------------------

# rows of characters that exclude each other
OPPOSITE_CHARACTERS = (
    "前后 左右 内外 里外 男女 大小 多少 高低 长短 早晚 老少 买卖 进出 来去 升降 涨跌 增减 正反 新旧 好坏 胜负 快慢 开关"
).split()

# --- before and behind phrases --------------------------------------------------------------------------------------

PREPOSITIONS = frozenset("在 从 向 对 与 和 给 跟 为 由 被 同".split())
CLAUSE_TIMES = frozenset("时 时候 后 前 之后 之前 以后 以前 中".split())  # behind a clause that tells when
