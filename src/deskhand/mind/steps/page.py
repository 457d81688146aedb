"""docs/steps.md, drawn from the vocabulary, so that it cannot say anything else."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from deskhand.mind.steps.templates import SLOT_MEANING
from deskhand.mind.steps.vocabulary import Form, vocabularies

_HEAD = """\
# Step files

Drawn from the vocabulary (`src/deskhand/mind/vocabulary/*.toml`); do not edit: `python -m deskhand.mind.steps.page`
draws it anew.

A step file is plain sentences. `deskhand run FILE` and `deskhand run "SENTENCE; SENTENCE"` carry them out on a real
desktop, without a model. The whole script is understood before its first step runs; a sentence that is not
understood stops it with its line and the nearest forms. Nothing is guessed: an element that does not answer, or two
that do, end the run.

```
# a note, saved through the dialog of the editor
open mousepad
type "Total: {total}\\n"
press Ctrl+S
save as "~/out/note.txt"
check that the file ~/out/note.txt contains "{total}"
```

## Writing
- One sentence per line, or several divided by `;` or the word `then` (然后, 接着, 再). `#` begins a comment.
- Texts stand in quotes: `"…"`, `“…”`, `'…'`, `「…」`. Inside them `\\"` is a quote, `\\n` a new line, `\\t` a tab,
  `\\{` a brace.
- `{name}` is a parameter: `--set name=value` gives it, or an earlier `remember … as name`. Its value is always taken
  as a text, never as words of the language. A parameter without a value, and a value without a parameter, are
  errors.
- `{{name}}` is a stored secret (`deskhand secret set name --app …`): `type {{mail}} into field "Password"`. It is typed
  into applications it is allowed in, and its value stands in no journal, report or picture. It must be stored before
  the first step runs. `\\{\\{` are two braces.
- Relative paths start in the folder where `deskhand run` was called; `~` is your home.
- Both languages may be mixed in one file.

## Elements
`button "Save" in dialog "Save As"`, `2nd button "Add"`, `field right of label "Name"`, `checkbox "Wrap" in window
"Settings"`, `cell E202`, `field labelled "Name"`, `item ~"part of a name"`, `@s8f3k2p9:e12`. The role may be left
out (`click "Save"`), and so may the quotes around a name of a few plain words (`click Save`, `the Save button`). In
Chinese: 按钮"保存", 对话框"另存为"中的按钮"保存", 第2个按钮"添加", 标签"名称"右边的文本框, 单元格 E202.

## Reading the forms below
`{slot}` is filled in (the list at the end says with what), `[x]` may be left out, `(x|y)` is one of them. Capitals
do not count. The first form that fits and makes sense is meant.

## What counts as proof
- An action is verified when somebody other than the actor saw its effect; its line then ends in ✓, else in ?.
- `check that` looks at the desktop, the disk or the clipboard for up to five seconds. A check that does not hold
  ends the run.
- A run is verified when its script came to the end, nothing was contradicted, at least one check held or one file
  was seen to be written, and each step that ended in ? has such a proof at or after it. A run that proved nothing is
  never called verified.
- `is`, `says`, `shows` and `equals` mean the whole text, `contains` a part of it. Only `is about` reads numbers:
  1,284.50 is about 1284.5.
- Files are read from the disk: plain text, `.ods`, `.odt`, `.odp`, `.xlsx`, `.docx`, `.pptx`, and `.pdf` where
  `pdftotext` is installed.
"""


def steps_markdown() -> str:
    """The whole page."""
    parts = [_HEAD]
    for language in vocabularies():
        parts.append(f"\n## Sentences: {language.name}\n")
        parts.append(_forms(language.sentences))
        parts.append(f"\n## Conditions: {language.name}\n")
        parts.append("After `check that` (检查), `if` (如果).\n")
        parts.append(_forms(language.conditions))
        parts.append(f"\n## States and keys: {language.name}\n")
        parts.append(_words("States", language.states) + "\n")
        parts.append(_words("Keys", language.keys) + "\n")
    parts.append("\n## What the slots stand for\n")
    parts.extend(f"- `{{{slot}}}`: {meaning}" for slot, meaning in SLOT_MEANING.items())
    return "\n".join(parts) + "\n"


def _forms(forms: Iterable[Form]) -> str:
    lines: list[str] = []
    for form in forms:
        if form.about:
            lines.append(f"\n**{form.about}**\n")
        for template in form.templates:
            lines.append(f"- `{template.source}`" + (" (refused)" if form.refused else ""))
    return "\n".join(lines)


def _words(title: str, words: Mapping[str, str]) -> str:
    return f"{title}: " + ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    sys.stdout.write(steps_markdown())
