# cython: language_level=3, boundscheck=False, wraparound=False
"""Sums of runs of rows: `rows.py`, for where there is a compiler.

numpy looks at each number of a run by itself, and adds to the first row what the others come to: seven of them
one after another, more of them in eight sums that are put together at the end.
"""

import numpy as np

cdef enum:
    LANES = 8
    LONGEST = 129  # numpy parts longer runs


cdef void add(float* into, const float* more, Py_ssize_t width) noexcept nogil:
    cdef Py_ssize_t place
    for place in range(width):
        into[place] += more[place]


cdef void add_run(float* total, float* lanes, const float* rows, Py_ssize_t count, Py_ssize_t width) noexcept nogil:
    """Add rows to a total, by way of `LANES` rows to reckon in."""
    cdef Py_ssize_t row = LANES if count >= LANES else 1, apart = 1, place, lane
    for place in range(row * width):
        lanes[place] = rows[place]
    if count >= LANES:
        while row < count - count % LANES:
            add(lanes, rows + row * width, LANES * width)
            row += LANES
        while apart < LANES:  # neighbours first, then pairs of them
            lane = 0
            while lane < LANES:
                add(lanes + lane * width, lanes + (lane + apart) * width, width)
                lane += 2 * apart
            apart *= 2
    while row < count:
        add(lanes, rows + row * width, width)
        row += 1
    add(total, lanes, width)


def row_sums(const float[:, ::1] rows, const Py_ssize_t[::1] starts):
    """Return the sum of the rows from each start to the next; each run has one row or more."""
    cdef Py_ssize_t run, place, first, stop, count = starts.shape[0], width = rows.shape[1]
    for run in range(count):
        stop = starts[run + 1] if run + 1 < count else rows.shape[0]
        if starts[run] < 0 or starts[run] >= stop or stop > rows.shape[0]:
            raise IndexError(f"there is no row from {starts[run]} to {stop}")
        if stop - starts[run] > LONGEST:
            return np.add.reduceat(rows, starts, axis=0)
    found = np.empty((count, width), np.float32)
    if not width:
        return found
    cdef float[:, ::1] sums = found
    cdef float[:, ::1] lanes = np.empty((LANES, width), np.float32)
    for run in range(count):
        first = starts[run]
        stop = starts[run + 1] if run + 1 < count else rows.shape[0]
        for place in range(width):
            sums[run, place] = rows[first, place]
        if stop > first + 1:
            add_run(&sums[run, 0], &lanes[0, 0], &rows[first + 1, 0], stop - first - 1, width)
    return found
