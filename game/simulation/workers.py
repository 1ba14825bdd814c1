"""The workers that play the games of a series: this process, several, or a cluster of dask.distributed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from typing import Any, TypeVar

from game.play.autoplay import MatchFault

Order = TypeVar("Order")
Played = TypeVar("Played")
PATIENCE = "10s"
"""How long a cluster may take to answer."""


class ClusterFault(MatchFault):
    """The cluster cannot be used, so no game can be played: one sentence."""


class InlineExecutor(Executor):
    """Runs everything at once in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run it now; a finished future."""
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Executor]:
    """Workers that play games: this process, several, or a cluster of dask.distributed at an address.

    :raises ClusterFault: if dask.distributed is not installed, or no worker answers.
    """
    if cluster:
        yield from _on_cluster(cluster)
    elif jobs < 2:
        yield InlineExecutor()
    else:
        pool = ProcessPoolExecutor(jobs, get_context("spawn"))
        try:
            yield pool
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_cluster(address: str) -> Iterator[Executor]:
    if find_spec("distributed") is None:
        raise ClusterFault("a cluster needs dask.distributed: pip install 'rasputitsa[cluster]'")
    distributed = import_module("distributed")
    try:
        client = distributed.Client(address, timeout=PATIENCE)
    except (OSError, ValueError) as e:
        raise ClusterFault(f"no cluster answers at {address}: {e}") from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()


def in_order(
    play: Callable[[Order], Played], orders: Iterable[Order], jobs: int, cluster: str = ""
) -> Generator[Played, None, None]:
    """The results of orders in the sequence in which they were given, whichever process runs them.

    :param jobs: most games at a time, here or on the cluster.
    :raises ClusterFault: as :func:`workers` does.
    """
    given: deque[Future[Played]] = deque()
    with workers(jobs, cluster) as pool:
        for order in orders:
            under_way = {future for future in given if not future.done()}
            if len(under_way) >= jobs:
                wait(under_way, return_when=FIRST_COMPLETED)
            given.append(pool.submit(play, order))
            while given and given[0].done():
                yield given.popleft().result()
        while given:
            yield given.popleft().result()
