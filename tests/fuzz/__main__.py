"""Fuzzes one target for as long as wanted, and saves what reaches new lines.

python -m tests.fuzz html [--rounds 100000] [--seed 1]
"""

from __future__ import annotations

import argparse
import hashlib

from tests.fuzz.mutation import CORPUS, corpus, fuzz
from tests.fuzz.targets import TARGETS


def main() -> None:
    parser = argparse.ArgumentParser(description="Fuzz one target.")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for data in fuzz(TARGETS[options.target], corpus(options.target), options.seed, options.rounds):
        name = hashlib.sha256(data).hexdigest()[:12]
        (CORPUS / options.target / name).write_bytes(data)
        print(name, len(data))


if __name__ == "__main__":
    main()
