"""The one bridge between benepar 0.2.0 and transformers 5: benepar is imported here and nowhere else.

transformers 5 took ``build_inputs_with_special_tokens`` from its tokenizers. benepar calls it once, when a
parser is loaded, with one made-up token, to learn where the start and stop tokens of the encoder stand.
:func:`benepar` gives the method back when it is absent; on transformers 4 nothing is changed. Only tokenizers with a
post-processor know their special tokens, so the method asks for those of an empty text and puts the tokens between.
"""

from types import ModuleType
from typing import Any

from hf_robust.core.errors import MissingExtra

_METHOD = "build_inputs_with_special_tokens"


def benepar() -> ModuleType:
    """The package ``benepar``, fit to load parsers with a pretrained encoder on transformers 4 and 5.

    Raises:
        MissingExtra: benepar is not installed.

    Example:
        >>> benepar().InputSentence(words=["Birds", "sing", "."]).words
        ['Birds', 'sing', '.']
    """
    try:
        import benepar as package
    except ImportError as error:
        raise MissingExtra("benepar", "capabilities") from error
    from transformers import PreTrainedTokenizerBase

    if not hasattr(PreTrainedTokenizerBase, _METHOD):
        setattr(PreTrainedTokenizerBase, _METHOD, _with_special_tokens)
    return package


def _with_special_tokens(tokenizer: Any, ids: list[int], others: list[int] | None = None) -> list[int]:
    """What transformers 4 gave: start token(s), the ids, stop token(s), and a second text's ids with its own stop."""
    empty = tokenizer("", add_special_tokens=True)["input_ids"]
    start = len(empty) // 2  # BERT: [CLS] [SEP]; T5: only </s>, which stands at the end
    first = [*empty[:start], *ids, *empty[start:]]
    return first if others is None else [*first, *others, *empty[start:]]
