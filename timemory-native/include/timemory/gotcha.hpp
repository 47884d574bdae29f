/*
 * Gotchas for C++11 and later: typed wrappers that measure or replace functions of other libraries. See timemory/gotcha.h for which calls
 * are intercepted, and when a gotcha is active.
 *
 *     #include <timemory/gotcha.hpp>
 *     using namespace timemory::component;
 *
 *     struct in_single_precision {
 *         double operator()(double x) const { return std::exp(static_cast<float>(x)); }
 *     };
 *     using exp_gotcha = timemory::gotcha<1, timemory::bundle<>, in_single_precision>;              // replaces
 *     using work_gotcha = timemory::gotcha<2, timemory::bundle<wall_clock, cpu_clock>>;             // measures
 *
 *     exp_gotcha::initializer() = [] { TIMEMORY_C_GOTCHA(exp_gotcha, 0, exp); };
 *     work_gotcha::initializer() = [] {
 *         TIMEMORY_CXX_GOTCHA(work_gotcha, 0, ext::do_work);
 *         TIMEMORY_CXX_GOTCHA_MEMFUN(work_gotcha, 1, ext::solver::step);
 *     };
 *     {
 *         exp_gotcha replacing;        // active while one exists, on all threads
 *         work_gotcha measuring;
 *         ...
 *     }
 *
 * A component of the bundle may observe each call with static functions, which are passed the call's own types:
 *
 *     struct rows {
 *         static void audit(timemory::incoming, const char* function, int table, const query& asked);
 *         static void audit(timemory::outgoing, const char* function, int result);
 *         ...                          // and those of a component: name, start, stop, value
 *     };
 *
 * Variadic functions cannot be wrapped this way: use timemory_gotcha_wrap. Virtual functions cannot be wrapped by address.
 *
 * If DISABLE_TIMEMORY is defined, everything here still compiles, does nothing and needs no library.
 */
#ifndef TIMEMORY_GOTCHA_HPP
#define TIMEMORY_GOTCHA_HPP

#include <functional>

#include "timemory/gotcha.h"
#include "timemory/timemory.hpp"

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)

namespace timemory {
inline namespace disabled {

struct incoming {};
struct outgoing {};

template <std::size_t Count, typename Bundle, typename Replacement = void>
class gotcha {
public:
    gotcha() {}
    ~gotcha() {}
    gotcha(const gotcha&) = delete;
    gotcha& operator=(const gotcha&) = delete;

    static std::function<void()>& initializer() {
        static std::function<void()> names;
        return names;
    }
    static void start() {}
    static void stop() {}
    static timemory_gotcha* handle() { return timemory_gotcha_create(nullptr, 0); }
    static int& priority() {
        static int value = 0;
        return value;
    }
    template <std::size_t Number, typename Result, typename... Arguments>
    static void construct(Result (*)(Arguments...), const char* = nullptr, const char* = nullptr) {}
    template <std::size_t Number, typename Result, typename Class, typename... Arguments>
    static void construct(Result (Class::*)(Arguments...), const char* = nullptr, const char* = nullptr) {}
    template <std::size_t Number, typename Result, typename Class, typename... Arguments>
    static void construct(Result (Class::*)(Arguments...) const, const char* = nullptr, const char* = nullptr) {}
};

}  // namespace disabled
}  // namespace timemory

#else

#include <cxxabi.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace timemory {
inline namespace enabled {

/* The subject of an audit. */
struct incoming {};
struct outgoing {};

/* A gotcha of up to Count functions, numbered from 0. Replacement: void to measure, or the callable that is called instead. */
template <std::size_t Count, typename Bundle, typename Replacement = void>
class gotcha;

namespace detail {

/* Calls Component::audit(arguments...) if it accepts them. */
template <typename Component, typename... Arguments>
auto audit_one(int, Arguments&&... arguments) -> decltype(Component::audit(std::forward<Arguments>(arguments)...), void()) {
    Component::audit(std::forward<Arguments>(arguments)...);
}
template <typename Component, typename... Arguments>
void audit_one(long, Arguments&&...) {}

/* Calls from audits and replacements bypass gotchas. */
struct unseen {
    unseen() { timemory_gotcha_pass_by(true); }
    ~unseen() { timemory_gotcha_pass_by(false); }
    unseen(const unseen&) = delete;
    unseen& operator=(const unseen&) = delete;
};

/* The caller sees the errno of the wrapped function. */
struct kept_errno {
    kept_errno() : value_(errno) {}
    ~kept_errno() { errno = value_; }
    kept_errno(const kept_errno&) = delete;
    kept_errno& operator=(const kept_errno&) = delete;

private:
    int value_;
};

template <typename... Components>
struct call_region {
    explicit call_region(const char* name) : name_(name) {
        kept_errno kept;
        timemory_bundle_push(bundle_of<Components...>(), name);
    }
    ~call_region() {
        kept_errno kept;
        timemory_bundle_pop(bundle_of<Components...>(), name_);
    }
    call_region(const call_region&) = delete;
    call_region& operator=(const call_region&) = delete;

    /* Throws std::invalid_argument for an unknown component. */
    static void prepare() { bundle_of<Components...>(); }

    template <typename... Arguments>
    void audit(Arguments&&... arguments) const {
        unseen hidden;
        kept_errno kept;
        int each[] = {0, (audit_one<Components>(0, arguments...), 0)...};
        (void)each;
    }

private:
    const char* name_;
};

template <>
struct call_region<> {
    explicit call_region(const char*) {}
    static void prepare() {}
    template <typename... Arguments>
    void audit(Arguments&&...) const {}
};

/* Replaces another function; one instantiation per gotcha and number. */
template <typename Gotcha, std::size_t Number, typename Result, typename... Arguments>
struct stand_in {
    static Result (*original)(Arguments...);
    static const char* name;

    template <typename R>
    struct tag {};

    template <typename Region, typename R>
    static R called(const Region& region, tag<R>, Arguments... arguments) {
        R result = original(std::forward<Arguments>(arguments)...);
        region.audit(outgoing{}, name, result);
        return result;
    }
    template <typename Region>
    static void called(const Region& region, tag<void>, Arguments... arguments) {
        original(std::forward<Arguments>(arguments)...);
        region.audit(outgoing{}, name);
    }

    static Result measured(Arguments... arguments) {
        typename Gotcha::region region(name);
        region.audit(incoming{}, name, arguments...);
        return called(region, tag<Result>(), std::forward<Arguments>(arguments)...);
    }

    template <typename Replacement>
    static Result replaced(Arguments... arguments) {
        unseen hidden;
        return Replacement()(std::forward<Arguments>(arguments)...);
    }
};
template <typename Gotcha, std::size_t Number, typename Result, typename... Arguments>
Result (*stand_in<Gotcha, Number, Result, Arguments...>::original)(Arguments...) = nullptr;
template <typename Gotcha, std::size_t Number, typename Result, typename... Arguments>
const char* stand_in<Gotcha, Number, Result, Arguments...>::name = nullptr;

/* The demangled symbol, or the symbol itself if it is not a C++ symbol. */
inline std::string demangled(const char* symbol) {
    int status = 0;
    char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
    std::string readable = status == 0 ? text : symbol;
    std::free(text);
    return readable;
}

template <typename Stand, typename Replacement>
struct chosen {
    template <typename Result, typename... Arguments>
    static void* function(Result (*)(Arguments...)) {
        return reinterpret_cast<void*>(&Stand::template replaced<Replacement>);
    }
};
template <typename Stand>
struct chosen<Stand, void> {
    template <typename Result, typename... Arguments>
    static void* function(Result (*)(Arguments...)) {
        return reinterpret_cast<void*>(&Stand::measured);
    }
};

}  // namespace detail

template <std::size_t Count, typename... Components, typename Replacement>
class gotcha<Count, bundle<Components...>, Replacement> {
public:
    using region = detail::call_region<Components...>;

    /* Names the functions, using the macros below; runs when the first gotcha of the type starts. */
    static std::function<void()>& initializer() {
        static std::function<void()> names;
        return names;
    }

    /* Active for the lifetime of the object. */
    gotcha() { start(); }
    ~gotcha() { stop(); }
    gotcha(const gotcha&) = delete;
    gotcha& operator=(const gotcha&) = delete;

    /* May be called any number of times, by any thread. Throws std::invalid_argument for invalid functions and unknown components. */
    static void start() {
        static std::once_flag once;
        std::call_once(once, [] {
            region::prepare();
            if (initializer()) initializer()();
        });
        if (!timemory_gotcha_start(handle())) std::fprintf(stderr, "timemory: %s\n", timemory_error());
    }
    static void stop() { timemory_gotcha_stop(handle()); }

    /* For the functions of timemory/gotcha.h that restrict callers and functions, or return counts. */
    static timemory_gotcha* handle() {
        static timemory_gotcha* const made = timemory_gotcha_create(nullptr, priority());
        return made;
    }

    /* Among gotchas of one function, the highest is outermost. Call it before the first start. */
    static int& priority() {
        static int value = 0;
        return value;
    }

    /* name: the linker symbol, or NULL for the symbol at the function's address. label: NULL for the demangled name. */
    template <std::size_t Number, typename Result, typename... Arguments>
    static void construct(Result (*function)(Arguments...), const char* symbol = nullptr, const char* tool = nullptr) {
        add<Number>(function, symbol == nullptr ? timemory_symbol_of(reinterpret_cast<const void*>(function)) : symbol, tool);
    }

    template <std::size_t Number, typename Result, typename Class, typename... Arguments>
    static void construct(Result (Class::*function)(Arguments...), const char* symbol = nullptr, const char* tool = nullptr) {
        add<Number>(static_cast<Result (*)(Class*, Arguments...)>(nullptr), symbol == nullptr ? symbol_of(function) : symbol, tool);
    }
    template <std::size_t Number, typename Result, typename Class, typename... Arguments>
    static void construct(Result (Class::*function)(Arguments...) const, const char* symbol = nullptr, const char* tool = nullptr) {
        add<Number>(static_cast<Result (*)(const Class*, Arguments...)>(nullptr), symbol == nullptr ? symbol_of(function) : symbol, tool);
    }

private:
    /* A pointer to a member function contains its address, or an odd number if the function is virtual. */
    template <typename Function>
    static const char* symbol_of(Function function) {
        std::uintptr_t address = 0;
        static_assert(sizeof function >= sizeof address, "not of this kind of processor");
        std::memcpy(&address, &function, sizeof address);
        return address % 2 != 0 ? nullptr : timemory_symbol_of(reinterpret_cast<const void*>(address));
    }

    template <std::size_t Number, typename Result, typename... Arguments>
    static void add(Result (*signature)(Arguments...), const char* symbol, const char* tool) {
        static_assert(Number < Count, "the gotcha has room for fewer functions: see its first parameter");
        using stand = detail::stand_in<gotcha, Number, Result, Arguments...>;
        if (symbol == nullptr) throw std::invalid_argument("a gotcha's function has no name that other objects know it by");
        std::string label = (tool == nullptr ? std::string() : std::string(tool) + "/") + detail::demangled(symbol);
        stand::name = strdup(label.c_str()); /* never freed */
        if (!timemory_gotcha_replace(handle(), symbol, detail::chosen<stand, Replacement>::function(signature),
                                     reinterpret_cast<void**>(&stand::original))) {
            throw std::invalid_argument(timemory_error());
        }
    }
};

}  // namespace enabled
}  // namespace timemory

#endif

/*
 * If a name is overloaded, like those of <math.h> in C++ (include <cmath>), construct<NUMBER, RESULT, PARAMETERS...> selects one.
 *
 * A C function is given by its name, a C++ function or member function by its address, and one with the signature of another by its symbol.
 */
#define TIMEMORY_C_GOTCHA(TYPE, NUMBER, FUNCTION) TYPE::template construct<NUMBER>(&FUNCTION, #FUNCTION)
#define TIMEMORY_C_GOTCHA_TOOL(TYPE, NUMBER, FUNCTION, TOOL) TYPE::template construct<NUMBER>(&FUNCTION, #FUNCTION, TOOL)
#define TIMEMORY_CXX_GOTCHA(TYPE, NUMBER, FUNCTION) TYPE::template construct<NUMBER>(&FUNCTION)
#define TIMEMORY_CXX_GOTCHA_TOOL(TYPE, NUMBER, FUNCTION, TOOL) TYPE::template construct<NUMBER>(&FUNCTION, nullptr, TOOL)
#define TIMEMORY_CXX_GOTCHA_MEMFUN(TYPE, NUMBER, FUNCTION) TYPE::template construct<NUMBER>(&FUNCTION)
#define TIMEMORY_DERIVED_GOTCHA(TYPE, NUMBER, FUNCTION, SYMBOL) TYPE::template construct<NUMBER>(&FUNCTION, SYMBOL)

#endif
