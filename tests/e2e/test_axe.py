"""Axe-core finds nothing wrong: on no page, in no state, in the light and in the dark, on a phone and at a desk."""

import pytest

from devices import DESK
from e2e.axe import violations
from e2e.scenes import Scene
from e2e.scenes_table import SCENES


@pytest.mark.parametrize("name", SCENES)
async def test_axe_finds_nothing_wrong(at: Scene, name: str) -> None:
    device = await SCENES[name](at)
    found = [f"phone: {wrong}" for wrong in await violations(device)]
    await device.shot(f"{name} phone")
    await device.colours("dark")
    found += [f"dark: {wrong}" for wrong in await violations(device, "color-contrast")]
    await device.shot(f"{name} phone dark")
    await device.size(DESK)
    await device.shot(f"{name} desk dark")
    await device.colours("light")
    found += [f"desk: {wrong}" for wrong in await violations(device)]
    await device.shot(f"{name} desk")
    assert found == []
