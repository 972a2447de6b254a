// Pig 10 in C++, the yardstick for src/piggery/games/pig10.py: the same rules, the same moves, the same draws.
#include "common.hpp"

namespace pig10 {

constexpr Number HAND = 3, TEN = 10;
constexpr Number FROG = 0, PIGMAID = 5;
constexpr Number COPIES[] = {7, 8, 8, 8, 8, 5, 8, 8, 8, 8, 4};
constexpr Number STANDARD = bag_of(COPIES);
constexpr Number MOST_CARDS = 15 * 11;
constexpr Number ADD = 0, SUBTRACT = 1, SET = 2;

struct State {
    static constexpr int SEATS = 8;
    Number players, turn, due, begun, value, laid, pile, left, stock, deck;
    Number hands[SEATS], held[SEATS], won[SEATS], wins[SEATS];
    Number middle[MOST_CARDS];
};

inline void start(State& state, Number players) {
    state.players = players;
    state.deck = STANDARD;
}

inline void reset(State& state, Number first) {
    state.turn = first;
    state.due = HAND;
    state.begun = 0;
    state.value = 0;
    state.laid = 0;
    state.pile = 0;
    state.stock = state.deck;
    state.left = size(state.deck);
    for (Number seat = 0; seat < state.players; ++seat)
        state.hands[seat] = state.held[seat] = state.won[seat] = state.wins[seat] = 0;
}

inline Number legal(const State& state) {
    if (state.due) return 0;
    const Number held = kinds(state.hands[state.turn]);
    if (state.laid == 0) return held;
    const Number value = state.value;
    const Number may_add = held & ~one(FROG);
    const Number may_subtract = value >= PIGMAID ? held & one(PIGMAID) : 0;
    const Number same = value ? one(state.middle[state.laid - 1]) | one(value) : 0;
    const Number may_set = held & (one(FROG) | same);
    return may_add | may_subtract << SUBTRACT | may_set << SET;
}

inline Number call(const State& state, Number move) {
    const Number card = move >> 2;
    const Number way = move & 3;
    if (way == ADD) return state.value + card;
    if (way == SUBTRACT) return state.value - card;
    return card;
}

inline void sweep(State& state, Number winner) {
    state.won[winner] += state.pile;
    state.wins[winner] += state.laid;
    state.pile = 0;
    state.laid = 0;
    state.value = 0;
}

inline void pass_on(State& state) {
    Number seat = state.turn + 1 < state.players ? state.turn + 1 : 0;
    while (state.begun && state.held[seat] == 0 && seat != state.turn) seat = seat + 1 < state.players ? seat + 1 : 0;
    state.turn = seat;
    if (state.begun == 0 && state.held[seat] == 0) state.due = std::min(HAND, state.left);
}

inline void play(State& state, Number move) {
    const Number seat = state.turn;
    const Number card = move >> 2;
    state.value = call(state, move);
    state.begun = 1;
    state.hands[seat] -= one(card);
    state.held[seat] -= 1;
    state.middle[state.laid] = card;
    state.laid += 1;
    state.pile += one(card);
    if (state.value == TEN)
        sweep(state, seat);
    else if (state.value > TEN)
        sweep(state, seat ? seat - 1 : state.players - 1);
    if (state.left)
        state.due = 1;
    else
        pass_on(state);
}

inline void draw(State& state, Number card) {
    const Number seat = state.turn;
    state.hands[seat] += one(card);
    state.held[seat] += 1;
    state.stock -= one(card);
    state.left -= 1;
    state.due -= 1;
    if (state.due == 0) pass_on(state);
}

inline bool fits(const State&, Number) { return true; }

inline Number score(const State& state, Number seat) { return state.wins[seat]; }

inline Number unclaimed(const State& state) { return state.laid; }

}  // namespace pig10

int main(int argc, char** argv) { return run<pig10::State>(argc, argv); }
