/* Many games of Camicia on hands of at most 63 cards, by the best kernel that the processor can run. */

#ifndef TRICKLOOP_LANES_H
#define TRICKLOOP_LANES_H

#include <stdint.h>
#include <string.h>

#include "columns.h"
#include "machine.h"
#include "packed.h"
#include "rows.h"

/* Write down a game that somebody won. */
static inline void trickloop_write(
    const trickloop_columns *into, int64_t game, int seat, int64_t rounds, int64_t cards, int64_t wins)
{
    into->winner[game] = (int8_t)(seat + 1);
    into->ending[game] = 0;
    into->rounds[game] = rounds;
    into->cards[game] = cards;
    into->wars[game] = 0;
    into->wins[2 * game] = rounds - wins;
    into->wins[2 * game + 1] = wins;
    into->loop_start[game] = into->loop_length[game] = into->loop_cards[game] = -1;
}

/* Which games are still to be played. */
typedef struct {
    int64_t next;               /* the next to be put in a lane */
    int64_t playing;            /* games that are neither over nor left */
    int64_t *left;              /* games that have to be played otherwise */
    int64_t left_count;
    trickloop_packed spare;     /* a short game, for lanes that have nothing to do */
} trickloop_queue;

static inline void trickloop_start_queue(trickloop_queue *queue, int64_t games, int64_t *left)
{
    memset(queue, 0, sizeof *queue);
    queue->playing = games;
    queue->left = left;
    queue->spare.lead.size = queue->spare.other.size = 1;
}

static inline void trickloop_leave(trickloop_queue *queue, int64_t game)
{
    queue->left[queue->left_count++] = game;
    queue->playing--;
}

/* Play games one after the other; see `trickloop_play_rows`. */
static int64_t trickloop_play_one_by_one(
    const trickloop_rows *rows, const trickloop_columns *into, int64_t most, int64_t *left)
{
    int64_t game, count = 0;
    trickloop_packed deal;
    for (game = 0; game < rows->games; game++) {
        trickloop_read(rows, game, &deal);
        if (deal.lead.count + deal.other.count <= TRICKLOOP_MOST_COURTS)
            trickloop_play_packed(&deal, most, NULL);
        if (deal.over)
            trickloop_write(into, game, deal.leader, deal.rounds, deal.cards, deal.wins[1]);
        else
            left[count++] = game;
    }
    return count;
}

/* Fewer games are played one by one: lanes that stand idle in the end are as many games for nothing. */
enum { TRICKLOOP_FEW = 64 };

/* The lanes need vectors as GCC and Clang have them, and the instructions of x86-64. On Windows not even these will do:
 * GCC does not align vectors on the stack there, and what asks the processor is not in Microsoft's libraries. */
#if defined(TRICKLOOP_GNU) && defined(__x86_64__) && !defined(_WIN32)
#define TRICKLOOP_HAS_LANES 1
#include <immintrin.h>
#define LANES_GROUPS 3

#define LANES 4
#define LANES_TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define LANES_NAME(x) trickloop_avx2_##x
#include "lanes_of.h"
#undef LANES
#undef LANES_TARGET
#undef LANES_NAME

#define LANES 8
#define LANES_TARGET __attribute__((target("avx512f,avx512bw,avx2,bmi,bmi2,popcnt")))
#define LANES_NAME(x) trickloop_avx512_##x
#include "lanes_of.h"
#else
#define TRICKLOOP_HAS_LANES 0
#endif

enum { TRICKLOOP_SCALAR, TRICKLOOP_AVX2, TRICKLOOP_AVX512, TRICKLOOP_KERNELS };

/* Return the best kernel that this processor can run. */
static int trickloop_best_kernel(void)
{
#if TRICKLOOP_HAS_LANES
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
            return TRICKLOOP_AVX512;
        return TRICKLOOP_AVX2;
    }
#endif
    return TRICKLOOP_SCALAR;
}

/* Play games, and list in `left` those that have to be played otherwise: the games of more than `most` rounds or a few
 * more, and those with too many court cards. Returns how many these are; all others are written down. */
static int64_t trickloop_play_rows(
    int kernel, trickloop_rows *rows, const trickloop_columns *into, int64_t most, int64_t *left)
{
#if TRICKLOOP_HAS_LANES
    if (kernel != TRICKLOOP_SCALAR && rows->games >= TRICKLOOP_FEW) {
        /* The first two of AMD's Zen gather bits one by one, which is slower than a loop over the court cards. */
        rows->has_quick_extract = !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
        return kernel == TRICKLOOP_AVX512 ? trickloop_avx512_play(rows, into, most, left)
                                          : trickloop_avx2_play(rows, into, most, left);
    }
#endif
    (void)kernel;
    return trickloop_play_one_by_one(rows, into, most, left);
}

#endif
