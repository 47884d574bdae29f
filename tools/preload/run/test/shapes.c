/*
 * Functions of many shapes, each of which counts its own calls: the counts are printed at the end, as name and number. The functions'
 * results are printed first.
 */
#include <complex.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define FUNCTIONS(each)                                                                                                                  \
    each(leaf) each(recursive) each(tail) each(other_tail) each(switched) each(computed) each(looped) each(by_pointer) each(conditional) \
        each(many) each(variadic) each(long_double) each(complex_number) each(structure) each(vector) each(returns_early) each(jumps)    \
            each(lands) each(thread) each(handler) each(coroutine) each(reader) each(flags) each(nested_caller)

enum {
#define NUMBER(name) OF_##name,
    FUNCTIONS(NUMBER) HOW_MANY
};
static unsigned counts[HOW_MANY];
#define COUNT(name) __atomic_fetch_add(&counts[OF_##name], 1, __ATOMIC_RELAXED)
#define SHAPE static __attribute__((noinline, noclone))

SHAPE int leaf(int x) {
    COUNT(leaf);
    return 3 * x + 1;
}

SHAPE __attribute__((optimize("no-optimize-sibling-calls"))) int recursive(int n) {
    COUNT(recursive);
    return n < 2 ? n : recursive(n - 1) + recursive(n - 2);
}

SHAPE int other_tail(int x);
SHAPE int tail(int x) {
    COUNT(tail);
    if (x <= 0) return leaf(x);
    return other_tail(x - 1);
}
SHAPE int other_tail(int x) {
    COUNT(other_tail);
    return x % 3 == 0 ? tail(x - 2) : tail(x - 1);
}

SHAPE int switched(int x) {
    COUNT(switched);
    switch (x) {
        case 0: return leaf(x);
        case 1: puts("one"); return 5;
        case 2: return tail(x);
        case 3: return 7;
        case 4: return recursive(x);
        case 5: return -leaf(x);
        case 6: return 9;
        case 7: puts("seven"); break;
        default: return 11;
    }
    return leaf(x) + 2;
}

SHAPE int computed(const char* program) {
    static const void* const labels[] = {&&end, &&plus, &&minus, &&twice, &&call};
    COUNT(computed);
    int value = 1;
    goto* labels[(int)*program];
plus:
    value += 3;
    goto* labels[(int)*++program];
minus:
    value -= 1;
    goto* labels[(int)*++program];
twice:
    value *= 2;
    goto* labels[(int)*++program];
call:
    value = leaf(value);
    goto* labels[(int)*++program];
end:
    return value;
}

SHAPE unsigned looped(unsigned n, unsigned step) {
    COUNT(looped);
    unsigned sum = 0;
    while (n > step) {
        if (n % 2 != 0) n = 3 * n + 1;
        else n /= 2;
        sum += n;
    }
    return sum;
}

typedef int function(int);
SHAPE int by_pointer(function** f, int x) {
    COUNT(by_pointer);
    return f[x & 1](x);
}

SHAPE void conditional(int x, int* sum) {
    COUNT(conditional);
    if (x > 3) *sum += leaf(x);
}

SHAPE long many(int a, long b, char c, int d, int e, int f, long g, int h, long i) {
    COUNT(many);
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * i;
}

SHAPE double variadic(int n, ...) {
    COUNT(variadic);
    va_list all;
    va_start(all, n);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += i % 2 == 0 ? va_arg(all, double) : va_arg(all, int);
    va_end(all);
    return sum;
}

SHAPE long double long_double(long double x) {
    COUNT(long_double);
    return x / 3 + leaf((int)x);
}

SHAPE double complex complex_number(double complex x) {
    COUNT(complex_number);
    return x * x + I;
}

struct large {
    long values[9];
};
SHAPE struct large structure(struct large x, int by) {
    COUNT(structure);
    for (int i = 0; i < 9; i++) x.values[i] *= by;
    return x;
}

typedef double vector4 __attribute__((vector_size(32)));
SHAPE __attribute__((target("avx"))) vector4 vector(vector4 x, vector4 y) {
    COUNT(vector);
    return x * y + x;
}
SHAPE __attribute__((target("avx"))) double of_vectors(void) {
    vector4 x = {1, 2, 3, 4}, sum = x;
    for (int i = 0; i < 20; i++) sum = vector(x, sum) / 2;
    return sum[0] + sum[1] + sum[2] + sum[3];
}

SHAPE int returns_early(const char* text) {
    COUNT(returns_early);
    if (text == NULL) return 0;
    if (*text == 'x') return 1;
    for (; *text != '\0'; text++) {
        if (*text == 'q') return leaf(*text);
    }
    return (int)strlen(text);
}

static jmp_buf landing;
SHAPE void jumps(int depth) {
    COUNT(jumps);
    if (depth == 0) longjmp(landing, 1);
    jumps(depth - 1);
    leaf(depth);
}
SHAPE int lands(int depth) {
    COUNT(lands);
    if (setjmp(landing) == 0) jumps(depth);
    return leaf(depth);
}

SHAPE void* thread(void* how_many) {
    COUNT(thread);
    long sum = 0;
    for (long i = 0; i < *(long*)how_many; i++) sum += recursive((int)(i % 8)) + leaf((int)i);
    if (sum % 2 == 0) pthread_exit((void*)sum);
    return (void*)sum;
}

static volatile int seen;
SHAPE void handler(int number) {
    COUNT(handler);
    seen += number;
    leaf(number);
    seen++;
}

static ucontext_t outside, inside;
SHAPE void coroutine(void) {
    COUNT(coroutine);
    for (int i = 0; i < 5; i++) {
        leaf(i);
        swapcontext(&inside, &outside);
    }
}

SHAPE int reader(char* text) {
    COUNT(reader);
    return sscanf(text, "%*d %d", &seen) + (int)strtol(text, NULL, 10);
}

/* Its caller compares first and uses the flags afterwards, as compilers do if they know what a function preserves. */
SHAPE int flags(int x) {
    COUNT(flags);
    return x;
}

SHAPE int nested_caller(int x) {
    COUNT(nested_caller);
    __attribute__((noinline)) int nested(int y) { return leaf(x + y) + x; }
    function* pointer = nested;
    return pointer(3) + nested(4);
}

int main(int count, char** arguments) {
    long rounds = count > 1 ? atol(arguments[1]) : 200;
    long sum = 0;
    int conditionals = 0;
    function* functions[] = {leaf, switched};
    struct large large = {{1, 2, 3, 4, 5, 6, 7, 8, 9}};
    signal(SIGUSR1, handler);
    stack_t other = {.ss_sp = malloc(65536), .ss_size = 65536};
    sigaltstack(&other, NULL);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR2, &action, NULL);
    getcontext(&inside);
    inside.uc_stack.ss_sp = malloc(131072);
    inside.uc_stack.ss_size = 131072;
    inside.uc_link = &outside;
    makecontext(&inside, coroutine, 0);
    for (int i = 0; i < 6; i++) {
        swapcontext(&outside, &inside);
        sum += leaf(i);
    }
    for (long i = 0; i < rounds; i++) {
        int n = (int)(i % 11);
        sum += leaf(n) + recursive(n % 7) + tail(n) + switched(n) + computed("\1\3\4\2\4\1\0") + (long)looped((unsigned)i, 4u);
        sum += by_pointer(functions, n) + many(1, 2, 'c', n, 5, 6, 7, n, 9) + (long)variadic(5, 1.5, n, 2.5, 3, 4.5);
        sum += (long)long_double(n * 1.25L) + (long)cimag(complex_number(n + 2 * I)) + structure(large, n).values[8];
        sum += returns_early(n % 2 == 0 ? NULL : n % 3 == 0 ? "xyz" : "say q") + lands(n) + reader((char[]){"12 13"});
        sum += flags(n) == 3 ? flags(4) : nested_caller(n);
        conditional(n, &conditionals);
        if (i % 10 == 0) raise(i % 20 == 0 ? SIGUSR1 : SIGUSR2);
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, thread, &rounds);
    for (int i = 0; i < 3; i++) {
        void* result;
        pthread_join(threads[i], &result);
        sum += (long)result;
    }
    printf("%ld %d %d %.17g\n", sum, conditionals, seen, __builtin_cpu_supports("avx") ? of_vectors() : 0.0);
#define PRINT(name) printf("%s %u\n", #name, counts[OF_##name]);
    FUNCTIONS(PRINT)
    return 0;
}
