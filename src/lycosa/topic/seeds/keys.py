"""Keys of search engines: they stand in the environment, and addresses name them as `${NAME}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lycosa.errors import LycosaError

_NAMED = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,80})\}")


def with_keys(address: str, environment: Mapping[str, str]) -> str:
    """Put keys where an address names them.

    >>> with_keys("https://api.example/?key=${API_KEY}", {"API_KEY": "s3cret"})
    'https://api.example/?key=s3cret'
    """

    def key(match: re.Match[str]) -> str:
        if match[1] not in environment:
            raise LycosaError(f"the environment has no {match[1]}, which {address} asks for")
        return environment[match[1]]

    return _NAMED.sub(key, address)
