/* 64-bit words, and unbiased integers from them; the state of the words is one integer. */

#ifndef TRICKLOOP_CHANCE_H
#define TRICKLOOP_CHANCE_H

#include <stdint.h>

#include "machine.h"

/* Draw the next word: SplitMix64 of Steele, Lea and Flood, 2014. */
static inline uint64_t trickloop_next_word(uint64_t *words)
{
    uint64_t word;
    *words += 0x9E3779B97F4A7C15ull;
    word = (*words ^ (*words >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
}

/* Draw an integer from 0 to bound - 1, each equally likely, by the method of the reference. */
static inline uint64_t trickloop_below(uint64_t bound, uint64_t *words)
{
    uint64_t word = trickloop_next_word(words);
    if (word * bound < bound) {
        uint64_t refused = (0 - bound) % bound;
        while (word * bound < refused)
            word = trickloop_next_word(words);
    }
    return trickloop_high_word(word, bound);
}

#endif
