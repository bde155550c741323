"""``python -m hf_robust.language.lexicons``: brings the hashes and row counts of ``SOURCES.toml`` up to date."""

from hf_robust.language.lexicons.sources import load_sources, refresh

if __name__ == "__main__":
    changed = refresh()
    for file, entry in sorted(load_sources().items()):
        state = "changed" if file in changed else "same"
        print(f"{state:8}{entry['rows']:6}  {entry['sha256'][:12]}  {file}")
