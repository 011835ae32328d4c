/* The plain program that every figure is a ratio to: hands as rings of bytes, one card a step, a branch where the rules
 * have an "if". It looks for no loop and stops after `most` rounds. Built with the optimiser on, as anybody would.
 *
 * A row is player 1's hand, top first, and player 2's after it. Each function returns the cards laid in all games and
 * writes down the rounds of each.
 */

#include <stdint.h>
#include <string.h>

enum { CELLS = 64 };

typedef struct {
    uint8_t cards[CELLS];
    int head, size;
} ring;

static void deal(ring *hand, const uint8_t *cards, int size)
{
    memcpy(hand->cards, cards, size);
    hand->head = 0;
    hand->size = size;
}

static uint8_t draw(ring *hand)
{
    uint8_t card = hand->cards[hand->head];
    hand->head = (hand->head + 1) % CELLS;
    hand->size--;
    return card;
}

static void put_under(ring *hand, uint8_t card)
{
    hand->cards[(hand->head + hand->size) % CELLS] = card;
    hand->size++;
}

/* Camicia; a card is what it demands, 0 for a number card. */
int64_t baseline_camicia(const uint8_t *rows, int64_t games, int first, int second, int64_t most, int64_t *rounds)
{
    int64_t game, total = 0;
    for (game = 0; game < games; game++, rows += first + second) {
        ring hands[2];
        uint8_t pile[CELLS];
        int player = 0;
        int64_t tricks = 0;
        deal(&hands[0], rows, first);
        deal(&hands[1], rows + first, second);
        while (hands[0].size > 0 && hands[1].size > 0 && tricks < most) {
            int laid = 0, due = 0, i;
            while (hands[player].size > 0) {
                uint8_t card = draw(&hands[player]);
                pile[laid++] = card;
                if (card > 0) {
                    due = card;
                    player = 1 - player;
                } else if (due > 0) {
                    due--;
                    if (due == 0)
                        break;
                } else {
                    player = 1 - player;
                }
            }
            player = 1 - player;
            for (i = 0; i < laid; i++)
                put_under(&hands[player], pile[i]);
            total += laid;
            tricks++;
        }
        rounds[game] = tricks;
    }
    return total;
}

/* War: `face_down` cards and one more in a war, the winner's cards first, a player who is short loses. */
int64_t baseline_war(
    const uint8_t *rows, int64_t games, int first, int second, int face_down, int64_t most, int64_t *rounds)
{
    int64_t game, total = 0;
    for (game = 0; game < games; game++, rows += first + second) {
        ring hands[2];
        uint8_t table[2][CELLS];
        int64_t turns = 0;
        deal(&hands[0], rows, first);
        deal(&hands[1], rows + first, second);
        while (hands[0].size > 0 && hands[1].size > 0 && turns < most) {
            int laid[2] = {0, 0}, winner = -1, i;
            turns++;
            table[0][laid[0]++] = draw(&hands[0]);
            table[1][laid[1]++] = draw(&hands[1]);
            while (winner < 0) {
                uint8_t left = table[0][laid[0] - 1], right = table[1][laid[1] - 1];
                if (left > right) {
                    winner = 0;
                } else if (right > left) {
                    winner = 1;
                } else if (hands[0].size <= face_down && hands[1].size <= face_down) {
                    break;
                } else if (hands[0].size <= face_down || hands[1].size <= face_down) {
                    winner = hands[0].size <= face_down;
                    while (hands[1 - winner].size > 0)
                        table[1 - winner][laid[1 - winner]++] = draw(&hands[1 - winner]);
                } else {
                    for (i = 0; i <= face_down; i++) {
                        table[0][laid[0]++] = draw(&hands[0]);
                        table[1][laid[1]++] = draw(&hands[1]);
                    }
                }
            }
            total += laid[0] + laid[1];
            if (winner < 0)
                break;
            for (i = 0; i < laid[winner]; i++)
                put_under(&hands[winner], table[winner][i]);
            for (i = 0; i < laid[1 - winner]; i++)
                put_under(&hands[winner], table[1 - winner][i]);
        }
        rounds[game] = turns;
    }
    return total;
}
