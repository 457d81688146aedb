"""Stored secrets: where they lie, and where each may be typed.

`Vault` is the door: the person's keyring (`keyring_store`) before a file of mode 600 (`file_store`).
"""

from deskhand.guard.secrets.vault import Found, Vault

__all__ = ["Found", "Vault"]
