/*
 * PAPI events as components in C++, named as in timemory:
 *
 *     #include <papi.h>
 *     using caches = timemory::papi_tuple<PAPI_L1_TCM, PAPI_L2_TCM>;
 *     using rates = timemory::papi_rate_tuple<timemory::component::wall_clock, PAPI_TOT_INS>;
 *
 *     timemory::bundle<wall_clock, caches, rates> step("step");
 *     ...
 *     step.get<caches>(1).sum                                      // of PAPI_L2_TCM
 *
 * The codes are those of papi.h; PAPI's preset events have the same code on every machine. For events that only have names, use
 * timemory_papi_tuple of timemory/papi.h, and declare a type for its id with TIMEMORY_COMPONENT. timemory/timemory.hpp includes this file.
 */
#ifndef TIMEMORY_PAPI_HPP
#define TIMEMORY_PAPI_HPP

#include "timemory/timemory.hpp"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)

namespace timemory {
inline namespace disabled {

template <int... Events>
struct papi_tuple {};

template <typename Clock, int... Events>
struct papi_rate_tuple {};

}  // namespace disabled
}  // namespace timemory

#else

#include <cstdio>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "timemory/papi.h"

namespace timemory {
inline namespace enabled {
namespace detail {

inline const char* papi_id(std::initializer_list<int> codes, const char* clock) {
    std::string events;
    for (int code : codes) {
        char text[16];
        std::snprintf(text, sizeof text, "0x%x,", static_cast<unsigned>(code));
        events += text;
    }
    const char* id = timemory_papi_tuple(nullptr, events.c_str(), clock);
    if (id == nullptr) throw std::invalid_argument(timemory_error());
    return id;
}

}  // namespace detail

/* Counts each of the events. */
template <int... Events>
struct papi_tuple {
    static_assert(sizeof...(Events) > 0, "a papi_tuple has at least one event");

    /* Throws std::invalid_argument if an event is named twice. */
    static const char* name() {
        static const char* const id = detail::papi_id({Events...}, nullptr);
        return id;
    }
};

/* Counts how often each event occurs per second of the clock. */
template <typename Clock, int... Events>
struct papi_rate_tuple {
    static_assert(sizeof...(Events) > 0, "a papi_rate_tuple has at least one event");

    /* Throws std::invalid_argument if an event is named twice, or Clock is not a clock. */
    static const char* name() {
        static const char* const id = detail::papi_id({Events...}, detail::known_name<Clock>().c_str());
        return id;
    }
};

}  // namespace enabled
}  // namespace timemory

#endif

#endif
