"""The keeper of one desktop's secrets: lends them to single actions, hears new ones, and clears what leaves of both."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from deskhand.act.context import Confidant
from deskhand.adapters.protocol import Adapter
from deskhand.adapters.veil.fields import says_secret
from deskhand.errors import BadRequest, DeskhandError
from deskhand.guard.secrets import Found, Vault
from deskhand.model.action import TYPING_VERBS, Action
from deskhand.model.element import PASSWORD_ROLE, Element
from deskhand.model.geometry import Bounds
from deskhand.model.locator import Locator
from deskhand.model.receipt import Effect, Receipt
from deskhand.model.redaction import MASK, Redactor
from deskhand.model.secret import PLACEHOLDER, names_in, placeholder
from deskhand.model.world import Picture, Window
from deskhand.perceive.curtain import Curtain

DeskhandErrorType = TypeVar("DeskhandErrorType", bound=DeskhandError)

OnLearned = Callable[[str, str], None]
"""Hears of each new value, with what is shown instead of it."""

_KEY_NAME = re.compile(r"(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(?:_|$)")
_KEY_LENGTH = 8


def keys_of(environment: Mapping[str, str]) -> dict[str, str]:
    """Values of the environment that by their names are keys, tokens or passwords; paths are none."""
    return {
        name: value
        for name, value in environment.items()
        if _KEY_NAME.search(name.upper()) and len(value) >= _KEY_LENGTH and not value.startswith("/")
    }


class SecretKeeper:
    """Knows every value that must not leave: those lent from the vault, those typed into secret fields in clear, those
    that such a field showed, and the keys of this process's own environment."""

    def __init__(self, redactor: Redactor, vault: Vault | None = None) -> None:
        self.redactor = redactor
        self.vault: Vault = vault or Vault()
        self.on_learned: OnLearned = lambda value, shown: None
        for value in keys_of(os.environ).values():
            redactor.add(value)

    def lend(self, action: Action, curtain: Curtain) -> Lent:
        """What one action may do with secrets.

        Raises:
            BadRequest: a placeholder stands where it would be typed as it is, or a verb cannot take a secret.
            SecretMissing: no store has one of them.
            EnvironmentFault: the file they lie in may not be trusted.
        """
        self._check(action)
        found = [self.find(name) for name in action.secrets]
        return Lent(self, curtain, found)

    def find(self, name: str) -> Found:
        """A stored secret, whose value is known from now on."""
        found = self.vault.find(name)
        self.learn(found.secret.value, placeholder(name))
        return found

    def learn(self, value: str, shown: str = MASK) -> None:
        if self.redactor.add(value, shown):
            self.on_learned(value, shown)

    @staticmethod
    def _check(action: Action) -> None:
        text = action.written or ""
        if action.secrets and action.verb not in TYPING_VERBS:
            raise BadRequest(
                f"a secret is typed into a field; {action.verb} takes none",
                sought=", ".join(action.secrets),
                next_step="type it: deskhand type --secret NAME --into FIELD",
            )
        unnamed = [name for name in names_in(text) if name not in action.secrets]
        if unnamed and action.written is not None and not action.args.get("literal"):
            name = unnamed[0]
            raise BadRequest(
                f"the text holds the placeholder {placeholder(name)}, which would be typed as it stands",
                sought=placeholder(name),
                next_step=f"name the secret (--secret {name}, Secret({name!r})); if these very characters are meant, "
                "say so (--literal, literal=True)",
            )
        idle = [name for name in action.secrets if name not in names_in(text)]
        if idle:
            raise BadRequest(f"the text has no place for the secret {idle[0]!r}", sought=placeholder(idle[0]))

    # -- what leaves

    def receipt(self, receipt: Receipt, notes: tuple[str, ...] = ()) -> Receipt:
        """The receipt without known values, and with these notes."""
        receipt = replace(receipt, notes=receipt.notes + notes)
        if not self.redactor:
            return receipt
        r = self.redactor
        effect = receipt.effect
        return replace(
            receipt,
            target=r(receipt.target),
            args=r(receipt.args),
            checks=tuple(replace(check, detail=r.text(check.detail)) for check in receipt.checks),
            tried=tuple(replace(tried, why_not=r(tried.why_not)) for tried in receipt.tried),
            effect=Effect(r.text(effect.expected), r.text(effect.seen), effect.observer, effect.scope),
            result=r(receipt.result),
            notes=tuple(r.text(note) for note in receipt.notes),
        )

    def error(self, error: DeskhandErrorType) -> DeskhandErrorType:
        """The same error, its words and those of what caused it without known values."""
        r, seen = self.redactor, set[int]()
        one: BaseException | None = error
        while r and one is not None and id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, DeskhandError):
                one.message, one.next_step = r.text(one.message), r.text(one.next_step)
                one.args = (one.message,)
                one.sought, one.seen, one.receipt = r(one.sought), r(one.seen), r(one.receipt)
                one.near = tuple(r.text(line) for line in one.near)
                one.log = tuple(r.text(line) for line in one.log)
            one = one.__cause__ or one.__context__
        return error

    def element(self, element: Element) -> Element:
        """An element whose name or value came to be a secret only after it was read."""
        r = self.redactor
        return replace(
            element, name=r.text(element.name), value=r(element.value), description=r.text(element.description)
        )


class Lent(Confidant):
    """One action's secrets. `concealed` is True once its own text has turned out to be one."""

    def __init__(self, keeper: SecretKeeper, curtain: Curtain, found: list[Found]) -> None:
        self._keeper = keeper
        self._curtain = curtain
        self._found = found
        self.concealed = False

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(found.note for found in self._found if found.note)

    def reveal(self, args: dict[str, Any], window: Window | None) -> dict[str, Any]:
        values: dict[str, str] = {}
        for found in self._found:
            found.secret.check(window)
            values[found.secret.name] = found.secret.value
        revealed = dict(args)
        for key in ("text", "value"):
            if isinstance(revealed.get(key), str):
                revealed[key] = PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), revealed[key])
        return revealed

    def overhear(self, text: str) -> None:
        self.concealed = True
        self._keeper.learn(text)

    def hide(self, text: str) -> str:
        return self._keeper.redactor.aligned(text)

    def shown(self, text: str) -> str:
        return self._keeper.redactor.text(text)

    def capture(self, adapter: Adapter, region: Bounds | None) -> Picture:
        return self._curtain.capture(region)


def may_be_secret(action: Action) -> bool:
    """True while nothing says that what the action writes may be read by anybody: its target is not described, or is
    described as a password field."""
    target = action.target
    if action.written is None:
        return False
    return not isinstance(target, Locator) or target.role == PASSWORD_ROLE or says_secret(str(target))
