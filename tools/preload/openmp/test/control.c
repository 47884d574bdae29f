/* What a program says about which of its parallel regions are measured. */
#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "timemory/library.h"
#include "timemory/tools/timemory-ompt.h"

/* A compiler may leave out a parallel region that is empty. */
static void nothing(void) { __asm__ volatile(""); }

static void team(void) {
#pragma omp parallel num_threads(3)
    nothing();
}

int main(int argc, char** argv) {
    const char* how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "start") == 0) {
        team();
        uint64_t first = timemory_start_ompt(), second = timemory_start_ompt();
        team();
        printf("%d", (int)timemory_stop_ompt(first));
        team();
        printf("%d", (int)timemory_stop_ompt(second));
        printf("%d\n", timemory_stop_ompt(second) == second);
        team();
    } else if (strcmp(how, "register") == 0) {
        timemory_register_ompt();
        timemory_register_ompt();
        team();
        timemory_deregister_ompt();
        team();
    } else if (strcmp(how, "midst") == 0) {
        uint64_t id = timemory_start_ompt();
#pragma omp parallel num_threads(3)
        {
#pragma omp barrier
#pragma omp master
            timemory_stop_ompt(id);
#pragma omp barrier
#pragma omp barrier
        }
#pragma omp parallel num_threads(3)
        {
#pragma omp master
            id = timemory_start_ompt();
#pragma omp barrier
            team();
#pragma omp barrier
        }
        team();
        timemory_stop_ompt(id);
    } else if (strcmp(how, "region") == 0) {
        timemory_push_region("solve");
        team();
#pragma omp parallel num_threads(3)
        {
            timemory_push_region("part");
            timemory_pop_region("part");
        }
        timemory_pop_region("solve");
        team();
    } else if (strcmp(how, "handle") == 0) {
        team();
        uint64_t id = timemory_get_begin_record_types("solve", "wall_clock,openmp");
        team();
        timemory_end_record(id);
        team();
    } else if (strcmp(how, "finalize") == 0) {
        team();
        timemory_finalize_library();
        team();
    } else if (strcmp(how, "finalize-inside") == 0) {
        atomic_int others = 0;
        atomic_bool is_over = false;
#pragma omp parallel num_threads(3)
        {
#pragma omp barrier
            /* The others are between two events: one that they were handling might be reported to come after the end. */
            if (omp_get_thread_num() == 0) {
                while (others < 2) usleep(100);
                timemory_finalize_library();
                is_over = true;
            } else {
                others++;
                while (!is_over) usleep(100);
            }
#pragma omp barrier
        }
        team();
    } else {
        team();
    }
    return 0;
}
