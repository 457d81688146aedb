"""A veil before any adapter: what secret fields hold, and known secret values, do not come through it.

`fields` decides what a secret field is, `tree` and `devices` wrap the parts of the protocol, `adapter` joins them.
"""

from deskhand.adapters.veil.adapter import VeiledAdapter

__all__ = ["VeiledAdapter"]
