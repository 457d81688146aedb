"""The methods that are called on applications, each with the decoder of its reply."""

from __future__ import annotations

from typing import NamedTuple

from deskhand.adapters.linux.atspi import wire
from deskhand.adapters.linux.atspi.wire import Method, encode_strings

_A = "org.a11y.atspi."
ROOT_PATH = "/org/a11y/atspi/accessible/root"
CACHE_PATH = "/org/a11y/atspi/cache"
REGISTRY = "org.a11y.atspi.Registry"
REGISTRY_PATH = "/org/a11y/atspi/registry"
DBUS = "org.freedesktop.DBus"
DBUS_PATH = "/org/freedesktop/DBus"


class Call(NamedTuple):
    """One call: method, object path, encoded arguments, and (on a bus) whom it is for."""

    method: Method
    path: str
    body: bytes = b""
    destination: str = ""


class Property:
    """One property: a `Properties.Get` with its arguments prepared."""

    __slots__ = ("body", "method")

    def __init__(self, interface: str, name: str, decode: wire.Decoder = wire.variant) -> None:
        self.method: Method = Method("org.freedesktop.DBus.Properties", "Get", decode, "ss")
        self.body: bytes = encode_strings(_A + interface, name)

    def call(self, path: str, destination: str = "") -> Call:
        return Call(self.method, path, self.body, destination)


HELLO = Method(DBUS, "Hello", wire.string)
ADD_MATCH = Method(DBUS, "AddMatch", wire.nothing, "s")
GET_PID = Method(DBUS, "GetConnectionUnixProcessID", wire.uint, "s")
HAS_OWNER = Method(DBUS, "NameHasOwner", wire.boolean, "s")
GET_A11Y_ADDRESS = Method("org.a11y.Bus", "GetAddress", wire.string)
REGISTER_EVENT = Method(_A + "Registry", "RegisterEvent", wire.nothing, "s")

NAME = Property("Accessible", "Name", wire.variant_text)
DESCRIPTION = Property("Accessible", "Description", wire.variant_text)
ACCESSIBLE_ID = Property("Accessible", "AccessibleId", wire.variant_text)
PARENT = Property("Accessible", "Parent")
CHILD_COUNT = Property("Accessible", "ChildCount", wire.variant_int)
GET_CHILDREN = Method(_A + "Accessible", "GetChildren", wire.references)
GET_CHILD = Method(_A + "Accessible", "GetChildAtIndex", wire.reference, "i")
GET_INDEX = Method(_A + "Accessible", "GetIndexInParent", wire.integer)
GET_ROLE = Method(_A + "Accessible", "GetRole", wire.uint)
GET_STATE = Method(_A + "Accessible", "GetState", wire.state_words)
GET_INTERFACES = Method(_A + "Accessible", "GetInterfaces", wire.array_bytes)
GET_RELATIONS = Method(_A + "Accessible", "GetRelationSet", wire.relations)
LABELLED_BY = 2
GET_ATTRIBUTES = Method(_A + "Accessible", "GetAttributes", wire.mapping)

TOOLKIT_NAME = Property("Application", "ToolkitName", wire.variant_text)
TOOLKIT_VERSION = Property("Application", "Version", wire.variant_text)
GET_PEER_ADDRESS = Method(_A + "Application", "GetApplicationBusAddress", wire.string)
GET_ITEMS = Method(_A + "Cache", "GetItems", lambda body: body)

GET_EXTENTS = Method(_A + "Component", "GetExtents", wire.rectangle, "u")
GET_AT_POINT = Method(_A + "Component", "GetAccessibleAtPoint", wire.reference, "iiu")
GRAB_FOCUS = Method(_A + "Component", "GrabFocus", wire.boolean)
SCROLL_TO = Method(_A + "Component", "ScrollTo", wire.boolean, "u")
SCREEN = wire.U32.pack(0)
WINDOW = wire.U32.pack(1)
SCROLL_ANYWHERE = wire.U32.pack(6)

GET_ACTIONS = Method(_A + "Action", "GetActions", wire.first_strings)
ACTION_COUNT = Property("Action", "NActions", wire.variant_int)
GET_ACTION_NAME = Method(_A + "Action", "GetName", wire.string, "i")
DO_ACTION = Method(_A + "Action", "DoAction", wire.boolean, "i")

CHARACTER_COUNT = Property("Text", "CharacterCount", wire.variant_int)
CARET = Property("Text", "CaretOffset", wire.variant_int)
GET_TEXT = Method(_A + "Text", "GetText", wire.string, "ii")
SET_CARET = Method(_A + "Text", "SetCaretOffset", wire.boolean, "i")
SELECTION_COUNT = Method(_A + "Text", "GetNSelections", wire.integer)
GET_TEXT_SELECTION = Method(_A + "Text", "GetSelection", wire.pair, "i")
SET_TEXT_SELECTION = Method(_A + "Text", "SetSelection", wire.boolean, "iii")
ADD_TEXT_SELECTION = Method(_A + "Text", "AddSelection", wire.boolean, "ii")
SET_TEXT = Method(_A + "EditableText", "SetTextContents", wire.boolean, "s")
INSERT_TEXT = Method(_A + "EditableText", "InsertText", wire.boolean, "isi")

VALUE = Property("Value", "CurrentValue")
VALUE_MINIMUM = Property("Value", "MinimumValue")
VALUE_MAXIMUM = Property("Value", "MaximumValue")
VALUE_STEP = Property("Value", "MinimumIncrement")
SET_PROPERTY = Method("org.freedesktop.DBus.Properties", "Set", wire.nothing, "ssv")

SELECTED_CHILD = Method(_A + "Selection", "GetSelectedChild", wire.reference, "i")
SELECT_CHILD = Method(_A + "Selection", "SelectChild", wire.boolean, "i")

ROW_COUNT = Property("Table", "NRows", wire.variant_int)
COLUMN_COUNT = Property("Table", "NColumns", wire.variant_int)
GET_CELL = Method(_A + "Table", "GetAccessibleAt", wire.reference, "ii")
ROW_AT_INDEX = Method(_A + "Table", "GetRowAtIndex", wire.integer, "i")
COLUMN_HEADER = Method(_A + "Table", "GetColumnHeader", wire.reference, "i")
COLUMN_AT_INDEX = Method(_A + "Table", "GetColumnAtIndex", wire.integer, "i")
INDEX_AT = Method(_A + "Table", "GetIndexAt", wire.integer, "ii")
CELL_POSITION = Property("TableCell", "Position")


def value_body(value: float) -> bytes:
    """Arguments of `Properties.Set` for Value.CurrentValue."""
    head = encode_strings(_A + "Value", "CurrentValue") + b"\x01d\0"
    return head + b"\0" * (-len(head) % 8) + wire.DOUBLE.pack(value)
