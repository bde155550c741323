"""Whether a word, as a part of speech, is positive, negative or neutral: SentiWordNet, VADER's lexicon, or your own.

None of the lexicons is part of this package. ``lexicons/README.md`` says how the margins were chosen, how often the
lexicons are right, and where they differ.

Words of a closed class (pronouns, prepositions, auxiliaries and so on) are neutral, and so are unknown ones. Inflected
forms are looked up by their lemma where the form itself has no entry, and first so when a Penn tag says that it is
inflected.

Source: S2LCT, draft, section 6.1 "Word Sentiment"; Colhon, Vladutescu and Negrea 2017, How Objective a Neutral Word
Is?, Symmetry 9(11), 280; Baccianella, Esuli and Sebastiani 2010, SentiWordNet 3.0; Hutto and Gilbert 2014, VADER.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b

from hf_robust.core.errors import DataFileError, MissingResource, UnknownNameError, UsageError
from hf_robust.language.resource_rows import UsedResource
from hf_robust.language.resources import get, note, resource

LABELS = ("negative", "neutral", "positive")
_VALUES = {"negative": -1.0, "neutral": 0.0, "positive": 1.0}
_GIVEN = "given"
_LEXICON = resource("sentiment-lexicon")
_VADER_LARGEST = 4
_MARGINS = {"sentiwordnet": 0.1, "vader": 0.125, "nltk-vader": 0.125, _GIVEN: 0.0}
_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_OPEN = {
    "NOUN": "n",
    "PROPN": "n",
    "NN": "n",
    "NNS": "n",
    "NNP": "n",
    "NNPS": "n",
    "N": "n",
    "VERB": "v",
    "VB": "v",
    "VBD": "v",
    "VBG": "v",
    "VBN": "v",
    "VBP": "v",
    "VBZ": "v",
    "V": "v",
    "ADJ": "a",
    "JJ": "a",
    "JJR": "a",
    "JJS": "a",
    "A": "a",
    "S": "a",
    "AFX": "a",
    "ADV": "r",
    "RB": "r",
    "RBR": "r",
    "RBS": "r",
    "R": "r",
}
_CLOSED = frozenset(
    "ADP AUX CCONJ DET NUM PART PRON SCONJ CC CD DT EX IN MD PDT POS PRP PRP$ RP TO WDT WP WP$ WRB".split()
)
_INFLECTED = frozenset("NNS NNPS VBD VBG VBN VBZ JJR JJS RBR RBS".split())

Given = Callable[[str, str], float | str] | Mapping


@dataclass(frozen=True)
class WordSentiment:
    """Looks words up in one source. It pickles small: the tables stay in the module.

    Args:
        source: ``"sentiwordnet"``, ``"vader"``, ``"nltk-vader"`` or ``"given"``.
        margin: Up to this absolute score a word is neutral.
        version: Source, content and margin in one string, for fingerprints.
        given: The user's own function or mapping.
    """

    source: str
    margin: float
    version: str
    given: "Given | None" = field(default=None, compare=False, repr=False)

    def score(self, word: str, pos: str | None = None) -> float:
        """How positive a word is.

        Args:
            word: As it stands in the text.
            pos: UPOS (``NOUN``), Penn tag (``NNS``) or WordNet's letter (``n``). Without one, or with another, any
                part of speech will do; where a source tells them apart, it is the mean of those the word has.

        Returns:
            From -1 to 1; 0 for words of a closed class and for words that the source does not have.
        """
        return self._found(word, pos) or 0.0

    def label(self, word: str, pos: str | None = None) -> str:
        """``"positive"``, ``"negative"`` or ``"neutral"``; see :meth:`score`."""
        score = self.score(word, pos)
        return "neutral" if abs(score) <= self.margin else "positive" if score > 0 else "negative"

    def labels(self, pairs: Iterable[tuple[str, str | None]]) -> list[str]:
        """The labels of many words, each with its part of speech; every different pair is looked up once."""
        pairs = list(pairs)
        found = {pair: self.label(*pair) for pair in dict.fromkeys(pairs)}
        return [found[pair] for pair in pairs]

    def knows(self, word: str, pos: str | None = None) -> bool:
        """Whether the source has the word, or it is of a closed class."""
        return self._found(word, pos) is not None

    def _found(self, word: str, pos: str | None) -> float | None:
        if self.given is not None:
            return _from_given(self.given, word, pos)
        tag = (pos or "").upper()
        if tag in _CLOSED:
            return 0.0
        table = _table(self.source)[0]
        by_kind = self.source == "sentiwordnet"
        kind = _OPEN.get(tag) if by_kind else None
        # VADER lists inflected forms with scores of their own
        forms = _forms(word.lower(), tag, lemma_first=by_kind and tag in _INFLECTED)
        keys = (f"{form}|{kind}" if kind else form for form in forms)
        return next((table[key] for key in keys if key in table), None)


def word_sentiment(source: "str | Given | None" = None, *, margin: float | None = None) -> WordSentiment:
    """The word sentiment that serves, which is put on record.

    Args:
        source: ``"sentiwordnet"``, ``"vader"`` or ``"nltk-vader"``; or your own: a function of word and part of
            speech, or a mapping with ``(word, part of speech)`` or ``word`` as keys, that gives a score from -1 to 1
            or a label. Without one, the first of the three that is installed.
        margin: Up to this absolute score a word is neutral; default: the one that fits the source best, 0 for your own.

    Raises:
        UnknownNameError: There is no such source.
        UsageError: The margin is not from 0 to 1.
        MissingResource: The source, or without one every source, is absent.

    Example:
        >>> own = word_sentiment({"great": 0.9, ("cold", "ADJ"): "negative"})
        >>> own.labels([("great", "ADJ"), ("cold", "ADJ"), ("cold", "NOUN"), ("film", "NOUN")])
        ['positive', 'negative', 'neutral', 'neutral']
        >>> word_sentiment("vader").label("disappointed", "VERB")
        'negative'
    """
    given = None if source is None or isinstance(source, str) else source
    name = _GIVEN if source is not None and not isinstance(source, str) else _chosen(source)
    margin = _MARGINS[name] if margin is None else margin
    if not 0 <= margin <= 1:
        raise UsageError(f"margin must be from 0 to 1, found {margin}")
    content, origin = (_given_stamp(given), _GIVEN) if given is not None else _table(name)[1:]
    note(UsedResource(_LEXICON.purpose, name, content, origin))
    return WordSentiment(name, margin, f"{name}@{content},margin={margin:g}", given)


def _chosen(source: str | None) -> str:
    if source is None:
        return get(_LEXICON.name, what="a lexicon of word sentiment").name
    known = [place.name for place in _LEXICON.places]
    if source not in known:
        raise UnknownNameError("source of word sentiment", source, known)
    return source


@cache
def _table(source: str) -> tuple[dict[str, float], str, str]:
    """Scores of a source, a hash of its file, and what kind of place that is in."""
    place = _LEXICON.place(source)
    path = place.find()
    if path is None:
        raise MissingResource(f"the word sentiment {source!r}", place.command)
    data = path.read_bytes()
    read = _sentiwordnet if source == "sentiwordnet" else _vader
    try:
        table = read(data.decode("utf-8").splitlines())
    except (ValueError, IndexError) as error:
        raise DataFileError(f"{path} is not the lexicon that was expected: {error}") from error
    return table, blake2b(data, digest_size=6).hexdigest(), place.origin


def _vader(lines: Iterable[str]) -> dict[str, float]:
    rows = (line.split("\t") for line in lines if "\t" in line)
    return {row[0].lower(): float(row[1]) / _VADER_LARGEST for row in rows}


def _sentiwordnet(lines: Iterable[str]) -> dict[str, float]:
    """Scores by ``word|part of speech``, and by the word alone: the mean over its parts of speech."""
    sums: dict[str, list[float]] = {}
    for line in lines:
        if line.startswith("#") or "\t" not in line:
            continue
        kind, _, positive, negative, terms = line.split("\t")[:5]
        difference = float(positive) - float(negative)
        for term in terms.split():
            word, rank = term.rsplit("#", 1)
            total = sums.setdefault(f"{word.lower()}|{kind}", [0.0, 0.0])
            total[0] += difference / int(rank)
            total[1] += 1 / int(rank)
    # rounded: what cancels out is 0
    table = {key: round(difference / weight, 9) + 0.0 for key, (difference, weight) in sums.items()}
    words: dict[str, list[float]] = {}
    for key, score in table.items():
        words.setdefault(key.rpartition("|")[0], []).append(score)
    return table | {word: sum(scores) / len(scores) for word, scores in words.items()}


def _forms(word: str, tag: str, lemma_first: bool) -> Iterator[str]:
    """The forms under which a word may stand, the likeliest first; lemmas are made only when they are asked for."""
    if not lemma_first:
        yield word
    if tag in _OPEN:
        yield from _lemmas(word, _OPEN[tag])
    if lemma_first:
        yield word


@lru_cache(maxsize=100_000)
def _lemmas(word: str, kind: str) -> tuple[str, ...]:
    from hf_robust.language.english.lemminflect_forms import getLemma

    return tuple(getLemma(word, upos=_UPOS[kind])) if word.isalpha() else ()


def _from_given(given: Given, word: str, pos: str | None) -> float | None:
    if isinstance(given, Mapping):
        keys = [(word, pos), (word.lower(), pos), word, word.lower()]
        value = next((given[key] for key in keys if key in given), None)
        if value is None:
            return None
    else:
        value = given(word, pos or "")
    score = _VALUES.get(value) if isinstance(value, str) else value
    if not isinstance(score, (int, float)) or not -1 <= score <= 1:
        raise UsageError(f"the sentiment of {word!r}: expected -1 to 1 or one of {', '.join(LABELS)}, found {value!r}")
    return float(score)


def _given_stamp(given: Given) -> str:
    if isinstance(given, Mapping):
        rows = sorted(f"{key!r} {value!r}" for key, value in given.items())
        return blake2b("\n".join(rows).encode(), digest_size=6).hexdigest()
    return f"{getattr(given, '__module__', '')}.{getattr(given, '__qualname__', type(given).__qualname__)}"
