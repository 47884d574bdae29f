/*
 * Named trackers in C++: components that record numbers which the program stores in an open region.
 *
 *     struct iterations : timemory::tracker<iterations, std::int64_t> {
 *         static constexpr const char* name() { return "iterations"; }
 *         static constexpr const char* description() { return "Iterations of the solver"; }   // if wanted
 *         static constexpr const char* unit() { return "..."; }                               // if it has one: see timemory/component.h
 *     };
 *
 *     timemory::measure<wall_clock, iterations>("solve", [&] {
 *         while (residual() > 1e-6) timemory::store<iterations>(std::plus<std::int64_t>(), 1);
 *         timemory::add_secondary<iterations>("restarts", restarts);                           // shown as a region inside
 *     });
 *     timemory::track<residuals>("step", 1e-6);                                                // a separate lap
 *
 * A number is stored in the innermost region of the calling thread that includes the tracker, however the region was opened. The type of a
 * tracker is double, float or an integer type, whose numbers are stored as 64 bits; unsigned trackers reject negative numbers and those
 * above INT64_MAX. A function that combines the stored number and the new one can be any callable; it may open regions and throw.
 *
 * If a number is rejected, or no region is open for it, nothing is thrown: the functions return false, and timemory_error returns the
 * reason. A missing region is also reported once on stderr. timemory/timemory.hpp includes this file.
 */
#ifndef TIMEMORY_TRACKER_HPP
#define TIMEMORY_TRACKER_HPP

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "timemory/timemory.hpp"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)

namespace timemory {
inline namespace disabled {

template <typename Self, typename Value>
struct tracker {
    using value_type = Value;
};

template <typename Tracker>
inline void register_tracker() {}
template <typename Tracker>
inline bool store(typename Tracker::value_type) {
    return true;
}
template <typename Tracker, typename Function>
inline bool store(Function&&, typename Tracker::value_type) {
    return true;
}
template <typename Tracker>
inline bool mark_begin(typename Tracker::value_type) {
    return true;
}
template <typename Tracker>
inline bool mark_end(typename Tracker::value_type) {
    return true;
}
template <typename Tracker, typename Function>
inline bool mark_end(Function&&, typename Tracker::value_type) {
    return true;
}
template <typename Tracker>
inline bool add_secondary(const label&, typename Tracker::value_type) {
    return true;
}
template <typename Tracker, typename Function>
inline bool add_secondary(const label&, Function&&, typename Tracker::value_type) {
    return true;
}
template <typename Tracker>
inline bool track(const label&, typename Tracker::value_type) {
    return true;
}
template <typename Tracker>
inline typename Tracker::value_type value_of() {
    return {};
}
template <typename Tracker>
inline bool secondary_of(const label&, typename Tracker::value_type&) {
    return false;
}

}  // namespace disabled
}  // namespace timemory

#else

#include "timemory/tracker.h"

namespace timemory {
inline namespace enabled {
namespace detail {

/* The C functions for numbers of a kind. */
template <bool is_floating>
struct tracker_functions {
    using number = double;
    static bool store(timemory_tracker_t t, number v) { return timemory_tracker_store(t, v); }
    static bool mark_begin(timemory_tracker_t t, number v) { return timemory_tracker_mark_begin(t, v); }
    static bool mark_end(timemory_tracker_t t, number v) { return timemory_tracker_mark_end(t, v); }
    static bool add_secondary(timemory_tracker_t t, const char* key, number v) { return timemory_tracker_add_secondary(t, key, v); }
    static bool set_secondary(timemory_tracker_t t, const char* key, number v) { return timemory_tracker_set_secondary(t, key, v); }
    static bool value(timemory_tracker_t t, number& v) { return timemory_tracker_value(t, &v); }
    static bool mark(timemory_tracker_t t, number& v) { return timemory_tracker_mark(t, &v); }
    static bool secondary(timemory_tracker_t t, const char* key, number& v) { return timemory_tracker_secondary(t, key, &v); }
    static bool track(timemory_tracker_t t, const char* name, number v) { return timemory_tracker_track(t, name, v); }
};

template <>
struct tracker_functions<false> {
    using number = std::int64_t;
    static bool store(timemory_tracker_t t, number v) { return timemory_tracker_store_integer(t, v); }
    static bool mark_begin(timemory_tracker_t t, number v) { return timemory_tracker_mark_begin_integer(t, v); }
    static bool mark_end(timemory_tracker_t t, number v) { return timemory_tracker_mark_end_integer(t, v); }
    static bool add_secondary(timemory_tracker_t t, const char* key, number v) { return timemory_tracker_add_secondary_integer(t, key, v); }
    static bool set_secondary(timemory_tracker_t t, const char* key, number v) { return timemory_tracker_set_secondary_integer(t, key, v); }
    static bool value(timemory_tracker_t t, number& v) { return timemory_tracker_value_integer(t, &v); }
    static bool mark(timemory_tracker_t t, number& v) { return timemory_tracker_mark_integer(t, &v); }
    static bool secondary(timemory_tracker_t t, const char* key, number& v) { return timemory_tracker_secondary_integer(t, key, &v); }
    static bool track(timemory_tracker_t t, const char* name, number v) { return timemory_tracker_track_integer(t, name, v); }
};

template <typename Tracker>
using functions_of = tracker_functions<std::is_floating_point<typename Tracker::value_type>::value>;

/* Unsigned numbers that do not fit in a signed 64-bit integer become negative, and are rejected as well. */
template <typename Tracker>
inline typename functions_of<Tracker>::number number_of(typename Tracker::value_type value) {
    return static_cast<typename functions_of<Tracker>::number>(value);
}

template <typename Tracker, typename Function>
inline typename functions_of<Tracker>::number combined(Function&& f, typename functions_of<Tracker>::number before,
                                                       typename Tracker::value_type value) {
    using number = typename Tracker::value_type;
    return number_of<Tracker>(static_cast<number>(std::forward<Function>(f)(static_cast<number>(before), value)));
}

}  // namespace detail

/* Base class of a tracker: Self is the type itself. */
template <typename Self, typename Value>
struct tracker {
    static_assert(std::is_arithmetic<Value>::value && !std::is_same<Value, bool>::value && sizeof(Value) <= 8,
                  "a tracker is of double, float or an integer");
    using value_type = Value;

    /* The number of the tracker in the C API. Throws std::invalid_argument if the name is invalid or taken. */
    static timemory_tracker_t number() {
        static const timemory_tracker_t made = [] {
            const std::string id = Self::name(), description = detail::description_of<Self>(), unit = detail::unit_of<Self>();
            timemory_tracker_t one = timemory_tracker_create(
                id.c_str(), detail::text_or_null(description), detail::text_or_null(unit),
                std::is_floating_point<Value>::value ? TIMEMORY_TRACKER_FLOATING
                : std::is_unsigned<Value>::value     ? TIMEMORY_TRACKER_UNSIGNED
                                                     : TIMEMORY_TRACKER_INTEGER);
            if (one == 0) throw std::invalid_argument(timemory_error());
            return one;
        }();
        return made;
    }

    /* Registers the tracker and returns its name. */
    static std::string registered_name() {
        number();
        return Self::name();
    }
};

/* Registers a tracker under its name, so that settings and lists of components can name it. Using it as a type also registers it. */
template <typename Tracker>
inline void register_tracker() {
    Tracker::number();
}

/* Sets the value of the current lap; the last value stored counts. */
template <typename Tracker>
inline bool store(typename Tracker::value_type value) {
    return detail::functions_of<Tracker>::store(Tracker::number(), detail::number_of<Tracker>(value));
}

/* Sets the value of the current lap to f(current value, value); the current value is 0 at first. */
template <typename Tracker, typename Function>
inline bool store(Function&& f, typename Tracker::value_type value) {
    typename detail::functions_of<Tracker>::number before = 0;
    if (!detail::functions_of<Tracker>::value(Tracker::number(), before)) return false;
    return detail::functions_of<Tracker>::store(Tracker::number(), detail::combined<Tracker>(std::forward<Function>(f), before, value));
}

/* Adds the difference between the numbers at the end and at the start to the value of the current lap. */
template <typename Tracker>
inline bool mark_begin(typename Tracker::value_type value) {
    return detail::functions_of<Tracker>::mark_begin(Tracker::number(), detail::number_of<Tracker>(value));
}
template <typename Tracker>
inline bool mark_end(typename Tracker::value_type value) {
    return detail::functions_of<Tracker>::mark_end(Tracker::number(), detail::number_of<Tracker>(value));
}

/* Adds f(number at the start, value) to the value of the current lap. */
template <typename Tracker, typename Function>
inline bool mark_end(Function&& f, typename Tracker::value_type value) {
    typename detail::functions_of<Tracker>::number begin = 0, before = 0;
    if (!detail::functions_of<Tracker>::mark(Tracker::number(), begin)) return false;
    auto between = detail::combined<Tracker>(std::forward<Function>(f), begin, value);
    return detail::functions_of<Tracker>::value(Tracker::number(), before) &&
           detail::functions_of<Tracker>::store(Tracker::number(), before + between);
}

/* Adds to the value of the key in the current lap, which is shown as a child region. */
template <typename Tracker>
inline bool add_secondary(const label& key, typename Tracker::value_type value) {
    return detail::functions_of<Tracker>::add_secondary(Tracker::number(), key.c_str(), detail::number_of<Tracker>(value));
}

/* Sets the value of the key in the current lap to f(current value, value), or to the value if the key has none. */
template <typename Tracker, typename Function>
inline bool add_secondary(const label& key, Function&& f, typename Tracker::value_type value) {
    typename detail::functions_of<Tracker>::number before = 0;
    auto number = detail::number_of<Tracker>(value);
    if (detail::functions_of<Tracker>::secondary(Tracker::number(), key.c_str(), before))
        number = detail::combined<Tracker>(std::forward<Function>(f), before, value);
    return detail::functions_of<Tracker>::set_secondary(Tracker::number(), key.c_str(), number);
}

/* Records the value as a lap of the region, which is measured by this tracker only. */
template <typename Tracker>
inline bool track(const label& name, typename Tracker::value_type value) {
    return detail::functions_of<Tracker>::track(Tracker::number(), name.c_str(), detail::number_of<Tracker>(value));
}

/* Returns the value of the current lap; 0 if there is none. */
template <typename Tracker>
inline typename Tracker::value_type value_of() {
    typename detail::functions_of<Tracker>::number value = 0;
    detail::functions_of<Tracker>::value(Tracker::number(), value);
    return static_cast<typename Tracker::value_type>(value);
}

/* Reads the value of the key in the current lap; returns false if it has none. */
template <typename Tracker>
inline bool secondary_of(const label& key, typename Tracker::value_type& value) {
    typename detail::functions_of<Tracker>::number found = 0;
    bool is_there = detail::functions_of<Tracker>::secondary(Tracker::number(), key.c_str(), found);
    value = static_cast<typename Tracker::value_type>(found);
    return is_there;
}

}  // namespace enabled
}  // namespace timemory

#endif

#endif
