"""The web client as the server gives it out."""

import gzip
import io
import re
import secrets
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path
from typing import cast

import pytest
from starlette.requests import Request
from starlette.responses import StreamingResponse

from house import MINIATURE, House
from piggery.server.site import PAGES, PIECE, Site, engine
from piggery.server.work import REQUEST
from piggery.words import LANGUAGES

ART = Path(__file__).parent.parent / "web" / "art"
ALLOWED = {"svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon"}


def asked(path: str, encoding: str, host: str = "localhost") -> Request:
    headers = [(b"accept-encoding", encoding.encode()), (b"host", host.encode())]
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "query_string": b"", "headers": headers}
    return Request(scope)


@pytest.mark.parametrize("page", PAGES)
async def test_every_page_is_the_same_file(at_home: House, page: str) -> None:
    path = re.sub(r"\{[^}]*\}", "7", page)
    answer = await at_home.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "<title>Piggery</title>" in answer.text


@pytest.mark.parametrize(
    ("host", "public", "origin"),
    [
        ("pigs.lan:8010", "", "http://pigs.lan:8010"),
        ("pigs.lan", "https://pigs.example.org", "https://pigs.example.org"),
        ('x"><script>', "", ""),
    ],
)
async def test_a_link_is_shown_with_a_picture_that_has_its_whole_address(
    tmp_path: Path, host: str, public: str, origin: str
) -> None:
    (tmp_path / "index.html").write_text('<meta property="og:image" content="__ORIGIN__/share.png">')
    (tmp_path / "sw.js").touch()
    request = asked("/", "gzip", host)
    answer = await Site(tmp_path, public).page(request)
    assert gzip.decompress(bytes(answer.body)).decode() == f'<meta property="og:image" content="{origin}/share.png">'


async def test_a_file_that_is_not_there_is_no_page(at_home: House) -> None:
    answer = await at_home.http.get("/assets/other.js")
    assert answer.status_code == 404
    assert answer.json()["code"] == "server.nothing"


async def test_a_file_whose_name_says_what_is_in_it_may_be_kept_for_ever(at_home: House) -> None:
    assert "immutable" in (await at_home.http.get("/assets/page.js")).headers["cache-control"]
    assert (await at_home.http.get("/sw.js")).headers["cache-control"] == "no-cache"


async def test_what_a_browser_has_is_not_sent_again(at_home: House) -> None:
    first = await at_home.http.get("/sw.js")
    again = await at_home.http.get("/sw.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_the_engine_is_given_out_under_its_version_alone(at_home: House) -> None:
    version = Site(MINIATURE).version
    right = await at_home.http.get(f"/engine/{version}/piggery.zip")
    assert "immutable" in right.headers["cache-control"]
    assert zipfile.ZipFile(io.BytesIO(right.content)).namelist()
    for path in ("/engine/piggery.zip", "/engine/0123456789ab/piggery.zip"):
        assert (await at_home.http.get(path)).status_code == 404


async def test_a_person_who_goes_astray_sees_a_page(at_home: House) -> None:
    answer = await at_home.http.get("/elsewhere", headers={"accept": "text/html"})
    assert (answer.status_code, "<title>Piggery</title>" in answer.text) == (404, True)


async def test_who_cannot_unpack_gets_it_unpacked(at_home: House) -> None:
    plain = await at_home.http.get("/", headers={"accept-encoding": "identity"})
    packed = await at_home.http.get("/", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.text == packed.text


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
async def test_a_long_file_comes_whole_and_piece_by_piece(encoding: str, tmp_path: Path) -> None:
    long = bytes(n * n % 251 for n in range(5 * PIECE)) + secrets.token_bytes(3 * PIECE)
    (tmp_path / "long.wasm.gz").write_bytes(gzip.compress(long))
    site = Site(tmp_path)
    answer = await site.file(asked("/long.wasm", encoding))
    assert isinstance(answer, StreamingResponse)
    pieces = [cast(bytes, piece) async for piece in answer.body_iterator]
    found = b"".join(pieces)
    assert int(answer.headers["content-length"]) == len(found)
    assert (gzip.decompress(found) if encoding == "gzip" else found) == long
    assert max(map(len, pieces)) <= PIECE


def test_a_file_costs_more_the_longer_it_is_and_most_where_it_has_to_be_unpacked(tmp_path: Path) -> None:
    (tmp_path / "long.wasm.gz").write_bytes(gzip.compress(secrets.token_bytes(10**6)))
    site = Site(tmp_path)

    nothing, packed, unpacked = (
        site.units(asked(*one)) for one in (("/nothing", "gzip"), ("/long.wasm", "gzip"), ("/long.wasm", "br"))
    )
    assert REQUEST == nothing < packed < unpacked / 5


async def test_the_version_is_written_in_and_changes_with_any_file(tmp_path: Path, at_home: House) -> None:
    site = Site(MINIATURE)
    assert f'data-version="{site.version}"' in (await at_home.http.get("/")).text
    copy = Path(shutil.copytree(MINIATURE, tmp_path / "copy"))
    assert Site(copy).version == site.version
    (copy / "assets" / "page.js").write_text("export default 11;")
    assert Site(copy).version != site.version


def test_a_device_is_told_what_to_keep() -> None:
    text = gzip.decompress(Site(MINIATURE).files["sw.js"].body).decode()
    assert "/assets/page.js" in text
    version = Site(MINIATURE).version
    assert all(f"/api/words/{language}?v={version}" in text for language in LANGUAGES)
    assert "piggery.zip" not in text  # the engine is kept when it has been loaded


async def test_without_a_build_it_says_how_to_make_one(tmp_path: Path) -> None:
    site = Site(tmp_path)
    assert not site.built


@pytest.mark.process
def test_the_engine_is_all_that_a_browser_needs(tmp_path: Path) -> None:
    zipfile.ZipFile(io.BytesIO(engine())).extractall(tmp_path)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import piggery.browser; print(piggery.browser.__file__)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.startswith(str(tmp_path))
    assert not list(tmp_path.rglob("server"))


@pytest.mark.parametrize("picture", sorted(ART.glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_is_plain_and_small(picture: Path) -> None:
    text = picture.read_text(encoding="utf-8")
    root = ET.fromstring(text)  # noqa: S314
    tags = {node.tag.removeprefix("{http://www.w3.org/2000/svg}") for node in root.iter()}
    assert tags <= ALLOWED
    assert not {"id", "class", "style", "href"} & {name for node in root.iter() for name in node.attrib}
    assert "viewBox" in root.attrib
    assert len(text) <= (20_000 if picture.name.startswith("title") else 5_000)


def test_every_card_has_a_picture_of_its_own() -> None:
    names = {path.stem for path in ART.glob("*.svg")}
    assert names >= {f"pig-{n}" for n in range(1, 11)} | {"frog", "pigmaid", "farmer", "hog", "lucky", "dung", "back"}
    pictures = [path.read_text(encoding="utf-8") for path in ART.glob("*.svg")]
    assert len(set(pictures)) == len(pictures)
