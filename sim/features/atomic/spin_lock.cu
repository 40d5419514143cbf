// A lock that spins: the section inside it reads and writes two words without atomics. Lanes of a warp compete for it,
// so the holder releases it before the lanes meet at the end of the loop's body.
#include "heddle.h"
#include "atomics.h"

struct Account {
    u32 lock, balance;
    u64 log;
};

KERNEL spin_lock(Account *accounts, const u32 *amounts, u32 count, u32 account_count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    Account *account = accounts + i % account_count;
    for (u32 done = 0; !done;) {
        if (atomicCAS(&account->lock, 0u, 1u) == 0) {
            __threadfence();
            volatile u32 *balance = &account->balance;
            volatile u64 *log = &account->log;
            *balance = *balance + amounts[i];
            *log = *log + (u64)amounts[i] * amounts[i];
            __threadfence();
            atomicExch(&account->lock, 0u);
            done = 1;
        }
        // Hides from the compiler that a lane which has had its turn leaves: otherwise the winners' path leads out of the
        // loop and meets the losers' only behind it, and a warp that runs the losers first spins forever.
        asm volatile("" : "+r"(done));
    }
}
