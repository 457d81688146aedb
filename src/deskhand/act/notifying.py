"""notification_act and notification_dismiss: by the notification's identity, never by its place in a list."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.verifying import proof_of, prove_by, prove_expectation, until
from deskhand.act.watch import Proof
from deskhand.adapters.no_notifications import unheard
from deskhand.errors import AmbiguousTarget, NotFound, Unsupported
from deskhand.model.notification import DEFAULT_ACTION, Notification, NotificationAction
from deskhand.model.receipt import Effect, RouteTried
from deskhand.perceive.names import plain
from deskhand.perceive.notices import notice_words, the_notice

_APPEAR_SECONDS = 3.0
"""How long a notification may take to come, when the deadline allows it."""

_BUS = "session bus"


def act_on_notification(attempt: Attempt) -> None:
    """Tell the application that the action was chosen. That the bus passed it on is no proof that anything came of it:
    a window, a further notification or the clipboard of that application is, or what the caller expects."""
    adapter = attempt.ctx.adapter
    attempt.set_windows(adapter.windows.list(attempt.progress))
    notice = _resolved(attempt)
    action = _action(notice, attempt.args.get("action"))
    if not notice.heard:
        raise unheard(notice)
    before = {known.id: known.at for known in adapter.notifications.list(attempt.progress, history=True)}
    with attempt.delivering("api"):
        adapter.notifications.act(notice, action.key, attempt.progress)
    attempt.tried.append(RouteTried("api", None))
    if attempt.action.expect is not None:
        prove_expectation(attempt)
        return

    def look() -> Proof | None:
        opened = attempt.watch.window_change(attempt.expected, notice.pid) if notice.pid else None
        if opened is not None:
            return opened
        for one in adapter.notifications.list(attempt.progress, history=True):
            news = one.at > before.get(one.id, 0.0) and (one.app == notice.app or one.pid == notice.pid != 0)
            if news:
                effect = Effect(attempt.expected, f"it sent {notice_words(one)}", _BUS, "application")
                return Proof(effect, "event of its application")
        return None

    with attempt.phase("verify"):
        if not attempt.prove(until(attempt, look)):
            told = _told(attempt, notice)
            attempt.note("its application was told of it" if told else "the bus has not passed it on yet")


def dismiss_notification(attempt: Attempt) -> None:
    """Close it, and see that the bus has told its application so."""
    notice = _resolved(attempt)
    with attempt.delivering("api"):
        attempt.ctx.adapter.notifications.dismiss(notice, attempt.progress)
    attempt.tried.append(RouteTried("api", None))

    def look() -> Proof | None:
        if not _told(attempt, notice):
            return None
        return proof_of(attempt, f"{notice.describe()} is closed", _BUS, "control", "read back")

    prove_by(attempt, look, failing=lambda: "the bus has not passed it on")


def _told(attempt: Attempt, notice: Notification) -> bool:
    kept = attempt.ctx.adapter.notifications.list(attempt.progress, history=True)
    return any(one.id == notice.id and one.told > notice.told for one in kept)


def _resolved(attempt: Attempt) -> Notification:
    """The one that is meant, waited for a while."""
    words = attempt.args["notification"]
    missing: NotFound | AmbiguousTarget | None = None
    with attempt.phase("resolve"), attempt.ctx.let_others(), attempt.part(_APPEAR_SECONDS) as part:
        for _ in part.attempts():
            try:
                notice = the_notice(attempt.ctx.adapter.notifications.list(part, history=True), words)
            except NotFound as error:
                missing = error
                part.log(error.message)
                continue
            except AmbiguousTarget as error:
                missing = error
                break
            attempt.record("exists", True)
            attempt.record("unique", True)
            attempt.notice = notice
            return notice
    assert missing is not None
    attempt.record("unique" if isinstance(missing, AmbiguousTarget) else "exists", False, missing.message)
    raise missing


def _action(notice: Notification, words: str | None) -> NotificationAction:
    """By its key, else by its label. `NotFound` names what there is."""
    if words is None:
        found = [action for action in notice.actions if action.key == DEFAULT_ACTION]
        if not found:
            raise Unsupported(
                f"a click on notification {notice.describe()} does nothing: it has no action for it",
                sought="the default action",
                near=[action.label for action in notice.actions],
                next_step="name one of its actions, or dismiss it",
            )
        return found[0]
    found = [action for action in notice.actions if action.key == words] or [
        action for action in notice.actions if plain(action.label) == plain(words)
    ]
    if len(found) == 1:
        return found[0]
    names = [f"{action.label} ({action.key})" for action in notice.actions]
    if found:
        raise AmbiguousTarget(
            f"{len(found)} actions of notification {notice.describe()} are called {words!r}",
            sought=words,
            near=names,
            next_step="name it by its key",
        )
    raise NotFound(
        f"notification {notice.describe()} has no action {words!r}",
        sought=words,
        near=names,
        next_step="use one of them" if names else "it has none; dismiss it",
    )
