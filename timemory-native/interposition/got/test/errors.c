/* errno is the function's: as its caller left it before the call, and as it left it afterwards. */
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

#include "callee.h"
#include "check.h"
#include "driver.h"

static void* call(void* unused) {
    errno = E2BIG;
    check(last_error() == E2BIG && errno == E2BIG);
    errno = 0;
    check(close(-1) == -1 && errno == EBADF);
    return unused;
}

int main(void) {
    pthread_t thread;
    hook around = go_around("close", 0, 0, ""), also_around = go_around("last_error", 0, 0, "");
    hook counting = count_calls("last_error", -1);
    check(slots(around) > 0 && slots(also_around) > 0 && slots(counting) > 0);
    call(NULL);
    check(pthread_create(&thread, NULL, call, NULL) == 0 && pthread_join(thread, NULL) == 0);
    check(began() == 4 && returned() == 4 && calls(counting) == 2);
    return 0;
}
