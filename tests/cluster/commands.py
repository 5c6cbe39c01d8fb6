"""The commands of a cluster, end to end: a crawl whose leader is killed, and its resume. Prints what came."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cluster.site import Site, url_of

PAGES = 150
KILL_AT = 50
LYCOSA = [sys.executable, "-m", "lycosa"]
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


def pages_of(folder: Path) -> int:
    """Return how many pages the leader last heard of."""
    file = folder / "progress.json"
    return sum(row["pages"] for row in json.loads(file.read_text()).values()) if file.is_file() else 0


def main() -> None:
    folder = Path(sys.argv[1])
    with Site(wait_s=0.02) as site:
        web = ["--resolve", f"*:127.0.0.1:{site.port}", "--allow-private", "--no-sitemaps-follow"]
        pace = ["--delay", "0", "--politeness-address-delay-s", "0", "--concurrency", "4"]
        crawl = ["cluster", "crawl", "flood water river", "--shards", "2", "--out", str(folder)]
        chosen = ["--seed", url_of(0), "--pages", str(PAGES), "--no-find-duplicates"]
        leader = subprocess.Popen([*LYCOSA, *crawl, *chosen, *web, *pace], env={**os.environ, **QUIET})
        while leader.poll() is None and pages_of(folder) < KILL_AT:
            time.sleep(0.05)
        os.kill(leader.pid, signal.SIGKILL)
        killed = leader.wait()
        resume = [*LYCOSA, "cluster", "resume", str(folder)]
        resumed = subprocess.run(resume, env={**os.environ, **QUIET}, check=False).returncode
        status = [*LYCOSA, "cluster", "status", str(folder), "--json"]
        shown = subprocess.run(status, capture_output=True, text=True, check=True).stdout
    print(json.dumps({"killed": killed, "resumed": resumed, "status": json.loads(shown)}))


if __name__ == "__main__":
    main()
