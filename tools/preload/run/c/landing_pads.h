/* Landing pads: where functions continue when an exception passes through them. They are reached only by the unwinder. */
#ifndef TM_LANDING_PADS_H
#define TM_LANDING_PADS_H

#include "targets.h"

#pragma GCC visibility push(hidden)

/* Marks them, like entries of a table. */
extern void tm_mark_landing_pads(struct tm_targets* targets);

#pragma GCC visibility pop

#endif
