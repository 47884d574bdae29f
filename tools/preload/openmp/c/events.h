/* Callbacks for the runtime: events.c handles threads, teams and tasks, target.c devices. */
#ifndef TM_EVENTS_H
#define TM_EVENTS_H

#include "omp.h"
#include "thread.h"

#pragma GCC visibility push(hidden)

/* Registers the callbacks; reports events that the runtime cannot report. */
extern void tm_listen(ompt_set_callback_t set, const char* runtime);
extern void tm_listen_to_devices(ompt_set_callback_t set);

/* The calling thread, if an event that starts something is to be measured there now; NULL otherwise. */
extern struct tm_thread* tm_measured_thread(void);

/* The calling thread, if something may be open that the event ends; NULL otherwise. */
extern struct tm_thread* tm_ending_thread(void);

/* The key that identifies a task. */
extern uintptr_t tm_key_of(const ompt_data_t* task);

#pragma GCC visibility pop

#endif
