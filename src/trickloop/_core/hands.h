/* War without won piles and coins, many games one after the other.
 *
 * A hand is a stretch of a buffer that is never written over: it is drawn from at one end and put under at the other.
 * So a round between two has no branch on who wins it: both cards are written behind both hands, and only the winner's
 * end moves. And every state that the game has been in is still there, as a stretch of each buffer.
 *
 * A state that comes back is looked for among samples: states that a few bits of the two top cards and of a size pick
 * out. Whether a state is picked depends on the state alone, so the first sample on the loop is met again after exactly
 * one turn; and where the loop begins, between that sample and the one before it, is found by playing these few rounds
 * again. States are compared in full. Games that outgrow the buffers are left to the hands on rings.
 */

#ifndef TRICKLOOP_HANDS_H
#define TRICKLOOP_HANDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "chance.h"
#include "columns.h"
#include "terms.h"

#if defined(_MSC_VER) && !defined(__clang__)
#define HANDS_INLINE static __forceinline
#else
#define HANDS_INLINE static inline __attribute__((always_inline))
#endif

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

HANDS_INLINE int32_t hand_size(const trickloop_seat *hand)
{
    return hand->tail - hand->head;
}

HANDS_INLINE void shuffle_cards(int8_t *cards, int size, uint64_t *words)
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
HANDS_INLINE void sort_cards(int8_t *sorted, const int8_t *cards, int size)
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
HANDS_INLINE int8_t *copy_cards(int8_t *under, const int8_t *cards, int32_t count)
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
            able[i] = war->shortage == SHORT_LAST_CARD || war->shortage == SHORT_SHORTEN ? left[i] > 0 : left[i] >= need;
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

/* Two cards as they lie one behind the other in memory. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define HANDS_PAIR(first, second) ((first) << 8 | (second))
#else
#define HANDS_PAIR(first, second) ((first) | (second) << 8)
#endif

/* Say whether a state is a sample: `sampled` of 16 are. */
HANDS_INLINE int is_sample(int32_t first, int32_t second, int32_t size, uint32_t sampled)
{
    return ((uint32_t)(first * 3 + second * 5 + size) & 15) < sampled;
}

/* Play up to `until` rounds between two seats, the others having no cards, and stop earlier where the game is over or at a sample.
 *
 * Of what a round changes only the four ends of the hands are kept up: how many rounds there were, and who won them,
 * follows from how far these have moved. That is 24 operations a round and no branch that is often missed but the one on
 * equal cards. A war in which both can lay all cards, as in nearly all, is fought here too, without a branch on who wins
 * it: that takes a quarter off a game. */
HANDS_INLINE int play_two(trickloop_war *war, const int seat0, const int seat1, const int pickup, const int sampling,
    int32_t until, uint32_t sampled)
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
                uint16_t pair;
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
                pair = (uint16_t)HANDS_PAIR(upper, under);
                memcpy(end0, &pair, 2);
                memcpy(end1, &pair, 2);
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
HANDS_INLINE int play_many(trickloop_war *war, const int pickup, const int sampling, int32_t until, uint32_t sampled)
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
    (war->seats == 2 ? play_two(war, 0, 1, pickup, sampling, until, sampled) : play_many(war, pickup, sampling, until, sampled))

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

/* Play games from `*next` on until all are played or `most_cards` have been laid, and list in `left` those that have to be
 * played otherwise; returns how many these are. */
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
