// timemory's own example of gotchas (ex-gotcha): a library's calls of exp are replaced by single-precision ones and measured, along with
// the library's functions and member functions. Allocations are tracked as well.
//
//     g++ -shared -fPIC ex_gotcha_lib.cpp -o libex_gotcha_lib.so
//     g++ ex_gotcha.cpp $(pkg-config --cflags --libs timemory) -L. -lex_gotcha_lib -Wl,-rpath,. -o ex_gotcha
#include "ex_gotcha_lib.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <timemory/gotcha.hpp>

using namespace timemory::component;

static unsigned long intercepts = 0;

struct exp_replace {
    double operator()(double number) const {
        intercepts++;
        return static_cast<double>(std::exp(static_cast<float>(number)));
    }
};

using exp_repl_t = timemory::gotcha<1, timemory::bundle<>, exp_replace>;
using exp_time_t = timemory::gotcha<4, timemory::bundle<wall_clock>>;

static bool is_wanted(const char* variable) {
    const char* value = std::getenv(variable);
    return value == nullptr || std::string(value) != "false";
}

static std::size_t count_records(const char* component) {
    char* results = timemory_results(component, false);
    const std::string text = results == nullptr ? "" : results, node = "\"prefix\"";
    std::size_t count = 0;
    for (std::size_t at = text.find(node); at != std::string::npos; at = text.find(node, at + 1)) count++;
    timemory_free(results);
    return count;
}

int main(int argc, char** argv) {
    const bool use_intercept = is_wanted("EXP_REPLACE"), use_timers = is_wanted("EXP_TIMERS");
    exp_repl_t::initializer() = [] {
        std::puts("Generating exp intercept...");
        TIMEMORY_C_GOTCHA(exp_repl_t, 0, exp);
    };
    exp_time_t::initializer() = [] {
        std::puts("Generating exp timers...");
        TIMEMORY_C_GOTCHA(exp_time_t, 0, exp);
        TIMEMORY_CXX_GOTCHA(exp_time_t, 1, ext::sum_exp);
        TIMEMORY_CXX_GOTCHA_MEMFUN(exp_time_t, 2, ext::average::add);
        TIMEMORY_CXX_GOTCHA_MEMFUN(exp_time_t, 3, ext::average::value);
    };
    exp_time_t::priority() = 1;  // around what is replaced
    timemory_init_library(argc, argv);

    const unsigned long n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    ext::average average;
    double last = 0;
    for (unsigned long i = 1; i <= n; i++) {
        if (use_intercept) exp_repl_t::start();
        if (use_timers) exp_time_t::start();
        const double x = 1.0 / static_cast<double>(i);
        average.add(ext::sum_exp({x, 2 * x}));
        last = average.value();
        if (use_timers) exp_time_t::stop();
        if (use_intercept) exp_repl_t::stop();
    }
    {
        timemory::auto_bundle<malloc_gotcha> memory{"memory"};
        average.add(ext::sum_exp({0, 0}));  // neither replaced nor measured; its numbers are allocated
    }

    std::printf("\nusing intercept    : %s\n", use_intercept ? "true" : "false");
    std::printf("exp -> expf        : %lux\n", intercepts);
    std::printf("using timers       : %s\n", use_timers ? "true" : "false");
    std::printf("wall_clock records : %zu\n", count_records("wall_clock"));
    std::printf("malloc records     : %zu\n", count_records("malloc_gotcha"));
    std::printf("average            : %.6f\n\n", last);
    timemory_finalize_library();
    return use_intercept && intercepts != 2 * n ? EXIT_FAILURE : EXIT_SUCCESS;
}
