/* Plays the kernels for many games on deals of its own, and prints a hash of all that they write down, a line a batch:
 * what every compiler and processor has to print alike. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hands_games.h"
#include "lanes.h"

enum { CARDS = 52, GAMES = 300, COLUMNS = 7 };

static int8_t rows[GAMES * CARDS];
static int8_t small[2][GAMES];
static int64_t large[COLUMNS][HANDS_MOST_SEATS * GAMES];
static int64_t left[GAMES];
static uint64_t keys[GAMES];
static uint64_t words;

static void *memory(size_t count, size_t size)
{
    void *got = calloc(count, size);
    if (!got)
        exit(2);
    return got;
}

/* Deal `size` cards of `kinds` different ones, `least` the lowest, and no card below 0. */
static void deal(int size, int kinds, int least)
{
    int game, i;
    for (game = 0; game < GAMES; game++) {
        int8_t *row = rows + game * size;
        keys[game] = trickloop_next_word(&words);
        for (i = 0; i < size; i++) {
            const int card = least + i % kinds;
            row[i] = (int8_t)(card < 0 ? 0 : card);
        }
        shuffle_cards(row, size, &words);
    }
}

static trickloop_columns columns(void)
{
    trickloop_columns into;
    memset(small, 0, sizeof small);
    memset(large, 0, sizeof large);
    memset(left, 0, sizeof left);
    into.winner = small[0];
    into.ending = small[1];
    into.rounds = large[0];
    into.cards = large[1];
    into.wars = large[2];
    into.wins = large[3];
    into.loop_start = large[4];
    into.loop_length = large[5];
    into.loop_cards = large[6];
    return into;
}

static int by_number(const void *one, const void *other)
{
    const int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static uint64_t hash_all(int64_t count)
{
    uint64_t hash = (uint64_t)count;
    int i, column;
    qsort(left, (size_t)count, sizeof *left, by_number);
    for (i = 0; i < GAMES; i++) {
        hash = (hash ^ (uint64_t)(small[0][i] + 16 * small[1][i])) * 0x9E3779B97F4A7C15u;
        hash = (hash ^ hash >> 32 ^ (uint64_t)left[i]) * 0x9E3779B97F4A7C15u;
    }
    for (column = 0; column < COLUMNS; column++)
        for (i = 0; i < HANDS_MOST_SEATS * GAMES; i++)
            hash = (hash ^ hash >> 32 ^ (uint64_t)large[column][i]) * 0x9E3779B97F4A7C15u;
    return hash;
}

static void play_camicia(int size, int first, int kinds, int least)
{
    uint64_t expected = 0;
    int kernel;
    for (kernel = 0; kernel <= trickloop_best_kernel(); kernel++) {
        trickloop_columns into = columns();
        trickloop_rows deals;
        uint64_t hash;
        int64_t count;
        int i;
        words = (uint64_t)size;
        deal(size, kinds, least);
        memset(&deals, 0, sizeof deals);
        for (i = 1; i <= TRICKLOOP_MOST_PAYMENT; i++)
            deals.payments[i] = (int8_t)i;
        deals.cards = rows;
        deals.games = GAMES;
        deals.size = size;
        deals.first = first;
        deals.second = size - first;
        count = trickloop_play_rows(kernel, &deals, &into, 100000, left);
        hash = hash_all(count);
        if (!kernel)
            printf("camicia of %d: %" PRId64 " left, %016" PRIx64 "\n", size, count, expected = hash);
        else if (hash != expected)
            printf("kernel %d: %016" PRIx64 "\n", kernel, hash);
    }
}

static void play_wars(trickloop_war *wars, int seats, int size, int pickup, int shortage)
{
    const int hand = size / seats;
    trickloop_columns into = columns();
    trickloop_deals deals;
    int64_t next = 0, count = 0;
    int i, seat;
    memset(&deals, 0, sizeof deals);
    for (i = 0; i < 2; i++) {
        wars[i].seats = seats;
        wars[i].face_down = shortage % 3;
        wars[i].pickup = pickup;
        wars[i].shortage = shortage;
    }
    words = (uint64_t)(100 * pickup + 10 * seats + shortage);
    deal(size, 13, 0);
    for (seat = 0; seat < seats; seat++)
        deals.sizes[seat] = hand;
    deals.cards = rows;
    deals.games = GAMES;
    deals.size = size;
    deals.keys = pickup == PICKUP_RANDOM ? keys : NULL;
    while (next < GAMES)
        count += trickloop_play_wars(&wars[0], &wars[1], &deals, 20000, 1 << 20, &into, left + count, &next);
    printf("war of %d, %d, %d, %d: %" PRId64 " left, %016" PRIx64 "\n", size, seats, pickup, shortage, count,
        hash_all(count));
}

int main(void)
{
    static trickloop_war wars[2];
    int i, seat, seats, pickup, shortage;
    for (i = 0; i < 2; i++)
        for (seat = 0; seat < HANDS_MOST_SEATS; seat++)
            wars[i].cells[seat] = memory(HANDS_ROOM, 1);
    wars[0].sample_hands = memory((size_t)HANDS_SAMPLES * HANDS_MOST_SEATS, sizeof(trickloop_seat));
    wars[0].samples = memory(HANDS_SAMPLES, sizeof(trickloop_counts));
    wars[0].slots = memory(HANDS_SLOTS, sizeof(uint32_t));
    play_camicia(52, 26, 13, -8);
    play_camicia(51, 7, 9, -4);
    play_camicia(16, 8, 4, 0);
    for (seats = 2; seats <= 4; seats++)
        for (pickup = PICKUP_WINNER_FIRST; pickup <= PICKUP_RANDOM; pickup++)
            for (shortage = SHORT_LOSE; shortage <= SHORT_DRAW; shortage++)
                play_wars(wars, seats, shortage % 2 ? 52 : 24, pickup, shortage);
    return 0;
}
