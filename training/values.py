"""Learns what positions of Pig 10 are worth, by games against itself and greedy players, with PyTorch.

    python training/values.py 2 --generations 150
    python training/values.py 2 --generations 200 --rate 0.0015 --further      from the weights there are
    python training/values.py 2 --generations 20 --games 2048 --device cpu     a try without a GPU

A generation plays games to the end by what is known so far, and then fits the function to what came of each position
(TD(0.8), Adam). It writes games/pig10/weights.json. PyTorch is not among our requirements: nothing needs it to play.
"""

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from piggery.games.pig10.value import HIDDEN, INPUTS, SECOND, WEIGHT, learned
from tables import WAYS, Tables, by_greed
from weights_file import write

ALIKE, WHIM = 0.8, 0.02
LEAK = 1 / 16
BATCH = 32_768


class Worth(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(INPUTS, HIDDEN, bias=False)
        self.second = nn.Linear(HIDDEN, SECOND)
        self.third = nn.Linear(SECOND, 1)

    def forward(self, x: Tensor) -> Tensor:
        sums = functional.leaky_relu(self.second(functional.leaky_relu(self.first(x), LEAK)), LEAK)
        found: Tensor = self.third(sums).squeeze(-1)
        return found


class Generation:
    """Games played to the end, and what was thought in them."""

    def __init__(self, net: Worth, players: int, games: int, device: str, whim: float, among: float = 1) -> None:
        self.tables = Tables(players, games, device)
        one = torch.randint(players, (games,), device=device)
        self.greedy = (torch.rand(games, device=device) < among).float()
        self.learner = functional.one_hot(one, players).bool() | (self.greedy == 0)[:, None]
        self.one = one
        self.seen: list[tuple[Tensor, Tensor, Tensor, Tensor]] = []  # a ply: inputs, values, seats, whose they are
        with torch.no_grad():
            while bool(self.tables.alive.any()):
                self._ply(net, whim)

    def _ply(self, net: Worth, whim: float) -> None:
        tables = self.tables
        alive, all_rows, turn = tables.alive, tables.rows, tables.turn.clone()
        may, card, called = tables.moves()
        may[~alive, 0] = True
        mine = alive & self.learner[all_rows, turn]
        rows, moves = (may & mine[:, None]).nonzero(as_tuple=True)
        x = tables.look(rows, card[rows, moves], called[rows, moves], self.greedy)
        felt = torch.full(may.shape, -torch.inf, device=tables.device)
        felt[rows, moves] = net(x)
        place = torch.zeros(may.shape, dtype=torch.long, device=tables.device)
        place[rows, moves] = torch.arange(len(rows), device=tables.device)
        liked = felt.argmax(1)
        if whim:
            any_move = torch.multinomial(may.float(), 1).squeeze(1)
            liked = torch.where(torch.rand(tables.n, device=tables.device) < whim, any_move, liked)
        chosen = torch.where(mine, liked, by_greed(may, called))
        known = all_rows[mine]
        laid = chosen[mine]
        self.seen.append((x[place[known, laid]].half(), torch.sigmoid(felt[known, laid]), turn[mine], known))
        tables.play(chosen // WAYS, card[all_rows, chosen], called[all_rows, chosen], alive)

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
    parser.add_argument("--games", type=int, default=262_144)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--greedy", type=float, default=0.9, help="the part of the games against greedy players")
    parser.add_argument("--further", action="store_true", help="start from the weights there are")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    torch.set_float32_matmul_precision("high")
    net = Worth().to(asked.device)
    if asked.further:
        take_up(asked.players, net)
    optimiser = torch.optim.Adam(net.parameters(), asked.rate)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, asked.generations, asked.rate / 100)
    began = time.monotonic()
    for number in range(asked.generations):
        generation = Generation(net, asked.players, asked.games, asked.device, WHIM, asked.greedy)
        fit(net, optimiser, *generation.lessons())
        slower.step()
        if number % 10 == 9:
            found = Generation(net, asked.players, asked.games, asked.device, 0).won()
            print(f"{number + 1}: {found:.4f}, {time.monotonic() - began:.0f} s", flush=True)
            keep(asked.players, net)
    keep(asked.players, net)


def parts(net: Worth) -> list[Tensor]:
    """In the order of the file."""
    return [
        net.first.weight.data.T,
        net.second.weight.data,
        net.second.bias.data,
        net.third.weight.data,
        net.third.bias.data,
    ]


def keep(players: int, net: Worth) -> None:
    write(players, [part.cpu().numpy() for part in parts(net)])


def take_up(players: int, net: Worth) -> None:
    """Go on from what was learned for so many players."""
    found = torch.tensor(learned()[players]) / WEIGHT
    for part, new in zip(parts(net), found.split([part.numel() for part in parts(net)]), strict=True):
        part.copy_(new.reshape(part.shape))


if __name__ == "__main__":
    main()
