/* The values of the functions of timemory-mallocp.h: arguments say when. Prints their results. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <timemory/timemory.h>
#include <timemory/tools/timemory-mallocp.h>

/* Some of it is not freed. */
static void allocate(int count, size_t size) {
    for (int i = 0; i < count; i++) {
        void* volatile block = malloc(size);
        if (i % 2 == 0) free(block);
    }
}

int main(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "start") == 0) printf("%" PRIu64, timemory_start_mallocp());
        if (strcmp(argv[i], "stop") == 0) printf("%" PRIu64, timemory_stop_mallocp(0));
        if (strcmp(argv[i], "register") == 0) timemory_register_mallocp();
        if (strcmp(argv[i], "deregister") == 0) timemory_deregister_mallocp();
        if (strcmp(argv[i], "allocate") == 0) allocate(10, 1000);
        if (strcmp(argv[i], "finalize") == 0) timemory_finalize_library();
        if (strcmp(argv[i], "region") == 0) timemory_push_region("region");
        if (strcmp(argv[i], "end") == 0) timemory_pop_region("region");
        fflush(stdout);
    }
    puts("");
    return 0;
}
