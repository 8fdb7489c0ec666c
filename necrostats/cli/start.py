"""The entry point of the installed program: from here on Ctrl-C ends it in one word, whatever is going on.

Nothing is imported before ``main`` is called, as Ctrl-C during an import would show where.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line."""
    try:
        sys.unraisablehook = _heard
        from necrostats.cli.main import main as run

        run()
    except KeyboardInterrupt:
        _deaf()
        if sys.stderr is not None:
            sys.stderr.write("interrupted\n")
        sys.exit(INTERRUPTED)
    finally:
        _deaf()


def _heard(lost: "sys.UnraisableHookArgs") -> None:
    """Where nothing can be raised, as in a callback from C, an interruption is put off, not lost."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        from threading import Thread

        Thread(target=_again, daemon=True).start()
    else:
        sys.__unraisablehook__(lost)


def _again() -> None:
    import _thread
    import time

    time.sleep(0.01)
    _thread.interrupt_main()


def _deaf() -> None:
    """All is said and done: a further Ctrl-C changes nothing."""
    import signal
    import threading

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
