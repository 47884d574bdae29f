/* Functions that start and end in all possible ways. */
#include <csetjmp>
#include <cstdio>

static jmp_buf back;
static volatile int sum;

__attribute__((noinline)) static int leaf(int n) {
    sum += n;
    return n;
}

__attribute__((noinline)) int twice(int n) {
    int first = leaf(n);
    int second = leaf(first);
    sum += second;
    return second;
}

__attribute__((noinline)) int tail(int n) {
    sum += n;
    return leaf(n + 1);
}

__attribute__((noinline)) int recursive(int n) {
    int inner = n > 0 ? recursive(n - 1) : 0;
    sum += inner;
    return inner + 1;
}

__attribute__((noinline)) void jumps(int n) {
    if (n == 0) longjmp(back, 1);
    jumps(n - 1);
    sum += 1;
}

__attribute__((noinline)) void lands() {
    if (setjmp(back) == 0) jumps(2);
    leaf(1);
    sum += 1;
}

struct Cleared {
    ~Cleared() { leaf(3); }
};

__attribute__((noinline)) int fails(int n) {
    Cleared cleared;
    if (n == 0) throw n;
    int inner = fails(n - 1);
    sum += inner;
    return inner;
}

__attribute__((noinline)) int catches() {
    int caught = 0;
    try {
        caught = fails(1);
    } catch (int) {
        caught = leaf(5);
    }
    sum += 1;
    return caught;
}

int main() {
    for (int i = 0; i < 10; i++) twice(i);
    tail(1);
    recursive(2);
    lands();
    catches();
    twice(1);
    printf("%d\n", sum);
}
