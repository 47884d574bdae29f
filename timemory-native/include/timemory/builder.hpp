/*
 * Builders for C++11 and later: bundles with optional components, user bundles and percentiles, and gotchas that call lambdas.
 *
 *     #include <timemory/builder.hpp>
 *     using namespace timemory::component;
 *
 *     static const auto tools = timemory::bundle_builder<wall_clock, thread_cpu_clock>()
 *                                   .optional<read_bytes>()        // if it is available on the machine
 *                                   .user_bundle("SOLVER")         // what TIMEMORY_SOLVER_COMPONENTS names
 *                                   .percentiles(50, 99)
 *                                   .build();
 *
 *     double answer = tools.measure("solve", [&] { return solve(); });
 *     auto part = tools.open("read");                              // as long as the object lives
 *     auto step = tools.region("step");                            // started and stopped as often as wanted
 *     step.start();
 *     ...
 *     step.stop();
 *     std::printf("%g s\n", step.get<wall_clock>().sum);
 *
 *     auto gotcha = timemory::gotcha_builder()
 *                       .measure<wall_clock>()
 *                       .wrap("deflate", "i32(ptr, i32)")
 *                       .replace<double(double)>("exp", [](double (*original)(double), double x) { return original(float(x)); })
 *                       .start();                                  // as long as the object lives, on all threads
 *
 * Invalid arguments (an unknown or duplicate component, a percentile out of range, a signature that cannot be wrapped) make build() and
 * start() throw std::invalid_argument. See timemory/builder.h for bundles, and timemory/gotcha.h for the functions that can be wrapped.
 *
 * If DISABLE_TIMEMORY is defined, everything here still compiles, does nothing and needs no library.
 */
#ifndef TIMEMORY_BUILDER_HPP
#define TIMEMORY_BUILDER_HPP

#include "timemory/gotcha.hpp"
#include "timemory/timemory.hpp"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
#include "timemory/compat/disabled_builder.hpp"
#else

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "timemory/builder.h"

namespace timemory {
inline namespace enabled {

/* Where laps are recorded: in the enclosing region, at the root, or each in a separate row. */
enum class scope { tree, flat, timeline };

/* A bundle built by a bundle_builder. Has value semantics: copies are the same bundle, and any thread may use it. */
template <typename... Components>
class built_bundle {
public:
    explicit built_bundle(timemory_bundle_t number) : number_(number) {}

    /* Measures f() as one lap of the region and returns its value; the region also ends if f() throws. */
    template <typename Function>
    auto measure(const label& name, Function&& f) const -> decltype(f()) {
        detail::record lap = open(name);
        return std::forward<Function>(f)();
    }

    /* A region that is open for the lifetime of the object. */
    detail::record open(const label& name) const { return detail::record(timemory_bundle_begin(number_, name.c_str())); }

    /*
     * A region that can be started and stopped any number of times, by one thread at a time; get<C>() returns the totals of the named
     * Components.
     */
    bundle<Components...> region(const label& name) const { return bundle<Components...>(timemory_bundle_region(number_, name.c_str())); }

    /* For the functions of timemory/bundle.h. */
    timemory_bundle_t number() const { return number_; }

private:
    timemory_bundle_t number_;
};

/* Specifies what a bundle contains in addition to Components, which come first. Not thread-safe. */
template <typename... Components>
class bundle_builder {
public:
    bundle_builder() : components_(detail::joined({detail::known_name<Components>()...})) {}

    /* Adds components; one that is unavailable on the machine is skipped, and the reason reported. */
    template <typename... Added>
    bundle_builder& add() {
        return add(detail::names_of<Added...>());
    }
    bundle_builder& add(const std::string& ids) { return append(components_, ids); }

    /* Adds components; one that is unavailable on the machine is skipped silently. */
    template <typename... Added>
    bundle_builder& optional() {
        return optional(detail::names_of<Added...>());
    }
    bundle_builder& optional(const std::string& ids) { return append(optional_, ids); }

    /* Adds the components that TIMEMORY_<LABEL>_COMPONENTS names. */
    bundle_builder& user_bundle(const std::string& label) { return append(user_bundles_, label); }

    /* Shows these percentiles of the laps, each above 0 and at most 100, of components with integer values. */
    template <typename... Numbers>
    bundle_builder& percentiles(Numbers... percentiles) {
        std::string words[] = {std::string(), std::to_string(static_cast<double>(percentiles))...};
        for (const std::string& word : words) append(percentiles_, word);
        return *this;
    }

    bundle_builder& scope(timemory::scope scope) {
        scope_ = scope == timemory::scope::tree ? "tree" : scope == timemory::scope::flat ? "flat" : "timeline";
        return *this;
    }

    /* Throws std::invalid_argument if the bundle is invalid. */
    built_bundle<Components...> build() const {
        timemory_bundle_options options = {components_.c_str(), optional_.c_str(), user_bundles_.c_str(), percentiles_.c_str(), scope_};
        timemory_bundle_t number = timemory_bundle_build(&options);
        if (number == 0) throw std::invalid_argument(timemory_error());
        return built_bundle<Components...>(number);
    }

private:
    bundle_builder& append(std::string& list, const std::string& words) {
        if (!list.empty() && !words.empty()) list.append(",");
        list.append(words);
        return *this;
    }

    std::string components_, optional_, user_bundles_, percentiles_;
    const char* scope_ = nullptr;
};

namespace detail {

/* Calls a lambda in place of another function; one instantiation per lambda type. */
template <typename Replacement, typename Signature>
struct lambda_stand_in;

template <typename Replacement, typename Result, typename... Arguments>
struct lambda_stand_in<Replacement, Result(Arguments...)> {
    using function = Result (*)(Arguments...);
    static function original;
    static Replacement* replacement;     /* created once and never freed: a call may be using it when the gotcha ends */
    static std::atomic<bool> is_in_use; /* by one gotcha at a time, because they would share one original */

    static Result call(Arguments... arguments) {
        unseen hidden;
        return (*replacement)(original, std::forward<Arguments>(arguments)...);
    }
};
template <typename Replacement, typename Result, typename... Arguments>
typename lambda_stand_in<Replacement, Result(Arguments...)>::function lambda_stand_in<Replacement, Result(Arguments...)>::original =
    nullptr;
template <typename Replacement, typename Result, typename... Arguments>
Replacement* lambda_stand_in<Replacement, Result(Arguments...)>::replacement = nullptr;
template <typename Replacement, typename Result, typename... Arguments>
std::atomic<bool> lambda_stand_in<Replacement, Result(Arguments...)>::is_in_use(false);

}  // namespace detail

/* A gotcha that is active for the lifetime of the object. */
class scoped_gotcha {
public:
    scoped_gotcha(scoped_gotcha&& other) noexcept : gotcha_(other.gotcha_), lambdas_(std::move(other.lambdas_)) {
        other.gotcha_ = nullptr;
        other.lambdas_.clear();
    }
    scoped_gotcha(const scoped_gotcha&) = delete;
    scoped_gotcha& operator=(const scoped_gotcha&) = delete;
    ~scoped_gotcha() { end(); }

    /* Deactivates the gotcha for good. */
    void end() {
        if (gotcha_ != nullptr) timemory_gotcha_remove(gotcha_);
        gotcha_ = nullptr;
        for (std::atomic<bool>* lambda : lambdas_) lambda->store(false);
        lambdas_.clear();
    }

    /* For the functions of timemory/gotcha.h; NULL once it has ended. */
    timemory_gotcha* handle() const { return gotcha_; }

private:
    friend class gotcha_builder;
    explicit scoped_gotcha(timemory_gotcha* gotcha) : gotcha_(gotcha) {}

    timemory_gotcha* gotcha_;
    std::vector<std::atomic<bool>*> lambdas_;
};

/* Specifies what a gotcha does. Not thread-safe. */
class gotcha_builder {
public:
    /* Among gotchas of one function, the highest priority is outermost. */
    explicit gotcha_builder(int priority = 0) : priority_(priority) {}

    /* Measures the wrapped calls as regions with these components. */
    template <typename... Components>
    gotcha_builder& measure() {
        return measure(detail::names_of<Components...>());
    }
    gotcha_builder& measure(const std::string& components) {
        components_ = components;
        return *this;
    }

    /* Wraps the function with this linker symbol; timemory/gotcha.h describes signatures. */
    gotcha_builder& wrap(const std::string& function, const std::string& signature = std::string()) {
        steps_.push_back([function, signature](scoped_gotcha& made) {
            require(timemory_gotcha_wrap(made.gotcha_, function.c_str(), signature.empty() ? nullptr : signature.c_str()));
        });
        return *this;
    }

    /*
     * Calls replacement(original, arguments...) in place of the function; the lambda must not capture anything. It serves one gotcha at a
     * time: starting a second one fails.
     */
    template <typename Signature, typename Replacement>
    gotcha_builder& replace(const std::string& function, Replacement replacement) {
        static_assert(std::is_empty<Replacement>::value, "a replacement captures nothing: it is called wherever the function is");
        using stand_in = detail::lambda_stand_in<Replacement, Signature>;
        steps_.push_back([function, replacement](scoped_gotcha& made) {
            if (stand_in::is_in_use.exchange(true)) {
                throw std::invalid_argument("the lambda that replaces " + function + " is in use already");
            }
            made.lambdas_.push_back(&stand_in::is_in_use);
            if (stand_in::replacement == nullptr) stand_in::replacement = new Replacement(replacement);
            require(timemory_gotcha_replace(made.gotcha_, function.c_str(), reinterpret_cast<void*>(&stand_in::call),
                                            reinterpret_cast<void**>(&stand_in::original)));
        });
        return *this;
    }

    /* Restricts the gotcha to calls from these objects: "libz.so*,/opt/tools". */
    gotcha_builder& permit_callers(const std::string& objects) {
        steps_.push_back([objects](scoped_gotcha& made) { require(timemory_gotcha_permit_callers(made.gotcha_, objects.c_str())); });
        return *this;
    }

    /* Wraps only calls of the thread that starts it; replacements apply to all threads, so start() rejects the combination. */
    gotcha_builder& this_thread() {
        steps_.push_back([](scoped_gotcha& made) { require(timemory_gotcha_set_scope(made.gotcha_, TIMEMORY_GOTCHA_THREAD)); });
        return *this;
    }

    /*
     * Throws std::invalid_argument if the gotcha is invalid. A function that no object calls is reported on stderr; the gotcha stays
     * active, as an object that calls it may be loaded later.
     */
    scoped_gotcha start() const {
        scoped_gotcha made(timemory_gotcha_create(components_.c_str(), priority_));
        require(made.gotcha_ != nullptr);
        for (const auto& step : steps_) step(made);
        if (!timemory_gotcha_start(made.gotcha_)) std::fprintf(stderr, "timemory: %s\n", timemory_error());
        return made;
    }

private:
    static void require(bool is_done) {
        if (!is_done) throw std::invalid_argument(timemory_error());
    }

    int priority_;
    std::string components_;
    std::vector<std::function<void(scoped_gotcha&)>> steps_;
};

}  // namespace enabled
}  // namespace timemory

#endif

#endif
