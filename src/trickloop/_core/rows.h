/* Deals of Camicia as rows of cards, and how one is read into words of bits. */

#ifndef TRICKLOOP_ROWS_H
#define TRICKLOOP_ROWS_H

#include <stdint.h>
#include <string.h>

#include "machine.h"
#include "packed.h"

/* Deals as rows of cards, and what each card demands; both hands have at least one card. */
typedef struct {
    const int8_t *cards;
    int64_t games;
    int32_t size;               /* cards in a row */
    int32_t first, second;      /* those of each seat */
    const uint8_t *firsts, *seconds;    /* the same for each game, or NULL */
    int8_t payments[16];
    int has_quick_extract;      /* whether the processor gathers bits in one step */
} trickloop_rows;

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
    uint64_t courts = 0, values = 0, rest, is_first;
    const int32_t first = rows->firsts ? rows->firsts[game] : rows->first;
    const int32_t second = rows->firsts ? rows->seconds[game] : rows->second;
    const int32_t dealt = first + second;
    int32_t i, count = 0, first_count = 0;
    is_first = ((uint64_t)1 << first) - 1;
    memset(payments, 0, sizeof payments);
    for (i = 0; i < dealt; i++)
        payments[i] = rows->payments[row[i] & 15];
#if TRICKLOOP_LITTLE_ENDIAN
    for (i = 0; i < dealt; i += 8) {
        uint64_t bytes;
        memcpy(&bytes, payments + i, 8);
        courts |= trickloop_gather(bytes | bytes >> 1 | bytes >> 2) << i;
    }
#else
    for (i = 0; i < dealt; i++)
        courts |= (uint64_t)(payments[i] != 0) << i;
#endif
    for (rest = courts; rest; rest &= rest - 1) {
        i = trickloop_lowest(rest);
        if (count < TRICKLOOP_MOST_COURTS)
            values |= (uint64_t)(payments[i] - 1) << (2 * count);
        count += 1;
        first_count += i < first;
    }
    memset(deal, 0, sizeof *deal);
    deal->lead.size = first;
    deal->lead.count = first_count;
    deal->lead.courts = courts & is_first;
    deal->other.size = second;
    deal->other.count = count - first_count;
    deal->other.courts = courts >> first;
    if (count <= TRICKLOOP_MOST_COURTS) {
        deal->lead.values = values & (((uint64_t)1 << (2 * first_count)) - 1);
        deal->other.values = values >> (2 * first_count);
    }
}

#endif
