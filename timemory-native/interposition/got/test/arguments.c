#include <float.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

int main(void) {
    check(slots(go_around("scaled", 0, 0, "")) > 0 && slots(go_around("ten", 32, 0, "")) > 0);
    check(slots(go_around("spread", 0, 0, "")) > 0 && slots(go_around("mean", 128, 0, "")) > 0);
    check(scaled(1.5, 4, 2.0f) == 12 && last_floating(0) == 1.5 && last_integer(0) == 4 && floating_result() == 12);
    check(ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 385 && last_integer(0) == 1 && last_integer(5) == 6 && integer_result() == 385);
    struct big all = spread(0.5, 2);
    check(all.value[0] == 0.5 && all.value[4] == 8.5);
    check(mean(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0) == 6.5);
    check(began() == 4 && returned() == 4 && left() == 0);
    /* In addition to the one that preserves all registers. */
    check(slots(go_around_integers("ten", 32)) > 0 && slots(go_around_integers("twice", 0)) > 0);
    check(ten(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) == 385 && last_integer(5) == 6 && integer_result() == 385);
    check(twice(-21) == -42 && (int)last_integer(0) == -21 && (int)integer_result() == -42);
    check(began() == 7 && returned() == 7);
    return 0;
}
