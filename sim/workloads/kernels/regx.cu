// Regular expression matching: a thread takes a stream of bytes and, from each of its bytes in turn, follows the
// edges of a nondeterministic automaton. Every rule that a path fulfils is marked for the stream.
// A thread follows a state of few, differing labels by itself, since at most one edge fits. At any other state it
// leaves the edges to a child: a child's item is one edge, and what an edge leads to may be a child again.
#include "nested.cuh"

struct State {
    unsigned first_edge;
    unsigned edges;
    unsigned first_report;
    unsigned short reports;
    unsigned short alone; // the finder of this state follows it by itself
};

struct Edge {
    unsigned label; // a byte
    unsigned target;
};

struct Matcher {
    const State *states;
    const Edge *edges;
    const unsigned *reports; // rules, by state
    const unsigned char *text;
    unsigned *matches; // a bit for each rule, `words` words a stream
    unsigned words;
};

// A state whose edges are to be examined, with the byte that stands at `position`.
struct Choice {
    const Matcher *matcher;
    unsigned first_edge;
    unsigned items;
    unsigned position;
    unsigned end;
    unsigned stream;
    unsigned symbol;

    static const unsigned TB_THREADS = 64;
    static const unsigned DEPTH = 20; // the host refuses rules that need more

    __device__ __forceinline__ bool operator()(unsigned item, Choice &next) const;
};

// From `state` on, before the byte at `position`; true if that ends at a state whose edges are to be examined.
static __device__ __forceinline__ bool follow(const Matcher *matcher, unsigned state, unsigned stream,
                                              unsigned position, unsigned end, Choice &choice)
{
    for (;; position++) {
        State here = matcher->states[state];
        for (unsigned report = 0; report < here.reports; report++) {
            unsigned rule = matcher->reports[here.first_report + report];
            atomicOr(&matcher->matches[stream * matcher->words + rule / 32], 1u << rule % 32);
        }
        if (here.edges == 0 || position == end)
            return false;
        unsigned symbol = matcher->text[position];
        if (!here.alone) {
            choice = {matcher, here.first_edge, here.edges, position, end, stream, symbol};
            return true;
        }
        unsigned edge = here.first_edge;
        unsigned last = edge + here.edges - 1;
        while (edge < last && matcher->edges[edge].label != symbol)
            edge++;
        Edge fits = matcher->edges[edge];
        if (fits.label != symbol)
            return false;
        state = fits.target;
    }
}

__device__ __forceinline__ bool Choice::operator()(unsigned item, Choice &next) const
{
    Edge edge = matcher->edges[first_edge + item];
    return edge.label == symbol && follow(matcher, edge.target, stream, position + 1, end, next);
}

// What is left of a state's edges while one of them is followed.
struct Rest {
    unsigned first_edge;
    unsigned items;
    unsigned position;
};

// Depth first, in one thread, as `do_alone` of any child, but with no more on the stack than it takes.
static __device__ __forceinline__ void do_alone(const Choice &root, unsigned first)
{
    Rest stack[Choice::DEPTH];
    unsigned depth = 0;
    Choice here = root;
    here.first_edge += first;
    here.items -= first;
    const Edge *edges = root.matcher->edges;
    for (;;) {
        unsigned item = 0;
        while (item < here.items && edges[here.first_edge + item].label != here.symbol)
            item++;
        if (item == here.items) {
            if (depth == 0)
                return;
            Rest rest = stack[--depth];
            here.first_edge = rest.first_edge;
            here.items = rest.items;
            here.position = rest.position;
            here.symbol = here.matcher->text[here.position];
            continue;
        }
        Choice next;
        bool found = here(item, next);
        here.first_edge += item + 1;
        here.items -= item + 1;
        if (found) {
            if (here.items > 0)
                stack[depth++] = {here.first_edge, here.items, here.position};
            here = next;
        }
    }
}

// One stream a thread.
struct Streams {
    const Matcher *matcher;
    const unsigned *offsets; // of the streams in the text
    const unsigned *roots;   // the state that each stream begins in
    unsigned items;
    unsigned longest; // bytes of the longest stream
};

// All threads of a TB leave their children together, so all go on until the longest stream is through.
template <Launch WAY, class Child>
static __device__ __forceinline__ void do_parent(void (*entry)(), const Streams &streams,
                                                 const Nesting<Child> &nesting)
{
    unsigned stream = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned root = 0, position = 0, end = 0;
    if (stream < streams.items) {
        root = streams.roots[stream];
        position = streams.offsets[stream];
        end = streams.offsets[stream + 1];
    }
    for (unsigned round = 0; round < streams.longest; round++, position++) {
        Child child;
        bool found = position < end && follow(streams.matcher, root, stream, position, end, child);
        hand_on<WAY>(entry, nesting, found, child);
    }
}

NESTED_KERNELS(regx, Streams, Choice)
