/* Labels of events, as in timemory. */
#ifndef TM_LABELS_H
#define TM_LABELS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* For an unknown kind of a newer OpenMP version, the label is the general one, such as ompt_work. */
extern const char* tm_label_of_thread(int kind);
extern const char* tm_label_of_work(int kind);
extern const char* tm_label_of_sync_region(int kind);
extern const char* tm_label_of_mutex(int kind);
extern const char* tm_label_of_dispatch(int kind);
extern const char* tm_label_of_target(int kind);
extern const char* tm_label_of_data_op(int kind);

#pragma GCC visibility pop

#endif
