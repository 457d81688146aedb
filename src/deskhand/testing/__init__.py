"""Fakes for your own tests: a desktop in memory that applications are described on, driven through the real `Desktop`.

    place = FakePlace()
    place.screen.open(place.screen.app("editor"), FakeObject("window", "note.txt", [button("Save")]))
    with Desktop(place) as desktop:
        receipt = desktop.click('button "Save"')

`place.screen.did` lists what reached the fake application; its `windows`, `events` and `tree` can be changed between
calls as a real application would change them.
"""

from deskhand.adapters.fake import FakeAdapter, FakeApp, FakeObject
from deskhand.adapters.fake_objects import button, entry, label, row
from deskhand.testing.place import FakePlace

__all__ = ["FakeAdapter", "FakeApp", "FakeObject", "FakePlace", "button", "entry", "label", "row"]
