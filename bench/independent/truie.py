"""Un, deux, truie, written from its rules alone. The numbers in the comments are those of the rules."""

from collections.abc import Sequence
from itertools import chain

from independent.notation import UNKNOWN, Cards, Refused, take
from independent.truie_text import FARMER, HEAP, HOG, LUCKY, NUMBERS, Position, read, top_value, write

PIGS = [str(number) for number in NUMBERS]
HAND = 7
MOST = 10  # drawn by whoever does not answer a hog with a number
HEAPS = 3


def moves(text: str, **options: str | int) -> list[str]:
    return sorted(legal(read(text), str(options.get("lucky", "wild"))))


def after(text: str, move: str, draws: Sequence[str] = (), **options: str | int) -> str:
    position = read(text)
    step = Step(
        position,
        grunting=str(options.get("grunting", "call")),
        last_card=str(options.get("last_card", "ends")),
        rounds=int(options.get("rounds", 4)),
    )
    if move == "-":
        if not position.due:
            raise Refused("no card is due")
    elif move not in legal(position, str(options.get("lucky", "wild"))):
        raise Refused(f"{move} is not legal")
    else:
        step.play(move)
    for card in draws:
        step.draw(card)
    return write(position)


def legal(position: Position, lucky: str) -> set[str]:
    """The moves of rule 3, less what a farmer (rule 4) or a hog (rules 5 and 6) forbids."""
    if position.turn is None or position.due:
        return set()
    if position.grunt:
        return {"g0", "g1", "g2"}
    hand = position.hands[position.turn]
    if UNKNOWN in hand:
        raise Refused("the hand to move is not known")
    top = top_value(position)
    found = {"draw"} | matches(hand, top) | passes(position, hand)
    if position.demand == FARMER:
        return {move for move in found if move == "draw" or laid_value(move) == top}
    found |= sums(hand, top)
    found |= {special for special in (FARMER, HOG) if special in hand}
    if LUCKY in hand and lucky == "wild" and not position.demand:
        found |= {f"L{number}" for number in NUMBERS}
    return found


def ways(hand: Cards, number: int) -> list[str]:
    """How a pig of this value can be laid: as itself, or as a lucky pig so named."""
    found = []
    if str(number) in hand:
        found.append(str(number))
    if LUCKY in hand:
        found.append(f"L{number}")
    return found


def card_of(word: str) -> str:
    """The card that `5` or `L5` lays."""
    return LUCKY if word.startswith(LUCKY) else word


def laid_value(move: str) -> int:
    """The value of the one card that a match or a pass lays."""
    return int(move.partition(">")[0].removeprefix(LUCKY))


def matches(hand: Cards, top: int) -> set[str]:
    return set(ways(hand, top))


def sums(hand: Cards, top: int) -> set[str]:
    """Two cards, first and second: top + first = second, or top - first = second."""
    found = set()
    for first in NUMBERS:
        for sign, second in (("+", top + first), ("-", top - first)):
            if second not in NUMBERS:
                continue
            for one in ways(hand, first):
                rest = list(hand)
                rest.remove(card_of(one))
                for other in ways(rest, second):
                    found.add(f"{sign}{one}={other}")
    return found


def passes(position: Position, hand: Cards) -> set[str]:
    """A pig as high as the number of cards an opponent holds, and a heap for them."""
    if HEAP not in hand:
        return set()
    found = set()
    for seat, cards in enumerate(position.hands):
        if seat != position.turn and len(cards) in NUMBERS:
            found |= {f"{way}>{seat}" for way in ways(hand, len(cards))}
    return found


def nothing_but_heaps(hand: Cards) -> bool:
    """Also true of no card at all (rule 9)."""
    return all(card == HEAP for card in hand)


def points(hand: Cards) -> int:
    """What the cards still held cost, as a negative number, or bring."""
    total = 0
    for card in hand:
        if card == UNKNOWN:
            raise Refused("a hand that is not known cannot be counted")
        if card in (FARMER, HOG, LUCKY):
            total -= 10
        elif card != HEAP:
            total -= int(card)
    heaps = hand.count(HEAP)
    return total + 30 if heaps == HEAPS else total - 15 * heaps


class Step:
    """A move, or one card drawn, and all that follows from it. It changes the position it is given."""

    def __init__(self, position: Position, grunting: str, last_card: str, rounds: int) -> None:
        self.position = position
        self.grunting, self.last_card, self.rounds = grunting, last_card, rounds

    @property
    def seat(self) -> int:
        assert self.position.turn is not None
        return self.position.turn

    @property
    def hand(self) -> Cards:
        return self.position.hands[self.seat]

    # -- the moves

    def play(self, move: str) -> None:
        if move.startswith("g"):
            self.answer_grunt(int(move[1:]))
        elif move == "draw":
            self.lay_nothing()
        else:
            self.lay(move)

    def lay(self, move: str) -> None:
        """Lay, hand over, round over?, draw for the hog, grunt, next seat (rule 7)."""
        position = self.position
        owed = self.owed(move)
        position.idle = 0
        position.demand = move if move in (FARMER, HOG) else ""
        if move in (FARMER, HOG):
            self.hand.remove(move)
            position.spent.append(move)
        elif ">" in move:
            pig, to = move.split(">")
            self.lay_on_top(pig)
            self.hand.remove(HEAP)
            position.hands[int(to)].append(HEAP)
        elif "=" in move:
            first, second = move[1:].split("=")
            self.lay_on_top(first)
            self.lay_on_top(second)
        else:
            self.lay_on_top(move)
        self.must_draw(owed if self.last_card == "draws" or not nothing_but_heaps(self.hand) else 0)
        held = len(self.hand) + position.due
        position.grunt = self.grunting == "call" and held in (1, 2)
        if not position.due:
            self.own_play_is_done()

    def owed(self, move: str) -> int:
        """The cards that this answer to a hog costs (rule 6)."""
        if self.position.demand != HOG or move == HOG:
            return 0
        if move == FARMER or ">" in move:
            return MOST
        if "=" in move:
            return int(move.partition("=")[2].removeprefix(LUCKY))
        return top_value(self.position)

    def lay_on_top(self, word: str) -> None:
        position = self.position
        self.hand.remove(card_of(word))
        position.spent.append(card_of(position.top))
        position.top = word

    def lay_nothing(self) -> None:
        position = self.position
        idle = position.idle + 1
        owed = MOST if position.demand == HOG else 1
        position.demand, position.idle = "", 0
        self.must_draw(owed)
        if position.due:
            return
        position.idle = idle
        if idle == len(position.hands):  # rule 9: nobody lays, nobody draws
            self.end_round()
        else:
            self.next_seat()

    def answer_grunt(self, grunts: int) -> None:
        """Two cards for the wrong number (rule 7)."""
        position = self.position
        position.grunt = False
        self.must_draw(0 if grunts == len(self.hand) else 2)
        if not position.due:
            self.next_seat()

    # -- drawing

    def must_draw(self, owed: int) -> None:
        position = self.position
        position.due = min(owed, len(position.stock) + len(position.spent))
        self.refill()

    def refill(self) -> None:
        """All but the top become the draw pile, once it is empty and a card must be drawn (rule 8)."""
        position = self.position
        if position.due and not position.stock:
            position.stock, position.spent = position.spent, []

    def draw(self, card: str) -> None:
        position = self.position
        if position.turn is None or not position.due:
            raise Refused("no card is due")
        if self.turning_up():
            self.turn_up(card)
            return
        take(position.stock, card)
        self.hand.append(card)
        position.due -= 1
        self.refill()
        if position.due:
            return
        if position.top == "-":
            self.deal_on()
        elif self.last_card == "draws":
            # No seat comes to its turn with nothing but heaps: one that draws and has no other card has laid its last.
            self.own_play_is_done()
        else:
            self.grunt_or_next_seat()

    def own_play_is_done(self) -> None:
        """Laid, and drawn what was to be drawn before anyone looks whether the round is over (rule 9)."""
        if nothing_but_heaps(self.hand):
            self.end_round()
        else:
            self.grunt_or_next_seat()

    def grunt_or_next_seat(self) -> None:
        if not self.position.grunt:
            self.next_seat()

    def next_seat(self) -> None:
        self.position.turn = (self.seat + 1) % len(self.position.hands)

    # -- a round begins and ends

    def deal_on(self) -> None:
        position = self.position
        self.next_seat()
        if position.turn == position.starter:
            position.due = 1 if any(card in PIGS or card == UNKNOWN for card in position.stock) else 0
        else:
            position.due = min(HAND, len(position.stock))
        if not position.due:
            position.turn = None  # too few cards for a round: no rule speaks of it, and nobody can move

    def turning_up(self) -> bool:
        position = self.position
        return position.top == "-" and all(len(hand) == HAND for hand in position.hands)

    def turn_up(self, card: str) -> None:
        if card not in PIGS:
            raise Refused("only a pig starts the discard pile")  # rule 1
        position = self.position
        take(position.stock, card)
        position.top, position.due = card, 0

    def end_round(self) -> None:
        position = self.position
        position.scores = [score + points(hand) for score, hand in zip(position.scores, position.hands, strict=True)]
        position.demand, position.grunt, position.idle, position.due = "", False, 0, 0
        if position.round == self.rounds:
            position.turn = None
            return
        players = len(position.hands)
        position.stock += [*position.spent, card_of(position.top), *chain.from_iterable(position.hands)]
        position.hands, position.spent, position.top = [[] for _ in range(players)], [], "-"
        position.round += 1
        position.starter = (position.starter + 1) % players
        position.turn, position.due = position.starter, min(HAND, len(position.stock))
