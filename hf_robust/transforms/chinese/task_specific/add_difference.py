"""A Chinese review of aspects goes on with clauses about others, of the opposite polarity."""

import re
from dataclasses import dataclass

from hf_robust.core.checks import is_whole_number
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_MOST = 3  # clauses: with more of them the text would consist mostly of added clauses
_CONTRAST = re.compile("但|不过|就是|可是|然而|只是|可惜|却|虽然|除了")
_STOPS = ("。", "！", "!", "？", "?", "…", "~", "～", ".", "；", ";")


@register
@dataclass(frozen=True, kw_only=True)
class AddDifference(RowTransformation):
    """Append clauses about other aspects with the opposite polarity. Labels do not change.

    The clauses are the package's own, about restaurants, hotels, computers and phones, and their accessories; general
    ones fit any review. No clause mentions an aspect that the text already mentions.

    Args:
        domain: ``restaurants``, ``hotels``, ``computers`` (phones, too), ``accessories`` (earphones, batteries, ...),
            ``general``, or ``auto``: detected from the words of the text, ``general`` if they do not tell.
        count: Number of clauses, 1 to 3.
        target: Which positive or negative aspect is the target: ``random`` or ``first``.

    Source: TextFlint (Wang et al. 2021), section 3, "AddDiff"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"text": "这家餐厅的菜很好吃。", "aspects": [
        ...     {"term": "菜", "start": 5, "end": 6, "polarity": "positive"}]}
        >>> absa = task("aspect-based-sentiment-analysis", language="zh")
        >>> AddDifference(count=1).preview_row(row, absa)["text"]
        '这家餐厅的菜很好吃。不过服务员的态度很不耐烦。'
    """

    domain: str = "auto"
    count: int = 2
    target: str = "random"

    name = "add-difference"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "AddDiff"
    choice = "aspects that are positive or negative"
    effects = preserves(ABSA)

    def __post_init__(self) -> None:
        self._require_choice("domain", ("auto", *lexicon("aspect_judgments", "zh")["domains"]))
        self._require_choice("target", ("random", "first"))
        self._require(is_whole_number(self.count, 1) and self.count <= _MOST, "count", f"1 to {_MOST}")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        view = word_view(row.docs["text"])
        sides = [one.get("polarity") for one in row.gold["aspects"] or () if one.get("polarity") in OTHER]
        if not sides:
            raise NotApplicable("no aspect that is positive or negative")
        side = sides[0] if self.target == "first" else rng.fork(0).choice(sides)
        domain = _domain(view) if self.domain == "auto" else self.domain
        place = ("positive", "negative").index(OTHER[side]) + 1
        clauses = lexicon("aspect_judgments", "zh")["domains"][domain]
        fitting = [one for one in clauses if not any(word in view.text for word in one[3].split())]
        chosen = rng.fork(1).sample(fitting, min(self.count, len(fitting))) if fitting else []
        if not chosen:
            raise NotApplicable("no clause about another aspect")
        said = "，".join(one[0] + rng.fork(number + 2).choice(one[place]) for number, one in enumerate(chosen))
        return RowChange({"text": [_appended(view, said, differs=sides[-1] != OTHER[side])]})


def _domain(view: WordView) -> str:
    """The domain whose words a text has most of; ``general`` where two or none have most.

    Accessories are named beside what they belong to, such as a film for a phone.
    """
    words = {view.word(number) for number in range(len(view))}
    signs = lexicon("aspect_judgments", "zh")["signs"]
    counts = sorted(((len(words & set(of.split())), name) for name, of in signs.items()), reverse=True)
    if counts[0][0] and counts[0][1] == "computers" and not words.isdisjoint(signs["accessories"].split()):
        return "accessories"
    return counts[0][1] if counts[0][0] > counts[1][0] else "general"


def _appended(view: WordView, said: str, differs: bool) -> Edit:
    """The edit that appends clauses as a sentence, or as clauses of a text without a final mark."""
    end = len(view.text.rstrip())
    last = re.split("[。！？!?…\n]", view.text[:end].rstrip("".join(_STOPS)))[-1]
    opener = "不过" if differs and not _CONTRAST.search(last) else "另外，"
    closed = view.text[:end].endswith(_STOPS)
    before = "" if closed or view.text[:end].endswith(("，", ",")) else "，"
    return Edit(end, end, view.written(f"{before}{opener}{said}{'。' if closed else ''}"))
