# cython: language_level=3, boundscheck=False, wraparound=False
"""Numbers of stems in, each once with how often it stands there out: `counts.py`, where there is a compiler."""

from libc.stdint cimport int32_t, uint8_t

import numpy as np

from lycosa.tokens.memory cimport AHEAD, fetch_soon


cdef class StemCounter:
    """Counts with scratch that is kept: for each number its place among those found, -1 between two calls."""

    cdef int32_t[::1] room

    def __init__(self):
        self.room = np.full(1, -1, np.int32)

    def count(
        self, const int32_t[::1] numbers, const uint8_t[::1] groups, const int32_t[::1] amounts, Py_ssize_t most
    ):
        """Return each number in the order of first places, and the sum of the amounts of its places."""
        cdef Py_ssize_t place, size = numbers.shape[0]
        cdef int32_t slot, found = 0
        if (groups.shape[0] and groups.shape[0] != size) or (amounts is not None and amounts.shape[0] != size):
            raise IndexError(f"{size} numbers have as many groups and amounts")
        for place in range(size):
            if numbers[place] < 0 or numbers[place] >= most:
                raise IndexError(f"{numbers[place]} is no number below {most}")
        if self.room.shape[0] < most:
            self.room = np.full(2 * most, -1, np.int32)
        cdef int32_t[::1] room = self.room
        stems, times = np.empty(size, np.int32), np.zeros(size, np.int32)
        cdef int32_t[::1] stem = stems, total = times
        for place in range(size):
            if place + AHEAD < size:
                fetch_soon(&room[numbers[place + AHEAD]])
            if groups.shape[0] and not groups[place]:
                continue
            slot = room[numbers[place]]
            if slot < 0:
                slot = room[numbers[place]] = found
                stem[found] = numbers[place]
                found += 1
            total[slot] += 1 if amounts is None else amounts[place]
        for slot in range(found):
            room[stem[slot]] = -1
        return stems[:found], times[:found]
