"""Lists settings for documentation and flags: where each stands, its type, its default, what it is for."""

from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import MISSING, fields, is_dataclass
from itertools import pairwise
from typing import Any, NamedTuple, get_type_hints


class Setting(NamedTuple):
    """One setting, for documentation and flags."""

    path: str
    """Where it stands, with dots: `budget.pages`."""
    type: Any
    default: Any
    about: str


def settings_of(cls: type[Any], prefix: str = "", instance: Any = None) -> list[Setting]:
    """List every setting of a tree, in order, with the defaults of `instance` or of the tree itself."""
    hints = get_type_hints(cls)
    texts = _field_docstrings(cls)
    found: list[Setting] = []
    for item in fields(cls):
        path, kind = f"{prefix}{item.name}", hints[item.name]
        if is_dataclass(kind) and isinstance(kind, type):
            found += settings_of(kind, f"{path}.", _default(item, instance))
        else:
            found.append(Setting(path, kind, _default(item, instance), texts.get(item.name, "")))
    return found


def _default(item: Any, instance: Any) -> Any:
    if instance is not None:
        return getattr(instance, item.name)
    return item.default_factory() if item.default_factory is not MISSING else item.default


def _field_docstrings(cls: type[Any]) -> dict[str, str]:
    """Read the text that stands under each field in the source."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef)).body
    found: dict[str, str] = {}
    for item, below in pairwise(body):
        match item, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
    return found
