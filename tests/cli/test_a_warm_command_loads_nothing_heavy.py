"""`deskhand snapshot --json` must answer in a few interpreter starts: it may not load what it does not need."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "argparse", "asyncio", "dataclasses", "inspect", "logging", "numpy", "pathlib", "PIL", "sqlite3", "subprocess",
    "deskhand.act", "deskhand.desktop", "deskhand.errors", "deskhand.model", "deskhand.perceive",
)  # fmt: skip


def test_the_way_to_the_socket_is_light() -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from deskhand.cli.main import main\n"
        "from deskhand.cli.grammar import parse\n"
        "from deskhand.cli.finding import find_command\n"
        "command, rest = find_command(['snapshot', '--json', '--window', 'x'])\n"
        "parse(command, rest)\n"
        "import deskhand.cli.commands.snapshot, deskhand.cli.reply\n"
        "print('\\n'.join(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    heavy = {name for name in HEAVY if name in loaded}
    assert not heavy
    assert len(loaded) < 80, sorted(loaded)
