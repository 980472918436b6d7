"""Instead of Pyodide's: nothing here waits for JavaScript.

Pyodide asks for asyncio next, and takes from it what it would wait with. It gets this here in its
place. Programs get the real one: the reader takes this one away before the first of them.
"""

import sys
from types import ModuleType

sys.modules["asyncio"] = ModuleType("asyncio")
sys.modules["asyncio"].get_event_loop = None
