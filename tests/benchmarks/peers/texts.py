"""The sets of texts: those of a file, or made from the embedded reviews and from a few patterns."""

import itertools
import json
import random
from pathlib import Path

COLUMNS = ("text", "sentence")
PATTERNS = (
    "{name} moved from {place} to {other} in {year} and paid {number} dollars for a small house.",
    "In {year}, {name} sold {number} tickets in {place} before the show went on to {other}.",
    "About {number} people from {place} wrote to {name} after the trip to {other} in {year}.",
    "{name} and {second} met in {place} when they were {small}, and both work in {other} now.",
    "The train from {place} to {other} takes {small} hours, said {name}, who has used it since {year}.",
    "{second} told {name} that {number} copies were printed in {place} and only {small} in {other}.",
)
NAMES = "Anna James Maria Robert Linda David Sarah Michael Laura Thomas Julia Daniel Emma Peter Susan Richard".split()
PLACES = "London Paris Chicago Boston Madrid Berlin Canada Japan Brazil Kenya Toronto Seattle Norway Egypt".split()


def plain(rows: int) -> list[str]:
    """Pairs of sentences of the embedded reviews, about 20 words each, all distinct."""
    from hf_robust.language.embedded.demo import demo_reviews

    sentences = [part.strip().rstrip(".") + "." for text in demo_reviews()["text"] for part in text.split(". ")]
    count = len(sentences)
    places = ((number % count, 1 + number // count) for number in range(rows + 200))
    return _some((f"{sentences[place]} {sentences[(place + step) % count]}" for place, step in places), rows)


def cased(rows: int) -> list[str]:
    """Sentences with names, places and numbers."""
    rng = random.Random(7)
    found = []
    for pattern in itertools.islice(itertools.cycle(PATTERNS), rows + 200):
        (name, second), (place, other) = rng.sample(NAMES, 2), rng.sample(PLACES, 2)
        words = {"name": name, "second": second, "place": place, "other": other}
        numbers = {"year": rng.randrange(1950, 2020), "number": rng.randrange(110, 9000), "small": rng.randrange(5, 60)}
        found.append(pattern.format(**words, **numbers))
    return _some(found, rows)


def of_file(path: Path, rows: int) -> list[str]:
    """The texts of a file, one a line: plain, or JSON with a column ``text`` or ``sentence``."""
    lines = path.read_text("utf-8").splitlines()
    if path.suffix in (".jsonl", ".json"):
        found = (json.loads(line) for line in lines if line.strip())
        lines = [next(row[column] for column in COLUMNS if column in row) for row in found]
    return _some(lines, rows)


def _some(texts, rows: int) -> list[str]:
    """At most so many distinct texts that are longer than a word, in an order that has nothing to do with length."""
    distinct = [text for text in dict.fromkeys(text.strip() for text in texts) if " " in text]
    random.Random(7).shuffle(distinct)
    return distinct[:rows]
