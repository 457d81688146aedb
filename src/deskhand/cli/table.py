"""The table of commands. Help pages, shell completion and docs/cli.md are made from it.

Action commands come from the verb table (see `verbs`), those about functions from `route_commands`; `finding` puts
them together.
"""

from __future__ import annotations

from deskhand.cli.grammar import Argument, Command, Option

JSON = Option("json", "print one JSON object: {ok, data or error, receipt}")
DESKTOP = Option(
    "desktop", "which desktop: its id or name, `user` for your own, `new` for a fresh private one", "NAME", letter="d"
)
TIMEOUT = Option("timeout", "give up after so many seconds", "SECONDS", number=True)

LOOK, ACT, RUN, PLACE, SECRETS, AGENTS, AID = "Look", "Act", "Run", "Desktops", "Secrets", "Agents", "Help"
GROUPS = {
    RUN: "jobs in words, with a verdict and a report",
    LOOK: "what is there; nothing is changed",
    ACT: "one verb each, with a receipt",
    PLACE: "places to work",
    SECRETS: "typed by name, shown nowhere",
    AGENTS: "hands for other agents",
    AID: "this program",
}

_LIMIT = Option("limit", "at most so many, 20 if left out", "N", number=True)
_SECRET = Argument("name", "a letter, then letters, digits, _ . -")

STATIC = (
    Command(
        "run",
        RUN,
        "Carry out sentences and prove each step.",
        "run",
        (Argument("script", "sentences (`;`, `then` or new lines between them), or a file of them; `-` reads stdin"),),
        (
            Option("set", "fill the parameter {name} of the script", "NAME=VALUE", many=True),
            DESKTOP,
            Option("size", "size of the private desktop, 1920x1080 if left out", "WxH"),
            Option("scale", "how many pixels applications draw for one on it, 1 to 4", "FACTOR"),
            Option("keep", "leave the private desktop running afterwards"),
            Option("foreground", "on your own desktop, with its leave: use keyboard and pointer"),
            Option("no-pictures", "keep no pictures for the report"),
            Option("seconds", "end the whole run after so long", "SECONDS", number=True),
            JSON,
        ),
        notes="Without --desktop the job gets a private desktop of its own, which ends with it. Each step is told on "
        "stderr as it ends: number, sentence, ✓ (verified), ? (done, unproven) or ✗, seconds. Ctrl-C stops it cleanly; "
        "`resume` goes on.",
        examples=(
            "deskhand run 'open mousepad; type \"Hello\" into the text area; press ctrl+s; save as ~/hello.txt'",
            "deskhand run examples/mousepad.steps --set name=Ada --set out=/tmp",
        ),
    ),
    Command(
        "resume",
        RUN,
        "Go on with an interrupted run; what is done is not done twice.",
        "resume",
        (Argument("run", "its id or the beginning of it"),),
        (
            Option("answer", "your word on a step it asks about: done, or again", "STEP=WORD", many=True),
            Option(
                "secret", "the stored secret for a step whose written password was not kept", "STEP=NAME", many=True
            ),
            Option("seconds", "end the whole run after so long", "SECONDS", number=True),
            DESKTOP,
            Option("keep", "leave the private desktop running afterwards"),
            JSON,
        ),
        notes="A step whose effect nobody recorded is looked at, not repeated; where looking does not tell, it asks.",
        examples=("deskhand resume r4f2k8s1a", "deskhand resume r4f2k8s1a --answer 4=done"),
    ),
    Command(
        "stop",
        RUN,
        "End what is under way, or one run; keys and buttons are released.",
        "stop",
        (Argument("run", "its id or the beginning of it; left out: what is under way", needed=False),),
        (DESKTOP, Option("all", "on every desktop"), JSON),
        notes="Ends nothing it does not name, and may be asked again. The journal says where a run stopped; `resume` "
        "goes on from there.",
        examples=("deskhand stop", "deskhand stop r4f2k8s1a"),
    ),
    Command("runs", RUN, "List runs, newest first.", "runs", (), (_LIMIT, JSON)),
    Command(
        "show",
        RUN,
        "Draw a run as one HTML page and print its path.",
        "show",
        (Argument("run", "its id, the beginning of it, or `last`", needed=False),),
        (
            Option("output", "where to write the page", "FILE", letter="o"),
            Option("open", "open it in the browser"),
            Option("text", "print the steps here instead"),
            JSON,
        ),
        examples=("deskhand show last --open",),
    ),
    Command(
        "snapshot",
        LOOK,
        "Observe a desktop, a window or a part of one.",
        "snapshot",
        (),
        (
            Option("window", "only the window with this title", "TITLE", letter="w"),
            Option("app", "only this application's windows", "NAME"),
            Option("root", "only what lies below this ref", "REF"),
            Option("skeleton", "named regions only, three levels"),
            Option("depth", "so many levels below the root", "N", number=True),
            Option("since", "only what changed since that snapshot", "ID"),
            Option("all", "also what is not showing"),
            Option("vision", "also what is only drawn, in every window it shows"),
            DESKTOP,
            TIMEOUT,
            JSON,
        ),
        notes="Without --json one line per element: ref, role, name, value, the states that matter.",
        examples=("deskhand snapshot --window notes.txt", "deskhand snapshot --root @s8f3k2p9:e12 --json"),
    ),
    Command(
        "find",
        LOOK,
        "List every element a description fits.",
        "find",
        (Argument("locator", 'a description, such as: button "Save" in dialog "Save As"'),),
        (DESKTOP, JSON),
        notes="Exits with 1 when there is none.",
        examples=("deskhand find 'button \"Save\"'",),
    ),
    Command(
        "read",
        LOOK,
        "Read the text of an element, cells of a table, or what is drawn.",
        "read",
        (Argument("target", "a ref or a description", needed=False),),
        (
            Option("range", "cells of the table, such as A1:C10", "CELLS"),
            Option("ocr", "read it off the screen: the element, region or window, else the active window"),
            Option("window", "with --ocr: this window", "TITLE", letter="w"),
            Option("region", "with --ocr: this rectangle, in physical pixels", "X,Y,WIDTH,HEIGHT"),
            DESKTOP,
            JSON,
        ),
        examples=("deskhand read 'field \"Name\"'", "deskhand read --range A1:C10"),
    ),
    Command("windows", LOOK, "List open windows, topmost first.", "windows", (), (DESKTOP, JSON)),
    Command(
        "apps",
        LOOK,
        "List running applications.",
        "apps",
        (),
        (Option("installed", "also those that could be launched"), DESKTOP, JSON),
    ),
    Command(
        "wait",
        LOOK,
        "Wait until something is so; it looks back as well as forward.",
        "wait",
        (Argument("effect", 'such as: window "Save As" opens'),),
        (TIMEOUT, DESKTOP, JSON),
        examples=("deskhand wait 'button \"Save\" is enabled' --timeout 20",),
    ),
    Command(
        "notifications list",
        LOOK,
        "List notifications, oldest first.",
        "notifications_list",
        (),
        (Option("all", "also those that are gone"), DESKTOP, JSON),
        notes="Of a private desktop: those of your own desktop go to its own daemon.",
    ),
    Command(
        "notifications wait",
        LOOK,
        "Wait for a notification; one that came and went since the last action counts.",
        "notifications_wait",
        (Argument("notification", "its title or a part of it"),),
        (Option("gone", "wait until it is gone instead"), TIMEOUT, DESKTOP, JSON),
        examples=("deskhand notifications wait Saved --timeout 20",),
    ),
    Command(
        "screenshot",
        LOOK,
        "Save a picture of the screen or a part of it.",
        "screenshot",
        (Argument("path", "where to write it (.png or .jpg); ./screenshot-TIME.png if left out", needed=False),),
        (
            Option("window", "only this window", "TITLE", letter="w"),
            Option("of", "only this element: a ref or a description", "TARGET"),
            Option("region", "only this rectangle, in physical pixels", "X,Y,WIDTH,HEIGHT"),
            Option("marks", "number the elements: 7 is e7 of the snapshot it names; for a model"),
            Option("beside", "put an earlier picture beside it; for a model", "FILE"),
            DESKTOP,
            JSON,
        ),
    ),
    Command(
        "launch",
        ACT,
        "Start an application, also with files.",
        "launch",
        (
            Argument("app", "name, desktop-file id, command, or a file to open"),
            Argument("files", "files to open with it", needed=False, many=True),
        ),
        (Option("arg", "a further word for its command line", "WORD", many=True), DESKTOP, TIMEOUT, JSON),
        notes="Starts a private desktop where none is running, and says so on stderr.",
        examples=("deskhand launch mousepad notes.txt",),
        verb="launch",
    ),
    Command(
        "batch",
        ACT,
        "Do up to 64 actions in order, a receipt each.",
        "batch",
        (Argument("file", "JSON lines, one action each; stdin if left out", needed=False),),
        (Option("keep-going", "go on after a failure"), DESKTOP, JSON),
        notes='An action: {"verb": "click", "target": "button \\"OK\\"", "expect": "window \\"Ask\\" closes"}',
    ),
    Command(
        "desktop start",
        PLACE,
        "Start a private desktop that stays until it is stopped.",
        "desktop_start",
        (),
        (
            Option("name", "what to call it", "NAME"),
            Option("size", "in physical pixels, 1920x1080 if left out", "WxH"),
            Option("scale", "how many pixels applications draw for one, 1 to 4; 2 as on a HiDPI screen", "FACTOR"),
            Option("input-method", "an engine of IBus for whoever types on it by hand, such as libpinyin", "ENGINE"),
            Option("user", "attach to your own desktop instead, in the background"),
            Option("foreground", "with --user: leave to use its pointer, keyboard, focus and clipboard"),
            Option(
                "panic-key",
                "with --foreground: the chord by which you end everything, ctrl+alt+Escape if left out",
                "CHORD",
            ),
            JSON,
        ),
    ),
    Command("desktop list", PLACE, "List desktops that run.", "desktop_list", (), (JSON,)),
    Command(
        "desktop stop",
        PLACE,
        "End a desktop with all that runs in it.",
        "desktop_stop",
        (Argument("name", "its id or name; the only one if left out", needed=False),),
        (Option("all", "every desktop of yours"), JSON),
    ),
    Command(
        "watch",
        PLACE,
        "See a private desktop live in a browser.",
        "watch",
        (),
        (
            DESKTOP,
            Option("take-over", "let the viewer use pointer and keyboard"),
            Option("open", "open the address in the browser"),
            JSON,
        ),
        notes="Prints an address on this machine with a token that works once. View only unless --take-over.",
    ),
    Command(
        "secret set",
        SECRETS,
        "Store a value under a name, for certain applications only.",
        "secret",
        (_SECRET,),
        (
            Option(
                "app",
                "an application it may be typed into: its name, or the full path of its program",
                "APP",
                many=True,
            ),
            Option("window", "only windows whose title holds this", "TITLE", many=True),
            Option("store", "where; the keyring if it is open, else the file", "STORE", choices=("keyring", "file")),
            JSON,
        ),
        notes="The value is read from stdin, or asked for; it is never an argument. Storing a name anew replaces it.",
        examples=(
            "deskhand secret set mail.password --app thunderbird",
            "pass show bank | deskhand secret set bank --app firefox",
        ),
    ),
    Command("secret list", SECRETS, "List stored secrets by name, and where each may be typed.", "secret", (), (JSON,)),
    Command(
        "secret allow",
        SECRETS,
        "Let a secret be typed into further applications or windows.",
        "secret",
        (_SECRET,),
        (
            Option("app", "an application: its name, or the full path of its program", "APP", many=True),
            Option("window", "a part of the titles of its windows", "TITLE", many=True),
            Option("only", "into these and nothing else"),
            JSON,
        ),
        examples=("deskhand secret allow mail.password --app evolution",),
    ),
    Command("secret remove", SECRETS, "Forget a secret.", "secret", (_SECRET,), (JSON,)),
    Command(
        "doctor",
        AID,
        "Try everything for real, and say what mends each fault.",
        "doctor",
        (),
        (JSON,),
        notes="Starts a private desktop, finds a window, clicks, types `ñ 你 ß €` and reads it back by another path, "
        "takes a picture that is not black, stops. The worst trial decides the exit code.",
    ),
    Command(
        "mcp",
        AGENTS,
        "Serve tools to any agent that speaks the Model Context Protocol.",
        "mcp",
        (),
        (
            Option("http", "on the loopback at this port (0: any free one) instead of stdio", "PORT", number=True),
            Option("token-file", "with --http: a file of mode 600 with the token clients send", "FILE"),
            Option("read-only", "offer only the tools that look"),
            DESKTOP,
        ),
        notes="Over stdio the client starts it and ends it. With --http the token is read from --token-file or "
        "DESKHAND_MCP_TOKEN, else made up and printed on stderr. Needs the extra: pip install 'deskhand[mcp]'.",
    ),
    Command(
        "mcp add",
        AGENTS,
        "Put the server into a client's own configuration.",
        "mcp_add",
        (
            Argument(
                "client",
                "which program",
                choices=("claude-code", "claude-desktop", "cursor", "vscode", "codex", "gemini", "goose"),
            ),
        ),
        (
            Option("undo", "take it out again"),
            Option("read-only", "with only the tools that look"),
            Option("yes", "write without asking"),
            JSON,
        ),
        notes="The difference is shown before anything is written; the file as it was is kept beside it.",
        examples=("deskhand mcp add claude-code", "deskhand mcp add codex --undo"),
    ),
    Command("mcp check", AGENTS, "Start the server as a client does, and do something real.", "mcp_check", (), (JSON,)),
    Command("guide", AGENTS, "Print the page for agents: how to work well with the tools.", "guide", (), (JSON,)),
    Command(
        "completion",
        AID,
        "Print a completion script for a shell.",
        "completion",
        (Argument("shell", "which shell", choices=("bash", "zsh", "fish")),),
        examples=('eval "$(deskhand completion bash)"',),
    ),
    Command("version", AID, "Print the version.", "version", (), (JSON,)),
    Command(
        "help",
        AID,
        "Show this, or all about one command.",
        "help",
        (Argument("topic", "a command", needed=False, many=True),),
    ),
)
