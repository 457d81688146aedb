"""Writes the lock files from pyproject.toml: `make lock`. Needs pip-tools; versions already locked are kept.

run.txt     what `make demo` needs: the package's dependencies, its demo's readers, what builds it
dev.txt     that and what the tests and checks need
bench.txt   the peers that benchmarks measure, for an environment of their own
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
LOCKS = {"run": ("demo", "build"), "dev": ("demo", "build", "fixtures", "dev"), "bench": ("bench",)}


def wanted(project: dict[str, Any], lock: str) -> list[str]:
    own = [] if lock == "bench" else project["project"]["dependencies"]
    groups = project["dependency-groups"]
    return sorted({*own, *(line for group in LOCKS[lock] for line in groups[group] if isinstance(line, str))})


def main() -> int:
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))
    for lock in LOCKS:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, f"{lock}.in")
            source.write_text("\n".join(wanted(project, lock)) + "\n", encoding="utf-8")
            words = [sys.executable, "-m", "piptools", "compile", "--quiet", "--generate-hashes", "--allow-unsafe"]
            words += ["--strip-extras", "--no-header", "--no-annotate", "--no-emit-options"]
            words += ["--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", *sys.argv[1:]]
            code = subprocess.run([*words, "--output-file", str(FOLDER / f"{lock}.txt"), str(source)]).returncode
            if code:
                return code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
