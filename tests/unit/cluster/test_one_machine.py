from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
import lycosa, lycosa.session, lycosa.cli.crawl, lycosa.cli.cluster, lycosa.ui.serving
import lycosa.cluster.shard, lycosa.cluster.coordinator, lycosa.cluster.run, lycosa.cluster.gathered.gathering
print(sorted(name for name in sys.modules if name == "ray" or name.startswith("ray.")))
"""


def test_a_crawl_on_one_machine_never_imports_ray() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
