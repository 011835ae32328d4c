/* Camicia in lock-step lanes: the step of `packed.h` without branches, on as many games at once as a vector has words.
 *
 * Included once for each instruction set, which defines
 *   LANES           games in a vector, 4 or 8
 *   LANES_TARGET    the attribute that allows the instructions
 *   LANES_NAME(x)   the name of this instance of x
 *
 * A lane holds the hand of T, the taker of the last trick, that of P, who has to play or pay next, and the pile. A hand
 * is its court cards with a bit behind the last card, the queue of their values, and its size with twice the number of
 * court cards above it, in one word. `due` is what P has to pay, 0 between two tricks.
 *
 * A payment lays the number cards up to the next event, and the court card if that is the event. A trick takes the pile
 * where nothing is due and lays all cards up to and with the next court card. 56 in 100 payments meet a court card, so
 * two payments go with one trick, the first of P and the second of T: one for one is a fifth slower. If the second met
 * a court card, P pays next, as before; if only the first did, P takes the pile, and the two change their roles.
 * Where a lane has nothing to do in a step, zeros are added and the roles are swapped by a mask of zeros.
 *
 * What it costs: 26 operations a payment, 15 to swap and 63 a trick, on three ports; some 51 of these rounds a game.
 */

#define VECTOR LANES_NAME(vector)
#define SIGNED LANES_NAME(signed)
#define DOUBLES LANES_NAME(doubles)
#define HAND LANES_NAME(hand)
#define GROUP LANES_NAME(group)

#define LANES_INLINE LANES_TARGET static inline __attribute__((always_inline))

typedef uint64_t VECTOR __attribute__((vector_size(8 * LANES)));
typedef int64_t SIGNED __attribute__((vector_size(8 * LANES)));
typedef double DOUBLES __attribute__((vector_size(8 * LANES)));

typedef struct {
    VECTOR courts, values, counts;
} HAND;

/* For each number of four bits its lowest bit, or 0; and for 0 to 4 as many low bits. */
typedef struct {
    VECTOR lowest, reaches;
} LANES_NAME(tables);

typedef struct {
    HAND play, take, pile;      /* `pile.counts` has one card less than the pile */
    VECTOR due;
    VECTOR idle, was_over;      /* whether nothing was due before the last step, and whether P had no card left */
    VECTOR rounds, cards, wins, seat;  /* seat: that of `take`; wins: those of seat 1; cards: in the low half */
    int64_t game[LANES];        /* which game is played there, or -1 */
} GROUP;

#if LANES == 8
#define LANES_LOOK_UP(table, places) ((VECTOR)_mm512_shuffle_epi8((__m512i)(table), (__m512i)(places)))
#define LANES_SELECT(mask, a, b) \
    ((VECTOR)_mm512_ternarylogic_epi64((__m512i)(mask), (__m512i)(a), (__m512i)(b), 0xCA))
#define LANES_SWAP(mask, a, b) \
    do { \
        VECTOR kept = (a); \
        (a) = LANES_SELECT(mask, b, a); \
        (b) = LANES_SELECT(mask, kept, b); \
    } while (0)
#define LANES_ANY(mask) ((unsigned)_mm512_test_epi64_mask((__m512i)(mask), (__m512i)(mask)))
#else
#define LANES_LOOK_UP(table, places) ((VECTOR)_mm256_shuffle_epi8((__m256i)(table), (__m256i)(places)))
#define LANES_SELECT(mask, a, b) (((a) & (mask)) | ((b) & ~(mask)))
#define LANES_SWAP(mask, a, b) \
    do { \
        VECTOR changed = ((a) ^ (b)) & (mask); \
        (a) ^= changed; \
        (b) ^= changed; \
    } while (0)
#define LANES_ANY(mask) ((unsigned)_mm256_movemask_pd((__m256d)(mask)))
#endif

#define SIZE_BITS 0xFFFFFFFFull     /* the half of `counts` that is the size */
#define ONE_COURT ((2ull << 32) | 1)  /* one card, a court card */

/* Let one hand pay what is due, if anything; returns where that did not end with a court card. */
LANES_INLINE VECTOR LANES_NAME(pay)(GROUP *g, HAND *payer, const LANES_NAME(tables) *tables)
{
    VECTOR near = payer->courts & LANES_LOOK_UP(tables->reaches, g->due);
    VECTOR none = (VECTOR)(near == 0);
    /* near < 16, so a table finds its lowest bit; it gives 0 for none. */
    VECTOR paid = LANES_LOOK_UP(tables->lowest, near) | (g->due & none);
    VECTOR courts = payer->courts >> paid;
    /* Paid in full, or nothing left to pay with. */
    VECTOR ended = none | (VECTOR)(courts == 1);
    VECTOR court = ended + 1;
    VECTOR value = (payer->values & 3) & ~ended;
    VECTOR laid = paid + (~ended & ONE_COURT);
    payer->courts = courts >> court;
    payer->values >>= court + court;
    payer->counts -= laid;
    g->pile.values |= value << (g->pile.counts >> 32);
    g->pile.counts += laid;
    g->pile.courts |= court << (g->pile.counts & SIZE_BITS);
    g->due = value + court;
    return ended;
}

/* Let P pay, and where he met a court card T; then P is again the one to play or pay next. */
LANES_INLINE void LANES_NAME(pay_twice)(GROUP *g, const LANES_NAME(tables) *tables)
{
    VECTOR first = LANES_NAME(pay)(g, &g->play, tables);
    VECTOR second = LANES_NAME(pay)(g, &g->take, tables);
    VECTOR swapped = ~first & second;
    LANES_SWAP(swapped, g->play.courts, g->take.courts);
    LANES_SWAP(swapped, g->play.values, g->take.values);
    LANES_SWAP(swapped, g->play.counts, g->take.counts);
    g->seat ^= swapped & 1;
}

/* Take the pile and open the next trick where nothing is due; returns where the game is over. */
LANES_INLINE VECTOR LANES_NAME(trick)(GROUP *g)
{
    const VECTOR zero = {0};
    VECTOR idle = (VECTOR)(g->due == 0);
    VECTOR one = idle & 1;
    VECTOR pile = ((g->pile.courts | ((zero + 2) << (g->pile.counts & SIZE_BITS))) - 1) & idle;
    VECTOR taken = (g->pile.counts + 1) & idle;
    VECTOR over, nearest, second, before, size, value;
    g->idle = idle;
    /* The addition takes the bit behind the last card away and sets it behind the pile. */
    g->take.courts += pile << (g->take.counts & SIZE_BITS);
    g->take.values |= (g->pile.values & idle) << (g->take.counts >> 32);
    g->take.counts += taken;
    g->cards += taken;
    g->rounds += one;
    g->wins += one & g->seat;
    over = (VECTOR)(g->play.courts == 1);

    /* The lowest bit of both hands; the leader meets his event first where both have it. */
    nearest = g->play.courts | g->take.courts;
    nearest &= -nearest;
    second = (VECTOR)((g->take.courts & nearest) == 0) & idle;
    /* The place of a single bit below 2^52 is the exponent of that number as a double. */
    before = (((VECTOR)((DOUBLES)(nearest | 0x4330000000000000ull) - 4503599627370496.0) >> 52) - 1023) & idle;
    LANES_SWAP(second, g->play.courts, g->take.courts);
    LANES_SWAP(second, g->play.values, g->take.values);
    LANES_SWAP(second, g->play.counts, g->take.counts);
    second &= 1;
    g->seat ^= second;
    value = g->take.values & (idle & 3);
    g->take.courts >>= before + one;
    g->take.values >>= one + one;
    g->take.counts -= before + (idle & ONE_COURT);
    second += before;
    g->play.courts >>= second;
    g->play.counts -= second;
    size = before + second;
    g->pile.courts = (g->pile.courts & ~idle) | (one << size);
    g->pile.values = (g->pile.values & ~idle) | value;
    g->pile.counts = (g->pile.counts & ~idle) + (size + (idle & (2ull << 32)));
    g->due += value + one;
    g->was_over = over;
    /* No bit is left where the event was the end of the hand. */
    return over | (VECTOR)(g->take.courts == 0);
}

/* Make one lane hold the start of a game: the pile is the last card of seat 0, who is about to take it. */
LANES_INLINE void LANES_NAME(put)(GROUP *g, int lane, const trickloop_packed *deal, int64_t game)
{
    VECTOR here = {0};
    const trickloop_hand *lead = &deal->lead, *other = &deal->other;
    uint64_t last = (uint64_t)1 << (lead->size - 1);
    uint64_t is_court = lead->courts >> (lead->size - 1);
    uint64_t count = (uint64_t)lead->count - is_court;
    uint64_t value = is_court ? lead->values >> (2 * count) : 0;
    /* Not by writing to the lane: a vector that is read again soon after one of its words was written has to wait. */
    here[lane] = ~(uint64_t)0;
#define LANES_PUT(field, word) field = LANES_SELECT(here, (VECTOR){0} + (word), field)
    LANES_PUT(g->take.courts, lead->courts | last);
    LANES_PUT(g->take.values, lead->values ^ (is_court ? value << (2 * count) : 0));
    LANES_PUT(g->take.counts, (uint64_t)(lead->size - 1) | count << 33);
    LANES_PUT(g->play.courts, other->courts | (uint64_t)1 << other->size);
    LANES_PUT(g->play.values, other->values);
    LANES_PUT(g->play.counts, (uint64_t)other->size | (uint64_t)other->count << 33);
    LANES_PUT(g->pile.courts, is_court);
    LANES_PUT(g->pile.values, value);
    LANES_PUT(g->pile.counts, is_court << 33);
    /* The first pile is no trick. */
    LANES_PUT(g->rounds, ~(uint64_t)0);
    LANES_PUT(g->cards, ~(uint64_t)0);
#undef LANES_PUT
    g->due &= ~here;
    g->wins &= ~here;
    g->seat &= ~here;
    g->game[lane] = game;
}

/* Write down the game of a lane in which it is over. */
LANES_INLINE void LANES_NAME(finish)(const GROUP *g, int lane, const trickloop_columns *into)
{
    int64_t rounds = (int64_t)g->rounds[lane];
    int64_t cards = (int64_t)(g->cards[lane] & SIZE_BITS);
    int64_t laid = (int64_t)(g->pile.counts[lane] & SIZE_BITS);
    int64_t wins = (int64_t)g->wins[lane];
    int seat = (int)g->seat[lane];
    if (!g->idle[lane]) {
        /* P has to pay and cannot: T takes the pile. */
        rounds += 1;
        cards += laid + 1;
        wins += seat;
    } else if (g->was_over[lane]) {
        /* P had no card left when T had taken the pile; the step has gone on, and may have swapped the hands. */
        seat ^= g->take.courts[lane] == 0;
    } else {
        /* Who was to lay a card had none, and the other takes all that was laid. */
        seat ^= 1;
        rounds += 1;
        cards += laid;
        wins += seat;
    }
    trickloop_write(into, g->game[lane], seat, rounds, cards, wins);
}

/* Read a deal from its row, as `trickloop_read` does: the bits of all payments at once, and those of the court cards
 * put side by side, for 20 ns less a game. */
LANES_INLINE void LANES_NAME(read)(const trickloop_rows *rows, int64_t game, trickloop_packed *deal)
{
    const int8_t *row = rows->cards + game * rows->size;
    const int32_t first = rows->firsts ? rows->firsts[game] : rows->first;
    const int32_t second = rows->firsts ? rows->seconds[game] : rows->second;
    int8_t copy[64];
    __m256i payments, low, high;
    uint64_t bits[3], courts, values, is_first;
    int bit, count;
    if (!rows->has_quick_extract) {
        trickloop_read(rows, game, deal);
        return;
    }
    if (rows->size * (rows->games - game) < 64) {
        memset(copy, 0, sizeof copy);
        memcpy(copy, row, (size_t)rows->size);
        row = copy;
    }
    payments = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)rows->payments));
    low = _mm256_shuffle_epi8(payments, _mm256_loadu_si256((const __m256i *)row));
    high = _mm256_shuffle_epi8(payments, _mm256_loadu_si256((const __m256i *)(row + 32)));
    for (bit = 0; bit < 3; bit++)
        bits[bit] = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(low, 7 - bit))
            | (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(high, 7 - bit)) << 32;
    courts = (bits[0] | bits[1] | bits[2]) & (((uint64_t)1 << (first + second)) - 1);
    /* A payment less 1, of 1 to 4, bit by bit. */
    values = _pdep_u64(_pext_u64(~bits[0], courts), 0x5555555555555555ull)
        | _pdep_u64(_pext_u64(bits[2] | (bits[1] & bits[0]), courts), 0xAAAAAAAAAAAAAAAAull);
    is_first = ((uint64_t)1 << first) - 1;
    count = __builtin_popcountll(courts & is_first);
    deal->lead.size = first;
    deal->lead.count = count;
    deal->lead.courts = courts & is_first;
    /* With more court cards than fit the queue the deal is left, whatever its values. */
    deal->lead.values = values & (((uint64_t)1 << (2 * count & 63)) - 1);
    deal->other.size = second;
    deal->other.count = __builtin_popcountll(courts) - count;
    deal->other.courts = courts >> first;
    deal->other.values = values >> (2 * count & 63);
}

/* Put the next game in a lane, or in the end the first one once more, which is played for nothing. */
LANES_INLINE void LANES_NAME(refill)(GROUP *g, int lane, const trickloop_rows *rows, trickloop_queue *queue)
{
    trickloop_packed deal;
    while (queue->next < rows->games) {
        LANES_NAME(read)(rows, queue->next, &deal);
        if (deal.lead.count + deal.other.count <= TRICKLOOP_MOST_COURTS) {
            LANES_NAME(put)(g, lane, &deal, queue->next++);
            return;
        }
        trickloop_leave(queue, queue->next++);
    }
    LANES_NAME(put)(g, lane, &queue->spare, -1);
}

/* Play games from rows of cards until all are played or left; see `trickloop_play_rows`. */
LANES_TARGET static int64_t LANES_NAME(play)(
    const trickloop_rows *rows, const trickloop_columns *into, int64_t most, int64_t *left)
{
    GROUP groups[LANES_GROUPS];
    trickloop_queue queue;
    LANES_NAME(tables) tables;
    int group, lane, turn;
    for (lane = 0; lane < LANES; lane += 2) {
        tables.lowest[lane] = 0x0001000200010000ull;
        tables.lowest[lane + 1] = 0x0001000200010003ull;
        tables.reaches[lane] = 0x0000000F07030100ull;
        tables.reaches[lane + 1] = 0;
    }
    trickloop_start_queue(&queue, rows->games, left);
    memset(groups, 0, sizeof groups);
    for (group = 0; group < LANES_GROUPS; group++)
        for (lane = 0; lane < LANES; lane++)
            LANES_NAME(refill)(&groups[group], lane, rows, &queue);
    for (turn = 1; queue.playing; turn++) {
        for (group = 0; group < LANES_GROUPS; group++)
            LANES_NAME(pay_twice)(&groups[group], &tables);
        for (group = 0; group < LANES_GROUPS; group++) {
            GROUP *g = &groups[group];
            VECTOR done = LANES_NAME(trick)(g);
            unsigned ended = LANES_ANY(done);
            if ((turn & 255) == 0)
                for (lane = 0; lane < LANES; lane++)
                    if (!done[lane] && (int64_t)g->rounds[lane] > most) {
                        if (g->game[lane] >= 0)
                            trickloop_leave(&queue, g->game[lane]);
                        LANES_NAME(refill)(g, lane, rows, &queue);
                    }
            while (ended) {
                lane = __builtin_ctz(ended);
                ended &= ended - 1;
                if (g->game[lane] >= 0) {
                    LANES_NAME(finish)(g, lane, into);
                    queue.playing--;
                }
                LANES_NAME(refill)(g, lane, rows, &queue);
            }
        }
    }
    return queue.left_count;
}

#undef VECTOR
#undef SIGNED
#undef DOUBLES
#undef HAND
#undef GROUP
#undef SIZE_BITS
#undef ONE_COURT
#undef LANES_INLINE
#undef LANES_LOOK_UP
#undef LANES_SELECT
#undef LANES_SWAP
#undef LANES_ANY
