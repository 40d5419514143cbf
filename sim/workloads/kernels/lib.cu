// Values of a portfolio of swaptions on paths of the LIBOR rates, and how they change with the last of the first
// rates, which is computed backwards along the path. A thread has its path's rates in local memory.
#include "redundancy.cuh"

const unsigned RATES = 80;
const unsigned STEPS = 40;
const unsigned OPTIONS = 15;
// Rates that are left at the end of a path.
const unsigned LATER = RATES - STEPS;

__constant__ float interval;
__constant__ unsigned maturities[OPTIONS];
__constant__ float swap_rates[OPTIONS];
__constant__ float volatility[RATES];

// The value now of a unit after an interval of this rate.
__device__ __forceinline__ float discount(float rate)
{
    return 1.0f / fmaf(interval, rate, 1.0f);
}

// Moves the rates along the path. If they are to be kept, `kept` has those before each step and after the last.
template <bool KEEP> __device__ __forceinline__ void follow_path(float *rates, const float *shocks, unsigned stride, float *kept)
{
    for (unsigned step = 0; step < STEPS; step++) {
        float shock = product(sqrtf(interval), shocks[step * stride]);
        float drift = 0.0f;
        for (unsigned i = step + 1; i < RATES; i++) {
            float sigma = volatility[i - step - 1];
            float variance = product(interval, sigma);
            drift = fmaf(product(variance, rates[i]), discount(rates[i]), drift);
            float growth = expf(fmaf(variance, drift, product(sigma, fmaf(-0.5f, variance, shock))));
            rates[i] = product(rates[i], growth);
            if (KEEP)
                kept[(step + 1) * RATES + i] = rates[i];
        }
    }
}

// What the rates before the end of the path make of a unit then.
__device__ __forceinline__ float discount_of_path(const float *rates)
{
    float now = 1.0f;
    for (unsigned i = 0; i < STEPS; i++)
        now = product(now, discount(rates[i]));
    return now;
}

// The values of bonds and swaps at the end of the path, by their maturities less one.
__device__ __forceinline__ void price(const float *rates, float *bonds, float *swaps)
{
    float bond = 1.0f;
    float swap = 0.0f;
    for (unsigned i = 0; i < LATER; i++) {
        bond = product(bond, discount(rates[STEPS + i]));
        swap = fmaf(interval, bond, swap);
        bonds[i] = bond;
        swaps[i] = swap;
    }
}

// What an option is worth at the end of the path; without a positive value it is not used.
__device__ __forceinline__ float gain(unsigned option, const float *bonds, const float *swaps)
{
    unsigned last = maturities[option] - 1;
    return fmaf(-swap_rates[option], swaps[last], 1.0f - bonds[last]);
}

// The value of the portfolio at the end of the path.
__device__ __forceinline__ float portfolio(const float *bonds, const float *swaps)
{
    float value = 0.0f;
    for (unsigned option = 0; option < OPTIONS; option++) {
        float gained = gain(option, bonds, swaps);
        if (gained > 0.0f)
            value = fmaf(100.0f, gained, value);
    }
    return value;
}

extern "C" __global__ void lib_values(const float *shocks, const float *first_rates, float *values, unsigned paths)
{
    float rates[RATES];
    float bonds[LATER];
    float swaps[LATER];

    unsigned threads = gridDim.x * blockDim.x;
    for (unsigned path = blockIdx.x * blockDim.x + threadIdx.x; path < paths; path += threads) {
        for (unsigned i = 0; i < RATES; i++)
            rates[i] = first_rates[i];
        follow_path<false>(rates, shocks + path, paths, rates);
        price(rates, bonds, swaps);
        values[path] = product(discount_of_path(rates), portfolio(bonds, swaps));
    }
}

// How the value changes with each rate at the end of the path.
__device__ __forceinline__ void portfolio_slopes(const float *rates, const float *bonds, const float *swaps, float *slopes)
{
    float bond_slopes[LATER];
    float swap_slopes[LATER];

    for (unsigned i = 0; i < LATER; i++) {
        bond_slopes[i] = 0.0f;
        swap_slopes[i] = 0.0f;
    }
    for (unsigned option = 0; option < OPTIONS; option++) {
        if (gain(option, bonds, swaps) > 0.0f) {
            unsigned last = maturities[option] - 1;
            bond_slopes[last] = bond_slopes[last] - 100.0f;
            swap_slopes[last] = fmaf(-100.0f, swap_rates[option], swap_slopes[last]);
        }
    }
    float path_discount = discount_of_path(rates);
    float swap_slope = 0.0f;
    float bond_slope = 0.0f;
    for (int i = LATER - 1; i >= 0; i--) {
        float factor = discount(rates[STEPS + i]);
        swap_slope = swap_slope + swap_slopes[i];
        bond_slope = fmaf(interval, swap_slope, bond_slope + bond_slopes[i]);
        slopes[STEPS + i] = product(path_discount, product(product(-bond_slope, bonds[i]), product(interval, factor)));
        bond_slope = product(bond_slope, factor);
    }
    float value = product(path_discount, portfolio(bonds, swaps));
    for (unsigned i = 0; i < STEPS; i++)
        slopes[i] = product(-value, product(interval, discount(rates[i])));
}

// Makes slopes by the rates at the end those by the rates at the begin.
__device__ __forceinline__ void go_back(float *slopes, const float *kept)
{
    for (int step = STEPS - 1; step >= 0; step--) {
        float drift_slope = 0.0f;
        for (int i = RATES - 1; i > step; i--) {
            float sigma = volatility[i - step - 1];
            float before = kept[step * RATES + i];
            float after = kept[(step + 1) * RATES + i];
            drift_slope = fmaf(product(sigma, after), slopes[i], drift_slope);
            float factor = product(interval, discount(before));
            slopes[i] = fmaf(slopes[i], after / before, product(product(drift_slope, sigma), product(factor, factor)));
        }
    }
}

extern "C" __global__ void lib_slopes(const float *shocks, const float *first_rates, float *values, float *last_slopes, unsigned paths)
{
    float rates[RATES];
    float kept[(STEPS + 1) * RATES];
    float bonds[LATER];
    float swaps[LATER];
    float slopes[RATES];

    unsigned threads = gridDim.x * blockDim.x;
    for (unsigned path = blockIdx.x * blockDim.x + threadIdx.x; path < paths; path += threads) {
        for (unsigned i = 0; i < RATES; i++) {
            rates[i] = first_rates[i];
            kept[i] = rates[i];
        }
        follow_path<true>(rates, shocks + path, paths, kept);
        price(rates, bonds, swaps);
        values[path] = product(discount_of_path(rates), portfolio(bonds, swaps));
        portfolio_slopes(rates, bonds, swaps, slopes);
        go_back(slopes, kept);
        last_slopes[path] = slopes[RATES - 1];
    }
}
