/* The data that the program's persistent requests transfer whenever they are started, by handle. */
#ifndef TM_REQUESTS_H
#define TM_REQUESTS_H

#include "data.h"

#pragma GCC visibility push(hidden)

/* Adds the data of the request at `index`; nothing if it is not one of these. */
extern void tm_add_kept(struct tm_data* data, struct tm_handles requests, int index);

extern void tm_forget_kept(struct tm_handles request);

#pragma GCC visibility pop

#endif
