"""The check sums of what a training leaves behind: a damaged file is noticed when it is read."""

from hashlib import sha256
from pathlib import Path

SUMS = "SHA256SUMS"


def sign(folder: Path, names: list[str]) -> None:
    """Write the check sums of the files of these names, as sha256sum writes them."""
    lines = [f"{check_sum(folder / name)}  {name}\n" for name in sorted(names)]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def whole(path: Path) -> Path:
    """Return the path of a file. ValueError if it is not what the check sum beside it says."""
    signed = (path.parent / SUMS).read_text(encoding="utf-8").split("\n")
    if f"{check_sum(path)}  {path.name}" not in signed:
        raise ValueError(f"{path} is damaged: take it from the repository again, or train anew")
    return path


def check_sum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()
