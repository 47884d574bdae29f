// Interposes libpfm's function, so that PAPI counts kernel events on any processor.
//
// PAPI disables its component perf_event if its copy of libpfm does not know the processor, for example because it is newer than the
// library, although kernel events do not need it. Here the kernel's events replace the processor's.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

// pfm_pmu_info_t of perfmon/pfmlib.h, version 4.
struct pmu_info {
    const char *name, *description;
    size_t size;
    int unit, type, events, first_event, encoding, counters, fixed_counters;
    unsigned is_present : 1, is_default : 1;
};

enum { TYPE_OF_A_PROCESSOR = 1 };

int pfm_get_pmu_info(int unit, struct pmu_info* info) {
    static int (*real)(int, struct pmu_info*);
    if (real == NULL) real = (int (*)(int, struct pmu_info*))dlsym(dlopen("libpfm.so.4", RTLD_NOW), "pfm_get_pmu_info");
    int status = real(unit, info);
    if (status == 0 && strcmp(info->name, "perf") == 0) {
        info->type = TYPE_OF_A_PROCESSOR;
        info->is_default = 1;
    }
    return status;
}
