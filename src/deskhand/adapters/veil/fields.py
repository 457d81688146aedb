"""Which fields are secret: by role, by what they are called, and because they were once seen to be."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

from deskhand.adapters.open_texts import KNOWN, OpenTexts
from deskhand.model.element import PASSWORD_ROLE, Handle, Node
from deskhand.model.geometry import Bounds

MOST = KNOWN
"""Fields remembered at most."""

TEXT_FIELDS = frozenset({"text field", "spin button", "editbar", PASSWORD_ROLE})
"""Roles of a single line. What is called a password and holds more (a document about them) is no secret field."""

_LABELS = frozenset({"label", "static text", "caption"})
_LEFT, _ABOVE = 400, 40
"""Pixels a label may stand left of its field, or above it."""

_WORDS = re.compile(
    r"\b(?:pass ?(?:word|wort|phrase|code|key)s?|passwd|pwd|kennwort|pin(?: ?code| number)?|cvv2?|cvc2?|csc|otp|totp|"
    r"(?:card )?(?:security|verification|one time|2fa|mfa|recovery) codes?|secret(?: key)?|api (?:key|token)|"
    r"(?:access|auth|bearer) (?:token|key)|private key|mot de passe|code secret|contraseña|clave|senha|wachtwoord|"
    r"hasło|heslo|jelszó|lösenord|parola|пароль)\b"
    r"|密码|密碼|口令|验证码|驗證碼|安全码|安全碼|密钥|パスワード|暗証番号|비밀번호",
    re.IGNORECASE,
)
_PARTS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\-.:/*]+")


def says_secret(words: str | None) -> bool:
    """True where a label, name or placeholder says that a password, PIN or the like belongs here."""
    return bool(words) and _WORDS.search(" ".join(_PARTS.sub(" ", str(words)).split())) is not None


class SecretFields:
    """The secret fields of one desktop, as far as they were seen. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._roles: dict[Handle, str] = {}
        self._judged: dict[Handle, str] = {}
        self._open = OpenTexts()

    def __contains__(self, handle: Handle) -> bool:
        return handle in self._roles

    def __len__(self) -> int:
        return len(self._roles)

    def role(self, handle: Handle) -> str:
        """The role a remembered field had: it keeps it when the password is shown and it calls itself another."""
        return self._roles[handle]

    def open(self, handle: Handle) -> bool:
        """True where it was read and is none: only then what an event says of its text may be told."""
        return handle in self._open

    def read(self, nodes: Sequence[Node]) -> None:
        """Objects with text that were read and judged."""
        self._open.know(nodes)
        with self._lock:
            self._open.close(self._roles)

    def remember(self, handle: Handle, role: str) -> None:
        with self._lock:
            if len(self._roles) > MOST:
                self._roles.pop(next(iter(self._roles)))
            if self._roles.get(handle) != PASSWORD_ROLE:
                self._roles[handle] = role

    def forget_app(self, bus: str) -> None:
        """Its process ended; another may get the same handles."""
        with self._lock:
            self._roles = {handle: role for handle, role in self._roles.items() if handle[0] != bus}
            self._open.forget(bus)
            self._judged = {handle: name for handle, name in self._judged.items() if handle[0] != bus}

    def judge(self, nodes: Sequence[Node]) -> list[Node]:
        """Remember those of a read that are secret. Returns the fields that only their details (a placeholder, an id)
        could still tell, and that were not asked for them under this name."""
        unsure: list[Node] = []
        for node in nodes:
            if node.role == PASSWORD_ROLE or "protected" in node.states:
                self.remember(node.handle, PASSWORD_ROLE if node.role in TEXT_FIELDS else node.role)
            elif node.handle not in self._roles and _takes_a_line(node):
                if self.told(node) or says_secret(label_beside(node, nodes)):
                    self.remember(node.handle, node.role)
                elif node.attributes is None and self._judged.get(node.handle) != node.name:
                    unsure.append(node)
        return unsure

    def asked(self, nodes: Sequence[Node]) -> None:
        """Their details were read: they are not asked for again under this name."""
        with self._lock:
            if len(self._judged) > MOST:
                self._judged.clear()
            self._judged.update({node.handle: node.name for node in nodes})

    @staticmethod
    def told(node: Node) -> bool:
        """Its own words say so."""
        attributes = node.attributes or {}
        return any(
            says_secret(words)
            for words in (
                node.name,
                node.description,
                node.accessible_id,
                attributes.get("placeholder-text"),
                attributes.get("placeholder"),
                attributes.get("html-input-name"),
                attributes.get("id"),
            )
        ) or attributes.get("text-input-type") in ("password",)


def _takes_a_line(node: Node) -> bool:
    return node.role in TEXT_FIELDS or (
        "editable" in node.states and "multi_line" not in node.states and node.role in ("combo box", "unknown", "panel")
    )


def label_beside(node: Node, nodes: Sequence[Node]) -> str | None:
    """What a label that is not tied to a nameless field says: the nearest one left of it, else right above it."""
    own = node.bounds
    if node.name or own is None or own.empty:
        return None
    best: tuple[int, str] | None = None
    for other in nodes:
        place = other.bounds
        if other.role not in _LABELS or place is None or place.empty or not (other.name or other.text):
            continue
        distance = _distance(place, own)
        if distance is not None and (best is None or distance < best[0]):
            best = (distance, other.name or other.text or "")
    return best[1] if best is not None else None


def _distance(label: Bounds, field: Bounds) -> int | None:
    beside = min(label.bottom, field.bottom) - max(label.y, field.y)
    left, above = field.x - label.right, field.y - label.bottom
    if -4 <= left <= _LEFT and beside * 2 >= min(label.height, field.height):
        return max(0, left)
    if -4 <= above <= _ABOVE and min(label.right, field.right) > max(label.x, field.x):
        return 1000 + max(0, above)
    return None
