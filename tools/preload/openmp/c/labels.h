/* What events are called: timemory's labels. */
#ifndef TM_LABELS_H
#define TM_LABELS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Of a kind of OpenMP's that is none of these: that of a newer version is called what it is part of, as ompt_work. */
extern const char* tm_label_of_thread(int kind);
extern const char* tm_label_of_work(int kind);
extern const char* tm_label_of_sync_region(int kind);
extern const char* tm_label_of_mutex(int kind);
extern const char* tm_label_of_dispatch(int kind);
extern const char* tm_label_of_target(int kind);
extern const char* tm_label_of_data_op(int kind);

#pragma GCC visibility pop

#endif
