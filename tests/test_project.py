"""The project itself: what a newcomer's clone promises."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("run", "dev", "bench")


def tracked(*patterns: str) -> list[Path]:
    words = ["git", "-C", str(ROOT), "ls-files", "-z", "--", *patterns]
    names = subprocess.run(words, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).exists()]


def test_no_source_file_is_longer_than_a_reader_can_hold() -> None:
    long = {
        str(path.relative_to(ROOT)): n for path in tracked("*.py") if (n := len(path.read_bytes().splitlines())) > 400
    }
    assert not long


@pytest.mark.parametrize("lock", LOCKS)
def test_locked_dependencies_are_pinned_by_hash_and_name_no_server(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text()
    assert "://" not in text
    assert not re.search(r"^\s*--(?!hash)", text, re.M)
    for block in re.split(r"\n(?=\S)", text.strip()):
        assert re.match(r"[\w.-]+==[\w.!+]+", block), block
        assert "--hash=sha256:" in block, block


def test_everything_the_package_needs_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    locked = set(re.findall(r"^([\w.-]+)==", (ROOT / "requirements" / "run.txt").read_text(), re.M))
    wanted = {re.split(r"[<>=!~\[ ;]", line)[0].lower() for line in project["project"]["dependencies"]}
    assert wanted <= locked


def test_every_system_package_has_a_group_and_a_reason() -> None:
    rows = [r for r in (ROOT / "requirements" / "system.txt").read_text().splitlines() if r and not r.startswith("#")]
    for row in rows:
        group, package, reason = row.split(maxsplit=2)
        assert group.rstrip("?") in ("runtime", "test", "bench"), row
        assert re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package), row
        assert len(reason) > 5, row


def test_every_make_target_is_explained() -> None:
    help_text = subprocess.run(["make", "-C", str(ROOT), "help"], capture_output=True, check=True, text=True).stdout
    for target in ("setup", "demo", "test", "lint", "bench", "bench-safety", "clean"):
        assert f"make {target} " in help_text


def test_a_wheel_holds_the_whole_package_and_works_without_the_clone(tmp_path: Path) -> None:
    clone, dist, home = tmp_path / "clone", tmp_path / "dist", tmp_path / "home"
    kept = tracked("src", "README.md", "LICENSE", "pyproject.toml")
    for path in kept:
        place = clone / path.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)
    words = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*words, "-w", str(dist), str(clone)], check=True, capture_output=True, timeout=100)
    (wheel,) = dist.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    source = ROOT / "src"
    of_the_package = {str(path.relative_to(source)) for path in kept if path.is_relative_to(source)}
    assert "deskhand/py.typed" in of_the_package
    assert {name for name in of_the_package if not (home / name).exists()} == set()
    code = "import deskhand; from deskhand.cli.main import main; print(deskhand.__file__); main(['version'])"
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(home), "LANG": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert done.stdout.splitlines() == [str(home / "deskhand" / "__init__.py"), f"deskhand {version}"]


# --- set-up, with the system's own programs replaced by ones that write down what they were asked


class Machine:
    """A copy of the set-up in a folder of its own, on a machine with these packages."""

    def __init__(self, folder: Path, installed: list[str], known: list[str], uid: int = 0) -> None:
        self.clone, self.bin, self.asked = folder / "clone", folder / "bin", folder / "asked"
        self.bin.mkdir()
        shutil.copytree(ROOT / "requirements", self.clone / "requirements")
        for name in ("setup.sh", "pyproject.toml"):
            shutil.copy2(ROOT / name, self.clone / name)
        self._stamp_environment()
        (folder / "installed").write_text("".join(f"{package}\n" for package in installed))
        (folder / "known").write_text("".join(f"{package}\n" for package in known))
        note = f'echo "${{0##*/}} $*" >> {self.asked}\n'
        self._program(
            "dpkg-query", f'shift 2\nfor p; do grep -qx "$p" {folder}/installed && echo "$p installed"; done\ntrue\n'
        )
        self._program(
            "apt-cache", f'grep -qx "$2" {folder}/known && echo "  Candidate: 1.0" || echo "  Candidate: (none)"\n'
        )
        self._program(
            "apt-get", note + f'[ "$1" = install ] && for p; do echo "$p" >> {folder}/installed; done\ntrue\n'
        )
        self._program("sudo", note + 'exec "$@"\n')
        self._program("id", f"echo {uid}\n")

    def _program(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text("#!/bin/sh\n" + body)
        path.chmod(0o755)

    def _stamp_environment(self) -> None:
        """Python's side stands already: this is about the system's."""
        for folder in (".venv", ".bench-venv"):
            (self.clone / folder / "bin").mkdir(parents=True)
            (self.clone / folder / "bin" / "python").symlink_to("/usr/bin/python3")
            for lock in LOCKS:
                inputs = b"".join((self.clone / p).read_bytes() for p in (f"requirements/{lock}.txt", "pyproject.toml"))
                sums = subprocess.run(["cksum"], input=inputs, capture_output=True, check=True).stdout
                (self.clone / folder / f".deskhand-{lock}").write_bytes(sums)

    def set_up(self, group: str = "test") -> tuple[list[str], str]:
        """What was asked of apt, and what was told to the person."""
        self.asked.write_text("")
        env = {"PATH": f"{self.bin}:{os.environ['PATH']}"}
        done = subprocess.run(
            [str(self.clone / "setup.sh"), group], env=env, capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        return self.asked.read_text().splitlines(), done.stderr


def packages(*groups: str) -> list[str]:
    rows = [row.split() for row in (ROOT / "requirements" / "system.txt").read_text().splitlines() if row]
    return [row[1] for row in rows if row[0] in groups]


def test_set_up_installs_what_is_missing_once_and_says_the_line(tmp_path: Path) -> None:
    everything = packages("runtime", "test", "test?")
    machine = Machine(tmp_path, installed=everything[2:], known=everything)
    asked, told = machine.set_up()
    assert asked == [f"apt-get install -y -q --no-install-recommends {' '.join(sorted(everything[:2]))}"]
    assert "+ env DEBIAN_FRONTEND=noninteractive apt-get install" in told
    started = time.monotonic()
    assert machine.set_up() == ([], "")
    assert time.monotonic() - started < 2  # well under a second on an idle machine


def test_set_up_fetches_the_package_lists_only_where_they_do_not_know_the_package(tmp_path: Path) -> None:
    machine = Machine(tmp_path, installed=packages("runtime", "test?")[1:], known=[])
    asked, _ = machine.set_up("runtime")
    assert asked[0] == "apt-get update -q"
    assert asked[1].startswith("apt-get install ")


def test_set_up_uses_sudo_when_not_root(tmp_path: Path) -> None:
    machine = Machine(tmp_path, installed=packages("runtime")[1:], known=packages("runtime"), uid=1000)
    asked, told = machine.set_up("runtime")
    assert asked[0].startswith("sudo env DEBIAN_FRONTEND=noninteractive apt-get install ")
    assert "+ sudo " in told


def test_set_up_does_without_an_optional_package_and_asks_for_it_once(tmp_path: Path) -> None:
    needed = packages("runtime", "test")
    machine = Machine(tmp_path, installed=needed, known=needed)
    asked, told = machine.set_up()
    assert asked == []
    assert "chromium is not to be had here" in told
    assert machine.set_up() == ([], "")


def test_set_up_names_the_python_that_is_too_old(tmp_path: Path) -> None:
    machine = Machine(tmp_path, installed=packages("runtime"), known=[])
    shutil.rmtree(machine.clone / ".venv")
    old = machine.bin / "python3-old"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo "Python 3.9.2"\nexit 1\n')
    old.chmod(0o755)
    env = {"PATH": f"{machine.bin}:{os.environ['PATH']}", "PYTHON": str(old)}
    done = subprocess.run(
        [str(machine.clone / "setup.sh"), "runtime"], env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "Python 3.9.2" in done.stderr
