/* Arguments of 32 bits in registers whose other half holds anything: the callee's declaration is another one (test_got.py). */
#include "check.h"
#include "driver.h"

typedef unsigned long long whole;
extern unsigned halves(whole a, whole b, whole c, whole d, whole e, whole f);

int main(void) {
    static const whole GARBAGE = 0xabcdef0000000000u;
    hook sums[6];
    for (int i = 0; i < 6; i++) check(slots(sums[i] = count_halves("halves", i)) > 0);
    for (int round = 0; round < 3; round++) {
        unsigned all = halves(GARBAGE | 0xffffffffu, GARBAGE | 1, GARBAGE | 2, GARBAGE | 3, GARBAGE | 4, GARBAGE | 0x80000000u);
        check(all == 0xffffffffu + 1 + 2 + 3 + 4 + 0x80000000u);
    }
    static const int64_t EXPECTED[] = {0xffffffff, 1, 2, 3, 4, 0x80000000};
    for (int i = 0; i < 6; i++) check(calls(sums[i]) == 3 && sum(sums[i]) == 3 * EXPECTED[i]);
    return 0;
}
