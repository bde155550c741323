"""``hf-robust requests``: write the requests of a suite to a chat model as a batch file."""

from pathlib import Path
from typing import Any

import click

from hf_robust.cli.config_options import from_options
from hf_robust.cli.grouped_help import GroupedCommand
from hf_robust.cli.language_model_options import prompt_options
from hf_robust.cli.options import label_map_option, model_param_option
from hf_robust.core.errors import UsageError

ENDING = ".jsonl"


@click.command("requests", cls=GroupedCommand)
@click.argument("suite", metavar="SUITE")
@click.option("--revision", help="Tag, branch or commit of the suite, for example v1.0.0.")
@click.option("--model", required=True, metavar="chat:NAME", help="The chat model, by its name at the provider.")
@label_map_option
@model_param_option
@prompt_options
@click.option("--out", "--output", type=click.Path(path_type=Path), required=True, help="JSON Lines file to write.")
def requests_command(suite: str, revision: str | None, model: str, out: Path, **options: Any) -> None:
    """Write the requests of a suite to a chat model as a batch file.

    The batch API of a provider or `vllm run-batch` answers it. Evaluate the answers with the same options:
    hf-robust run --suite SUITE --model chat:NAME --answers FILE
    """
    from hf_robust.adapters.chat_models.batch_files import batch_lines
    from hf_robust.adapters.kinds.chat import batch_predictor
    from hf_robust.configured.chosen_model import predictor_options
    from hf_robust.core.files import check_target, write_files
    from hf_robust.evaluation.planned_requests import distinct_inputs
    from hf_robust.evaluation.prepared_run import with_labels
    from hf_robust.suites.robustness import Suite

    if out.suffix.lower() != ENDING:
        raise UsageError(f"requests are written to a file ending in {ENDING}, found {out.name!r}")
    check_target(out)
    (choice,) = from_options({**options, "model": model}).models
    loaded = Suite.load(suite, revision)
    predictor = batch_predictor(model, with_labels(loaded), predictor_options(choice))
    lines = list(batch_lines(predictor.planned_requests(distinct_inputs(loaded))))
    write_files(out.parent, {out.name: "".join(f"{line}\n" for line in lines).encode()})
    click.echo(f"{len(lines)} requests -> {out}")
