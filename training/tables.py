"""Many games of Pig 10 at once, as tensors, a ply at a time all together: for training/values.py."""

import torch
from torch import Tensor
from torch.nn import functional

from piggery.engine.bags import count
from piggery.games.pig10.mind import NOT_OVER
from piggery.games.pig10.rules import ADD, FROG, PIGMAID, SET, SUBTRACT, TEN
from piggery.games.pig10.value import (
    BUST,
    GREEDY,
    HAND,
    HIT,
    INPUTS,
    LACKS,
    LAST,
    LAST_CARDS,
    LEAD,
    LEFT,
    ONE,
    STAKE,
    UNSEEN,
    VALUE,
)
from piggery.games.registry import game_type

KINDS, SLOTS, WAYS = TEN + 1, 3, 3
NONE = KINDS  # a slot without a card
DECK = [count(game_type("pig10").standard, kind) for kind in range(KINDS)]


class Tables:
    """Many games of Pig 10, a ply at a time all together."""

    def __init__(self, players: int, games: int, device: str) -> None:
        self.players, self.n, self.device = players, games, device
        self.rows = torch.arange(games, device=device)
        self.deck = torch.tensor(DECK, device=device)
        self.stock = self.deck.repeat(games, 1)
        self.hands = torch.full((games, players, SLOTS), NONE, device=device)
        self.gone = torch.zeros((games, KINDS), dtype=torch.long, device=device)  # won by somebody
        self.pile = torch.zeros_like(self.gone)
        self.wins = torch.zeros((games, players), dtype=torch.long, device=device)
        self.value, self.laid, self.turn = (torch.zeros(games, dtype=torch.long, device=device) for _ in range(3))
        self.last = torch.full((games,), NONE, device=device)
        self.lacks = torch.zeros((games, players, KINDS), dtype=torch.bool, device=device)
        kinds = torch.arange(KINDS, device=device)
        stays = torch.tensor(
            [[NOT_OVER[v] >> (4 * k) & 15 > 0 for k in range(KINDS)] for v in range(TEN)], device=device
        )
        self.stays = stays[:, None, :] | (kinds[:, None] == kinds[None, :])[None]  # value, card laid, kind
        for seat in range(players):
            for slot in range(SLOTS):
                self.hands[:, seat, slot] = self._drawn(torch.ones(games, dtype=torch.bool, device=device))

    def _drawn(self, who: Tensor) -> Tensor:
        """A card off the draw pile for some of the games."""
        some = who & (self.stock.sum(1) > 0)
        weights = torch.where(some[:, None], self.stock, torch.ones_like(self.stock)).float()
        card = torch.multinomial(weights, 1).squeeze(1)
        self.stock[self.rows, card] -= some.long()
        return torch.where(some, card, NONE)

    @property
    def held(self) -> Tensor:
        return (self.hands != NONE).sum(2)

    @property
    def alive(self) -> Tensor:
        return (self.hands != NONE).any(2).any(1)

    def moves(self) -> tuple[Tensor, Tensor, Tensor]:
        """Of every slot and way of the seat in turn: whether it may be, the card, and the value it calls."""
        hand = self.hands[self.rows, self.turn]
        card = hand[:, :, None].expand(-1, -1, WAYS)
        way = torch.arange(WAYS, device=self.device)[None, None, :]
        value, laid, last = (x[:, None, None] for x in (self.value, self.laid, self.last))
        same = (value > 0) & ((card == last) | (card == value))
        open_middle = laid == 0
        may = torch.where(way == ADD, open_middle | (card != FROG), False)
        may = may | ((way == SUBTRACT) & ~open_middle & (card == PIGMAID) & (value >= PIGMAID))
        may = may | ((way == SET) & ~open_middle & ((card == FROG) | same))
        may = may & (card != NONE)
        again = torch.zeros_like(hand, dtype=torch.bool)
        again[:, 1] = hand[:, 1] == hand[:, 0]
        again[:, 2] = (hand[:, 2] == hand[:, 0]) | (hand[:, 2] == hand[:, 1])
        called = torch.where(way == ADD, value + card, torch.where(way == SUBTRACT, value - card, card))
        flat = (self.n, SLOTS * WAYS)
        return (may & ~again[:, :, None]).reshape(flat), card.reshape(flat), called.reshape(flat)

    def look(self, rows: Tensor, card: Tensor, called: Tensor, greedy: Tensor) -> Tensor:
        """As pig10_value.look, for moves in some of the games: the number of the game, the card, the call."""
        x = torch.zeros((len(rows), INPUTS), device=self.device)
        at = torch.arange(len(rows), device=self.device)
        turn = self.turn[rows]
        after, before = (turn + 1) % self.players, (turn - 1) % self.players
        hand = self._counted(self.hands[rows, turn])
        unseen = self.deck - self.pile[rows] - self.gone[rows] - hand
        stake = self.laid[rows] + 1
        ten, over = called == TEN, called > TEN
        wins = self.wins[rows]
        wins[at, turn] += ten * stake
        wins[at, before] += over * stake
        own = wins[at, turn]
        others = wins.masked_fill(functional.one_hot(turn, self.players).bool(), -1).amax(1)
        held, left = self.held[rows], self.stock[rows].sum(1)
        to_win = left + held.sum(1) - 1 + torch.where(ten | over, 0, stake)
        by = 1 / torch.sqrt(to_win + 1.0)
        x[:, HAND : HAND + KINDS] = (hand - functional.one_hot(card, KINDS)).float()
        x[:, UNSEEN : UNSEEN + KINDS] = unseen / 4
        x[:, LEAD] = (own - others) * by
        x[:, LEAD + 1] = (own - wins[at, after]) * by
        x[:, LEAD + 2] = (own - wins[at, before]) * by
        x[:, LEAD + 3] = (own * self.players - wins.sum(1)) * by / self.players
        x[:, LEFT], x[:, LEFT + 1], x[:, ONE] = to_win / 50, 2 * by, 1
        x[:, GREEDY] = greedy[rows]
        empty = (left == 0).float()
        x[:, LAST_CARDS] = empty
        x[:, LAST_CARDS + 1] = empty * (held[at, after] - SLOTS)
        x[:, LAST_CARDS + 2] = empty * (held[at, turn] - SLOTS)
        under = (~(ten | over)).float()
        x[at, VALUE + called.clamp(0, TEN)] = 1.0
        x[at, LAST + card] = under
        x[:, STAKE], x[:, STAKE + 1] = under * stake / 4, under * stake * by
        lacks = self.lacks[rows, after]
        x[:, LACKS : LACKS + KINDS] = lacks.float()
        if self.players > 2:
            x[:, LACKS + KINDS : LACKS + 2 * KINDS] = self.lacks[rows, (turn + 2) % self.players].float()
        value, hold = called.clamp(0, TEN - 1), held[at, after]
        makes_ten = functional.one_hot(TEN - value, KINDS).bool()
        hit = under * (1 - self._holds_none(makes_ten, unseen, lacks, hold))
        bust = under * self._holds_none(self.stays[value, card], unseen, lacks, hold)
        for place, odds in ((HIT, hit), (BUST, bust)):
            x[:, place], x[:, place + 1], x[:, place + 2] = odds, odds * stake / 4, odds * stake * by
        return x

    def _counted(self, slots: Tensor) -> Tensor:
        return functional.one_hot(slots, KINDS + 1)[:, :, :KINDS].sum(1)

    def _holds_none(self, kinds: Tensor, unseen: Tensor, lacks: Tensor, hold: Tensor) -> Tensor:
        """How likely a hand has none of these kinds; all but a card just drawn lack what was not played."""
        fresh = (hold == SLOTS).long()
        kept = unseen * ~lacks
        none = self._none_of((kept * kinds).sum(1), kept.sum(1), hold - fresh)
        return none * self._none_of((unseen * kinds).sum(1), unseen.sum(1), fresh)

    def _none_of(self, wanted: Tensor, many: Tensor, hand: Tensor) -> Tensor:
        chance = torch.ones_like(wanted, dtype=torch.float)
        for drawn in range(SLOTS):
            part = (many - wanted - drawn).clamp(min=0) / (many - drawn).clamp(min=1)
            chance = torch.where((hand > drawn) & (many > drawn), chance * part, chance)
        return chance

    def play(self, slot: Tensor, card: Tensor, called: Tensor, alive: Tensor) -> None:
        """Lay one card in each game that goes on."""
        rows, turn = self.rows[alive], self.turn[alive]
        slot, card, called = slot[alive], card[alive], called[alive]
        self.lacks[rows, turn] = self._lacking(self.value[rows], self.last[rows], card, called)
        self.hands[rows, turn, slot] = NONE
        self.pile[rows, card] += 1
        self.laid[rows] += 1
        self.value[rows], self.last[rows] = called, card
        done = called >= TEN
        winner = torch.where(called == TEN, turn, (turn - 1) % self.players)
        swept = rows[done]
        self.wins[swept, winner[done]] += self.laid[swept]
        self.gone[swept] += self.pile[swept]
        self.pile[swept], self.laid[swept], self.value[swept], self.last[swept] = 0, 0, 0, NONE
        drawn = self._drawn(alive)
        self.hands[rows, turn, slot] = drawn[rows]
        held = self.held
        for _ in range(self.players):
            self.turn[rows] = (self.turn[rows] + 1) % self.players
            rows = rows[(held[rows, self.turn[rows]] == 0) & (held[rows].sum(1) > 0)]

    def _lacking(self, value: Tensor, last: Tensor, card: Tensor, called: Tensor) -> Tensor:
        """As pig10_value.lacking: the kinds that somebody would have laid instead."""
        ten = functional.one_hot(TEN - value, KINDS).bool()
        over = self.stays[value, last.clamp(max=TEN)]
        kinds = torch.where((called < TEN)[:, None], ten, over & (called > TEN)[:, None])
        return kinds & ~kinds.gather(1, card[:, None])

    def shares(self) -> Tensor:
        best = self.wins == self.wins.amax(1, keepdim=True)
        return best.float() / best.sum(1, keepdim=True)


def by_greed(may: Tensor, called: Tensor) -> Tensor:
    """Ten if possible, else under ten, else anything; by chance among those."""
    rank = torch.where(called == TEN, 0, torch.where(called < TEN, 1, 2))
    rank = torch.where(may, rank, 3)
    liked = rank == rank.amin(1, keepdim=True)
    return torch.multinomial(liked.float(), 1).squeeze(1)
