#include "callee.h"

#include <errno.h>
#include <stdarg.h>

int twice(int x) { return 2 * x; }
double scaled(double x, int by, float and_by) { return x * by * (double)and_by; }
long ten(long a, long b, long c, long d, long e, long f, long g, long h, long i, long j) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i + 10 * j;
}
struct big spread(double first, int step) {
    struct big all;
    for (int i = 0; i < 5; i++) all.value[i] = first + step * i;
    return all;
}
double mean(int count, ...) {
    va_list numbers;
    double sum = 0;
    va_start(numbers, count);
    for (int i = 0; i < count; i++) sum += va_arg(numbers, double);
    va_end(numbers);
    return sum / count;
}
void call_back(void (*function)(void*), void* with) { function(with); }
int calls_twice(int x) { return twice(x); }
int last_error(void) { return errno; }
