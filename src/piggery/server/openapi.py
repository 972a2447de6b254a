"""The HTTP door described for programs: OpenAPI 3.1, made from the types of `wire`."""

from collections.abc import Mapping
from typing import get_args

import msgspec

from .. import __version__
from ..answers import questions
from ..table import door, wire

TYPES = [
    door.OpenTable, door.TableOpened, door.Listing, wire.TableView, door.GameOffer, door.PhonesChange,
    door.PhonesAnswer, door.Problem,
]  # fmt: skip
QUESTIONS = get_args(questions.Questions)
CODE = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
LANGUAGE = {
    "name": "language", "in": "path", "required": True, "schema": {"type": "string", "enum": ["en", "fr", "de", "it"]},
}  # fmt: skip
Schema = Mapping[str, object]
JSON = "application/json"
TEXT = {"type": "string"}


def description() -> Schema:
    _, schemas = msgspec.json.schema_components(
        TYPES,
        schema_hook=lambda kind: {"description": "whatever the sentence speaks of"},
        ref_template="#/components/schemas/{name}",
    )
    _, asked = msgspec.json.schema_components(QUESTIONS, ref_template="#/components/schemas/{name}")
    thing: dict[str, object] = {"type": "object"}
    question = {"oneOf": [_ref(kind) for kind in QUESTIONS]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Piggery", "version": __version__, "description": "Tables for two card games about pigs."},
        "paths": {
            "/api/tables": _post(
                "open", "Open a table", _ref(door.OpenTable), "201", "the table", _ref(door.TableOpened)
            )
            | _get("list", "Tables that anybody may sit at", _ref(door.Listing)),
            "/api/tables/{code}": _get("table", "A table before you sit down", _ref(wire.TableView), "404", CODE),
            "/api/tables/{code}/qr.svg": _get(
                "qr", "Its link as a QR code", TEXT, "404 409", CODE, kind="image/svg+xml"
            ),
            "/api/tables/{code}/games/{number}": _get(
                "game", "A finished game, as a record", thing, "404 409", CODE, NUMBER
            ),
            "/api/phones": _get("phones_now", "Whether phones of this network are let in", _ref(door.PhonesAnswer))
            | _post(
                "phones_change",
                "Let them in, or no longer",
                _ref(door.PhonesChange),
                "200",
                "as it is now",
                _ref(door.PhonesAnswer),
            ),
            "/api/games": _get("games", "What can be played", thing | {"additionalProperties": _ref(door.GameOffer)}),
            "/api/answers": _post("answers", "A question to the rules", question, "200", "the answer", thing),
            "/api/words/{language}": _get("words", "Every sentence, in one language", thing, "404", LANGUAGE),
            "/healthz": _get("healthy", "The process is alive", thing),
            "/readyz": _get("ready", "It serves tables", thing),
            "/metrics": _get("metrics", "Figures for Prometheus", TEXT, kind="text/plain"),
        },
        "components": {"schemas": schemas | asked},
    }


def _ref(kind: type[msgspec.Struct]) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


def _get(
    name: str, summary: str, schema: Schema, errors: str = "", *given: Schema, kind: str = JSON
) -> dict[str, Schema]:
    answers = _answers("200", "as asked", schema, f"{errors} 429 503", kind)
    return {"get": {"operationId": name, "summary": summary, "parameters": list(given), "responses": answers}}


def _post(name: str, summary: str, asked: Schema, status: str, about: str, schema: Schema) -> dict[str, Schema]:
    body = {"required": True, "content": {JSON: {"schema": asked}}}
    answers = _answers(status, about, schema, "400 403 409 413 429 503")
    return {"post": {"operationId": name, "summary": summary, "requestBody": body, "responses": answers}}


def _answers(status: str, about: str, schema: Schema, errors: str, kind: str = JSON) -> Schema:
    refused = {"description": "refused", "content": {JSON: {"schema": _ref(door.Problem)}}}
    answer = {"description": about, "content": {kind: {"schema": schema}}}
    return {status: answer} | dict.fromkeys(sorted(errors.split()), refused)
