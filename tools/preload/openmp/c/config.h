/* Settings for OpenMP events: read when the first event arrives that is to be measured. */
#ifndef TM_CONFIG_H
#define TM_CONFIG_H

#include "timemory/bundle.h"

#pragma GCC visibility push(hidden)

#ifndef TM_DATA_COMPONENT
#define TM_DATA_COMPONENT "ompt_data_tracker"
#endif

/* The components of regions, and of events without duration; 0 for none. */
extern timemory_bundle_t tm_bundle(void);
extern timemory_bundle_t tm_event_bundle(void);

#pragma GCC visibility pop

#endif
