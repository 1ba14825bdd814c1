"""What went wrong in a game.  Whoever plays games to look for faults takes note of them and goes on."""

from __future__ import annotations

from types import TracebackType


class FaultWitness:
    """Keeps the error that ends its block, instead of letting it pass.

    :param passing: errors that are no faults and pass all the same.
    """

    def __init__(self, *passing: type[Exception]) -> None:
        self.error: Exception | None = None
        self._passing = passing

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception) or isinstance(error, self._passing):
            return False
        self.error = error
        return True
