"""A whole evaluation from one configuration: its keys, its file, and its run.

`hr.Configuration` holds what to run, and `hr.run_config` runs it: the suite, the capability tests, the attacks and the
comparison of the models. `hf-robust docs cli` lists the keys of the file.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
