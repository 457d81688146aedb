"""What follows `check that`, `if` and `wait until`: claims."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from deskhand.errors import BadRequest
from deskhand.mind.moves import Claim, ClaimAbout, ClaimHow
from deskhand.mind.steps import locate, locate_before, slots
from deskhand.mind.steps.lex import Sentence
from deskhand.mind.steps.vocabulary import Form, Vocabulary
from deskhand.model.action import Target
from deskhand.model.locator import Locator


def locator_of(sentence: Sentence, part: str, language: Vocabulary) -> Locator:
    if language.locators is None:
        return locate.locator(sentence, part)
    return locate_before.locator(sentence, part, language.locators)


def target_of(sentence: Sentence, part: str, language: Vocabulary) -> Target:
    if language.locators is None:
        return locate.target(sentence, part)
    return locate_before.target(sentence, part, language.locators)


def state_of(sentence: Sentence, part: str, language: Vocabulary) -> str:
    """The canonical state, `!` for its absence."""
    word = " ".join(part.lower().split())
    found = language.states.get(word)
    if found is None:
        raise BadRequest(
            f"{sentence.flat(part)!r} is not a state",
            sought=word,
            near=sorted(language.states),
            next_step="use one of them",
        )
    return found


def condition(sentence: Sentence, part: str, language: Vocabulary, folder: Path) -> Claim:
    """Read a condition; `BadRequest` when no form of the language fits it."""
    skeleton = part.strip() + " "
    reason: BadRequest | None = None
    for form in language.conditions:
        for template in form.templates:
            found = template.match(skeleton)
            if found is None:
                continue
            try:
                return _claim(sentence, form, found, language, folder)
            except _NotThis:
                continue
            except slots.Decided:
                raise
            except BadRequest as error:
                reason = reason or error
    if reason is not None:
        raise reason
    raise BadRequest(f"{sentence.shown(part)!r} is not a condition I know", sought=sentence.shown(part))


class _NotThis(BadRequest):
    """The form fits by its shape only; another one is meant."""


def _clear(sentence: Sentence, found: Mapping[str, str], language: Vocabulary) -> None:
    """Refuse a bare value that may be a comparison this language's forms do not know."""
    part = found.get("value", "")
    bare = sentence.flat(part)
    if not part or bare != part.strip() or sentence.parameter(part) is not None:
        return
    word = language.unclear.in_value(bare, spaced=language.spaced)
    if word is not None:
        raise slots.Decided(
            f"{bare!r} may be a text or a comparison ({word!r})",
            sought=bare,
            near=[sentence.shown(sentence.skeleton).replace(bare, f'"{bare}"')],
            next_step="put the text in quotes, or use a comparison that docs/steps.md lists",
        )


def _claim(sentence: Sentence, form: Form, found: Mapping[str, str], language: Vocabulary, folder: Path) -> Claim:
    how = cast(ClaimHow, form.fixed.get("how", "is"))
    about = cast(ClaimAbout, form.does)
    if form.does != "value" or sentence.parameter(found["text"]) is not None:
        _clear(sentence, found, language)
    match form.does:
        case "file":
            path = slots.path(sentence, found["path"], folder)
            want = sentence.flat(found["text"]) if "text" in found else ""
            if "number" in found:
                want = str(slots.number(sentence, found["number"], language))
            return Claim("file", how, path=path, want=_wanted(want, how))
        case "file_newer":
            other = slots.path(sentence, found["other"], folder)
            return Claim("file", "newer", path=slots.path(sentence, found["path"], folder), want=other)
        case "window":
            return Claim("window", how, window=slots.text(sentence, found["window"], "the window's title"))
        case "clipboard":
            want = sentence.flat(found["text"]) if "text" in found else ""
            return Claim("clipboard", how, want=_wanted(want, how))
        case "notification":
            want = _wanted(sentence.flat(found["value"]), how) if "value" in found else ""
            words = slots.text(sentence, found["text"], "the notification's title")
            return Claim("notification", how, want=want, notification=words)
        case "cell":
            want = sentence.flat(found["value"]) if "value" in found else ""
            return Claim("cell", how, cell=slots.cell(sentence, found["cell"]), want=_wanted(want, how))
        case "value":
            name = sentence.parameter(found["text"])
            if name is None:
                # `"Total" is "12"` is about an element of that name; only {total} is a value.
                raise _NotThis("not a value")
            return Claim(
                "value",
                how,
                given=sentence.flat(found["text"]),
                given_name=name,
                want=_wanted(sentence.flat(found["value"]), how),
            )
        case "element_text":
            want = sentence.flat(found.get("text") or found.get("value") or "")
            locator = locator_of(sentence, found["locator"], language)
            return Claim(about, how, locator=locator, want=_wanted(want, how))
        case "element":
            return Claim("element", how, locator=_placed(sentence, found, language))
        case "element_state":
            state = state_of(sentence, found["state"], language)
            return Claim("element_state", "state", locator=_placed(sentence, found, language), want=state)
        case _:
            raise BadRequest(f"the vocabulary's condition {form.does!r} is not known")


def _placed(sentence: Sentence, found: Mapping[str, str], language: Vocabulary) -> Locator:
    """The element, in the place that was said apart from it: `"x.pdf" is there in window "y"`."""
    locator, place = found["locator"], found.get("other")
    if place is None:
        return locator_of(sentence, locator, language)
    return locator_of(sentence, language.placed(locator, place), language)


def _wanted(want: str, how: ClaimHow) -> str:
    """An empty text is contained in everything: such a claim would prove nothing."""
    if how in ("contains", "lacks", "about", "matches", "lines", "more", "less") and not want:
        raise BadRequest(f"a claim that something {how} nothing proves nothing", next_step="say what text is wanted")
    return want
