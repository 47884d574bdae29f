/* The additions of timemory/bundle.h to timemory's functions. */
#include "timemory/bundle.h"

#include <pthread.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"
#include "crash_log.h"
#include "fast_path.h"
#include "names.h"
#include "process.h"

/* The last error of the calling thread. */
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_key(void) { pthread_key_create(&key, free); }

void tm_fail(char* error) {
    pthread_once(&once, make_key);
    free(pthread_getspecific(key));
    pthread_setspecific(key, error);
}

bool tm_enter_or_fail(void) {
    if (tm_enter()) return true;
    if (tm_is_component_running()) {
        tm_fail(strdup("the functions of a component may call timemory_component_fail and timemory_instance_... only"));
    } else if (!tm_got_thread.inside) {
        tm_fail(strdup("this process was forked from one that measured, and measures nothing"));
    }
    return false;
}

const char* timemory_error(void) {
    pthread_once(&once, make_key);
    const char* error = pthread_getspecific(key);
    return error == NULL ? "" : error;
}

void timemory_free(char* text) { free(text); }

timemory_bundle_t timemory_bundle_create(const char* components) {
    TM_INSIDE_OR_FAIL(0);
    char* error = NULL;
    int32_t bundle = tm_bundle(components == NULL ? "" : components, &error);
    if (error != NULL) tm_fail(error);
    return (timemory_bundle_t)bundle;
}

void timemory_bundle_push(timemory_bundle_t bundle, const char* name) {
    if (name == NULL || (bundle != 0 && tm_push_cached_region((int32_t)bundle, name, false))) return;
    TM_BRIEFLY_INSIDE();
    int32_t number = tm_number_of(name);
    tm_bundle_push((int32_t)bundle, number, name);
    tm_crash_log_push(number);
}

void timemory_bundle_pop(timemory_bundle_t bundle, const char* name) {
    if (name == NULL || (bundle != 0 && tm_pop_cached_region((int32_t)bundle, name, false))) return;
    TM_BRIEFLY_INSIDE();
    int32_t number = tm_number_of(name);
    tm_bundle_pop((int32_t)bundle, number, name);
    tm_crash_log_pop(number);
    if (bundle != 0) tm_note_pop((int32_t)bundle, number, name);
}

uint64_t timemory_bundle_begin(timemory_bundle_t bundle, const char* name) {
    if (name == NULL || tm_is_disabled()) return UINT64_MAX;
    TM_BRIEFLY_INSIDE(UINT64_MAX);
    return (uint64_t)tm_bundle_begin((int32_t)bundle, tm_number_of(name), name);
}

timemory_region* timemory_region_create(const char* name, const char* components) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    void* region = tm_region(name == NULL ? "" : name, components == NULL ? "" : components, &error);
    if (error != NULL) tm_fail(error);
    return region;
}

void timemory_region_start(timemory_region* region) {
    if (region == NULL) return;
    TM_BRIEFLY_INSIDE();
    tm_begin_unasked(); /* with the previously set components */
    tm_region_start(region);
}

void timemory_region_stop(timemory_region* region) {
    if (region == NULL) return;
    TM_BRIEFLY_INSIDE();
    tm_region_stop(region);
}

void timemory_region_reset(timemory_region* region) {
    if (region == NULL) return;
    TM_INSIDE();
    tm_region_reset(region);
}

bool timemory_region_is_running(timemory_region* region) {
    if (region == NULL) return false;
    TM_INSIDE(false);
    return tm_region_is_running(region);
}

bool timemory_region_get(timemory_region* region, int component, int element, timemory_totals* totals) {
    if (region == NULL || totals == NULL) return false;
    TM_INSIDE(false);
    double numbers[7];
    if (!tm_region_get(region, component, element, numbers)) return false;
    *totals = (timemory_totals){(uint64_t)numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]};
    return true;
}

char* timemory_region_text(timemory_region* region, int component) {
    if (region == NULL) return NULL;
    TM_INSIDE(NULL);
    return tm_region_text(region, component);
}

void timemory_region_destroy(timemory_region* region) {
    if (region == NULL) return;
    TM_INSIDE();
    tm_region_destroy(region);
}

char* timemory_catalogue(bool with_costs) {
    TM_INSIDE_OR_FAIL(NULL);
    return tm_catalogue(with_costs);
}

char* timemory_hardware_events(void) {
    TM_INSIDE_OR_FAIL(NULL);
    return tm_hardware_events();
}

char* timemory_results(const char* component, bool hierarchy) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    char* text = tm_results(component == NULL ? "" : component, hierarchy, &error);
    if (error != NULL) tm_fail(error);
    return text;
}

char* timemory_saved_results(const char* path, bool hierarchy) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    char* text = tm_saved_results(path == NULL ? "" : path, hierarchy, &error);
    if (error != NULL) tm_fail(error);
    return text;
}

char* timemory_results_components(void) {
    TM_INSIDE_OR_FAIL(NULL);
    return tm_results_components();
}

char* timemory_tool_components(const char* given, const char* bundles, const char* usual) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    char* components = tm_tool_components(given == NULL ? "" : given, bundles == NULL ? "" : bundles, usual == NULL ? "" : usual, &error);
    if (error != NULL) tm_fail(error);
    return components;
}

char* timemory_setting(const char* name) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    char* value = tm_setting(name == NULL ? "" : name, &error);
    if (error != NULL) tm_fail(error);
    return value;
}

bool timemory_change_setting(const char* name, const char* value) {
    TM_INSIDE_OR_FAIL(false);
    char* error = NULL;
    bool done = tm_change_setting(name == NULL ? "" : name, value == NULL ? "" : value, &error);
    tm_revoke_cached_region();
    if (error != NULL) tm_fail(error);
    tm_update_disabled();
    return done;
}
