#ifndef TM_CANCELLATION_H
#define TM_CANCELLATION_H

#pragma GCC visibility push(hidden)

/* Makes the thread count as inside, with cancellation disabled, once nothing is on its way that would cancel it there. */
extern void tm_enter_uncancelled(void);

/* In a process that was forked: the threads that were cancelling others are not in it. */
extern void tm_cancellation_in_child(void);

#pragma GCC visibility pop

#endif
