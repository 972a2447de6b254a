// Pig 10 in C++ as quick as we can make it: what a processor can do with this game, one game after another. It draws
// and plays exactly as pig10.cpp does, for random players and the cards of the box only, and it makes use of that:
// every card is laid once, so a game has as many moves as the deck has cards, and the seats take turns to the end.
// Nothing in a turn depends on luck but the numbers themselves: there is no branch to guess wrongly.
#include <array>
#include <cstring>
#include <utility>

#include "common.hpp"

namespace {

using Set = std::uint64_t;

constexpr int SEATS = 8, HAND = 3, KINDS = 11, TEN = 10, FROG = 0, PIGMAID = 5;
constexpr Number COPIES[KINDS] = {7, 8, 8, 8, 8, 5, 8, 8, 8, 8, 4};
constexpr Number STANDARD = bag_of(COPIES);
constexpr int CARDS = int(size(STANDARD));
constexpr Set EVERY = 0x11111111111;  // one bit a kind
constexpr int ADD = 0, SUBTRACT = 1, SET = 2;

// What a pile is to the next player, in one word: the moves open to somebody who holds every card (bits 0 to 43), who
// won it with the last move (bit WON: who laid the card; bit WON + FIELD: the right neighbour), and its value.

constexpr int FIELD = 7;  // bits for the cards a seat has won
constexpr int WON = 45, VALUE = 54, SWEPT = 63;

constexpr Set bit(int n) { return Set{1} << n; }

constexpr Set card(int kind) { return bit(4 * kind); }

constexpr Set ways(int value, int last) {
    const Set same = value ? card(last) | card(value) : 0;
    const Set may_subtract = value >= PIGMAID ? card(PIGMAID) : 0;
    return (EVERY & ~card(FROG)) | may_subtract << SUBTRACT | (card(FROG) | same) << SET;
}

constexpr Set pile(int value, int last) {
    if (value < 0) return 0;  // no such move
    if (value < TEN) return ways(value, last) | Set(value) << VALUE;
    return EVERY | bit(value == TEN ? WON : WON + FIELD) | bit(SWEPT);
}

constexpr int called(int value, int kind, int way) {
    return way == ADD ? value + kind : way == SUBTRACT ? value - kind : kind;
}

using Piles = std::array<std::array<Set, 64>, TEN>;  // after each move on each value

constexpr Piles all_piles() {
    Piles piles{};
    for (int value = 0; value < TEN; ++value)
        for (int kind = 0; kind < KINDS; ++kind)
            for (int way = ADD; way <= SET; ++way) piles[value][4 * kind + way] = pile(called(value, kind, way), kind);
    return piles;
}

constexpr Piles PILES = all_piles();

// A game

struct Deck {
    alignas(64) Card cards[CARDS + 16];

    Deck() { unpack(STANDARD, cards); }
};

struct Outcome {
    Set won;        // FIELD bits a seat, the last seat lowest, and once more above the first: it sits on her right
    Number middle;  // cards that nobody won
};

// Everything of a game is local to this one function, and so in registers as far as they go.
template <int PLAYERS>
Outcome play_game(const Deck& deck, Rng& stream, std::uint32_t& checksum) {
    constexpr int DRAWS = CARDS - HAND * PLAYERS;
    Rng rng = stream;
    std::uint32_t check = checksum;
    Set top = EVERY, won = 0, hands[PLAYERS] = {};
    Number laid = 0, left = CARDS;
    alignas(64) Card cards[CARDS];
    std::memcpy(cards, deck.cards, CARDS);

    const auto drawn = [&]() [[gnu::always_inline]] {
        const Number k = below(rng, left);
        left -= 1;
        return card(int(take_card(cards, left + 1, k)));
    };
    const auto take_turn = [&](int seat, bool draws) [[gnu::always_inline]] {
        Set hand = hands[seat];
        const Set held = (hand | hand >> 1) & EVERY;  // three cards at most: two bits a kind
        const Number move = pick(Number(held * (1 << ADD | 1 << SUBTRACT | 1 << SET) & top), rng);
        check = check * 31 + std::uint32_t(move);
        top = PILES[top >> VALUE & 15][move];
        hand -= bit(int(move & ~3));
        if (draws) hand += drawn();
        hands[seat] = hand;
        laid += 1;
        won += Set(laid) * (top >> WON & (1 | 1 << FIELD)) << (FIELD * (PLAYERS - 1 - seat));
        laid &= ~(std::int64_t(top) >> SWEPT);
    };

    for (int seat = 0; seat < PLAYERS; ++seat)
        for (int i = 0; i < HAND; ++i) hands[seat] += drawn();
    int moves = 0;
    for (; moves + PLAYERS <= DRAWS; moves += PLAYERS)
        for (int seat = 0; seat < PLAYERS; ++seat) take_turn(seat, true);
    for (int seat = 0; moves < CARDS; ++moves, seat = seat + 1 < PLAYERS ? seat + 1 : 0) take_turn(seat, moves < DRAWS);
    stream = rng;
    checksum = check;
    return {won, laid};
}

// The batch

template <int PLAYERS>
void add(Work& work, const Outcome& outcome) {
    Number points[PLAYERS];
    for (int seat = 0; seat < PLAYERS; ++seat)
        points[seat] = outcome.won >> (FIELD * (PLAYERS - 1 - seat)) & (bit(FIELD) - 1);
    points[PLAYERS - 1] += outcome.won >> (FIELD * PLAYERS) & (bit(FIELD) - 1);
    const Number best = *std::max_element(points, points + PLAYERS);
    Number sharing = 0;
    for (const Number score : points) sharing += score == best;
    for (int seat = 0; seat < PLAYERS; ++seat) {
        Number* at = work.counts + BY_GAME + BY_SEAT * seat;
        const Number share = SHARE / sharing * (points[seat] == best);
        at[0] += share;
        at[1] += share * share;
        at[2] += points[seat];
        at[3] += points[seat] * points[seat];
    }
    work.counts[4] += outcome.middle;
}

template <int PLAYERS>
void add_lengths(Work& work, Number games) {
    work.counts[0] = games;
    work.counts[1] = games * CARDS;
    work.counts[2] = games * CARDS * CARDS;
    for (int seat = 0; seat < PLAYERS; ++seat) {
        const Number turns = (CARDS + PLAYERS - 1 - seat) / PLAYERS;
        work.counts[BY_GAME + BY_SEAT * seat + 4] = games * turns;
        work.counts[BY_GAME + BY_SEAT * seat + 5] = games * turns * turns;
    }
}

template <int PLAYERS>
std::uint32_t games_of(Work& work, Number games) {
    const Deck deck;
    Rng rng = work.rng;
    std::uint32_t check = 0;
    for (Number game = 0; game < games; ++game) add<PLAYERS>(work, play_game<PLAYERS>(deck, rng, check));
    add_lengths<PLAYERS>(work, games);
    return check;
}

template <int... MORE>
std::uint32_t games_for(Number players, Work& work, Number games, std::integer_sequence<int, MORE...>) {
    std::uint32_t check = 0;
    ((players == MORE + 2 ? void(check = games_of<MORE + 2>(work, games)) : void()), ...);
    return check;
}

}  // namespace

int main(int argc, char** argv) {
    return timed(argc, argv, SEATS, [](Work& work, Number players, Number games) {
        return games_for(players, work, games, std::make_integer_sequence<int, SEATS - 1>());
    });
}
