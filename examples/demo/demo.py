"""The main job, end to end: `make demo`.

Runs orders.steps through the command line in a private desktop of its own, then has the results verified by
readers that know nothing of Deskhand. Exit code 0 only when the run and every reader say so.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from verify import verify

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BREAKS = ("renamed-column", "read-only-folder")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "demo", help="folder for the results")
    parser.add_argument("--break", dest="broken", choices=BREAKS, help="break the input on purpose: must end with 1")
    choices = parser.parse_args()
    started = time.monotonic()
    orders, out = prepare(choices.out.resolve(), choices.broken)
    with read_only(out, choices.broken == "read-only-folder"):
        reply = run(orders, out)
    return report(reply, orders, out, time.monotonic() - started)


def prepare(folder: Path, broken: str | None) -> tuple[Path, Path]:
    """A fresh folder with a copy of the input and an empty `results` folder."""
    if folder.exists():
        shutil.rmtree(folder)
    out = folder / "results"
    out.mkdir(parents=True)
    orders = folder / "orders.csv"
    text = (HERE / "orders.csv").read_text(encoding="utf-8")
    orders.write_text(text.replace(",Amount\n", ",Betrag\n") if broken == "renamed-column" else text, encoding="utf-8")
    return orders, out


@contextmanager
def read_only(folder: Path, wanted: bool) -> Iterator[None]:
    """Nobody may write into `folder` meanwhile: not the superuser either, for whom permissions alone mean nothing."""
    if not wanted:
        yield
        return
    folder.chmod(0o555)
    superuser = os.geteuid() == 0
    if superuser:
        subprocess.run(["chattr", "+i", str(folder)], check=True)
    try:
        yield
    finally:
        if superuser:
            subprocess.run(["chattr", "-i", str(folder)], check=True)
        folder.chmod(0o755)


def run(orders: Path, out: Path) -> dict[str, Any]:
    """The steps by `deskhand run`; its lines go to this terminal, its result comes back."""
    command = [
        sys.executable, "-m", "deskhand.cli.main", "run", str(HERE / "orders.steps"), "--json",
        "--set", f"input={orders}", "--set", f"out={out}", "--set", f"folder={out.name}",
    ]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    try:
        reply: dict[str, Any] = json.loads(done.stdout)
    except json.JSONDecodeError:
        reply = {"ok": False, "error": {"code": "internal", "message": f"no reply: {done.stdout!r}"}}
    return reply


def report(reply: dict[str, Any], orders: Path, out: Path, seconds: float) -> int:
    """Print the findings, the verdict, the cost and where the report is; 0 only when everything is verified."""
    data = reply.get("data") or {}
    findings = []
    if orders.read_text(encoding="utf-8").splitlines()[0].endswith(",Amount"):
        findings = verify(orders, out)
    for finding in findings:
        print(f"{'✓' if finding.ok else '✗'} {finding.what}: {finding.seen}")
    for step in data.get("steps", ()):
        if step["status"] == "failed":
            print(f"✗ step {step['number']} failed: {step['sentence']}")
            error = step.get("error", {})
            print(f"  {error.get('message', '')}; seen: {error.get('seen', 'nothing')}")
    if "error" in reply:
        print(f"✗ {reply['error'].get('code')}: {reply['error'].get('message')}")
    verified = bool(findings) and all(finding.ok for finding in findings) and data.get("verdict") == "verified"
    verdict = "verified" if verified else "not done"
    print(f"verdict: {verdict} · {seconds:.1f} s · report: {data.get('report') or 'none'}")
    return 0 if verified else 1


if __name__ == "__main__":
    sys.exit(main())
