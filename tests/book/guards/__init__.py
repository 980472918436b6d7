"""What a page must keep to, one concept a file; each guard returns its complaints, a line each."""

import pytest


def fail_with(complaints: list[str]) -> None:
    """Fail the test that calls this with nothing but the complaints: an author reads them."""
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)
