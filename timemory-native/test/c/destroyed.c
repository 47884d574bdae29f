/* The memory of custom components is freed once no region has it any longer, on a thread of the library. */
#define _GNU_SOURCE
#include <timemory/component.h>
#include <timemory/results.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

/* From c/garbage.h, which is not part of the API; the stubs of the library have no collector. */
extern void timemory_collect_garbage(void) __attribute__((weak));

enum { REGIONS = 20, SESSIONS = 3 };

struct kept {
    int is_started;
    const char* label;
};

static atomic_int started, destroyed, mistaken;

static void set_prefix(void* memory, const char* label) { ((struct kept*)memory)->label = label; }

static void start(void* memory) {
    struct kept* kept = memory;
    if (kept->is_started) return;
    kept->is_started = 1;
    atomic_fetch_add(&started, 1);
}

static void stop(void* memory) { (void)memory; }

static int64_t value(void* memory) { return (int64_t)strlen(((struct kept*)memory)->label); }

static void destroy(void* memory) {
    const struct kept* kept = memory;
    if (!kept->is_started || strncmp(kept->label, "region", 6) != 0) atomic_fetch_add(&mistaken, 1);
    atomic_fetch_add(&destroyed, 1);
}

int main(void) {
    timemory_component component = {.id = "kept",
                                    .size = sizeof(struct kept),
                                    .start = start,
                                    .stop = stop,
                                    .integer = value,
                                    .set_prefix = set_prefix,
                                    .destroy = destroy};
    check(timemory_register_component(&component), timemory_error());
    timemory_push_components("kept");
    for (int session = 0; session < SESSIONS; session++) {
        for (int lap = 0; lap < 2 * REGIONS; lap++) {
            char label[20];
            snprintf(label, sizeof label, "region %d", lap % REGIONS);
            timemory_push_region(label);
            timemory_pop_region(label);
        }
        check(atomic_load(&destroyed) == session * REGIONS, "none is destroyed while its region is there");
        timemory_clear();
        check(timemory_collect_garbage != NULL, "it is the library itself");
        for (int i = 0; i < 200 && atomic_load(&destroyed) < (session + 1) * REGIONS; i++) {
            timemory_collect_garbage();
            usleep(50000);
        }
        check(atomic_load(&destroyed) == (session + 1) * REGIONS, "all are destroyed once they are forgotten");
    }
    check(atomic_load(&started) == SESSIONS * REGIONS && atomic_load(&mistaken) == 0, "each one that was started, with its label");
    return 0;
}
