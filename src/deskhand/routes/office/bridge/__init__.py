"""What runs in the system's Python, where LibreOffice's `uno` module is: a process that does one request at a time.

main       the process: frames in, frames out, one worker, one reader that hears a cancellation
job        one request under way: its deadline, its step on the document's undo stack, taking back what was half done
link       the way into LibreOffice: its documents, which of them is meant, what its errors mean
values     cells' values between JSON and LibreOffice
calc_* · writer_* · impress_* · documents    what can be asked for; each names its functions in OPERATIONS

Imports itself relatively and the standard library only (Python 3.10 and later): Deskhand is not installed there.
"""
