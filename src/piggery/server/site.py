"""The web client as the server gives it out: every file once in memory, compressed, with the version written in.

The rules for the browser are packed from the very source this server runs, so that both always agree.
"""

import gzip
import hashlib
import io
import json
import mimetypes
import re
import zipfile
import zlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.status import HTTP_200_OK

from ..words import LANGUAGES
from .work import REQUEST, SENT_UNIT, UNPACKED_UNIT

HERE = Path(__file__).parent.parent
SOURCE = (".py", ".json", ".jsonl")
BUILT = HERE / "web"
NOT_IN_A_BROWSER = {
    "server", "web", "sim", "lab", "terminal", "cli", "client.py", "__main__.py", "counts.py",
    "lab.py", "__pycache__", ".explained",
}  # fmt: skip
LASTING = "public, max-age=31536000, immutable"
MEDIA = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm", ".mp3": "audio/mpeg",
         ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}  # fmt: skip
SHELL = ("assets/", "icon", "manifest")
PAGES = (
    "/", "/new/{game}", "/learn/{game}", "/rules/{game}", "/puzzle/{game}", "/t/{code}", "/t/{code}/{number:int}",
    "/here/{code}", "/here/{code}/{number:int}", "/replay", "/pad", "/games", "/settings",
)  # fmt: skip
HOST = re.compile(r"[\w.\-:\[\]]{1,100}")  # nothing else that a visitor typed is put into a page
PIECE = 64 * 1024  # bytes of a file that are sent at once
NOT_BUILT = "The web client is not built: python3 run.py builds it, or python hatch_build.py.\n"


@dataclass(frozen=True)
class File:
    body: bytes
    media: str
    packed: bool
    tag: str

    async def answer(self, request: Request, lasting: bool, status: int = 200) -> Response:
        headers = {"etag": self.tag, "vary": "accept-encoding"} | ({"cache-control": LASTING} if lasting else {})
        if request.headers.get("if-none-match") == self.tag and status == HTTP_200_OK:
            return Response(status_code=304, headers=headers)
        unpacked = self.packed and not unpacks(request)
        if self.packed and not unpacked:
            headers["content-encoding"] = "gzip"
        if len(self.body) <= PIECE:
            body = gzip.decompress(self.body) if unpacked else self.body
            return Response(body, status, headers=headers, media_type=self.media)
        headers["content-length"] = str(self.size(unpacked))
        return StreamingResponse(self.pieces(unpacked), status, headers=headers, media_type=self.media)

    def size(self, unpacked: bool) -> int:
        return int.from_bytes(self.body[-4:], "little") if unpacked else len(self.body)  # gzip says so at its end

    async def pieces(self, unpacked: bool) -> AsyncIterator[bytes]:
        """The next one is made when the last is on its way: a slow line holds one of them, and not a whole engine."""
        unpacker = zlib.decompressobj(wbits=31)
        for start in range(0, len(self.body), PIECE):
            piece = self.body[start : start + PIECE]
            while unpacked and piece:
                yield unpacker.decompress(piece, PIECE)
                piece = unpacker.unconsumed_tail
            yield unpacker.flush() if unpacked else piece


def here(request: Request) -> str:
    """This server as whoever asks has found it; empty where that is no address."""
    host = request.headers.get("host", "")
    return f"{request.url.scheme}://{host}" if HOST.fullmatch(host) else ""


def unpacks(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


class Site:
    def __init__(self, folder: Path = BUILT, public: str = "") -> None:
        self.files, self.public = {}, public
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = path.relative_to(folder).as_posix()
                self.files[name.removesuffix(".gz")] = _file(name, path.read_bytes())
        if self.built:
            self._add("engine/piggery.zip", engine())
            self.version = self._version()
            self._stamp("index.html")
            self._stamp("sw.js")

    @property
    def built(self) -> bool:
        return "index.html" in self.files

    async def page(self, request: Request, status: int = HTTP_200_OK) -> Response:
        if not self.built:
            return Response(NOT_BUILT, 503, media_type="text/plain")
        page = self.files["index.html"]
        text = gzip.decompress(page.body).replace(b"__ORIGIN__", self.origin(request).encode())
        return await _file("index.html.gz", gzip.compress(text, 6, mtime=0)).answer(
            request, lasting=False, status=status
        )

    def origin(self, request: Request) -> str:
        """Where others find this server: a picture that is shown beside a link has to have its whole address."""
        return self.public or here(request)

    async def file(self, request: Request) -> Response | None:
        """A file, or the page that says there is none; `None` for a program that asks for what is not there."""
        name = self._named(request.url.path.lstrip("/"))
        if found := self.files.get(name):
            return await found.answer(request, lasting=name.startswith(("assets/", "engine/")))
        return await self.page(request, 404) if "text/html" in request.headers.get("accept", "") else None

    def units(self, request: Request) -> float:
        """What a file costs: something for being asked for, and more for being long, or unpacked."""
        file = self.files.get(self._named(request.url.path.lstrip("/")))
        if not file:
            return REQUEST
        unpacked = file.packed and not unpacks(request)
        return REQUEST + file.size(unpacked) / (UNPACKED_UNIT if unpacked else SENT_UNIT)

    def _named(self, path: str) -> str:
        """The engine is asked for with its version in the address: another one would not fit."""
        if not path.startswith("engine/"):
            return path
        prefix = f"engine/{self.version}/" if self.built else "/"
        return path.replace(prefix, "engine/", 1) if path.startswith(prefix) else ""

    def _add(self, name: str, body: bytes) -> None:
        self.files[name] = _file(f"{name}.gz", gzip.compress(body, 6, mtime=0))

    def _version(self) -> str:
        """Changes with any file, any rule and any word."""
        digest = hashlib.sha256()
        for name, file in sorted(self.files.items()):
            digest.update(f"{name} {file.tag} ".encode())
        return digest.hexdigest()[:12]

    def _stamp(self, name: str) -> None:
        """Write the version into a file, and what a device keeps for when there is no network."""
        kept = [f"/{name}" for name in self.files if name.startswith(SHELL)]
        kept += [f"/api/games?v={self.version}"]
        kept += [f"/api/words/{language}?v={self.version}" for language in LANGUAGES]
        text = gzip.decompress(self.files[name].body) if self.files[name].packed else self.files[name].body
        text = text.replace(b"__VERSION__", self.version.encode()).replace(b"__FILES__", json.dumps(kept).encode())
        self._add(name, text)


def _file(name: str, body: bytes) -> File:
    plain = name.removesuffix(".gz")
    media = MEDIA.get(Path(plain).suffix) or mimetypes.guess_type(plain)[0] or "application/octet-stream"
    return File(body, media, name.endswith(".gz"), f'"{hashlib.sha256(body).hexdigest()[:16]}"')


def engine() -> bytes:
    """The rules, bots and words as a browser runs them: one archive, always the same bytes for the same source."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(HERE.rglob("*")):
            inside = path.relative_to(HERE)
            if path.suffix in SOURCE and not NOT_IN_A_BROWSER & {*inside.parts, *path.suffixes}:
                archive.writestr(zipfile.ZipInfo(f"piggery/{inside.as_posix()}"), path.read_bytes())
    return packed.getvalue()
