"""What a keeper of secrets learns, its journal learns too."""

from __future__ import annotations

from typing import Any

from deskhand.act.keeping import SecretKeeper
from deskhand.guard.secrets import Vault
from deskhand.journal.journal import Journal
from deskhand.model.redaction import Redactor


class KeepsSecrets:
    """The part of the engine that knows of secrets: `keeper`, and the journal that hears of each."""

    def __init__(self, journal: Journal | None, vault: Vault | None) -> None:
        self.keeper: SecretKeeper = SecretKeeper(Redactor(), vault)
        self.keeper.on_learned = self._learned
        self._journal: Journal | None = None
        self.journal = journal

    @property
    def journal(self) -> Journal | None:
        """Where intents and receipts go. One that comes later hears of every secret known by then."""
        return self._journal

    @journal.setter
    def journal(self, journal: Journal | None) -> None:
        self._journal = journal
        if journal is not None:
            for value, shown in self.keeper.redactor.values():
                journal.mask([value], shown)

    def redact(self, data: Any) -> Any:
        """JSON data without the secret values that are known."""
        return self.keeper.redactor(data)

    def require_secret(self, name: str) -> None:
        """`SecretMissing` where no store has it; from now on its value is known."""
        self.keeper.find(name)

    def learn_secret(self, value: str) -> None:
        """This text is a secret, though it was written down: from now on it is masked everywhere."""
        self.keeper.learn(value)

    def _learned(self, value: str, shown: str) -> None:
        """A value that may have been written already, when nobody knew that it is a secret."""
        if self._journal is not None:
            self._journal.conceal(value, shown)
