"""What every test may use: the shared data folder, and a network that ends at loopback."""

from __future__ import annotations

import ipaddress
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]
settings.register_profile("any-machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-machine")  # how long an example takes tells of the machine, not of the code


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder with real webs, texts and public test suites; skip where there is none."""
    folder = Path(os.environ.get("LYCOSA_SHARED", ROOT.parent / "shared"))
    if not (folder / "conformance").is_dir():
        pytest.skip("shared data is absent; set LYCOSA_SHARED to its folder to run this test")
    return folder


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse connections that would leave this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family in (socket.AF_INET, socket.AF_INET6):
            host = address[0]
            if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
                raise AssertionError(f"a test tried to connect to {address!r}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)
