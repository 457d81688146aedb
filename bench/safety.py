"""`make bench-safety`: change, break and kill the world between look and act.

    python bench/safety.py [--part mutation|world|kills …] [--rounds 500] [--kills 20] [--seed N] [--first N]

Prints a table with a bar for each promise, writes build/bench-safety.json, exits 1 when a row is not ok.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.common import Table
from bench.safety_kills import run_kills
from bench.safety_mutation import run_mutation
from bench.safety_place import isolated
from bench.safety_world import run_world

PARTS = ("mutation", "world", "kills")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part; may be given several times")
    parser.add_argument("--rounds", type=int, default=500, help="rounds of the mutation test")
    parser.add_argument("--kills", type=int, default=20, help="moments at which something is killed")
    parser.add_argument("--seed", type=int, help="of the rounds and the moments; told when left out")
    parser.add_argument("--first", type=int, default=0, help="round or kill to begin with, to go on")
    parser.add_argument("--seconds", type=float, default=1500.0, help="end the mutation test after so long")
    parser.add_argument("--verbose", action="store_true", help="a line for every round")
    options = parser.parse_args()
    seed = random.randrange(10**6) if options.seed is None else options.seed
    table = Table("bench-safety")
    parts = options.part or PARTS
    with isolated():
        if "mutation" in parts:
            print(f"mutation: {options.rounds} rounds, seed {seed}", file=sys.stderr, flush=True)
            run_mutation(table, options.rounds, seed, options.seconds, options.first, verbose=options.verbose)
        if "world" in parts:
            print("a lying and failing world", file=sys.stderr, flush=True)
            run_world(table)
        if "kills" in parts:
            print(f"kill -9: {options.kills} moments, seed {seed}", file=sys.stderr, flush=True)
            run_kills(table, options.kills, seed, options.first)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
