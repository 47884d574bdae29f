/* Linked in several ways: bound lazily, at once, without a procedure linkage table, at a fixed address. */
#include <string.h>
#include <time.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static int (*const in_data[])(int) = {twice};
static int (*original)(int);
static int four_times(int x) { return 2 * original(x); }
static size_t (*original_length)(const char*);
static size_t with_end(const char* text) { return original_length(text) + 1; }
static time_t (*original_time)(time_t*);
static time_t an_hour_later(time_t* now) { return original_time(now) + 3600; }

int main(void) {
    hook counting = count_calls("twice", 0);
    check(slots(counting) > 0 && twice(3) == 6 && twice(4) == 8);
    check(calls(counting) == 2 && sum(counting) == 7);
    switch_hook(counting, false);
    check(twice(5) == 10 && calls(counting) == 2);
    switch_hook(counting, true);
    int (*volatile taken)(int) = in_data[0];
    check(taken(6) == 12);
    uint64_t with_data = calls(counting);
    check(with_data == 3); /* a table of addresses in data, too */
    unhook(counting);
    check(twice(7) == 14 && calls(counting) == with_data && slots(counting) == 0);

    hook around = go_around("twice", 0, 0, "a");
    check(twice(8) == 16 && began() == 1 && returned() == 1 && last_integer(0) == 8 && (int)integer_result() == 16);
    unhook(around);
    check(twice(8) == 16 && began() == 1);

    hook replaced = replace("twice", (void*)four_times, (void**)&original, 0);
    check(slots(replaced) > 0 && twice(1) == 4);
    unhook(replaced);
    check(twice(1) == 2);

    counting = count_calls("twice", -1);
    uint64_t here = calls(counting);
    check(here == 0 && twice(2) == 4 && calls(counting) == 1 && calls_here(counting) >= 1);

    hook libc = count_calls("strlen", -1); /* an indirect function */
    volatile const char* text = "four";
    check(strlen((const char*)text) == 4 && calls(libc) == 1);
    unhook(libc);
    check(strlen((const char*)text) == 4 && calls(libc) == 1);
    /* A replacement of such a function continues with the function that was chosen, and not with the one that chooses. */
    hook length = replace("strlen", (void*)with_end, (void**)&original_length, 0);
    check(strlen((const char*)text) == 5);
    unhook(length);
    check(strlen((const char*)text) == 4);
    hook clock = replace("time", (void*)an_hour_later, (void**)&original_time, 0);
    time_t later = time(NULL);
    unhook(clock);
    time_t now = time(NULL);
    check(now <= later - 3600 + 600 && now >= later - 3600);
    puts("linked");
    hook writing = count_calls("puts", -1);
    int (*volatile print)(const char*) = puts; /* in a program at a fixed address: a separate jump */
    print("by address");
    puts("by name");
    check(calls(writing) >= 1 && calls(writing) <= 2);
    unhook(writing);
    puts("done");
    return 0;
}
