from __future__ import annotations

import subprocess
import sys

import lycosa


def test_every_public_name_is_there() -> None:
    assert all(hasattr(lycosa, name) for name in lycosa.__all__)


def test_importing_the_package_loads_none_of_its_heavy_parts() -> None:
    heavy = ("numpy", "turbohtml", "pydantic", "lycosa.topic", "lycosa.session")
    code = f"import lycosa, sys; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_crawl_that_is_not_kept_loads_no_store() -> None:
    heavy = ("fastwarc", "pydantic_core", "lycosa.store.database", "lycosa.store.store")
    code = f"import lycosa.session, sys; print(*[name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
