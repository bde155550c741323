"""Trains the masked language model of the embedded defaults on free text, on one CPU core.

All layers of the encoder, a new prediction head, and one output row for every word piece that the texts hold
often enough. Words and pieces that they hold seldom are read, but never predicted.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from hf_robust.core.files import replaced_folder
from hf_robust.language.embedded import packed
from hf_robust.language.embedded.build.free_texts import documents, held_out, sentences_of
from hf_robust.language.embedded.build.masked_windows import (
    SEEN_OFTEN,
    Case,
    batches,
    masked,
    one_masked,
    output_rows,
    padded,
    windows,
)
from hf_robust.language.embedded.build.treebanks import read_conllu, split_ewt
from hf_robust.language.embedded.masked_lm_model import DECODER, ROWS, full_state

if TYPE_CHECKING:
    from torch import Generator, Tensor
    from transformers import BertForMaskedLM, PreTrainedTokenizerBase

DESCRIPTION = {
    "name": "robust-masked-lm",
    "version": "1.0.0",
    "license": "CC BY-SA 4.0",
    "architecture": "BertForMaskedLM",
}
EVERY = {
    "movie_reviews": 40,
    "sentence_polarity": 25,
    "subjectivity": 30,
    "gum": 0,
    "ewt": 0,
    "litbank": 17,
    "gap": 20,
    "dbpedia": 20,
    "fewrel": 20,
    "semeval10": 20,
    "snli": 20,
    "wordnet": 100,
}
"""One text in so many is held out; GUM and EWT have their own measured parts."""


class Head:
    """The prediction head while it is trained: transformation, output rows and their bias."""

    def __init__(self, model: "BertForMaskedLM", chosen: "Tensor", share: "Tensor"):
        import torch

        self.transform = model.cls.predictions.transform
        self.weight = torch.nn.Parameter(model.bert.embeddings.word_embeddings.weight.detach()[chosen].clone())
        self.bias = torch.nn.Parameter(share.clone())

    def parameters(self) -> "list[Tensor]":
        """All that is trained in the head."""
        return [*self.transform.parameters(), self.weight, self.bias]

    def __call__(self, states: "Tensor") -> "Tensor":
        import torch

        return torch.nn.functional.linear(self.transform(states), self.weight, self.bias)


def guesses(
    model: "BertForMaskedLM", head: "Callable[[Tensor], Tensor]", cases: Sequence[Case], mask: int, best: int = 5
) -> "list[list[int]]":
    """The best outputs for each case.

    Args:
        model: The model; its encoder is used.
        head: Hidden states in, scores out.
        cases: Windows with the place that is masked.
        mask: Number of the mask.
        best: How many outputs a case.
    """
    import torch

    order = sorted(range(len(cases)), key=lambda i: len(cases[i][0]))
    found: list[list[int]] = [[] for _ in cases]
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        pieces, attention = padded([cases[i][0] for i in part])
        here = (torch.arange(len(part)), torch.tensor([cases[i][1] for i in part]))
        pieces[here] = mask
        with torch.inference_mode():  # in float32, as users run the model
            scores = head(model.bert(pieces, attention_mask=attention).last_hidden_state[here])
        for i, row in zip(part, scores.topk(best).indices.tolist()):
            found[i] = row
    return found


def accuracy(found: Sequence[Sequence[int]], cases: Sequence[Case]) -> tuple[float, float]:
    """Share of cases whose piece is the first guess, and one of the guesses."""
    truth = [row[place] for row, place in cases]
    return (
        sum(t == row[0] for t, row in zip(truth, found)) / len(truth),
        sum(t in row for t, row in zip(truth, found)) / len(truth),
    )


def initialise(model: "BertForMaskedLM", generator: "Generator") -> None:
    """First weights of the new layers, from the generator alone."""
    import torch

    transform = model.cls.predictions.transform
    with torch.no_grad():
        transform.dense.weight.normal_(0, 0.02, generator=generator)
        transform.dense.bias.zero_()
        transform.LayerNorm.weight.fill_(1.0)
        transform.LayerNorm.bias.zero_()


def fit(
    model: "BertForMaskedLM",
    head: Head,
    rows: Sequence[list[int]],
    row_of: "Tensor",
    mask: int,
    epochs: float,
    rate: float,
    seed: int,
    every: int,
    report: Callable[[int, float], None],
) -> None:
    """Train encoder and head together.

    Args:
        model: The model; its input embeddings stay as they are.
        rows: Training windows.
        row_of: Output row of each word piece, -1 for none.
        mask: Number of the mask.
        epochs: Passes over the windows; a part of one is possible.
        rate: Highest learning rate of the encoder; the head's is twice that.
        seed: Seed of order and masks.
        every: ``report(step, loss)`` is called after so many steps and at the end.
    """
    import torch

    generator = torch.Generator().manual_seed(seed)
    model.bert.embeddings.requires_grad_(False)
    encoder = list(model.bert.encoder.parameters())
    optimizer = torch.optim.AdamW(
        [{"params": encoder}, {"params": head.parameters(), "lr": 2 * rate}],
        lr=rate,
        betas=(0.9, 0.98),
        weight_decay=0.01,
        fused=True,
    )
    steps = int(epochs * sum(1 for _ in batches(rows, torch.Generator())))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / (0.04 * steps), max(steps - step, 0) / (0.96 * steps))
    )
    step, total = 0, 0.0
    while step < steps:
        for batch in batches(rows, generator):
            pieces, attention, places, targets = masked(batch, row_of, mask, generator)
            if step >= steps:
                break
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = model.bert(pieces, attention_mask=attention).last_hidden_state
                scores = head(states.flatten(0, 1)[places])
            loss = torch.nn.functional.cross_entropy(scores.float(), targets, ignore_index=-1)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*encoder, *head.parameters()], 1.0)
            optimizer.step()
            optimizer.zero_grad()
            schedule.step()
            step, total = step + 1, total + loss.item()
            if step % every == 0 or step == steps:
                report(step, total / every)
                total = 0.0


def texts(data: Path, nltk_data: Path) -> tuple[list[list[str]], dict[str, list[list[str]]]]:
    """Texts to train on, and the measured ones by source."""
    train, measured = [], {}
    for name, rows in documents(data, nltk_data).items():
        kept, measured[name] = held_out(rows, EVERY[name]) if EVERY[name] else (rows, [])
        train += kept
    measured["gum"] = sentences_of(read_conllu(data / "gum" / "dev.conllu"))
    measured["ewt"] = sentences_of(split_ewt(read_conllu(data / "ud_english_ewt" / "dev.conllu"))[2])
    return train, measured


def measure(
    model: "BertForMaskedLM",
    tokenizer: "PreTrainedTokenizerBase",
    measured: dict[str, list[list[str]]],
    most: int = 250,
) -> dict:
    """Top-1 and top-5 accuracy with one masked word piece, in sentences alone and in passages of 128 pieces.

    Args:
        model: The whole model, as shipped.
        measured: Held-out texts by source.
        most: About how many cases a source.
    """
    figures: dict[str, dict] = {}
    for kind in ("sentences", "passages"):
        right = []
        for name, rows in measured.items():
            rows = [[s] for row in rows for s in row] if kind == "sentences" else [r for r in rows if len(r) > 1]
            found = windows(rows, tokenizer)
            cases = one_masked(found[:: max(1, len(found) // most)])
            if cases:
                first, five = accuracy(guesses(model, model.cls, cases, tokenizer.mask_token_id), cases)
                right.append((len(cases), first, five))
                figures.setdefault(name, {})[kind] = {"n": len(cases), "top1": round(first, 4), "top5": round(five, 4)}
        total = sum(n for n, _, _ in right)
        figures.setdefault("all", {})[kind] = {
            "n": total,
            "top1": round(sum(n * first for n, first, _ in right) / total, 4),
            "top5": round(sum(n * five for n, _, five in right) / total, 4),
        }
    return figures


def packed_weights(model: "BertForMaskedLM", head: Head, chosen: "Tensor") -> "dict[str, Tensor]":
    """What is shipped: what training added to the encoder, the head, and the output rows with their numbers."""
    base = {f"bert.{name}": tensor for name, tensor in packed.base_state().items()}
    words = base["bert.embeddings.word_embeddings.weight"]
    trained = {
        name: tensor
        for name, tensor in model.state_dict().items()
        if not name.startswith(("cls.predictions.decoder", "cls.predictions.bias"))
    }
    trained |= {f"{DECODER}.weight": head.weight, f"{DECODER}.bias": head.bias}
    stored = packed.pack(trained, base | {f"{DECODER}.weight": words[chosen]}, bits=4)
    return stored | {ROWS: chosen.short() if int(chosen.max()) < 2**15 else chosen.int()}


def publish(
    model: "BertForMaskedLM",
    head: Head,
    chosen: "Tensor",
    tokenizer: "PreTrainedTokenizerBase",
    measured: dict[str, list[list[str]]],
    seen: dict,
    out: Path,
) -> dict:
    """Pack, measure what is packed, and write it with its card; gives back the figures."""
    stored = packed_weights(model, head, chosen)
    shipped = type(model)(type(model.config).from_dict(model.config.to_dict() | {"tie_word_embeddings": False}))
    packed.fill(shipped, full_state(stored, packed.base_state()))
    figures = measure(shipped.eval(), tokenizer, measured) | {"seen": seen}
    with replaced_folder(out) as folder:
        packed.write_packed(folder, stored, DESCRIPTION | {"figures": figures})
        (folder / "README.md").write_text(card(figures), encoding="utf-8")
    return figures


def card(figures: dict) -> str:
    """The model card with the measured figures."""
    from importlib.metadata import version

    def cells(row: dict, kind: str) -> str:
        values = row.get(kind)
        return f"{100 * values['top1']:.1f} | {100 * values['top5']:.1f} | {values['n']}" if values else "| |"

    names = [name for name in figures if name not in ("all", "seen")]
    lines = [
        f"| {name} | {cells(figures[name], 'sentences')} | {cells(figures[name], 'passages')} |"
        for name in (*names, "all")
    ]
    seen = figures["seen"]
    return Template(Path(__file__).with_name("card_masked_lm.md").read_text(encoding="utf-8")).substitute(
        table="\n".join(lines),
        pieces=f"{seen['pieces']:,}",
        rows=f"{seen['rows']:,}",
        epochs=seen["epochs"],
        often=SEEN_OFTEN,
        runs=seen["runs"],
        covered=f"{100 * seen['covered']:.1f}",
        torch=version("torch").split("+")[0],
        transformers=version("transformers"),
        texts=", ".join(f"{name} {words:,}" for name, words in seen["words"].items()),
    )


def build(
    data: Path,
    nltk_data: Path,
    out: Path,
    epochs: float = 1.4,
    rate: float = 4e-4,
    seed: int = 0,
    encoder: Path | None = None,
) -> dict:
    """Train, measure and write the trained part with its card to ``out``.

    Args:
        data: Folder with the texts of the module ``free_texts`` and the measured parts.
        nltk_data: NLTK data folder.
        out: Folder to write.
        epochs: Passes over the texts.
        rate: Highest learning rate of the encoder.
        seed: Seed of order, first weights and masks.
        encoder: File for the trained encoder (safetensors, float32), from which other models can start.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
        MissingResource: The encoder's package is not installed.
    """
    import torch
    from safetensors.torch import save_file
    from transformers import AutoTokenizer, BertForMaskedLM

    train, measured = texts(data, nltk_data)
    base = packed.base_encoder_path()
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True)
    model = BertForMaskedLM.from_pretrained(
        base,
        local_files_only=True,
        attn_implementation="eager",
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    rows = windows(train, tokenizer)
    initialise(model, torch.Generator().manual_seed(seed))
    chosen, share = output_rows(rows, model.config.vocab_size, tokenizer.all_special_ids)
    row_of = torch.full((model.config.vocab_size,), -1)
    row_of[chosen] = torch.arange(len(chosen))
    head = Head(model, chosen, share)
    fit(model, head, rows, row_of, tokenizer.mask_token_id, epochs, rate, seed, 200, _log)
    if encoder is not None:
        save_file({k: v.contiguous() for k, v in model.bert.state_dict().items()}, encoder)
    return publish(model, head, chosen, tokenizer, measured, seen_by(rows, row_of, data, nltk_data, epochs), out)


def seen_by(rows: Sequence[list[int]], row_of: "Tensor", data: Path, nltk_data: Path, epochs: float) -> dict:
    """What the model saw, for its card."""
    import torch

    known = (row_of[torch.tensor([p for row in rows for p in row[1:-1]])] >= 0).float().mean()
    return {
        "pieces": sum(len(row) - 2 for row in rows),
        "rows": int((row_of >= 0).sum()),
        "epochs": epochs,
        "runs": "one run",
        "covered": round(float(known), 4),
        "words": {
            name: sum(len(line.split()) for text in found for line in text)
            for name, found in documents(data, nltk_data).items()
        },
    }


def _log(step: int, loss: float) -> None:
    print(json.dumps({"step": step, "loss": round(loss, 4)}), flush=True)
