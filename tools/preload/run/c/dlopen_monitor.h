#ifndef TM_DLOPEN_MONITOR_H
#define TM_DLOPEN_MONITOR_H

#pragma GCC visibility push(hidden)

/* From now on, libraries that the program loads are measured too, if they are selected. */
extern void tm_monitor_dlopen(void);

#pragma GCC visibility pop

#endif
