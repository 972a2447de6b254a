// What both games share: bags, sets of moves, random numbers and the batch loop. A copy, function by function, of
// src/piggery/engine/kernel.py, engine/bags.py and sim/play.py, for random players only. A game supplies State,
// start, reset, legal, play, draw, fits, score and unclaimed.
#pragma once

#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#ifdef __BMI2__
#include <immintrin.h>
#endif

using Number = std::int64_t;
using Card = std::uint8_t;  // where cards lie in a row; everywhere else a card is a Number

// Random numbers: sfc32

struct Rng {
    std::uint32_t a, b, c, n;
};

inline Number bits(Rng& rng) {
    const std::uint32_t word = rng.a + rng.b + rng.n;
    rng.a = rng.b ^ (rng.b >> 9);
    rng.b = rng.c + (rng.c << 3);
    rng.c = std::rotl(rng.c, 21) + word;
    rng.n += 1;
    return word;
}

inline Number below(Rng& rng, Number n) { return (bits(rng) * n) >> 32; }

inline Rng sow(Number seed, Number stream) {
    Rng rng{std::uint32_t(seed), std::uint32_t(seed >> 32), std::uint32_t(stream), std::uint32_t(1 + (stream >> 32))};
    for (int i = 0; i < 15; ++i) bits(rng);
    return rng;
}

// Bags of cards, four bits a kind, and sets of moves

constexpr Number one(Number card) { return Number{1} << (4 * card); }

constexpr Number count(Number bag, Number card) { return (bag >> (4 * card)) & 15; }

constexpr Number size(Number bag) {
    constexpr Number even = 0x0F0F0F0F0F0F0F0F;
    Number pairs = (bag & even) + ((bag >> 4) & even);
    pairs += pairs >> 8;
    pairs += pairs >> 16;
    return (pairs + (pairs >> 32)) & 255;
}

constexpr Number kinds(Number bag) {
    bag |= bag >> 1;
    bag |= bag >> 2;
    return bag & 0x0111111111111111;
}

inline Number many(Number moves) { return std::popcount(std::uint64_t(moves)); }

inline Number nth(Number moves, Number n) {
#ifdef __BMI2__
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, std::uint64_t(moves)));
#else
    for (Number i = 0; i < n; ++i) moves &= moves - 1;
    return std::countr_zero(std::uint64_t(moves));
#endif
}

inline Number pick(Number moves, Rng& rng) { return nth(moves, below(rng, many(moves))); }

// Each kind is written as often as it can be there, and the next kind overwrites what is too much.
inline Number unpack(Number bag, Card* cards) {
    Number n = 0;
    for (Number card = 0; card < 15; ++card) {
        std::fill_n(cards + n, 16, Card(card));
        n += count(bag, card);
    }
    return n;
}

template <std::size_t N>
constexpr Number bag_of(const Number (&copies)[N]) {
    Number bag = 0;
    for (std::size_t card = 0; card < N; ++card) bag += copies[card] * one(Number(card));
    return bag;
}

// The batch

constexpr Number CAP = 5'000;
constexpr Number ROOM = 15 * 14;
constexpr Number MOST_SEATS = 8;
constexpr Number SHARE = 840;
constexpr Number BY_GAME = 5;
constexpr Number BY_SEAT = 6;

struct Work {
    Rng rng;
    Card cards[ROOM + 16];
    Number points[MOST_SEATS];
    Number turns[MOST_SEATS];
    Number counts[BY_GAME + BY_SEAT * MOST_SEATS];
};

inline Number take_card(Card* cards, Number left, Number k) {
    const Number card = cards[k];
    cards[k] = cards[left - 1];
    return card;
}

inline void tally(Work& work, Number players) {
    const Number best = *std::max_element(work.points, work.points + players);
    const Number sharing = std::count(work.points, work.points + players, best);
    for (Number seat = 0; seat < players; ++seat) {
        Number* at = work.counts + BY_GAME + BY_SEAT * seat;
        const Number share = work.points[seat] == best ? SHARE / sharing : 0;
        at[0] += share;
        at[1] += share * share;
        at[2] += work.points[seat];
        at[3] += work.points[seat] * work.points[seat];
        at[4] += work.turns[seat];
        at[5] += work.turns[seat] * work.turns[seat];
    }
}

template <class State>
static std::uint32_t batch(State& state, Work& work, Number games, Number cap) {
    Rng rng = work.rng;
    std::uint32_t check = 0;
    for (Number game = 0; game < games; ++game) {
        reset(state, 0);
        Number left = 0;
        Number moves = 0;
        Number choices;
        std::fill_n(work.turns, state.players, 0);
        while (true) {
            while (state.due) {
                if (left != state.left) left = unpack(state.stock, work.cards);
                Number k = below(rng, left);
                while (!fits(state, work.cards[k])) k = below(rng, left);
                draw(state, take_card(work.cards, left, k));
                left -= 1;
            }
            choices = legal(state);
            if (choices == 0 || moves == cap) break;
            const Number seat = state.turn;
            const Number move = pick(choices, rng);
            check = check * 31 + std::uint32_t(move);
            work.turns[seat] += 1;
            moves += 1;
            play(state, move);
        }
        for (Number seat = 0; seat < state.players; ++seat) work.points[seat] = score(state, seat);
        work.counts[0] += 1;
        work.counts[1] += moves;
        work.counts[2] += moves * moves;
        work.counts[3] += choices != 0;
        work.counts[4] += unclaimed(state);
        tally(work, state.players);
    }
    work.rng = rng;
    return check;
}

// PLAYERS GAMES SEED BATCH: play one batch, print its counts, its checksum and the CPU time of the loop as JSON.
// `played(work, players, games)` plays them and returns the checksum.
template <class Played>
static int timed(int argc, char** argv, int seats, Played played) {
    const Number players = argc == 5 ? std::atoll(argv[1]) : 0;
    if (players < 2 || players > seats) {
        std::fprintf(stderr, "usage: %s PLAYERS GAMES SEED BATCH, with 2 to %d players\n", argv[0], seats);
        return 2;
    }
    Work work{};
    work.rng = sow(std::atoll(argv[3]), std::atoll(argv[4]));
    const std::clock_t began = std::clock();
    const std::uint32_t check = played(work, players, std::atoll(argv[2]));
    const std::clock_t ended = std::clock();
    std::printf("{\"counts\": [");
    for (Number i = 0; i < BY_GAME + BY_SEAT * players; ++i) std::printf("%s%" PRId64, i ? ", " : "", work.counts[i]);
    std::printf("], \"check\": %" PRIu32 ", \"seconds\": %.6f}\n", check, double(ended - began) / CLOCKS_PER_SEC);
    return 0;
}

template <class State>
static int run(int argc, char** argv) {
    return timed(argc, argv, State::SEATS, [](Work& work, Number players, Number games) {
        State state{};
        start(state, players);
        return batch(state, work, games, CAP);
    });
}
