"""Capability tests of a configuration: a suite that was built before, or one that is searched for in its dataset."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_choices import CapabilityChoice, ModelChoice
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.listener import Listener
from hf_robust.tasks import SENTIMENT

if TYPE_CHECKING:
    from hf_robust.capability.suite import CapabilitySuite


@dataclass
class CapabilityPart:
    """Capability tests whose specification or suite was found.

    Args:
        label: What they are called.
        ids: Their capabilities.
        build: Makes the suite.
    """

    label: str
    ids: tuple[str, ...]
    build: "Callable[[Listener], CapabilitySuite]"
    _built: "CapabilitySuite | None" = None

    def run(self, model: ModelChoice, configuration: Configuration, listener: Listener) -> Any:
        """The report of a model."""
        from hf_robust.configured.chosen_model import predictor_options
        from hf_robust.evaluation.capability_run import adapted, run_capabilities

        self._built = suite = self._built or self.build(listener)
        predictor, _ = adapted(model.model, suite.task, options=predictor_options(model))
        limits = configuration.thresholds
        with listener.bar("predict") as progress:
            return run_capabilities(
                predictor,
                suite,
                min_confidence=limits.min_confidence,
                unrated=limits.unrated,
                max_errors=configuration.max_errors,
                cache_dir=configuration.cache_dir,
                progress=progress,
                command=listener.command,
            )


def capability_part(choice: CapabilityChoice, configuration: Configuration) -> CapabilityPart:
    """The tests of a choice; what is wrong with it is said here.

    Args:
        choice: What the configuration says.
        configuration: The configuration, whose dataset is searched.

    Raises:
        SpecError: A mistake in a specification.
        UnknownNameError: There is no such specification.
        SuiteError: A suite is incomplete or of another kind.
        HubError: A suite on the Hub cannot be had.
    """
    from hf_robust.capability.read_spec import capabilities, specification_names
    from hf_robust.capability.suite import CapabilitySuite

    source = choice.source or configuration.task or SENTIMENT
    label = "capabilities" if choice.source is None else f"capabilities {Path(source).stem}"
    if choice.source is None or source in specification_names() or Path(source).suffix in (".yaml", ".yml"):
        ids = tuple(capabilities(source))
        return CapabilityPart(label, ids, lambda listener: _searched(source, choice, configuration, listener))
    suite = CapabilitySuite.load(source, choice.revision)
    if choice.seeds_per_capability is not None:
        suite = suite.sample(choice.seeds_per_capability, configuration.seed)
    return CapabilityPart(label, tuple(suite.entries), lambda _: suite)


def _searched(
    source: str, choice: CapabilityChoice, configuration: Configuration, listener: Listener
) -> "CapabilitySuite":
    """The suite of a specification, searched for in the dataset or in the sentences of the package."""
    from hf_robust.capability.read_spec import capabilities
    from hf_robust.configured.capability_search import searched_suite

    found = Configuration(seed=configuration.seed)
    if configuration.dataset.source is not None:
        found = replace(
            found,
            dataset=replace(configuration.dataset, fields=()),
            nlp=configuration.nlp,
            protect=configuration.protect,
            protect_defaults=configuration.protect_defaults,
        )
    with listener.current("capabilities") as step:
        return searched_suite(
            capabilities(source), found, choice.seeds_per_capability, progress=step, notify=listener.note
        )
