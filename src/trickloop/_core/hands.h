/* War without won piles and coins, many games one after the other: the hands, and the wars.
 *
 * A hand is a stretch of a buffer that is never written over: it is drawn from at one end and put under at the other.
 * So a round between two has no branch on who wins it: both cards are written behind both hands, and only the winner's
 * end moves. And every state that the game has been in is still there, as a stretch of each buffer.
 *
 * `hands_rounds.h` plays the rounds, `hands_games.h` the games.
 */

#ifndef TRICKLOOP_HANDS_H
#define TRICKLOOP_HANDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "chance.h"
#include "machine.h"
#include "terms.h"

/* How a game stands; LEFT: it has to be played otherwise. */
enum { WAR_RUNNING, WAR_WIN, WAR_DRAW, WAR_LOOP, WAR_LIMIT, WAR_LEFT, WAR_SAMPLE };

enum {
    HANDS_MOST_SEATS = 16,
    HANDS_MOST_CARDS = 255,     /* in all hands together */
    HANDS_FEW = 24,             /* cards whose loops are so short that every state is a sample */
    HANDS_MOST_ROUNDS = 1 << 22,
    HANDS_ROOM = 1 << 20,       /* cells a hand; of 52 cards dealt at random, one game in 10^5 outgrows them */
    HANDS_SAMPLES = 1 << 17,
    HANDS_SLOTS = 1 << 18,
    HANDS_STAMP_SHIFT = 17,
    HANDS_STAMPS = 1 << 15,     /* games after which the slots are cleared, as the stamps begin anew */
    HANDS_STRETCH = 256,        /* rounds between two looks at the room that is left */
    HANDS_SPARE = HANDS_STRETCH * (HANDS_MOST_CARDS + 1)    /* the cells they may need */
};

/* A state, as far as one seat has part in it: where its hand lies in its buffer, and the rounds it has won. */
typedef struct {
    int32_t head, tail, wins;
} trickloop_seat;

typedef struct {
    int32_t rounds, wars;
} trickloop_counts;

typedef struct {
    int32_t seats, face_down, pickup, shortage;
    int8_t *cells[HANDS_MOST_SEATS];
    trickloop_seat hand[HANDS_MOST_SEATS];
    trickloop_counts counts;
    int64_t gone;               /* cards drawn before the hands were moved to the start of the buffers */
    uint64_t words;             /* the state of the words that chance is drawn from */
    trickloop_seat *sample_hands;   /* `seats` a sample */
    trickloop_counts *samples;
    int32_t sample_count;
    uint32_t *slots;            /* the stamp of a game above one of its samples */
    uint32_t stamp;
    int8_t table[HANDS_MOST_CARDS + 1];     /* in the order laid */
} trickloop_war;

TRICKLOOP_INLINE int32_t hand_size(const trickloop_seat *hand)
{
    return hand->tail - hand->head;
}

TRICKLOOP_INLINE void shuffle_cards(int8_t *cards, int size, uint64_t *words)
{
    int place;
    for (place = size - 1; place > 0; place--) {
        int other = (int)trickloop_below((uint64_t)place + 1, words);
        int8_t card = cards[place];
        cards[place] = cards[other];
        cards[other] = card;
    }
}

/* Put cards from high to low, equal ones in the order laid. */
TRICKLOOP_INLINE void sort_cards(int8_t *sorted, const int8_t *cards, int size)
{
    int i, place;
    for (i = 0; i < size; i++) {
        int8_t card = cards[i];
        for (place = i; place && sorted[place - 1] < card; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = card;
    }
}

/* Copy cards from one buffer to another; most are few, and copies of one size are a load and a store. What is too much
 * lies behind a hand, or is written over. */
TRICKLOOP_INLINE int8_t *copy_cards(int8_t *under, const int8_t *cards, int32_t count)
{
    int8_t copy[16];
    if (count <= 16) {
        memcpy(copy, cards, 16);
        memcpy(under, copy, 16);
    } else {
        memmove(under, cards, (size_t)count);
    }
    return under + count;
}

/* Put the table under the hand of the seat that won a war; `from` is where each hand began before the round. */
static void take_table(trickloop_war *war, int seat, const int32_t *from, int laid)
{
    int8_t *under = war->cells[seat] + war->hand[seat].tail;
    int first = seat, i;
    war->hand[seat].tail += laid;
    war->hand[seat].wins += 1;
    if (war->pickup == PICKUP_AS_REVEALED) {
        memcpy(under, war->table, (size_t)laid);
        return;
    }
    if (war->pickup == PICKUP_HIGH_LOW) {
        sort_cards(under, war->table, laid);
        return;
    }
    if (war->pickup == PICKUP_RANDOM) {
        shuffle_cards(war->table, laid, &war->words);
        memcpy(under, war->table, (size_t)laid);
        return;
    }
    if (war->pickup == PICKUP_LOSER_FIRST)
        first = seat + 1;
    else if (war->pickup == PICKUP_SEAT_ORDER)
        first = 0;
    for (i = 0; i < war->seats; i++) {
        int other = first + i < war->seats ? first + i : first + i - war->seats;
        under = copy_cards(under, war->cells[other] + from[other], war->hand[other].head - from[other]);
    }
}

/* Fight the war of a round whose first cards have been drawn, one of each hand that no longer begins at `from`; the
 * seats in `level` have laid the highest. Returns whether the game goes on, or is a draw. */
static int fight(trickloop_war *war, const int32_t *from, int *level, int count)
{
    int32_t left[HANDS_MOST_SEATS], quota[HANDS_MOST_SEATS], need, most, nth;
    int able[HANDS_MOST_SEATS], laid = 0, fit, i, kept;
    int8_t *table = war->table;
    /* Between two, more than one card each where wars have been tied already. */
    for (nth = 0, most = 1; nth < most; nth++)
        for (i = 0; i < war->seats; i++)
            if (from[i] + nth < war->hand[i].head) {
                table[laid++] = war->cells[i][from[i] + nth];
                most = war->hand[i].head - from[i];
            }
    while (count > 1) {
        int best = -1;
        war->counts.wars++;
        need = war->face_down + 1;
        for (i = 0; i < count; i++) {
            left[i] = hand_size(&war->hand[level[i]]);
            if (war->shortage == SHORT_SHORTEN && left[i] && left[i] < need)
                need = left[i];
        }
        fit = 0;
        for (i = 0; i < count; i++) {
            able[i] = left[i] >= (war->shortage == SHORT_LAST_CARD || war->shortage == SHORT_SHORTEN ? 1 : need);
            fit += able[i];
        }
        if (!fit && war->shortage == SHORT_FIRST_OUT) {
            most = 0;
            for (i = 0; i < count; i++)
                most = left[i] > most ? left[i] : most;
            for (i = 0; i < count; i++) {
                able[i] = left[i] == most;
                fit += able[i];
            }
            if (fit > 1)
                fit = 0;
        }
        if ((!fit && war->shortage != SHORT_LONGEST) || (fit < count && war->shortage == SHORT_DRAW))
            return WAR_DRAW;
        most = 0;
        for (i = 0; i < count; i++) {
            quota[i] = left[i] < need ? left[i] : need;
            if (able[i] && fit == 1 && war->shortage != SHORT_LONGEST)
                quota[i] = 0;
            most = quota[i] > most ? quota[i] : most;
        }
        for (nth = 1; nth <= most; nth++)
            for (i = 0; i < count; i++)
                if (nth <= quota[i])
                    table[laid++] = war->cells[level[i]][war->hand[level[i]].head++];
        kept = 0;
        for (i = 0; i < count; i++)
            if (able[i])
                level[kept++] = level[i];
        count = kept;
        if (count < 2)
            break;
        for (i = 0; i < count; i++) {
            int card = war->cells[level[i]][war->hand[level[i]].head - 1];
            if (card > best) {
                best = card;
                kept = 0;
            }
            if (card == best)
                level[kept++] = level[i];
        }
        count = kept;
    }
    /* Without a winner the cards of the round leave the game. */
    if (count)
        take_table(war, level[0], from, laid);
    return WAR_RUNNING;
}

#endif
