/*
 * Functions called by Kokkos, which looks them up by name in the library that KOKKOS_PROFILE_LIBRARY or KOKKOS_TOOLS_LIBS names.
 *
 * Labels are those of timemory's connector: kokkos/dev<N>/<name> for kernels and fences, without the device if its number contains more
 * than an index, kokkos/<name> for sections, the name itself for regions and events, and kokkos/allocate/<space>/<name>,
 * kokkos/deallocate/... and kokkos/deep_copy/<space>=<name>/<space>=<name> for data, with their bytes.
 */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "filter.h"
#include "open_regions.h"
#include "log.h"
#include "sections.h"
#include "settings.h"
#include "timemory/library.h"
#include "timemory/results.h"

/* Kokkos copies at most 63 characters of the space's name here, and does not always terminate them. */
struct space {
    char name[64];
};

/*
 * Kernels have numbers from 1 on, and may be ended by any thread. The others are ended by the thread that started them, or have separate
 * numbers.
 */
#define TM_PUSHED_REGION (UINT64_C(1) << 63)
#define TM_DEEP_COPY (TM_PUSHED_REGION + 1)
#define TM_SECTION(number) (TM_OVERLAPS | (number))

/* Number of kernels that are not measured. */
#define UNMEASURED UINT64_MAX

/* Newer releases encode more than an index in the number of a device. */
enum { MAX_DEVICES = 65536 };

#define LOG(...)                                    \
    do {                                            \
        if (tm_config()->logs) tm_log(__VA_ARGS__); \
    } while (0)

static const char* text(const char* name) { return name == NULL ? "" : name; }

static struct tm_region* region_of(const char* const* label) { return tm_idle_region(label, tm_config()->components); }

/* ---- The library --------------------------------------------------------------------------------------------------------------------- */

/* Measuring does not start yet: kokkosp_parse_args may follow, with settings. */
void kokkosp_init_library(int sequence, uint64_t version, uint32_t devices, void* infos) {
    (void)sequence, (void)version, (void)devices, (void)infos;
    tm_prepare_filter();
}

/* Results are written when the process ends, or by the program: there may be more to measure than Kokkos events. */
void kokkosp_finalize_library(void) { tm_end_own_laps(); }

void kokkosp_print_help(char* program) {
    tm_log("usage: %s --kokkos-tools-args='--timemory-SETTING=VALUE ...'", program == NULL ? "PROGRAM" : program);
    tm_log("any setting can be given, also as an environment variable: --timemory-output-path=DIR, TIMEMORY_OUTPUT_PATH=DIR");
    tm_log("TIMEMORY_KOKKOSP_COMPONENTS: components, default wall_clock,peak_rss (see timemory avail)");
    tm_log("TIMEMORY_KOKKOS_KERNEL_LOGGER: print each event to stderr");
    tm_log("KOKKOS_PROFILE_REGEX: names that kp_timemory_filter.so measures");
}

/* The first argument is the program's name, unless it starts with a hyphen: not every release puts it before the others. */
void kokkosp_parse_args(int count, char** arguments) {
    bool has_settings = false;
    for (int i = 0; i < count && arguments != NULL && arguments[i] != NULL; i++) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) kokkosp_print_help(NULL);
        has_settings = has_settings || strncmp(arguments[i], "--timemory-", 11) == 0;
    }
    if (!has_settings) return;
    if (timemory_library_is_initialized()) {
        tm_log("settings among the tool arguments are ignored: measuring has already started");
        return;
    }
    tm_set_defaults();
    char** with_name = calloc((size_t)count + 2, sizeof *with_name);
    if (with_name == NULL) return;
    bool has_name = arguments[0][0] != '-';
    with_name[0] = "program";
    memcpy(with_name + 1, arguments + has_name, (size_t)(count - has_name) * sizeof *with_name);
    timemory_init_library(count + 1 - has_name, with_name);
    free(with_name);
}

/*
 * Kokkos reports its build options after it has loaded its tools and parsed their arguments: measuring starts then, so that the primary
 * thread is the one that initializes Kokkos, and not the one with the first kernel.
 */
void kokkosp_declare_metadata(const char* key, const char* value) {
    LOG("kokkosp_declare_metadata/%s/%s", text(key), text(value));
    timemory_init_library(0, NULL);
    if (key != NULL) timemory_add_metadata(key, text(value));
}

/* ---- Kernels and fences -------------------------------------------------------------------------------------------------------------- */

/* Returns kokkos/dev12/, as the first part of a label. */
struct device {
    char label[24];
};

static const char* label_of(uint32_t device, struct device* into) {
    if (device >= MAX_DEVICES) return "kokkos/";
    char digits[10];
    int count = 0;
    do digits[count++] = (char)('0' + device % 10);
    while ((device /= 10) != 0);
    char* end = stpcpy(into->label, "kokkos/dev");
    while (count > 0) *end++ = digits[--count];
    memcpy(end, "/", 2);
    return into->label;
}

static void begin_kernel(const char* function, const char* name, uint32_t device, uint64_t* number) {
    static atomic_uint_fast64_t last;
    uint64_t unasked;
    if (number == NULL) number = &unasked;
    *number = UNMEASURED;
    if (!tm_is_wanted(text(name))) return;
    *number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
    LOG("%s/%s/%" PRIu64, function, text(name), *number);
    struct device first;
    tm_begin_lap(*number, region_of((const char*[]){label_of(device, &first), text(name), NULL}));
}

static void end_kernel(const char* function, uint64_t number) {
    if (number == UNMEASURED) return;
    LOG("%s/%" PRIu64, function, number);
    bool is_kernel = number != 0 && number < TM_OVERLAPS;
    if (!is_kernel || !tm_end_lap(number)) TM_SAY_ONCE("%s: nothing with number %" PRIu64 " is running", function, number);
}

#define BEGIN_AND_END(what)                                                          \
    void kokkosp_begin_##what(const char* name, uint32_t device, uint64_t* number) { \
        begin_kernel("kokkosp_begin_" #what, name, device, number);                  \
    }                                                                                \
    void kokkosp_end_##what(uint64_t number) { end_kernel("kokkosp_end_" #what, number); }

BEGIN_AND_END(parallel_for)
BEGIN_AND_END(parallel_reduce)
BEGIN_AND_END(parallel_scan)
BEGIN_AND_END(fence)

/* ---- Regions, sections, events ------------------------------------------------------------------------------------------------------- */

/* Unwanted regions are pushed as well, so that each pop finds its own. */
void kokkosp_push_profile_region(const char* name) {
    bool is_wanted = tm_is_wanted(text(name));
    if (is_wanted) LOG("kokkosp_push_profile_region/%s", text(name));
    tm_begin_lap(TM_PUSHED_REGION, is_wanted ? region_of((const char*[]){text(name), NULL}) : NULL);
}

void kokkosp_pop_profile_region(void) {
    LOG("kokkosp_pop_profile_region");
    if (!tm_end_own_lap_with_inner(TM_PUSHED_REGION)) TM_SAY_ONCE("a profile region was popped on a thread that has not pushed one");
}

void kokkosp_create_profile_section(const char* name, uint32_t* number) {
    if (number == NULL) return;
    *number = tm_is_wanted(text(name)) ? tm_create_section(text(name)) : TM_NO_SECTION;
}

void kokkosp_start_profile_section(uint32_t number) {
    if (number == TM_NO_SECTION) return;
    const char* name = tm_section(number);
    LOG("kokkosp_start_profile_section/%s/%" PRIu32, text(name), number);
    if (name == NULL) {
        TM_SAY_ONCE("kokkosp_start_profile_section: there is no section with number %" PRIu32, number);
    } else if (tm_has_lap(TM_SECTION(number))) {
        TM_SAY_ONCE("profile section '%s' was started twice without a stop: the first start counts", name);
    } else {
        tm_begin_lap(TM_SECTION(number), region_of((const char*[]){"kokkos/", name, NULL}));
    }
}

void kokkosp_stop_profile_section(uint32_t number) {
    if (number == TM_NO_SECTION) return;
    const char* name = tm_section(number);
    LOG("kokkosp_stop_profile_section/%s/%" PRIu32, text(name), number);
    if (name == NULL) {
        TM_SAY_ONCE("kokkosp_stop_profile_section: there is no section with number %" PRIu32, number);
    } else if (!tm_end_lap(TM_SECTION(number))) {
        TM_SAY_ONCE("profile section '%s' was stopped without a start: nothing is recorded", name);
    }
}

void kokkosp_destroy_profile_section(uint32_t number) {
    if (number == TM_NO_SECTION) return;
    tm_end_own_lap(TM_SECTION(number));
    tm_destroy_section(number);
}

void kokkosp_profile_event(const char* name) {
    if (!tm_is_wanted(text(name))) return;
    LOG("kokkosp_profile_event/%s", text(name));
    struct tm_region* region = region_of((const char*[]){text(name), NULL});
    if (region == NULL) return;
    tm_start_region(region);
    tm_stop_region(region);
}

/* ---- Data ---------------------------------------------------------------------------------------------------------------------------- */

static int64_t saturated(uint64_t bytes) { return bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes; }

static struct space ended(const struct space* space) {
    struct space copy = *space;
    copy.name[sizeof copy.name - 1] = '\0';
    return copy;
}

/* Without a lap: the bytes are one. */
static void record(const char* kind, struct space space, const char* name, uint64_t bytes) {
    if (!tm_is_wanted(text(name))) return;
    struct space known = ended(&space);
    const char* label[] = {"kokkos/", kind, "/", known.name, "/", text(name), NULL};
    struct tm_region* region = tm_idle_region(label, tm_config()->memory);
    if (region != NULL && region->region != NULL) timemory_region_store_integer(region->region, 0, saturated(bytes));
}

void kokkosp_allocate_data(struct space space, const char* name, const void* address, uint64_t bytes) {
    LOG("kokkosp_allocate_data/%.63s/%s/[%p]/%" PRIu64, space.name, text(name), address, bytes);
    record("allocate", space, name, bytes);
}

void kokkosp_deallocate_data(struct space space, const char* name, const void* address, uint64_t bytes) {
    LOG("kokkosp_deallocate_data/%.63s/%s/[%p]/%" PRIu64, space.name, text(name), address, bytes);
    record("deallocate", space, name, bytes);
}

void kokkosp_begin_deep_copy(struct space to, const char* to_name, const void* to_address, struct space from, const char* from_name,
                             const void* from_address, uint64_t bytes) {
    LOG("kokkosp_begin_deep_copy/%.63s/%s/[%p]/%.63s/%s/[%p]/%" PRIu64, to.name, text(to_name), to_address, from.name, text(from_name),
        from_address, bytes);
    struct tm_region* region = NULL;
    if (tm_is_wanted(text(to_name)) || tm_is_wanted(text(from_name))) {
        struct space known_to = ended(&to), known_from = ended(&from);
        const char* label[] = {"kokkos/deep_copy/", known_to.name, "=", text(to_name), "/", known_from.name, "=", text(from_name), NULL};
        region = tm_idle_region(label, tm_config()->components_with_memory);
    }
    tm_begin_lap(TM_DEEP_COPY, region);
    if (region != NULL && region->region != NULL) timemory_region_store_integer(region->region, 0, saturated(bytes));
}

void kokkosp_end_deep_copy(void) {
    LOG("kokkosp_end_deep_copy");
    if (!tm_end_own_lap(TM_DEEP_COPY)) TM_SAY_ONCE("kokkosp_end_deep_copy: this thread has not started one");
}
