// Un, deux, truie in C++, the yardstick for src/piggery/games/truie/rules.py: the same rules, the same moves,
// the same draws. A fifth argument, `draws`, is the house rule last_card.
#include "common.hpp"

#include <string_view>

namespace truie {

constexpr Number HAND = 7, TEN = 10, PENALTY = 2;
constexpr Number FARMER = 11, HOG = 12, LUCKY = 13, DUNG = 14;
constexpr Number COPIES[] = {0, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 3, 3};
constexpr Number STANDARD = bag_of(COPIES);
constexpr Number PIGS = one(FARMER) - one(1);

constexpr Number SLOTS = 0x1111111111;
constexpr Number LUCKY_FIRST = 1, LUCKY_SECOND = 2, LUCKY_BOTH = 3;
constexpr Number NAME = 40, PASS = 50, PASS_LUCKY = 55;
constexpr Number LAY_FARMER = 60, LAY_HOG = 61, DRAW = 62;
constexpr Number GRUNTS = 0b111;

struct State {
    static constexpr int SEATS = 6;
    Number players, turn, due, over, top, top_card, demand, owes, idle, round, starter;
    Number left, stock, gone, spent, deck, rounds, copycat, auto_grunt, draws_last;
    Number hands[SEATS], held[SEATS], scores[SEATS];
};

// Rounds

inline Number seat_after(const State& state, Number k) {
    const Number seat = state.turn + k;
    return seat < state.players ? seat : seat - state.players;
}

inline Number known(const State& state) {
    Number cards = state.stock + state.spent;
    if (state.top) cards += one(state.top_card);
    for (Number seat = 0; seat < state.players; ++seat) cards += state.hands[seat];
    return cards;
}

inline void clear_demands(State& state) {
    state.demand = state.owes = state.idle = 0;
}

inline void begin_round(State& state, Number starter) {
    clear_demands(state);
    state.stock = known(state);
    state.left += state.gone;
    if (state.top) state.left += 1;
    for (Number seat = 0; seat < state.players; ++seat) {
        state.left += state.held[seat];
        state.hands[seat] = 0;
        state.held[seat] = 0;
    }
    state.spent = 0;
    state.gone = 0;
    state.top = 0;
    state.top_card = 0;
    state.starter = starter;
    state.turn = starter;
    state.due = std::min(HAND, state.left);
}

inline void reset(State& state, Number first) {
    for (Number seat = 0; seat < state.players; ++seat) state.scores[seat] = 0;
    state.over = 0;
    state.round = 1;
    begin_round(state, first);
}

inline void start(State& state, Number players) {
    state.players = players;
    state.deck = state.stock = STANDARD;
    state.left = size(STANDARD);
    state.rounds = 4;
    reset(state, 0);
}

// Moves

constexpr Number slot(Number value) { return Number{1} << (4 * value - 4); }

constexpr Number one_bit(Number move) { return Number{1} << move; }

constexpr Number mirror(Number slots) {
    slots = (slots >> 20) | (slots & 0xFFFFF) << 20;
    const Number outer = ((slots >> 16) & 0xF0000F) | (slots & 0xF0000F) << 16;
    const Number inner = ((slots >> 8) & 0xF0000F0) | (slots & 0xF0000F0) << 8;
    return outer | inner | (slots & 0xF0000F00);
}

inline Number names(const State& state) {
    if (state.demand || state.copycat) return Number{1} << (state.top - 1);
    return (Number{1} << TEN) - 1;
}

inline Number sums(Number hand, Number pigs, Number top) {
    const Number other = SLOTS & ~slot(top);
    const Number reached = (pigs << (4 * top) & SLOTS) | mirror(pigs) >> (44 - 4 * top);
    Number pairs = reached & pigs;
    if ((top & 1) == 0 && count(hand, top >> 1) == 1) pairs &= ~slot(top >> 1);
    const Number lucky = count(hand, LUCKY);
    if (lucky) pairs |= (pigs & other) << LUCKY_FIRST | reached << LUCKY_SECOND;
    if (lucky > 1) pairs |= other << LUCKY_BOTH;
    return pairs;
}

inline Number passes(const State& state, Number hand, Number pigs) {
    Number moves = 0;
    if (count(hand, DUNG) == 0) return moves;
    for (Number k = 1; k < state.players; ++k) {
        const Number cards = state.held[seat_after(state, k)];
        if (cards == 0 || cards > TEN || (state.demand == FARMER && cards != state.top)) continue;
        if (pigs & slot(cards)) moves |= one_bit(PASS + k - 1);
        if (count(hand, LUCKY)) moves |= one_bit(PASS_LUCKY + k - 1);
    }
    return moves;
}

inline Number legal(const State& state) {
    if (state.due || state.over) return 0;
    if (state.owes) return GRUNTS;
    const Number hand = state.hands[state.turn];
    const Number pigs = (kinds(hand) >> 4) & SLOTS;
    const Number match = pigs & slot(state.top);
    Number moves = match | one_bit(DRAW) | passes(state, hand, pigs);
    if (count(hand, LUCKY)) moves |= names(state) << NAME;
    if (state.demand == FARMER) return moves;
    moves |= sums(hand, pigs, state.top);
    if (count(hand, FARMER)) moves |= one_bit(LAY_FARMER);
    if (count(hand, HOG)) moves |= one_bit(LAY_HOG);
    return moves;
}

// Laying

inline void spend(State& state, Number card) {
    state.hands[state.turn] -= one(card);
    state.held[state.turn] -= 1;
    state.spent += one(card);
    state.gone += 1;
}

inline void cover(State& state, Number card, Number value) {
    state.hands[state.turn] -= one(card);
    state.held[state.turn] -= 1;
    state.spent += one(state.top_card);
    state.gone += 1;
    state.top_card = card;
    state.top = value;
}

inline Number heir(const State& state, Number move) {
    return seat_after(state, move - (move >= PASS_LUCKY ? PASS_LUCKY : PASS) + 1);
}

inline void pass_heap(State& state, Number move) {
    const Number to = heir(state, move);
    cover(state, move >= PASS_LUCKY ? LUCKY : state.held[to], state.held[to]);
    state.hands[state.turn] -= one(DUNG);
    state.held[state.turn] -= 1;
    state.hands[to] += one(DUNG);
    state.held[to] += 1;
}

inline Number lay(State& state, Number move) {
    if (move == DRAW) return TEN;
    if (move == LAY_HOG) {
        spend(state, HOG);
        state.demand = HOG;
        return 0;
    }
    if (move == LAY_FARMER) {
        spend(state, FARMER);
        state.demand = FARMER;
        return TEN;
    }
    if (move >= PASS) {
        pass_heap(state, move);
        return TEN;
    }
    if (move >= NAME) {
        cover(state, LUCKY, move - NAME + 1);
        return state.top;
    }
    const Number value = (move >> 2) + 1;
    const Number way = move & 3;
    if (value != state.top) {
        const Number first = std::abs(value - state.top);
        cover(state, way == LUCKY_FIRST || way == LUCKY_BOTH ? LUCKY : first, first);
    }
    cover(state, way >= LUCKY_SECOND ? LUCKY : value, value);
    return value;
}

// The end of a turn

inline Number worth(Number hand) {
    const Number heaps = count(hand, DUNG);
    Number points = heaps >= 3 ? 30 : -15 * heaps;
    for (Number pig = 1; pig <= TEN; ++pig) points -= pig * count(hand, pig);
    return points - 10 * (count(hand, FARMER) + count(hand, HOG) + count(hand, LUCKY));
}

inline void end_round(State& state) {
    for (Number seat = 0; seat < state.players; ++seat) state.scores[seat] += worth(state.hands[seat]);
    state.over = state.round == state.rounds;
    if (state.over) {
        clear_demands(state);
        return;
    }
    state.round += 1;
    begin_round(state, state.starter + 1 < state.players ? state.starter + 1 : 0);
}

inline bool is_out(const State& state) {
    return state.held[state.turn] == count(state.hands[state.turn], DUNG);
}

inline void end_turn(State& state, bool laid) {
    if ((laid && is_out(state)) || state.idle == state.players)
        end_round(state);
    else if (state.owes == 0)
        state.turn = seat_after(state, 1);
}

inline void refill(State& state) {
    if (state.due && state.left == 0) {
        state.stock = state.spent;
        state.left = state.gone;
        state.spent = 0;
        state.gone = 0;
    }
}

inline void owe(State& state, Number cards) {
    state.due = std::min(cards, state.left + state.gone);
    refill(state);
}

inline void grunt(State& state, Number times) {
    state.owes = 0;
    if (times != state.held[state.turn]) owe(state, PENALTY);
    if (state.due == 0) end_turn(state, true);
}

inline void play(State& state, Number move) {
    if (state.owes) return grunt(state, move);
    const bool hog = state.demand == HOG;
    state.demand = 0;
    Number cards = lay(state, move);
    if (move == DRAW)
        cards = hog ? TEN : 1;
    else if (!hog || (is_out(state) && !state.draws_last))
        cards = 0;
    owe(state, cards);
    state.idle = move == DRAW && state.due == 0 ? state.idle + 1 : 0;
    const Number held = state.held[state.turn] + state.due;
    state.owes = move != DRAW && state.auto_grunt == 0 && (held == 1 || held == 2);
    if (state.due == 0) end_turn(state, move != DRAW);
}

// Drawing

inline bool turning_up(const State& state) { return state.top == 0 && state.held[state.turn] == HAND; }

inline void deal_on(State& state) {
    state.turn = seat_after(state, 1);
    if (state.turn != state.starter)
        state.due = std::min(HAND, state.left);
    else if ((state.stock & PIGS) || size(state.stock) < state.left)
        state.due = 1;
    state.over = state.due == 0;
}

inline void draw(State& state, Number card) {
    state.stock -= one(card);
    state.left -= 1;
    state.due -= 1;
    if (turning_up(state)) {
        state.top = card;
        state.top_card = card;
        return;
    }
    state.hands[state.turn] += one(card);
    state.held[state.turn] += 1;
    if (state.due)
        refill(state);
    else if (state.top)
        end_turn(state, state.draws_last);
    else
        deal_on(state);
}

inline bool fits(const State& state, Number card) { return card <= TEN || !turning_up(state); }

inline Number score(const State& state, Number seat) { return state.scores[seat]; }

inline Number unclaimed(const State&) { return 0; }

}  // namespace truie

int main(int argc, char** argv) {
    const bool draws = argc == 6 && std::string_view(argv[5]) == "draws";
    return timed(argc - draws, argv, truie::State::SEATS, [draws](Work& work, Number players, Number games) {
        truie::State state{};
        truie::start(state, players);
        state.draws_last = draws;
        return batch(state, work, games, CAP);
    });
}
