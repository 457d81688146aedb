"""A System V shared memory segment that this process and the X server both see."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import struct
from typing import Any

import xcffib
from xcffib import shm, xproto

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.raw_request import RawRequest
from deskhand.model.geometry import Bounds

_IPC_PRIVATE, _IPC_CREAT, _IPC_RMID = 0, 0o1000, 0
_OWNER_ONLY = 0o600
_GET_IMAGE = 4
_IMAGE_OF = struct.Struct("=4xIhhHHIB3xII")
"""Drawable, x, y, width, height, planes, format, segment, offset into it."""
ALL_PLANES = 0xFFFFFFFF


class SharedMemory:
    """`size` bytes at `address`, known to the server as `segment`. `OSError` where the system or the server refuses.

    The segment is marked for removal as soon as both are attached: no kind of death leaves it behind.
    """

    def __init__(self, connection: Connection, size: int) -> None:
        self.size = size
        self._link = connection
        self._libc = _libc()
        self._get_image = RawRequest(connection, shm.key, _GET_IMAGE)
        identity = self._libc.shmget(_IPC_PRIVATE, size, _IPC_CREAT | _OWNER_ONLY)
        if identity < 0:
            raise _failure("shmget")
        try:
            address = self._libc.shmat(identity, None, 0)
            if address in (None, ctypes.c_void_p(-1).value):
                raise _failure("shmat")
            self.address: int = address
            self.segment: int = connection.x.generate_id()
            try:
                connection.x(shm.key).AttachChecked(self.segment, identity, False).check()
            except xcffib.Error as reason:
                self._libc.shmdt(ctypes.c_void_p(self.address))
                raise OSError(f"the X server refused the segment: {type(reason).__name__}") from reason
        finally:
            self._libc.shmctl(identity, _IPC_RMID, None)

    def grab(self, area: Bounds) -> bool:
        """Have the server put the pixels of an area of the screen at the start; False when it is not wholly on it."""
        pixels = xproto.ImageFormat.ZPixmap
        asked = _IMAGE_OF.pack(self._link.root, *area, ALL_PLANES, pixels, self.segment, 0)
        return self._get_image.ask(asked) is not None

    def read(self, size: int) -> bytes:
        """A copy of the first `size` bytes."""
        return ctypes.string_at(self.address, size)

    def close(self, *, tell_server: bool = True) -> None:
        if tell_server:
            self._link.x(shm.key).Detach(self.segment)
            self._link.x.flush()
        if self.address:
            self._libc.shmdt(ctypes.c_void_p(self.address))
            self.address = 0


def _libc() -> Any:
    libc = ctypes.CDLL(ctypes.util.find_library("c") or "libc.so.6", use_errno=True)
    libc.shmget.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_int]
    libc.shmat.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
    libc.shmat.restype = ctypes.c_void_p
    libc.shmdt.argtypes = [ctypes.c_void_p]
    libc.shmctl.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_void_p]
    return libc


def _failure(call: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{call}: {os.strerror(number)}")
