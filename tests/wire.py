"""The server's messages as TypeScript, against which the page's modules are checked: `make wire` renews the file."""

from __future__ import annotations

import inspect
import json
import textwrap
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypeAliasType

from dreierlei.server.wire import base, boards, errors, live, matches, study

FILE = Path(__file__).parent / "web" / "wire.d.ts"
HEAD = "// What goes over the wire. Written by `make wire` from the Python messages in server/wire/; do not edit.\n"
WIDTH = 120

Schema = dict[str, Any]


def declarations() -> str:
    """Every message of the package, and the values of the model in them, by name; the page's modules know them all."""
    schemas = sorted(_schemas().items())
    known = "".join(f'  type {name} = import("./wire.js").{name};\n' for name, _ in schemas)
    return HEAD + "".join(f"\n{_declaration(*each)}" for each in schemas) + f"\ndeclare global {{\n{known}}}\n"


def _schemas() -> dict[str, Schema]:
    """The JSON schema of each type, by name."""
    types: dict[str, Any] = {
        name: kind
        for module in (base, boards, errors, live, matches, study)
        for name, kind in vars(module).items()
        if isinstance(kind, TypeAliasType) or (inspect.isclass(kind) and issubclass(kind, BaseModel))
    }
    for hidden in ("BaseModel", "ClosedModel"):
        types.pop(hidden, None)
    adapters: list[tuple[str, Any, TypeAdapter[Any]]] = [
        (name, "serialization", TypeAdapter(kind)) for name, kind in types.items()
    ]
    _, schema = TypeAdapter.json_schemas(adapters, ref_template="{model}", schema_generator=_Complete)
    definitions: dict[str, Schema] = schema["$defs"]
    return definitions


class _Complete(GenerateJsonSchema):
    """Fields with defaults are written, too; only those of a part of something may be missing."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Unless its type says that it may be missing."""
        return bool(field["type"] != "typed-dict-field" or field.get("required", total))


def _declaration(name: str, schema: Schema) -> str:
    comment = _comment(schema, "")
    if "properties" not in schema:
        line = f"export type {name} = {_type(schema)};\n"
        return comment + (line if len(line) <= WIDTH else line.replace(" = ", " =\n  | ").replace('" | "', '"\n  | "'))
    required = schema.get("required", ())
    fields = "".join(
        f"{_comment(field, '  ')}  {key}{'' if key in required else '?'}: {_type(field)};\n"
        for key, field in schema["properties"].items()
    )
    return f"{comment}export interface {name} {{\n{fields}}}\n"


def _comment(schema: Schema, indent: str) -> str:
    text = " ".join(schema.get("description", "").split())
    if len(text) + len(indent) + 7 <= WIDTH:
        return f"{indent}/** {text} */\n" if text else ""
    lines = textwrap.wrap(text, WIDTH - len(indent) - 3)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def _type(schema: Schema) -> str:
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": parts} | {"oneOf": parts}:
            return " | ".join(dict.fromkeys(_type(part) for part in parts))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(_type(item) for item in items)}]"
        case {"type": "array", "items": item}:
            inner = _type(item)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": values}:
            key = _type(schema["propertyNames"]) if "propertyNames" in schema else "string"
            return f"Record<{key}, {_type(values)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
        case _:
            raise TypeError(f"no TypeScript for {schema}")


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
