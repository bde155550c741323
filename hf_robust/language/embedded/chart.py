"""benepar's span scores, its decoding and its loss, without the work that is thrown away.

``benepar.parse_chart.ChartParser`` scores a square of spans, padding included, and hands squares of all labels to a
general dynamic program. The functions here read the same parameters and give the same numbers, but score each span of
each sentence once, use that the first layer is linear (it is applied to fence posts before they are subtracted), and
decode on the best label of each span only. ``tests/unit/test_parsers.py`` holds both against each other.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.evaluation_mode import evaluating

if TYPE_CHECKING:
    from numpy import ndarray
    from torch import Tensor

_INPUTS = ("input_ids", "attention_mask", "token_type_ids", "decoder_input_ids", "decoder_attention_mask")


class Spans(NamedTuple):
    """All spans of a batch, one row each: sentence, first and last word; and the number of words by sentence."""

    sentence: "Tensor"
    first: "Tensor"
    last: "Tensor"
    lengths: "Tensor"


def annotations(parser: Any, batch: dict) -> "Tensor":
    """Vectors of the words, with start and stop: the first half of ``ChartParser.forward``."""
    import torch

    mask = batch["valid_token_mask"]
    if parser.char_encoder is not None:
        words = parser.char_encoder(batch["char_ids"], mask)
    else:
        features = parser.pretrained_model(**{name: batch[name] for name in _INPUTS if name in batch}).last_hidden_state
        places = batch["words_from_tokens"].clamp(min=0)
        words = parser.project_pretrained(features[torch.arange(len(features))[:, None], places] * mask[:, :, None])
    if parser.encoder is None:
        return words
    words = parser.encoder(parser.add_timing(parser.morpho_emb_dropout(words)), mask)
    return torch.cat([words[..., 0::2], words[..., 1::2]], -1)


def spans_of(lengths: "Tensor") -> Spans:
    """The spans of sentences of these lengths (in words)."""
    import torch

    longest = int(lengths.max())
    places = torch.arange(longest)
    seen = (places[None, :, None] <= places[None, None, :]) & (places[None, None, :] < lengths[:, None, None])
    sentence, first, last = seen.nonzero(as_tuple=True)
    return Spans(sentence, first, last, lengths)


def span_scores(parser: Any, words: "Tensor", spans: Spans) -> "Tensor":
    """Scores (spans, labels), the empty label first and always 0: the second half of ``ChartParser.forward``."""
    import torch

    half = parser.d_model // 2
    posts = torch.cat([words[:, :-1, :half], words[:, 1:, half:]], -1)
    first, *rest = parser.f_label
    posts = torch.nn.functional.linear(posts, first.weight)
    hidden = posts[spans.sentence, spans.last + 1] - posts[spans.sentence, spans.first] + first.bias
    for layer in rest:
        hidden = layer(hidden)
    return torch.cat([hidden.new_zeros(len(hidden), 1), hidden], -1)


def best_tree(scores: "Tensor", spans: Spans) -> "ndarray":
    """Which spans form the best binary tree of each sentence (Cocke-Kasami-Younger over the whole batch).

    Args:
        scores: One number a span.

    Returns:
        Booleans, one a span: 2 n - 1 spans of a sentence of n words are true.
    """
    import numpy as np

    sentence, first, last, lengths = (part.numpy() for part in spans)
    size, width = len(lengths), int(lengths.max())
    table = np.zeros((size, width, width), np.float32)
    table[sentence, first, last] = scores.detach().numpy()
    left = np.zeros((size, width, width), np.float32)  # [sentence, first, words - 1]
    right = np.zeros((size, width, width), np.float32)  # [sentence, last, width - words]
    splits = np.zeros((size, width, width), np.int16)
    places = np.arange(width)
    left[:, :, 0] = right[:, :, width - 1] = table[:, places, places]
    for more in range(1, width):
        sums = left[:, : width - more, :more] + right[:, more:, width - more :]
        splits[:, : width - more, more] = split = sums.argmax(-1)
        best = np.take_along_axis(sums, split[..., None], -1)[..., 0] + table[:, places[: width - more], places[more:]]
        left[:, : width - more, more] = right[:, more:, width - more - 1] = best
    chosen = np.zeros((size, width, width), bool)  # [sentence, first, words - 1]
    chosen[np.arange(size), 0, lengths - 1] = True
    for more in range(width - 1, 0, -1):
        rows, starts = chosen[:, :, more].nonzero()
        split = splits[rows, starts, more]
        chosen[rows, starts, split] = True
        chosen[rows, starts + split + 1, more - split - 1] = True
    return chosen[sentence, first, last - first]


def whole(spans: Spans) -> "Tensor":
    """Which spans are whole sentences."""
    return (spans.first == 0) & (spans.last == spans.lengths[spans.sentence] - 1)


def margin_loss(scores: "Tensor", labels: "Tensor", spans: Spans, root: bool) -> "Tensor":
    """Sum over sentences of how far the gold tree falls short of winning by one a wrong span.

    Args:
        scores: (spans, labels).
        labels: Gold label of each span.
        root: Whether the whole sentence must have a label.

    Source:
        Stern, Andreas and Klein 2017, A Minimal Span-Based Neural Constituency Parser, section 4 (as in benepar's
        ``SpanClassificationMarginLoss``).
    """
    import torch

    rows = torch.arange(len(labels))
    augmented = scores + 1
    augmented[rows, labels] -= 1
    if root:
        augmented[whole(spans), 0] -= 1e9
    best = augmented.max(-1).values
    chosen = torch.from_numpy(best_tree(best, spans))
    gained = best * chosen - scores[rows, labels]
    return torch.zeros(len(spans.lengths)).index_add(0, spans.sentence, gained).relu().sum()


def loss(parser: Any, batch: dict) -> "Tensor":
    """``ChartParser.compute_loss``."""
    import torch

    words = annotations(parser, batch)
    spans = spans_of(batch["valid_token_mask"].sum(-1) - 2)
    labels = batch["span_labels"][spans.sentence, spans.first, spans.last]
    scores = span_scores(parser, words, spans)
    total = margin_loss(scores, labels, spans, parser.decoder.force_root_constituent) / batch["batch_size"]
    tags = torch.nn.functional.cross_entropy(
        parser.f_tag(words).flatten(0, 1), batch["tag_labels"].flatten(), reduction="sum", ignore_index=-100
    )
    return total + parser.tag_loss_scale * tags / batch["batch_num_tokens"]


def decode(parser: Any, batch: dict) -> "list[tuple[ndarray, ndarray | None]]":
    """Chart of labels (as ``ChartParser.decoder`` gives it) and tags of each sentence, without gradients."""
    import numpy as np
    import torch

    with evaluating(parser), torch.inference_mode():
        words = annotations(parser, batch)
        spans = spans_of(batch["valid_token_mask"].sum(-1) - 2)
        scores = span_scores(parser, words, spans)
        if parser.decoder.force_root_constituent:
            scores[whole(spans), 0] -= 1e9
        best, labels = scores.max(-1)
        tags = parser.f_tag(words).argmax(-1).numpy() if parser.f_tag is not None else None
    labels = labels.numpy() * best_tree(best, spans)
    lengths = spans.lengths.tolist()
    charts = np.zeros((len(lengths), max(lengths), max(lengths)), int)
    charts[spans.sentence.numpy(), spans.first.numpy(), spans.last.numpy()] = labels
    return [(charts[i, :n, :n], None if tags is None else tags[i, 1 : n + 1]) for i, n in enumerate(lengths)]
