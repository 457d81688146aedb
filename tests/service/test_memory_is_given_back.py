"""A service does not keep the memory of the pictures it took."""

from __future__ import annotations

import subprocess
import sys

_PICTURES = """
from deskhand.service.memory import give_large_blocks_back

def resident():
    return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])

assert give_large_blocks_back()
before, small = resident(), []
for _ in range(20):
    picture = b"x" * (8 << 20)
    small.append(bytearray(3000))  # lies above the picture where that is in the heap
    del picture
print(resident() - before)
"""


def test_what_a_picture_took_is_returned_to_the_system() -> None:
    done = subprocess.run([sys.executable, "-c", _PICTURES], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 4 << 10, "KiB kept of twenty pictures of 8 MiB"
