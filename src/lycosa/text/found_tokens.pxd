# cython: language_level=3, boundscheck=False, wraparound=False
"""Tokens as they are found by `chunk_table.pyx`: a number and a tag group each, in room that grows."""

from libc.stdint cimport int32_t, uint8_t
from libc.stdlib cimport realloc


cdef struct Found:
    # What has been read so far.
    int32_t* numbers
    uint8_t* groups
    Py_ssize_t count, room


cdef inline int extend(Found* found, Py_ssize_t more) except -1:
    """Make room for more numbers."""
    cdef Py_ssize_t room = 2 * found.room + more
    cdef int32_t* numbers = <int32_t*>realloc(found.numbers, room * sizeof(int32_t))
    if numbers == NULL:
        raise MemoryError
    found.numbers = numbers
    cdef uint8_t* groups = <uint8_t*>realloc(found.groups, room)
    if groups == NULL:
        raise MemoryError
    found.groups, found.room = groups, room
    return 0


cdef inline int add_one(Found* found, int32_t number, uint8_t group) except -1:
    """Add a token, unless the word is dropped."""
    if not number:
        return 0
    if found.count == found.room:
        extend(found, 1)
    found.numbers[found.count] = number
    found.groups[found.count] = group
    found.count += 1
    return 0
