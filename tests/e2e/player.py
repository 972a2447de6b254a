"""Somebody who plays through the page as people do: sees whose turn it is, lifts a card, chooses what to do with it."""

from playwright.async_api import Locator, expect

from devices import Device
from piggery.words import catalogue

LONGEST = 600  # moves of one person in one game
NAMES = "nodes => nodes.map((node) => node.ariaLabel)"
# Asked at every frame: waiting by expect would take its time between two looks, and a game has hundreds.
GROWN = "(told) => document.querySelectorAll('.story li').length !== told"
READY = """(words) => [...document.querySelectorAll(".dock .status b, .over a, .cover button")]
  .some((node) => words.includes(node.textContent.trim())) || !!document.querySelector("[data-reacting]")"""


class Player:
    def __init__(self, device: Device) -> None:
        self.device = device

    # What is seen

    @property
    def mine(self) -> Locator:
        """What says that it is this player's turn."""
        return self.device.dock.get_by_text(self.device.say("page.your_turn"), exact=True)

    @property
    def over(self) -> Locator:
        return self.device.link("page.replay")

    @property
    def ways(self) -> Locator:
        """What can be done with the cards that are lifted."""
        return self.device.at(".dock .ways").get_by_role("button", disabled=False)

    @property
    def grunt_due(self) -> Locator:
        """Nothing that can be seen tells."""
        return self.device.page.locator("[data-reacting]")

    async def turn(self) -> "Player":
        await self.until("page.your_turn")
        return self

    async def until(self, *keys: str) -> None:
        """One of these is said, where it is said whose turn it is; or a grunt is due, of which nothing is said."""
        await self.device.page.wait_for_function(READY, arg=[self.device.say(key) for key in keys])

    async def cards(self) -> list[str]:
        """The hand, as it is read out."""
        names: list[str] = await self.device.hand.evaluate_all(NAMES)
        before, after = self.device.say("page.card_not_now", card="|").split("|")
        return [name.removeprefix(before).removesuffix(after) for name in names]

    async def playable(self) -> list[int]:
        """Which cards of the hand can be played: those that do not say otherwise."""
        names: list[str] = await self.device.hand.evaluate_all(NAMES)
        before, after = self.device.say("page.card_not_now", card="|").split("|")
        return [n for n, name in enumerate(names) if not (name.startswith(before) and name.endswith(after))]

    def is_card(self, name: str, game: str, card: str) -> bool:
        """Whether this is how the card is read out: what is printed on it is in its name."""
        printed = f"{game}.name.{card}"
        if printed in catalogue(self.device.language):
            return self.device.say(printed) in name
        return name == self.device.say(f"{game}.card.{card}")

    # What is done

    async def tap(self, what: Locator) -> None:
        await self.device.tap(what)

    async def lift(self, n: int) -> None:
        card = self.device.hand.nth(n)
        await self.tap(card)
        await expect(card).to_have_attribute("aria-pressed", "true")

    async def move(self) -> None:
        """The first thing there is to do, and see it told."""
        told = await self.device.story.count()
        await self.choose()
        await self.heard(told)

    async def heard(self, told: int) -> None:
        """More has been said than this."""
        await self.device.page.wait_for_function(GROWN, arg=told)

    async def choose(self) -> None:
        if await self.grunt_due.count():
            await self.grunt()
            return
        playable = await self.playable()
        if not playable:
            await self.draw()
            return
        await self.lift(playable[0])
        if not await self.ways.count():  # it takes a second card, and that one is marked
            await self.tap(self.device.at(".hand .friend").first)
        await self.tap(self.ways.first)

    async def grunt(self) -> None:
        """As often as there are cards."""
        held = await self.device.hand.count()
        await self.tap(self.device.button("table.grunt" if held == 1 else "table.grunt_twice"))

    async def draw(self) -> None:
        draw = self.device.button("table.draw").or_(self.device.button("table.draw_ten"))
        await self.tap(draw)

    async def play(self, moves: int = 1) -> None:
        for _ in range(moves):
            await self.turn()
            await self.move()

    async def take_turn(self) -> None:
        """A whole turn: a grunt may be due after a card."""
        await self.play()
        while await self.mine.or_(self.grunt_due).count():
            await self.move()

    async def play_out(self) -> int:
        """To the end of the game; how many moves it took."""
        for moves in range(LONGEST):
            await self.until("page.your_turn", "page.replay")
            if await self.over.is_visible():
                return moves
            await self.move()
        raise AssertionError("the game does not end")
