"""One test over all rows of a table, where hundreds would cost more in being found, set up and told than in being run.

A fault still names its row, and all rows that are wrong are told together.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[..., None]


def of_each(names: str, rows: Iterable[Any]) -> Callable[[Test], Test]:
    """As ``pytest.mark.parametrize``, in one test; not for rows that leave a trace in a fixture.

    :param names: of the arguments that come from a row, with commas between; of one, the row is the argument.
    """
    keys, table = [name.strip() for name in names.split(",")], list(rows)
    assert table, "no rows"

    def over_all(test: Test) -> Test:
        def whole(**fixtures: Any) -> None:
            faults = []
            for row in table:
                values = row if len(keys) > 1 else (row,)
                try:
                    test(**fixtures, **dict(zip(keys, values, strict=True)))
                except AssertionError as fault:
                    faults.append(f"{row}: {fault}")
                except Exception as error:
                    error.add_note(f"at the row {row}")
                    raise
            assert not faults, "\n\n".join(faults)

        asked = inspect.signature(test).parameters.values()
        whole.__signature__ = inspect.Signature([one for one in asked if one.name not in keys])  # type: ignore[attr-defined]
        whole.__name__, whole.__doc__, whole.__module__ = test.__name__, test.__doc__, test.__module__
        return whole

    return over_all
