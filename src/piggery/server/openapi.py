"""The HTTP door described for programs: OpenAPI 3.1, made from the types of `wire`."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from .. import __version__
from ..answers import questions
from ..table import wire

TYPES = [wire.OpenTable, wire.TableOpened, wire.Listing, wire.TableView, wire.GameOffer, wire.Problem]
QUESTIONS = get_args(questions.Questions)
CODE = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
LANGUAGE = {
    "name": "language", "in": "path", "required": True, "schema": {"type": "string", "enum": ["en", "fr", "de", "it"]},
}  # fmt: skip
Schema = Mapping[str, object]


def description() -> Schema:
    _, schemas = msgspec.json.schema_components(
        TYPES,
        schema_hook=lambda kind: {"description": "whatever the sentence speaks of"},
        ref_template="#/components/schemas/{name}",
    )
    _, asked = msgspec.json.schema_components(QUESTIONS, ref_template="#/components/schemas/{name}")
    thing = {"type": "object"}
    question = {"oneOf": [_ref(kind.__name__) for kind in QUESTIONS]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Piggery", "version": __version__, "description": "Tables for two card games about pigs."},
        "paths": {
            "/api/tables": {
                "post": {
                    "operationId": "open",
                    "summary": "Open a table",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": _ref("Open")}}},
                    "responses": _answers("Opened", "the table", {"400", "403", "409", "413", "429", "503"}, "201"),
                },
                "get": _get("list", "Tables that anybody may sit at", _ref("Listing"), [], set()),
            },
            "/api/tables/{code}": _path("table", "A table before you sit down", _ref("TableSeen"), [CODE], {"404"}),
            "/api/tables/{code}/qr.svg": _path("qr", "Its link as a QR code", None, [CODE], {"404"}, "image/svg+xml"),
            "/api/tables/{code}/games/{number}": _path(
                "game", "A finished game, as a record", thing, [CODE, NUMBER], {"404", "409"}
            ),
            "/api/games": _path(
                "games", "What can be played", {"type": "object", "additionalProperties": _ref("Offered")}, [], set()
            ),
            "/api/answers": {
                "post": {
                    "operationId": "answers",
                    "summary": "A question to the rules",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": question}}},
                    "responses": _answered(thing, "the answer", {"400", "403", "409", "413", "429", "503"}, "200"),
                },
            },
            "/api/words/{language}": _path("words", "Every sentence, in one language", thing, [LANGUAGE], {"404"}),
            "/healthz": _path("healthy", "The process is alive", thing, [], set()),
            "/readyz": _path("ready", "It serves tables", thing, [], {"503"}),
            "/metrics": _path("metrics", "Figures for Prometheus", None, [], set(), "text/plain"),
        },
        "components": {"schemas": schemas | asked},
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _path(
    name: str, summary: str, schema: Schema | None, given: list[Schema], errors: set[str], kind: str = ""
) -> Schema:
    return {"get": _get(name, summary, schema, given, errors, kind)}


def _get(
    name: str, summary: str, schema: Schema | None, given: list[Schema], errors: set[str], kind: str = ""
) -> Schema:
    kind = kind or "application/json"
    content = {kind: {"schema": schema or {"type": "string"}}}
    answers = {"200": {"description": "as asked", "content": content}} | _problems(errors | {"429", "503"})
    return {"operationId": name, "summary": summary, "parameters": given, "responses": answers}


def _answers(name: str, about: str, errors: set[str], status: str) -> Schema:
    return _answered(_ref(name), about, errors, status)


def _answered(schema: Schema | None, about: str, errors: set[str], status: str) -> Schema:
    content = {"application/json": {"schema": schema}}
    return {status: {"description": about, "content": content}, **_problems(errors)}


def _problems(errors: set[str]) -> dict[str, object]:
    content = {"application/json": {"schema": _ref("Problem")}}
    return {status: {"description": "refused", "content": content} for status in sorted(errors)}
