"""Adverbs before times and what follows in time: "shortly after the vote", "just last year", "late on Friday"."""

from hf_robust.language.english.closed_classes import DAY_PARTS, WEEKDAYS
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

# tags before a weekday, and before "on" or "in" and a time
_BEFORE_DAY = (
    frozenset({"VBD", "VBN", "NN", "NNS", "RP"}),
    frozenset({"VBD", "VBN", "NN", "NNS", "RP", "NNP", "PRP"}),
)
_GO_ON = frozenset({"NN", "NNS", "NNP", "POS", "CC", "TO", "CD"})  # tags of what goes on with a day


def shortly(place: Place) -> tuple[str, ...] | None:
    """ "Left after the vote" becomes "left shortly after the vote"."""
    word, before = place.word(0), place.token(-1)
    if word not in ("after", "before") or (before is not None and before.lemma.lower() in listed("no_sequence")):
        return None
    follows = ("VBG", "PRP") if word == "before" else ("VBG", "PRP", "DT", "PRP$", "NNP")
    opens = before is None and word == "after" and place.tag(1) in ("VBG", "DT", "PRP$") and place.word(2) != "while"
    fits = before is not None and before.tag in ("VBD", "VBN", "NN", "NNS", "NNP", "RP") and place.tag(1) in follows
    tags = {place.tag(step) for step in range(-FAR, FAR)}
    told = "VBD" in tags and "MD" not in tags
    if not (fits or opens) or "until" in place.sentence() or not told or place.is_negated(FAR) or place.asks():
        return None
    if any(place.tag(step) == "CD" for step in range(-NEAR, NEAR + 1)):
        return None
    return ("shortly",) if listed("lasting").isdisjoint(place.near(NEAR, 2 * NEAR)) else None


def recency(place: Place) -> tuple[str, ...] | None:
    """ "Opened last year" becomes "opened just last year", and "won this week" "won earlier this week"."""
    word, before = place.word(0), place.tag(-1)
    night = word == "last" and place.word(1) == "night"
    spans = night or place.word(1) in ("week", "month", "year")
    if word not in ("last", "this") or not spans or place.tag(2) in ("NN", "NNS", "POS"):
        return None
    if before not in ("VBD", "VBN", "NN", "NNS", "NNP") or place.word(-1) in listed("dated") or place.asks():
        return None
    tags = {place.tag(step) for step in range(-FAR, FAR)}
    if "VBD" not in tags or not tags.isdisjoint({"MD", "VBZ", "VBP", "CD"}) or place.is_negated(FAR):
        return None
    fits = listed("dated_otherwise").isdisjoint(place.sentence())
    return (("late",) if night else ("just",) if word == "last" else ("earlier",)) if fits else None


def weekday(place: Place) -> tuple[str, ...] | None:
    """ "Said on Friday" becomes "said late on Friday", and "resigned Friday" "resigned late Friday"."""
    step, before = int(place.word(0) == "on"), place.tag(-1)
    day = place.word(step)
    part = place.word(step + 1) if place.word(step + 1) in DAY_PARTS else ""  # "on Friday night"
    after = place.tag(step + 1 + bool(part))
    if (day not in WEEKDAYS and (step or day != "yesterday")) or after in _GO_ON:
        return None
    told = {place.tag(at) for at in range(-FAR, FAR)}
    future = any(place.tag(at) in ("MD", "TO") for at in range(-NEAR, 0))
    if before not in _BEFORE_DAY[step] or "VBD" not in told or future or place.is_negated(NEAR):
        return None
    if any(place.tag(at) == "CD" for at in range(-CLOSE, 0)) or not (listed("no_day") - {day, part}).isdisjoint(
        place.near(NEAR, 4)
    ):
        return None
    return ("late",) if part in ("night", "evening") else ("late", "early")
