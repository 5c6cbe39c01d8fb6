"""Where targets were seen before: in go the sightings that are new, out comes how far back each target was.

`look_back.pyx` is the same for where there is a compiler. A test holds the two against each other.
"""

from __future__ import annotations

from array import array

import numpy as np
import numpy.typing as npt

from lycosa.graph.csr import Ints, looked_up

FIRST_STRAY = -2


def look_back(
    targets: array[int], number: int, last: array[int], stray_last: array[int], forgotten: int
) -> bytes:
    """Return how many sightings ago each target was seen before, as 32 bits each; 0 if it was not.

    In: targets of sightings that are numbered from `number` on; the latest sighting of each link and of each
    stray, which become these; and the number of the oldest sighting that is still known.

    >>> last = array("q", [-1, -1])
    >>> array("I", look_back(array("i", [1, 0, 1]), 5, last, array("q"), 0)).tolist(), last.tolist()
    ([0, 0, 2], [6, 7])
    """
    back = array("I")
    for place, target in enumerate(targets, number):
        if target >= 0:
            before, last[target] = last[target], place
        else:
            before, stray_last[FIRST_STRAY - target] = stray_last[FIRST_STRAY - target], place
        back.append(place - before if before >= forgotten else 0)
    return back.tobytes()


def ages(page_numbers: array[int], links: npt.NDArray[np.int32], pages: int) -> Ints:
    """Return how many pages were read since that of each link, itself included; all if it was not read.

    >>> ages(array("i", [0, -1, 1]), np.int32([2, 0, 1, -1]), 5).tolist()
    [4, 5, 5, 5]
    """
    since: Ints = pages - np.maximum(looked_up(page_numbers, links.astype(np.int64)), 0)
    return since
