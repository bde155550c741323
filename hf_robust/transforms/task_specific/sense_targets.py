"""Targets of word sense disambiguation that become other words of their sense."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    AS_THAN,
    BE,
    COMMON_PREPOSITIONS,
    DAY_PARTS,
    HAVE,
    LIGHT_VERBS,
    NEAR_DAYS,
    NEXT_AND_LAST,
    PARTICLES,
    POSSESSIVES,
    SEASONS,
    WEEKDAYS,
)
from hf_robust.language.english.sense_frames import adverb_fits, has_two_objects, is_symbol, noun_fits, verb_fits
from hf_robust.language.english.sense_pairs import EQUAL_PAIRS, UNEQUAL_PAIRS
from hf_robust.language.english.verbs import verb_forms
from hf_robust.language.english.word_pairs import paired_words
from hf_robust.language.english.wordforms import is_fixed
from hf_robust.language.gate.gate_levels import REPLACED
from hf_robust.language.gate.window_states import WindowSpot, fits, states
from hf_robust.language.lexicons.people import is_written_large
from hf_robust.language.lexicons.wordnet import all_synonyms, is_compound, same_word
from hf_robust.language.lexicons.wordnet_senses import Member, frames, members, placed_adjectives, senses, word_of_key
from hf_robust.tasks.senses import SENSES, sense_keys
from hf_robust.transforms.base import Effect, match_case, register
from hf_robust.transforms.gated_words import GATES, gate_name, gate_stamp
from hf_robust.transforms.row_changes import BatchedRows, RowChange, TaskRow

# of the gate "balanced": words below the level of the sense were mostly odd for 433 targets in all-words data
_LOOSE = {"gain": -4.0, "calm": 0.9, "sense": 0.68}
# One reader looked at 18 words of this sense that are less likely: 16 could stand for the target.
_CLOSE_SENSE, _CLOSE_GAIN = 0.74, -6.5
# of words that can stand for each other in most texts, and of words that mostly have the gold sense
_USUAL_SENSE = 0.62
# of words that are both: "employ" for "use"; chosen by looking through 16 such words that the levels above refuse
_BOTH_SENSE, _BOTH_GAIN = 0.5, -9.0
# of words that have the gold sense alone, or nearly so: chosen by looking through those refused for 260 targets
_OWN_SENSE, _OWN_GAIN, _OWN_SHARE = 0.5, -7.5, 0.7
_RARE = 2  # uses of a target whose synonyms may be as rare: "sacrilegious" for "blasphemous"
_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_FORMS = {"n": ("NN", "NNS"), "v": ("VB", "VBZ", "VBG", "VBD", "VBN"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
_LOOSE_RANK = 9  # the rank with the gate "balanced", where the model judges the sense
_RANK = 2  # the new word has the sense as its first, or as its second where both can stand for each other in most texts
_SHARE = 0.5  # of the uses of the new word that are of the sense
_SENSE = 0.65  # cosine of the states of both words, where the model does not know the new one whole
_SURE = 0.6  # the same, where the states of the words tell less; "survey" has half of its uses in the sense of "study"
_AS_USUAL = 0.25  # of the target's uses in the sense that the new word has in it
_USES = 5  # of the new word in the sense
_LONGEST = 6  # letters of an adjective that may be compared by an ending
# what a word asks for behind it, which another one may not
_GOVERNED = (
    PARTICLES
    | AS_THAN
    | (COMMON_PREPOSITIONS - {"by", "in", "of"})
    | frozenset("that into against over upon whether through".split())
)
_VERBS_TAKE = _GOVERNED | frozenset("in of by".split())
_SET_PHRASES = (
    "other things being equal",
    "all things considered",
    "things being equal",
    "in other words",
    "at the same time",
    "as a matter of fact",
    "in any case",
    "in this way",
    "by all means",
    "for the time being",
)
# prepositions and conjunctions of several words
_CONNECTIVES = tuple(
    tuple(one.split())
    for one in (
        "rather than,other than,instead of,because of,due to,owing to,thanks to,according to,prior to,contrary to,"
        "subject to,thanks to,regardless of,irrespective of,ahead of,outside of,along with,together with,apart from,"
        "aside from,even if,even though,such as,so that,provided that,given that,now that,except for,"
        "as well as,as soon as,as long as,as far as,in spite of,in front of,in terms of,in view of,in light of,"
        "in case of,in lieu of,in addition to,in relation to,in response to,in accordance with,in order to,in favor of,"
        "on behalf of,on account of,on top of,by means of,by way of,by virtue of,with respect to,with regard to,"
        "for the sake of,at the expense of,in the course of,in the wake of,in the face of,on the basis of,"
        "with the exception of,as a result of,to the extent that,on the part of"
    ).split(",")
)
# words beside a target with which it makes no term: "one way to", though there is "one-way"
_NO_PARTS = ARTICLES | POSSESSIVES | BE | HAVE | {"to", "one", "also", "of"}
_HAVE = (BE - {"'m"}) | HAVE | {"'ve", "get", "got"}
# adverbs among the function words that can change places with others
_FREE_ADVERBS = frozenset("about also just only perhaps maybe too then hence thus once rather quite".split())
# pronouns, and what WordNet gives a wider use or another tone than texts do
_NEVER = (LIGHT_VERBS - {"give"}) | frozenset(
    """someone somebody like name allege quick populate go have transmute puke typewrite chief stay regime
    experimentation usage originate forbid""".split()
)
_JOINTS = frozenset("- / '".split())
_BEFORE_REMARK = frozenset((",", ";", "(", "and", "but"))  # "and , maybe , new therapies"
_DATES = WEEKDAYS | NEAR_DAYS | NEXT_AND_LAST | {"all", "every", "this"}  # "Monday night"
# the same sounds in British and American spelling
_SPELLINGS = tuple(one.split() for one in "is iz,ys yz,our or,re er,ll l,mme m,ogue og,ce se,ae e,oe e".split(","))
_MADE_BY = "__gate__"
_REACH = 24  # characters in which a set phrase is looked for


class _Option(NamedTuple):
    member: Member
    edit: Edit
    usual: bool  # whether the word can stand for the target in most texts
    sure: bool  # whether the word mostly has the gold sense
    spelling: bool  # whether it is the target in another spelling
    own: bool  # whether the word has the gold sense alone, or nearly so
    equal: bool  # whether the word can stand for the target wherever that has the gold sense


class _Asked(NamedTuple):
    spot: WindowSpot
    new: str
    usual: bool
    sure: bool
    own: bool


class _Answer(NamedTuple):
    reason: str | None
    likeness: float


_UNASKED = _Answer(None, 0.0)


@register
@dataclass(frozen=True, kw_only=True)
class SwapTarget(BatchedRows):
    """Replace the target with another word of the same sense and form. The gold sense becomes that of the new word.

    A single word is not replaced with several words. If no other word fits, the gate "balanced" takes another spelling
    of the word: "organize" for "organise". ``lemma`` is updated if the data has it.

    Args:
        gate: How the new word is checked. ``"strict"``: it is a usual word for the sense, and a masked language model
            finds it about as likely in this context, without an effect on the meaning of the adjacent words.
            ``"balanced"``: less usual words are taken too, and of those that the model accepts the closest in sense.
            ``"off"``: it is a usual word for the sense. The meaning of the target is given by the gold sense.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapTarget".

    Example:
        >>> row = {"tokens": ["Two", "lawyers", "left", "."], "target": [1, 1], "sense": "lawyer%1:18:00::"}
        >>> new = SwapTarget().preview_row(row)
        >>> " ".join(new["tokens"]), new["sense"]
        ('Two attorneys left .', 'attorney%1:18:00::')
    """

    gate: str = "balanced"

    name = "swap-target"
    version = "9"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapTarget"
    choice = "target that has a synonym"
    resources = ("wordnet", "masked-lm")
    effects = MappingProxyType({SENSES: Effect.CHANGES})

    def __post_init__(self) -> None:
        object.__setattr__(self, "gate", gate_name(self.gate))
        self._require_choice("gate", GATES)
        object.__setattr__(self, "resources", ("wordnet", "masked-lm") if self.checked else ("wordnet",))

    @property
    def checked(self) -> bool:
        """Whether a language model checks the new word."""
        return self.gate != "off"

    def changes_batch(self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]) -> list[RowChange | NotApplicable]:
        """The new words of all rows are measured together."""
        loose = self.gate == "balanced"
        tried = [_tried(row, rng, loose) for row, rng in zip(rows, rngs, strict=True)]
        asked = [
            _Asked(
                WindowSpot.of(row.docs["tokens"].text, *option.edit[:2]),
                option.edit.text,
                option.usual,
                option.sure,
                option.own,
            )
            for row, options in zip(rows, tried)
            if isinstance(options, list) and self._asks(options)
            for option in options
        ]
        answers = iter(_refusals(asked, loose) if asked else ())
        found: list[RowChange | NotApplicable] = []
        for row, options in zip(rows, tried):
            if isinstance(options, NotApplicable):
                found.append(options)
            else:
                said = [next(answers) if self._asks(options) else _UNASKED for _ in options]
                found.append(self._changed(row, options, said))
        return found

    def _asks(self, options: Sequence[_Option] | NotApplicable) -> bool:
        """Whether the model judges the new words; one that is equal to the target needs no judge."""
        return self.checked and isinstance(options, list) and (self.gate == "strict" or not options[0].equal)

    def _changed(
        self, row: TaskRow, options: Sequence[_Option], answers: Sequence[_Answer]
    ) -> RowChange | NotApplicable:
        passed = [(each, answer) for each, answer in zip(options, answers) if answer.reason is None]
        if not passed:
            return NotApplicable(f"no replacement passed the quality checks: {answers[0].reason}")
        # the closest in sense, another spelling only without another word; with the strict gate the first
        option = max(passed, key=lambda one: (not one[0].spelling, one[1].likeness))[0]
        edits = with_articles(row.docs["tokens"], [option.edit])
        return RowChange({"tokens": edits}, self._labels(row, option.member, sense_keys(row.gold["sense"])))

    def _labels(self, row: TaskRow, member: Member, keys: Sequence[str]) -> dict[str, Any]:
        """The keys that the new word has for the gold senses, and its lemma."""
        found = [one.key for key in keys for one in members(key) if one.lemma == member.lemma]
        labels: dict[str, Any] = {
            "sense": found[0] if isinstance(row.gold["sense"], str) else list(dict.fromkeys(found))
        }
        old = row.gold.get("lemma")
        if isinstance(old, str):
            labels["lemma"] = member.lemma.replace("_", " ") if " " in old else member.lemma
        return labels

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), **({_MADE_BY: gate_stamp()} if self.checked else {})}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _refusals(asked: Sequence[_Asked], loose: bool) -> Iterator[_Answer]:
    """Whether new words fit their places, and how close they are to the targets."""
    gains = _LOOSE if loose else {name: one.least for name, one in REPLACED.items()}
    spots = [(one.spot, one.new) for one in asked]
    likely = fits([(spot, new.lower()) for spot, new in spots])
    for one, (fit, gain), (sense, calm) in zip(asked, likely, states(spots)):
        unknown = fit < REPLACED["fit"].least
        both = loose and one.usual and one.sure
        least_sense = (_USUAL_SENSE if one.usual or one.sure else gains["sense"]) if loose else _SENSE
        least_sense = _BOTH_SENSE if both else least_sense
        least_gain = _CLOSE_GAIN if loose and sense >= _CLOSE_SENSE else gains["gain"]
        least_gain = _BOTH_GAIN if both else least_gain
        last = loose and one.own and (gain < least_gain or sense < least_sense)  # taken where no other word is left
        if last:
            least_sense, least_gain = min(least_sense, _OWN_SENSE), min(least_gain, _OWN_GAIN)
        if gain < least_gain:
            yield _Answer(REPLACED["gain"].reason, sense)
        elif calm < gains["calm"]:
            yield _Answer(REPLACED["calm"].reason, sense)
        elif sense < least_sense and (loose or unknown):
            yield _Answer(REPLACED["sense"].reason, sense)
        else:
            yield _Answer(None, sense - last if loose else 0.0)


def _tried(row: TaskRow, rng: RowRandom, loose: bool) -> Sequence[_Option] | NotApplicable:
    """The new words of a row in the order in which they are tried, or why there are none."""
    try:
        return _options(row, rng, loose)
    except NotApplicable as reason:
        return reason


def _options(row: TaskRow, rng: RowRandom, loose: bool) -> Sequence[_Option]:
    doc, keys = row.docs["tokens"], sense_keys(row.gold["sense"])
    if not doc.marks or not keys:
        raise NotApplicable("no target with a sense")
    mark = doc.marks[0]
    target = doc.text[mark.start : mark.end]
    lemma, pos = word_of_key(keys[0])
    _check_place(doc, mark.start, mark.end, lemma, pos, loose)
    all_words = members(keys[0])
    uses = next((member.uses for member in all_words if member.lemma == lemma), 0)
    shared = [{member.lemma for member in members(key)} for key in (keys[:1] if loose else keys)]
    usual = paired_words(lemma, _UPOS[pos])
    found = [
        _Option(
            member,
            Edit(mark.start, mark.end, match_case(target, form)),
            member.lemma in usual,
            _may_stand(member, lemma, keys[0], pos) and member.uses >= _SURE * _uses(member.lemma, pos),
            _is_other_spelling(lemma, member.lemma),
            member.number == 1 and member.uses >= _OWN_SHARE * _uses(member.lemma, pos),
            (lemma, member.lemma) in EQUAL_PAIRS,
        )
        for member in all_words
        if (loose or member.uses >= _AS_USUAL * uses)
        and all(member.lemma in words for words in shared)
        and (_may_stand_loosely if loose else _may_stand)(member, lemma, keys[0], pos)
        and ((lemma, member.lemma) not in EQUAL_PAIRS or _is_apart(doc, mark.end, target, pos))
        and _fits_place(doc, member, lemma, keys[0], pos)
        and (form := _inflected(doc, target, member, lemma, pos))
    ]
    if not found:
        raise NotApplicable("no other common word has the same sense")
    if loose and (equal := [option for option in found if option.equal]):
        return [rng.choice(equal)]
    # those that can stand for the word in most texts come first
    return sorted(rng.permuted(found), key=lambda option: not option.usual)


def _check_place(doc: Doc, start: int, end: int, lemma: str, pos: str, loose: bool) -> None:
    """Refuse targets that are parts of names and fixed terms, or that decide what stands behind them.

    Raises:
        NotApplicable: With the reason.
    """
    target = doc.text[start:end]
    before = doc.text[:start].split()[-1:] or [""]
    after = (doc.text[end:].split(maxsplit=1)[:1] or [""])[0].lower()
    previous = before[0].lower()
    if len(target) < 3 or not set(target.lower()) & set("aeiouy"):
        raise NotApplicable("the target is an abbreviation")
    if (is_fixed(target.lower()) or is_fixed(lemma)) and not (loose and pos == "r" and lemma in _FREE_ADVERBS):
        raise NotApplicable("the target is a function word")
    if not target.islower() and not (start == 0 and target[1:].islower()):
        raise NotApplicable("the target is written like a name")
    if is_symbol(doc.text[:start], target, doc.text[end:]):
        raise NotApplicable("the target is part of code or quoted alone")
    low = target.lower()
    glued = previous in _JOINTS or after in _JOINTS
    if glued or _is_in_term(doc.text, start, end, {low, lemma}, previous, after):
        raise NotApplicable("the target is part of a multi-word expression")
    if pos == "r" and not after.isalnum() and not (after == "," and (start == 0 or previous in _BEFORE_REMARK)):
        raise NotApplicable("the target ends a clause")  # "it works normally, ..."
    takes = PARTICLES - COMMON_PREPOSITIONS if loose else _VERBS_TAKE if pos in "va" else _GOVERNED
    if loose and pos == "n":
        takes = frozenset()  # "keep a tablet down": the particle is the verb's
    if pos in "ar":
        takes = takes | (AS_THAN - {"than"} if previous in ("more", "less") else AS_THAN)  # "rather than"
    if after in takes or (pos == "v" and has_two_objects(doc.text[end:])):
        raise NotApplicable("the target decides which word follows it")
    if lemma in DAY_PARTS | SEASONS and previous in _DATES:
        raise NotApplicable("the target is part of the name of a time")


def _is_in_term(text: str, start: int, end: int, words: Iterable[str], previous: str, after: str) -> bool:
    """Whether a target and a word beside it are an entry of WordNet, or it stands in a set phrase."""
    words = set(words)
    if previous not in _NO_PARTS and any(is_compound(previous, word) for word in words):
        return True
    if after not in _NO_PARTS and any(is_compound(word, after) for word in words):
        return True
    if any(word in pair and _stands(text, start, end, pair) for pair in _CONNECTIVES for word in words):
        return True
    around = text[max(0, start - _REACH) : end + _REACH].lower()
    return any(phrase in around and text[start:end].lower() in phrase.split() for phrase in _SET_PHRASES)


def _stands(text: str, start: int, end: int, pair: tuple[str, ...]) -> bool:
    """Whether a target is one of the words of a connective where it stands."""
    place = pair.index(word) if (word := text[start:end].lower()) in pair else -1
    before, behind = text[:start].lower().split(), text[end:].lower().split(maxsplit=len(pair))
    left, right = pair[:place], pair[place + 1 :]
    return place >= 0 and (tuple(before[len(before) - len(left) :]) == left and tuple(behind[: len(right)]) == right)


def _is_apart(doc: Doc, end: int, target: str, pos: str) -> bool:
    """Whether an adverb does not open the sentence and a noun does not say of what kind the next one is."""
    after = (doc.text[end:].split(maxsplit=1)[:1] or [""])[0].lower()
    if pos == "n":
        return not after.isalpha() or is_fixed(after)
    return pos != "r" or target.islower()


def _fits_place(doc: Doc, member: Member, lemma: str, key: str, pos: str) -> bool:
    """Whether a word of the synset can be used where the target stands."""
    before, behind, new = doc.text[: doc.marks[0].start], doc.text[doc.marks[0].end :], member.lemma
    if pos == "v":
        return verb_fits(before, behind, lemma, new, frames(key), frames(member.key))
    return adverb_fits(before, lemma, new) if pos == "r" else noun_fits(doc.text, behind, new)


def _may_stand(member: Member, lemma: str, key: str, pos: str) -> bool:
    """Whether a word of the synset is a usual word for the sense, and can be used like the target."""
    name = member.lemma
    if name == lemma or member.number > _RANK or not member.uses or same_word(lemma, name) or is_written_large(name):
        return False
    if ("_" in name) > ("_" in lemma):
        return False
    if name in _NEVER or (name[-1] == "s" and name[-2:] not in ("ss", "us", "is")):
        return False
    if is_fixed(name) or not name.replace("_", "").isalpha() or not set(name) & set("aeiou"):
        return False
    if "_" not in name and name not in all_synonyms(lemma, pos):
        return False
    if "_" in name and (pos in "ar" or {*name.split("_")} & {*lemma.split("_")}):
        return False
    if pos == "v" and ("_" in name or frames(key) != frames(member.key)):
        return False
    if pos == "a" and any(word == name for word, _ in _placed(name)):
        return False
    total = _uses(name, pos)
    close = name in paired_words(lemma, _UPOS[pos])
    if member.number > 1 and not close:
        return False
    if pos == "r" and not close and not (name.endswith("ly") and lemma.endswith("ly")):
        return False
    return member.uses >= _SHARE * total and (close or member.uses >= (_USES if "_" not in name else 1))


def _may_stand_loosely(member: Member, lemma: str, key: str, pos: str) -> bool:
    """Whether a word of the synset may be used like the target, where a model looks at the place too."""
    name = member.lemma
    if name == lemma or "_" in name or is_written_large(name) or name in _NEVER or (lemma, name) in UNEQUAL_PAIRS:
        return False
    if same_word(lemma, name) and (lemma, name) not in EQUAL_PAIRS:
        return _is_other_spelling(lemma, name)
    if is_fixed(name) and not (pos == "r" and name in _FREE_ADVERBS):
        return False
    if not name.isalpha() or not set(name) & set("aeiou"):
        return False
    if pos == "n" and name[-1] == "s" and name[-2:] not in ("ss", "us", "is"):
        return False
    if (lemma, name) in EQUAL_PAIRS:
        return True
    if pos == "n" and name.endswith("ing") and not lemma.endswith("ing"):
        return False  # "cell growing" for "cell growth"
    if pos == "v" and (lemma == "consist" or frames(key).isdisjoint(frames(member.key))):
        return False
    if pos == "a" and not {place for _, place in _placed(name)} <= {place for _, place in _placed(lemma)}:
        return False
    if name in paired_words(lemma, _UPOS[pos]):
        return True
    rare = _uses(lemma, pos) <= _RARE and len(senses(name, pos)) == 1
    return rare or (member.uses > 0 and member.number <= _LOOSE_RANK)


def _uses(name: str, pos: str) -> int:
    return sum(sense.uses for sense in senses(name, pos))


def _is_other_spelling(one: str, other: str) -> bool:
    """Whether two words of a synset are one word in British and in American spelling."""
    return any(one.replace(old, new) == other.replace(old, new) for old, new in _SPELLINGS)


@lru_cache(maxsize=4096)
def _placed(name: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(one for one in placed_adjectives() if one[0] == name))


def _inflected(doc: Doc, target: str, member: Member, lemma: str, pos: str) -> str | None:
    """The new word in the form of the target; None where the form is in doubt or it has none."""
    tags = _forms_of(target.lower().replace(" ", "_"), lemma, pos)
    if not tags:
        return None
    forms = {_form(member.lemma, tag, pos) for tag in tags}
    if len(forms) > 1 and pos == "v" and {"VBD", "VBN"} == set(tags):
        before = doc.text[: doc.marks[0].start].lower().split()[-3:]
        following = doc.text[doc.marks[0].end :].lower().split(maxsplit=1)[:1]
        if _HAVE.isdisjoint(before) and COMMON_PREPOSITIONS.intersection(following):
            return None  # "the attention paid to it", "she paid for it"
        forms = {_form(member.lemma, "VBN" if _HAVE.intersection(before) else "VBD", pos)}
    return forms.pop() if len(forms) == 1 else None


@lru_cache(maxsize=20_000)
def _forms_of(word: str, lemma: str, pos: str) -> tuple[str, ...]:
    """Penn tags that a word has as a form of a lemma."""
    found = tuple(tag for tag in _FORMS[pos] if word in _all_forms(lemma, tag, pos))
    # of a mass noun the plural may be written as the singular; that is rare
    rare = found == ("NN", "NNS") and _form(lemma, "NNS", pos) != word
    return ("NN",) if rare else found


def _form(lemma: str, tag: str, pos: str) -> str | None:
    return next(iter(_all_forms(lemma, tag, pos)), None)


@lru_cache(maxsize=20_000)
def _all_forms(lemma: str, tag: str, pos: str) -> tuple[str, ...]:
    """Forms of a lemma, several words of a noun with spaces between them, the usual one first."""
    from hf_robust.language.english.lemminflect_forms import getInflection

    first, _, last = lemma.rpartition("_")
    if tag in ("NN", "JJ", "RB"):
        return (lemma.replace("_", " "),)
    if pos == "v":
        return verb_forms(lemma, tag) if not first else ()
    if "_of_" in f"_{first}_" or (tag != "NNS" and len(last) > _LONGEST):
        return ()
    found = getInflection(last, tag, inflect_oov=False)
    return tuple(f"{first} {form}".strip().replace("_", " ") for form in found)
