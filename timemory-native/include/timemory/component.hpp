/*
 * Custom components in C++: classes with start, stop and get, used like the predefined ones.
 *
 *     struct open_files {
 *         static constexpr const char* name() { return "open_files"; }
 *         static constexpr const char* description() { return "Change of the number of open files"; }
 *         void start() { before = count_open_files(); }
 *         void stop() { change = count_open_files() - before; }
 *         int get() const { return change; }
 *         int before = 0, change = 0;
 *     };
 *
 *     timemory::measure<wall_clock, open_files>("load", [&] { load(); });
 *
 * Each region of a thread has an object of the class. The class has
 *
 *     void start(), void stop()               around each lap;
 *     T get() const                           the value of the lap that stop ended, also by the name value(): see below;
 *     static T record()                       instead of all three: the value is the difference of what it returns;
 *     void start(void* stream)                in place of start() for regions of a GPU stream, if the component has it;
 *     void set_prefix(const char*)            or const std::string&: called before the first start with the label of the region;
 *
 * and is described by static functions that return const char* or std::string. Only the first one is required:
 *
 *     name()                                  its name in settings and files; without it, label()
 *     label()                                 the short name in tables and file names
 *     description()                           the title of its table
 *     unit()                                  see timemory/component.h
 *     elements()                              the names of the numbers of its values
 *     void global_init()                      called once, before the component is used: the place for settings
 *     void thread_init()                      called before the first start on each thread
 *
 * The return type of get determines the kind of component:
 *
 *     an integer, a floating-point number     these
 *     std::array or std::pair of numbers      several numbers, named by elements(): "sent,received", "smallest=min,largest=max"
 *     any other trivially copyable type T     needs elements(), static void merge(T& into, const T& value), and static void
 *                                             numbers(const T& value, double* numbers), which finds a number for each name
 *     void, or there is no get                a marker, which records nothing and forwards regions to another tool
 *
 * If a function throws, the lap is not recorded, and what() is reported once. Functions of a component must not open regions. Composite
 * components use timemory::instance.
 */
#ifndef TIMEMORY_COMPONENT_HPP
#define TIMEMORY_COMPONENT_HPP

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)
#include "timemory/compat/disabled.hpp"
#else

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "timemory/component.h"

namespace timemory {
inline namespace enabled {
namespace detail {

/* ---- Members of a class -------------------------------------------------------------------------------------------------------------- */

template <typename...> struct voided { using type = void; };

/* TIMEMORY_DETAIL_HAS(name, expression of T): has_name<Component>::value. */
#define TIMEMORY_DETAIL_HAS(what, ...)                                                \
    template <typename Type, typename = void> struct has_##what : std::false_type {}; \
    template <typename T> struct has_##what<T, typename voided<decltype(__VA_ARGS__)>::type> : std::true_type {};

TIMEMORY_DETAIL_HAS(steps, std::declval<T&>().start(), std::declval<T&>().stop())
TIMEMORY_DETAIL_HAS(stream, std::declval<T&>().start(static_cast<void*>(nullptr)))
TIMEMORY_DETAIL_HAS(record, T::record())
TIMEMORY_DETAIL_HAS(get, std::declval<T&>().get())
TIMEMORY_DETAIL_HAS(value, std::declval<T&>().value())
TIMEMORY_DETAIL_HAS(prefix, std::declval<T&>().set_prefix(std::declval<const char*>()))
TIMEMORY_DETAIL_HAS(name, std::string(T::name()))
TIMEMORY_DETAIL_HAS(label, std::string(T::label()))
TIMEMORY_DETAIL_HAS(description, std::string(T::description()))
TIMEMORY_DETAIL_HAS(unit, std::string(T::unit()))
TIMEMORY_DETAIL_HAS(elements, std::string(T::elements()))
TIMEMORY_DETAIL_HAS(global_init, T::global_init())
TIMEMORY_DETAIL_HAS(thread_init, T::thread_init())
TIMEMORY_DETAIL_HAS(registered_name, std::string(T::registered_name()))

#undef TIMEMORY_DETAIL_HAS

/* A text that the class returns; "" if it has none. */
#define TIMEMORY_DETAIL_TEXT(what)                                                                                                  \
    template <typename T> inline typename std::enable_if<has_##what<T>::value, std::string>::type what##_of() { return T::what(); } \
    template <typename T> inline typename std::enable_if<!has_##what<T>::value, std::string>::type what##_of() { return std::string(); }

TIMEMORY_DETAIL_TEXT(name)
TIMEMORY_DETAIL_TEXT(label)
TIMEMORY_DETAIL_TEXT(description)
TIMEMORY_DETAIL_TEXT(unit)
TIMEMORY_DETAIL_TEXT(elements)

#undef TIMEMORY_DETAIL_TEXT

/* Calls an optional static function of the class. */
template <typename T> inline typename std::enable_if<has_global_init<T>::value>::type init_process() {
    static const bool done = (T::global_init(), true);
    static_cast<void>(done);
}
template <typename T> inline typename std::enable_if<!has_global_init<T>::value>::type init_process() {}

template <typename T> inline typename std::enable_if<has_thread_init<T>::value>::type init_thread() {
    static thread_local bool done = false;
    if (!done) T::thread_init();
    done = true;
}
template <typename T> inline typename std::enable_if<!has_thread_init<T>::value>::type init_thread() {}

template <typename T> inline typename std::enable_if<has_prefix<T>::value>::type give_prefix(T& component, const char* label) {
    component.set_prefix(label);
}
template <typename T> inline typename std::enable_if<!has_prefix<T>::value>::type give_prefix(T&, const char*) {}

/* ---- Measuring ----------------------------------------------------------------------------------------------------------------------- */

/* The component as an object with start, stop and get. */
template <typename Component, typename = void> struct measuring {
    Component component{};
    void start() { component.start(); }
    void stop() { component.stop(); }
};

/* A component that only defines a reading. */
template <typename Component>
struct measuring<Component, typename std::enable_if<!has_steps<Component>::value && has_record<Component>::value>::type> {
    using number = typename std::decay<decltype(Component::record())>::type;
    Component component{};
    number before{}, change{};
    void start() { before = Component::record(); }
    void stop() { change = static_cast<number>(Component::record() - before); }
};

template <typename T>
inline typename std::enable_if<has_steps<T>::value && has_get<T>::value, decltype(std::declval<T&>().get())>::type
value_of(measuring<T>& of) {
    return of.component.get();
}
template <typename T>
inline typename std::enable_if<has_steps<T>::value && !has_get<T>::value && has_value<T>::value, decltype(std::declval<T&>().value())>::type
value_of(measuring<T>& of) {
    return of.component.value();
}
template <typename T>
inline typename std::enable_if<has_steps<T>::value && !has_get<T>::value && !has_value<T>::value>::type value_of(measuring<T>&) {}
template <typename T>
inline typename std::enable_if<!has_steps<T>::value && has_record<T>::value, decltype(T::record())>::type value_of(measuring<T>& of) {
    return of.change;
}

template <typename Component>
using value_type_of = typename std::decay<decltype(value_of<Component>(std::declval<measuring<Component>&>()))>::type;

/* Constructs the component in zeroed memory on its first start. */
template <typename Component> struct custom {
    static_assert(std::is_default_constructible<Component>::value, "a component is made without arguments");
    static_assert(alignof(measuring<Component>) <= alignof(std::max_align_t), "memory of a component is aligned as malloc does");

    alignas(measuring<Component>) unsigned char bytes[sizeof(measuring<Component>)];
    const char* prefix;
    bool is_made;

    measuring<Component>& made() { return *reinterpret_cast<measuring<Component>*>(bytes); }

    /* Keeps exceptions from propagating through the library. */
    template <typename Step> static void guarded(Step step) noexcept {
        try {
            step();
        } catch (const std::exception& failure) { timemory_component_fail(failure.what()); } catch (...) {
            timemory_component_fail("it threw something that is not a std::exception");
        }
    }

    static custom& at(void* memory) { return *static_cast<custom*>(memory); }

    static void set_prefix(void* memory, const char* label) { at(memory).prefix = label; }

    void make() {
        new (bytes) measuring<Component>();
        is_made = true;
        if (prefix != nullptr) give_prefix(made().component, prefix);
    }

    static void start(void* memory) {
        guarded([memory] {
            init_thread<Component>();
            if (!at(memory).is_made) at(memory).make();
            at(memory).made().start();
        });
    }

    static void start_stream(void* memory, void* stream) {
        guarded([memory, stream] {
            init_thread<Component>();
            if (!at(memory).is_made) at(memory).make();
            at(memory).made().component.start(stream);
        });
    }

    static void stop(void* memory) {
        guarded([memory] { at(memory).made().stop(); });
    }

    static void destroy(void* memory) {
        if (at(memory).is_made) guarded([memory] { at(memory).made().~measuring<Component>(); });
    }
};

/* ---- Values -------------------------------------------------------------------------------------------------------------------------- */

/* Reads values of type Value, one specialisation per kind. The general case: a type that only the component knows. */
template <typename Component, typename Value, typename = void> struct reading {
    static_assert(std::is_trivially_copyable<Value>::value && sizeof(Value) <= 4096 && alignof(Value) <= 8,
                  "values of a component are numbers, or trivially copyable types of at most 4096 bytes");
    static_assert(has_elements<Component>::value,
                  "values of a component that are not numbers need static elements(): the names of their numbers");

    static void values(void* memory, void* value) {
        custom<Component>::guarded([memory, value] {
            const Value read = value_of<Component>(custom<Component>::at(memory).made());
            std::memcpy(value, &read, sizeof read);
        });
    }
    static void merge(void* into, const void* value) {
        custom<Component>::guarded([into, value] { Component::merge(*static_cast<Value*>(into), *static_cast<const Value*>(value)); });
    }
    static void numbers(const void* value, double* found) {
        custom<Component>::guarded([value, found] { Component::numbers(*static_cast<const Value*>(value), found); });
    }
    static void describe(timemory_component& component) {
        component.values = values;
        component.value_size = sizeof(Value);
        component.merge = merge;
        component.numbers = numbers;
    }
};

template <typename Component> struct reading<Component, void, void> {
    static void describe(timemory_component&) {}
};

template <typename Component, typename Value>
struct reading<Component, Value, typename std::enable_if<std::is_integral<Value>::value>::type> {
    static int64_t integer(void* memory) {
        int64_t value = 0;
        custom<Component>::guarded(
            [memory, &value] { value = static_cast<int64_t>(value_of<Component>(custom<Component>::at(memory).made())); });
        return value;
    }
    static void describe(timemory_component& component) { component.integer = integer; }
};

template <typename Component, typename Value>
struct reading<Component, Value, typename std::enable_if<std::is_floating_point<Value>::value>::type> {
    static double value(void* memory) {
        double value = NAN;
        custom<Component>::guarded(
            [memory, &value] { value = static_cast<double>(value_of<Component>(custom<Component>::at(memory).made())); });
        return value;
    }
    static void describe(timemory_component& component) { component.value = value; }
};

/* Returns the number of names in a text, separated by commas. */
inline std::size_t count_names(const std::string& text) {
    std::size_t count = text.empty() ? 0 : 1;
    for (char c : text) count += c == ',';
    return count;
}

template <typename Component, std::size_t Count> inline void check_elements() {
    static_assert(has_elements<Component>::value,
                  "a component with several numbers needs static elements(): their names, separated by commas");
    if (count_names(elements_of<Component>()) == Count) return;
    throw std::invalid_argument(name_of<Component>() + ": elements() names " + std::to_string(count_names(elements_of<Component>())) +
                                " numbers, but get() returns " + std::to_string(Count));
}

template <typename Component, typename Number, std::size_t Count>
struct reading<Component, std::array<Number, Count>, typename std::enable_if<std::is_arithmetic<Number>::value>::type> {
    static void values(void* memory, void* value) {
        custom<Component>::guarded([memory, value] {
            const std::array<Number, Count> read = value_of<Component>(custom<Component>::at(memory).made());
            for (std::size_t i = 0; i < Count; i++) static_cast<double*>(value)[i] = static_cast<double>(read[i]);
        });
    }
    static void describe(timemory_component& component) {
        check_elements<Component, Count>();
        component.values = values;
    }
};

template <typename Component, typename First, typename Second>
struct reading<Component, std::pair<First, Second>,
               typename std::enable_if<std::is_arithmetic<First>::value && std::is_arithmetic<Second>::value>::type> {
    static void values(void* memory, void* value) {
        custom<Component>::guarded([memory, value] {
            const std::pair<First, Second> read = value_of<Component>(custom<Component>::at(memory).made());
            static_cast<double*>(value)[0] = static_cast<double>(read.first);
            static_cast<double*>(value)[1] = static_cast<double>(read.second);
        });
    }
    static void describe(timemory_component& component) {
        check_elements<Component, 2>();
        component.values = values;
    }
};

template <typename Component>
inline typename std::enable_if<has_stream<Component>::value>::type take_streams(timemory_component& component) {
    component.start_stream = custom<Component>::start_stream;
}
template <typename Component> inline typename std::enable_if<!has_stream<Component>::value>::type take_streams(timemory_component&) {}

/* ---- Registering --------------------------------------------------------------------------------------------------------------------- */

/* Whether a type is a custom component, that is, has functions. */
template <typename Component> struct has_functions {
    static constexpr bool value = has_steps<Component>::value || has_record<Component>::value;
};

template <typename Component> inline std::string id_of() {
    static_assert(has_name<Component>::value || has_label<Component>::value,
                  "a component has a name: static constexpr const char* name() { return \"...\"; }");
    return has_name<Component>::value ? name_of<Component>() : label_of<Component>();
}

inline const char* text_or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

template <typename Component> inline bool register_once() {
    static const bool done = [] {
        const std::string id = id_of<Component>(), label = label_of<Component>(), description = description_of<Component>(),
                          unit = unit_of<Component>(), elements = elements_of<Component>();
        timemory_component made = timemory_component();
        made.id = id.c_str();
        made.label = text_or_null(label);
        made.description = text_or_null(description);
        made.unit = text_or_null(unit);
        made.elements = text_or_null(elements);
        made.size = sizeof(custom<Component>);
        made.start = custom<Component>::start;
        made.stop = custom<Component>::stop;
        if (has_prefix<Component>::value) made.set_prefix = custom<Component>::set_prefix;
        take_streams<Component>(made);
        if (!std::is_trivially_destructible<Component>::value) made.destroy = custom<Component>::destroy;
        reading<Component, value_type_of<Component>>::describe(made);
        init_process<Component>();
        if (!timemory_register_component(&made)) throw std::invalid_argument(timemory_error());
        return true;
    }();
    return done;
}

/* Returns the component's name in the library; registers custom components and trackers first. */
template <typename Component> inline typename std::enable_if<has_functions<Component>::value, std::string>::type known_name() {
    register_once<Component>();
    return id_of<Component>();
}
template <typename Component>
inline typename std::enable_if<!has_functions<Component>::value && has_registered_name<Component>::value, std::string>::type known_name() {
    return Component::registered_name();
}
template <typename Component>
inline typename std::enable_if<!has_functions<Component>::value && !has_registered_name<Component>::value, std::string>::type known_name() {
    return Component::name();
}

} // namespace detail

/*
 * Registers a custom component under its name, so that settings and lists of components can name it. Using it as a type also registers it.
 * Throws std::invalid_argument if the name is invalid or taken.
 */
template <typename Component> inline void register_component() {
    static_assert(detail::has_functions<Component>::value,
                  "a custom component has void start(), void stop() and get(), or static record()");
    detail::register_once<Component>();
}

/*
 * An instance of a component without a region, for custom components that combine others.
 *
 *     struct flop_rate {
 *         static constexpr const char* name() { return "flop_rate"; }
 *         void start() { clock.start(), operations.start(); }
 *         void stop() { operations.stop(), clock.stop(); }
 *         double get() const { return operations.get() / clock.get(); }
 *         timemory::instance<wall_clock> clock;
 *         timemory::instance<papi_vector> operations;
 *     };
 *
 * Not thread-safe. Failures throw std::runtime_error: an unknown component; at the first start, one that is unavailable here; start called
 * twice, stop without start.
 */
template <typename Component> class instance {
  public:
    instance() = default;
    /* An instance with the label that markers show. */
    explicit instance(std::string label) : label_(std::move(label)) {}
    instance(instance&& other) noexcept : label_(std::move(other.label_)), instance_(other.instance_) { other.instance_ = nullptr; }
    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;
    instance& operator=(instance&& other) noexcept {
        std::swap(label_, other.label_);
        std::swap(instance_, other.instance_);
        return *this;
    }
    ~instance() { timemory_instance_destroy(instance_); }

    /* Takes effect at the first start; ignored afterwards. */
    void set_prefix(std::string label) { label_ = std::move(label); }

    void start() {
        if (instance_ == nullptr) instance_ = timemory_instance_create(detail::known_name<Component>().c_str(), label_.c_str());
        if (instance_ == nullptr || !timemory_instance_start(instance_)) throw std::runtime_error(timemory_error());
    }
    void stop() {
        if (instance_ == nullptr || !timemory_instance_stop(instance_))
            throw std::runtime_error(instance_ == nullptr ? "stop without start" : timemory_error());
    }

    /* Returns number `element` of the last lap, in the unit of files: seconds, megabytes. NAN if there was no lap. */
    double get(int element = 0) const {
        timemory_totals all;
        return instance_ != nullptr && timemory_instance_get(instance_, element, &all) ? all.last : NAN;
    }

    /* Returns the totals of all laps. */
    timemory_totals totals(int element = 0) const {
        timemory_totals all = timemory_totals();
        if (instance_ != nullptr) timemory_instance_get(instance_, element, &all);
        return all;
    }

  private:
    std::string label_;
    timemory_instance* instance_ = nullptr;
};

} // namespace enabled
} // namespace timemory

#endif

#endif
