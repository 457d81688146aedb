"""Own AT-SPI client: many D-Bus calls in flight, one connection for each application.

    client.py    AtspiClient: owns everything of one accessibility bus
    tree.py      AtspiTree (protocol.Tree): the public face of reading and acting
    reading.py   a whole read: structure, then details
    cached.py    structure from Cache.GetItems
    walking.py   structure level by level, where no cache answers
    details.py   extents, texts, values of nodes already found
    actions.py, labels.py, choices.py   names of actions; fields named by labels; what a combo box has chosen
    places.py, popups.py, office.py     extents → places on the screen, and what toolkits get wrong there
    sheets.py    tables that manage their descendants
    mirror.py    what was read, kept while nothing changed
    lookup.py    single objects: in full, by parent, point, focus
    deeds.py     actions, text, values, selections
    events.py    AtspiEvents (protocol.Events): the listener
    roster.py    which applications there are, and the way to each
    link.py      one socket: batches of calls, deadlines
    peer.py      one application: its connections, its toolkit
    signals.py   signals decoded
    calls.py     the methods that are called, with their decoders
    wire.py      D-Bus marshalling for these
    hints.py     hints as a person reads them
    roles.py, states.py    toolkit words → canonical words
"""

from __future__ import annotations

from deskhand.adapters.linux.atspi.client import AtspiClient
from deskhand.adapters.linux.atspi.events import AtspiEvents
from deskhand.adapters.linux.atspi.tree import AtspiTree

__all__ = ["AtspiClient", "AtspiEvents", "AtspiTree"]
