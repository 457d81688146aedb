"""Memory that a service gives back once it is done with it."""

from __future__ import annotations

import ctypes

_M_MMAP_THRESHOLD = -3
"""malloc.h of glibc."""
_LARGE = 1 << 20


def give_large_blocks_back() -> bool:
    """Have blocks of a mebibyte and more returned to the system when they are freed. Left to itself glibc keeps them in
    the heap after the first picture, and a service that has taken a few holds some 20 MB for nothing. False where the C
    library has no such setting."""
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and bool(mallopt(_M_MMAP_THRESHOLD, _LARGE))
