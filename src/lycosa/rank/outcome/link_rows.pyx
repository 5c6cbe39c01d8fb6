# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
# distutils: extra_compile_args = -ffp-contract=off
"""What is reckoned for each of some hundred links at once: `link_rows.py`, for where there is a compiler.

Every number is looked up once, and every product is rounded before it is added to, as numpy does it.
"""

import numpy as np

from libc.stdint cimport int8_t, int32_t, int64_t, uint16_t, uint32_t

from lycosa.graph import NO_BLOCK
from lycosa.rank.outcome.tried import LEAN_NEIGHBOURS, LEAN_SHOWN, THOUSAND
from lycosa.tokens.memory cimport fetch_soon

cdef enum:
    AHEAD = 8  # links whose rows are fetched before they are asked for: they lie anywhere
    CACHE_LINE = 64
    SUMS = 6
cdef double LEAN = LEAN_NEIGHBOURS, LEAN_BY_PAGES = LEAN_SHOWN, UNITS = THOUSAND
cdef uint16_t OUTSIDE = NO_BLOCK

cdef struct Rate:
    double own, lean


cdef inline Rate rate_of(int64_t tried, int64_t total) noexcept nogil:
    cdef double share = 1.0 / (<double>tried + LEAN)
    cdef Rate rate
    rate.own = <double>total * share / UNITS
    rate.lean = LEAN * share
    return rate


cdef inline Rate rate_within(int64_t tried, int64_t total, Rate wider) noexcept nogil:
    cdef Rate rate = rate_of(tried, total)
    rate.own += rate.lean * wider.own
    rate.lean *= wider.lean
    return rate


cdef object none_such(int64_t place):
    return IndexError(f"there is no row {place}")


def add_sightings(
    double[:, ::1] sums, const int64_t[::1] targets, page, const int64_t[:, ::1] by_block,
    const int64_t[::1] blocks,
):
    """Add the sightings on a page to the sums of its links."""
    cdef double worth = page[0]
    cdef Rate wider = rate_of(page[1], page[2]), rate
    cdef Py_ssize_t place
    cdef int64_t block
    cdef double* own
    for place in range(targets.shape[0]):
        if not 0 <= targets[place] < sums.shape[0]:
            raise none_such(targets[place])
        if not 0 <= blocks[place] < by_block.shape[0]:
            raise none_such(blocks[place])
    for place in range(targets.shape[0]):
        block = blocks[place]
        rate = rate_within(by_block[block, 0], by_block[block, 1], wider)
        own = &sums[targets[place], 0]
        own[0] += 1.0
        own[1] += worth
        own[2] += wider.own
        own[3] += wider.lean
        own[4] += rate.own
        own[5] += rate.lean


cdef inline int64_t number_of(int64_t first, uint16_t block) noexcept nogil:
    return first if block == OUTSIDE else first + block


cdef list blocks_of(int64_t link, const int64_t[::1] first_blocks, list counts, const int32_t[::1] targets,
                    const uint16_t[::1] blocks):
    """Return the numbers of the blocks that show a link, each once."""
    cdef Py_ssize_t page, begin = 0, end, place
    cdef set found = set()
    for page in range(first_blocks.shape[0]):
        end = begin + <Py_ssize_t>counts[page]
        for place in range(begin, end):
            if targets[place] == link:
                found.add(number_of(first_blocks[page], blocks[place]))
        begin = end
    return list(found)


cdef void change_sums(
    double[:, ::1] sums, Rate before, Rate after, const int64_t[:, ::1] by_block, int64_t first,
    const int64_t[::1] hit, int64_t outcomes, int64_t total, const int32_t[::1] targets,
    const uint16_t[::1] blocks, Py_ssize_t begin, Py_ssize_t end,
) noexcept nogil:
    """Change the sums of the links on one page, whose rate was and is now."""
    cdef Py_ssize_t place, one
    cdef int64_t number, known = -1
    cdef Rate block_before, block_after
    cdef double* own
    for place in range(begin, end):
        if targets[place] < 0:
            continue  # a stray was never proposed
        number = number_of(first, blocks[place])
        if number != known:
            known = number
            block_before = rate_within(by_block[number, 0], by_block[number, 1], before)
            block_after = rate_within(by_block[number, 0], by_block[number, 1], after)
            for one in range(hit.shape[0]):
                if hit[one] == number:
                    block_after = rate_within(by_block[number, 0] + outcomes, by_block[number, 1] + total, after)
        own = &sums[targets[place], 0]
        own[2] += after.own - before.own
        own[3] += after.lean - before.lean
        own[4] += block_after.own - block_before.own
        own[5] += block_after.lean - block_before.lean


def add_outcome(tables, const int64_t[::1] pages, const int64_t[::1] first_blocks, shown, outcome):
    """Count an outcome of a link for pages that show it and for their blocks, and change the sums beside it."""
    cdef double[:, ::1] sums = tables[0]
    cdef int64_t[:, ::1] by_page = tables[1], by_block = tables[2]
    cdef int64_t link = outcome[0], outcomes = outcome[1], total = outcome[2], number
    cdef list counts = shown[0]
    cdef const int32_t[::1] targets = shown[1]
    cdef const uint16_t[::1] blocks = shown[2]
    cdef Py_ssize_t page, begin = 0, end, place
    cdef Rate before, after
    for page in range(pages.shape[0]):
        end = begin + <Py_ssize_t>counts[page]
        if not 0 <= pages[page] < by_page.shape[0] or end > min(targets.shape[0], blocks.shape[0]):
            raise none_such(pages[page])
        for place in range(begin, end):
            number = number_of(first_blocks[page], blocks[place])
            if not 0 <= number < by_block.shape[0] or targets[place] >= sums.shape[0]:
                raise none_such(number)
        begin = end
    found = np.array(blocks_of(link, first_blocks, counts, targets, blocks), np.int64)
    cdef int64_t[::1] hit = found
    begin, told = 0, []
    for page in range(pages.shape[0]):
        end = begin + <Py_ssize_t>counts[page]
        tried, worth = by_page[pages[page], 0] + outcomes, by_page[pages[page], 1] + total
        before, after = rate_of(by_page[pages[page], 0], by_page[pages[page], 1]), rate_of(tried, worth)
        change_sums(
            sums, before, after, by_block, first_blocks[page], hit, outcomes, total, targets, blocks, begin, end
        )
        told.append((tried, worth))
        begin = end
    for page in range(pages.shape[0]):  # afterwards, as a page that is named twice is counted once
        by_page[pages[page], 0], by_page[pages[page], 1] = told[page]
    for place in range(hit.shape[0]):
        by_block[hit[place], 0] += outcomes
        by_block[hit[place], 1] += total


def rated(const double[:, ::1] sums, const int64_t[::1] links, double base, by_host, by_directory):
    """Return the rates of some links and how often they were seen, a row for each."""
    cdef const double[:, ::1] host_rates = by_host[0], directory_rates = by_directory[0]
    cdef const uint32_t[::1] hosts = by_host[1], directories = by_directory[1]
    cdef Py_ssize_t place, count = links.shape[0]
    cdef const double* own
    cdef double* row
    cdef double seen, shown, believed = LEAN_BY_PAGES * base
    found = np.empty((count, SUMS))
    cdef double[:, ::1] rows = found
    for place in range(count):
        if not 0 <= links[place] < sums.shape[0]:
            raise none_such(links[place])
        if hosts[place] >= <size_t>host_rates.shape[0] or directories[place] >= <size_t>directory_rates.shape[0]:
            raise none_such(max(hosts[place], directories[place]))
        own, row = &sums[links[place], 0], &rows[place, 0]
        seen = own[0]
        row[0] = shown = (own[1] + believed) / (seen + LEAN_BY_PAGES)
        if seen == 0.0:
            row[1] = row[2] = base
        else:
            row[1] = (own[2] + base * own[3]) / (seen if seen > 1.0 else 1.0)
            row[2] = (own[4] + base * own[5]) / (seen if seen > 1.0 else 1.0)
        row[3] = host_rates[hosts[place], 0] + host_rates[hosts[place], 1] * shown
        row[4] = directory_rates[directories[place], 0] + directory_rates[directories[place], 1] * shown
        row[5] = seen
    return found


def meanings_of(const int8_t[:, ::1] steps, const int64_t[::1] links, float most):
    """Return the meanings of some links, which are kept as steps of which `most` are 1."""
    cdef Py_ssize_t place, at, width = steps.shape[1]
    cdef const int8_t* own
    cdef float* row
    found = np.empty((links.shape[0], width), np.float32)
    cdef float[:, ::1] rows = found
    for place in range(links.shape[0]):
        if not 0 <= links[place] < steps.shape[0]:
            raise none_such(links[place])
        if place + AHEAD < links.shape[0] and 0 <= links[place + AHEAD] < steps.shape[0]:
            own = &steps[links[place + AHEAD], 0]
            for at in range(0, width, CACHE_LINE):
                fetch_soon(own + at)
        own, row = &steps[links[place], 0], &rows[place, 0]
        for at in range(width):
            row[at] = <float>own[at] / most
    return found


def subtract_product(double[:, ::1] table, const double[::1] column, const double[::1] across, room):
    """Subtract the product of a column and a row from a table; `room` is for who has no compiler."""
    cdef Py_ssize_t row, place, width = across.shape[0]
    cdef double* own
    cdef double share
    if table.shape[0] != column.shape[0] or table.shape[1] != width:
        raise ValueError(f"a table of {table.shape[0]} rows is no product of {column.shape[0]} and {width}")
    for row in range(column.shape[0]):
        own, share = &table[row, 0], column[row]
        for place in range(width):
            own[place] -= share * across[place]
