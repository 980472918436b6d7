"""Instead of Pyodide's: Python calls no JavaScript here, so none needs a signature."""

no_default = default_signature = None
