"""Every page in every state: it fits, can be hit with a thumb, is said in words, and axe-core finds nothing wrong."""

import pytest

from devices import DESK, SIZES
from e2e.axe import violations
from e2e.scenes import Scene
from e2e.scenes_hands import SCENES
from piggery.words import LANGUAGES


@pytest.mark.parametrize("name", SCENES)
async def test_everything_fits_is_said_and_is_accessible(at: Scene, name: str) -> None:
    """On every kind of screen, in the light and in the dark; each scene in another language."""
    at.language = LANGUAGES[(1 + list(SCENES).index(name)) % len(LANGUAGES)]
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
    for size, pixels in SIZES.items():
        await device.size(pixels)
        found += [f"{size}: {wrong}" for wrong in await device.faults()]
    assert found == []
