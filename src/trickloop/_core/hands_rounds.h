/* Rounds of War on hands that are never written over; see `hands.h`. */

#ifndef TRICKLOOP_HANDS_ROUNDS_H
#define TRICKLOOP_HANDS_ROUNDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "chance.h"
#include "hands.h"
#include "machine.h"
#include "terms.h"

/* Put two cards under a hand, in one store where possible. */
TRICKLOOP_INLINE void put_pair(uint8_t *end, uint32_t upper, uint32_t under)
{
#if TRICKLOOP_LITTLE_ENDIAN
    const uint16_t pair = (uint16_t)(upper | under << 8);
    memcpy(end, &pair, 2);
#else
    end[0] = (uint8_t)upper;
    end[1] = (uint8_t)under;
#endif
}

/* Say whether a state is a sample: `sampled` of 16 are. */
TRICKLOOP_INLINE int is_sample(int32_t first, int32_t second, int32_t size, uint32_t sampled)
{
    return ((uint32_t)(first * 3 + second * 5 + size) & 15) < sampled;
}

/* Play up to `until` rounds between two seats, the others having no cards, and stop earlier where the game is over or
 * at a sample.
 *
 * Of what a round changes only the four ends of the hands are kept up: how many rounds there were, and who won them,
 * follows from how far these have moved. That is 24 operations a round and no branch that is often missed but the one
 * on equal cards. A war in which both can lay all cards, as in nearly all, is fought here too, without a branch on who
 * wins it: that takes a quarter off a game. */
TRICKLOOP_INLINE int play_two(trickloop_war *war, const int seat0, const int seat1, const int pickup,
    const int sampling, int32_t until, uint32_t sampled)
{
    trickloop_seat *const hand0 = &war->hand[seat0], *const hand1 = &war->hand[seat1];
    uint8_t *const left = (uint8_t *)war->cells[seat0], *const right = (uint8_t *)war->cells[seat1];
    const ptrdiff_t need = war->face_down + 1;
    const int is_in_turn = war->pickup == PICKUP_AS_REVEALED || war->pickup == PICKUP_HIGH_LOW;
    uint64_t words = war->words;
    int stands = WAR_RUNNING;
    do {
        const uint8_t *top0 = left + hand0->head, *top1 = right + hand1->head;
        uint8_t *end0 = left + hand0->tail, *end1 = right + hand1->tail;
        const uint8_t *const began = top0, *stop = top0 + (until - war->counts.rounds);
        const uint8_t *const ended0 = end0, *const ended1 = end1;
        /* Of what the ends have moved: what was laid in wars, and what of it each seat took, in pairs. */
        ptrdiff_t laid_in_wars = 0, taken0 = 0, taken1 = 0;
        int32_t wars = 0;
        int is_tie = 0;
        int32_t from0 = 0, from1 = 0;
        while (top0 != stop) {
            const uint32_t first = *top0++, second = *top1++;
            ptrdiff_t won;      /* -1 where seat 1 has won */
            if (first != second) {
                uint32_t upper = first, under;
                won = -(ptrdiff_t)(first < second);
                if (pickup == PICKUP_WINNER_FIRST)
                    upper = first > second ? first : second;
                else if (pickup == PICKUP_LOSER_FIRST)
                    upper = first < second ? first : second;
                else if (pickup == PICKUP_RANDOM)
                    /* An integer below 2 is the highest bit; 0 swaps the two places. By a mask, as a branch on it is
                     * missed half the time. */
                    upper = second ^ ((first ^ second) & (0 - (uint32_t)(trickloop_next_word(&words) >> 63)));
                under = first + second - upper;
                put_pair(end0, upper, under);
                put_pair(end1, upper, under);
                end0 += 2 + 2 * won;
                end1 -= 2 * won;
            } else {
                const uint8_t *const first0 = top0 - 1, *const first1 = top1 - 1;
                uint8_t *under;
                ptrdiff_t laid;
                from0 = (int32_t)(first0 - left);
                from1 = (int32_t)(first1 - right);
                do {
                    if (is_in_turn || end0 - top0 < need || end1 - top1 < need) {
                        is_tie = 1;
                        break;
                    }
                    wars++;
                    top0 += need;
                    top1 += need;
                } while (top0[-1] == top1[-1]);
                laid = top0 - first0;
                stop += laid - 1;
                laid_in_wars += laid - 1;
                if (is_tie)
                    break;
                won = -(ptrdiff_t)(top0[-1] < top1[-1]);
                under = won ? end1 : end0;
                if (pickup == PICKUP_RANDOM) {
                    ptrdiff_t i;
                    for (i = 0; i < laid; i++) {
                        under[2 * i] = first0[i];
                        under[2 * i + 1] = first1[i];
                    }
                    shuffle_cards((int8_t *)under, (int)(2 * laid), &words);
                } else {
                    const uint8_t *above = first0, *below;
                    if (pickup == PICKUP_WINNER_FIRST)
                        above = won ? first1 : first0;
                    else if (pickup == PICKUP_LOSER_FIRST)
                        above = won ? first0 : first1;
                    below = above == first0 ? first1 : first0;
                    under = (uint8_t *)copy_cards((int8_t *)under, (const int8_t *)above, (int32_t)laid);
                    copy_cards((int8_t *)under, (const int8_t *)below, (int32_t)laid);
                }
                end0 += 2 * (laid & ~won);
                end1 += 2 * (laid & won);
                taken0 += (laid - 1) & ~won;
                taken1 += (laid - 1) & won;
            }
            if (top0 == end0)
                break;
            if (top1 == end1)
                break;
            if (sampling && is_sample(*top0, *top1, (int32_t)(end0 - top0), sampled))
                break;
        }
        war->counts.rounds += (int32_t)(top0 - began - laid_in_wars);
        war->counts.wars += wars;
        hand0->wins += (int32_t)((end0 - ended0) / 2 - taken0);
        hand1->wins += (int32_t)((end1 - ended1) / 2 - taken1);
        hand0->head = (int32_t)(top0 - left);
        hand1->head = (int32_t)(top1 - right);
        hand0->tail = (int32_t)(end0 - left);
        hand1->tail = (int32_t)(end1 - right);
        if (is_tie) {
            int32_t from[HANDS_MOST_SEATS];
            int level[2], i;
            for (i = 0; i < war->seats; i++)
                from[i] = war->hand[i].head;
            from[seat0] = from0;
            from[seat1] = from1;
            level[0] = seat0;
            level[1] = seat1;
            war->words = words;
            stands = fight(war, from, level, 2);
            words = war->words;
            if (stands != WAR_RUNNING)
                break;
        }
        if (hand0->head == hand0->tail)
            stands = hand1->head == hand1->tail ? WAR_DRAW : WAR_WIN;
        else if (hand1->head == hand1->tail)
            stands = WAR_WIN;
        else if (sampling && is_sample(left[hand0->head], right[hand1->head], hand_size(hand0), sampled))
            stands = WAR_SAMPLE;
    } while (stands == WAR_RUNNING && war->counts.rounds < until);
    war->words = words;
    return stands;
}

/* The same among any number of seats. */
TRICKLOOP_INLINE int play_many(
    trickloop_war *war, const int pickup, const int sampling, int32_t until, uint32_t sampled)
{
    trickloop_seat *const hand = war->hand;
    /* Of two different cards the winner's is the high one. */
    const int two_pickup = pickup == PICKUP_HIGH_LOW ? PICKUP_WINNER_FIRST : pickup;
    int active[HANDS_MOST_SEATS];
    int count = 0, i;
    for (i = 0; i < war->seats; i++)
        if (hand_size(&hand[i]))
            active[count++] = i;
    if (count == 2)
        return play_two(war, active[0], active[1], two_pickup, sampling, until, sampled);
    while (war->counts.rounds < until) {
        int8_t cards[HANDS_MOST_SEATS];
        int best = -1, winner = 0, equal = 0, gone = 0;
        war->counts.rounds++;
        for (i = 0; i < count; i++) {
            trickloop_seat *seat = &hand[active[i]];
            int card = war->cells[active[i]][seat->head++];
            cards[i] = (int8_t)card;
            /* Without branches: which card is the highest so far, and how many are as high. */
            equal = card > best ? 1 : equal + (card == best);
            winner = card > best ? i : winner;
            best = card > best ? card : best;
        }
        if (equal == 1) {
            trickloop_seat *seat = &hand[active[winner]];
            int8_t *under = war->cells[active[winner]] + seat->tail;
            if (pickup == PICKUP_RANDOM) {
                shuffle_cards(cards, count, &war->words);
                memcpy(under, cards, HANDS_MOST_SEATS);
            } else if (pickup == PICKUP_SEAT_ORDER) {
                memcpy(under, cards, HANDS_MOST_SEATS);
            } else if (pickup == PICKUP_HIGH_LOW) {
                sort_cards(under, cards, count);
            } else {
                int place = pickup == PICKUP_LOSER_FIRST ? winner + 1 : winner;
                for (i = 0; i < count; i++, place++)
                    under[i] = cards[place < count ? place : place - count];
            }
            seat->tail += count;
            seat->wins += 1;
        } else {
            int32_t from[HANDS_MOST_SEATS];
            int level[HANDS_MOST_SEATS], kept = 0;
            for (i = 0; i < war->seats; i++)
                from[i] = hand[i].head;
            for (i = 0; i < count; i++) {
                from[active[i]]--;
                if (cards[i] == best)
                    level[kept++] = active[i];
            }
            if (fight(war, from, level, kept) == WAR_DRAW)
                return WAR_DRAW;
        }
        for (i = 0; i < count; i++)
            gone += hand[active[i]].head == hand[active[i]].tail;
        if (gone) {
            int kept = 0;
            for (i = 0; i < count; i++)
                if (hand_size(&hand[active[i]]))
                    active[kept++] = active[i];
            count = kept;
            if (count < 2)
                return count ? WAR_WIN : WAR_DRAW;
            if (count == 2 && war->counts.rounds < until) {
                if (sampling && is_sample(war->cells[active[0]][hand[active[0]].head],
                                    war->cells[active[1]][hand[active[1]].head], hand_size(&hand[active[0]]), sampled))
                    return WAR_SAMPLE;
                return play_two(war, active[0], active[1], two_pickup, sampling, until, sampled);
            }
        }
        if (sampling
            && is_sample(war->cells[active[0]][hand[active[0]].head], war->cells[active[1]][hand[active[1]].head],
                hand_size(&hand[active[0]]), sampled))
            return WAR_SAMPLE;
    }
    return WAR_RUNNING;
}

#define HANDS_PLAY(pickup, sampling) \
    (war->seats == 2 ? play_two(war, 0, 1, pickup, sampling, until, sampled) \
                     : play_many(war, pickup, sampling, until, sampled))

static int play_rounds(trickloop_war *war, int32_t until, uint32_t sampled)
{
    switch (war->pickup) {
    case PICKUP_RANDOM:
        return HANDS_PLAY(PICKUP_RANDOM, 0);
    case PICKUP_HIGH_LOW:
        /* Of two different cards the winner's is the high one. */
        if (war->seats > 2)
            return sampled ? play_many(war, PICKUP_HIGH_LOW, 1, until, sampled)
                           : play_many(war, PICKUP_HIGH_LOW, 0, until, 0);
        /* fall through */
    case PICKUP_WINNER_FIRST:
        return sampled ? HANDS_PLAY(PICKUP_WINNER_FIRST, 1) : HANDS_PLAY(PICKUP_WINNER_FIRST, 0);
    case PICKUP_LOSER_FIRST:
        return sampled ? HANDS_PLAY(PICKUP_LOSER_FIRST, 1) : HANDS_PLAY(PICKUP_LOSER_FIRST, 0);
    default:
        return sampled ? HANDS_PLAY(PICKUP_SEAT_ORDER, 1) : HANDS_PLAY(PICKUP_SEAT_ORDER, 0);
    }
}

#endif
