# What in `walk.py` is a number or of one kind, for where there is a compiler.
import cython

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

    cdef _close(self)
    cdef str _cut(self, str data)
    cdef bint _is_page_title(self, str tag)
    cdef _link(self, str href, str rel)
    @cython.locals(start=Py_ssize_t)
    cdef _end_link(self, str title)
    cdef bint _in_drawing(self)


@cython.locals(name=str)
cdef str _value(tuple attrs, str wanted)

@cython.locals(attribute=str)
cdef bint _is_hidden(str name, tuple attrs)
