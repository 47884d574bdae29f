/*
 * timemory for C, C++ and languages that can call C: measures labelled regions of a program as a call graph.
 *
 *     timemory_init_library(argc, argv);
 *     timemory_push_region("solve");
 *     solve();
 *     timemory_pop_region("solve");
 *     timemory_finalize_library();
 *
 * Link with -ltimemory. The functions are those of timemory for C++, so programs written for it need no changes; they are documented in
 * timemory/compat/library.h. timemory/bundle.h adds functions of this library, timemory/timemory.h macros for regions in C functions, and
 * timemory/timemory.hpp everything for C++.
 */
#ifndef TIMEMORY_LIBRARY_H
#define TIMEMORY_LIBRARY_H

#include "timemory/compat/library.h"

#ifdef __cplusplus

#include <cstdint>
#include <limits>

/* A record that ends with the object's lifetime. */
struct timemory_scoped_record {
    explicit timemory_scoped_record(const char* name) : id_(timemory_get_begin_record(name)) {}

    timemory_scoped_record(const char* name, const char* components) : id_(timemory_get_begin_record_types(name, components)) {}

    template <typename... Numbers>
    timemory_scoped_record(const char* name, int component, Numbers... components)
        : id_(timemory_get_begin_record_enum(name, component, components..., TIMEMORY_COMPONENTS_END)) {}

    timemory_scoped_record(const timemory_scoped_record&) = delete;
    timemory_scoped_record& operator=(const timemory_scoped_record&) = delete;

    ~timemory_scoped_record() { timemory_end_record(id_); }

  private:
    uint64_t id_ = std::numeric_limits<uint64_t>::max();
};

/* A thread-local variable, one per type. */
template <typename Type> inline Type& timemory_tl_static(const Type& initial = {}) {
    static thread_local Type instance = initial;
    return instance;
}

#endif

#endif
