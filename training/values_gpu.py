"""The same as values.py with PyTorch, for a machine with a GPU: a hundred thousand games go on at once.

    python training/values_gpu.py 2 --generations 300 --games 65536

A generation plays games to the end by what is known so far, and then fits the function to what came of each position
(TD(0.8), Adam). It writes bots/pig10_weights.py as values.py does. PyTorch is not among our requirements.
"""

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from piggery.bags import count
from piggery.bots.pig10_mind import NOT_OVER
from piggery.bots.pig10_value import (
    BUST,
    GREEDY,
    HAND,
    HIDDEN,
    HIT,
    INPUTS,
    LAST,
    LAST_CARDS,
    LEAD,
    LEFT,
    ONE,
    STAKE,
    UNSEEN,
    VALUE,
)
from piggery.games import GAMES
from piggery.games.pig10 import ADD, FROG, PIGMAID, SET, SUBTRACT, TEN
from weights_file import write

KINDS, SLOTS, WAYS = TEN + 1, 3, 3
NONE = KINDS  # a slot without a card
ALIKE, WHIM, AMONG_GREEDY = 0.8, 0.02, 0.75
LEAK = 1 / 16
BATCH = 16_384
DECK = [count(GAMES["pig10"].standard, kind) for kind in range(KINDS)]


class Worth(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, HIDDEN, bias=False)
        self.second = nn.Linear(HIDDEN, 1)

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = self.second(functional.leaky_relu(self.first(x), LEAK)).squeeze(-1)
        return found


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

    def look(self, card: Tensor, called: Tensor, greedy: Tensor) -> Tensor:
        """As pig10_value.look, for every candidate."""
        n, moves, rows = self.n, card.shape[1], self.rows
        x = torch.zeros((n, moves, INPUTS), device=self.device)
        card = card.clamp(max=TEN)
        hand = functional.one_hot(self.hands[rows, self.turn], KINDS + 1)[:, :, :KINDS].sum(1)
        unseen = self.deck - self.pile - self.gone - hand
        after, before = (self.turn + 1) % self.players, (self.turn - 1) % self.players
        stake = (self.laid + 1)[:, None]
        ten, over = called == TEN, called > TEN
        wins = self.wins[:, None, :].expand(-1, moves, -1).clone()
        wins.scatter_add_(2, self.turn[:, None, None].expand(-1, moves, 1), (ten * stake)[:, :, None])
        wins.scatter_add_(2, before[:, None, None].expand(-1, moves, 1), (over * stake)[:, :, None])
        own = wins.gather(2, self.turn[:, None, None].expand(-1, moves, 1)).squeeze(2)
        others = (
            wins.masked_fill(functional.one_hot(self.turn, self.players).bool()[:, None, :], -1).amax(2).clamp(min=0)
        )
        held, left = self.held, self.stock.sum(1)
        to_win = (left + held.sum(1) - 1)[:, None] + torch.where(ten | over, 0, stake)
        by = 1 / torch.sqrt(to_win + 1.0)
        x[:, :, HAND : HAND + KINDS] = (hand[:, None, :] - functional.one_hot(card, KINDS)).float()
        x[:, :, UNSEEN : UNSEEN + KINDS] = unseen[:, None, :] / 4
        x[:, :, LEAD] = (own - others) * by
        x[:, :, LEAD + 1] = (own - wins.gather(2, after[:, None, None].expand(-1, moves, 1)).squeeze(2)) * by
        x[:, :, LEAD + 2] = (own - wins.gather(2, before[:, None, None].expand(-1, moves, 1)).squeeze(2)) * by
        x[:, :, LEAD + 3] = (own * self.players - wins.sum(2)) * by / self.players
        x[:, :, LEFT], x[:, :, LEFT + 1], x[:, :, ONE] = to_win / 50, 2 * by, 1
        x[:, :, GREEDY] = greedy[:, None]
        empty = (left == 0).float()[:, None]
        x[:, :, LAST_CARDS] = empty
        x[:, :, LAST_CARDS + 1] = empty * (held[rows, after] - 3)[:, None]
        x[:, :, LAST_CARDS + 2] = empty * (held[rows, self.turn] - 3)[:, None]
        under = (~(ten | over)).float()
        x.scatter_(2, VALUE + called.clamp(0, TEN)[:, :, None], 1.0)
        x.scatter_(2, LAST + card[:, :, None], under[:, :, None])
        x[:, :, STAKE], x[:, :, STAKE + 1] = under * stake / 4, under * stake * by
        v = called.clamp(0, TEN - 1)
        many, hold = unseen.sum(1)[:, None], held[rows, after][:, None]
        hit = under * (1 - self._none_of(unseen.gather(1, TEN - v), many, hold))
        bust = under * self._none_of((unseen[:, None, :] * self.stays[v, card]).sum(2), many, hold)
        for at, odds in ((HIT, hit), (BUST, bust)):
            x[:, :, at], x[:, :, at + 1], x[:, :, at + 2] = odds, odds * stake / 4, odds * stake * by
        return x

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

    def shares(self) -> Tensor:
        best = self.wins == self.wins.amax(1, keepdim=True)
        return best.float() / best.sum(1, keepdim=True)


def by_greed(may: Tensor, called: Tensor) -> Tensor:
    """Ten if possible, else under ten, else anything; by chance among those."""
    rank = torch.where(called == TEN, 0, torch.where(called < TEN, 1, 2))
    rank = torch.where(may, rank, 3)
    liked = rank == rank.amin(1, keepdim=True)
    return torch.multinomial(liked.float(), 1).squeeze(1)


class Generation:
    """Games played to the end, and what was thought in them."""

    def __init__(self, net: Worth, players: int, games: int, device: str, whim: float) -> None:
        self.tables = Tables(players, games, device)
        one = torch.randint(players, (games,), device=device)
        self.greedy = (
            (torch.rand(games, device=device) < AMONG_GREEDY).float() if whim else torch.ones(games, device=device)
        )
        self.learner = functional.one_hot(one, players).bool() | (self.greedy == 0)[:, None]
        self.one = one
        self.seen: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []  # a ply: inputs, values, seats, whose they are
        with torch.no_grad():
            while bool(self.tables.alive.any()):
                self._ply(net, whim)

    def _ply(self, net: Worth, whim: float) -> None:
        tables = self.tables
        alive, rows, turn = tables.alive, tables.rows, tables.turn.clone()
        may, card, called = tables.moves()
        may[~alive, 0] = True
        x = tables.look(card, called, self.greedy)
        felt = net(x).masked_fill(~may, -torch.inf)
        liked = felt.argmax(1)
        if whim:
            any_move = torch.multinomial(may.float(), 1).squeeze(1)
            liked = torch.where(torch.rand(tables.n, device=tables.device) < whim, any_move, liked)
        mine = self.learner[rows, turn]
        chosen = torch.where(mine, liked, by_greed(may, called))
        known = alive & mine
        self.seen.append(
            (x[rows, chosen][known].half(), torch.sigmoid(felt[rows, chosen][known]), turn[known], rows[known])
        )
        tables.play(chosen // WAYS, card[rows, chosen], called[rows, chosen], alive)

    def won(self) -> float:
        """The share of wins of those who learned among greedy ones."""
        shares = self.tables.shares()[self.tables.rows, self.one]
        return float(shares[self.greedy == 1].mean())

    def lessons(self) -> tuple[Tensor, Tensor]:
        """Inputs, and what they should have been thought worth."""
        target, targets = self.tables.shares(), []
        for _, values, seats, rows in reversed(self.seen):
            targets.append(target[rows, seats])
            target[rows, seats] = (1 - ALIKE) * values + ALIKE * targets[-1]
        return torch.cat([x for x, *_ in self.seen]), torch.cat(targets[::-1])


def fit(net: Worth, optimiser: Any, inputs: Tensor, targets: Tensor) -> None:
    order = torch.randperm(len(targets), device=targets.device)
    for at in range(0, len(order) - BATCH, BATCH):
        some = order[at : at + BATCH]
        loss = functional.binary_cross_entropy_with_logits(net(inputs[some].float()), targets[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", type=int)
    parser.add_argument("--generations", type=int, default=300)
    parser.add_argument("--games", type=int, default=65_536)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    net = Worth().to(asked.device)
    optimiser = torch.optim.Adam(net.parameters(), asked.rate)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, asked.generations, asked.rate / 100)
    began = time.monotonic()
    for number in range(asked.generations):
        generation = Generation(net, asked.players, asked.games, asked.device, WHIM)
        fit(net, optimiser, *generation.lessons())
        slower.step()
        if number % 10 == 9:
            found = Generation(net, asked.players, asked.games, asked.device, 0).won()
            print(f"{number + 1}: {found:.4f}, {time.monotonic() - began:.0f} s", flush=True)
    w1, w2 = net.first.weight.T, torch.cat([net.second.weight.squeeze(0), net.second.bias])
    write(asked.players, w1.detach().cpu().numpy(), w2.detach().cpu().numpy())


if __name__ == "__main__":
    main()
