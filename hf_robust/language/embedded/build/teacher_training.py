"""Trains the teacher model and measures it."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hf_robust.language.embedded.build.entity_training import MISSING
from hf_robust.language.embedded.build.teacher import (
    OPEN,
    Example,
    Teacher,
    batches,
    dep_scores,
    encode,
    label_names,
    new_teacher,
    predict,
    scores,
    targets,
)

if TYPE_CHECKING:
    from pathlib import Path

    from torch import Generator, Tensor
    from torch.optim import Optimizer

_WEIGHTS = {"tags": 1.0, "kinds": 1.0, "entities": 1.0, "starts": 0.5, "heads": 1.0, "deps": 1.0}


def loss(teacher: Teacher, examples: Sequence[Example], width: int, noise: "Generator | None" = None) -> "Tensor":
    """Weighted sum of the mean losses of all layers that the batch annotates."""
    import torch
    from torch.nn.functional import cross_entropy

    found = scores(teacher, encode(teacher, [e.words for e in examples], width), noise)
    gold = targets(teacher, examples, width)
    found["deps"] = dep_scores(teacher, found, gold["heads"].clamp(min=0))
    apart = gold["sentence"][:, :, None] != gold["sentence"][:, None, :]
    found["heads"] = found["heads"].masked_fill(apart, -1e4)
    terms = [
        weight * cross_entropy(found[layer].flatten(0, 1), gold[layer].flatten(), ignore_index=OPEN)
        for layer, weight in _WEIGHTS.items()
        if (gold[layer] != OPEN).any()
    ]
    return torch.stack(terms).sum()


def train_teacher(
    per_epoch: Callable[[int], list[Example]],
    epochs: int = 7,
    seed: int = 0,
    rate: float = 4e-4,
    encoder: "Path | None" = None,
    watch: Callable[[Teacher], object] | None = None,
) -> Teacher:
    """Train all layers of the encoder and the layers of scores.

    Args:
        per_epoch: Gives the examples of an epoch (they may change from one to the next).
        epochs: Passes.
        seed: Seed of weights, order and dropout.
        rate: Highest learning rate of the encoder; the new layers take five times as much.
        encoder: Weights to start from, see :func:`hf_robust.language.embedded.build.teacher.new_teacher`.
        watch: Called with the model after every epoch.
    """
    import torch

    noise = torch.Generator().manual_seed(seed)
    data = [per_epoch(epoch) for epoch in range(epochs)]
    teacher = new_teacher(label_names([e for part in data for e in part]), noise, encoder)
    plans = [list(batches(teacher, [e.words for e in part], noise)) for part in data]
    steps = sum(map(len, plans))
    inner = list(teacher.parts["bert"].encoder.parameters())
    outer = [p for name, p in teacher.parts.named_parameters() if not name.startswith("bert.")]
    exact = [p.detach().float() for p in (*inner, *outer)]  # steps are too small to add them up in bfloat16
    optimizer = torch.optim.AdamW(
        [{"params": exact[: len(inner)], "lr": rate}, {"params": exact[len(inner) :], "lr": 5 * rate}],
        weight_decay=0.01,
        fused=True,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.08 * steps), (steps - step) / (0.92 * steps))
    )
    for part, plan in zip(data, plans):
        teacher.parts.train()
        begin, total = time.perf_counter(), 0.0
        for width, rows, _ in plan:
            value = loss(teacher, [part[i] for i in rows], width, noise)
            value.backward()
            _step((*inner, *outer), exact, optimizer)
            schedule.step()
            total += float(value.detach())
            if (done := schedule.last_epoch) % 25 == 0:
                print(f"teacher: step {done} of {steps}, {time.perf_counter() - begin:.0f} s", flush=True)
        print(f"teacher: loss {total / len(plan):.3f}, {time.perf_counter() - begin:.0f} s", flush=True)
        if watch is not None:
            print("teacher:", watch(teacher), flush=True)
    return teacher


def _step(weights: "Sequence[Tensor]", exact: "Sequence[Tensor]", optimizer: "Optimizer") -> None:
    """One step of the optimizer on the float32 copies of the weights."""
    import torch

    for weight, copy in zip(weights, exact):
        copy.grad = None if weight.grad is None else weight.grad.float()
        weight.grad = None
    torch.nn.utils.clip_grad_norm_(exact, 1.0)
    optimizer.step()
    with torch.no_grad():
        for weight, copy in zip(weights, exact):
            weight.copy_(copy)


def measure(teacher: Teacher, gold: Sequence[Example]) -> dict[str, float]:
    """Shares of right tags, kinds, heads and labelled heads, and F1 of entities, on given words and sentences."""
    right = dict.fromkeys(("tags", "kinds", "uas", "las"), 0)
    total = dict.fromkeys(right, 0)
    hits = guessed = named = 0
    for row, found in predict(teacher, [(e.words, e.spaces) for e in gold], known=gold):
        example = gold[row]
        for layer in ("tags", "kinds"):
            right[layer] += sum(a == b for a, b in zip(getattr(example, layer), getattr(found, layer)))
            total[layer] += len(getattr(example, layer))
        for i, (head, dep) in enumerate(zip(example.heads, example.deps)):
            right["uas"] += head == found.heads[i]
            right["las"] += (head, dep) == (found.heads[i], found.deps[i])
            total["uas"] += 1
            total["las"] += 1
        if example.spans is not None:
            hidden = {i for a, b, label in example.spans if label == MISSING for i in range(a, b)}
            true = {s for s in example.spans if s[2] != MISSING}
            guess = {s for s in found.spans if not hidden & set(range(s[0], s[1]))}
            hits, guessed, named = hits + len(true & guess), guessed + len(guess), named + len(true)
    shares = {name: round(n / total[name], 4) for name, n in right.items() if total[name]}
    return shares | ({"entities": round(2 * hits / (guessed + named), 4)} if named else {})
