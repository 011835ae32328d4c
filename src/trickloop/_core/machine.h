/* What depends on the compiler and the processor, so that nothing else has to. Where TRICKLOOP_PORTABLE is defined, and
 * with any compiler but GCC, Clang and MSVC, all of it is C11 without extensions, and no order of bytes is taken for
 * granted. */

#ifndef TRICKLOOP_MACHINE_H
#define TRICKLOOP_MACHINE_H

#include <stdint.h>

#if defined(TRICKLOOP_PORTABLE)
#elif defined(__GNUC__) || defined(__clang__)
#define TRICKLOOP_GNU
#elif defined(_MSC_VER)
#define TRICKLOOP_MSVC
#include <intrin.h>
#endif

/* Functions that are called with constants, on which the compiler is to decide what remains of them. */
#if defined(TRICKLOOP_GNU)
#define TRICKLOOP_INLINE static inline __attribute__((always_inline))
#elif defined(TRICKLOOP_MSVC)
#define TRICKLOOP_INLINE static __forceinline
#else
#define TRICKLOOP_INLINE static inline
#endif

/* Whether the first byte of a word in memory is its lowest, for certain. Windows has no other machines. */
#if defined(TRICKLOOP_MSVC)
#define TRICKLOOP_LITTLE_ENDIAN 1
#elif defined(TRICKLOOP_GNU) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define TRICKLOOP_LITTLE_ENDIAN 1
#else
#define TRICKLOOP_LITTLE_ENDIAN 0
#endif

/* The high half of a product of 128 bits. */
static inline uint64_t trickloop_high_word(uint64_t a, uint64_t b)
{
#if defined(TRICKLOOP_GNU) && defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    return (uint64_t)((wide)a * b >> 64);
#elif defined(TRICKLOOP_MSVC) && (defined(_M_X64) || defined(_M_ARM64))
    return __umulh(a, b);
#else
    uint64_t low = (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
    uint64_t left = (a >> 32) * (b & 0xFFFFFFFFu) + (low >> 32);
    uint64_t right = (a & 0xFFFFFFFFu) * (b >> 32) + (left & 0xFFFFFFFFu);
    return (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
#endif
}

/* The place of the lowest bit of a word that has one. */
static inline int32_t trickloop_lowest(uint64_t word)
{
#if defined(TRICKLOOP_GNU)
    return __builtin_ctzll(word);
#elif defined(TRICKLOOP_MSVC) && defined(_WIN64)
    unsigned long place;
    _BitScanForward64(&place, word);
    return (int32_t)place;
#else
    int32_t place = 0, bits;
    for (bits = 32; bits; bits /= 2)
        if (!(word & (((uint64_t)1 << bits) - 1))) {
            word >>= bits;
            place += bits;
        }
    return place;
#endif
}

#endif
