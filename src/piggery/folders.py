"""Where this machine keeps what is Piggery's: games and tables, and machine code that can be made again."""

import os
from pathlib import Path

NAME = "piggery"


def data_folder() -> Path:
    """Saved games and tables; PIGGERY_HOME says otherwise."""
    if chosen := os.environ.get("PIGGERY_HOME"):
        return Path(chosen)
    from platformdirs import user_data_path

    found = user_data_path(NAME, appauthor=False, roaming=True)
    old = found.with_name(NAME.capitalize())  # as it was spelled on some systems
    return old if old.is_dir() and not found.is_dir() else found


def writable(folder: Path) -> bool:
    """Whether something can be kept in a folder, which is made if need be: by trying, since nobody else knows."""
    from tempfile import TemporaryFile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def cache_folder() -> Path | None:
    """Machine code; PIGGERY_CACHE says otherwise. Nowhere, on a bare machine that only simulates."""
    if chosen := os.environ.get("PIGGERY_CACHE"):
        return Path(chosen)
    try:
        from platformdirs import user_cache_path
    except ImportError:
        return None
    return user_cache_path(NAME, appauthor=False)
