/* For tests: not part of the API, though the library exports it. */
#ifndef TM_GARBAGE_H
#define TM_GARBAGE_H

/* Collects the garbage of the Kotlin runtime now, while other threads continue. */
extern void timemory_collect_garbage(void) __attribute__((visibility("default")));

#endif
