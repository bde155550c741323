"""Faster layers for spaCy pipelines on a CPU: the same numbers, up to rounding, in half of the time.

Most of the time of a pipeline goes into products of matrices. BLIS, which thinc takes for them, reaches a third to a
sixth of what torch does, which spaCy has loaded in any case. The encoder, the lemmatizer and the recognizer of entities
have modules of their own.
"""

from typing import TYPE_CHECKING, Any

from hf_robust.core.wide_products import LEAST_ROWS, use_own_threads, wide_linear
from hf_robust.language.fast_encoder import use_blocks
from hf_robust.language.fast_entities import use_fast_entities
from hf_robust.language.fast_lemmas import use_fast_lemmas
from hf_robust.language.fast_tags import use_fast_tags
from hf_robust.language.fast_trees import use_fast_trees
from hf_robust.language.fast_windows import use_windows

if TYPE_CHECKING:
    from spacy.language import Language
    from thinc.api import NumpyOps


def speed_up(nlp: "Language") -> None:
    """Give the models of a pipeline faster layers, where they are on a CPU and are thinc's own.

    A text gets the same annotation in every batch: the rows of a product do not depend on each other, neither here nor
    in BLIS.

    Args:
        nlp: The pipeline, which is not to be trained afterwards.
    """
    from thinc.api import Model, NumpyOps

    pipes = [pipe for _, pipe in nlp.pipeline if isinstance(getattr(pipe, "model", None), Model)]
    nodes = [node for pipe in pipes for node in pipe.model.walk()]
    if any(type(node.ops) is not NumpyOps for node in nodes):  # a GPU, or the library of another maker
        return
    ops = _torch_products()
    for node in nodes:
        node.ops = ops
    for node in nodes:
        for place, layer in enumerate(node.layers):
            node.layers[place] = use_windows(layer) or use_blocks(layer)
    for pipe in pipes:
        pipe.model = use_windows(pipe.model) or pipe.model
    use_fast_tags(nlp)
    use_fast_lemmas(nlp)
    use_fast_entities(nlp)
    use_fast_trees(nlp)


def _torch_products() -> "NumpyOps":
    import torch
    from thinc.api import NumpyOps

    linear = wide_linear()

    class TorchProducts(NumpyOps):
        """NumPy arrays, and products of matrices by torch."""

        def gemm(self, x: Any, y: Any, *, out: Any = None, trans1: bool = False, trans2: bool = False) -> Any:
            """The product of two matrices."""
            use_own_threads()
            first, second = torch.from_numpy(x), torch.from_numpy(y)
            first = first.T if trans1 else first
            rows = len(first)
            if rows < LEAST_ROWS:
                first = torch.nn.functional.pad(first, (0, 0, 0, LEAST_ROWS - rows))
            second = second.T if trans2 else second
            if out is not None and rows >= LEAST_ROWS and (linear is None or not trans2):
                torch.mm(first, second, out=torch.from_numpy(out))
                return out
            if linear is not None and trans2:
                found = linear(first, second.T, None, "none", [], "")
            else:
                found = torch.mm(first, second)
            found = found.numpy()[:rows]
            if out is None:
                return found
            out[:] = found
            return out

    return TorchProducts()
