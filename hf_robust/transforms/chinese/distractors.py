"""An irrelevant lead-in before a Chinese text, and a proverb behind a long one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text import HAN
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.base import ANSWERING_ADDITIONS, Transformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS

LONG_TEXT = 10  # words: a shorter text with phrases at both ends would consist mostly of them
_OPENS = re.compile(rf"[“‘「『《（(\"']?[{HAN}A-Za-z0-9]")
_NUMBERED = re.compile(rf"[“‘「『（(]?(?:[0-9]+|[一二三四五六七八九十]+)[、.．)）:：]|第[{HAN}0-9]{{1,3}}[，、]")
_CLOSED = re.compile(r"[。！？!?…~～][”’」』》）)\"']*\s*\Z")
_OPEN_END = re.compile(rf"[{HAN}A-Za-z0-9”’」』》）)]\s*\Z")

ASKS = re.compile(
    r"[？?]|什么|怎么|怎样|如何|为何|哪|谁|几[点个时天年月号岁]|多少|多久|多大|是否|能否|可否|吗\s*\Z|呢\s*\Z|(.)不\1"
)
"""What a question has, in simplified characters."""
_REQUESTS = re.compile(
    r"[请帮给喊叫祝别]|加油|然而|但|所以|因此|因为|不过|而且|那么|可是|[^。！!，,]*吧[。！!~～.]*\Z|.{0,9}打开\Z"
)
# before a question or request, and before what goes on with something, only these: the others promise a statement
_OF_QUESTIONS = frozenset("对了 插一句".split())
# texts that open in a way of their own, simplified: interjections, lead-ins, greetings, a question or cry of few words
_OWN_OPENING = re.compile(
    r"[“‘「『《（(\"']?(?:[啊哎唉哦噢喔嗯呃额嘿嗨哈呵哼喂哇呀咦哟嘛切晕]+(?![一-鿿])|哈哈|呵呵|嘻嘻|哎呀|哎哟|天[哪啊]|我[去靠擦]"
    r"|[eE]+[mM]+|[oO]+[hHkKmM]|[hH]+[aAiI]\b|[pP][sS]|(?:今天|我|先|来)*(?:怎么|这么|先|随便|老实|坦白|简单|总的来|来|再|多|话|顺便)(?:来)?"
    r"[说讲聊提谈]|说(?:[句起到实真两几说]|一[下句])|实话|对了|另外|首先|其次|最后|总之|总体|综上|其实|大家好|各位|[你您]好|亲[，们]|不得不"
    r"|反正|本来|[^，,。！!？?]{1,9}[，,]?[？?])"
)

Phrase = tuple[Sequence[str], Sequence[str]]


@register
@dataclass(frozen=True, kw_only=True)
class AppendIrrelevant(Transformation):
    """Add an irrelevant opening phrase. If the text has ten or more words, also append a proverb.

    An opening phrase is added to texts that begin with a letter or digit, also after a quotation mark or bracket. It is
    not added to list items or to texts that begin with an interjection, a greeting, a question followed by more text,
    or an opening phrase of their own. Before a question, the phrase does not announce a statement. A proverb is added
    to texts that end with a final punctuation mark. A statement without a final mark gets a full stop.

    Args:
        place: ``both``, ``start`` or ``end``. ``end`` also appends the proverb to shorter texts.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AppendIrr".

    Example:
        >>> AppendIrrelevant().preview("耳机坏了。", seed=1)
        '多说几句，耳机坏了。'
    """

    place: str = "both"

    name = "append-irrelevant"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AppendIrr"
    choice = "place where a phrase can be added"
    languages = ("zh",)
    # what is known of a premise does not entail a proverb behind the hypothesis
    effects = preserves(*CHINESE_TASKS, without={NLI, *ANSWERING_ADDITIONS})

    def __post_init__(self) -> None:
        self._require_choice("place", ("both", "start", "end"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        # both are drawn always, so that `place` does not change what is drawn
        plain = to_simplified(doc.text)
        asks = ASKS.search(plain) is not None
        states = not asks and _REQUESTS.match(plain.lstrip()) is None
        leadin, saying = rng.choice(_leadins(not states)), rng.choice(lexicon("sayings", "zh"))
        text, found = doc.text, []
        start = len(text) - len(text.lstrip())
        if self.place != "end" and _opens_plainly(text, plain, start):
            found.append(_inserted(doc, start, leadin))
        if self.place == "end" or (self.place == "both" and len(doc.words) >= LONG_TEXT):
            end = len(text.rstrip())
            if _CLOSED.search(text):
                found.append(_inserted(doc, end, saying))
            elif _OPEN_END.search(text) and not asks:
                words, tags = saying
                found.append(_inserted(doc, end, (("。", *words), ("PUNCT", *tags))))
        return found


def _opens_plainly(text: str, plain: str, start: int) -> bool:
    """Whether a text begins with a letter or digit, is no point of a list and has no opening of its own."""
    if not _OPENS.match(text, start) or _NUMBERED.match(text, start):
        return False
    own = _OWN_OPENING.match(plain, start)
    return own is None or (plain[own.end() - 1] in "？?" and not plain[own.end() :].strip())


@cache
def _leadins(before_question: bool) -> Sequence[Phrase]:
    found: Sequence[Phrase] = lexicon("leadins", "zh")
    return [one for one in found if "".join(one[0][:-1]) in _OF_QUESTIONS] if before_question else found


def _inserted(doc: Doc, place: int, phrase: Phrase) -> Edit:
    words, upos = phrase
    if is_traditional(doc.text):
        words = tuple(map(to_traditional, words))
    return Edit(place, place, "".join(words), new_words(doc, words, {"upos": upos}))


def new_words(doc: Doc, words: Sequence[str], tags: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence] | None:
    """What an edit says of the tokens that it inserts: the words and their tags; nothing where tokens are characters.

    Args:
        tags: A tag for each by layer.
    """
    if doc.bounds is None or doc.language.by_character([doc.text[start:end] for start, end in doc.bounds]):
        return None
    return {**tags, "words": list(words)}
