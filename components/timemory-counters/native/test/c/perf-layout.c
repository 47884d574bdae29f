// Checks counter/PerfOpen.kt, PerfEvent.kt and UserPage.kt against linux/perf_event.h.

#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/syscall.h>

#define SAME(a, b) _Static_assert((a) == (b), #a " is not " #b)
#define AT(field, offset) SAME(offsetof(struct perf_event_attr, field), offset)
#define PAGE(field, offset) SAME(offsetof(struct perf_event_mmap_page, field), offset)

AT(type, 0);
AT(size, 4);
AT(config, 8);
AT(sample_period, 16);
AT(read_format, 32);
AT(wakeup_events, 48);
AT(config1, 56);
AT(config2, 64);
SAME(PERF_ATTR_SIZE_VER1, 72);

SAME(PERF_TYPE_HARDWARE, 0);
SAME(PERF_TYPE_SOFTWARE, 1);
SAME(PERF_TYPE_TRACEPOINT, 2);
SAME(PERF_TYPE_HW_CACHE, 3);
SAME(PERF_TYPE_RAW, 4);
SAME(PERF_FORMAT_TOTAL_TIME_ENABLED, 1);
SAME(PERF_FORMAT_TOTAL_TIME_RUNNING, 2);
SAME(PERF_FORMAT_GROUP, 8);
SAME(PERF_FLAG_FD_CLOEXEC, 8);
SAME(SYS_perf_event_open, 298);
SAME(SYS_mmap, 9);
SAME(SYS_munmap, 11);
SAME(SYS_close, 3);

SAME(PERF_COUNT_SW_CPU_CLOCK, 0);
SAME(PERF_COUNT_SW_TASK_CLOCK, 1);
SAME(PERF_COUNT_SW_PAGE_FAULTS, 2);
SAME(PERF_COUNT_SW_CONTEXT_SWITCHES, 3);
SAME(PERF_COUNT_SW_CPU_MIGRATIONS, 4);
SAME(PERF_COUNT_SW_PAGE_FAULTS_MIN, 5);
SAME(PERF_COUNT_SW_PAGE_FAULTS_MAJ, 6);
SAME(PERF_COUNT_SW_ALIGNMENT_FAULTS, 7);
SAME(PERF_COUNT_SW_EMULATION_FAULTS, 8);
SAME(PERF_COUNT_SW_BPF_OUTPUT, 10);
SAME(PERF_COUNT_HW_CPU_CYCLES, 0);
SAME(PERF_COUNT_HW_INSTRUCTIONS, 1);
SAME(PERF_COUNT_HW_CACHE_REFERENCES, 2);
SAME(PERF_COUNT_HW_CACHE_MISSES, 3);
SAME(PERF_COUNT_HW_BRANCH_INSTRUCTIONS, 4);
SAME(PERF_COUNT_HW_BRANCH_MISSES, 5);
SAME(PERF_COUNT_HW_BUS_CYCLES, 6);
SAME(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND, 7);
SAME(PERF_COUNT_HW_STALLED_CYCLES_BACKEND, 8);
SAME(PERF_COUNT_HW_REF_CPU_CYCLES, 9);
SAME(PERF_COUNT_HW_CACHE_L1D, 0);
SAME(PERF_COUNT_HW_CACHE_L1I, 1);
SAME(PERF_COUNT_HW_CACHE_LL, 2);
SAME(PERF_COUNT_HW_CACHE_DTLB, 3);
SAME(PERF_COUNT_HW_CACHE_ITLB, 4);
SAME(PERF_COUNT_HW_CACHE_BPU, 5);
SAME(PERF_COUNT_HW_CACHE_NODE, 6);
SAME(PERF_COUNT_HW_CACHE_OP_READ, 0);
SAME(PERF_COUNT_HW_CACHE_OP_WRITE, 1);
SAME(PERF_COUNT_HW_CACHE_OP_PREFETCH, 2);
SAME(PERF_COUNT_HW_CACHE_RESULT_ACCESS, 0);
SAME(PERF_COUNT_HW_CACHE_RESULT_MISS, 1);

PAGE(lock, 8);
PAGE(index, 12);
PAGE(offset, 16);
PAGE(time_enabled, 24);
PAGE(time_running, 32);
PAGE(capabilities, 40);
PAGE(pmc_width, 48);

#include <assert.h>
#include <stdint.h>
#include <string.h>

// Bit fields have no address: set each and look.
int main(void) {
    struct perf_event_attr attributes;
#define FLAG(name, bit) \
    memset(&attributes, 0, sizeof attributes), attributes.name = 1, assert(*(uint64_t*)((char*)&attributes + 40) == 1ULL << (bit))
    FLAG(inherit, 1);
    FLAG(exclude_user, 4);
    FLAG(exclude_kernel, 5);
    FLAG(exclude_hv, 6);
    struct perf_event_mmap_page page;
    memset(&page, 0, sizeof page);
    page.cap_user_rdpmc = 1;
    assert(page.capabilities == 1ULL << 2);
    return 0;
}
