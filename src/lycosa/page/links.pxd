# What in `links.py` is a number or of one kind, for where there is a compiler.
import cython

@cython.locals(
    starts=list, stops=list, parents=list, pieces=list, owners=list, number=dict, spans=dict, numbers=list,
    anchors=list, chars=Py_ssize_t, most=Py_ssize_t, reach=Py_ssize_t, element=Py_ssize_t, first=Py_ssize_t,
    last=Py_ssize_t, parent=Py_ssize_t, owner=Py_ssize_t, low=Py_ssize_t, high=Py_ssize_t, start=Py_ssize_t,
    stop=Py_ssize_t, before=Py_ssize_t, after=Py_ssize_t, segment=Py_ssize_t,
)
cdef tuple _placed(outline, list elements, list offsets, tuple cut, limits)

@cython.locals(place=Py_ssize_t, start=Py_ssize_t, stop=Py_ssize_t)
cdef (Py_ssize_t, Py_ssize_t) _around(Py_ssize_t low, Py_ssize_t high, list block, Py_ssize_t reach)
