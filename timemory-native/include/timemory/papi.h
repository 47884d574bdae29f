/*
 * Components that count PAPI events named by the program, like timemory's papi_tuple and papi_rate_tuple.
 *
 *     const char* branches = timemory_papi_tuple("branches", "PAPI_BR_INS, PAPI_BR_MSP", NULL);
 *     if (branches == NULL) fprintf(stderr, "%s\n", timemory_error());
 *     timemory_push_components(branches);
 *
 * C++ has timemory::papi_tuple and timemory::papi_rate_tuple of timemory/papi.hpp. Each value has one number per event, in the same order.
 */
#ifndef TIMEMORY_PAPI_H
#define TIMEMORY_PAPI_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Makes a component that counts these events on the calling thread. They are separated by commas, semicolons or spaces, and given by their
 * PAPI names or by their codes in papi.h, such as 0x80000032. With a clock (wall_clock, thread_cpu_clock), its values are events per second
 * of that clock; NULL for counts.
 *
 * The id names the component in settings and lists of components; NULL derives one from the events. Returns the id, which stays valid until
 * the process ends, and is the same for the same definition. Returns NULL if there is no event, an event is named twice, the id is invalid
 * or taken, or the clock is not a clock. If the events cannot be counted here, the component is skipped when it is used, and the reason is
 * reported.
 */
extern const char* timemory_papi_tuple(const char* id, const char* events, const char* clock) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
