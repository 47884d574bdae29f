/*
 * timemory for C++11 and later.
 *
 *     #include <timemory/timemory.hpp>
 *     using namespace timemory::component;
 *
 *     double answer = timemory::measure<wall_clock, peak_rss>("solve", [&] { return solve(); });
 *
 *     timemory::auto_bundle<wall_clock, cpu_clock> whole("main");       // as long as the object lives
 *     timemory::region part("read");                                    // by the current components
 *     TIMEMORY_AUTO_TIMER("");                                          // timemory's macros: timemory/compat/scoped.hpp
 *
 *     timemory::bundle<wall_clock, peak_rss> step("step");              // started and stopped as often as wanted
 *     step.start();
 *     ...
 *     step.stop();
 *     std::printf("%g s\n", step.get<wall_clock>().sum);
 *
 * Region names are const char*, std::string or, since C++17, std::string_view. They end at the first NUL.
 *
 * Components are types with a name. Those of timemory are in timemory/components.hpp; declare others that the library knows with
 *
 *     TIMEMORY_COMPONENT(open_sockets)
 *
 * A custom component is a class with start, stop and get, and is used like the others: see timemory/component.hpp.
 *
 * If DISABLE_TIMEMORY is defined, everything here still compiles but does nothing and needs no library; measure only calls the function.
 *
 * Everything here calls the functions of timemory/library.h, timemory/bundle.h and timemory/component.h; their threading rules apply.
 */
#ifndef TIMEMORY_TIMEMORY_HPP
#define TIMEMORY_TIMEMORY_HPP

#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#if __cplusplus >= 201703L
#include <string_view>
#endif

#include "timemory/compat/join.hpp"
#include "timemory/components.hpp"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
#include "timemory/compat/disabled.hpp"
#else

#include "timemory/bundle.h"
#include "timemory/component.hpp"
#include "timemory/library.h"
#include "timemory/stream.h"

namespace timemory {
/* A separate namespace, so that files compiled with and without timemory can be linked together. */
inline namespace enabled {

/* Totals over laps: laps, last, sum, min, max, mean, stddev. */
using totals = timemory_totals;

/* The name of a region in any of the accepted types. Valid until the end of the expression that contains it. */
class label {
public:
    label(const char* text) : text_(text) {}
    label(const std::string& text) : text_(text.c_str()) {}
#if __cplusplus >= 201703L
    label(std::string_view text) : copy_(text), text_(copy_.c_str()) {}
#endif
    label(const label&) = delete;
    label& operator=(const label&) = delete;

    const char* c_str() const { return text_; }

private:
#if __cplusplus >= 201703L
    std::string copy_; /* a view is not NUL-terminated */
#endif
    const char* text_;
};

namespace detail {

inline std::string joined(std::initializer_list<std::string> names) {
    std::string all;
    for (const std::string& name : names) all.append(all.empty() ? "" : ",").append(name);
    return all;
}

template <typename... Components>
inline std::string names_of() {
    static_assert(sizeof...(Components) > 0, "a bundle needs at least one component");
    return joined({known_name<Components>()...});
}

inline uint64_t begin_stream(timemory_bundle_t bundle, const char* name, void* stream) {
    uint64_t id;
    if (!timemory_bundle_begin_stream(bundle, name, stream, &id)) throw std::invalid_argument(timemory_error());
    return id;
}

/* The bundle's number, looked up once. */
template <typename... Components>
inline timemory_bundle_t bundle_of() {
    static const timemory_bundle_t bundle = [] {
        timemory_bundle_t made = timemory_bundle_create(names_of<Components...>().c_str());
        if (made == 0) throw std::invalid_argument(timemory_error());
        return made;
    }();
    return bundle;
}

/* A record that ends with the object's lifetime. */
class record {
public:
    explicit record(uint64_t id) : id_(id) {}
    record(record&& other) noexcept : id_(other.id_) { other.id_ = UINT64_MAX; }
    record(const record&) = delete;
    record& operator=(const record&) = delete;

    /* Ends the current region and takes over that of the other object. */
    record& operator=(record&& other) noexcept {
        if (this == &other) return *this;
        stop();
        std::swap(id_, other.id_);
        return *this;
    }

    ~record() { stop(); }

    /* Ends the region early. */
    void stop() {
        timemory_end_record(id_);
        id_ = UINT64_MAX;
    }

private:
    uint64_t id_;
};

}  // namespace detail

/* A region that is open for the lifetime of the object, measured by the thread's current components or by the named ones. */
class region : public detail::record {
public:
    explicit region(const label& name) : record(timemory_get_begin_record(name.c_str())) {}
    region(const label& name, const char* components) : record(timemory_get_begin_record_types(name.c_str(), components)) {}
};

/* A region that is open for the lifetime of the object, measured by Components. Throws std::invalid_argument for an unknown component. */
template <typename... Components>
class auto_bundle : public detail::record {
public:
    explicit auto_bundle(const label& name) : record(timemory_bundle_begin(detail::bundle_of<Components...>(), name.c_str())) {}
    /* Components that accept a GPU stream are started with it. Throws std::invalid_argument if none does. */
    auto_bundle(const label& name, void* stream) : record(detail::begin_stream(detail::bundle_of<Components...>(), name.c_str(), stream)) {}
};

/* Measures f() as one lap of the region and returns its result; an exception ends the region too and passes through. */
template <typename... Components, typename Function>
inline auto measure(const label& name, Function&& f) -> decltype(f()) {
    auto_bundle<Components...> lap(name);
    return std::forward<Function>(f)();
}

/* A region that can be started and stopped any number of times, by one thread at a time. Throws std::invalid_argument for an unknown
 * component. */
template <typename... Components>
class bundle {
public:
    explicit bundle(const label& name) : bundle(timemory_region_create(name.c_str(), detail::names_of<Components...>().c_str())) {}

    /* Takes over a region that begins with these components; throws std::invalid_argument for NULL. */
    explicit bundle(timemory_region* region) : region_(region) {
        if (region_ == nullptr) throw std::invalid_argument(timemory_error());
    }
    bundle(bundle&& other) noexcept : region_(other.region_) { other.region_ = nullptr; }
    bundle(const bundle&) = delete;
    bundle& operator=(const bundle&) = delete;

    /* Stops the current region and takes over the other with its totals. */
    bundle& operator=(bundle&& other) noexcept {
        if (this == &other) return *this;
        timemory_region_destroy(region_);
        region_ = other.region_;
        other.region_ = nullptr;
        return *this;
    }

    ~bundle() { timemory_region_destroy(region_); }

    void start() { timemory_region_start(region_); }
    /* Components that accept a GPU stream are started with it: see timemory/stream.h. Throws std::invalid_argument if none does. */
    void start(void* stream) {
        if (!timemory_region_start_stream(region_, stream)) throw std::invalid_argument(timemory_error());
    }
    void stop() { timemory_region_stop(region_); }

    /* Clears the totals, not the call graph. */
    void reset() { timemory_region_reset(region_); }
    bool is_running() const { return timemory_region_is_running(region_); }

    /* Returns the totals of one of the component's numbers, in the units of files: seconds, megabytes. */
    template <typename Component>
    totals get(int element = 0) const {
        static_assert(list::contains<Component, Components...>::value, "get<C>() of a bundle without C: name it among the bundle's components");
        totals all{};
        timemory_region_get(region_, list::index_of<Component, Components...>::value, element, &all);
        return all;
    }

private:
    timemory_region* region_;
};

}  // namespace enabled
}  // namespace timemory

#endif

#include "timemory/compat/scoped.hpp"
#include "timemory/papi.hpp"
#include "timemory/tracker.hpp"

#endif
