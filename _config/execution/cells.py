"""Executes every page whose cells are not in the cache, as many at once as there are cores.

MyST-NB would execute them while Sphinx reads; but Sphinx gives each process a fixed share of the
pages, by name, so that one core can wait while the other has two long ones. Here each core takes
the next page, and an author's mistake is told in one sentence with its line. What is executed
here, MyST-NB finds in the same cache.
"""

import asyncio
import os
import re
import time
from pathlib import Path

from jupyter_cache.base import CacheBundleIn
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from execution.cache import refuse_unusable
from execution.pages import PageError, line_of, time_limit

START_LIMIT = 300  # seconds that a kernel may take to start: torch from a cold disk is slow


def cores() -> int:
    """Return how many processes can run at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def execute(notebooks: dict, cache, server, tell=print) -> tuple[dict, list[PageError]]:
    """Execute the pages that the cache does not hold.

    notebooks maps each page's path to its notebook; server is the context in which kernels start,
    entered if there is anything to execute.
    Returns for each page with cells the seconds that its execution took, now or when it was
    cached, with whether it was executed now; and what went wrong, a PageError each.
    """
    times, errors, waiting = {}, [], {}
    for page, notebook in notebooks.items():
        has_cells = any(cell.cell_type == "code" for cell in notebook.cells)
        try:
            record = cache.match_cache_notebook(notebook)
        except KeyError:
            if has_cells:
                waiting[page] = notebook
            else:
                keep(cache, page, notebook, 0.0)  # or MyST-NB would start a kernel for it
        else:
            if has_cells:
                times[page] = spent(record.data["execution_seconds"], executed=False)
    if waiting:
        with server:
            try:
                asyncio.run(execute_all(waiting, cache, tell, times, errors))
            except asyncio.CancelledError:  # what nbclient makes of Ctrl-C
                raise KeyboardInterrupt from None
    return times, errors


def spent(seconds: float, executed: bool) -> dict:
    """Return the seconds of a page's execution, and whether it was executed now."""
    return {"seconds": round(seconds, 2), "executed": executed}


async def execute_all(waiting, cache, tell, times, errors) -> None:
    """Execute the pages, each core taking the next one that waits."""
    free = asyncio.Semaphore(cores())

    async def one(page, notebook):
        async with free:
            number = sum(cell.cell_type == "code" for cell in notebook.cells)
            tell(f"executing {page}: {number} cells")
            start = time.perf_counter()
            try:
                await execute_page(page, notebook)
            except PageError as error:
                errors.append(error)
                return
            seconds = time.perf_counter() - start
            tell(f"executed  {page} in {seconds:.1f} s")
            keep(cache, page, notebook, seconds)
            times[page] = spent(seconds, executed=True)

    await asyncio.gather(*(one(page, notebook) for page, notebook in waiting.items()))


def keep(cache, page: Path, notebook, seconds: float) -> None:
    """Put an executed page into the cache. Raises cache.Unusable where that can't be done."""
    bundle = CacheBundleIn(notebook, str(page), data={"execution_seconds": seconds})
    try:
        cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
    except Exception as error:
        refuse_unusable(error)
        raise


async def execute_page(page: Path, notebook) -> None:
    """Fill in what the page's cells print. Raises PageError where one fails, with its line."""
    limit = time_limit(notebook)
    current = 0

    def started(cell, cell_index):
        nonlocal current
        current = cell_index

    client = NotebookClient(
        notebook,
        timeout=limit,
        startup_timeout=START_LIMIT,
        # on a busy machine a print may arrive in two pieces, and MyST-NB would put a line between
        coalesce_streams=True,
        record_timing=False,  # times in the cells' metadata would make them other cells for the cache
        resources={"metadata": {"path": str(page.parent)}},
        on_cell_start=started,
    )

    def failing(message, line=1):
        return PageError(page, line_of(page, notebook, current, line), message)

    try:
        await client.async_execute()
    except CellExecutionError as error:
        line, message = raised(error)
        raise failing(message, line) from None
    except CellTimeoutError:
        message = f"this cell ran past its limit of {limit} s. "
        raise failing(message + "Make it smaller, or move the work to code/") from None
    except DeadKernelError:
        message = "the Python that ran this cell ended. Did it run out of memory or exit?"
        raise failing(message) from None
    except RuntimeError as error:  # the kernel never answered
        raise PageError(page, 1, f"no Python could be started for its cells: {error}") from None
    for index, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                message = "this cell printed to stderr; mend what it warns of:\n"
                line = line_of(page, notebook, index)
                raise PageError(page, line, message + output.text.rstrip())


def raised(error: CellExecutionError) -> tuple[int, str]:
    """Return the line of the cell that raised, and what it raised."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", error.traceback)
    # "Cell In[3], line 2" heads the frame of the cell; a syntax error has a line of its own
    found = re.search(r"^ *Cell In\[\d+\], line (\d+)", plain, re.MULTILINE)
    return int(found[1]) if found else 1, f"this cell raised {error.ename}: {error.evalue}"
