/* The library's messages go to stderr, like those of libtimemory.so. */
#ifndef TM_LOG_H
#define TM_LOG_H

extern void tm_log(const char* format, ...) __attribute__((visibility("hidden"), format(printf, 1, 2)));

/* The same, once per process for each call site. */
#define TM_SAY_ONCE(...)                                                              \
    do {                                                                              \
        static char is_said;                                                          \
        if (!__atomic_exchange_n(&is_said, 1, __ATOMIC_RELAXED)) tm_log(__VA_ARGS__); \
    } while (0)

#endif
