"""A classifier over the mean of an encoder's last hidden states. Imported late: it brings torch."""

from typing import Any

import torch
from torch.nn.functional import cross_entropy, normalize
from transformers import BertModel, BertPreTrainedModel
from transformers.modeling_outputs import SequenceClassifierOutput


class MeanPooledClassifier(BertPreTrainedModel):
    """The encoder, the mean over the pieces brought to length one, and a linear layer.

    Args:
        config: A ``transformers.BertConfig`` with the labels.
    """

    def __init__(self, config: Any):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.classifier = torch.nn.Linear(config.hidden_size, config.num_labels)
        self.post_init()

    def forward(
        self,
        input_ids: torch.Tensor | None = None,
        attention_mask: torch.Tensor | None = None,
        inputs_embeds: torch.Tensor | None = None,
        labels: torch.Tensor | None = None,
        **others: Any,
    ) -> SequenceClassifierOutput:
        """Logits of texts, and the loss where labels are given; arguments as those of the classifiers of transformers.

        Args:
            input_ids: Numbers of the pieces.
            attention_mask: 1 for pieces, 0 for what fills up; without it all are pieces.
            inputs_embeds: Embeddings in the place of numbers.
            labels: Numbers of the labels.
            **others: Passed on to the encoder.
        """
        found = self.bert(input_ids=input_ids, attention_mask=attention_mask, inputs_embeds=inputs_embeds, **others)
        states = found.last_hidden_state
        seen = torch.ones(states.shape[:2], device=states.device) if attention_mask is None else attention_mask
        mask = seen[..., None].to(states.dtype)
        logits = self.classifier(normalize((states * mask).sum(1) / mask.sum(1).clamp_min(1), dim=-1))
        loss = None if labels is None else cross_entropy(logits, labels)
        return SequenceClassifierOutput(loss=loss, logits=logits, hidden_states=found.hidden_states)
