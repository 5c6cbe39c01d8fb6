"""Runs a long program once for all test processes: whoever comes second waits and reads what it printed."""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def run_once(factory: pytest.TempPathFactory, program: Path, *arguments: str) -> tuple[Path, dict[str, Any]]:
    """Return the folder that a program worked in, and the object that it printed last."""
    pytest.importorskip("ray", reason="a cluster needs Ray: pip install 'lycosa[cluster]'")
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / f"once-{program.stem}"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        printed = folder / "printed"
        if not printed.exists():
            printed.write_text(_run(program, folder, arguments))
    return folder, json.loads(printed.read_text().splitlines()[-1])


def _run(program: Path, folder: Path, arguments: tuple[str, ...]) -> str:
    ran = subprocess.run(
        [sys.executable, program, folder / "crawls", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ran.returncode == 0, ran.stderr[-4000:]
    return ran.stdout
