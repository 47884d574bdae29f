/*
 * The macros of timemory/timemory.h in C++: each declares an object that measures until its scope ends.
 *
 *     void solve(int n) {
 *         TIMEMORY_AUTO_TIMER("");                        // "solve/solver.cpp:12": wall, CPU, utilisation, peak RSS, user_global_bundle
 *         TIMEMORY_BLANK_AUTO_TIMER("size ", n);          // "size 3": the values are joined
 *         TIMEMORY_BASIC_MARKER(tools, "step");           // "solve/step", of a type such as timemory::auto_bundle<wall_clock, peak_rss>
 *     }
 *
 * If DISABLE_TIMEMORY is defined, nothing is declared.
 */
#ifndef TIMEMORY_COMPAT_SCOPED_HPP
#define TIMEMORY_COMPAT_SCOPED_HPP

#if defined(DISABLE_TIMEMORY) || defined(TIMEMORY_DISABLED)

#define TIMEMORY_BLANK_AUTO_TIMER(...)
#define TIMEMORY_BASIC_AUTO_TIMER(...)
#define TIMEMORY_AUTO_TIMER(...)
#define TIMEMORY_BLANK_MARKER(...)
#define TIMEMORY_BASIC_MARKER(...)
#define TIMEMORY_MARKER(...)

#else

#include <string>

#include "timemory/compat/join.hpp"
#include "timemory/compat/timemory_c.h"

namespace timemory {
inline namespace enabled {

/* The class behind TIMEMORY_AUTO_TIMER. */
class auto_timer {
public:
    explicit auto_timer(const char* label) : timer_(c_timemory_create_auto_timer(label)) {}
    explicit auto_timer(const std::string& label) : auto_timer(label.c_str()) {}
    auto_timer(const auto_timer&) = delete;
    auto_timer& operator=(const auto_timer&) = delete;
    ~auto_timer() { c_timemory_delete_auto_timer(timer_); }

private:
    void* timer_;
};

namespace scoped {

/* A label: used as is, or joined from values. */
inline std::string text_of() { return std::string(); }
inline const char* text_of(const char* text) { return text; }
inline const std::string& text_of(const std::string& text) { return text; }
template <typename... Parts>
inline std::string text_of(const Parts&... parts) {
    return joined("", parts...);
}

inline const char* chars_of(const char* text) { return text; }
inline const char* chars_of(const std::string& text) { return text.c_str(); }

}  // namespace scoped
}  // namespace enabled
}  // namespace timemory

#define TIMEMORY_SCOPED_NAME_OF(line) timemory_scoped_##line
#define TIMEMORY_SCOPED_NAME(line) TIMEMORY_SCOPED_NAME_OF(line)
#define TIMEMORY_SCOPED_TEXT(...) ::timemory::scoped::chars_of(::timemory::scoped::text_of(__VA_ARGS__))

#define TIMEMORY_BLANK_MARKER(type, ...) type TIMEMORY_SCOPED_NAME(__LINE__)(TIMEMORY_C_BLANK_LABEL(TIMEMORY_SCOPED_TEXT(__VA_ARGS__)))
#define TIMEMORY_BASIC_MARKER(type, ...) type TIMEMORY_SCOPED_NAME(__LINE__)(TIMEMORY_C_BASIC_LABEL(TIMEMORY_SCOPED_TEXT(__VA_ARGS__)))
#define TIMEMORY_MARKER(type, ...) type TIMEMORY_SCOPED_NAME(__LINE__)(TIMEMORY_C_LABEL(TIMEMORY_SCOPED_TEXT(__VA_ARGS__)))

#define TIMEMORY_BLANK_AUTO_TIMER(...) TIMEMORY_BLANK_MARKER(::timemory::auto_timer, __VA_ARGS__)
#define TIMEMORY_BASIC_AUTO_TIMER(...) TIMEMORY_BASIC_MARKER(::timemory::auto_timer, __VA_ARGS__)
#define TIMEMORY_AUTO_TIMER(...) TIMEMORY_MARKER(::timemory::auto_timer, __VA_ARGS__)

#endif

#endif
