// Loops within loops left by break, continue, goto and return, from different depths by different lanes: the next
// prime, a triple of squares, and the way through a small maze, with a do-while and a switch that falls through.
#include "heddle.h"

INLINE u32 next_prime(u32 from)
{
    for (u32 candidate = from | 1;; candidate += 2) {
        for (u32 divisor = 3;; divisor += 2) {
            if (divisor * divisor > candidate)
                return candidate;
            if (candidate % divisor == 0)
                break;
        }
    }
}

INLINE u32 triple(u32 perimeter)
{
    u32 found = 0;
    for (u32 a = 1; a < perimeter / 3; a++) {
        if ((a & 3) == 2)
            continue;
        for (u32 b = a + 1; b < perimeter / 2; b++) {
            u32 c = perimeter - a - b;
            if (c < b)
                break;
            if (a * a + b * b != c * c)
                continue;
            found = a << 16 | b;
            if (a & 1)
                goto done;
        }
    }
done:
    return found;
}

INLINE u32 walked(u32 maze)
{
    u32 x = 0, y = 0, steps = 0;
    do {
        switch (maze >> (2 * (steps & 15)) & 3) {
        case 0: x++; // and down too
        case 1: y++; break;
        case 2:
            if (x > 3)
                return steps << 16 | x << 8 | y;
            x += 2;
            break;
        default: y = y > 0 ? y - 1 : 5;
        }
        if (++steps > 40)
            break;
    } while (x + y < 20);
    return x * 100 + y;
}

KERNEL loops(const u32 *in, u32 *primes, u32 *triples, u32 *walks, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    primes[i] = next_prime(in[i] % 5000 + 3);
    triples[i] = triple(12 * (i % 8 + 1));
    walks[i] = walked(in[i]);
}
