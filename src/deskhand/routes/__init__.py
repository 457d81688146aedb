"""Application interfaces beside the windows: functions with a name, typed arguments, a risk and a proof.

registration   what a function says of itself, and the decorator that makes one of it
registry       finding them: entry points of the group `deskhand.routes`, read when first asked for
calls          one call of one function, as `act` carries it out
"""
