# What in `walk.py` is a number or of one kind, for where there is a compiler.

cdef dict _TREATMENT, _BREAK


cdef class Outline:
    cdef public object head
    cdef public Py_ssize_t body, title_element, links_dropped
    cdef public str title
    cdef public list tags, parents, starts, stops, pieces, piece_elements, flow, links
    cdef public dict names
    cdef public bytearray piece_groups
    cdef object _limits
    cdef bint _layout
    cdef Py_ssize_t _room_chars
    cdef Py_ssize_t _elements_max, _current, _title_flow, _drawing, _hidden
    cdef bytearray _groups
    cdef dict _group_of
    cdef list _open_links
