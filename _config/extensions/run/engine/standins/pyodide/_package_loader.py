"""Instead of Pyodide's: the page loads no packages, so it needs no archives to be unpacked."""

from site import getsitepackages
from types import SimpleNamespace

[place] = getsitepackages()
SITE_PACKAGES = DSO_DIR = SimpleNamespace(__str__=lambda: place)  # Pyodide's are paths, not texts


def init_loaded_packages() -> None:
    """Do nothing: there are none."""
