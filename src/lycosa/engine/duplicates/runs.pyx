# cython: language_level=3, boundscheck=False, wraparound=False
"""Runs of three words as numbers: `runs.py`, for where there is a compiler."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.string cimport memset

import numpy as np

from lycosa.tokens.memory cimport AHEAD, fetch_soon

RUN_WORDS = 3
READ_BYTES = 1 << 17
BASE = 0x9E3779B97F4A7C15
cdef uint64_t MOST_BYTES = READ_BYTES
cdef uint64_t LAST_POWER = pow(BASE, READ_BYTES + 1, 1 << 64)
cdef uint64_t ONE_IN_EACH_BYTE = 0x0101010101010101
cdef uint64_t MIX = 0xD6E8FEB86659FD93


def outside_links(const int32_t[:, :] spans, Py_ssize_t count):
    """Say of each of so many tokens whether it is not part of a link: a byte of 1, or of 0."""
    found = bytearray(count)
    cdef char* text = found
    cdef Py_ssize_t link, start, stop
    memset(text, 1, count)
    for link in range(spans.shape[0]):
        start, stop = spans[link, 0], spans[link, 1]
        if start < 0 or stop > count:
            raise IndexError(f"there are no words from {start} to {stop}")
        if start < stop:
            memset(text + start, 0, stop - start)
    return bytes(found)


def run_hashes(const uint64_t[:, ::1] stems, const int32_t[::1] numbers, const uint8_t[::1] text):
    """Hash every run of words that `text` picks, a NUL after each, as a polynomial over its bytes."""
    cdef Py_ssize_t place, size = min(numbers.shape[0], text.shape[0]), count = 0, last = stems.shape[0]
    cdef uint64_t run, read = 0
    found = np.empty(size, np.uint64)
    cdef uint64_t[::1] runs = found
    for place in range(size):
        if numbers[place] < 0 or numbers[place] >= last:
            raise IndexError(f"there is no stem {numbers[place]}")
        if place + AHEAD < size and 0 <= numbers[place + AHEAD] < last:
            fetch_soon(&stems[numbers[place + AHEAD], 0])
        read += stems[numbers[place], 2]
        if read >= MOST_BYTES:
            break
        if place < 2 or not (text[place] and text[place - 1] and text[place - 2]):
            continue
        run = stems[numbers[place - 1], 0] + stems[numbers[place - 1], 1] * stems[numbers[place], 0]
        run = (stems[numbers[place - 2], 0] + stems[numbers[place - 2], 1] * run) * LAST_POWER
        run ^= run >> 32  # the low bits of a polynomial are weak
        run *= MIX
        runs[count] = run ^ run >> 32
        count += 1
    return found[:count]


def majority(const uint64_t[::1] runs, Py_ssize_t fewest):
    """Return the bits that most of the different hashes have, which are sorted; None if they are too few."""
    cdef uint64_t[8] lanes  # of lane 3, byte 2 counts how many have bit 3 of their byte 2
    cdef Py_ssize_t[64] sums
    cdef Py_ssize_t place, distinct = 0
    cdef int bit, full = 0
    cdef uint64_t last = 0, found = 0
    memset(lanes, 0, sizeof(lanes))
    memset(sums, 0, sizeof(sums))
    for place in range(runs.shape[0]):
        if place and runs[place] == last:
            continue
        last = runs[place]
        distinct += 1
        for bit in range(8):
            lanes[bit] += last >> bit & ONE_IN_EACH_BYTE
        full += 1
        if full == 255:
            add_up(lanes, sums)
            full = 0
    if distinct < fewest or not distinct:
        return None
    add_up(lanes, sums)
    for bit in range(64):
        if 2 * sums[bit] > distinct:
            found |= <uint64_t>1 << bit
    return found


cdef inline void add_up(uint64_t* lanes, Py_ssize_t* sums) noexcept:
    """Add what the lanes have counted to the sums, and begin again."""
    cdef int bit, byte
    for bit in range(8):
        for byte in range(8):
            sums[8 * byte + bit] += lanes[bit] >> 8 * byte & 255
        lanes[bit] = 0
