// Dates and words from tables with initialisers: strings, pointers to them, structures of several sizes, pointers
// into the middle of another table, and a table that the kernel counts up in.
#include "heddle.h"

struct Month {
    const char *name;
    u16 before;
    u8 days;
};

__constant__ const char january[] = "January";
// clang 14 writes the objects that one initialiser refers to in an order of chance, unless they have been written
// before; hence strings with names of their own, and one object for all weekdays.
__device__ char february[] = "February";
__device__ char march[] = "March";
__device__ char april[] = "April";
__device__ char may[] = "May";
__device__ char june[] = "June";
__device__ char july[] = "July";
__device__ char august[] = "August";
__device__ char september[] = "September";
__device__ char october[] = "October";
__device__ char november[] = "November";
__device__ char december[] = "December";
__device__ char first_month[] = "January";
__device__ char weekday_names[] = "Monday\0Tuesday\0Wednesday\0Thursday\0Friday\0Saturday\0Sunday";
__device__ const char *const weekdays[7] = {weekday_names, weekday_names + 7, weekday_names + 15, weekday_names + 25, weekday_names + 34, weekday_names + 41, weekday_names + 50};
__device__ const Month months[12] = {
    {first_month, 0, 31}, {february, 31, 28}, {march, 59, 31}, {april, 90, 30}, {may, 120, 31}, {june, 151, 30},
    {july, 181, 31}, {august, 212, 31}, {september, 243, 30}, {october, 273, 31}, {november, 304, 30}, {december, 334, 31}};
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
