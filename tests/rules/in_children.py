"""Does things in processes forked from this one, some at a time: what they change, and what they break, stays there."""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import wait
from typing import Any, TypeVar

Key = TypeVar("Key")
MEMORY = 6 << 30
PATIENCE = 20  # a child that waits for something is ended after so many times the seconds that it may work


class Ended:
    """In place of a result: how a process ended that gave none."""

    def __init__(self, how: str) -> None:
        self.how = how


def in_children(tasks: Mapping[Key, Callable[[], Any]], jobs: int, seconds: int) -> Iterator[tuple[Key, Any]]:
    """Each key with what its task returns, as they end; one that works for more than so many seconds is stopped."""
    context = multiprocessing.get_context("fork")
    waiting, running, done = list(reversed(tasks)), {}, 0
    gc.collect()
    gc.freeze()
    while waiting or running:
        while waiting and len(running) < jobs:
            key = waiting.pop()
            receive, send = context.Pipe(duplex=False)
            process = context.Process(target=_child, args=(tasks[key], seconds, send))
            with warnings.catch_warnings():  # JAX, where something has imported it, warns of children: none of them uses it
                warnings.filterwarnings("ignore", "os.fork", RuntimeWarning)
                process.start()
            send.close()
            running[receive] = (key, process, time.monotonic() + PATIENCE * seconds)
        ready = wait(list(running), timeout=1.0)
        for receive, (key, process, end) in list(running.items()):
            if receive not in ready and time.monotonic() < end:
                continue
            late = receive not in ready
            if late:
                process.kill()
            result = None if late else _received(receive)
            process.join()
            receive.close()
            del running[receive]
            done += 1
            if done % 20 == 0:
                print(f"{done} of {len(tasks)}", file=sys.stderr, flush=True)
            late = late or process.exitcode == -signal.SIGXCPU
            yield key, result if isinstance(result, tuple) else Ended("because it does not end" if late else "because it crashes")


def _received(receive: Any) -> Any:
    with contextlib.suppress(EOFError):
        return receive.recv()


def _child(task: Callable[[], Any], seconds: int, send: Any) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    send.send((task(),))
