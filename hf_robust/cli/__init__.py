"""The command line, `hf-robust`: one file a command, which calls what the library does.

<!-- table: commands -->

`hf-robust COMMAND --help` has all options. Exit codes: 0 done; 1 a score is below a threshold, or fell; 2 wrong
usage, or something is missing; 3 a prebuilt suite is not what its recipe says.

`hf-robust init` writes a `robust.yaml` for `hf-robust run --config`; see `hf-robust docs configuration`.

## In CI

<!-- bash: ci -->
```bash
hf-robust init --github
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --fail-under 0.2 --junit robustness.xml --out before/
hf-robust run --dataset reviews.csv --task sentiment -t keyboard --baseline before/ --summary summary.md
```

The first also writes `.github/workflows/robustness.yml`: a check for every pull request, compared with the last run
on the main branch. `--fail-under` exits with 1 when a score is below, `--baseline` when one fell since an earlier
report by more than chance explains; `--summary "$GITHUB_STEP_SUMMARY"` appends what failed, the
scores and the worst examples in Markdown.
"""

from hf_robust.cli.app import main

__all__ = ["main"]
