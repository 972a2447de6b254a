"""A family at home: one taps at the computer, another points a phone at the screen, and both sit at the table."""

from io import BytesIO
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import expect

from browsers import browser, find
from devices import Device, Devices
from netspace import device
from servers import Server


async def told(host: Device) -> str:
    """The address that a camera reads off the screen."""
    picture = host.page.get_by_role("img", name=host.say("page.qr"))
    await expect(picture).to_be_visible()
    await picture.evaluate("(node) => node.decode()")
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(await picture.screenshot())))
    return str(code.text)


async def test_three_taps_and_a_phone_in_the_network_sits_at_the_table(
    devices: Devices, own_server: Server, tmp_path: Path
) -> None:
    program = find()
    assert program
    with device() as phone:
        host = await devices.desk()
        await host.visit(f"http://localhost:{own_server.port}")
        await host.tap(host.game("pig10"))
        await host.tap(host.big("page.friends"))
        await host.tap(host.button("page.phones"))
        address = await told(host)
        assert "localhost" not in address
        await expect(host.text("page.phones_wait")).to_be_visible()
        async with browser(str(phone.wrapped(program, tmp_path))) as there:
            friends = Devices(there)
            friend = await friends.phone()
            await friend.visit(address)
            await expect(friend.text("page.waiting_host")).to_be_visible()
            await expect(host.at(".phones .reached")).to_have_text(host.say("page.phones_reached"))
            await expect(host.page.get_by_role("listitem").filter(has_text=host.say("page.host"))).to_have_count(1)
            await host.tap(host.button("page.start"))
            await expect(friend.hand).to_have_count(3)
            await friends.close()


async def test_whoever_lets_phones_in_can_stop_it_and_there_is_no_picture_before_or_after(
    devices: Devices, own_server: Server
) -> None:
    with device():
        host = await devices.desk()
        await host.visit(f"http://localhost:{own_server.port}/new/truie")
        await host.tap(host.big("page.friends"))
        await expect(host.button("page.phones")).to_be_visible()
        picture = host.page.get_by_role("img", name=host.say("page.qr"))
        await expect(picture).to_have_count(0)
        await host.tap(host.button("page.phones"))
        await expect(picture).to_be_visible()
        await host.tap(host.button("page.phones_stop"))
        await expect(host.button("page.phones")).to_be_visible()
        await expect(picture).to_have_count(0)


@pytest.mark.parametrize("language", ["de"])
async def test_at_another_address_the_picture_is_there_at_once(
    devices: Devices, own_server: Server, language: str
) -> None:
    host = await devices.desk(language)
    await host.visit(f"http://piggery.test:{own_server.port}/new/pig10")
    await host.tap(host.big("page.friends"))
    assert (await told(host)).startswith(f"http://piggery.test:{own_server.port}/t/")
