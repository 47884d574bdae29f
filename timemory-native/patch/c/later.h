#ifndef TM_LATER_H
#define TM_LATER_H

#pragma GCC visibility push(hidden)

/* From now on libraries that the program loads are measured too, where they are chosen. */
extern void tm_watch_for_libraries(void);

#pragma GCC visibility pop

#endif
