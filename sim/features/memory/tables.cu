// Dates and words from tables with initialisers: strings, pointers to them, structures of several sizes, pointers
// into the middle of another table, and a table that the kernel counts up in.
#include "heddle.h"

struct Month {
    const char *name;
    u16 before;
    u8 days;
};

__constant__ const char january[] = "January";
__device__ const char *const weekdays[7] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};
__device__ const Month months[12] = {
    {"January", 0, 31}, {"February", 31, 28}, {"March", 59, 31}, {"April", 90, 30}, {"May", 120, 31}, {"June", 151, 30},
    {"July", 181, 31}, {"August", 212, 31}, {"September", 243, 30}, {"October", 273, 31}, {"November", 304, 30}, {"December", 334, 31}};
__device__ const Month *const quarters[4] = {months, months + 3, &months[6], &months[9]};
__device__ double averages[3] = {365.25, -0.125, 1e300};
__device__ float scales[2] = {1.5f, -2.25f};
__device__ u32 used[12] = {100, 200};

INLINE u32 append(char *to, u32 at, const char *text)
{
    while (*text)
        to[at++] = *text++;
    return at;
}

// Day `i` of a year that begins on a Monday, 32 bytes a day: "Thursday 1 January" and zeros.
KERNEL tables(char *texts, double *numbers, u32 days)
{
    u32 i = thread_id();
    if (i >= days)
        return;
    const Month *month = quarters[i / 92];
    while (i >= month->before + month->days)
        month++;
    while (i < month->before)
        month--;
    char *to = texts + 32 * i;
    u32 day = i - month->before + 1, at = append(to, 0, weekdays[i % 7]);
    to[at++] = ' ';
    if (day >= 10)
        to[at++] = (char)('0' + day / 10);
    to[at++] = (char)('0' + day % 10);
    to[at++] = ' ';
    at = append(to, at, month == months ? january : month->name);
    while (at < 32)
        to[at++] = 0;
    numbers[i] = averages[i % 3] * scales[i % 2] + used[month - months];
}
