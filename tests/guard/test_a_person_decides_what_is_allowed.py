"""What a desktop allows is decided on the rendered action, before anything is delivered."""

from __future__ import annotations

import pytest

from deskhand import Action, Desktop
from deskhand.errors import Denied, LimitReached, NeedsApproval, NeedsForeground, ScreenLocked, TooLarge
from deskhand.guard.limits import Limits
from deskhand.guard.policy import DISTURBING_VERBS, Policy, policy_for
from deskhand.model.geometry import Bounds
from deskhand.perceive.locator_text import parse_locator
from deskhand.testing import FakeObject, FakePlace, button

CLICK = Action("click", parse_locator('button "Delete"'))


def place_with_a_button() -> FakePlace:
    place = FakePlace()
    window = FakeObject("window", "note.txt", [button("Delete")], bounds=Bounds(0, 0, 800, 600))
    place.screen.open(place.screen.app("editor"), window)
    return place


@pytest.mark.symptom(120)
def test_nobody_to_ask_means_no() -> None:
    place = place_with_a_button()
    policy = Policy(foreground_allowed=True, ask_verbs=frozenset({"click"}))
    with Desktop(place, policy=policy) as desktop, pytest.raises(NeedsApproval) as refused:
        desktop.act(CLICK)
    assert refused.value.delivery == "not_delivered"
    assert place.screen.did == []


@pytest.mark.parametrize("answer", [True, False])
def test_a_persons_word_is_obeyed_and_they_see_what_they_decide_on(answer: bool) -> None:
    place = place_with_a_button()
    asked: list[str] = []

    def approve(rendered: str) -> bool:
        asked.append(rendered)
        return answer

    policy = Policy(foreground_allowed=True, ask_verbs=frozenset({"click"}), approve=approve)
    with Desktop(place, policy=policy) as desktop:
        if answer:
            desktop.act(CLICK)
        else:
            with pytest.raises(Denied):
                desktop.act(CLICK)
    assert asked == ['click button "Delete"']
    assert bool(place.screen.did) is answer


def test_the_users_own_desktop_is_left_in_the_background() -> None:
    policy = policy_for("user")
    assert policy.mode_for(CLICK, "background") == "background"
    with pytest.raises(NeedsForeground):
        policy.mode_for(Action("click", CLICK.target, mode="foreground"), "background")
    for verb in DISTURBING_VERBS:
        with pytest.raises(NeedsForeground):
            policy.decide(Action(verb), "background")
    allowed = policy_for("user", foreground=True)
    assert allowed.mode_for(Action("click", mode="foreground"), "background") == "foreground"


def test_a_locked_screen_gets_no_keys_and_no_clicks() -> None:
    place = place_with_a_button()
    place.kind = "user"
    place.screen.is_locked = True
    with Desktop(place, policy=policy_for("user", foreground=True)) as desktop:
        with pytest.raises(ScreenLocked):
            desktop.act(Action("click", CLICK.target, mode="foreground"))
        assert place.screen.did == []
        place.screen.is_locked = False
        desktop.act(Action("click", CLICK.target, mode="foreground"))
    assert place.screen.did


def test_a_batch_beyond_its_limits_is_refused_by_name() -> None:
    limits = Limits(batch_actions=2, batch_seconds=1.0)
    limits.check_batch(2)
    limits.check_time(1.0, 2)
    with pytest.raises(TooLarge):
        limits.check_batch(3)
    with pytest.raises(LimitReached):
        limits.check_time(1.1, 2)
    with Desktop(place_with_a_button()) as desktop, pytest.raises(TooLarge):
        desktop.batch([CLICK] * 65)
