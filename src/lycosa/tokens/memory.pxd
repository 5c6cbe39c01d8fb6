# cython: language_level=3
"""Asking memory for what will be looked at some steps later: tables of all words are larger than any cache."""

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define LYCOSA_FETCH_SOON(place) __builtin_prefetch(place)
    #else
    #define LYCOSA_FETCH_SOON(place) (void)(place)
    #endif
    """
    void fetch_soon "LYCOSA_FETCH_SOON"(const void* place) noexcept nogil

cdef enum:
    AHEAD = 16  # steps that are taken in about the time that memory needs
