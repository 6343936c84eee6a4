"""The API's documentation as a page generated from the schema, without scripts or resources from other hosts."""

from __future__ import annotations

from html import escape
from typing import Any

from markdown_it import MarkdownIt

STYLE = """\
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h2 { border-top: 1px solid; font-size: 1.1rem; margin-top: 2rem; padding-top: 1rem; }
code, h2 { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; }
td, th { padding: 0.1rem 1rem 0.1rem 0; text-align: left; vertical-align: top; }
"""


_markdown = MarkdownIt("commonmark", {"html": False})


def page(schema: dict[str, Any]) -> str:
    """The page that shows an OpenAPI schema."""
    parts = [f"<h1>{escape(schema['info']['title'])} {escape(schema['info']['version'])}</h1>"]
    parts.append(_markdown.render(schema["info"].get("description", "")))
    parts.append('<p>The schema for programs is <a href="/api/openapi.json">openapi.json</a>.</p>')
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            parts += _operation(path, method, operation)
    for name, kind in schema.get("components", {}).get("schemas", {}).items():
        parts += _kind(name, kind)
    body = "\n".join(parts)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>dreierlei API</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs.css"></head>'
        f"<body>\n{body}\n</body></html>\n"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    parts = [f"<h2>{method.upper()} {escape(path)}</h2>", _markdown.render(operation.get("description", ""))]
    rows = [
        (parameter["name"], _type(parameter["schema"]), f"in the {parameter['in']}")
        for parameter in operation.get("parameters", ())
    ]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        rows.append(("body", _type(content["schema"]), ""))
    for content in operation["responses"].get("200", {}).get("content", {}).values():
        rows.append(("answer", _type(content.get("schema", {})), ""))
    return [*parts, _table(rows)]


def _kind(name: str, kind: dict[str, Any]) -> list[str]:
    required = kind.get("required", ())
    rows = [
        (field, _type(about), "" if field in required else "may be left out")
        for field, about in kind.get("properties", {}).items()
    ]
    return [
        f'<h2 id="{escape(name)}">{escape(name)}</h2>',
        _markdown.render(kind.get("description", "")),
        _table(rows),
    ]


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = "".join(f"<tr><td><code>{escape(a)}</code></td><td>{b}</td><td>{escape(c)}</td></tr>" for a, b, c in rows)
    return f"<table>{lines}</table>" if rows else ""


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for many in ("anyOf", "oneOf"):
        if many in schema:
            return " or ".join(_type(part) for part in schema[many])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(str(schema.get("type", "anything")))
