/* Pushes components around some of its functions. */
#include <timemory/library.h>

__attribute__((noinline)) int work_usual(volatile int* n) { return *n += 1; }
__attribute__((noinline)) int work_pushed(volatile int* n) { return *n += 2; }

int main(void) {
    volatile int n = 0;
    work_usual(&n);
    timemory_push_components("trip_count");
    for (int i = 0; i < 3; i++) work_pushed(&n);
    timemory_pop_components();
    return n == 7 ? 0 : 1;
}
