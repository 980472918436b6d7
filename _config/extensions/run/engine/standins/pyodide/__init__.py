"""Instead of Pyodide's: no event loop of the browser's, for which it would load asyncio."""
