"""``python -m hf_robust``: the command line, where its script is not on the path."""

from hf_robust.cli import main

if __name__ == "__main__":
    main(prog_name="hf-robust")
