"""Settings of earlier versions under their present names."""

from __future__ import annotations

from typing import Any

from lycosa.config.plain import overlay

RENAMED: dict[str, tuple[str, dict[str, str]]] = {
    "manners": ("politeness", {"patience": "slow_host_factor"}),
    "patience": ("retries", {"retries": "limit", "retry_delay_s": "delay_s"}),
}
"""Tables of 0.1.0: what each is called now, and those of its keys that changed."""


def rename(data: dict[str, Any]) -> None:
    """Give settings of 0.1.0 their present names; where both are there, the present one counts."""
    for old, (new, keys) in RENAMED.items():
        if isinstance(table := data.get(old), dict) and isinstance(data.get(new, {}), dict):
            del data[old]
            now = data.setdefault(new, {})
            for key, value in table.items():
                now.setdefault(keys.get(key, key), value)
    if isinstance(parameters := data.get("parameters"), dict):
        del data["parameters"]
        if parameters:
            overlay(data, "strategy.parameters", parameters)
    if isinstance(judges := data.get("judge"), bool):
        del data["judge"]
        data.setdefault("links_only", not judges)
    politeness = data.get("politeness")
    if isinstance(politeness, dict) and "patience" in politeness:
        politeness.setdefault("slow_host_factor", politeness.pop("patience"))
