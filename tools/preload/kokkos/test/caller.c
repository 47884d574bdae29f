/* Calls a tool as Kokkos does, in ways that its Serial backend has no need for: see test_calls.py. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct space {
    char name[64];
};

static void* tool;

static void* function(const char* name) {
    void* found = dlsym(tool, name);
    if (found == NULL) {
        printf("no %s\n", name);
        exit(2);
    }
    return found;
}

/* kokkosp_NAME(arguments), whose parameters are of `types`. */
#define CALL(name, types, ...) ((void(*) types)function("kokkosp_" #name))(__VA_ARGS__)

#define COPY (struct space, const char*, const void*, struct space, const char*, const void*, uint64_t)

static uint64_t begin(const char* name, uint32_t device) {
    uint64_t id = 12345;
    CALL(begin_parallel_for, (const char*, uint32_t, uint64_t*), name, device, &id);
    return id;
}
static void end(uint64_t id) { CALL(end_parallel_for, (uint64_t), id); }
static void push(const char* name) { CALL(push_profile_region, (const char*), name); }
static void pop(void) { CALL(pop_profile_region, (void)); }
static void start(uint32_t section) { CALL(start_profile_section, (uint32_t), section); }
static void stop(uint32_t section) { CALL(stop_profile_section, (uint32_t), section); }
static void destroy(uint32_t section) { CALL(destroy_profile_section, (uint32_t), section); }
static uint32_t section(const char* name) {
    uint32_t id = 12345;
    CALL(create_profile_section, (const char*, uint32_t*), name, &id);
    return id;
}
static void allocate(const char* space_name, const char* name, uint64_t bytes) {
    struct space space;
    memset(&space, 'x', sizeof space);
    strncpy(space.name, space_name, sizeof space.name);
    CALL(allocate_data, (struct space, const char*, const void*, uint64_t), space, name, NULL, bytes);
}

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

enum { THREADS = 4, KERNELS = 1000 };

static uint64_t ids[THREADS][KERNELS];

static void* work(void* which) {
    uint64_t* own = ids[(intptr_t)which];
    push("on a thread");
    for (int i = 0; i < KERNELS; i++) {
        own[i] = begin("work", 0);
        uint64_t fence = 0;
        CALL(begin_fence, (const char*, uint32_t, uint64_t*), "fence", 0, &fence);
        CALL(end_fence, (uint64_t), fence);
        end(own[i]);
    }
    pop();
    return NULL;
}

static int compare(const void* a, const void* b) { return *(const uint64_t*)a < *(const uint64_t*)b ? -1 : 1; }

static void threads(void) {
    pthread_t thread[THREADS];
    for (intptr_t i = 0; i < THREADS; i++) pthread_create(&thread[i], NULL, work, (void*)i);
    for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
    uint64_t all[THREADS * KERNELS];
    memcpy(all, ids, sizeof all);
    qsort(all, THREADS * KERNELS, sizeof *all, compare);
    for (int i = 1; i < THREADS * KERNELS; i++) {
        if (all[i] == all[i - 1]) puts("a number came twice");
    }
}

static pthread_barrier_t barrier;

/* Events that another thread ends in the meantime, followed by events that continue here. */
static void* interrupted(void* id) {
    *(uint64_t*)id = begin("taken away", 0);
    uint64_t kept = begin("kept", 0);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    end(kept);
    for (int i = 0; i < 3; i++) end(begin("taken away", 0));
    return NULL;
}

static void elsewhere(void) {
    pthread_t thread;
    uint64_t id;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, interrupted, &id);
    pthread_barrier_wait(&barrier);
    end(id);
    end(id);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
}

static void* leave_open(void* id) {
    *(uint64_t*)id = begin("left", 0);
    push("left region");
    return NULL;
}

static void thread_ends(void) {
    pthread_t thread;
    uint64_t id;
    pthread_create(&thread, NULL, leave_open, &id);
    pthread_join(thread, NULL);
    end(id);
    end(begin("after", 0));
}

/* ---- One thread ---------------------------------------------------------------------------------------------------------------------- */

static void interleaved(void) {
    uint64_t a = begin("a", 0), b = begin("b", 0), again = begin("a", 0);
    end(a);
    end(begin("c", 0));
    end(again);
    end(b);
    end(begin("d", 0));
}

enum { OPEN = 500 };

static void many(void) {
    uint64_t open[OPEN];
    char name[20];
    for (int i = 0; i < OPEN; i++) {
        snprintf(name, sizeof name, "k%d", i % 7);
        open[i] = begin(name, UINT32_MAX);
    }
    for (int i = 0; i < OPEN; i += 2) end(open[i]);
    for (int i = OPEN - 1; i > 0; i -= 2) end(open[i]);
    end(begin("last", UINT32_MAX));
}

static void wrong(void) {
    for (int i = 0; i < 2; i++) {
        end(999);
        end(0);
        end(UINT64_C(1) << 62);
        end(UINT64_C(1) << 63);
        pop();
        CALL(end_deep_copy, (void));
        start(77);
        stop(77);
        destroy(77);
        uint32_t once = section("once");
        stop(once);
        start(once);
        start(once);
        stop(once);
        stop(once);
        destroy(once);
        stop(once);
    }
    end(begin(NULL, 0));
    push(NULL);
    pop();
    start(section(NULL));
    allocate("Host", NULL, 7);
    CALL(declare_metadata, (const char*, const char*), NULL, NULL);
    CALL(declare_metadata, (const char*, const char*), "key", NULL);
    CALL(print_help, (char*), NULL);
    CALL(parse_args, (int, char**), 3, NULL);
    CALL(begin_parallel_scan, (const char*, uint32_t, uint64_t*), "no number", 0, NULL);
}

static void sections(void) {
    uint32_t highest = 0;
    for (int i = 0; i < 5000; i++) {
        uint32_t id = section(i % 2 ? "odd" : "even");
        if (id > highest) highest = id;
        start(id);
        if (i % 10 != 0) stop(id);
        destroy(id);
    }
    printf("highest %u\n", highest);
}

static void devices(void) {
    end(begin("kernel", 0));
    end(begin("kernel", 7));
    end(begin("kernel", 65535));
    end(begin("kernel", 65536));
    end(begin("kernel", UINT32_MAX));
}

static void data(void) {
    char wide[65];
    memset(wide, 'w', 64);
    wide[64] = '\0';
    allocate(wide, "a", 1);
    allocate("Host", "large", UINT64_MAX);
    allocate("Host", "b", 10);
    allocate("Host", "b", 20);
    struct space host = {"Host"}, device = {"Cuda"};
    push("copies");
    for (int i = 0; i < 3; i++) {
        CALL(begin_deep_copy, COPY, device, "to", NULL, host, "from", NULL, 1000);
        push("within");
        allocate("Host", "scratch", 5);
        pop();
        CALL(end_deep_copy, (void));
    }
    pop();
}

/* Longer than any buffer for labels would be, and different at the very end. */
static void long_names(void) {
    static char name[20001];
    memset(name, 'n', 20000);
    for (int i = 0; i < 3; i++) {
        name[19999] = (char)('0' + i);
        end(begin(name, 0));
    }
}

static void filtered(void) {
    push("Solve");
    push("_hidden");
    end(begin("Kernel", 0));
    end(begin("1st", 0));
    pop();
    end(begin("Kernel", 0));
    pop();
    uint32_t shown = section("Shown"), hidden = section("_hidden");
    start(shown);
    start(hidden);
    stop(hidden);
    stop(shown);
    destroy(hidden);
    CALL(profile_event, (const char*), "_event");
    CALL(profile_event, (const char*), "Event");
    allocate("Host", "_data", 1);
    allocate("Host", "Data", 2);
}

/* As if the body of a kernel had thrown: its end is never reported. */
static void abandoned(void) {
    uint32_t across = section("across");
    for (int i = 0; i < 3; i++) {
        push("tries");
        if (i == 0) start(across);
        begin("throws", 0);
        struct space host = {"Host"};
        CALL(begin_deep_copy, COPY, host, "to", NULL, host, "from", NULL, 10);
        pop();
    }
    end(begin("after", 0));
    stop(across);
}

/* Each kernel is ended by the thread that began it and by another one at once. */
static _Atomic uint64_t shared;
static _Atomic int is_over;

static void* thief(void* unused) {
    while (!is_over) {
        uint64_t id = shared;
        if (id != 0) end(id);
    }
    return unused;
}

static void raced(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, thief, NULL);
    for (int i = 0; i < 20000; i++) {
        uint64_t id = begin("raced", 0);
        shared = id;
        for (volatile int pause = 0; pause < i % 512; pause++) continue;
        end(id);
    }
    is_over = 1;
    pthread_join(thread, NULL);
    end(begin("after", 0));
}

static void open_at_the_end(void) {
    push("open");
    begin("open kernel", 0);
}

int main(int argc, char** argv) {
    const struct {
        const char* name;
        void (*run)(void);
    } all[] = {
        {"threads", threads},
        {"elsewhere", elsewhere},
        {"thread_ends", thread_ends},
        {"interleaved", interleaved},
        {"many", many},
        {"wrong", wrong},
        {"sections", sections},
        {"devices", devices},
        {"data", data},
        {"long_names", long_names},
        {"filtered", filtered},
        {"abandoned", abandoned},
        {"raced", raced},
        {"open_at_the_end", open_at_the_end},
    };
    if (argc < 3 || (tool = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL)) == NULL) {
        printf("%s\n", dlerror());
        return 2;
    }
    CALL(init_library, (int, uint64_t, uint32_t, void*), 0, 20210225, 0, NULL);
    if (argc > 3) {
        /* With the program's name before the arguments, or without. */
        int first = strcmp(argv[2], "named") == 0 ? 2 : 3;
        CALL(parse_args, (int, char**), argc - first, argv + first);
        devices();
    }
    CALL(declare_metadata, (const char*, const char*), "Kokkos Version", "4.7");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (strcmp(argv[2], all[i].name) == 0) all[i].run();
    }
    CALL(finalize_library, (void));
    puts("done");
    return 0;
}
