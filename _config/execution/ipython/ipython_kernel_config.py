"""How a cell's Python behaves while the book is built."""

c = get_config()  # noqa: F821  given by IPython

c.InlineBackend.figure_formats = {
    "svg"
}  # sharp at every size, and its colours can follow the page's
c.InlineBackend.print_figure_kwargs = {"bbox_inches": "tight", "metadata": {"Date": None}}
c.PlainTextFormatter.pprint = False  # a value is shown as repr() gives it, as it is in the page
c.HistoryManager.enabled = False  # two builds at once would wait for one another's history
c.InteractiveShellApp.extensions = [
    "groundup.exercise"
]  # `printed`, which the checks of exercises read
c.InteractiveShellApp.exec_PYTHONSTARTUP = False  # nothing of one author's machine gets into a page
# It logs of ports and interrupted cells; what an author must know comes from the build.
c.IPKernelApp.log_level = 50
