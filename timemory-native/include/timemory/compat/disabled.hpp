/* timemory/timemory.hpp with timemory disabled: the same API, without a library and without effect. */
#ifndef TIMEMORY_COMPAT_DISABLED_HPP
#define TIMEMORY_COMPAT_DISABLED_HPP

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#if __cplusplus >= 201703L
#include <string_view>
#endif

#include "timemory/components.hpp"

namespace timemory {
inline namespace disabled {

struct totals {
    std::uint64_t laps;
    double last, sum, min, max, mean, stddev;
};

class label {
public:
    label(const char*) {}
    label(const std::string&) {}
#if __cplusplus >= 201703L
    label(std::string_view) {}
#endif
    label(const label&) = delete;
    label& operator=(const label&) = delete;
};

namespace detail {

/* The destructor keeps compilers from warning about unused variables. */
class record {
public:
    record() {}
    record(record&&) noexcept {}
    record& operator=(record&&) noexcept { return *this; }
    record(const record&) = delete;
    record& operator=(const record&) = delete;
    ~record() {}

    void stop() {}
};

}  // namespace detail

template <typename Component>
inline void register_component() {}

template <typename Component>
class instance {
public:
    instance() {}
    explicit instance(std::string) {}
    instance(instance&&) noexcept {}
    instance& operator=(instance&&) noexcept { return *this; }
    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    ~instance() {}

    void set_prefix(std::string) {}
    void start() {}
    void stop() {}
    double get(int = 0) const { return 0; }
    timemory::disabled::totals totals(int = 0) const { return timemory::disabled::totals(); }
};

class region : public detail::record {
public:
    explicit region(const label&) {}
    region(const label&, const char*) {}
};

template <typename... Components>
class auto_bundle : public detail::record {
public:
    explicit auto_bundle(const label&) {}
    auto_bundle(const label&, void*) {}
};

template <typename... Components, typename Function>
inline auto measure(const label&, Function&& f) -> decltype(f()) {
    return std::forward<Function>(f)();
}

template <typename... Components>
class bundle : public detail::record {
public:
    explicit bundle(const label&) {}

    void start() {}
    void start(void*) {}
    void reset() {}
    bool is_running() const { return false; }

    template <typename Component>
    totals get(int = 0) const {
        static_assert(list::contains<Component, Components...>::value, "get<C>() of a bundle without C: name it among the bundle's components");
        return totals{};
    }
};

}  // namespace disabled
}  // namespace timemory

#endif
