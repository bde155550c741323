"""The command line, `hf-robust`.

<!-- table: commands -->

`hf-robust COMMAND --help` shows all options.

| exit code | meaning |
| --- | --- |
| 0 | success |
| 1 | a score is below its threshold or significantly lower than before, or a gate blocks a result |
| 2 | wrong usage, a file or resource is missing, or too many requests to a model failed |
| 3 | a prebuilt suite does not match its recipe |

`hf-robust init` writes a `robust.yaml` for `hf-robust run --config`; see `hf-robust docs configuration`.

## With assistants and with `hf`

`hf-robust docs --skill .claude/skills` writes `hf-robust/SKILL.md`, a short description of the commands for assistants
that run commands.

`hf extensions install hf-robust/hf-robust` installs the package from its repository on GitHub as an extension of the
command `hf`, once the repository is public; `hf robust run ...` is then `hf-robust run ...`. The extension is an
environment of its own with the base installation. `hf robust doctor` shows which extras are missing there.

## In CI

<!-- bash: ci -->
```bash
hf-robust init --github
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --fail-under 0.2 --junit robustness.xml --out before/
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --baseline before/ --summary summary.md
```

- `hf-robust init --github` also writes `.github/workflows/robustness.yml`. This workflow runs on each pull request and
  compares the scores with the last run on the main branch.
- `--fail-under` exits with 1 if a score is below the threshold.
- `--gate 'drop<=3'` exits with 1 if a drop is significantly larger than 3 points, and reports results that so few
  rows cannot decide (`hf-robust docs reports`). With `--strict`, it also exits with 1 if a result does not pass.
- `--baseline` exits with 1 if a score is significantly lower than in an earlier report.
- `--summary "$GITHUB_STEP_SUMMARY"` appends the failures, the scores and the worst examples as Markdown.
"""

from hf_robust.cli.app import main

__all__ = ["main"]
