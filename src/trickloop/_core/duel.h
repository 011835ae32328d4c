/* War between two players whose hands are never shuffled, many games one after the other.
 *
 * A hand is a stretch of a buffer that is never written over: it is drawn from at one end and put under at the other.
 * So a round has no branch on who wins it: both cards are written behind both hands, and only the winner's end moves.
 * And every state that the game has been in is still there, as two stretches of the buffers.
 *
 * A state that comes back is looked for among samples: states that a few bits of the two top cards and of a size pick
 * out. Whether a state is picked depends on the state alone, so the first sample on the loop is met again after exactly
 * one turn; and where the loop begins, between that sample and the one before it, is found by playing these few rounds
 * again. States are compared in full. Games that outgrow the buffers are left to the hands on rings.
 */

#ifndef TRICKLOOP_DUEL_H
#define TRICKLOOP_DUEL_H

#include <stdint.h>
#include <string.h>

#include "columns.h"

#if defined(_MSC_VER) && !defined(__clang__)
#define TRICKLOOP_INLINE static __forceinline
#else
#define TRICKLOOP_INLINE static inline __attribute__((always_inline))
#endif

enum {
    DUEL_WINNER_FIRST, DUEL_LOSER_FIRST, DUEL_SEAT_ORDER, DUEL_AS_REVEALED, DUEL_HIGH_LOW, DUEL_RANDOM
};
enum { DUEL_LOSE, DUEL_FIRST_OUT, DUEL_LAST_CARD, DUEL_SHORTEN, DUEL_LONGEST, DUEL_ALL_DRAW };
enum { DUEL_RUNNING, DUEL_WIN, DUEL_DRAW, DUEL_LOOP, DUEL_LIMIT, DUEL_FULL };

enum {
    DUEL_MOST_CARDS = 255,      /* in both hands together */
    DUEL_ROOM = 1 << 18,        /* cells a hand */
    DUEL_MOST_ROUNDS = 1 << 22,
    DUEL_SAMPLES = 1 << 15,
    DUEL_SLOTS = 1 << 16,
    DUEL_STRETCH = 256,         /* rounds between two looks at the room that is left */
    DUEL_SPARE = DUEL_STRETCH * (DUEL_MOST_CARDS + 1)   /* the cells they may need */
};

/* A state: where the hands lie in the buffers, and the counts up to it. */
typedef struct {
    int32_t head[2], tail[2];
    int32_t rounds, wars;
    int32_t wins, nobody;       /* rounds that seat 1 won, and rounds that nobody won */
} trickloop_state;

typedef struct {
    int32_t face_down;
    int32_t pickup, shortage;
    int8_t *cells[2];
    trickloop_state *samples;
    int32_t sample_count;
    uint32_t *slots;            /* the stamp of a game above one of its samples */
    uint32_t stamp;
    trickloop_state now;
    int64_t gone;               /* cards drawn before the hands were moved to the start of the buffers */
    uint64_t words;             /* the state of the words that chance is drawn from */
    int8_t *table;              /* the cards on it in the order laid, once as laid and once as picked up */
} trickloop_duel;

/* The slots are cleared every 2^17 games, when the stamps begin anew. */
enum { DUEL_STAMP_SHIFT = 15, DUEL_STAMPS = 1 << 17 };

TRICKLOOP_INLINE uint64_t duel_word(uint64_t *words)
{
    uint64_t word;
    *words += 0x9E3779B97F4A7C15ull;
    word = (*words ^ (*words >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

/* Draw an integer below a bound that is less than 2^32, by the method of the reference. */
static uint32_t duel_below(uint32_t bound, uint64_t *words)
{
    uint64_t word = duel_word(words), low = word * bound, upper;
    if (low < bound) {
        uint64_t refused = (0 - (uint64_t)bound) % bound;
        while (low < refused) {
            word = duel_word(words);
            low = word * bound;
        }
    }
    /* The high word of the product, from its halves. */
    upper = (word >> 32) * bound + ((word & 0xFFFFFFFFu) * bound >> 32);
    return (uint32_t)(upper >> 32);
}

/* Put the table under the hand of the seat that won a war. */
static void duel_take(trickloop_duel *duel, int seat, const int32_t *from, int32_t laid)
{
    trickloop_state *now = &duel->now;
    int8_t *under = duel->cells[seat] + now->tail[seat];
    int first = seat, i, place;
    int8_t *table = duel->table, *picked = table + DUEL_MOST_CARDS + 1;
    now->tail[seat] += laid;
    switch (duel->pickup) {
    case DUEL_LOSER_FIRST:
        first = 1 - seat;
        break;
    case DUEL_SEAT_ORDER:
        first = 0;
        break;
    case DUEL_AS_REVEALED:
        memcpy(under, table, (size_t)laid);
        return;
    case DUEL_HIGH_LOW:
        for (i = 0; i < laid; i++) {
            for (place = i; place && picked[place - 1] < table[i]; place--)
                picked[place] = picked[place - 1];
            picked[place] = table[i];
        }
        memcpy(under, picked, (size_t)laid);
        return;
    case DUEL_RANDOM:
        for (place = laid - 1; place > 0; place--) {
            int other = (int)duel_below((uint32_t)place + 1, &duel->words);
            int8_t card = table[place];
            table[place] = table[other];
            table[other] = card;
        }
        memcpy(under, table, (size_t)laid);
        return;
    }
    place = now->head[first] - from[first];
    memcpy(under, duel->cells[first] + from[first], (size_t)place);
    memcpy(under + place, duel->cells[1 - first] + from[1 - first], (size_t)(laid - place));
}

/* Fight the war of a round whose first two cards, which are equal, have been drawn. Returns whether the game goes on,
 * or is a draw; `fight` of the reference says the same for any number of players. */
static int duel_war(trickloop_duel *duel)
{
    trickloop_state *now = &duel->now;
    const int32_t from[2] = {now->head[0] - 1, now->head[1] - 1};
    int8_t *table = duel->table;
    int32_t laid = 2, left[2], quota[2], need, most, nth;
    int able[2], fit, seat;
    table[0] = duel->cells[0][from[0]];
    table[1] = duel->cells[1][from[1]];
    for (;;) {
        now->wars++;
        need = duel->face_down + 1;
        for (seat = 0; seat < 2; seat++) {
            left[seat] = now->tail[seat] - now->head[seat];
            if (duel->shortage == DUEL_SHORTEN && left[seat] && left[seat] < need)
                need = left[seat];
        }
        for (seat = 0; seat < 2; seat++)
            able[seat] = duel->shortage == DUEL_LAST_CARD || duel->shortage == DUEL_SHORTEN ? left[seat] > 0
                                                                                           : left[seat] >= need;
        fit = able[0] + able[1];
        if (!fit && duel->shortage == DUEL_FIRST_OUT) {
            able[0] = left[0] > left[1];
            able[1] = left[1] > left[0];
            fit = able[0] + able[1];
        }
        if ((!fit && duel->shortage != DUEL_LONGEST) || (fit < 2 && duel->shortage == DUEL_ALL_DRAW)) {
            now->nobody++;
            return DUEL_DRAW;
        }
        most = 0;
        for (seat = 0; seat < 2; seat++) {
            quota[seat] = left[seat] < need ? left[seat] : need;
            if (able[seat] && fit == 1 && duel->shortage != DUEL_LONGEST)
                quota[seat] = 0;
            if (quota[seat] > most)
                most = quota[seat];
        }
        for (nth = 1; nth <= most; nth++)
            for (seat = 0; seat < 2; seat++)
                if (nth <= quota[seat])
                    table[laid++] = duel->cells[seat][now->head[seat]++];
        if (fit == 2) {
            int8_t a = duel->cells[0][now->head[0] - 1], b = duel->cells[1][now->head[1] - 1];
            if (a == b)
                continue;
            able[1] = a < b;
        } else if (!fit) {
            /* The cards of the round leave the game. */
            now->nobody++;
            return DUEL_RUNNING;
        }
        now->wins += able[1];
        duel_take(duel, able[1], from, laid);
        return DUEL_RUNNING;
    }
}

static int duel_same(
    int8_t *const cells[2], const trickloop_state *a, int8_t *const other_cells[2], const trickloop_state *b)
{
    int seat;
    for (seat = 0; seat < 2; seat++)
        if (a->tail[seat] - a->head[seat] != b->tail[seat] - b->head[seat])
            return 0;
    for (seat = 0; seat < 2; seat++)
        if (memcmp(cells[seat] + a->head[seat], other_cells[seat] + b->head[seat],
                (size_t)(a->tail[seat] - a->head[seat])))
            return 0;
    return 1;
}

/* Look a state up among the samples, and add it. Returns the sample that it equals, -1 for none, -2 where no room is
 * left. */
static int32_t duel_sample(trickloop_duel *duel)
{
    const trickloop_state *now = &duel->now;
    uint64_t hash = 0;
    uint32_t slot, entry;
    int seat;
    int32_t i;
    for (seat = 0; seat < 2; seat++) {
        /* The first cards will do: what they propose is compared. */
        const int8_t *hand = duel->cells[seat] + now->head[seat];
        int32_t size = now->tail[seat] - now->head[seat];
        for (i = 0; i < size && i < 12; i++)
            hash = (hash ^ (uint8_t)hand[i]) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 29;
    }
    slot = (uint32_t)(hash >> 40) & (DUEL_SLOTS - 1);
    for (; (entry = duel->slots[slot]) >> DUEL_STAMP_SHIFT == duel->stamp; slot = (slot + 1) & (DUEL_SLOTS - 1)) {
        int32_t sample = (int32_t)(entry & (DUEL_SAMPLES - 1));
        if (duel_same(duel->cells, &duel->samples[sample], duel->cells, now))
            return sample;
    }
    if (duel->sample_count == DUEL_SAMPLES)
        return -2;
    duel->slots[slot] = duel->stamp << DUEL_STAMP_SHIFT | (uint32_t)duel->sample_count;
    duel->samples[duel->sample_count++] = *now;
    return -1;
}

/* Say whether a state is a sample: `sampled` of 16 are. */
TRICKLOOP_INLINE int duel_is_sample(int32_t first, int32_t second, int32_t size, uint32_t sampled)
{
    return ((uint32_t)(first * 3 + second * 5 + size) & 15) < sampled;
}

/* Play up to `until` rounds, and stop earlier where the game is over or at a sample. */
TRICKLOOP_INLINE int duel_rounds_as(
    trickloop_duel *duel, const int pickup, const int sampling, int32_t until, uint32_t sampled)
{
    int8_t *const left = duel->cells[0], *const right = duel->cells[1];
    trickloop_state *now = &duel->now;
    int32_t h0 = now->head[0], h1 = now->head[1], t0 = now->tail[0], t1 = now->tail[1];
    int32_t rounds = now->rounds, wins = now->wins;
    int ending = DUEL_RUNNING;
    while (rounds < until) {
        int8_t cards[2];
        int8_t a = left[h0], b = right[h1];
        int second = a < b;
        h0++;
        h1++;
        rounds++;
        if (a == b) {
            now->head[0] = h0, now->head[1] = h1, now->tail[0] = t0, now->tail[1] = t1, now->wins = wins;
            ending = duel_war(duel);
            h0 = now->head[0], h1 = now->head[1], t0 = now->tail[0], t1 = now->tail[1], wins = now->wins;
            if (ending == DUEL_DRAW)
                break;
        } else {
            if (pickup == DUEL_WINNER_FIRST || pickup == DUEL_HIGH_LOW) {
                cards[0] = second ? b : a;
                cards[1] = second ? a : b;
            } else if (pickup == DUEL_LOSER_FIRST) {
                cards[0] = second ? a : b;
                cards[1] = second ? b : a;
            } else if (pickup == DUEL_RANDOM) {
                /* Below 2 is the highest bit; 0 swaps the two places. */
                int swap = !(duel_word(&duel->words) >> 63);
                cards[0] = swap ? b : a;
                cards[1] = swap ? a : b;
            } else {
                cards[0] = a;
                cards[1] = b;
            }
            memcpy(left + t0, cards, 2);
            memcpy(right + t1, cards, 2);
            t0 += 2 - 2 * second;
            t1 += 2 * second;
            wins += second;
        }
        if (h0 == t0 || h1 == t1) {
            ending = h0 == t0 && h1 == t1 ? DUEL_DRAW : DUEL_WIN;
            break;
        }
        if (sampling && duel_is_sample(left[h0], right[h1], t0 - h0, sampled))
            break;
    }
    now->head[0] = h0, now->head[1] = h1, now->tail[0] = t0, now->tail[1] = t1;
    now->rounds = rounds, now->wins = wins;
    return ending;
}

TRICKLOOP_INLINE int duel_rounds(trickloop_duel *duel, int32_t until, uint32_t sampled)
{
    switch (duel->pickup) {
    case DUEL_WINNER_FIRST:
    case DUEL_HIGH_LOW:
        return sampled ? duel_rounds_as(duel, DUEL_WINNER_FIRST, 1, until, sampled)
                       : duel_rounds_as(duel, DUEL_WINNER_FIRST, 0, until, 0);
    case DUEL_LOSER_FIRST:
        return sampled ? duel_rounds_as(duel, DUEL_LOSER_FIRST, 1, until, sampled)
                       : duel_rounds_as(duel, DUEL_LOSER_FIRST, 0, until, 0);
    case DUEL_RANDOM:
        return duel_rounds_as(duel, DUEL_RANDOM, 0, until, 0);
    default:
        return sampled ? duel_rounds_as(duel, DUEL_SEAT_ORDER, 1, until, sampled)
                       : duel_rounds_as(duel, DUEL_SEAT_ORDER, 0, until, 0);
    }
}

/* Go back to the first state that came back, from the sample that did; `start` is the deal, and `again` has buffers of
 * its own. Returns the rounds before the loop. */
static int32_t duel_first_repetition(
    trickloop_duel *duel, trickloop_duel *again, const trickloop_state *start, int32_t sample, int32_t length)
{
    const trickloop_state *before = sample ? &duel->samples[sample - 1] : start;
    int32_t i = duel->sample_count - 1;
    int seat;
    /* The copy first: playing on from an old state writes over what came after it. */
    again->now = *before;
    for (seat = 0; seat < 2; seat++) {
        again->now.head[seat] = 0;
        again->now.tail[seat] = before->tail[seat] - before->head[seat];
        memcpy(again->cells[seat], duel->cells[seat] + before->head[seat], (size_t)again->now.tail[seat]);
    }
    while (i >= 0 && duel->samples[i].rounds > before->rounds + length)
        i--;
    duel->now = i < 0 ? *start : duel->samples[i];
    /* Both stay below the room that the game has had already. */
    duel_rounds(duel, again->now.rounds + length, 0);
    while (!duel_same(duel->cells, &duel->now, again->cells, &again->now)) {
        duel_rounds(duel, duel->now.rounds + 1, 0);
        duel_rounds(again, again->now.rounds + 1, 0);
    }
    return again->now.rounds;
}

/* Put both hands at the start of their buffers, where no earlier state is needed. */
static void duel_move(trickloop_duel *duel)
{
    trickloop_state *now = &duel->now;
    int seat;
    for (seat = 0; seat < 2; seat++) {
        memmove(duel->cells[seat], duel->cells[seat] + now->head[seat], (size_t)(now->tail[seat] - now->head[seat]));
        duel->gone += now->head[seat];
        now->tail[seat] -= now->head[seat];
        now->head[seat] = 0;
    }
}

/* Play one game that has been dealt. Returns how it ended, or DUEL_FULL where it has to be played otherwise. */
static int duel_play(trickloop_duel *duel, trickloop_duel *again, int64_t max_rounds, int64_t *loop)
{
    const trickloop_state start = duel->now;
    /* Loops are rare where the winner's or the loser's card goes first, and most games are over by then. */
    const int32_t first_sample
        = duel->pickup == DUEL_SEAT_ORDER || duel->pickup == DUEL_AS_REVEALED ? 64 : 1024;
    trickloop_state *now = &duel->now;
    int ending;
    if (now->tail[0] == 0 || now->tail[1] == 0)
        return now->tail[0] == now->tail[1] ? DUEL_DRAW : DUEL_WIN;
    duel->sample_count = 0;
    if (++duel->stamp == DUEL_STAMPS) {
        memset(duel->slots, 0, DUEL_SLOTS * sizeof *duel->slots);
        duel->stamp = 1;
    }
    for (;;) {
        uint32_t sampled = now->rounds < first_sample ? 0 : now->rounds < 4096 ? 1 : 16;
        int32_t until = now->rounds + DUEL_STRETCH;
        /* A game of chance may go on for so long that it has to be one that Ctrl-C stops. */
        if (now->rounds >= DUEL_MOST_ROUNDS)
            return DUEL_FULL;
        if (now->rounds >= max_rounds)
            return duel->pickup == DUEL_RANDOM ? DUEL_LIMIT : DUEL_FULL;
        if (until > max_rounds)
            until = (int32_t)max_rounds;
        if (!sampled && until > first_sample)
            until = first_sample;
        if (now->tail[0] > DUEL_ROOM - DUEL_SPARE || now->tail[1] > DUEL_ROOM - DUEL_SPARE) {
            if (duel->pickup != DUEL_RANDOM)
                return DUEL_FULL;
            duel_move(duel);
        }
        ending = duel_rounds(duel, until, sampled);
        if (ending != DUEL_RUNNING)
            return ending;
        if (sampled && duel->pickup != DUEL_RANDOM
            && duel_is_sample(duel->cells[0][now->head[0]], duel->cells[1][now->head[1]],
                now->tail[0] - now->head[0], sampled)) {
            int32_t sample = duel_sample(duel);
            if (sample == -2)
                return DUEL_FULL;
            if (sample >= 0) {
                const trickloop_state *same = &duel->samples[sample];
                loop[1] = now->rounds - same->rounds;
                loop[2] = (int64_t)now->head[0] - same->head[0] + now->head[1] - same->head[1];
                loop[0] = duel_first_repetition(duel, again, &start, sample, (int32_t)loop[1]);
                return DUEL_LOOP;
            }
        }
    }
}

/* Play games from rows of cards, from `*next` on, until all are played or `most_rounds` have been, and list in `left`
 * those that have to be played otherwise; returns how many these are. `keys` has one word a game where the pickup is
 * random. */
static int64_t trickloop_play_duels(trickloop_duel *duel, trickloop_duel *again, const int8_t *rows, int64_t games,
    int32_t row_size, int32_t first, int32_t second, const uint64_t *keys, int64_t max_rounds, int64_t most_rounds,
    const trickloop_columns *into, int64_t *left, int64_t *next)
{
    static const int8_t endings[] = {-1, 0, 3, 1, 2};
    int64_t game, count = 0;
    for (game = *next; game < games && most_rounds > 0; game++) {
        trickloop_state *now = &duel->now;
        int64_t loop[3] = {-1, -1, -1};
        int ending;
        memset(now, 0, sizeof *now);
        memcpy(duel->cells[0], rows + game * row_size, (size_t)first);
        memcpy(duel->cells[1], rows + game * row_size + first, (size_t)second);
        now->tail[0] = first;
        now->tail[1] = second;
        duel->gone = 0;
        duel->words = keys ? keys[game] : 0;
        ending = duel_play(duel, again, max_rounds, loop);
        most_rounds -= now->rounds + 1;
        if (ending == DUEL_FULL) {
            left[count++] = game;
            continue;
        }
        into->winner[game] = (int8_t)(ending != DUEL_WIN ? 0 : now->head[0] == now->tail[0] ? 2 : 1);
        into->ending[game] = endings[ending];
        into->rounds[game] = now->rounds;
        into->cards[game] = duel->gone + now->head[0] + now->head[1];
        into->wars[game] = now->wars;
        into->wins[2 * game] = now->rounds - now->nobody - now->wins;
        into->wins[2 * game + 1] = now->wins;
        into->loop_start[game] = loop[0];
        into->loop_length[game] = loop[1];
        into->loop_cards[game] = loop[2];
    }
    *next = game;
    return count;
}

#endif
