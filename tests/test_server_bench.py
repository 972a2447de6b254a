"""The benchmarks of the server name what they look for by its name in the source."""

from pathlib import Path

from profile_server import NAMES, REST, counted, name

HERE = Path(__file__).parent.parent / "src" / "piggery"


def test_a_sample_is_named_by_what_it_was_for() -> None:
    inside = "MainThread;Connection.listen (sockets.py:9);Live.changed (host.py:2);QuickText.write_text (frames.py:3)"
    assert name(inside) == "writing to sockets"
    assert name("MainThread;run (runners.py:1)") == REST
    assert counted(f"{inside} 3\n{inside} 4\nMainThread;run (runners.py:1) 2\n") == {name(inside): 7, REST: 2}


def test_every_function_that_a_profile_looks_for_is_there() -> None:
    source = "\n".join(
        path.read_text(encoding="utf-8") for room in ("server", "table") for path in HERE.glob(f"{room}/*.py")
    )
    for function in NAMES:
        owner, _, method = function.rpartition(".")
        assert f"def {method}(" in source or owner == "WebSocketsSansIOProtocol"
        assert not owner or owner in source
