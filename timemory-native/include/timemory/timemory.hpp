/*
 * timemory for C++11 and later.
 *
 *     #include <timemory/timemory.hpp>
 *     using namespace timemory::component;
 *
 *     double answer = timemory::measure<wall_clock, peak_rss>("solve", [&] { return solve(); });
 *
 *     timemory::auto_bundle<wall_clock, cpu_clock> whole("main");       // as long as the object lives
 *     timemory::region part("read");                                    // by the components in force
 *
 *     timemory::bundle<wall_clock, peak_rss> step("step");              // started and stopped as often as wanted
 *     step.start();
 *     ...
 *     step.stop();
 *     std::printf("%g s\n", step.get<wall_clock>().sum);
 *
 * Components are types with a name; those of timemory are below, and others are made so:
 *
 *     TIMEMORY_COMPONENT(open_files)
 *
 * Everything here comes down to the functions of timemory/library.h and timemory/bundle.h, and the same holds of threads.
 */
#ifndef TIMEMORY_TIMEMORY_HPP
#define TIMEMORY_TIMEMORY_HPP

#include <stdexcept>
#include <string>
#include <utility>

#include "timemory/bundle.h"
#include "timemory/library.h"

/* A component as a type, in the namespace that it stands in; its name is what settings and files call it. */
#define TIMEMORY_COMPONENT(component_name)                                 \
    struct component_name {                                                \
        static constexpr const char* name() { return #component_name; }    \
    };

namespace timemory {

/* The components of timemory that native programs can have. */
namespace component {
TIMEMORY_COMPONENT(wall_clock)
TIMEMORY_COMPONENT(system_clock)
TIMEMORY_COMPONENT(user_clock)
TIMEMORY_COMPONENT(cpu_clock)
TIMEMORY_COMPONENT(cpu_util)
TIMEMORY_COMPONENT(monotonic_clock)
TIMEMORY_COMPONENT(monotonic_raw_clock)
TIMEMORY_COMPONENT(process_cpu_clock)
TIMEMORY_COMPONENT(process_cpu_util)
TIMEMORY_COMPONENT(thread_cpu_clock)
TIMEMORY_COMPONENT(thread_cpu_util)
TIMEMORY_COMPONENT(kernel_mode_time)
TIMEMORY_COMPONENT(user_mode_time)
TIMEMORY_COMPONENT(timestamp)
TIMEMORY_COMPONENT(peak_rss)
TIMEMORY_COMPONENT(current_peak_rss)
TIMEMORY_COMPONENT(page_rss)
TIMEMORY_COMPONENT(virtual_memory)
TIMEMORY_COMPONENT(num_minor_page_faults)
TIMEMORY_COMPONENT(num_major_page_faults)
TIMEMORY_COMPONENT(num_io_in)
TIMEMORY_COMPONENT(num_io_out)
TIMEMORY_COMPONENT(voluntary_context_switch)
TIMEMORY_COMPONENT(priority_context_switch)
TIMEMORY_COMPONENT(read_bytes)
TIMEMORY_COMPONENT(read_char)
TIMEMORY_COMPONENT(written_bytes)
TIMEMORY_COMPONENT(written_char)
TIMEMORY_COMPONENT(network_stats)
TIMEMORY_COMPONENT(papi_vector)
TIMEMORY_COMPONENT(papi_array)
TIMEMORY_COMPONENT(perf_events)
TIMEMORY_COMPONENT(trip_count)
}  // namespace component

/* What totals tell: laps, last, sum, min, max, mean, stddev. */
using totals = timemory_totals;

namespace detail {

inline std::string joined(std::initializer_list<const char*> names) {
    std::string all;
    for (const char* name : names) all.append(all.empty() ? "" : ",").append(name);
    return all;
}

template <typename... Components>
inline std::string names_of() {
    static_assert(sizeof...(Components) > 0, "a bundle has at least one component");
    return joined({Components::name()...});
}

/* The bundle's number, found once. */
template <typename... Components>
inline timemory_bundle_t bundle_of() {
    static const timemory_bundle_t bundle = [] {
        timemory_bundle_t made = timemory_bundle_create(names_of<Components...>().c_str());
        if (made == 0) throw std::invalid_argument(timemory_error());
        return made;
    }();
    return bundle;
}

template <typename Sought, typename First, typename... Others>
struct index_of {
    static constexpr int value = 1 + index_of<Sought, Others...>::value;
};
template <typename Sought, typename... Others>
struct index_of<Sought, Sought, Others...> {
    static constexpr int value = 0;
};

/* A record that ends with the object. */
class record {
public:
    explicit record(uint64_t id) : id_(id) {}
    record(record&& other) noexcept : id_(other.id_) { other.id_ = UINT64_MAX; }
    record(const record&) = delete;
    record& operator=(const record&) = delete;
    ~record() { stop(); }

    /* Ends the region before the object does. */
    void stop() {
        timemory_end_record(id_);
        id_ = UINT64_MAX;
    }

private:
    uint64_t id_;
};

}  // namespace detail

/* A region that lasts as long as the object, measured by the components in force or by those that are named. */
class region : public detail::record {
public:
    explicit region(const char* name) : record(timemory_get_begin_record(name)) {}
    region(const char* name, const char* components) : record(timemory_get_begin_record_types(name, components)) {}
    explicit region(const std::string& name) : region(name.c_str()) {}
};

/* A region that lasts as long as the object, measured by Components. Throws std::invalid_argument for an unknown one. */
template <typename... Components>
class auto_bundle : public detail::record {
public:
    explicit auto_bundle(const char* name) : record(timemory_bundle_begin(detail::bundle_of<Components...>(), name)) {}
    explicit auto_bundle(const std::string& name) : auto_bundle(name.c_str()) {}
};

/* Measures f() as one lap of the region, and returns its value; the region ends also where it throws. */
template <typename... Components, typename Function>
inline auto measure(const char* name, Function&& f) -> decltype(f()) {
    auto_bundle<Components...> lap(name);
    return std::forward<Function>(f)();
}

/* A region that is started and stopped as often as wanted, by one thread at a time. Throws std::invalid_argument for an unknown component. */
template <typename... Components>
class bundle {
public:
    explicit bundle(const char* name) : region_(timemory_region_create(name, detail::names_of<Components...>().c_str())) {
        if (region_ == nullptr) throw std::invalid_argument(timemory_error());
    }
    explicit bundle(const std::string& name) : bundle(name.c_str()) {}
    bundle(bundle&& other) noexcept : region_(other.region_) { other.region_ = nullptr; }
    bundle(const bundle&) = delete;
    bundle& operator=(const bundle&) = delete;
    ~bundle() { timemory_region_destroy(region_); }

    void start() { timemory_region_start(region_); }
    void stop() { timemory_region_stop(region_); }

    /* Forgets the totals; what is in the call graph stays. */
    void reset() { timemory_region_reset(region_); }
    bool is_running() const { return timemory_region_is_running(region_); }

    /* The totals of a component's number, in the unit of files: seconds, megabytes. */
    template <typename Component>
    totals get(int element = 0) const {
        totals all{};
        timemory_region_get(region_, detail::index_of<Component, Components...>::value, element, &all);
        return all;
    }

private:
    timemory_region* region_;
};

}  // namespace timemory

#endif
