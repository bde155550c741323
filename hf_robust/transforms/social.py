"""The style of social media: abbreviations, handles and links."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import NoEdits
from hf_robust.language.english.closed_classes import FIRST_PERSON, SPEAKERS_CONTRACTED
from hf_robust.language.english.phrases import PhraseTable
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import ANSWERING_ADDITIONS, UNPARSED_TASKS, Transformation, preserves, register

_WORDS_A_SLIP = 10  # at most one slip in so many words, so that the text stays readable
_LETTERS_TEN_WORDS = 46  # in ten words of a text that is written casually, at most
_WORDS_A_NAME = 5  # a text with more names than one in so many words is a title or news
# words of people who speak of themselves or to somebody, and words of news
_PERSONAL = (FIRST_PERSON - {"ours", "ourselves"}) | SPEAKERS_CONTRACTED | {"you", "your", "you'll", "you'd"}
_NEWS = frozenset("said says reuters afp percent inc corp ltd nasdaq spokesman spokeswoman announced".split())
_QUOTES = ("`", "“", "quot;")  # whose ends are not told apart
_STOPS = ".!?:\"'(`"


@cache
def _phrases(single: bool) -> PhraseTable:
    """The phrases with an abbreviation, and the words that tell of the style of a text."""
    short = (phrase for phrase in lexicon("abbreviations") if not single or " " not in phrase)
    return PhraseTable({*short, *_PERSONAL, *_NEWS})


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """Add an @handle or a URL at the start or end. Casual texts get abbreviations too. Formal texts do not change.

    Texts with a word of news ("said"), with many capitals as in titles, or with a capital inside a sentence but no word
    of the first or second person ("I", "you") do not change, because they may be formal. At most 10% of the words of a
    text are abbreviated. Texts with long words, many names or quotations without plain quotation marks keep their
    words. Names and quoted words do not change.

    Args:
        mode: ``random``, ``at`` (a handle) or ``url`` (a link to a domain reserved for examples).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="url").preview("I love you because you are great", seed=4)
        'https://link.example/w0 I love you bc you are great'
    """

    mode: str = "random"

    name = "twitter"
    version = "5"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    choice = "places where a handle can be added"
    # where an abbreviation, a handle or a link hangs in a tree is a matter of taste
    effects = preserves(*UNPARSED_TASKS, without=ANSWERING_ADDITIONS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", "at", "url"))

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        text = doc.text
        kind = rng.choice(("at", "url"))  # drawn always, so that `mode` does not change the rest
        kind = self.mode if self.mode != "random" else kind
        first = rng.random() < 0.5
        # in a token list several words cannot become one without losing their tags
        phrases = list(_phrases(doc.bounds is not None).find(doc))
        names = sum(text[start].isupper() and _is_name(text, start, end) for start, end in doc.words)
        words = {phrase for start, _, phrase in phrases if text[start].islower() or _is_i(phrase)}
        if formal := _why_formal(doc, names, words):
            return NoEdits(formal)
        sign, tags = handle(rng.fork(0)) if kind == "at" else link(rng.fork(0))
        found = _abbreviated(doc, phrases, rng) if _is_casual(doc, names) else []
        if first:
            return [Edit(0, 0, sign + " ", tags), *found]
        gap = "" if text[-1:].isspace() else " "
        return [*found, Edit(len(text), len(text), gap + sign, tags)]


def _why_formal(doc: Doc, names: int, words: set[str]) -> str:
    """The sign that a text is news, a title, or mentions somebody and addresses nobody; empty where it has none."""
    if not words.isdisjoint(_NEWS):
        return "the text may be formal: it has a word that is typical of news"
    if _WORDS_A_NAME * names >= max(2 * _WORDS_A_NAME, len(doc.words)):
        return "the text may be formal: many words have a capital, as in a title"
    if names and words.isdisjoint(_PERSONAL):
        return "the text may be formal: a word inside it has a capital, and no word is of the first or second person"
    return ""


def _is_casual(doc: Doc, names: int) -> bool:
    """Whether a text has short words, few names, and no quotation whose end cannot be told."""
    text, words = doc.text, doc.words
    if any(mark in text for mark in _QUOTES):
        return False
    letters = len("".join(text[start:end] for start, end in words).encode())
    return 2 * _WORDS_A_NAME * names <= len(words) and 10 * letters <= _LETTERS_TEN_WORDS * len(words)


def _is_name(text: str, start: int, end: int) -> bool:
    """Whether a word with a capital is a name: it is longer than a letter, and does not begin a sentence."""
    return end - start > 1 and start > 1 and text[start - 1] not in _STOPS and text[start - 2] not in _STOPS


def _abbreviated(doc: Doc, phrases: Sequence[tuple[int, int, str]], rng: RowRandom) -> list[Edit]:
    """Some of the phrases, abbreviated."""
    text, table = doc.text, lexicon("abbreviations")
    found: list[tuple[int, Edit]] = []
    at = 0
    for start, end, phrase in phrases:
        if start < at or phrase not in table or not doc.is_free(start, end):
            continue
        own = rng.fork(1 + start)
        short = own.choice(table[phrase])
        if (text[start].isupper() and start and not _is_i(phrase)) or text.count('"', 0, start) % 2:
            continue  # a name, or quoted
        shouted = end - start > 1 and text[start:end].isupper()
        found.append((own.bits(), Edit(start, end, short.upper() if shouted else short)))
        at = end
    kept = sorted(found)[: max(1, len(doc.words) // _WORDS_A_SLIP)]
    return sorted(edit for _, edit in kept)


def _is_i(phrase: str) -> bool:
    return phrase == "i" or phrase[:2] in ("i ", "i'")


def handle(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    """A drawn @handle, and the tags of the token that it is."""
    table = lexicon("twitter")
    return "@" + rng.choice(table["handles"]), _tags(table["tags"]["handle"])


def link(rng: RowRandom) -> tuple[str, dict[str, list[str]]]:
    """A drawn link, and the tags of the token that it is."""
    table = lexicon("twitter")
    link = f"https://{rng.choice(table['link_hosts'])}/{rng.choice(table['link_parts'])}"
    return link, _tags(table["tags"]["link"])


def _tags(tag: dict[str, str]) -> dict[str, list[str]]:
    return {layer: [value] for layer, value in tag.items()}
