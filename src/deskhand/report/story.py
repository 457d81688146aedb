"""A run's record retold step by step, as the page shows it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from deskhand.journal.records import ActionRecord, EventRecord, IntentRecord, RunRecord
from deskhand.report.pictures import Pictures, Shown
from deskhand.report.plot import phases
from deskhand.visible import quoted

QUIET_EVENTS = frozenset({"before", "proved", "durable"})
"""Events that resuming needs and a reader does not."""


@dataclass(frozen=True, slots=True)
class ActionStory:
    """One action: what was asked, to what, how it went. `before` and `after` are pictures with `point` marked on the
    first (a fraction of width and height)."""

    verb: str
    args: str
    target: str
    where: str
    route: str
    tried: tuple[str, ...]
    checks: tuple[dict[str, Any], ...]
    delivery: str
    retry: str
    effect: dict[str, Any]
    confidence: float | None
    fingerprint: str
    plot: str
    notes: tuple[str, ...]
    error: dict[str, Any] | None
    before: Shown | None
    after: Shown | None
    point: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class StepStory:
    """One step with its actions and the events that fell into it."""

    number: int
    sentence: str
    status: str
    verdict: str
    seconds: float
    error: dict[str, Any] | None
    durable: tuple[dict[str, Any], ...]
    actions: tuple[ActionStory, ...]
    events: tuple[str, ...]


def tell(record: RunRecord, pictures: Pictures) -> list[StepStory]:
    """Every planned step in order, also those that were never reached."""
    return [
        StepStory(
            number=step.record.number,
            sentence=step.record.sentence,
            status=step.record.status,
            verdict=step.record.verdict,
            seconds=step.record.seconds,
            error=step.record.error,
            durable=step.durable,
            actions=_actions(record, step.record.number, pictures),
            events=tuple(
                words for event in record.events if event.step == step.record.number and (words := _event_words(event))
            ),
        )
        for step in record.steps
    ]


def _event_words(event: EventRecord) -> str:
    """An event in words; empty for those that only the machine reads again."""
    if event.kind in QUIET_EVENTS:
        return ""
    effect = event.data.get("effect")
    if isinstance(effect, dict) and event.data.get("claim"):
        seen: dict[str, Any] = cast("dict[str, Any]", effect)
        return f"{event.kind}: {event.data['claim']} · seen: {seen.get('seen')} · observer: {seen.get('observer')}"
    return f"{event.kind.replace('_', ' ')}: {json.dumps(event.data, ensure_ascii=False)}"


def _actions(record: RunRecord, step: int, pictures: Pictures) -> tuple[ActionStory, ...]:
    intents = {intent.number: intent for intent in record.intents_of(step)}
    stories = [
        _action(intents.get(action.intent or 0), action, pictures) for action in record.actions if action.step == step
    ]
    stories += [_action(intent, None, pictures) for intent in intents.values() if intent.uncertain]
    return tuple(stories)


def _action(intent: IntentRecord | None, action: ActionRecord | None, pictures: Pictures) -> ActionStory:
    nothing: dict[str, Any] = {}
    receipt = (action.receipt if action else None) or nothing
    error = action.error if action else None
    asked = intent.action if intent else nothing
    target: dict[str, Any] = receipt.get("target") or (intent.target if intent else nothing)
    delivery = receipt.get("delivery") or (error or nothing).get("delivery") or "uncertain"
    shown = [pictures.get(name) for name in receipt.get("pictures", ())]
    before = next((picture for picture in shown if picture and picture.moment == "before"), None)
    after = next((picture for picture in shown if picture and picture.moment == "after"), None)
    args: dict[str, Any] = receipt.get("args") or asked.get("args") or nothing
    return ActionStory(
        verb=receipt.get("verb") or asked.get("verb", "?"),
        args=", ".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in args.items()),
        target=_tree_line(target),
        where=_where(target),
        route=receipt.get("route") or (intent.route if intent else "none"),
        tried=tuple(f"{tried['route']}: {tried['why_not']}" for tried in receipt.get("tried", ()) if tried["why_not"]),
        checks=tuple(receipt.get("checks", ())),
        delivery=delivery,
        retry="safe" if delivery == "not_delivered" else "unsafe",
        effect=receipt.get("effect", nothing),
        confidence=receipt.get("confidence"),
        fingerprint=receipt.get("fingerprint", ""),
        plot=phases(receipt.get("ms", nothing)),
        notes=tuple(receipt.get("notes", ())),
        error=error,
        before=before,
        after=after,
        point=_fraction(receipt.get("point"), before or after),
    )


def _tree_line(target: dict[str, Any]) -> str:
    """The element as the compact tree shows it: ref, role, name."""
    words = [str(target[key]) for key in ("ref", "role") if target.get(key)]
    if target.get("name"):
        words.append(quoted(target["name"]))
    return " ".join(words)


def _where(target: dict[str, Any]) -> str:
    words = [f"in window {quoted(target['window'])}"] if target.get("window") else []
    if target.get("app"):
        words.append(f"of {target['app']}")
    if target.get("bounds"):
        x, y, width, height = target["bounds"]
        words.append(f"at {x}, {y} ({width} × {height})")
    return " ".join(words)


def _fraction(point: Any, picture: Shown | None) -> tuple[float, float] | None:
    if not point or picture is None:
        return None
    return point[0] / picture.screen_width, point[1] / picture.screen_height
