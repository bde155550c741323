"""``AdversarialTrainerMixin``: adversarial training where the Trainer, not the model, computes the loss."""

from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_callback import AdversarialTrainingCallback
from hf_robust.training.adversarial_losses import ForwardOutput
from hf_robust.training.adversarial_objective import outcome_of

if TYPE_CHECKING:
    from transformers import Trainer
else:
    Trainer = object


class AdversarialTrainerMixin(Trainer):
    """Adversarial training for a Trainer with label smoothing, ``compute_loss_func`` or its own ``compute_loss``.

    The mixin makes the loss adversarial that ``compute_loss`` of the following classes returns. Put it before the
    Trainer in the list of base classes. A standard Trainer whose model returns the loss needs only the callback.

    Args:
        *args: Arguments of the Trainer.
        adversarial: The callback with the method and its parameters. The mixin adds it to the Trainer.
        **kwargs: Arguments of the Trainer.

    Raises:
        UsageError: If the callback is missing.

    Example:
        >>> from transformers import Trainer
        >>> import hf_robust as hr
        >>> class RobustTrainer(hr.AdversarialTrainerMixin, Trainer):
        ...     '''With adversarial=hr.AdversarialTrainingCallback("fgm") beside what a Trainer takes.'''
        >>> [base.__name__ for base in RobustTrainer.__mro__[1:3]]
        ['AdversarialTrainerMixin', 'Trainer']
    """

    def __init__(self, *args: Any, adversarial: AdversarialTrainingCallback | None = None, **kwargs: Any):
        if not isinstance(adversarial, AdversarialTrainingCallback):
            raise UsageError(
                "expected adversarial=hr.AdversarialTrainingCallback(<method>) beside the Trainer's own arguments, "
                f"found {type(adversarial).__name__}"
            )
        adversarial.in_forward = False
        self.adversarial = adversarial
        super().__init__(*args, **kwargs)
        adversarial.attach(self)

    def compute_loss(
        self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        """The adversarial loss of a batch in training, else the loss as it is."""
        compute = super().compute_loss
        run = self.adversarial.run
        if run is None or not run.watch(model):
            return compute(model, inputs, return_outputs=return_outputs, num_items_in_batch=num_items_in_batch)

        def once(times: int) -> tuple[Any, Any]:
            items = None if num_items_in_batch is None else num_items_in_batch * times
            # a copy: labels are taken out of it
            return compute(model, dict(inputs), return_outputs=True, num_items_in_batch=items)

        def forward(times: int) -> ForwardOutput:
            loss, output = once(times)
            return ForwardOutput(loss, outcome_of(output).scores)

        loss, output = once(1)
        clean = ForwardOutput(loss, outcome_of(output).scores)
        loss = run.loss_of(model, clean, forward, inputs, num_items_in_batch)
        return (loss, output) if return_outputs else loss
