"""Un, deux, truie: match the pig on top, or lay a sum; four rounds. The rules in words: docs/rules-truie.md.

Moves are written relative to the value on top, so that their set fits one integer. Each value b from 1 to 10 has four
bits, for the ways to make it the new top: a sum that ends on b of two pigs, with the first card a lucky pig, with the
second, with both (on the top's own value, the first bit is the match). Then come the names of a lucky pig laid alone,
the seats a dung heap can go to with a pig or a lucky pig, farmer, hog and draw. A grunt is 0, 1 or 2, in a position
that allows nothing else.
"""

from ...engine.bags import count, kinds, one, size
from ...engine.kernel import Fields, kernel, state
from ..contract import Options

SEATS, HAND, TEN, PENALTY = 6, 7, 10, 2
FARMER, HOG, LUCKY, DUNG = 11, 12, 13, 14
COPIES = (0, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 3, 3)  # of nothing, 1, 2 … 10, farmer, hog, lucky pig, dung heap
STANDARD = sum(copies * one(card) for card, copies in enumerate(COPIES))
PIGS = one(FARMER) - one(1)  # every bit of a bag that counts pigs

SLOTS = 0x1111111111  # the first bit of each value
LUCKY_FIRST, LUCKY_SECOND, LUCKY_BOTH = 1, 2, 3  # the way, where lucky pigs take part in a sum: bits, and both
NAME, PASS, PASS_LUCKY = 40, 50, 55
LAY_FARMER, LAY_HOG, DRAW = 60, 61, 62
GRUNTS = 0b111


@state(hands=SEATS, held=SEATS, scores=SEATS)
class TruieState(Fields):
    """The whole truth of a position. In a view, or a half-remembered one, a bag lacks the cards nobody can name,
    but its count has them: `held`, `gone` and `left` count what `hands`, `spent` and `stock` hold."""

    players: int
    turn: int
    due: int  # cards the seat in turn draws before anything else
    over: int
    top: int  # the value on top of the discard pile; 0 while the round is dealt
    top_card: int  # that value, or LUCKY
    demand: int  # 0, FARMER or HOG: for the seat to move; for the one after it, while it draws or grunts
    owes: int  # whether the seat in turn owes a grunt, now or once it has drawn
    idle: int  # how many seats in a row laid nothing and found nothing to draw
    round: int
    starter: int
    left: int
    stock: int
    gone: int
    spent: int  # under the top, and on the specials pile
    deck: int  # every card of the game
    rounds: int  # options
    copycat: int  # lucky="copy"
    auto: int  # grunting="auto"
    draws_last: int  # last_card="draws"
    hands: list[int]
    held: list[int]
    scores: list[int]


def start(players: int, first: int, deck: int, options: Options) -> TruieState:
    state = TruieState()
    state.players = players
    state.deck = state.stock = deck
    state.left = size(deck)
    set_options(state, options)
    reset(state, first)
    return state


def set_options(state: TruieState, options: Options) -> None:
    state.rounds = int(options["rounds"])
    state.copycat = options["lucky"] == "copy"
    state.auto = options["grunting"] == "auto"
    state.draws_last = options["last_card"] == "draws"


@kernel
def reset(state: TruieState, first: int) -> None:
    """Round one, with whatever cards there are."""
    for seat in range(state.players):
        state.scores[seat] = 0
    clear_demands(state)
    state.over = 0
    state.round = 1
    begin_round(state, first)


@kernel
def slot(value: int) -> int:
    return 1 << (4 * value - 4)


@kernel
def mirror(slots: int) -> int:
    """Value v becomes 11 - v."""
    slots = (slots >> 20) | (slots & 0xFFFFF) << 20
    outer = (slots >> 16) & 0xF0000F | (slots & 0xF0000F) << 16
    inner = (slots >> 8) & 0xF0000F0 | (slots & 0xF0000F0) << 8
    return outer | inner | slots & 0xF0000F00


@kernel
def legal(state: TruieState) -> int:
    """The set of moves open to the seat to move; empty while cards are due, and when the game is over."""
    if state.due or state.over:
        return 0
    if state.owes:
        return GRUNTS
    hand = state.hands[state.turn]
    pigs = (kinds(hand) >> 4) & SLOTS
    match = pigs & slot(state.top)
    moves = match | 1 << DRAW | passes(state, hand, pigs)
    if count(hand, LUCKY):  # rule 5: alone it may be named with any value, on a demand and as a copycat with the top's
        moves |= (1 << (state.top - 1) if state.demand or state.copycat else (1 << TEN) - 1) << NAME
    if state.demand == FARMER:
        return moves  # rule 4: no sum, no farmer, no hog
    moves |= sums(hand, pigs, state.top)
    if count(hand, FARMER):
        moves |= 1 << LAY_FARMER
    if count(hand, HOG):
        moves |= 1 << LAY_HOG
    return moves


@kernel
def sums(hand: int, pigs: int, top: int) -> int:
    """Rule 3, sum: b is top + a or top - a."""
    other = SLOTS & ~slot(top)
    reached = pigs << (4 * top) & SLOTS | mirror(pigs) >> (44 - 4 * top)  # every b that a pig in hand leads to
    pairs = reached & pigs
    if top & 1 == 0 and count(hand, top >> 1) == 1:
        pairs &= ~slot(top >> 1)  # 8 - 4 = 4 takes two fours
    lucky = count(hand, LUCKY)
    if lucky:
        pairs |= (pigs & other) << LUCKY_FIRST | reached << LUCKY_SECOND
    if lucky > 1:
        pairs |= other << LUCKY_BOTH
    return pairs


@kernel
def passes(state: TruieState, hand: int, pigs: int) -> int:
    """Rule 3, dung heap: a pig as great as the number of cards an opponent holds."""
    moves = 0
    if count(hand, DUNG) == 0:
        return moves
    for k in range(1, state.players):
        cards = state.held[seat_after(state, k)]
        if cards == 0 or cards > TEN or (state.demand == FARMER and cards != state.top):
            continue
        if pigs & slot(cards):
            moves |= 1 << (PASS + k - 1)
        if count(hand, LUCKY):
            moves |= 1 << (PASS_LUCKY + k - 1)
    return moves


@kernel
def seat_after(state: TruieState, k: int) -> int:
    """The k-th seat clockwise from the one in turn."""
    seat = state.turn + k
    return seat if seat < state.players else seat - state.players


@kernel
def play(state: TruieState, move: int) -> None:
    """The order of rule 7: lay, hand over, round over?, draw for the hog, grunt, penalty, next seat."""
    if state.owes:
        grunt(state, move)
        return
    hog = state.demand == HOG
    state.demand = 0
    if move == DRAW:
        owe(state, TEN if hog else 1)
    else:
        cost = lay(state, move)
        owe(state, cost if hog and (state.draws_last or not is_out(state)) else 0)
    state.idle = state.idle + 1 if move == DRAW and state.due == 0 else 0
    held = state.held[state.turn] + state.due
    state.owes = move != DRAW and state.auto == 0 and (held == 1 or held == 2)
    if state.due == 0:
        end_turn(state, move != DRAW)


@kernel
def lay(state: TruieState, move: int) -> int:
    """Lay what the move lays; return how many cards it costs after a hog (rule 6)."""
    if move == LAY_HOG:
        spend(state, HOG)
        return 0
    if move == LAY_FARMER:
        spend(state, FARMER)
        return TEN
    if move >= PASS:
        pass_heap(state, move)
        return TEN
    if move >= NAME:
        cover(state, LUCKY, move - NAME + 1)
        return state.top
    value = new_top(move)
    if value != state.top:
        cover(state, first_card(state, move), abs(value - state.top))
    cover(state, second_card(move), value)
    return value


@kernel
def new_top(move: int) -> int:
    """The value that a match or a sum leaves on top."""
    return (move >> 2) + 1


@kernel
def first_card(state: TruieState, move: int) -> int:
    """The card of a sum that is added or taken away."""
    return LUCKY if move & LUCKY_FIRST else abs(new_top(move) - state.top)


@kernel
def second_card(move: int) -> int:
    """The card that a match or a sum leaves on top."""
    return LUCKY if move & LUCKY_SECOND else new_top(move)


@kernel
def spend(state: TruieState, card: int) -> None:
    """A farmer or hog leaves the hand of the seat in turn for the specials pile, and demands something."""
    state.demand = card
    state.hands[state.turn] -= one(card)
    state.held[state.turn] -= 1
    state.spent += one(card)
    state.gone += 1


@kernel
def cover(state: TruieState, card: int, value: int) -> None:
    """A card leaves the hand of the seat in turn for the top of the discard pile."""
    state.hands[state.turn] -= one(card)
    state.held[state.turn] -= 1
    state.spent += one(state.top_card)
    state.gone += 1
    state.top_card = card
    state.top = value


@kernel
def pass_heap(state: TruieState, move: int) -> None:
    to = heir(state, move)
    cover(state, LUCKY if move >= PASS_LUCKY else state.held[to], state.held[to])
    state.hands[state.turn] -= one(DUNG)
    state.held[state.turn] -= 1
    state.hands[to] += one(DUNG)
    state.held[to] += 1


@kernel
def heir(state: TruieState, move: int) -> int:
    """The seat that a move hands a dung heap to."""
    return seat_after(state, move - (PASS_LUCKY if move >= PASS_LUCKY else PASS) + 1)


@kernel
def grunt(state: TruieState, times: int) -> None:
    """Rule 7: the wrong number costs two cards."""
    state.owes = 0
    if times != state.held[state.turn]:
        owe(state, PENALTY)
    if state.due == 0:
        end_turn(state, 1)


@kernel
def owe(state: TruieState, cards: int) -> None:
    """The seat in turn has to draw that many cards, or as many as there are (rule 8)."""
    state.due = min(cards, state.left + state.gone)
    refill(state)


@kernel
def refill(state: TruieState) -> None:
    """Rule 8: what lies under the top becomes the draw pile when that is empty and a card is due."""
    if state.due and state.left == 0:
        state.stock = state.spent
        state.left = state.gone
        state.spent = state.gone = 0


@kernel
def draw(state: TruieState, card: int) -> None:
    """The seat in turn takes this card from the draw pile; at the end of a deal, turns it up."""
    state.stock -= one(card)
    state.left -= 1
    state.due -= 1
    if turning_up(state):
        state.top = state.top_card = card
        return
    state.hands[state.turn] += one(card)
    state.held[state.turn] += 1
    if state.due:
        refill(state)
    elif state.top:
        end_turn(state, state.draws_last)
    else:
        deal_on(state)


@kernel
def turning_up(state: TruieState) -> int:
    """Whether the card drawn now starts the discard pile: everyone has been dealt a hand."""
    return state.top == 0 and state.held[state.turn] == HAND


@kernel
def deal_on(state: TruieState) -> None:
    """A hand is dealt: go on with the next seat, or with the pig to turn up. Without one the game cannot go on."""
    state.turn = seat_after(state, 1)
    if state.turn != state.starter:
        state.due = min(HAND, state.left)
    elif state.stock & PIGS or size(state.stock) < state.left:
        state.due = 1
    state.over = state.due == 0


@kernel
def end_turn(state: TruieState, laid: int) -> None:
    """The round is over (rule 9), or the next seat is to move; only what was laid can have emptied a hand."""
    if (laid and is_out(state)) or state.idle == state.players:
        end_round(state)
    elif state.owes == 0:
        state.turn = seat_after(state, 1)


@kernel
def is_out(state: TruieState) -> int:
    """Whether the seat in turn holds nothing, or nothing but dung heaps."""
    return state.held[state.turn] == count(state.hands[state.turn], DUNG)


@kernel
def end_round(state: TruieState) -> None:
    """Count what everyone still holds; gather the cards for the next round, or leave them lying at the end."""
    for seat in range(state.players):
        state.scores[seat] += worth(state.hands[seat])
    clear_demands(state)
    state.over = state.round == state.rounds
    if state.over == 0:
        state.round += 1
        begin_round(state, state.starter + 1 if state.starter + 1 < state.players else 0)  # rule 2


@kernel
def clear_demands(state: TruieState) -> None:
    state.demand = state.owes = state.idle = 0


@kernel
def begin_round(state: TruieState, starter: int) -> None:
    """All cards go to the draw pile, and the starter is about to be dealt seven (rule 1)."""
    state.stock += state.spent
    state.left += state.gone
    if state.top:
        state.stock += one(state.top_card)
        state.left += 1
    for seat in range(state.players):
        state.stock += state.hands[seat]
        state.left += state.held[seat]
        state.hands[seat] = state.held[seat] = 0
    state.spent = state.gone = 0
    state.top = state.top_card = 0
    state.starter = state.turn = starter
    state.due = min(HAND, state.left)


@kernel
def over(state: TruieState) -> int:
    return state.over


@kernel
def score(state: TruieState, seat: int) -> int:
    return state.scores[seat]


def rounds_over(state: TruieState) -> int:
    """How many rounds have been counted."""
    return state.round - 1 + (state.over if state.top else 0)


@kernel
def worth(hand: int) -> int:
    """The score of the cards still held: nothing, or less; three dung heaps are a treasure."""
    heaps = count(hand, DUNG)
    points = 30 if heaps >= 3 else -15 * heaps
    for pig in range(1, TEN + 1):
        points -= pig * count(hand, pig)
    return points - 10 * (count(hand, FARMER) + count(hand, HOG) + count(hand, LUCKY))


@kernel
def fits(state: TruieState, card: int) -> int:
    """Whether this card of the draw pile may be the one drawn now: any, but only a pig is turned up (rule 1)."""
    return card <= TEN or not turning_up(state)
