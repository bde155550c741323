"""Chinese texts moved between what was and what will be."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.verb_phrases import COVERBS, actions
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.tasks import HATE_SPEECH, NER, NESTED_NER, POS, SENTIMENT
from hf_robust.transforms.base import LABELED_TEXTS, Transformation, preserves, register

_TIMES = (
    "昨天 明天|昨日 明日|昨晚 明晚|昨夜 明晚|前天 后天|去年 明年|前年 后年|上周 下周|上月 下月|上个月 下个月|"
    "上星期 下星期|"
    "上次 下次|上届 下届|上一届 下一届|上学期 下学期"
)
_FORWARD = dict(pair.split() for pair in _TIMES.split("|"))
_BACK = {later: earlier for earlier, later in _FORWARD.items() if later != "明晚"} | {"明晚": "昨晚"}
_WILL = frozenset("将 即将 将要 将会".split())
_GONE = frozenset("已 已经 曾 曾经".split())
_OTHER = re.compile(
    r"正在|刚|一直|每[天年月周]|现在|目前|如今|当时|后来|以前|从前|过去|(?:19|20)\d\d年|年代|[？?]|吗|如果|要是|没"
)
_NEAREST = 2  # words from a verb to the 的 of its object: 了 and an adjective stand between
_ANY_TIME = frozenset("下次 上次".split())


@register
@dataclass(frozen=True, kw_only=True)
class ChineseTense(Transformation):
    """Move all verbs of a text and its day words from past to future, or from future to past.

    买了书 becomes 将买书, 将举行 becomes 已举行; 昨天 and 明天 are swapped. A text does not change if it has both
    times, mentions another time, asks, negates or states a condition, or if one of its verbs cannot change: a verb with
    过, or before 的 in its clause.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Tense".

    Example:
        >>> ChineseTense().preview("他昨天买了两本书。")
        '他明天将买两本书。'
    """

    name = "tense"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "Tense"
    choice = "verbs that can be moved to another time"
    languages = ("zh",)
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NER, NESTED_NER, POS)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        view = word_view(doc)
        if _OTHER.search(view.text):
            raise NotApplicable("the text contains another time, a question, a negation or a condition")
        words = {view.word(number) for number in range(len(view))}
        back, forward = not words.isdisjoint(_WILL), not words.isdisjoint(_GONE | {"了", "过"})
        if back == forward:
            raise NotApplicable("the text has both past and future" if back else "no verb shows the time")
        found = _to_past(view) if back else _to_future(view)
        if not found:
            raise NotApplicable("no verb shows the time")
        days = _BACK if back else _FORWARD
        if not words.isdisjoint(set(days.values()) - set(days) - _ANY_TIME | {"会", "要"}):
            raise NotApplicable("the days do not fit the verbs")
        found += [
            Edit(*view.places[number], view.written(days[view.word(number)]))
            for number in range(len(view))
            if view.word(number) in days
        ]
        if not all(doc.is_free(edit.start, edit.end) for edit in found):
            raise NotApplicable("a verb or a day is protected")
        return sorted(found, key=lambda edit: edit[:2])


def _to_past(view: WordView) -> list[Edit]:
    found = []
    for number in range(len(view)):
        if view.word(number) in _WILL:
            _require_main(view, number)
            if "VERB" not in view.tags(number + 1) and view.after(number) not in COVERBS:
                raise NotApplicable("the time of one verb is not known")
            found.append(Edit(*view.places[number], view.written("已" if len(view.word(number)) == 1 else "已经")))
    return found


def _require_main(view: WordView, number: int) -> None:
    """Refuse a verb that may describe a noun (已经买的书), and none with a described object: 开了新的商店."""
    count = view.behind(number).count("的")
    if not count:
        return
    place = next((step for step, word in enumerate(view.following(number), 1) if word == "的"), 0)
    described = place > _NEAREST and count == 1 and view.tags(number + place - 1)[:1] == ("ADJ",)
    if not described:
        raise NotApplicable("one verb may modify a noun")


def _to_future(view: WordView) -> list[Edit]:
    found, gone = [], set()
    for number in range(len(view)):
        if view.word(number) in _GONE:
            _require_main(view, number)
            if "VERB" not in view.tags(number + 1) and view.after(number) not in COVERBS:
                raise NotApplicable("the time of one verb is not known")
            gone.add(number + 1)
            found.append(Edit(*view.places[number], view.written("将")))
    for action in actions(view):
        if action is None:
            raise NotApplicable("one verb cannot change its time")
        if view.text[slice(*action.particle)] == "过":
            raise NotApplicable("the text describes an experience")
        _require_main(view, action.verb)
        found.append(Edit(*action.particle, ""))
        if action.start not in gone and action.verb not in gone:
            place, new = view.places[action.start][0], view.written("将")
            found.append(Edit(place, place, new, view.labels(new, "ADV", "RB")))
    return found
