"""How fast Chinese is: the segmenter, and each transformation beside its English twin.

    python tests/benchmarks/chinese_speed.py [ROWS]

CPU seconds of this process on one thread, warm, the best of three; microseconds a word. Texts are the demonstration
reviews of each language, again and again with another number at the end, so that no segmentation is remembered. ``words
known`` is the time where the segmentation or annotation of the rows is there already, as in a suite of several.
"""

import sys
import time
from collections.abc import Callable
from itertools import count

from datasets import Dataset, disable_caching, disable_progress_bars

import hf_robust as hr
from hf_robust.core.registry import spoken_language
from hf_robust.language import resources
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.transformation_registry import transformations

TASK = "sentiment-classification"
_COUNTER = count(1)  # no two measurements have a text in common


def rows_of(language: str, size: int, first: int = 0) -> Dataset:
    """Reviews with a number behind each."""
    texts = list(demo_reviews(language)["text"])
    numbered = [f"{texts[place % len(texts)]}{'' if language == 'zh' else ' '}{first + place}" for place in range(size)]
    return Dataset.from_dict({"text": numbered, "label": [0] * size})


def seconds(work: Callable[[int], None]) -> float:
    """The best of three, in CPU seconds."""
    found = []
    for number in range(3):
        began = time.process_time()
        work(number)
        found.append(time.process_time() - began)
    return min(found)


def words_in(data: Dataset, language: str) -> int:
    """How many words the texts have."""
    spoken = spoken_language(language)
    return sum(len(spoken.words(text, None)) for text in data["text"])


def timed(name: str, language: str, size: int) -> tuple[float, float]:
    """Microseconds a word of one transformation: from bare texts, and with the words known."""
    task, cls = hr.task(TASK, language=language), transformations.get(name, language)
    fresh = [rows_of(language, size, 100_000 * next(_COUNTER)) for _ in range(3)]
    words = words_in(rows_of(language, size), language)  # not those that are timed: they would be remembered
    known = annotated_for(rows_of(language, size), task, [[cls()]], num_proc=1)
    perturb = hr.Perturb(name, task, keep="all")
    known.map(perturb, batched=True)  # warm
    bare = seconds(lambda number: fresh[number].map(perturb, batched=True))
    there = seconds(lambda number: known.map(perturb, batched=True))
    return 1e6 * bare / words, 1e6 * there / words


def main(size: int) -> None:
    """Print the two tables."""
    disable_caching()
    disable_progress_bars()
    texts = list(rows_of("zh", size)["text"])
    characters, find = sum(map(len, texts)), spoken_language("zh").pieces
    find("先读一次。")
    began = time.process_time()
    for text in texts:
        find(text)
    print(f"segmenter: {characters / (time.process_time() - began):,.0f} characters a second\n")
    print("| transformation | bare | words known | English twin, bare | words known |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in transformations.names("zh"):
        cls = transformations.get(name, "zh")
        if TASK not in cls.effects or "*" in cls.languages:
            continue
        try:
            resources.require(cls.resources, name, "zh")
            twin = TASK in transformations.get(name).effects if name in transformations else False
            own, other = timed(name, "zh", size), timed(name, "en", size) if twin else None
        except LookupError as error:
            print(f"| {name} | {error} | | | |")
            continue
        shown = [f"{value:.1f}" for value in (*own, *(other or ()))] + ["–"] * (0 if other else 2)
        print(f"| {name} | {' | '.join(shown)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 800)
