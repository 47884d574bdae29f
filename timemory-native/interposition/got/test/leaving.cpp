// Calls that do not return: by an exception, by longjmp, by the end of their thread.
#include <csetjmp>
#include <pthread.h>
#include <stdexcept>

#include "callee.h"
#include "check.h"
#include "driver.h"

static void throws(void*) { throw std::runtime_error("thrown"); }
static void ends(void*) { pthread_exit(nullptr); }
static void jumps(void* to) { longjmp(*static_cast<jmp_buf*>(to), 1); }
static void nested(void* with) { call_back(throws, with); }

static void* in_thread(void* unused) {
    call_back(ends, nullptr);
    return unused;
}

static void* left_open(void* unused) {
    static thread_local jmp_buf here;
    if (setjmp(here) == 0) call_back(jumps, &here);
    return unused;
}

static bool catches(void (*function)(void*)) {
    try {
        call_back(function, nullptr);
    } catch (const std::runtime_error&) {
        return true;
    }
    return false;
}

int main() {
    hook counting = count_calls("twice", -1);
    hook through = count_calls("call_back", -1);
    check(catches(throws) && calls(through) == 1); // there is no frame between them
    check(slots(go_around("call_back", 0, 0, "")) > 0);
    check(catches(throws) && began() == 1 && left() == 1);
    check(catches(nested) && began() == 3 && left() == 3 && returned() == 0 && calls(through) == 4);
    check(twice(1) == 2 && calls(counting) == 1); // hooks act again

    jmp_buf here;
    if (setjmp(here) == 0) call_back(jumps, &here);
    check(began() == 4 && left() == 3); // not known yet
    call_back([](void*) {}, nullptr);
    check(began() == 5 && left() == 4 && returned() == 1);

    pthread_t thread;
    check(pthread_create(&thread, nullptr, in_thread, nullptr) == 0 && pthread_join(thread, nullptr) == 0);
    check(began() == 6 && left() == 5);
    check(pthread_create(&thread, nullptr, left_open, nullptr) == 0 && pthread_join(thread, nullptr) == 0);
    check(began() == 7 && left() == 6 && returned() == 1);
    return 0;
}
