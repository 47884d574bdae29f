/* Joins values into a label, for C++: TIMEMORY_JOIN("_", "fibonacci(", n, ")") is "fibonacci(_43_)" if n is 43. */
#ifndef TIMEMORY_COMPAT_JOIN_HPP
#define TIMEMORY_COMPAT_JOIN_HPP

#include <sstream>
#include <string>

#define TIMEMORY_JOIN(between, ...) ::timemory::joined(between, __VA_ARGS__)

namespace timemory {

namespace detail {

template <typename Between>
void join_into(std::ostream&, const Between&) {}

template <typename Between, typename Value, typename... Values>
void join_into(std::ostream& text, const Between& between, const Value& value, const Values&... values) {
    text << between << value;
    join_into(text, between, values...);
}

}  // namespace detail

/* Returns the printed values, with `between` as the separator. */
template <typename Between, typename Value, typename... Values>
std::string joined(const Between& between, const Value& value, const Values&... values) {
    std::ostringstream text;
    text << value;
    detail::join_into(text, between, values...);
    return text.str();
}

}  // namespace timemory

#endif
