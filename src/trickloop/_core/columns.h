/* The columns in which games are written down, one entry a game in each. */

#ifndef TRICKLOOP_COLUMNS_H
#define TRICKLOOP_COLUMNS_H

#include <stdint.h>

typedef struct {
    int8_t *winner, *ending;
    int64_t *rounds, *cards, *wars, *wins, *loop_start, *loop_length, *loop_cards;
} trickloop_columns;

#endif
