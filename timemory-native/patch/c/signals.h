#ifndef TM_SIGNALS_H
#define TM_SIGNALS_H

#include "objects.h"

#pragma GCC visibility push(hidden)

/* From now on the program is not shown handlers of this object, which is libtimemory.so. */
extern void tm_hide_handlers_of(const struct tm_object* library);

#pragma GCC visibility pop

#endif
