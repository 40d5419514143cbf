// Alignment of reads with a reference genome, by seeds that are extended. A seed of a read is looked up in a table of
// the genome's k-mers; where it occurs, the read may belong. Each such candidate is scored by Smith and Waterman's
// recurrence within a band of diagonals.
//   sa_<way>    a thread finds the candidates of one read; those of all reads of a TB are one child
//   sa_barrier  chooses the best candidate of each read, and counts the reads that have a good one
// A child's item is one candidate. What is not launched is shared by the threads of the TB.
#include "nested.cuh"

// Letters of a seed, which do not overlap within a read. The host knows these numbers.
const unsigned SEED = 16;
const unsigned MOST_CANDIDATES = 8;   // of a read; later ones are not looked for
const unsigned MOST_OCCURRENCES = 64; // of a k-mer; one with more is not looked up

// Diagonals on either side of that of the seed.
const int SIDE = 8;
const int BAND = 2 * SIDE + 1;

const int MATCH = 2, MISMATCH = -2, GAP = 3;

// Letters are 0 to 3, and this where the genome has ended.
const unsigned NO_LETTER = 4;
const unsigned LETTER_BITS = 3;

static __device__ __forceinline__ int max(int a, int b)
{
    return a > b ? a : b;
}

// The texts, as every kernel needs them.
struct Texts {
    const unsigned char *genome;
    const unsigned char *letters; // of all reads
    const unsigned *offsets;      // of the reads in `letters`
    unsigned bases;               // of the genome

    __device__ __forceinline__ unsigned long long base(int position) const
    {
        return (unsigned)position < bases ? genome[position] : NO_LETTER;
    }
};

// Where a read may belong.
struct Candidate {
    unsigned read;
    int start; // the base opposite the read's first letter, which may be before the first base
};

// Candidates that are still to be scored.
struct Candidates {
    Texts texts;
    const Candidate *candidates;
    int *scores;
    unsigned items;

    static const unsigned TB_THREADS = 64;
    static const unsigned DEPTH = 1;

    // Row by row of the read. The scores of a row stay in registers, by diagonal, and so do the bases of the band: one
    // enters with each row and one leaves.
    __device__ __forceinline__ bool operator()(unsigned item, Candidates &) const
    {
        Candidate candidate = candidates[item];
        unsigned row = texts.offsets[candidate.read], end = texts.offsets[candidate.read + 1];
        int entering = candidate.start - SIDE;
        unsigned long long band = 0;
        int row_scores[BAND];
#pragma unroll
        for (int diagonal = 0; diagonal < BAND; diagonal++) {
            row_scores[diagonal] = 0;
            if (diagonal < BAND - 1)
                band |= texts.base(entering++) << LETTER_BITS * diagonal;
        }
        int best = 0;
        for (; row < end; row++) {
            band |= texts.base(entering++) << LETTER_BITS * (BAND - 1);
            unsigned letter = texts.letters[row];
            int west = 0;
#pragma unroll
            for (int diagonal = 0; diagonal < BAND; diagonal++) {
                unsigned base = (unsigned)(band >> LETTER_BITS * diagonal) & ((1 << LETTER_BITS) - 1);
                int aligned = row_scores[diagonal] + (base == letter ? MATCH : MISMATCH);
                int north = diagonal + 1 < BAND ? row_scores[diagonal + 1] : 0;
                west = max(max(0, aligned), max(north, west) - GAP);
                row_scores[diagonal] = west;
                best = max(best, west);
            }
            band >>= LETTER_BITS;
        }
        scores[item] = best;
        return false;
    }
};

struct Reads {
    Texts texts;
    const unsigned *first_occurrence; // by k-mer
    const unsigned *occurrences;      // positions in the genome
    Candidate *candidates;            // MOST_CANDIDATES for each read, those of a TB one after the other
    int *scores;
    unsigned *firsts; // of each read
    unsigned *counts;
    unsigned kmer_letters;
    unsigned items;

    __device__ __forceinline__ bool begins_as(const unsigned char *seed, unsigned position) const
    {
        unsigned letter = kmer_letters;
        while (letter < SEED && seed[letter] == texts.genome[position + letter])
            letter++;
        return letter == SEED;
    }

    // Returns how many candidates the read has. One whose diagonal is in the band of another is none.
    __device__ __forceinline__ unsigned find(unsigned read, int *starts) const
    {
        unsigned begin = texts.offsets[read], end = texts.offsets[read + 1];
        unsigned count = 0;
        for (unsigned at = begin; at + SEED <= end; at += SEED) {
            const unsigned char *seed = texts.letters + at;
            unsigned kmer = 0;
            for (unsigned letter = 0; letter < kmer_letters; letter++)
                kmer = kmer * 4 + seed[letter];
            unsigned first = first_occurrence[kmer], last = first_occurrence[kmer + 1];
            if (last - first > MOST_OCCURRENCES)
                continue;
            for (unsigned occurrence = first; occurrence < last && count < MOST_CANDIDATES; occurrence++) {
                unsigned position = occurrences[occurrence];
                if (!begins_as(seed, position))
                    continue;
                int start = (int)(position - (at - begin));
                bool known = false;
                for (unsigned other = 0; other < count; other++)
                    known |= max(start - starts[other], starts[other] - start) <= SIDE;
                if (!known)
                    starts[count++] = start;
            }
        }
        return count;
    }
};

template <Launch WAY, class Child>
static __device__ __forceinline__ void do_parent(void (*entry)(), const Reads &reads, const Nesting<Child> &nesting)
{
    __shared__ unsigned found;
    // Volatile: no address of it is taken, so clang 14 would move reads across barriers.
    __shared__ volatile unsigned handed_on;
    if (threadIdx.x == 0)
        found = 0;
    __syncthreads();
    unsigned read = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned first_of_block = blockIdx.x * blockDim.x * MOST_CANDIDATES;
    if (read < reads.items) {
        int starts[MOST_CANDIDATES];
        unsigned count = reads.find(read, starts);
        unsigned first = first_of_block + atomicAdd(&found, count);
        for (unsigned candidate = 0; candidate < count; candidate++)
            reads.candidates[first + candidate] = {read, starts[candidate]};
        reads.firsts[read] = first;
        reads.counts[read] = count;
    }
    __threadfence();
    __syncthreads();
    Child child = {reads.texts, reads.candidates + first_of_block, reads.scores + first_of_block, found};
    unsigned launched = launch_child<WAY>(entry, nesting, threadIdx.x == 0, child);
    if (threadIdx.x == 0)
        handed_on = launched;
    __syncthreads();
    Child none;
    for (unsigned item = handed_on + threadIdx.x; item < child.items; item += blockDim.x)
        child(item, none);
}

NESTED_KERNELS(sa, Reads, Candidates)

// An alignment is good if it has half of the score of a read that occurs as it is.
extern "C" __global__ void sa_barrier(const Candidate *candidates, const int *scores, const unsigned *firsts,
                                      const unsigned *counts, const unsigned *offsets, unsigned reads,
                                      int *best_scores, int *best_starts, unsigned *aligned)
{
    unsigned read = blockIdx.x * blockDim.x + threadIdx.x;
    if (read >= reads)
        return;
    int best_score = 0, best_start = 0;
    unsigned first = firsts[read];
    for (unsigned candidate = first; candidate < first + counts[read]; candidate++) {
        int score = scores[candidate], start = candidates[candidate].start;
        if (score > best_score || (score == best_score && start < best_start)) {
            best_score = score;
            best_start = start;
        }
    }
    best_scores[read] = best_score;
    best_starts[read] = best_start;
    if (2 * best_score >= MATCH * (int)(offsets[read + 1] - offsets[read]))
        reduceAdd(aligned, 1);
}
