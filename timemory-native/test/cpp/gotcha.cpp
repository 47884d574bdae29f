// Gotchas by their types: a replacement that is measured itself, functions of C and C++, member functions, audits.
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <sstream>

#include "../c/check.h"
#include "timemory/gotcha.hpp"

using namespace timemory::component;

static int arguments, results;

struct big_exponents {
    static constexpr const char* name() { return "big_exponents"; }
    void start() {}
    void stop() {}
    double value() const { return 1; }
    static void audit(timemory::incoming, const char* function, double x) {
        check(std::string(function) == "exp" || std::string(function) == "sin", "the function's name");
        if (exp(x) > 2 && std::string(function) == "exp") arguments++; // not seen again
    }
    static void audit(timemory::outgoing, const char*, double result) { results += result > 2; }
};

struct clobbers {
    static constexpr const char* name() { return "clobbers"; }
    void start() { errno = ENOTTY; }
    void stop() { errno = ENOTTY; }
    double value() const { return 1; }
    static void audit(timemory::incoming, const char*, const char*, char**, int) { errno = ENOTTY; }
    static void audit(timemory::outgoing, const char*, long) { errno = ENOTTY; }
};

struct in_single_precision {
    double operator()(double x) const { return static_cast<double>(std::exp(static_cast<float>(x))); }
};

using replaced = timemory::gotcha<1, timemory::bundle<>, in_single_precision>;
using measured = timemory::gotcha<4, timemory::bundle<wall_clock, big_exponents>>;
using numbers = timemory::gotcha<1, timemory::bundle<clobbers>>;
using stream = std::basic_ostream<char>;

static volatile double one = 1;

int main() {
    replaced::initializer() = [] { TIMEMORY_C_GOTCHA(replaced, 0, exp); };
    measured::priority() = 1;
    measured::initializer() = [] {
        TIMEMORY_C_GOTCHA(measured, 0, exp);
        TIMEMORY_CXX_GOTCHA_TOOL(measured, 1, std::get_terminate, "ends");
        measured::construct<2>(static_cast<stream& (stream::*)(char)>(&stream::put));
        TIMEMORY_DERIVED_GOTCHA(measured, 3, cos, "sin");
    };
    const double exact = exp(one);
    {
        timemory::auto_bundle<wall_clock> whole("whole");
        replaced single;
        check(exp(one) != exact && static_cast<float>(exp(one)) == static_cast<float>(exact), "in single precision");
        measured each;
        check(exp(one) != exact && arguments == 1 && results == 1, "measured around what is replaced");
        std::ostringstream text;
        static_cast<stream&>(text).put('x').put('y');
        check(text.str() == "xy" && std::get_terminate() != nullptr && sin(one) < 1, "the calls themselves");
    }
    check(exp(one) == exact && arguments == 1, "as before");
    numbers::initializer() = [] { TIMEMORY_C_GOTCHA(numbers, 0, strtol); };
    {
        numbers read;
        errno = 0;
        check(strtol("7", nullptr, 10) == 7 && errno == 0, "errno as it was");
        check(strtol("99999999999999999999", nullptr, 10) > 0 && errno == ERANGE, "errno as the function leaves it");
    }
    try {
        timemory::gotcha<1, timemory::bundle<>>::construct<0>(exp, "@nothing");
        check(false, "a function without a name");
    } catch (const std::invalid_argument&) {
    }
    check(std::string(timemory_symbol_of(reinterpret_cast<const void*>(&exp))) == "exp", "by its address");
    return 0;
}
