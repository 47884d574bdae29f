/* What this library has to say goes to the standard error stream, as what libtimemory.so has to say does. */
#ifndef TM_SAY_H
#define TM_SAY_H

extern void tm_say(const char* format, ...) __attribute__((visibility("hidden"), format(printf, 1, 2)));

#endif
