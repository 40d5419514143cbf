// A lock that spins: the section inside it reads and writes two words without atomics. The loop ends only after the
// holder has released, so that it makes progress even if the lanes of a warp compete.
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
    for (bool done = false; !done;) {
        if (atomicCAS(&account->lock, 0u, 1u) == 0) {
            __threadfence();
            volatile u32 *balance = &account->balance;
            volatile u64 *log = &account->log;
            *balance = *balance + amounts[i];
            *log = *log + (u64)amounts[i] * amounts[i];
            __threadfence();
            atomicExch(&account->lock, 0u);
            done = true;
        }
    }
}
