/* What the runtime calls: events.c has what happens to threads, teams and tasks, target.c what concerns devices. */
#ifndef TM_EVENTS_H
#define TM_EVENTS_H

#include "omp.h"
#include "thread.h"

#pragma GCC visibility push(hidden)

/* Has the runtime call this library; says what it cannot report. */
extern void tm_listen(ompt_set_callback_t set, const char* runtime);
extern void tm_listen_to_devices(ompt_set_callback_t set);

/* The calling thread, where an event that begins something is to be measured there now; NULL otherwise. */
extern struct tm_thread* tm_measured_thread(void);

/* The calling thread, where something may be open that the event ends; NULL otherwise. */
extern struct tm_thread* tm_ending_thread(void);

/* What a task is known by. */
extern uintptr_t tm_key_of(const ompt_data_t* task);

#pragma GCC visibility pop

#endif
