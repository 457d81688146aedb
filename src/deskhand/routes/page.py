"""docs/routes.md, made from what is registered."""

from __future__ import annotations

from deskhand.routes.registration import Route
from deskhand.routes.registry import Registry

_HEAD = """# Functions of applications

{made}

Some things are done more surely by an application's own interface than by its windows. Such functions are called like
any action, and answer with a receipt like any action:

    deskhand api calc.write_range '{{"range": "A1:B1", "rows": [["Pens", 12]]}}'

    desktop.api("calc.write_range", range="A1:B1", rows=[["Pens", 12]])

and over MCP by `act` with the verb `api`; `routes.list` and `routes.show` tell an agent what there is. They work in
the background too: no key, pointer or focus is used. LibreOffice's work on the documents that are open in its windows,
so that the window shows what a function wrote; each change is one step of the document's undo.

- A call is checked against the function's types before anything is sent.
- Its risk is told to the policy: `read` and `change` go through, the others (and whatever is told to `overwrite`) ask a
  person: the `approve` of a Python user, the question of an MCP client, `--yes` on the command line.
- The receipt's observer says who saw the effect: the accessibility tree, the file, or the application's own interface
  asked again. A failure says whether anything was sent.
- What only reads delivers nothing; its answer is the receipt's `result`.

## Functions of your own

A package registers more by an entry point of the group `deskhand.routes`: the family's name, and the module that holds
its functions.

    from pydantic import Field
    from deskhand.routes.arguments import Arguments
    from deskhand.routes.registration import RouteContext, RouteOutcome, route

    class Line(Arguments):
        text: str = Field(description="What to write.")

    @route(name="notebook.write", application="Notebook", risk="change", proof="the notebook gives the line back")
    def write(context: RouteContext, arguments: Line) -> RouteOutcome:
        \"\"\"Write a line.\"\"\"
        ...

Raise one of `deskhand.errors` where it cannot be done, with `delivery="not_delivered"` where nothing was sent; whatever
else it raises is told as `internal`, with the delivery uncertain. What must outlive a call is kept by
`context.resources.get(key, make)` and closed with the desktop.

## What there is
"""


def routes_markdown(made: str, registry: Registry | None = None) -> str:
    """The page; `made` says by what."""
    routes, _ = (registry or Registry()).all()
    lines = [_HEAD.format(made=made).rstrip("\n")]
    family = ""
    for one in routes:
        if one.family != family:
            family = one.family
            lines += ["", f"### {family}", "", "| function | what it does | arguments | risk | undo |"]
            lines.append("|---|---|---|---|---|")
        undo = f"`{one.undo}`" if one.undo else "–"
        lines.append(f"| `{one.name}` | {one.summary} | {_arguments(one)} | {one.risk} | {undo} |")
    return "\n".join(lines) + "\n"


def _arguments(one: Route) -> str:
    fields = one.arguments.model_fields.items()
    return ", ".join(name if field.is_required() else f"{name}?" for name, field in fields) or "–"
