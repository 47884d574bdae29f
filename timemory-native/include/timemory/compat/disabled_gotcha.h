/* timemory/gotcha.h with timemory disabled: the same API, without a library and without effect; no function fails. */
#ifndef TIMEMORY_COMPAT_DISABLED_GOTCHA_H
#define TIMEMORY_COMPAT_DISABLED_GOTCHA_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
#else
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#endif

typedef struct timemory_gotcha {
    int unused;
} timemory_gotcha;
typedef struct timemory_call timemory_call;
typedef void (*timemory_incoming)(timemory_call* call, void* data);
typedef void (*timemory_outgoing)(timemory_call* call, void* data);
enum timemory_gotcha_scope { TIMEMORY_GOTCHA_ALL_THREADS, TIMEMORY_GOTCHA_THREAD };
typedef struct {
    uint64_t calls;
    int64_t sum;
} timemory_counted;

static inline timemory_gotcha* timemory_gotcha_create(const char* components, int priority) {
    static timemory_gotcha none;
    (void)components, (void)priority;
    return &none;
}
static inline bool timemory_gotcha_wrap(timemory_gotcha* gotcha, const char* function, const char* signature) {
    (void)gotcha, (void)function, (void)signature;
    return true;
}
static inline bool timemory_gotcha_replace(timemory_gotcha* gotcha, const char* function, void* replacement, void** original) {
    (void)gotcha, (void)function, (void)replacement, (void)original;
    return true;
}
static inline bool timemory_gotcha_count(timemory_gotcha* gotcha, const char* function, int argument) {
    (void)gotcha, (void)function, (void)argument;
    return true;
}
static inline bool timemory_gotcha_audit(timemory_gotcha* gotcha, timemory_incoming incoming, timemory_outgoing outgoing, void* data) {
    (void)gotcha, (void)incoming, (void)outgoing, (void)data;
    return true;
}

/* For audits, which are never called. */
static inline const char* timemory_call_function(const timemory_call* call) {
    (void)call;
    return "";
}
static inline int64_t timemory_call_integer(const timemory_call* call, int argument) {
    (void)call, (void)argument;
    return 0;
}
static inline double timemory_call_floating(const timemory_call* call, int argument) {
    (void)call, (void)argument;
    return 0;
}
static inline const void* timemory_call_pointer(const timemory_call* call, int argument) {
    (void)call, (void)argument;
    return NULL;
}
static inline int64_t timemory_call_integer_result(const timemory_call* call) {
    (void)call;
    return 0;
}
static inline double timemory_call_floating_result(const timemory_call* call) {
    (void)call;
    return 0;
}

static inline bool timemory_gotcha_permit_callers(timemory_gotcha* gotcha, const char* objects) {
    (void)gotcha, (void)objects;
    return true;
}
static inline bool timemory_gotcha_reject_callers(timemory_gotcha* gotcha, const char* objects) {
    (void)gotcha, (void)objects;
    return true;
}
static inline bool timemory_gotcha_permit(timemory_gotcha* gotcha, const char* functions) {
    (void)gotcha, (void)functions;
    return true;
}
static inline bool timemory_gotcha_reject(timemory_gotcha* gotcha, const char* functions) {
    (void)gotcha, (void)functions;
    return true;
}
static inline bool timemory_gotcha_set_scope(timemory_gotcha* gotcha, enum timemory_gotcha_scope scope) {
    (void)gotcha, (void)scope;
    return true;
}

static inline bool timemory_gotcha_start(timemory_gotcha* gotcha) {
    (void)gotcha;
    return true;
}
static inline void timemory_gotcha_stop(timemory_gotcha* gotcha) { (void)gotcha; }
static inline void timemory_gotcha_remove(timemory_gotcha* gotcha) { (void)gotcha; }
static inline size_t timemory_gotcha_slots(timemory_gotcha* gotcha, const char* function) {
    (void)gotcha, (void)function;
    return 0;
}
static inline bool timemory_gotcha_counted(timemory_gotcha* gotcha, const char* function, bool here, timemory_counted* counted) {
    (void)gotcha, (void)function, (void)here;
    counted->calls = 0;
    counted->sum = 0;
    return true;
}
static inline void timemory_gotcha_pass_by(bool on) { (void)on; }
static inline const char* timemory_symbol_of(const void* function) {
    (void)function;
    return NULL;
}

#endif
