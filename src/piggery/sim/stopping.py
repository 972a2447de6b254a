"""Ctrl-C that asks to stop, so that what was counted or written by then is kept."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread

STOPPED = 130  # the exit status of a command that was stopped


@contextmanager
def stopping() -> Iterator[Event]:
    """An event that Ctrl-C sets. Pressed again, it ends the command at once."""
    stop = Event()

    def asked(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or before is signal.SIG_IGN:
        yield stop
        return
    signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
