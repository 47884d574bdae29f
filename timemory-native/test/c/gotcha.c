/* C library functions, wrapped, counted and replaced; those that cannot be are rejected with a reason. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "timemory/gotcha.h"
#include "timemory/library.h"

static struct {
    int incoming, outgoing;
    double number, result;
    int64_t base;
    char text[20];
} seen;

static void incoming(timemory_call* call, void* data) {
    check(data == &seen, "the data is that of the audit");
    seen.incoming++;
    errno = ENOTTY;
    if (strcmp(timemory_call_function(call), "strtol") == 0) {
        snprintf(seen.text, sizeof seen.text, "%s", (const char*)timemory_call_pointer(call, 0));
        seen.base = timemory_call_integer(call, 2);
        check(timemory_call_integer(call, 3) == 0 && timemory_call_floating(call, 0) == 0, "there is no such argument");
    } else {
        seen.number = timemory_call_floating(call, 0);
    }
}

static void outgoing(timemory_call* call, void* data) {
    (void)data;
    seen.outgoing++;
    errno = ENOTTY;
    if (strcmp(timemory_call_function(call), "strtol") == 0) seen.result = (double)timemory_call_integer_result(call);
    else seen.result = timemory_call_floating_result(call);
}

static char* (*getenv_before)(const char*);
static char* upper_getenv(const char* name) {
    char upper[20] = "";
    for (int i = 0; name[i] != '\0' && i < 19; i++) upper[i] = (char)(name[i] & ~32);
    return getenv_before(upper);
}

static void fails(bool done, const char* reason) {
    check(!done, reason);
    if (strstr(timemory_error(), reason) == NULL) fprintf(stderr, "not '%s': %s\n", reason, timemory_error());
    check(strstr(timemory_error(), reason) != NULL, reason);
}

static void* calls_strtol(void* times) {
    for (int i = 0; i < *(int*)times; i++) check(strtol("5", NULL, 10) == 5, "a thread's number");
    return NULL;
}

static int compare(const void* a, const void* b) { return *(const char*)a - *(const char*)b; }

static void mistakes(void) {
    check(timemory_gotcha_create("wall_clok", 0) == NULL && strstr(timemory_error(), "wall_clock") != NULL,
          "the nearest component is named");
    timemory_gotcha* gotcha = timemory_gotcha_create(NULL, 0);
    fails(timemory_gotcha_start(gotcha), "has no function");
    fails(timemory_gotcha_start(NULL), "the gotcha is NULL");
    fails(timemory_gotcha_wrap(gotcha, "expl", "long double(long double)"), "'long double' is not one of");
    fails(timemory_gotcha_wrap(gotcha, "div", "struct(i32, i32)"), "structures by value");
    fails(timemory_gotcha_wrap(gotcha, "div", "i32"), "write it like");
    fails(timemory_gotcha_wrap(gotcha, "div", "i32(..., i32)"), "write it like");
    fails(timemory_gotcha_wrap(gotcha, "", NULL), "has no name");
    fails(timemory_gotcha_count(gotcha, "div", 6), "argument 6");
    fails(timemory_gotcha_replace(gotcha, "div", NULL, NULL), "must not be NULL");
    check(timemory_gotcha_wrap(gotcha, "nobody_has_this", NULL), "a function may come later");
    fails(timemory_gotcha_start(gotcha), "no object of this process has or calls nobody_has_this");
    fails(timemory_gotcha_wrap(gotcha, "div", NULL), "was already started");
    timemory_gotcha_stop(gotcha);
    timemory_gotcha_remove(gotcha);
}

int main(void) {
    mistakes();
    timemory_gotcha* numbers = timemory_gotcha_create("wall_clock", 0);
    check(timemory_gotcha_wrap(numbers, "strtol", "i64(str, ptr, i32)") && timemory_gotcha_wrap(numbers, "strtod", "f64(str, ptr)"),
          "wrapped");
    check(timemory_gotcha_wrap(numbers, "snprintf", "i32(ptr, u64, str, ...)"), "with any number of arguments");
    check(timemory_gotcha_wrap(numbers, "qsort", "v(ptr, u64, u64, ptr)"), "with a function");
    check(timemory_gotcha_audit(numbers, incoming, outgoing, &seen), "audited");
    check(strtol("1", NULL, 10) == 1 && seen.incoming == 0, "not yet");
    if (!timemory_gotcha_start(numbers)) fprintf(stderr, "%s\n", timemory_error());
    check(timemory_gotcha_slots(numbers, NULL) >= 4, "there are slots");

    timemory_push_region("outer");
    check(strtol("ff", NULL, 16) == 255, "the result");
    check(seen.incoming == 1 && seen.outgoing == 1 && seen.base == 16 && seen.result == 255 && strcmp(seen.text, "ff") == 0, "audited");
    char text[100];
    snprintf(text, sizeof text, "%d %s %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %d %d", 1, "two", 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
             10.0, 11.0, 12, 13);
    check(strcmp(text, "1 two 3.0 4.0 5.0 6.0 7.0 8.0 9.0 10.0 11.0 12 13") == 0, "any number of arguments");
    char letters[] = "hgfedcba";
    qsort(letters, 8, 1, compare);
    check(strcmp(letters, "abcdefgh") == 0 && strtod("2.5", NULL) == 2.5 && seen.result == 2.5, "sorted, and a floating-point result");
    timemory_pop_region("outer");
    errno = 0;
    check(strtol("99999999999999999999", NULL, 10) > 0 && errno == ERANGE, "errno is the function's");
    errno = 0;
    check(strtol("9", NULL, 10) == 9 && errno == 0, "whatever audits leave there");

    check(timemory_gotcha_reject(numbers, "strto?,nothing"), "rejected");
    int before = seen.incoming;
    check(strtol("1", NULL, 10) == 1 && strtod("1", NULL) == 1 && seen.incoming == before, "rejected ones are not seen");
    check(timemory_gotcha_reject(numbers, NULL), "all again");
    check(strtol("1", NULL, 10) == 1 && seen.incoming == before + 1, "seen again");
    timemory_gotcha_stop(numbers);
    check(strtol("1", NULL, 10) == 1 && seen.incoming == before + 1, "stopped");

    timemory_gotcha* mine = timemory_gotcha_create("trip_count", 0);
    check(timemory_gotcha_wrap(mine, "strtol", NULL) && timemory_gotcha_set_scope(mine, TIMEMORY_GOTCHA_THREAD), "of one thread");
    fails(timemory_gotcha_count(mine, "strtod", 0), "applies to single threads");
    fails(timemory_gotcha_replace(mine, "getenv", (void*)upper_getenv, (void**)&getenv_before), "applies to single threads");
    check(timemory_gotcha_start(mine), "started");
    pthread_t thread;
    int times = 3;
    check(pthread_create(&thread, NULL, calls_strtol, &times) == 0 && pthread_join(thread, NULL) == 0, "another thread");
    times = 2;
    timemory_push_region("here");
    calls_strtol(&times);
    timemory_pop_region("here");
    timemory_gotcha_stop(mine);

    timemory_gotcha* counting = timemory_gotcha_create("", 0);
    timemory_counted counted;
    check(timemory_gotcha_count(counting, "strtol", 2) && timemory_gotcha_start(counting), "counted");
    times = 4;
    check(pthread_create(&thread, NULL, calls_strtol, &times) == 0 && pthread_join(thread, NULL) == 0, "another thread");
    check(strtol("11", NULL, 2) == 3, "two and two make");
    check(timemory_gotcha_counted(counting, "strtol", true, &counted) && counted.calls == 1 && counted.sum == 2, "here");
    check(timemory_gotcha_counted(counting, "strtol", false, &counted) && counted.calls == 5 && counted.sum == 42, "of all threads");
    fails(timemory_gotcha_counted(counting, "strtod", false, &counted), "does not count strtod");

    timemory_gotcha* replacing = timemory_gotcha_create(NULL, 0);
    check(timemory_gotcha_replace(replacing, "getenv", (void*)upper_getenv, (void**)&getenv_before), "replaced");
    check(timemory_gotcha_permit_callers(replacing, "gotcha*") && setenv("SOME", "thing", 1) == 0, "by the program");
    check(timemory_gotcha_start(replacing) && strcmp(getenv("some"), "thing") == 0, "instead");
    timemory_gotcha_stop(replacing);
    check(getenv("some") == NULL, "no more");

    timemory_gotcha_remove(replacing), timemory_gotcha_remove(counting), timemory_gotcha_remove(mine), timemory_gotcha_remove(numbers);
    check(timemory_gotcha_slots(numbers, NULL) == 0 && strtol("7", NULL, 10) == 7 && seen.incoming == before + 1, "as before");
    return 0;
}
