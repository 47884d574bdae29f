/* What the library has to say goes to the standard error stream, as what libtimemory.so has to say does. */
#ifndef TM_SAY_H
#define TM_SAY_H

extern void tm_say(const char* format, ...) __attribute__((visibility("hidden"), format(printf, 1, 2)));

/* The same, once in the life of the process for each place where it stands. */
#define TM_SAY_ONCE(...)                                                                   \
    do {                                                                                   \
        static char is_said;                                                               \
        if (!__atomic_exchange_n(&is_said, 1, __ATOMIC_RELAXED)) tm_say(__VA_ARGS__);      \
    } while (0)

#endif
