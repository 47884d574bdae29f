/* Labels of functions. They are never freed, because open regions refer to them, and are the same text for the same name. */
#ifndef TM_LABELS_H
#define TM_LABELS_H

#pragma GCC visibility push(hidden)

/* Returns NULL without memory. To be used by one thread at a time. */
extern const char* tm_kept_label(const char* name);

#pragma GCC visibility pop

#endif
