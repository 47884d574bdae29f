/* Which functions an earlier run showed to be worth measuring, as written by `timemory learn`. */
#ifndef TM_LEARNED_H
#define TM_LEARNED_H

#pragma GCC visibility push(hidden)

enum tm_learned { TM_NOT_LEARNED, TM_WORTH_IT, TM_NOT_WORTH_IT, TM_NOTHING_LEARNED };

/*
 * Looks up a function by name in the file that TIMEMORY_INSTRUMENT_LEARNED names; it is read on first use, and errors in it are reported
 * once. TM_NOTHING_LEARNED if there is none. To be used by one thread at a time.
 */
extern enum tm_learned tm_learned_of(const char* name);

/* The file is read again on the next use. */
extern void tm_forget_learned(void);

#pragma GCC visibility pop

#endif
