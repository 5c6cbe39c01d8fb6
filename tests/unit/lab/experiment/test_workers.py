"""The processes that crawl for an experiment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from lycosa.lab.experiment.prepared_web import end_with_parent

if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=end_with_parent) as pool:
        print(*{each.result() for each in [pool.submit(os.getpid) for _ in range(20)]}, flush=True)
        time.sleep(60)
"""


def test_workers_of_a_run_that_is_killed_end_with_it(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    with subprocess.Popen([sys.executable, program], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().split()
        parent.kill()
        parent.communicate(timeout=20)  # the pipe ends when the last process that can write to it does
