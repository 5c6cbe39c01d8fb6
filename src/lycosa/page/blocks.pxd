# What in `blocks.py` is a number or of one kind, for where there is a compiler.
import cython

@cython.locals(body=Py_ssize_t, element=Py_ssize_t, parents=list, owners=list, tag=str)
cpdef list divisions(outline)

@cython.locals(element=Py_ssize_t, owner=Py_ssize_t, previous=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t,
               piece=Py_ssize_t)
cdef dict _spans(list elements, list owners, list offsets)

@cython.locals(own=list)
cdef _add(dict spans, Py_ssize_t owner, Py_ssize_t start, Py_ssize_t stop)
