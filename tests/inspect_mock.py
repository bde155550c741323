"""Runs a task of inspect with a made-up model; a script for the interpreter that inspect is installed in.

``python inspect_mock.py TASK.py ANSWERS.json LOGS FORMAT EPOCHS``: ANSWERS is a mapping from prompt to answer.
"""

import json
import sys
from pathlib import Path

from inspect_ai import eval as run
from inspect_ai.model import ModelOutput, ModelUsage, get_model

task, answers, logs, log_format, epochs = sys.argv[1:]
known = json.loads(Path(answers).read_text("utf-8"))


def answer(messages, tools, tool_choice, config):
    output = ModelOutput.from_content("mockllm/model", known[messages[-1].text])
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


(log,) = run(
    task,
    model=get_model("mockllm/model", custom_outputs=answer),
    log_dir=logs,
    log_format=log_format,
    epochs=int(epochs),
    display="none",
)
print(json.dumps({"status": log.status, "scores": [score.model_dump() for score in log.results.scores]}, default=str))
