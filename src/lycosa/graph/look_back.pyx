# cython: language_level=3, boundscheck=False, wraparound=False
"""Where targets were seen before: `look_back.py`, for where there is a compiler."""

import numpy as np

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint32_t

FIRST_STRAY = -2


def look_back(const int[::1] targets, int64_t number, long long[::1] last, long long[::1] stray_last, int64_t forgotten):
    """Return how many sightings ago each target was seen before, as 32 bits each; 0 if it was not."""
    cdef Py_ssize_t place
    cdef int64_t before, target
    found = PyBytes_FromStringAndSize(NULL, targets.shape[0] * sizeof(uint32_t))
    cdef uint32_t* back = <uint32_t*>PyBytes_AS_STRING(found)
    for place in range(targets.shape[0]):
        target = targets[place]
        if target >= 0:
            if target >= last.shape[0]:
                raise IndexError(f"there is no link {target}")
            before = last[target]
            last[target] = number + place
        else:
            if not 0 <= -2 - target < stray_last.shape[0]:
                raise IndexError(f"there is no stray {target}")
            before = stray_last[-2 - target]
            stray_last[-2 - target] = number + place
        back[place] = <uint32_t>(number + place - before) if before >= forgotten else 0
    return found


def ages(const int[::1] page_numbers, const int32_t[::1] links, int64_t pages):
    """Return how many pages were read since that of each link, itself included; all if it was not read."""
    cdef Py_ssize_t place
    cdef int64_t link, number
    since = np.empty(links.shape[0], np.int64)
    cdef int64_t[::1] found = since
    for place in range(links.shape[0]):
        link = links[place]
        number = page_numbers[link] if 0 <= link < page_numbers.shape[0] else 0
        found[place] = pages - (number if number > 0 else 0)
    return since
