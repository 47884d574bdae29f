/* Labels of functions. Once given they stay, as regions that are open have them, and are the same text for the same name. */
#ifndef TM_LABELS_H
#define TM_LABELS_H

#pragma GCC visibility push(hidden)

/* NULL without memory. By one thread at a time. */
extern const char* tm_kept_label(const char* name);

#pragma GCC visibility pop

#endif
