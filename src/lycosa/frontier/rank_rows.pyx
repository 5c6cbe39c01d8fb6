# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# distutils: extra_compile_args = -ffp-contract=off
"""Ranks of many links at once: `rank_rows.py`, for where there is a compiler."""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy

LARGEST = float(np.finfo(np.float32).max)
cdef double MOST = LARGEST

ctypedef fused real:
    float
    double


def ranks_of(const real[:, ::1] parts, const double[::1] weights):
    """Return the ranks of links given the parts of each, and the first row without a finite priority, or -1."""
    cdef Py_ssize_t row, part, width = weights.shape[0]
    cdef double priority
    cdef float told
    cdef uint32_t bits
    if parts.shape[1] != width:
        raise ValueError(f"{parts.shape[1]} parts have {width} weights")
    found = np.zeros(parts.shape[0], np.uint32)
    cdef uint32_t[::1] ranks = found
    for row in range(parts.shape[0]):
        priority = 0.0
        for part in range(width):
            priority += weights[part] * <double>parts[row, part]
        if not -MOST <= priority <= MOST:
            return found, row
        told = <float>priority
        memcpy(&bits, &told, sizeof(bits))
        ranks[row] = bits if bits & <uint32_t>0x80000000 else bits ^ <uint32_t>0x7FFFFFFF
    return found, -1


def moved(uint32_t[::1] before, const uint8_t[::1] states, uint8_t queued, links, ranks):
    """Return those of some links that are queued, their ranks, and the places among them of those that move."""
    cdef const int64_t[::1] ids = links
    cdef const uint32_t[::1] told = ranks
    cdef Py_ssize_t row, kept = 0, away = 0
    cdef int64_t link
    places = np.empty(ids.shape[0], np.intp)
    cdef int64_t[::1] found = places
    for row in range(ids.shape[0]):
        link = ids[row]
        if not 0 <= link < min(before.shape[0], states.shape[0]):
            raise IndexError(f"there is no link {link}")
        if states[link] == queued:
            if before[link] != told[row]:
                found[away] = kept
                away += 1
            kept += 1
        else:
            before[link] = told[row]
    if kept < ids.shape[0]:
        is_queued = np.asarray(states).take(links) == queued
        links, ranks = links[is_queued], ranks[is_queued]
    return links, ranks, places[:away]


def differing(const float[:, :] rows, const float[:, :] others):
    """Return the places of the rows that differ."""
    cdef Py_ssize_t row, part, away = 0
    if rows.shape[0] != others.shape[0] or rows.shape[1] != others.shape[1]:
        raise ValueError(f"{rows.shape[0]} rows of {rows.shape[1]} are not {others.shape[0]} of {others.shape[1]}")
    places = np.empty(rows.shape[0], np.intp)
    cdef int64_t[::1] found = places
    for row in range(rows.shape[0]):
        for part in range(rows.shape[1]):
            if rows[row, part] != others[row, part]:
                found[away] = row
                away += 1
                break
    return places[:away]


def facts_of(const int64_t[::1] links, columns):
    """Return what is known of some links: one array for each column."""
    cdef const uint32_t[::1] shown = columns[0], host = columns[2]
    cdef const uint16_t[::1] depth = columns[1]
    cdef const int32_t[::1] parent = columns[3]
    cdef Py_ssize_t row, count = links.shape[0]
    cdef int64_t link, most = min(shown.shape[0], depth.shape[0], host.shape[0], parent.shape[0])
    found = [np.empty(count, kind) for kind in (np.uint32, np.uint16, np.uint32, np.int32)]
    cdef uint32_t[::1] all_shown = found[0], all_hosts = found[2]
    cdef uint16_t[::1] all_depths = found[1]
    cdef int32_t[::1] all_parents = found[3]
    for row in range(count):
        link = links[row]
        if not 0 <= link < most:
            raise IndexError(f"there is no link {link}")
        all_shown[row], all_depths[row] = shown[link], depth[link]
        all_hosts[row], all_parents[row] = host[link], parent[link]
    return found
