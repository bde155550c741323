"""Robustness evaluation for the Hugging Face ecosystem: will my NLP model hold up?

Transformations are plain ``datasets.map`` functions, metrics are ``evaluate`` modules, retraining is a
Trainer callback, suites are versioned datasets on the Hub.
"""

import lazy_loader

__version__ = "0.2.0"  # the only place: the build reads this line

# each name is imported on first use, so that importing the package is quick; __init__.pyi lists them
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
