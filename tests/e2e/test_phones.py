"""A family at home: one taps at the computer, another points a phone at the screen, and both sit at the table."""

import re
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
import zxingcpp
from PIL import Image
from playwright.async_api import Locator, expect

from browsers import browser, find
from devices import BROKEN, Device, Devices
from e2e.conftest import missing
from netspace import ADDRESSES, Machine, network, serving
from servers import Server


def picture(host: Device) -> Locator:
    return host.page.get_by_role("img", name=host.say("page.qr"))


async def told(host: Device) -> str:
    """The address that a camera reads off the screen."""
    await expect(picture(host)).to_be_visible()
    await picture(host).evaluate("(node) => node.decode()")
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(await picture(host).screenshot())))
    return str(code.text)


class Family(NamedTuple):
    """Somebody at the computer on which Piggery runs, and somebody with a phone in the same network."""

    port: int
    host: Device
    friend: Device
    phone: Machine

    async def opens(self, path: str = "") -> Device:
        """The host opens a page, at the computer itself."""
        return await self.host.visit(f"http://localhost:{self.port}{path}")

    async def sits_down(self, address: str) -> None:
        """The friend points the phone at the picture, and does nothing else."""
        await self.friend.visit(address)
        await expect(self.friend.text("page.waiting_host")).to_be_visible()


@pytest_asyncio.fixture(loop_scope="session")
async def family(built: None, tmp_path: Path) -> AsyncIterator[Family]:
    program = find() or missing()
    with network() as (computer, phone), serving(computer, tmp_path) as server:
        first, second = (machine.browser(program, tmp_path) for machine in (computer, phone))
        async with browser(first) as here, browser(second) as there:
            host, friend = await Devices(here).desk(), await Devices(there).phone()
            yield Family(server.port, host, friend, phone)
            troubles = [*host.troubles, *friend.troubles]
    assert troubles == []


async def test_three_taps_and_a_phone_in_the_network_sits_at_the_table(family: Family) -> None:
    host = await family.opens()
    await host.tap(host.game("pig10"))
    await host.tap(host.big("page.friends"))
    await host.tap(host.button("page.phones"))
    await expect(host.text("page.phones_wait")).to_be_visible()
    await family.sits_down(await told(host))
    await expect(host.at(".phones .reached")).to_have_text(host.say("page.phones_reached"))
    await expect(host.page.get_by_role("listitem").filter(has_text=host.say("page.host"))).to_have_count(1)
    await host.tap(host.button("page.start"))
    await expect(family.friend.hand).to_have_count(3)


async def test_whoever_lets_phones_in_can_stop_it_and_there_is_no_picture_before_or_after(family: Family) -> None:
    host, friend = await family.opens("/new/truie"), family.friend
    await host.tap(host.big("page.friends"))
    await expect(host.button("page.phones")).to_be_visible()
    await expect(picture(host)).to_have_count(0)
    await host.tap(host.button("page.phones"))
    address = await told(host)
    await family.sits_down(address)
    await host.tap(host.button("page.phones_stop"))
    await expect(friend.banner).to_have_text(friend.say("page.reconnecting"))
    with pytest.raises(OSError, match="ConnectionRefusedError"):
        family.phone.ask(address)
    await host.page.reload()  # here it can be opened as before
    await expect(host.button("page.phones")).to_be_visible()
    await expect(picture(host)).to_have_count(0)
    friend.forgive(*BROKEN)


async def test_the_likeliest_address_is_shown_first_and_another_on_request(family: Family) -> None:
    host = await family.opens("/new/pig10")
    await host.tap(host.big("page.friends"))
    await host.tap(host.button("page.phones"))
    likeliest, other = (f"{address}:{family.port}" for address in ADDRESSES)
    assert urlsplit(await told(host)).netloc == likeliest
    await host.tap(".phones summary")
    await host.tap(host.group("page.phones_others").get_by_role("button", name=other, exact=True))
    await expect(picture(host)).to_have_attribute("src", re.compile(re.escape(ADDRESSES[1])))
    address = await told(host)
    assert urlsplit(address).netloc == other
    await family.sits_down(address)


@pytest.mark.parametrize("language", ["de"])
async def test_at_another_address_the_picture_is_there_at_once(
    devices: Devices, own_server: Server, language: str
) -> None:
    host = await devices.desk(language)
    await host.visit(f"http://piggery.test:{own_server.port}/new/pig10")
    await host.tap(host.big("page.friends"))
    assert (await told(host)).startswith(f"http://piggery.test:{own_server.port}/t/")
