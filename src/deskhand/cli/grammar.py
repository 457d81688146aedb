"""How a command line is read: commands, their arguments and options, as data. Loads nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class Argument:
    """A positional argument. `many`: takes all the rest; `needed`: must be given (at least once)."""

    __slots__ = ("choices", "help", "many", "name", "needed", "number")

    def __init__(
        self,
        name: str,
        help: str,
        *,
        needed: bool = True,
        many: bool = False,
        number: bool = False,
        choices: Sequence[str] = (),
    ) -> None:
        self.name: str = name
        self.help: str = help
        self.needed: bool = needed
        self.many: bool = many
        self.number: bool = number
        self.choices: tuple[str, ...] = tuple(choices)

    @property
    def shown(self) -> str:
        word = self.name.upper().replace("_", "-") + ("…" if self.many else "")
        return word if self.needed else f"[{word}]"


class Option:
    """`--name VALUE`, or a flag where `value` is empty. `number` values are read as numbers, `many` collect."""

    __slots__ = ("choices", "help", "letter", "many", "name", "number", "value")

    def __init__(
        self,
        name: str,
        help: str,
        value: str = "",
        *,
        letter: str = "",
        number: bool = False,
        many: bool = False,
        choices: Sequence[str] = (),
    ) -> None:
        self.name: str = name
        self.help: str = help
        self.value: str = value
        self.letter: str = letter
        self.number: bool = number
        self.many: bool = many
        self.choices: tuple[str, ...] = tuple(choices)

    @property
    def key(self) -> str:
        return self.name.replace("-", "_")

    @property
    def shown(self) -> str:
        value = "|".join(self.choices) if self.choices else self.value
        letter = f"-{self.letter}, " if self.letter else ""
        return f"{letter}--{self.name}" + (f" {value}" if value else "")


class Command:
    """One row of the table: `name` may be two words; `file` is the module under `commands/` that runs it."""

    __slots__ = ("arguments", "examples", "file", "group", "name", "notes", "options", "summary", "verb")

    def __init__(
        self,
        name: str,
        group: str,
        summary: str,
        file: str,
        arguments: Sequence[Argument] = (),
        options: Sequence[Option] = (),
        *,
        notes: str = "",
        examples: Sequence[str] = (),
        verb: str = "",
    ) -> None:
        self.name: str = name
        self.group: str = group
        self.summary: str = summary
        self.file: str = file
        self.arguments: tuple[Argument, ...] = tuple(arguments)
        self.options: tuple[Option, ...] = tuple(options)
        self.notes: str = notes
        self.examples: tuple[str, ...] = tuple(examples)
        self.verb: str = verb

    @property
    def usage(self) -> str:
        words = ["deskhand", self.name, *(argument.shown for argument in self.arguments)]
        return " ".join([*words, "[options]"] if self.options else words)


class Given:
    """What the caller gave: values by argument name and option key (dashes as underscores)."""

    __slots__ = ("command", "values")

    def __init__(self, command: Command, values: dict[str, object]) -> None:
        self.command: Command = command
        self.values: dict[str, object] = values

    def has(self, key: str) -> bool:
        return key in self.values

    def flag(self, key: str) -> bool:
        return bool(self.values.get(key))

    def text(self, key: str) -> str | None:
        value = self.values.get(key)
        return None if value is None else str(value)

    def needed(self, key: str) -> str:
        return str(self.values[key])

    def number(self, key: str) -> float | int | None:
        value = self.values.get(key)
        return value if isinstance(value, int | float) else None

    def texts(self, key: str) -> list[str]:
        value = self.values.get(key)
        return [str(item) for item in value] if isinstance(value, list) else []


def parse(command: Command, words: Sequence[str]) -> Given:
    """Read the words after the command's name; `BadRequest` says what is off and how it is meant."""
    by_name = {f"--{option.name}": option for option in command.options}
    by_name.update({f"-{option.letter}": option for option in command.options if option.letter})
    values: dict[str, object] = {}
    plain: list[str] = []
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        if word == "--":
            plain.extend(words[position:])
            break
        if not word.startswith("-") or word == "-" or _is_number(word):
            plain.append(word)
            continue
        name, mark, inline = word.partition("=") if word.startswith("--") else (word, "", "")
        option = by_name.get(name)
        if option is None:
            raise _unknown_option(command, name, by_name)
        if not option.value:
            if mark:
                raise _bad(command, f"{name} takes no value")
            values[option.key] = True
            continue
        if not mark:
            if position >= len(words) or words[position] in by_name:
                raise _bad(command, f"{name} needs a value: {option.shown}")
            inline = words[position]
            position += 1
        value = _value(command, name, inline, option.number, option.choices)
        if option.many:
            held = values.setdefault(option.key, [])
            assert isinstance(held, list)
            held.append(value)
        else:
            values[option.key] = value
    _place(command, plain, values)
    return Given(command, values)


def _place(command: Command, plain: list[str], values: dict[str, object]) -> None:
    for argument in command.arguments:
        if argument.many:
            if argument.needed and not plain:
                raise _bad(command, f"{argument.shown} is missing: {argument.help}")
            values[argument.name] = plain[:]
            plain.clear()
        elif plain:
            values[argument.name] = _value(command, argument.shown, plain.pop(0), argument.number, argument.choices)
        elif argument.needed:
            raise _bad(command, f"{argument.shown} is missing: {argument.help}")
    if plain:
        hint = " (a description of several words is one argument: put it in quotes)" if command.arguments else ""
        raise _bad(command, f"{plain[0]!r} is one word too many{hint}")


def _value(command: Command, name: str, word: str, number: bool, choices: Sequence[str]) -> object:
    if choices and word not in choices:
        raise _bad(command, f"{name} is one of {', '.join(choices)}, not {word!r}")
    if not number:
        return word
    if not _is_number(word):
        raise _bad(command, f"{name} is a number, not {word!r}")
    amount = float(word)
    return int(amount) if amount == int(amount) and "." not in word else amount


def _is_number(word: str) -> bool:
    try:
        return abs(float(word)) < 1e15 and word[-1].isdecimal()
    except ValueError:
        return False


def _bad(command: Command, message: str) -> Exception:
    from deskhand.errors import BadRequest

    return BadRequest(message, next_step=f"usage: {command.usage}; `deskhand help {command.name}` tells all")


def _unknown_option(command: Command, name: str, known: dict[str, Option]) -> Exception:
    import difflib

    from deskhand.errors import BadRequest

    near = difflib.get_close_matches(name, known, n=3)
    next_step = f"`deskhand help {command.name}` lists its options"
    return BadRequest(f"`{command.name}` has no option {name}", sought=name, near=near, next_step=next_step)
