"""Executes every page whose cells are not in the cache, as many at once as there are cores.

MyST-NB would execute them while Sphinx reads; but Sphinx shares pages out by name, and only when
more than five have changed. Here each core takes the next page, and an author's mistake is told in
one sentence with its line. What is executed here, MyST-NB finds in the same cache.
"""

import asyncio
import os
import re
import time
from pathlib import Path

from jupyter_cache.base import CacheBundleIn
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from execution.pages import PageError, line_of


def cores() -> int:
    """Return how many processes can run at once on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def execute(notebooks: dict, cache, limit: int, server, tell=print) -> tuple[dict, list[PageError]]:
    """Execute the pages that the cache does not hold.

    notebooks maps each page's path to its notebook; limit is the seconds that one cell may take;
    server is the context in which kernels start, entered if there is anything to execute.
    Returns the seconds that each page's execution took, now or when it was cached, with whether it
    was executed now, and what went wrong, a PageError each.
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
                times[page] = (record.data["execution_seconds"], False)
    if waiting:
        with server:
            asyncio.run(execute_all(waiting, cache, limit, tell, times, errors))
    return times, errors


async def execute_all(waiting, cache, limit, tell, times, errors) -> None:
    """Execute the pages, each core taking the next one that waits."""
    free = asyncio.Semaphore(cores())

    async def one(page, notebook):
        async with free:
            number = sum(cell.cell_type == "code" for cell in notebook.cells)
            tell(f"executing {page}: {number} cells")
            start = time.perf_counter()
            try:
                await execute_page(page, notebook, limit)
            except PageError as error:
                errors.append(error)
                return
            seconds = time.perf_counter() - start
            tell(f"executed  {page} in {seconds:.1f} s")
            keep(cache, page, notebook, seconds)
            times[page] = (seconds, True)

    await asyncio.gather(*(one(page, notebook) for page, notebook in waiting.items()))


def keep(cache, page: Path, notebook, seconds: float) -> None:
    """Put an executed page into the cache."""
    bundle = CacheBundleIn(notebook, str(page), data={"execution_seconds": seconds})
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


async def execute_page(page: Path, notebook, limit: int) -> None:
    """Fill in what the page's cells print. Raises PageError where one fails, with its line."""
    limit = notebook.metadata.get("mystnb", {}).get("execution_timeout", limit)
    current = 0

    def started(cell, cell_index):
        nonlocal current
        current = cell_index

    client = NotebookClient(
        notebook,
        timeout=limit,
        record_timing=False,  # times in the cells' metadata would make them other cells for the cache
        resources={"metadata": {"path": str(page.parent)}},
        on_cell_start=started,
    )
    try:
        await client.async_execute()
    except CellExecutionError as error:
        line, message = raised(error)
        raise PageError(page, line_of(page, notebook, current, line), message) from None
    except CellTimeoutError:
        message = (
            f"this cell ran past its limit of {limit} s. Make it smaller, or move the work to code/"
        )
        raise PageError(page, line_of(page, notebook, current), message) from None
    except DeadKernelError:
        message = "the Python that ran this cell ended. Did it run out of memory or exit?"
        raise PageError(page, line_of(page, notebook, current), message) from None
    for index, cell in enumerate(notebook.cells):
        for output in cell.get("outputs", []):
            if output.output_type == "stream" and output.name == "stderr":
                message = (
                    f"this cell printed to stderr; mend what it warns of:\n{output.text.rstrip()}"
                )
                raise PageError(page, line_of(page, notebook, index), message)


def raised(error: CellExecutionError) -> tuple[int, str]:
    """Return the line of the cell that raised, and what it raised."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", error.traceback)
    lines = re.findall(
        r"^Cell In\[\d+\], line (\d+)|^ +File .*\n|line (\d+)\n", plain, re.MULTILINE
    )
    line = next((int(first or second) for first, second in lines if first or second), 1)
    return line, f"this cell raised {error.ename}: {error.evalue}"
