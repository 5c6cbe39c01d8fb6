# cython: language_level=3, boundscheck=False, wraparound=False
"""Pieces of bytes by number, end to end: `gather.py`, for where there is a compiler."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t
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
