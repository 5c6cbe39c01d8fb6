# cython: language_level=3, boundscheck=False, wraparound=False
"""Pieces of bytes by number, end to end: `gather.py`, for where there is a compiler."""

import numpy as np

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from lycosa.tokens.memory cimport AHEAD, fetch_soon

cdef enum:
    SHORT = 16  # bytes that are copied at once, nearly always with some of what follows


def gathered(const uint8_t[::1] text, const int32_t[::1] starts, const int32_t[::1] numbers):
    """Return some pieces of a text end to end; piece i goes from `starts[i]` to `starts[i + 1]`."""
    cdef Py_ssize_t place, piece, size = 0, count = numbers.shape[0], last = starts.shape[0] - 1
    for place in range(count):
        piece = numbers[place]
        if piece < 0 or piece >= last:
            raise IndexError(f"there is no piece {piece}")
        size += starts[piece + 1] - starts[piece]
    found = PyBytes_FromStringAndSize(NULL, size)
    cdef char* end = PyBytes_AS_STRING(found)
    cdef Py_ssize_t left = size
    if text.shape[0]:
        for place in range(min(AHEAD, count)):
            fetch_soon(&text[starts[numbers[place]]])
        for place in range(count):
            if place + AHEAD < count:
                fetch_soon(&text[starts[numbers[place + AHEAD]]])
            piece = numbers[place]
            size = starts[piece + 1] - starts[piece]
            if size <= SHORT <= left and starts[piece] + SHORT <= text.shape[0]:
                memcpy(end, &text[starts[piece]], SHORT)
            else:
                memcpy(end, &text[starts[piece]], size)
            end += size
            left -= size
    return found


def spliced(
    const int32_t[::1] first, const int32_t[::1] second, const int64_t[:, :] starts, const int64_t[:, :] stops
):
    """Return parts of two texts end to end: in each row a part of the first, then one of the second."""
    cdef Py_ssize_t row, place, end = 0
    for row in range(starts.shape[0]):
        for place in range(2):
            if not 0 <= starts[row, place] <= stops[row, place] <= (second if place else first).shape[0]:
                raise IndexError(f"there is no part from {starts[row, place]} to {stops[row, place]}")
            end += stops[row, place] - starts[row, place]
    found = np.empty(end, np.int32)
    cdef int32_t[::1] numbers = found
    end = 0
    for row in range(starts.shape[0]):
        for place in range(starts[row, 0], stops[row, 0]):
            numbers[end] = first[place]
            end += 1
        for place in range(starts[row, 1], stops[row, 1]):
            numbers[end] = second[place]
            end += 1
    return found
