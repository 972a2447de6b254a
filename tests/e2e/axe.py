"""Axe-core, which knows what makes a page hard to use without eyes or hands."""

from functools import cache
from pathlib import Path

from devices import Device

SOURCE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  const why = ({ any, all, none }) => [...any, ...all, ...none].map(({ message }) => message).join("; ").slice(0, 200);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${why(node)}`));
}"""


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


async def violations(device: Device, *rules: str) -> list[str]:
    """What axe-core holds against the page as it is now, by all its rules or just these."""
    if not await device.page.evaluate("typeof axe === 'object'"):
        await device.page.evaluate(source())
    await device.settle()
    found: list[str] = await device.page.evaluate(RUN, list(rules))
    return found
