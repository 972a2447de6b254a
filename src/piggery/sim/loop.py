"""The loop that plays a game to its end, made once for all who play many: told where cards come from and who watches.

`work` is whatever the kernels of a loop share, a tuple of lists; the first holds what every loop keeps. Compiled, the
kernels are part of the loop, and nothing is left of the parts it was made of.
"""

from collections.abc import Callable

from ..engine.bags import take_out
from ..engine.kernel import Work, kernel
from ..games.contract import GameType, State

MADE, LEFT, OWN = range(3)  # what is kept: moves made, cards in the draw pile; from OWN on each loop has its own
OVER, CAPPED, STOPPED = range(3)  # why a loop ends: the game is over, cannot end, or the cards are not at hand

Deal = Callable[[State, Work], int]  # draw what is due; whether to go on
Choose = Callable[[State, int, Work], int]  # (state, legal moves, work)
Before = Callable[[State, int, Work], None]  # a move is about to be made
After = Callable[[State, Work], None]


@kernel
def nothing_before(state: State, move: int, work: Work) -> None:
    pass


@kernel
def nothing_after(state: State, work: Work) -> None:
    pass


def loop_of(
    game: GameType, deal: Deal, choose: Choose, before: Before = nothing_before, after: After = nothing_after,
    *, always: bool = False,
) -> Callable[[State, Work, int], int]:  # fmt: skip
    """A kernel that plays a game on for at most `cap` moves; why it ends. `deal` is asked when due, or `always`."""
    legal, play, over = game.legal, game.play, game.over
    hears_moves, watched = before is not nothing_before, after is not nothing_after

    @kernel
    def play_on(state: State, work: Work, cap: int) -> int:
        kept = work[0]
        while True:
            if (always or state.due) and not deal(state, work):
                return STOPPED
            moves = legal(state)
            if moves == 0:
                return OVER if over(state) else CAPPED
            if kept[MADE] == cap:
                return CAPPED
            move = choose(state, moves, work)
            if hears_moves:
                before(state, move, work)
            play(state, move)
            kept[MADE] += 1
            if watched:
                after(state, work)

    return play_on


def shuffled(game: GameType, shuffle: Callable[[State, Work], int], drawn: Callable[[State, int, Work], None]) -> Deal:
    """A source of cards: a pile that `shuffle` fills again whenever the rules say so, the next card last.

    It takes what lies under a card that does not fit. The pile is the second part of `work`.
    """
    draw, fits = game.draw, game.fits

    @kernel
    def deal(state: State, work: Work) -> int:
        kept, cards = work[0], work[1]
        while state.due:
            if kept[LEFT] != state.left or kept[LEFT] == 0:
                kept[LEFT] = shuffle(state, work)
                if kept[LEFT] == 0:
                    return 0  # more is due than there is
            k = kept[LEFT] - 1
            while not fits(state, cards[k]):
                k -= 1
            card = take_out(cards, kept[LEFT], k)
            drawn(state, card, work)
            draw(state, card)
            kept[LEFT] -= 1
        return 1

    return deal
