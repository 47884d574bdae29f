/* Constants that region.c and tracker.c pass to src/Trackers.kt. */
#ifndef TM_TRACKER_VALUES_H
#define TM_TRACKER_VALUES_H

/* Changes of a tracker's lap. */
enum tm_change { TM_STORE, TM_MARK_BEGIN, TM_MARK_END, TM_ADD_SECONDARY, TM_SET_SECONDARY };

/* The number of a lap that is read. */
enum tm_which { TM_VALUE, TM_MARK, TM_SECONDARY };

#endif
