"""Positions by chance: deals to play on from, and positions as people type them, with odd hands and few cards."""

from random import Random

from independent import pig10, truie_text
from independent.notation import UNKNOWN, Cards

Options = dict[str, str | int]


def split(cards: Cards, sizes: list[int]) -> list[Cards]:
    """Lists of these sizes (or what is left) from the end of `cards`."""
    return [[cards.pop() for _ in range(min(size, len(cards)))] for size in sizes]


def shuffled(rng: Random, deck: Cards) -> Cards:
    return rng.sample(deck, len(deck))


def thinned(rng: Random, deck: Cards, at_least: int) -> Cards:
    """The deck, often with cards missing: any, or all of some kinds."""
    cards = shuffled(rng, deck)
    way = rng.randrange(4)
    if way == 0:
        return cards[: rng.randint(at_least, len(cards))]
    if way == 1:
        without = rng.sample(sorted(set(deck)), rng.randint(1, 5))
        some = [card for card in cards if card not in without]
        return some if len(some) >= at_least else cards
    return cards


# -- Pig 10


def pig10_text(
    hands: list[Cards], middle: Cards, value: int, turn: int | None, due: int, won: list[Cards], stock: Cards
) -> str:
    return pig10.write(pig10.Position(hands, middle, value, turn, due, won, stock))


def pig10_deal(rng: Random) -> str:
    """A deal that is still to be made, or made."""
    players = rng.randint(2, 8)
    stock = thinned(rng, pig10.DECK, 3 * players + rng.choice([0, 0, 1, 5]))
    first, nothing = rng.randrange(players), [Cards() for _ in range(players)]
    if rng.random() < 0.3:
        return pig10_text(nothing, [], 0, first, 3, nothing, stock)
    return pig10_text(split(stock, [3] * players), [], 0, first, 0, nothing, stock)


def pig10_middle(rng: Random, cards: Cards) -> tuple[Cards, int]:
    """Cards laid one after the other with calls below ten, taken out of `cards`."""
    middle: Cards = []
    value = 0
    for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 6])):
        card = rng.choice(cards)
        low = [call for call in sorted(pig10.calls(middle, value, int(card))) if call < 10]
        if low:
            value = rng.choice(low)
            cards.remove(card)
            middle.append(card)
    return middle, value


def pig10_typed(rng: Random) -> str:
    """Any position: hands of many sizes, cards won, few or no cards left, cards not known."""
    players = rng.randint(2, 8)
    cards = shuffled(rng, pig10.DECK)
    middle, value = pig10_middle(rng, cards)
    hands = split(cards, [rng.choice([0, 1, 1, 2, 2, 3, 3, 3, 4]) for _ in range(players)])
    won = split(cards, [rng.choice([0, 0, 1, 2, 4]) for _ in range(players)])
    stock = cards[: rng.choice([0, 0, 1, 2, 5, 20])]
    with_cards = [seat for seat, hand in enumerate(hands) if hand]
    if stock and (middle or any(won)) and rng.random() < 0.15:
        return pig10_text(hands, middle, value, rng.randrange(players), 1, won, stock)
    if not with_cards:
        return pig10_text(hands, middle, value, None, 0, won, [])
    turn = rng.choice(with_cards)
    if rng.random() < 0.15:
        hands, stock = hidden(rng, hands, turn), [UNKNOWN] * len(stock)
    return pig10_text(hands, middle, value, turn, 0, won, stock)


def hidden(rng: Random, hands: list[Cards], turn: int) -> list[Cards]:
    """The hands as the seat in turn knows them."""
    return [hand if seat == turn else veiled(rng, hand) for seat, hand in enumerate(hands)]


def veiled(rng: Random, hand: Cards) -> Cards:
    known = rng.choice([0, 0, 0, 1])
    return hand[:known] + [UNKNOWN] * len(hand[known:])


# -- Un, deux, truie


def truie_start(players: int, stock: Cards, round: int, starter: int, scores: list[int]) -> truie_text.Position:
    return truie_text.Position(
        hands=[[] for _ in range(players)],
        top="-",
        turn=starter,
        due=7,
        demand="",
        grunt=False,
        idle=0,
        round=round,
        starter=starter,
        scores=scores,
        spent=[],
        stock=stock,
    )


def truie_deal(rng: Random, rounds: int) -> str:
    """A round that is still to be dealt, with all pigs and any number of specials."""
    players = rng.randint(2, 6)
    pigs = [card for card in truie_text.DECK if card.isdigit()]
    specials = [card for card in truie_text.DECK if not card.isdigit()]
    if rng.random() < 0.5:
        specials = rng.sample(specials, rng.randint(0, len(specials)))
    if rng.random() < 0.3:
        pigs = rng.sample(pigs, rng.randint(7 * players + 1, len(pigs)))
    starter, scores = rng.randrange(players), [rng.randint(-60, 30) for _ in range(players)]
    return truie_text.write(truie_start(players, pigs + specials, rng.randint(1, rounds), starter, scores))


def truie_typed(rng: Random, options: Options) -> str:
    """Any position that may be typed: odd hands, any demand, few cards left, cards still to be drawn."""
    return truie_text.write(typed(rng, options))


def typed(rng: Random, options: Options) -> truie_text.Position:
    players, rounds = rng.randint(2, 6), int(options["rounds"])
    position = truie_start(players, shuffled(rng, truie_text.DECK), rng.randint(1, rounds), 0, [])
    position.starter, position.turn = rng.randrange(players), rng.randrange(players)
    position.scores = [rng.randint(-99, 30) for _ in range(players)]
    position.due, deck = 0, position.stock
    lay_top(rng, position)
    position.hands = [odd_hand(rng, deck, truie_text.top_value(position)) for _ in range(players)]
    position.spent = split(deck, [rng.choice([0, 0, 1, 3, 12])])[0]
    position.stock = deck[: rng.choice([0, 0, 1, 2, 4, 9, 30])]
    put_demand(rng, position, options)
    if rng.random() < 0.1:
        hide(rng, position)
    return position


def lay_top(rng: Random, position: truie_text.Position) -> None:
    if rng.random() < 0.2:
        position.stock.remove("L")
        position.top = f"L{rng.randint(1, 10)}"
    else:
        position.top = rng.choice([card for card in position.stock if card.isdigit()])
        position.stock.remove(position.top)


def odd_hand(rng: Random, deck: Cards, top: int) -> Cards:
    """A hand out of the deck: only heaps, only specials, what fits on the top, one card, many cards, none."""
    wanted = rng.choice(
        [
            ["D", "D", "D"][: rng.randint(1, 3)],
            [str(top), *rng.choices(["D", "L", "H", "F", str(top)], k=rng.randint(0, 3))],
            rng.choices(["F", "H", "L", "D"], k=rng.randint(1, 4)),
            ["L", "L", *rng.choices(["D", "1", "2", "5"], k=rng.randint(0, 2))],
            ["D", *rng.choices([str(n) for n in range(1, 11)], k=rng.randint(1, 5))],
            rng.choices(deck, k=rng.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 10, 11, 14])),
        ]
    )
    hand = []
    for card in wanted:
        if card in deck:
            deck.remove(card)
            hand.append(card)
    return hand


def put_demand(rng: Random, position: truie_text.Position, options: Options) -> None:
    """What the position asks of the seat in turn, as far as it can be asked of it."""
    assert position.turn is not None
    hand, stock, spent = position.hands[position.turn], position.stock, position.spent
    only_heaps = all(card == "D" for card in hand)
    may_draw = min(10, len(stock) + len(spent))
    way = rng.randrange(10)
    if way < 5:
        position.demand = rng.choice(["", "F", "H", "H"])
        if not position.demand and not stock and not spent:
            position.idle = rng.randrange(len(position.hands))
    elif way < 7:
        position.demand = rng.choice(["", "F", "H"])
        if len(hand) in (1, 2) and not only_heaps and options["grunting"] == "call":
            position.grunt = True
    elif way < 9 and stock:
        position.due = rng.choice([1, 2, rng.randint(1, may_draw)])
        position.due = min(position.due, may_draw)
        position.demand = rng.choice(["", "F", "H"])
        grunting = options["grunting"] == "call" and len(hand) + position.due in (1, 2)
        if grunting and (options["last_card"] == "draws" or not only_heaps):
            position.grunt = rng.random() < 0.7


def hide(rng: Random, position: truie_text.Position) -> None:
    assert position.turn is not None
    position.hands = hidden(rng, position.hands, position.turn)
    position.stock = [UNKNOWN] * len(position.stock)
