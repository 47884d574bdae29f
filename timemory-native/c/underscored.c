/*
 * The functions under the names that Fortran compilers generate if a program has no interfaces, with the arguments that timemory's own
 * library has under those names: texts end with a NUL (`"solve"//char(0)`), and numbers are passed by value (`%val(id)`).
 */
#include "timemory/compat/library.h"

void timemory_create_record_(const char* name, uint64_t* id, int n, int* components) { timemory_create_record(name, id, n, components); }

void timemory_delete_record_(uint64_t id) { timemory_delete_record(id); }

void timemory_init_library_(int argc, char** argv) { timemory_init_library(argc, argv); }

void timemory_finalize_library_(void) { timemory_finalize_library(); }

void timemory_pause_(void) { timemory_pause(); }

void timemory_resume_(void) { timemory_resume(); }

void timemory_set_default_(const char* components) { timemory_set_default(components); }

void timemory_push_components_(const char* components) { timemory_push_components(components); }

void timemory_pop_components_(void) { timemory_pop_components(); }

void timemory_begin_record_(const char* name, uint64_t* id) { timemory_begin_record(name, id); }

void timemory_begin_record_types_(const char* name, uint64_t* id, const char* components) {
    timemory_begin_record_types(name, id, components);
}

uint64_t timemory_get_begin_record_(const char* name) { return timemory_get_begin_record(name); }

uint64_t timemory_get_begin_record_types_(const char* name, const char* components) {
    return timemory_get_begin_record_types(name, components);
}

void timemory_end_record_(uint64_t id) { timemory_end_record(id); }

void timemory_push_region_(const char* name) { timemory_push_region(name); }

void timemory_pop_region_(const char* name) { timemory_pop_region(name); }
