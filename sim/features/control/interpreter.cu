// A stack machine: each thread runs the same byte code on its own input, so that its branches diverge; dispatch by a
// dense switch, whose default is an error, and a sparse one.
#include "heddle.h"

enum Code : u8 { HALT, PUSH, INPUT, ADD, SUBTRACT, MULTIPLY, DUPLICATE, SWAP, OVER, DROP, LESS, JUMP, JUMP_IF_ZERO, SHIFT, XOR, ROTATE };

INLINE u32 bonus(u32 v)
{
    switch (v) {
    case 1: return 17;
    case 10: return 4;
    case 100: return 1000;
    case 1000: return 2;
    case 10000: return 77;
    default: return 0;
    }
}

KERNEL interpreter(const u8 *code, const u32 *inputs, u32 *results, u32 *steps, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 stack[16], depth = 0, at = 0, step = 0;
    for (; step < 500; step++) {
        u8 op = code[at++];
        u32 held;
        switch (op) {
        case HALT: goto halted;
        case PUSH: stack[depth++] = code[at++]; break;
        case INPUT: stack[depth++] = inputs[i]; break;
        case ADD: depth--; stack[depth - 1] += stack[depth]; break;
        case SUBTRACT: depth--; stack[depth - 1] -= stack[depth]; break;
        case MULTIPLY: depth--; stack[depth - 1] *= stack[depth]; break;
        case DUPLICATE: stack[depth] = stack[depth - 1]; depth++; break;
        case SWAP:
            held = stack[depth - 1];
            stack[depth - 1] = stack[depth - 2];
            stack[depth - 2] = held;
            break;
        case OVER: stack[depth] = stack[depth - 2]; depth++; break;
        case DROP: depth--; break;
        case LESS: depth--; stack[depth - 1] = stack[depth - 1] < stack[depth]; break;
        case JUMP: at = code[at]; break;
        case JUMP_IF_ZERO: at = stack[--depth] == 0 ? code[at] : at + 1; break;
        case SHIFT: depth--; stack[depth - 1] >>= stack[depth] & 31; break;
        case XOR: depth--; stack[depth - 1] ^= stack[depth]; break;
        case ROTATE: stack[depth - 1] = stack[depth - 1] << 5 | stack[depth - 1] >> 27; break;
        default: results[i] = 0xdead; return;
        }
        depth &= 15;
    }
halted:
    results[i] = stack[depth - 1] + bonus(stack[depth - 1]);
    steps[i] = step;
}
