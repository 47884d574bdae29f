/* Which functions a run before showed to be worth measuring, as `timemory learn` writes it. */
#ifndef TM_LEARNED_H
#define TM_LEARNED_H

#pragma GCC visibility push(hidden)

enum tm_learned { TM_NOT_LEARNED, TM_WORTH_IT, TM_NOT_WORTH_IT, TM_NOTHING_LEARNED };

/*
 * What the file that TIMEMORY_INSTRUMENT_LEARNED names says of a function by its name; it is read when first asked for, and errors in it
 * are reported once. TM_NOTHING_LEARNED without one. By one thread at a time.
 */
extern enum tm_learned tm_learned_of(const char* name);

/* It is read again when it is asked for. */
extern void tm_forget_learned(void);

#pragma GCC visibility pop

#endif
