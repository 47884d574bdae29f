/* Several hooks of one function: their order, and their going away in any order. */
#include <string.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static int (*next_of_first)(int), (*next_of_second)(int);
static int plus_one(int x) { return next_of_first(x + 1); }
static int times_three(int x) { return next_of_second(x * 3); }

static const char* order_of_one_call(void) {
    forget_order();
    check(twice(1) == 2);
    return order();
}

int main(void) {
    static const int ORDERS[6][3] = {{1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {2, 3, 1}, {3, 1, 2}, {3, 2, 1}};
    static const char* const NAMES[] = {"", "1", "2", "3"};
    for (int i = 0; i < 6; i++) {
        for (int gone = 0; gone < 6; gone++) {
            hook made[4];
            for (int j = 0; j < 3; j++) made[ORDERS[i][j]] = go_around("twice", 0, ORDERS[i][j], NAMES[ORDERS[i][j]]);
            check(strcmp(order_of_one_call(), "321") == 0); /* the highest priority is outermost */
            unhook(made[ORDERS[gone][0]]);
            check(strlen(order_of_one_call()) == 2 && strstr(order(), NAMES[ORDERS[gone][0]]) == NULL);
            unhook(made[ORDERS[gone][1]]);
            check(strcmp(order_of_one_call(), NAMES[ORDERS[gone][2]]) == 0);
            unhook(made[ORDERS[gone][2]]);
            check(*order_of_one_call() == '\0');
        }
    }
    hook first = go_around("twice", 0, 0, "a"), second = go_around("twice", 0, 0, "b");
    check(strcmp(order_of_one_call(), "ba") == 0); /* the later one is outermost */
    unhook(first), unhook(second);

    hook inner = replace("twice", (void*)plus_one, (void**)&next_of_first, 1);
    hook outer = replace("twice", (void*)times_three, (void**)&next_of_second, 2);
    hook counting = count_calls("twice", 0);
    check(twice(5) == 32 && calls(counting) == 1 && sum(counting) == 16); /* ((5 * 3) + 1) * 2 */
    unhook(inner);
    check(twice(5) == 30);
    unhook(outer);
    check(twice(5) == 10 && calls(counting) == 3);
    unhook(counting);
    check(twice(5) == 10 && calls(counting) == 3);
    return 0;
}
