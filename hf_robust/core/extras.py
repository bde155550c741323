"""Optional dependencies: which extra brings a package, and the error where it is not installed."""

from importlib.util import find_spec

from hf_robust.core.errors import MissingExtra

EXTRAS = {
    "accelerate": "models",
    "evaluate": "metrics",
    "gguf": "llm",
    "httpx": "remote",
    "lemminflect": "annotation",
    "nltk": "annotation",
    "ray": "ray",
    "spacy": "annotation",
    "torch": "models",
    "trackio": "trackio",
    "transformers": "models",
}
"""The extra by package, for packages that many modules import; the import stands after a call of :func:`need`."""


def need(*packages: str) -> None:
    """Check that optional packages are installed, without importing them.

    Args:
        *packages: Keys of :data:`EXTRAS`.

    Raises:
        MissingExtra: One of them is not installed.

    Example:
        >>> need("transformers")
    """
    for package in packages:
        if find_spec(package) is None:
            raise MissingExtra(package, EXTRAS[package])


def missing(error: ModuleNotFoundError) -> ImportError:
    """The error to raise where the import of a module failed: which extra to install, if an extra brings the package.

    Args:
        error: What the import raised.

    Example:
        >>> missing(ModuleNotFoundError("No module named 'torch.nn'", name="torch.nn"))
        MissingExtra("'torch' is not installed; run: pip install 'hf-robust[models]'")
    """
    package = (error.name or "").partition(".")[0]
    return MissingExtra(package, EXTRAS[package]) if package in EXTRAS else error
