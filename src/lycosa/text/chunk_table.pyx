# cython: language_level=3, boundscheck=False, wraparound=False
"""Texts to numbers in one pass over their bytes: `chunk_table.py`, for where there is a compiler."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.unicode cimport PyUnicode_DecodeUTF8
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcmp, memcpy, memset

import os

import lycosa.tokens as columns
from lycosa.text import blanked, cache

from lycosa.text.found_tokens cimport Found, add_one, extend
from lycosa.tokens.memory cimport fetch_soon

cdef extern from "Python.h":
    const char* PyUnicode_AsUTF8AndSize(object text, Py_ssize_t* size) except NULL

cdef enum:
    HEAD = 16  # bytes of a chunk that are kept in its slot: nearly all have no more
    LONGEST = 64  # of one that is remembered
    WORDS = 9  # of 64 bits: room for the longest and for zeros after it
    AT_ONCE = 16  # chunks looked up together: most slots come from far away in memory, now at the same time
    LINE = 64  # bytes of memory that come together; slots begin where one does, so that none lies in two

cdef uint64_t FIRST_PRIME = 0x9E3779B185EBCA87, SECOND_PRIME = 0xC2B2AE3D27D4EB4F
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")
cdef int MOST_PROBES = 32
cdef Py_ssize_t FIRST_SLOTS = 1 << 12
cdef bytes MADE_OF = blanked.BLANKED
cdef const uint8_t* BLANKED = <const uint8_t*>PyBytes_AS_STRING(MADE_OF)
cdef uint8_t BLANK = 0x20


cdef struct Slot:
    uint64_t[2] head  # the first bytes, filled up with zeros
    uint32_t hash
    int32_t number
    uint32_t start  # of the bytes after the head
    uint32_t size  # 0 where the slot is free


cdef struct Chunk:
    uint64_t[WORDS] words
    Py_ssize_t size
    uint32_t hash


cdef inline Py_ssize_t space(const uint8_t* text, Py_ssize_t left) noexcept nogil:
    """Return how many bytes of white space begin here that is not ASCII, as `str.split` has it."""
    if text[0] == 0xC2:
        return 2 if left > 1 and (text[1] == 0x85 or text[1] == 0xA0) else 0
    if left < 3 or text[0] < 0xE1 or text[0] > 0xE3:
        return 0
    cdef uint8_t second = text[1], third = text[2]
    if text[0] == 0xE1:
        return 3 if second == 0x9A and third == 0x80 else 0
    if text[0] == 0xE3:
        return 3 if second == 0x80 and third == 0x80 else 0
    if second == 0x80:
        return 3 if third <= 0x8A or third == 0xA8 or third == 0xA9 or third == 0xAF else 0
    return 3 if second == 0x81 and third == 0x9F else 0


cdef inline Slot* in_line(void* begin) noexcept nogil:
    """Return the first place where a line of memory begins."""
    return <Slot*>((<size_t>begin + LINE - 1) & ~(<size_t>LINE - 1))


cdef inline uint32_t hash_of(const uint64_t* words, Py_ssize_t size) noexcept nogil:
    cdef uint64_t hashed = (SEED ^ words[0] ^ <uint64_t>size) * FIRST_PRIME
    hashed = (hashed ^ (hashed >> 32) ^ words[1]) * SECOND_PRIME
    cdef Py_ssize_t word
    if size > HEAD:
        for word in range(2, (size + 7) >> 3):
            hashed = (hashed ^ (hashed >> 32) ^ words[word]) * FIRST_PRIME
    hashed = (hashed ^ (hashed >> 29)) * SECOND_PRIME
    return <uint32_t>(hashed >> 32)


cdef class ChunkTable:
    """The numbers of chunks of text, by their bytes; a table that is full starts again from nothing.

    A chunk that many others keep from its slot is analysed each time, so that no text can make look-ups long.
    """

    cdef Slot* slots
    cdef void* slots_begin  # what is to be freed: slots begin where a line of memory does
    cdef uint8_t* arena
    cdef uint32_t mask, used, room
    cdef Py_ssize_t entries, most
    cdef object numbering, analyse

    def __cinit__(self, numbering, analyse):
        self.numbering, self.analyse, self.most = numbering, analyse, cache.CACHE_ENTRIES
        self.mask, self.room = FIRST_SLOTS - 1, 1 << 12
        self.slots_begin = calloc(FIRST_SLOTS * sizeof(Slot) + LINE, 1)
        self.arena = <uint8_t*>malloc(self.room)
        if self.slots_begin == NULL or self.arena == NULL:
            raise MemoryError
        self.slots = in_line(self.slots_begin)

    def __dealloc__(self):
        free(self.slots_begin)
        free(self.arena)

    def __len__(self):
        return self.entries

    def read(self, pieces, groups=b""):
        """Return the tokens of texts, where those of each text begin, and the group of each token."""
        cdef bytes kept = bytes(groups), text
        cdef const uint8_t* group_of = <const uint8_t*>PyBytes_AS_STRING(kept)
        cdef const uint8_t* data
        cdef Py_ssize_t size, piece = 0, grouped = PyBytes_GET_SIZE(kept)
        cdef Found found
        memset(&found, 0, sizeof(Found))
        offsets = [0]
        try:
            extend(&found, 1 << 10)
            for one in pieces:
                try:
                    data = <const uint8_t*>PyUnicode_AsUTF8AndSize(one, &size)
                except UnicodeEncodeError:
                    text = one.encode("utf-8", "replace")
                    data, size = <const uint8_t*>PyBytes_AS_STRING(text), PyBytes_GET_SIZE(text)
                self.add(&found, data, size, group_of[piece] if piece < grouped else 0)
                offsets.append(found.count)
                piece += 1
            numbers = PyBytes_FromStringAndSize(<char*>found.numbers, found.count * sizeof(int32_t))
            each = PyBytes_FromStringAndSize(<char*>found.groups, found.count if grouped else 0)
        finally:
            free(found.numbers)
            free(found.groups)
        return columns.Tokens.packed(self.numbering, numbers), offsets, each

    cdef int add(self, Found* found, const uint8_t* data, Py_ssize_t size, uint8_t group) except -1:
        """Read one text."""
        cdef Chunk[AT_ONCE] chunks
        cdef uint8_t* chunk
        cdef uint8_t byte
        cdef Py_ssize_t place = 0, start, length, gap
        cdef int pending = 0
        while place < size:
            byte = BLANKED[data[place]]
            if byte == BLANK:
                place += 1
                continue
            if byte >= 0x80:
                gap = space(data + place, size - place)
                if gap:
                    place += gap
                    continue
            chunk, start, length = <uint8_t*>chunks[pending].words, place, 0
            chunks[pending].words[0], chunks[pending].words[1] = 0, 0
            while True:
                if length < LONGEST:
                    chunk[length] = byte
                length += 1
                place += 1
                if place == size:
                    break
                byte = BLANKED[data[place]]
                if byte == BLANK or (byte >= 0x80 and space(data + place, size - place)):
                    break
            if length > LONGEST:
                self.look_up(found, chunks, pending, group)
                pending = 0
                self.add_new(found, data + start, length, group)
                continue
            if length > HEAD:
                memset(chunk + length, 0, 8)
            chunks[pending].size, chunks[pending].hash = length, hash_of(chunks[pending].words, length)
            fetch_soon(&self.slots[chunks[pending].hash & self.mask])
            pending += 1
            if pending == AT_ONCE:
                self.look_up(found, chunks, pending, group)
                pending = 0
        return self.look_up(found, chunks, pending, group)

    cdef int look_up(self, Found* found, Chunk* chunks, int count, uint8_t group) except -1:
        """Add what some chunks are worth."""
        cdef Chunk* chunk
        cdef Slot* slot
        cdef int place
        for place in range(count):
            chunk = &chunks[place]
            slot = self.find(chunk.words, chunk.size, chunk.hash)
            if slot == NULL or not slot.size:
                number = self.add_new(found, <uint8_t*>chunk.words, chunk.size, group)
                if isinstance(number, int):
                    self.remember(chunk.words, chunk.size, chunk.hash, number)
            elif slot.number > 0:
                add_one(found, slot.number, group)
            elif slot.number < 0:
                self.add_all(found, self.numbering.several[~slot.number], group)
        return 0

    cdef object add_new(self, Found* found, const uint8_t* data, Py_ssize_t size, uint8_t group):
        """Add what a chunk is worth that is not known; return it."""
        if size > LONGEST:
            chunk = PyBytes_FromStringAndSize(<char*>data, size).translate(MADE_OF).decode()
        else:
            chunk = PyUnicode_DecodeUTF8(<char*>data, size, NULL)
        worth = self.analyse(chunk)
        if not isinstance(worth, int):
            self.add_all(found, worth, group)
        elif worth < 0:
            self.add_all(found, self.numbering.several[~worth], group)
        else:
            add_one(found, worth, group)
        return worth

    cdef int add_all(self, Found* found, numbers, uint8_t group) except -1:
        for number in numbers:
            add_one(found, number, group)
        return 0

    cdef inline Slot* find(self, const uint64_t* words, Py_ssize_t size, uint32_t hashed) noexcept:
        """Return the slot of a chunk, or the free one where it belongs; NULL if there is none near."""
        cdef Slot* slot
        cdef int probe
        for probe in range(MOST_PROBES):
            slot = &self.slots[(hashed + <uint32_t>probe) & self.mask]
            if not slot.size:
                return slot
            if (
                slot.head[0] == words[0]
                and slot.head[1] == words[1]
                and slot.size == size
                and (size <= HEAD or not memcmp(self.arena + slot.start, words + 2, size - HEAD))
            ):
                return slot
        return NULL

    cdef int remember(self, const uint64_t* words, Py_ssize_t size, uint32_t hashed, int32_t number) except -1:
        cdef uint8_t* arena
        if self.entries >= self.most:
            self.forget()
        elif 2 * self.entries > <Py_ssize_t>self.mask:
            self.grow()
        cdef Slot* slot = self.find(words, size, hashed)
        if slot == NULL or slot.size:
            return 0
        slot.head[0], slot.head[1], slot.start = words[0], words[1], self.used
        slot.hash, slot.number, slot.size = hashed, number, size
        self.entries += 1
        if size <= HEAD:
            return 0
        if self.used + size > self.room:
            arena = <uint8_t*>realloc(self.arena, 2 * self.room)
            if arena == NULL:
                raise MemoryError
            self.arena = arena
            self.room *= 2
        memcpy(self.arena + self.used, words + 2, size - HEAD)
        self.used += size - HEAD
        return 0

    cdef int grow(self) except -1:
        """Give all chunks slots among twice as many; one for which there is none near is forgotten."""
        cdef Slot* before = self.slots
        cdef uint32_t place, probe, size = self.mask + 1
        cdef void* begin = calloc(2 * size * sizeof(Slot) + LINE, 1)
        if begin == NULL:
            raise MemoryError
        cdef Slot* slot
        cdef Slot* after = in_line(begin)
        self.slots, self.mask, self.entries = after, 2 * size - 1, 0
        for place in range(size):
            if not before[place].size:
                continue
            for probe in range(<uint32_t>MOST_PROBES):
                slot = &after[(before[place].hash + probe) & self.mask]
                if not slot.size:
                    slot[0] = before[place]
                    self.entries += 1
                    break
        free(self.slots_begin)
        self.slots_begin = begin
        return 0

    cdef void forget(self) noexcept:
        memset(self.slots, 0, (<size_t>self.mask + 1) * sizeof(Slot))
        self.entries = 0
        self.used = 0
