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

#ifndef TRICKLOOP_PACKED_H
#define TRICKLOOP_PACKED_H

#include <stdint.h>
#include <string.h>

#include "machine.h"

enum { TRICKLOOP_MOST_CARDS = 63, TRICKLOOP_MOST_COURTS = 31, TRICKLOOP_MOST_PAYMENT = 4 };

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

#endif
