# cython: language_level=3
"""Text to numbers in one pass over its bytes: `chunk_table.py`, for where there is a compiler."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy

import os

from lycosa.text import cache

cdef uint64_t PRIME = 0x100000001B3
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")
cdef int MOST_PROBES = 32
cdef Py_ssize_t LONGEST = 64
"""Bytes of a chunk that is remembered."""
cdef Py_ssize_t FIRST_SLOTS = 1 << 12


cdef struct Slot:
    uint64_t hash
    uint32_t start
    uint32_t size  # 0 where the slot is free
    int32_t number


cdef inline Py_ssize_t space(const uint8_t* text, Py_ssize_t left) noexcept nogil:
    """Return how many bytes of white space begin here; what is not ASCII is as `str.split` has it."""
    cdef uint8_t first = text[0]
    if first < 0x80:
        return first == 0x20
    if first == 0xC2:
        return 2 if left > 1 and (text[1] == 0x85 or text[1] == 0xA0) else 0
    if left < 3 or first < 0xE1 or first > 0xE3:
        return 0
    cdef uint8_t second = text[1], third = text[2]
    if first == 0xE1:
        return 3 if second == 0x9A and third == 0x80 else 0
    if first == 0xE3:
        return 3 if second == 0x80 and third == 0x80 else 0
    if second == 0x80:
        return 3 if third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF else 0
    return 3 if second == 0x81 and third == 0x9F else 0


cdef class ChunkTable:
    """The numbers of chunks of text, by their bytes; a table that is full starts again from nothing.

    A chunk that many others keep from its slot is analysed each time, so that no text can make look-ups long.
    """

    cdef Slot* slots
    cdef uint8_t* arena
    cdef uint64_t mask
    cdef uint32_t used, room
    cdef Py_ssize_t entries, most
    cdef object analyse

    def __cinit__(self, analyse):
        self.analyse, self.most = analyse, cache.CACHE_ENTRIES
        self.mask, self.room = FIRST_SLOTS - 1, 1 << 16
        self.slots = <Slot*>calloc(FIRST_SLOTS, sizeof(Slot))
        self.arena = <uint8_t*>malloc(self.room)
        if self.slots == NULL or self.arena == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.slots)
        free(self.arena)

    def __len__(self):
        return self.entries

    def read(self, bytes text not None):
        """Return the numbers of the chunks of a text, as 32-bit integers."""
        cdef const uint8_t* data = <const uint8_t*>PyBytes_AS_STRING(text)
        cdef Py_ssize_t size = len(text), place = 0, start, gap, count = 0, room = size // 4 + 64
        cdef uint64_t hashed
        cdef Slot* slot
        cdef int32_t* numbers = <int32_t*>malloc(room * sizeof(int32_t))
        if numbers == NULL:
            raise MemoryError
        try:
            while place < size:
                gap = space(data + place, size - place)
                if gap:
                    place += gap
                    continue
                start, hashed, gap = place, SEED, 0
                while place < size:
                    if data[place] == 0x20 or (data[place] >= 0x80 and space(data + place, size - place)):
                        break
                    hashed = (hashed ^ data[place]) * PRIME
                    place += 1
                hashed ^= hashed >> 32
                slot = self.find(data + start, place - start, hashed)
                if slot != NULL and slot.size:
                    if count == room:
                        numbers = grown(numbers, &room, 1)
                    numbers[count] = slot.number
                    count += 1
                    continue
                found = self.analyse(text[start:place].decode())
                if isinstance(found, int):
                    self.remember(data + start, place - start, hashed, found)
                    found = (found,)
                if count + len(found) > room:
                    numbers = grown(numbers, &room, len(found))
                for number in found:
                    numbers[count] = number
                    count += 1
            return PyBytes_FromStringAndSize(<char*>numbers, count * sizeof(int32_t))
        finally:
            free(numbers)

    cdef Slot* find(self, const uint8_t* chunk, Py_ssize_t size, uint64_t hashed) noexcept:
        """Return the slot of a chunk, or the free one where it belongs; NULL if there is none near."""
        cdef uint64_t place = hashed
        cdef Slot* slot
        cdef int probe
        if size > LONGEST:
            return NULL
        for probe in range(MOST_PROBES):
            slot = &self.slots[(place + probe) & self.mask]
            if not slot.size:
                return slot
            if slot.hash == hashed and slot.size == size and not memcmp(self.arena + slot.start, chunk, size):
                return slot
        return NULL

    cdef int remember(self, const uint8_t* chunk, Py_ssize_t size, uint64_t hashed, int32_t number) except -1:
        cdef uint8_t* arena
        if self.entries >= self.most:
            self.forget()
        elif 2 * self.entries > <Py_ssize_t>self.mask:
            self.grow()
        cdef Slot* slot = self.find(chunk, size, hashed)
        if slot == NULL or slot.size:
            return 0
        if self.used + size > self.room:
            arena = <uint8_t*>realloc(self.arena, 2 * self.room)
            if arena == NULL:
                raise MemoryError
            self.arena = arena
            self.room *= 2
        memcpy(self.arena + self.used, chunk, size)
        slot.hash, slot.start, slot.size, slot.number = hashed, self.used, size, number
        self.used += size
        self.entries += 1
        return 0

    cdef int grow(self) except -1:
        """Give all chunks slots among twice as many; one for which there is none near is forgotten."""
        cdef Slot* before = self.slots
        cdef uint64_t place, size = self.mask + 1
        cdef Slot* after = <Slot*>calloc(2 * size, sizeof(Slot))
        cdef Slot* slot
        if after == NULL:
            raise MemoryError
        self.slots, self.mask, self.entries = after, 2 * size - 1, 0
        for place in range(size):
            if before[place].size:
                slot = self.find(self.arena + before[place].start, before[place].size, before[place].hash)
                if slot != NULL and not slot.size:
                    slot[0] = before[place]
                    self.entries += 1
        free(before)
        return 0

    cdef void forget(self) noexcept:
        cdef uint64_t place
        for place in range(self.mask + 1):
            self.slots[place].size = 0
        self.entries = 0
        self.used = 0


cdef int32_t* grown(int32_t* numbers, Py_ssize_t* room, Py_ssize_t more) except NULL:
    """Return the same numbers with room for more of them."""
    cdef Py_ssize_t wanted = 2 * room[0] + more
    cdef int32_t* moved = <int32_t*>realloc(numbers, wanted * sizeof(int32_t))
    if moved == NULL:
        raise MemoryError
    room[0] = wanted
    return moved
