"""Chinese as a language: what is asked of its texts."""

import re
import unicodedata
from collections.abc import Sequence

from hf_robust.core.edits import Offsets
from hf_robust.core.languages import Language, single_characters
from hf_robust.core.word_bounds import find_words
from hf_robust.language.chinese.script import HAN, has_han
from hf_robust.language.chinese.segmenter import pieces, stamp, words
from hf_robust.language.embedded import CHINESE_PIPELINE

_OTHER = re.compile("[\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]")
_SENTENCE = re.compile(r"[^\s。！？!?…；;][^。！？!?…；;]*[。！？!?…；;]*[”’」』》）)\"']*")

_FIXED = re.compile(  # links, e-mail addresses, user names, topics, emoticons in brackets
    r"(?:https?://|www\.)[\w./?=&%#~+:\-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    rf"|@[\w{HAN}·\-]{{1,30}}"
    r"|#[^#\s][^#\n]{0,30}#"
    r"|\[[^\[\]\s]{1,8}\]",
    re.ASCII,
)
_MAYBE_FIXED = re.compile(r"[@#\[]|://|www")


def words_of_chinese(text: str, bounds: Sequence[Offsets] | None = None) -> list[Offsets]:
    """Offsets of the words of a Chinese text; of a list of words those with a letter or digit.

    Args:
        bounds: Offsets of the tokens when the column is a token list. Single characters are put together to words.

    Example:
        >>> words_of_chinese("好！", [(0, 1), (1, 2)]), words_of_chinese("我们走", [(0, 1), (1, 2), (2, 3)])
        ([(0, 1)], [(0, 2), (2, 3)])
    """
    if bounds is not None and not are_characters([text[start:end] for start, end in bounds]):
        return find_words(text, bounds)
    return words(text)


def are_characters(tokens: Sequence[str]) -> bool:
    """Whether tokens are characters of what would be words: all that hold a Chinese character are one character.

    Example:
        >>> are_characters(["北", "京", "IBM"]), are_characters(["北京", "好"])
        (True, False)
    """
    return all(len(token) == 1 for token in tokens if has_han(token))


def not_chinese(text: str) -> str | None:
    """Why a text is not Chinese; None for one that is.

    Example:
        >>> not_chinese("Fine."), not_chinese("すごい本"), not_chinese("好书")
        ('it holds no Chinese character', 'it holds Japanese or Korean script', None)
    """
    if _OTHER.search(text):
        return "it holds Japanese or Korean script"
    return None if has_han(text) else "it holds no Chinese character"


def chinese_sentences(text: str) -> list[Offsets]:
    """Offsets of the sentences: each ends at 。！？…； and what closes behind them, or at the end of a line.

    Example:
        >>> chinese_sentences("很好。“真的？”是！")
        [(0, 3), (3, 8), (8, 10)]
    """
    found, at = [], 0
    for line in text.splitlines(keepends=True) or [text]:
        for match in _SENTENCE.finditer(line):
            found.append((at + match.start(), at + match.start() + len(match[0].rstrip())))
        at += len(line)
    return found


def fixed_chinese_terms(text: str) -> list[Offsets]:
    """Offsets of what is one term in social media: #topic#, @name, an emoticon in brackets, a link, an e-mail address.

    Example:
        >>> text = "好吃[哈哈] #今日分享# @豆花 http://t.cn/A6x"
        >>> [text[start:end] for start, end in fixed_chinese_terms(text)]
        ['[哈哈]', '#今日分享#', '@豆花', 'http://t.cn/A6x']
    """
    return [match.span() for match in _FIXED.finditer(text)] if _MAYBE_FIXED.search(text) else []


def fold_chinese_answer(text: str) -> str:
    """An answer without marks and spaces, in lower case, full-width forms as their usual ones.

    Example:
        >>> fold_chinese_answer("《红楼梦》 １２回")
        '红楼梦12回'
    """
    return "".join(c for c in unicodedata.normalize("NFKC", text).lower() if unicodedata.category(c)[0] in "LNM")


CHINESE = Language(
    "zh",
    "Chinese",
    joiner="",
    words=words_of_chinese,
    sentences=chinese_sentences,
    refuses=not_chinese,
    pieces=pieces,
    by_character=are_characters,
    stamp=stamp,
    tables="hf_robust.language.chinese.tables",
    pipelines=("zh_core_web_trf", "zh_core_web_lg", "zh_core_web_md", "zh_core_web_sm"),
    pipeline_variable="HF_ROBUST_SPACY_ZH",
    folder=CHINESE_PIPELINE,
    load_pipeline="hf_robust.language.chinese.pipeline:load_chinese_pipeline",
    fold_answer=fold_chinese_answer,
    answer_tokens=single_characters,
    fixed_terms=fixed_chinese_terms,
)
