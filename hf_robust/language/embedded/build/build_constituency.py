"""Trains the constituency parser of the embedded defaults on free data, on one CPU core.

benepar's own model and loss on a small encoder. Word embeddings and the lowest layer of the encoder stay as they
are; the layers above and benepar's part are trained, and only they are shipped.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

from hf_robust.core.files import replaced_folder, write_files
from hf_robust.language.embedded import chart
from hf_robust.language.embedded.benepar_bridge import benepar
from hf_robust.language.embedded.build.build_sentiment import batches
from hf_robust.language.embedded.build.evalb import plain_label, score
from hf_robust.language.embedded.build.treebanks import need
from hf_robust.language.embedded.constituency_model import constituency_model_path, write_parser
from hf_robust.language.embedded.packed import base_encoder_path, sha256
from hf_robust.language.lookup import package_version
from hf_robust.language.resources import ENCODER_PACKAGE

if TYPE_CHECKING:
    from nltk import Tree
    from torch import Generator, Tensor

ENCODER = "pretrained_model."
LAYERS = 5
"""Layers of the encoder that are kept; the top one, made for whole sentences, is not needed."""
BATCH = 24
MASKED = 0.1
"""Share of sub-words hidden from the encoder in training: what few sentences teach must not hang on single words."""
HEAD = {
    "d_model": 512,
    "num_layers": 1,
    "num_heads": 8,
    "d_kv": 64,
    "d_ff": 512,
    "d_label_hidden": 128,
    "d_tag_hidden": 128,
    "encoder_max_len": 512,
    "use_encoder": True,
    "use_pretrained": True,
    "use_chars_lstm": False,
    "predict_tags": True,
    "tag_loss_scale": 5.0,
    "force_root_constituent": True,
    "morpho_emb_dropout": 0.2,
    "relu_dropout": 0.1,
    "residual_dropout": 0.2,
    "attention_dropout": 0.1,
}


@dataclass
class Example:
    """A sentence in the shape that benepar's model reads."""

    words: list[str]
    space_after: list[bool]
    tree: "Tree | None" = None

    def pos(self) -> list[tuple[str, str]]:
        """Words and gold tags."""
        return self.tree.pos() if self.tree is not None else [(word, "UNK") for word in self.words]


def read_trees(path: Path) -> "list[Tree]":
    """Bracketed trees, one a line: functions cut from the labels, ``TOP`` as root.

    Raises:
        DataFileError: The file is absent.
    """
    from nltk import Tree

    lines = need(path).read_text(encoding="utf-8").splitlines()
    return [Tree("TOP", list(_plain(Tree.fromstring(line)))) for line in lines if line.strip()]


def _plain(node: "Tree | str") -> "Tree | str":
    from nltk import Tree

    if isinstance(node, str) or isinstance(node[0], str):
        return node
    return Tree(plain_label(node.label()), [_plain(child) for child in node])


def example(tree: "Tree", hyphens: bool) -> Example:
    """The sentence of a tree with blanks guessed as benepar does; ``hyphens`` joins the parts of compounds."""
    from benepar.ptb_unescape import guess_space_after, ptb_unescape

    words, tags = ptb_unescape(tree.leaves()), [tag for _, tag in tree.pos()]
    spaces = guess_space_after(tree.leaves())
    if hyphens:
        spaces = [space and "HYPH" not in pair for space, pair in zip(spaces, zip(tags, [*tags[1:], ""]))]
    return Example(words, spaces, tree)


def new_parser(trees: "Sequence[Tree]", encoder: "dict[str, Tensor] | None" = None) -> Any:
    """An untrained ``ChartParser`` for the labels and tags of the trees.

    Args:
        trees: Training trees.
        encoder: Weights of the encoder by their names in ``BertModel``; default: those of the base.
    """
    benepar()
    from benepar.decode_chart import ChartDecoder
    from benepar.nkutil import HParams
    from benepar.parse_chart import ChartParser

    tags = sorted({tag for tree in trees for _, tag in tree.pos()})
    settings = HEAD | {
        "pretrained_model": str(base_encoder_path()),
        "force_root_constituent": ChartDecoder.infer_force_root_constituent(trees),
    }
    parser = ChartParser(
        {tag: i for i, tag in enumerate(tags)}, ChartDecoder.build_vocab(trees), None, HParams(**settings)
    )
    bert = parser.pretrained_model
    if encoder is not None:
        layers = {name: tensor for name, tensor in encoder.items() if name.startswith("encoder.layer.")}
        bert.load_state_dict(layers, strict=False)
    bert.encoder.layer = bert.encoder.layer[:LAYERS]
    bert.config.num_hidden_layers = LAYERS
    return parser


def is_trained(name: str) -> bool:
    """Is this parameter of the parser trained (and shipped)? Word embeddings and the unused pooler are not."""
    return not name.startswith((f"{ENCODER}embeddings.", f"{ENCODER}pooler."))


@contextmanager
def seeded(seed: int) -> "Iterator[Generator]":
    """A generator, and torch's own chance for layers that take no generator; the caller's is put back."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    with torch.random.fork_rng(devices=[]):
        torch.set_rng_state(generator.get_state())
        yield generator


class Weights:
    """Trained parameters in float32, and their running average, which parses better than the last step's.

    The encoder itself counts in bfloat16: processors with instructions for it train twice as fast.

    Args:
        parser: A ``ChartParser``; its encoder is changed to bfloat16.
        rate: Highest learning rate of the encoder.
        head_rate: That of benepar's part, which starts from nothing.
        decay: Of the average, a step.
    """

    def __init__(self, parser: Any, rate: float, head_rate: float, decay: float = 0.997):
        import torch

        self.decay, self.steps = decay, 0
        whole = {n: p.detach().clone() for n, p in parser.named_parameters() if n.startswith(ENCODER)}
        _in_bfloat16(parser.pretrained_model)
        used = {n: p.requires_grad_(is_trained(n)) for n, p in parser.named_parameters()}
        self.used = {n: p for n, p in used.items() if is_trained(n)}
        self.own = {n: whole[n].requires_grad_() if n in whole else p for n, p in self.used.items()}
        self.mean = {n: p.detach().clone() for n, p in self.own.items()}
        parts = [[p for n, p in self.own.items() if (n in whole) is part] for part in (True, False)]
        self.optimizer = torch.optim.AdamW(
            [{"params": parts[0], "lr": rate}, {"params": parts[1], "lr": head_rate}], weight_decay=0.01, fused=True
        )

    def step(self) -> None:
        """Take a step with the gradients in the parser, and put the new parameters there."""
        import torch

        for name, parameter in self.used.items():
            if parameter is not self.own[name]:
                self.own[name].grad, parameter.grad = parameter.grad.float(), None
        torch.nn.utils.clip_grad_norm_(self.own.values(), 5.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.steps += 1
        weight = 1 - min(self.decay, self.steps / (self.steps + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.values()), list(self.own.values()), weight)
        self._put({n: p for n, p in self.own.items() if p is not self.used[n]})

    def _put(self, values: "dict[str, Tensor]") -> None:
        import torch

        with torch.no_grad():
            torch._foreach_copy_([self.used[name] for name in values], list(values.values()))

    @contextmanager
    def averaged(self) -> "Iterator[dict[str, Tensor]]":
        """The average, which stands in the parser while the block runs; what is not trained is not in it."""
        own = {n: p.detach().clone() for n, p in self.own.items()}
        self._put(self.mean)
        yield self.mean
        self._put(own)


def _in_bfloat16(encoder: Any) -> None:
    plain = encoder.bfloat16().forward

    def forward(*args: object, **kwargs: object) -> object:
        output = plain(*args, **kwargs)
        output.last_hidden_state = output.last_hidden_state.float()
        return output

    encoder.forward = forward
    encoder.set_attn_implementation("eager")  # the backward pass of torch's own is slow on processors


def hidden(encoded: dict, tokenizer: Any, generator: "Generator") -> dict:
    """An encoded sentence with the mask in the place of some sub-words."""
    import torch

    drawn = torch.rand(len(encoded["input_ids"]), generator=generator).tolist()
    special = {tokenizer.cls_token_id, tokenizer.sep_token_id}
    ids = [
        tokenizer.mask_token_id if x < MASKED and i not in special else i for i, x in zip(encoded["input_ids"], drawn)
    ]
    return {**encoded, "input_ids": ids}


def guesses(parser: Any, trees: "Sequence[Tree]") -> "list[Tree]":
    """The parser's trees over the words of gold trees."""
    encoded = [parser.encode(replace(example(tree, False), tree=None)) for tree in trees]
    order = sorted(range(len(trees)), key=lambda i: len(encoded[i]["input_ids"]))
    found = {}
    for start in range(0, len(order), BATCH):
        rows = order[start : start + BATCH]
        for i, (labels, tags) in zip(rows, chart.decode(parser, parser.pad_encoded([encoded[i] for i in rows]))):
            leaves = list(zip(trees[i].leaves(), (parser.tag_from_index[tag] for tag in tags.tolist())))
            found[i] = parser.decoder.tree_from_chart(labels, leaves)
    return [found[i] for i in range(len(trees))]


def measure(parser: Any, trees: "Sequence[Tree]") -> dict[str, float]:
    """Figures of :func:`hf_robust.language.embedded.build.evalb.score` on gold trees."""
    parser.eval()
    return score(zip(trees, guesses(parser, trees)))


def fit(
    parser: Any,
    trees: "Sequence[Tree]",
    epochs: int,
    rate: float,
    head_rate: float,
    seed: int,
    after: "Callable[[dict[str, Tensor]], None]",
) -> None:
    """Train; ``after(state)`` runs with the averaged weights in the parser after each epoch."""
    import torch

    with seeded(seed) as generator:
        weights, tokenizer = Weights(parser, rate, head_rate), parser.retokenizer.tokenizer
        steps = epochs * -(-len(trees) // BATCH)
        schedule = torch.optim.lr_scheduler.LambdaLR(
            weights.optimizer, lambda step: min((step + 1) / (0.06 * steps), (steps - step) / (0.94 * steps))
        )
        encoded = [[parser.encode(example(tree, joined)) for tree in trees] for joined in (False, True)]
        lengths = [len(tree.leaves()) for tree in trees]
        for _ in range(epochs):
            parser.train()
            parser.pretrained_model.eval()
            joined = (torch.rand(len(trees), generator=generator) < 0.5).int().tolist()
            for rows in batches(lengths, BATCH, generator):
                batch = parser.pad_encoded([hidden(encoded[joined[i]][i], tokenizer, generator) for i in rows])
                batch |= {"batch_size": len(rows), "batch_num_tokens": sum(lengths[i] for i in rows)}
                chart.loss(parser, batch).backward()
                weights.step()
                schedule.step()
            with weights.averaged() as state:
                after(state)


def build(
    data: Path,
    out: Path,
    encoder: Path | None = None,
    epochs: Sequence[int] = (8, 6),
    rate: float = 3e-4,
    head_rate: float = 2e-3,
    seed: int = 0,
) -> dict:
    """Train, measure and write the trained part with its card to ``out``.

    Args:
        data: Folder with ``gum/train.ptb`` (trained on), ``gum/test_a.ptb`` (chooses the epoch) and ``gum/dev.ptb``
            (measured, never trained on).
        out: Folder to write; it is there after the first epoch, and replaced by each better one.
        encoder: Weights of a ``BertModel`` (safetensors) to start from, instead of the base encoder's; only the
            layers may differ from it.
        epochs: Passes over the data, by rounds: each begins with the best weights so far and half the learning rates.
        rate: Highest learning rate of the encoder.
        head_rate: That of benepar's part.
        seed: Seed of order, first weights, dropout and masks.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
        MissingExtra: benepar is not installed.
        MissingResource: The encoder's package is not installed.
    """
    from safetensors.torch import load_file

    train, check, test = (read_trees(data / "gum" / f"{part}.ptb") for part in ("train", "test_a", "dev"))
    weights = None if encoder is None else load_file(need(encoder))
    start = "the base encoder" if encoder is None else f"{encoder.name} (sha256 {sha256(encoder)[:12]})"
    figures: dict = {"train_sentences": len(train), "start": start, "epochs": list(epochs), "test_a_by_epoch": []}
    best_state: dict[str, Tensor] = {}
    for number, count in enumerate(epochs):
        with seeded(seed + number):
            parser = new_parser(train, weights)
        parser.load_state_dict(best_state, strict=False)

        def after(state: "dict[str, Tensor]", parser: Any = parser) -> None:
            scores = figures["test_a_by_epoch"]
            scores.append(measure(parser, check)["f1"])
            if scores[-1] == max(scores):
                best_state.update({name: tensor.clone() for name, tensor in state.items()})
                write(parser.config, state, figures | {"epoch": len(scores)}, out)

        fit(parser, train, count, rate / 2**number, head_rate / 2**number, seed + number, after)
    best = json.loads((out / "config.json").read_text(encoding="utf-8"))
    figures["epoch"] = best["figures"]["epoch"]
    shipped = benepar().Parser(str(constituency_model_path(out)))._parser
    begun = time.process_time()
    figures["dev"] = measure(shipped, test)
    figures["sentences_a_cpu_second"] = round(len(test) / (time.process_time() - begun), 1)
    figures["test_a"] = measure(shipped, check)
    return finish(out, best, figures)


def write(config: dict, state: "dict[str, Tensor]", figures: dict, out: Path) -> None:
    """Write the trained weights and their description."""
    plain = {**config, "hparams": {**config["hparams"], "pretrained_model": ENCODER_PACKAGE}}
    description = {
        "name": "robust-constituency-minilm",
        "version": "1.0.0",
        "license": "CC BY-SA 4.0",
        "architecture": "benepar ChartParser",
        "layers": LAYERS,
        "figures": figures,
    }
    with replaced_folder(out) as folder:
        write_parser(folder, state, plain, description)


def finish(out: Path, description: dict, figures: dict) -> dict:
    """Write the measured figures and the card beside the weights."""
    made_by = {name: package_version(name) for name in ("torch", "transformers", "benepar", "nltk")}
    text = json.dumps(description | {"figures": figures, "made_by": made_by}, indent=2) + "\n"
    card = Template(Path(__file__).with_name("card_constituency.md").read_text(encoding="utf-8"))
    names = ("f1", "precision", "recall", "exact", "tags")
    readme = card.substitute(
        {
            f"{part}_{name}": f"{figures[data][name]:.1f}"
            for part, data in (("dev", "dev"), ("test", "test_a"))
            for name in names
        },
        train=f"{figures['train_sentences']:,}",
        start=figures["start"],
        epochs=" + ".join(map(str, figures["epochs"])),
        epoch=figures["epoch"],
        sentences=figures["dev"]["sentences"],
        checked=figures["test_a"]["sentences"],
        speed=figures["sentences_a_cpu_second"],
        layers=LAYERS,
        masked=f"{MASKED:.0%}",
        versions=", ".join(f"{name} {version}" for name, version in made_by.items()),
    )
    write_files(out, {"config.json": text.encode(), "README.md": readme.encode()})
    return figures
