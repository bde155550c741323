"""What the gate costs: ``python tests/benchmarks/gate_speed.py [SENTENCES]``.

``SENTENCES`` is a file of texts, one a line or ``.jsonl`` with a column ``sentence``; the demo reviews serve without
it. The first 2,000 are annotated once; then each transformation that has a gate takes them without it and with it, once
each. Times are those of the process (CPU). Beside the rows a second: the share of rows that change, and the windows
that the language model read, with the time of its bare forward passes over as many, in the same batches.
"""

import sys
import time
from collections import Counter

import torch
from datasets import Dataset, disable_caching, disable_progress_bars
from validators_speed import sentences

import hf_robust as hr
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language import fill_mask
from hf_robust.language.gate import window_states
from hf_robust.language.models import masked_lm
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.gated_words import GatedWords

SENTIMENT, NER = "sentiment-classification", "named-entity-recognition"
TASKS = {name: hr.task(name) for name in (SENTIMENT, NER)}
READ: Counter[tuple[int, int]] = Counter()  # shapes of the batches


def count_windows() -> None:
    """From here on, :data:`READ` has the shapes of the batches that the language model reads."""
    fill_mask.fixed_batches = window_states.fixed_batches = _counted(fill_mask.fixed_batches)


def _counted(batches):
    def count(*args):
        for numbers, batch, masks in batches(*args):
            READ[tuple(batch["input_ids"].shape)] += 1
            yield numbers, batch, masks

    return count


def bare(shapes: Counter[tuple[int, int]]) -> float:
    """CPU seconds of the encoder alone over batches of these shapes."""
    body = masked_lm(EMBEDDED)[0].base_model
    start = time.process_time()
    with torch.inference_mode(), quick_linear("cpu"):
        for shape, times in shapes.items():
            ids = torch.full(shape, 2000)
            for _ in range(times):
                body(input_ids=ids, attention_mask=torch.ones_like(ids))
    return time.process_time() - start


def main(path: str | None) -> None:
    disable_progress_bars()
    disable_caching()
    texts = sentences(path)
    of_texts = hr.annotate(Dataset.from_dict({"text": texts, "label": [0] * len(texts)}), TASKS[SENTIMENT])
    tokens = [text.split() for text in texts]
    tagged = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * len(words) for words in tokens]})
    of_tokens = hr.annotate(tagged, TASKS[NER])
    count_windows()
    print(f"{'':20} {'without':>9} {'changed':>8} {'with':>9} {'changed':>8} {'windows':>8} {'bare':>7} {'of with':>8}")
    for cls in transformation_registry.transformations.values():
        if not issubclass(cls, GatedWords):
            continue
        rows, name = (of_texts, SENTIMENT) if SENTIMENT in cls.effects else (of_tokens, NER)
        show(cls.name, rows, TASKS[name])


def show(name: str, rows: Dataset, task: hr.Task) -> None:
    cells = []
    for gate in (False, True):
        perturb = hr.Perturb(name, task, gate=gate)
        rows.select(range(4)).map(perturb, batched=True)  # loads what it needs
        READ.clear()
        start = time.process_time()
        changed = len(rows.map(perturb, batched=True))
        took = time.process_time() - start
        cells += [f"{len(rows) / took:9.0f}", f"{changed / len(rows):8.1%}"]
    read = Counter(READ)
    floor = bare(read)
    windows = sum(shape[0] * times for shape, times in read.items())
    print(f"{name:20} {' '.join(cells)} {windows:8} {floor:6.1f}s {floor / took:8.0%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
