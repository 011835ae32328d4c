/* Games of War on hands that are never written over (see `hands.h`), and the loops in them.
 *
 * A state that comes back is looked for among samples: states that a few bits of the two top cards and of a size pick
 * out. Whether a state is picked depends on the state alone, so the first sample on the loop is met again after exactly
 * one turn; and where the loop begins, between that sample and the one before it, is found by playing these few rounds
 * again. States are compared in full. Games that outgrow the buffers are left to the hands on rings.
 */

#ifndef TRICKLOOP_HANDS_GAMES_H
#define TRICKLOOP_HANDS_GAMES_H

#include <stdint.h>
#include <string.h>

#include "columns.h"
#include "hands.h"
#include "hands_rounds.h"
#include "terms.h"

static int same_hands(const trickloop_war *war, const trickloop_seat *hands,
    const trickloop_war *other, const trickloop_seat *other_hands)
{
    int i;
    for (i = 0; i < war->seats; i++)
        if (hand_size(&hands[i]) != hand_size(&other_hands[i]))
            return 0;
    for (i = 0; i < war->seats; i++)
        if (memcmp(war->cells[i] + hands[i].head, other->cells[i] + other_hands[i].head, (size_t)hand_size(&hands[i])))
            return 0;
    return 1;
}

/* Look the state up among the samples, and add it. Returns the sample that it equals, -1 for none, -2 where there is no
 * room for another. */
static int32_t look_up(trickloop_war *war)
{
    uint64_t hash = 0;
    uint32_t slot, entry;
    int i;
    for (i = 0; i < war->seats; i++) {
        /* The first eight cards will do: what they propose is compared. Behind the last card lies what is no part of
         * the state. */
        const int8_t *top = war->cells[i] + war->hand[i].head;
        int32_t size = hand_size(&war->hand[i]);
        uint64_t cards = (uint64_t)size;
        if (size >= 8)
            memcpy(&cards, top, 8);
        else
            memcpy(&cards, top, (size_t)size);
        hash = (hash ^ cards) * 0x9E3779B97F4A7C15ull;
        hash ^= hash >> 32;
    }
    slot = (uint32_t)hash & (HANDS_SLOTS - 1);
    for (; (entry = war->slots[slot]) >> HANDS_STAMP_SHIFT == war->stamp; slot = (slot + 1) & (HANDS_SLOTS - 1)) {
        int32_t sample = (int32_t)(entry & (HANDS_SAMPLES - 1));
        if (same_hands(war, war->sample_hands + (int64_t)sample * war->seats, war, war->hand))
            return sample;
    }
    if (war->sample_count == HANDS_SAMPLES)
        return -2;
    war->slots[slot] = war->stamp << HANDS_STAMP_SHIFT | (uint32_t)war->sample_count;
    memcpy(war->sample_hands + (int64_t)war->sample_count * war->seats, war->hand,
        (size_t)war->seats * sizeof *war->hand);
    war->samples[war->sample_count++] = war->counts;
    return -1;
}

/* Go back from the sample that came back to the first state that did; `start` is the deal, and `again` has buffers of
 * its own. Returns the rounds before the loop. */
static int32_t go_back(
    trickloop_war *war, trickloop_war *again, const trickloop_seat *start, int32_t sample, int32_t length)
{
    const trickloop_counts none = {0, 0};
    const trickloop_seat *before = sample ? war->sample_hands + (int64_t)(sample - 1) * war->seats : start;
    int32_t i = war->sample_count - 1;
    int seat;
    again->counts = sample ? war->samples[sample - 1] : none;
    /* The copy first: playing on from an old state writes over what came after it. */
    for (seat = 0; seat < war->seats; seat++) {
        again->hand[seat].head = 0;
        again->hand[seat].tail = hand_size(&before[seat]);
        memcpy(again->cells[seat], war->cells[seat] + before[seat].head, (size_t)again->hand[seat].tail);
    }
    while (i >= 0 && war->samples[i].rounds > again->counts.rounds + length)
        i--;
    war->counts = i < 0 ? none : war->samples[i];
    memcpy(war->hand, i < 0 ? start : war->sample_hands + (int64_t)i * war->seats,
        (size_t)war->seats * sizeof *war->hand);
    /* Neither outgrows the room that the game has had already. */
    play_rounds(war, again->counts.rounds + length, 0);
    while (!same_hands(war, war->hand, again, again->hand)) {
        play_rounds(war, war->counts.rounds + 1, 0);
        play_rounds(again, again->counts.rounds + 1, 0);
    }
    return again->counts.rounds;
}

/* Put all hands at the start of their buffers, where no earlier state is needed. */
static void move_hands(trickloop_war *war)
{
    int i;
    for (i = 0; i < war->seats; i++) {
        trickloop_seat *hand = &war->hand[i];
        memmove(war->cells[i], war->cells[i] + hand->head, (size_t)hand_size(hand));
        war->gone += hand->head;
        hand->tail -= hand->head;
        hand->head = 0;
    }
}

static int64_t cards_laid(const trickloop_war *war, const trickloop_seat *hands)
{
    int64_t cards = 0;
    int i;
    for (i = 0; i < war->seats; i++)
        cards += hands[i].head;
    return cards;
}

/* Play one game that has been dealt, and say how it stands at its end. */
static int play_game(trickloop_war *war, trickloop_war *again, int64_t max_rounds, int64_t *loop)
{
    /* Loops are rare where the winner's or the loser's card goes first, and most games are over by then. */
    int32_t first_sample = war->pickup == PICKUP_SEAT_ORDER || war->pickup == PICKUP_AS_REVEALED ? 64 : 1024;
    trickloop_seat start[HANDS_MOST_SEATS];
    trickloop_counts *counts = &war->counts;
    int32_t cards = 0;
    int holders = 0, i, is_full, stands;
    for (i = 0; i < war->seats; i++) {
        holders += war->hand[i].tail > 0;
        cards += war->hand[i].tail;
    }
    if (holders < 2)
        return holders ? WAR_WIN : WAR_DRAW;
    /* Games of few cards with an end are short. */
    if (cards <= HANDS_FEW && first_sample > 2 * cards * cards)
        first_sample = 2 * cards * cards;
    memcpy(start, war->hand, sizeof start);
    war->sample_count = 0;
    if (++war->stamp == HANDS_STAMPS) {
        memset(war->slots, 0, HANDS_SLOTS * sizeof *war->slots);
        war->stamp = 1;
    }
    for (;;) {
        /* One state in 16, and more of them where that has not been enough: some short loops have none of these. Loops
         * of few cards are all short, and soon every state is a sample. */
        uint32_t sampled = counts->rounds < first_sample || war->pickup == PICKUP_RANDOM ? 0
            : cards <= HANDS_FEW && counts->rounds >= first_sample + HANDS_STRETCH ? 16
            : 1 + (counts->rounds >= 1 << 12) + (counts->rounds >= 1 << 14) + (counts->rounds >= 1 << 16);
        int32_t until = counts->rounds - counts->rounds % HANDS_STRETCH + HANDS_STRETCH;
        /* Not even a game of chance may go on for longer where nobody hears Ctrl-C. */
        if (counts->rounds >= HANDS_MOST_ROUNDS)
            return WAR_LEFT;
        if (counts->rounds >= max_rounds)
            return war->pickup == PICKUP_RANDOM ? WAR_LIMIT : WAR_LEFT;
        if (until > max_rounds)
            until = (int32_t)max_rounds;
        if (counts->rounds < first_sample && until > first_sample)
            until = first_sample;
        for (is_full = 0, i = 0; i < war->seats; i++)
            is_full |= war->hand[i].tail > HANDS_ROOM - HANDS_SPARE;
        if (is_full) {
            if (war->pickup != PICKUP_RANDOM)
                return WAR_LEFT;
            move_hands(war);
        }
        stands = play_rounds(war, until, sampled);
        if (stands == WAR_SAMPLE) {
            int32_t sample = look_up(war);
            if (sample == -2)
                return WAR_LEFT;
            if (sample >= 0) {
                loop[1] = counts->rounds - war->samples[sample].rounds;
                loop[2] = cards_laid(war, war->hand)
                    - cards_laid(war, war->sample_hands + (int64_t)sample * war->seats);
                loop[0] = go_back(war, again, start, sample, (int32_t)loop[1]);
                return WAR_LOOP;
            }
        } else if (stands != WAR_RUNNING) {
            return stands;
        }
    }
}

/* Deals as rows of cards, `sizes` of them to each seat. */
typedef struct {
    const int8_t *cards;
    int64_t games;
    int32_t size;
    int32_t sizes[HANDS_MOST_SEATS];
    const uint64_t *keys;       /* what chance is drawn from in each game, where the pickup is random */
} trickloop_deals;

/* Play games from `*next` on until all are played or `most_cards` have been laid, and list in `left` those that have to
 * be played otherwise; returns how many these are. */
static int64_t trickloop_play_wars(trickloop_war *war, trickloop_war *again, const trickloop_deals *deals,
    int64_t max_rounds, int64_t most_cards, const trickloop_columns *into, int64_t *left, int64_t *next)
{
    /* By the order of `Ending`: WIN, LOOP, LIMIT, DRAW. */
    static const int8_t endings[] = {-1, 0, 3, 1, 2};
    int64_t game, count = 0;
    for (game = *next; game < deals->games && most_cards > 0; game++) {
        const int8_t *row = deals->cards + game * deals->size;
        int64_t loop[3] = {-1, -1, -1};
        int seat, stands, winner = 0;
        war->counts.rounds = war->counts.wars = 0;
        war->gone = 0;
        war->words = deals->keys ? deals->keys[game] : 0;
        for (seat = 0; seat < war->seats; seat++) {
            memcpy(war->cells[seat], row, (size_t)deals->sizes[seat]);
            row += deals->sizes[seat];
            war->hand[seat].head = war->hand[seat].wins = 0;
            war->hand[seat].tail = deals->sizes[seat];
        }
        stands = play_game(war, again, max_rounds, loop);
        most_cards -= war->gone + cards_laid(war, war->hand) + 1;
        if (stands == WAR_LEFT) {
            left[count++] = game;
            continue;
        }
        for (seat = 0; seat < war->seats; seat++) {
            into->wins[game * war->seats + seat] = war->hand[seat].wins;
            if (hand_size(&war->hand[seat]))
                winner = seat + 1;
        }
        into->winner[game] = (int8_t)(stands == WAR_WIN ? winner : 0);
        into->ending[game] = endings[stands];
        into->rounds[game] = war->counts.rounds;
        into->cards[game] = war->gone + cards_laid(war, war->hand);
        into->wars[game] = war->counts.wars;
        into->loop_start[game] = loop[0];
        into->loop_length[game] = loop[1];
        into->loop_cards[game] = loop[2];
    }
    *next = game;
    return count;
}

#endif
