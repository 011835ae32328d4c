/* Camicia on hands of at most 63 cards: a step a court card instead of a step a card.
 *
 * A hand is a mask of its court cards and a queue of their payments, so that the next card which changes the course of
 * the trick is one count of trailing zeros away. In the open phase the players lay in turn: the leader's card i falls
 * at ply 2i and the other's card j at ply 2j + 1, so the leader meets his event first where i <= j. While a payment of
 * d cards is due, the event is the first court card among the next d, or else the d-th card, or the end of the hand.
 * A bit set behind the last card makes that end an event like the others.
 *
 * A state is a handful of words, so two states are compared in full at each trick, without a hash.
 */

#ifndef TRICKLOOP_LANES_H
#define TRICKLOOP_LANES_H

#include <stdint.h>
#include <string.h>

#include "columns.h"

#if defined(_MSC_VER) && !defined(__clang__)
#include <intrin.h>
#endif

enum { TRICKLOOP_MOST_CARDS = 63, TRICKLOOP_MOST_COURTS = 31, TRICKLOOP_MOST_PAYMENT = 4, TRICKLOOP_FEW = 64 };

typedef struct {
    uint64_t courts;  /* bit i is set where card i is a court card; card 0 is the top */
    uint64_t values;  /* two bits a court card, the topmost lowest: its payment less 1 */
    int32_t size;     /* cards */
    int32_t count;    /* court cards */
} trickloop_hand;

typedef struct {
    trickloop_hand lead, other;
    int32_t leader;  /* the seat that leads, 0 or 1 */
    int32_t over;    /* whether a hand is empty */
    int64_t rounds;
    int64_t cards;
    int64_t wins[2];
} trickloop_packed;

static inline int32_t trickloop_lowest(uint64_t word)
{
#if defined(_MSC_VER) && !defined(__clang__)
    unsigned long place;
#if defined(_WIN64)
    _BitScanForward64(&place, word);
#else
    if (!_BitScanForward(&place, (uint32_t)word)) {
        _BitScanForward(&place, (uint32_t)(word >> 32));
        place += 32;
    }
#endif
    return (int32_t)place;
#else
    return __builtin_ctzll(word);
#endif
}

/* Lay the top cards of a hand, none of them a court card. */
static inline void trickloop_lay(trickloop_hand *hand, int32_t cards)
{
    hand->courts >>= cards;
    hand->size -= cards;
}

/* Lay the top card, a court card, on a pile, and return what it demands. */
static inline int32_t trickloop_lay_court(trickloop_hand *hand, trickloop_hand *pile)
{
    uint64_t value = hand->values & 3;
    hand->values >>= 2;
    hand->count -= 1;
    hand->courts >>= 1;
    hand->size -= 1;
    pile->values |= value << (2 * pile->count);
    pile->count += 1;
    pile->courts |= (uint64_t)1 << pile->size;
    pile->size += 1;
    return (int32_t)value + 1;
}

static inline void trickloop_take(trickloop_hand *hand, const trickloop_hand *pile)
{
    hand->courts |= pile->courts << hand->size;
    hand->values |= pile->values << (2 * hand->count);
    hand->size += pile->size;
    hand->count += pile->count;
}

static inline int trickloop_same_hand(const trickloop_hand *a, const trickloop_hand *b)
{
    return a->courts == b->courts && a->size == b->size && a->values == b->values;
}

static inline int trickloop_same_state(const trickloop_packed *a, const trickloop_packed *b)
{
    return a->leader == b->leader && trickloop_same_hand(&a->lead, &b->lead)
        && trickloop_same_hand(&a->other, &b->other);
}

/* Pay what is due from one hand; return whether a court card ended it, and with it a new demand. */
static inline int trickloop_pay(trickloop_hand *payer, trickloop_hand *pile, int32_t *due)
{
    int32_t paid = trickloop_lowest(payer->courts | (uint64_t)1 << payer->size | (uint64_t)1 << *due);
    trickloop_lay(payer, paid);
    pile->size += paid;
    if (paid == *due || payer->size == 0)
        return 0;
    *due = trickloop_lay_court(payer, pile);
    return 1;
}

/* Play one trick; the hands come back as those of the new leader and the other. */
static inline void trickloop_trick(trickloop_hand *lead, trickloop_hand *other, int32_t *leader, trickloop_hand *pile)
{
    int32_t i = trickloop_lowest(lead->courts | (uint64_t)1 << lead->size);
    int32_t j = trickloop_lowest(other->courts | (uint64_t)1 << other->size);
    int32_t second = j < i;
    int32_t before = second ? j : i;
    int32_t due;
    /* The player of the first court card, and the other one; a swap of data, as a branch is missed half the time. */
    trickloop_hand first = second ? *other : *lead;
    trickloop_hand next = second ? *lead : *other;
    *leader ^= second;
    trickloop_lay(&first, before);
    trickloop_lay(&next, before + second);
    pile->courts = pile->values = 0;
    pile->count = 0;
    pile->size = 2 * before + second;
    if (first.size == 0) {
        /* He must lay a card and cannot. */
        *leader ^= 1;
        trickloop_take(&next, pile);
        *lead = next;
        *other = first;
        return;
    }
    due = trickloop_lay_court(&first, pile);
    for (;;) {
        if (!trickloop_pay(&next, pile, &due)) {
            trickloop_take(&first, pile);
            *lead = first;
            *other = next;
            return;
        }
        if (!trickloop_pay(&first, pile, &due)) {
            trickloop_take(&next, pile);
            *leader ^= 1;
            *lead = next;
            *other = first;
            return;
        }
    }
}

/* Play tricks until the game is over, has had `until` tricks or comes back to the state of `kept`, if there is one.
 * Return whether it came back. */
static int trickloop_play_packed(trickloop_packed *game, int64_t until, const trickloop_packed *kept)
{
    trickloop_packed now = *game;
    trickloop_hand pile;
    int back = 0;
    while (!now.over && !back && now.rounds < until) {
        trickloop_trick(&now.lead, &now.other, &now.leader, &pile);
        now.rounds += 1;
        now.cards += pile.size;
        now.wins[now.leader] += 1;
        now.over = now.other.size == 0;
        back = kept && !now.over && trickloop_same_state(&now, kept);
    }
    *game = now;
    return back;
}

/* Deals as rows of cards, and what each card demands; both hands have at least one card. */
typedef struct {
    const int8_t *cards;
    int64_t games;
    int32_t size;               /* cards in a row */
    int32_t first;              /* those of seat 0 */
    int8_t payments[16];
    int has_quick_extract;      /* whether the processor gathers bits in one step */
} trickloop_rows;

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

/* Gather the lowest bits of eight bytes, that of the first byte lowest. */
static inline uint64_t trickloop_gather(uint64_t bytes)
{
    return (bytes & 0x0101010101010101ull) * 0x0102040810204080ull >> 56;
}

/* Read a deal from its row. */
static inline void trickloop_read(const trickloop_rows *rows, int64_t game, trickloop_packed *deal)
{
    const int8_t *row = rows->cards + game * rows->size;
    int8_t payments[64];
    uint64_t courts = 0, values = 0, rest, is_first = ((uint64_t)1 << rows->first) - 1;
    int32_t i, count = 0, first_count = 0;
    memset(payments, 0, sizeof payments);
    for (i = 0; i < rows->size; i++)
        payments[i] = rows->payments[row[i] & 15];
    for (i = 0; i < rows->size; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, payments + i, 8);
        courts |= trickloop_gather(bytes | bytes >> 1 | bytes >> 2) << i;
    }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    for (i = 0, courts = 0; i < rows->size; i++)
        courts |= (uint64_t)(payments[i] != 0) << i;
#endif
    for (rest = courts; rest; rest &= rest - 1) {
        i = trickloop_lowest(rest);
        if (count < TRICKLOOP_MOST_COURTS)
            values |= (uint64_t)(payments[i] - 1) << (2 * count);
        count += 1;
        first_count += i < rows->first;
    }
    memset(deal, 0, sizeof *deal);
    deal->lead.size = rows->first;
    deal->lead.count = first_count;
    deal->lead.courts = courts & is_first;
    deal->other.size = rows->size - rows->first;
    deal->other.count = count - first_count;
    deal->other.courts = courts >> rows->first;
    if (count <= TRICKLOOP_MOST_COURTS) {
        deal->lead.values = values & (((uint64_t)1 << (2 * first_count)) - 1);
        deal->other.values = values >> (2 * first_count);
    }
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

#if (defined(__GNUC__) || defined(__clang__)) && defined(__x86_64__)
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
    /* Lanes that stand idle in the end are as many games for nothing. */
    if (kernel != TRICKLOOP_SCALAR && rows->games >= TRICKLOOP_FEW) {
        /* The first two of AMD's Zen gather bits one by one, which is slower than a loop over the court cards. */
        rows->has_quick_extract = !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
        return kernel == TRICKLOOP_AVX512 ? trickloop_avx512_play(rows, into, most, left)
                                          : trickloop_avx2_play(rows, into, most, left);
    }
#endif
    return trickloop_play_one_by_one(rows, into, most, left);
}

#endif
