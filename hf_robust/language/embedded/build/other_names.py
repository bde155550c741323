"""Other names in the place of known ones: more variety for the entity recogniser.

Treebanks are small and repeat their names, so the recogniser learns them by heart. Copies of the gold texts
with names of Wikipedia (GAP, DBpedia) and of places make it look at the words around.
"""

import re
from pathlib import Path
from random import Random

from hf_robust.language.embedded.build.entity_training import Span
from hf_robust.language.embedded.build.treebanks import read_jsonl

Row = tuple[list[str], list[bool], list[Span]]
"""Words, blanks after them, and spans."""

_TITLE_END = re.compile(r" (?:\(|is |was |are |were |also |or |located )")
_ORGANISATIONS = frozenset({"Company", "EducationalInstitution"})
_PLACES = """
    Amsterdam, Ankara, Athens, Auckland, Austin, Bangkok, Barcelona, Beijing, Belfast, Berlin, Bern,
    Bilbao, Bogota, Boston, Brighton, Bristol, Brussels, Budapest, Buenos Aires, Cairo, Cape Town,
    Cardiff, Chicago, Cologne, Copenhagen, Dakar, Delhi, Denver, Detroit, Dresden, Dublin, Edinburgh,
    Florence, Geneva, Glasgow, Hamburg, Hanoi, Havana, Helsinki, Houston, Istanbul, Jakarta, Jerusalem,
    Karachi, Kyoto, Lagos, Lima, Lisbon, Liverpool, London, Los Angeles, Lyon, Madrid, Manchester,
    Manila, Melbourne, Mexico City, Miami, Milan, Montreal, Moscow, Mumbai, Munich, Nairobi, Naples, New
    Orleans, New York, Oslo, Ottawa, Oxford, Paris, Perth, Philadelphia, Portland, Prague, Quebec, Rio
    de Janeiro, Rome, Rotterdam, San Diego, San Francisco, Santiago, Seattle, Seoul, Seville, Shanghai,
    Singapore, Stockholm, Sydney, Tokyo, Toronto, Turin, Valencia, Vancouver, Venice, Vienna, Warsaw,
    Zurich, Alabama, Alaska, Arizona, Bavaria, Brittany, California, Colorado, Florida, Georgia, Hawaii,
    Illinois, Kansas, Maine, Michigan, Montana, Nevada, New Jersey, Ohio, Ontario, Oregon, Scotland,
    Sicily, Texas, Tuscany, Utah, Virginia, Wales, Argentina, Australia, Austria, Belgium, Bolivia,
    Brazil, Bulgaria, Canada, Chile, China, Colombia, Croatia, Cuba, Denmark, Ecuador, Egypt, England,
    Ethiopia, Finland, France, Germany, Ghana, Greece, Hungary, Iceland, India, Indonesia, Iran, Iraq,
    Ireland, Israel, Italy, Jamaica, Japan, Jordan, Kenya, Lebanon, Malaysia, Malta, Mexico, Morocco,
    Nepal, New Zealand, Nigeria, Norway, Pakistan, Peru, Poland, Portugal, Romania, Russia, Rwanda,
    Senegal, Serbia, Slovakia, South Africa, South Korea, Spain, Sri Lanka, Sudan, Sweden, Switzerland,
    Syria, Taiwan, Tanzania, Thailand, Tunisia, Turkey, Uganda, Ukraine, Netherlands, United Kingdom,
    United States, Uruguay, Vietnam, Zambia
    """.replace("\n", " ").split(", ")


def title(text: str) -> str:
    """The name a DBpedia abstract starts with, or nothing."""
    end = _TITLE_END.search(text)
    title = text[: end.start()] if end else ""
    return title if title and not title.startswith("The ") and len(title.split()) <= 6 else ""


def name_lists(data: Path) -> dict[str, list[list[str]]]:
    """Names to swap in, as words: PERSON (GAP), GPE (our list) and ORG (DBpedia)."""
    gap = read_jsonl(data / "coref" / "gap_development.jsonl")
    titles = [
        title(r["text"]) for r in read_jsonl(data / "cls" / "dbpedia_val_sample.jsonl") if r["label"] in _ORGANISATIONS
    ]
    lists = {"PERSON": [r[k] for r in gap for k in "AB"], "GPE": _PLACES, "ORG": titles}
    return {
        label: [n.split() for n in sorted({name.strip() for name in names}) if re.fullmatch(r"[\w.& ]+", n)]
        for label, names in lists.items()
    }


def swapped(row: Row, lists: dict[str, list[list[str]]], rng: Random) -> Row:
    """The same row with other names; three in four names of a listed type are replaced."""
    words, spaces, spans = row
    new_words, new_spaces, new_spans, at = [], [], [], 0
    for start, end, label in sorted(spans):
        new_words += words[at:start]
        new_spaces += spaces[at:start]
        name, blanks = words[start:end], spaces[start:end]
        if label in lists and rng.random() < 0.75:
            name = rng.choice(lists[label])
            if label == "PERSON" and end - start == 1:
                name = name[-1:]
            blanks = [True] * (len(name) - 1) + [spaces[end - 1]]
        new_spans.append((len(new_words), len(new_words) + len(name), label))
        new_words, new_spaces, at = new_words + name, new_spaces + blanks, end
    return new_words + words[at:], new_spaces + spaces[at:], new_spans
