"""A wrong character in every gold entity of a Chinese text."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import is_candidate
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.chinese.similar_characters import look_alikes
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.homophones import KINDS, sounding_alike
from hf_robust.transforms.chinese.name_replacements import is_pronominal
from hf_robust.transforms.entity_spans import innermost

_LIKEST = 3  # of the characters that look alike
# characters that make a name an insult, or a bad omen
_UNKIND = frozenset("死蛋鬼狗猪龟屎尿病贱奸杀妖魔贼尸丧坟坏丑脏臭疯傻蠢猴狼驴狈疼痛祸灾恨吐")
MODES = ("random", "sound", "look")


@register
@dataclass(frozen=True, kw_only=True)
class EntityTypos(Transformation):
    """Replace one character of every entity with a character of similar sound or shape. The tags do not change.

    Entities that are pronouns, or phrases that begin with one, stay as they are.

    Args:
        mode: ``sound`` (fuzzy pinyin: zh and z, n and l, an and ang), ``look`` (shape), or ``random`` (either).

    Source: TextFlint (Wang et al. 2021), section 3, "EntTypos".

    Example:
        >>> from hf_robust.core.doc import Span
        >>> EntityTypos(mode="look").preview(Doc("杭州很美", marks=[Span(0, 2, "LOC")]), seed=3)
        '抗州很美'
    """

    mode: str = "random"

    name = "entity-typos"
    version = "zh.2"
    level = "character"
    linguistics = "morphology"
    seed_name = "EntTypos"
    choice = "entities with a word that can be misspelled"
    languages = ("zh",)
    effects = preserves(NER, NESTED_NER)
    edits_protected = True

    def __post_init__(self) -> None:
        self._require_choice("mode", MODES)

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        if not doc.marks:
            raise NotApplicable("no entity")
        text, full = to_simplified(doc.text), is_traditional(doc.text)
        for number, (start, end, _) in enumerate(innermost(doc.marks)):
            draws = rng.fork(number)
            if doc.is_kept(start, end) or is_pronominal(text[start:end]):
                continue
            for place in draws.order(end - start):
                options = [one for one in self._options(text[start + place], draws) if one not in text[start:end]]
                if options:
                    new = draws.fork(place).choice(options)
                    yield Edit(start + place, start + place + 1, to_traditional(new) if full else new)
                    break

    def _options(self, character: str, rng: RowRandom) -> Sequence[str]:
        sound, look = _of_sound(character), _of_look(character)
        if self.mode != "random":
            return sound if self.mode == "sound" else look
        first, second = (sound, look) if rng.fork(-1).random() < 0.5 else (look, sound)
        return first or second


@cache
def _of_sound(character: str) -> Sequence[str]:
    """Characters that sound alike to many speakers."""
    return tuple(word for word, _ in sounding_alike(character, KINDS) if is_candidate(word) and word not in _UNKIND)


@cache
def _of_look(character: str) -> Sequence[str]:
    return _allowed(look_alikes(character)[:_LIKEST])


def _allowed(characters: Iterable[str]) -> Sequence[str]:
    return tuple(one for one in characters if is_candidate(one) and one not in _UNKIND)
