"""The tests themselves: trouble is heard, and what does not fit is noticed."""

from devices import Devices
from servers import Server

SPOIL = """() => {
  const [first, second] = document.querySelectorAll(".tiles .button");
  Object.assign(first.style, { minHeight: 0, height: "40px" });
  second.style.minWidth = "400px";
}"""
COVER = """() => {
  const { y, height } = document.querySelectorAll(".tiles .button")[2].getBoundingClientRect();
  const place = { position: "absolute", left: 0, top: `${y + scrollY}px`, width: "300px", height: `${height}px` };
  const cover = Object.assign(document.createElement("div"), { textContent: "{player} page.about" });
  Object.assign(cover.style, place);
  document.body.append(cover);
}"""


async def test_a_device_hears_of_errors_and_of_what_the_policy_forbids(devices: Devices, server: Server) -> None:
    device = await (await devices.phone()).visit(server.url)
    await device.page.evaluate("document.body.setAttribute('style', 'color: red')")
    await device.page.evaluate("setTimeout(() => nothing())")
    await device.page.evaluate("fetch('/nowhere')")
    await device.page.evaluate("fetch('http://piggery.example/').catch(() => 0)")
    await device.page.evaluate("new Promise((resolve) => setTimeout(resolve))")
    found = "\n".join(device.troubles)
    assert "CSP style-src-attr" in found
    assert "CSP connect-src" in found
    assert "nothing is not defined" in found
    assert f"404 {server.url}/nowhere" in found
    device.troubles.clear()


async def test_a_device_hears_of_requests_to_others(devices: Devices, server: Server) -> None:
    device = await devices.phone(bypass_csp=True)
    await device.visit(server.url)
    await device.page.route("http://piggery.example/**", lambda route: route.abort())
    await device.page.evaluate("fetch('http://piggery.example/').catch(() => 0)")
    assert "asked elsewhere: http://piggery.example/" in device.troubles
    device.troubles.clear()


async def test_what_does_not_fit_is_noticed(devices: Devices, server: Server) -> None:
    device = await (await devices.phone()).visit(server.url)
    await device.at(".game").first.wait_for()
    assert await device.faults() == []
    await device.page.evaluate(SPOIL)
    await device.page.wait_for_function("() => document.querySelectorAll('.tiles .button')[1].clientWidth > 390")
    await device.page.evaluate(COVER)
    found = " ".join(await device.faults())
    for fault in ("too small: A", "too wide: A", "covered: A", "{player}", "page.about"):
        assert fault in found
