/* timemory/builder.hpp with timemory disabled: the same API, without a library and without effect. */
#ifndef TIMEMORY_COMPAT_DISABLED_BUILDER_HPP
#define TIMEMORY_COMPAT_DISABLED_BUILDER_HPP

#include <string>
#include <utility>

#include "timemory/gotcha.h"
#include "timemory/timemory.hpp"

namespace timemory {
inline namespace disabled {

enum class scope { tree, flat, timeline };

template <typename... Components>
class built_bundle {
public:
    template <typename Function>
    auto measure(const label&, Function&& f) const -> decltype(f()) {
        return std::forward<Function>(f)();
    }
    detail::record open(const label&) const { return detail::record(); }
    bundle<Components...> region(const label& name) const { return bundle<Components...>(name); }
};

template <typename... Components>
class bundle_builder {
public:
    template <typename... Added>
    bundle_builder& add() {
        return *this;
    }
    bundle_builder& add(const std::string&) { return *this; }
    template <typename... Added>
    bundle_builder& optional() {
        return *this;
    }
    bundle_builder& optional(const std::string&) { return *this; }
    bundle_builder& user_bundle(const std::string&) { return *this; }
    template <typename... Numbers>
    bundle_builder& percentiles(Numbers...) {
        return *this;
    }
    bundle_builder& scope(timemory::scope) { return *this; }
    built_bundle<Components...> build() const { return built_bundle<Components...>(); }
};

class scoped_gotcha {
public:
    scoped_gotcha() {}
    scoped_gotcha(scoped_gotcha&&) noexcept {}
    scoped_gotcha(const scoped_gotcha&) = delete;
    scoped_gotcha& operator=(const scoped_gotcha&) = delete;
    ~scoped_gotcha() {}
    void end() {}
    timemory_gotcha* handle() const { return nullptr; }
};

class gotcha_builder {
public:
    explicit gotcha_builder(int = 0) {}
    template <typename... Components>
    gotcha_builder& measure() {
        return *this;
    }
    gotcha_builder& measure(const std::string&) { return *this; }
    gotcha_builder& wrap(const std::string&, const std::string& = std::string()) { return *this; }
    template <typename Signature, typename Replacement>
    gotcha_builder& replace(const std::string&, Replacement) {
        return *this;
    }
    gotcha_builder& permit_callers(const std::string&) { return *this; }
    gotcha_builder& this_thread() { return *this; }
    scoped_gotcha start() const { return scoped_gotcha(); }
};

}  // namespace disabled
}  // namespace timemory

#endif
