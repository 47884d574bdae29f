// Custom components as classes: several in one file, with values of any kind.
#include <timemory/component.hpp>
#include <timemory/results.h>
#include <timemory/timemory.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <utility>

#include "../c/check.h"

static int sizes[] = {0, 0}; // smallest and largest message so far
static int sent = 0;

struct whole {
    static constexpr const char* name() { return "whole"; }
    void start() {}
    void stop() {}
    std::int64_t get() const { return std::numeric_limits<std::int64_t>::max() / 4; }
};

struct seconds {
    static constexpr const char* name() { return "seconds"; }
    static constexpr const char* label() { return "sec"; }
    static constexpr const char* unit() { return "msec"; }
    void start() {}
    void stop() {}
    double value() const { return 1500; }
};

/* Each number has a different type. */
struct messages {
    static constexpr const char* name() { return "messages"; }
    static constexpr const char* elements() { return "count, smallest=min, largest=max"; }
    void start() {}
    void stop() {}
    std::array<int, 3> get() const { return {{sent, sizes[0], sizes[1]}}; }
};

struct both {
    static constexpr const char* name() { return "both"; }
    static std::string elements() { return "first,second"; }
    void start() {}
    void stop() {}
    std::pair<int, double> get() const { return {2, 0.5}; }
};

/* A custom type: a weighted mean. */
struct weighed {
    float sum, weight;
};

struct mean_size {
    static constexpr const char* name() { return "mean_size"; }
    static constexpr const char* elements() { return "mean,weight"; }
    static constexpr const char* unit() { return "B"; }
    void start() {}
    void stop() {}
    weighed get() const { return {static_cast<float>(sent * sizes[0]), static_cast<float>(sent)}; }
    static void merge(weighed& into, const weighed& value) {
        into.sum += value.sum;
        into.weight += value.weight;
    }
    static void numbers(const weighed& value, double* numbers) {
        numbers[0] = value.weight == 0 ? 0 : value.sum / value.weight;
        numbers[1] = value.weight;
    }
};

/* An object with a string and a destructor. */
static int alive = 0;

struct keeper {
    static constexpr const char* name() { return "keeper"; }
    keeper() { alive++; }
    keeper(const keeper&) = delete;
    keeper& operator=(const keeper&) = delete;
    ~keeper() { alive--; }
    void set_prefix(const char* label) { text = label; }
    void start() { laps++; }
    void stop() {}
    unsigned get() const { return static_cast<unsigned>(text.size()) * laps; }
    std::string text;
    unsigned laps = 0;
};

struct failing {
    static constexpr const char* name() { return "failing"; }
    void start() {
        if (sent == 77) throw 1;
    }
    void stop() {}
    int get() const { throw std::runtime_error("nothing to get"); }
};

struct misnamed {
    static constexpr const char* name() { return "misnamed"; }
    static constexpr const char* elements() { return "one,two,three"; }
    void start() {}
    void stop() {}
    std::array<double, 2> get() const { return {{1, 2}}; }
};

int main() {
    timemory::bundle<whole, seconds, both> plain("plain");
    for (int i = 0; i < 3; i++) {
        plain.start();
        plain.stop();
    }
    check(plain.get<whole>().sum == 3 * static_cast<double>(std::numeric_limits<std::int64_t>::max() / 4), "integers of 64 bits");
    check(plain.get<seconds>().sum == 4.5, "in the unit of files");
    check(plain.get<both>(0).sum == 6 && plain.get<both>(1).sum == 1.5, "a pair");

    timemory::bundle<messages, mean_size> several("several");
    const int laps[][3] = {{3, 10, 50}, {1, 40, 90}};
    for (const auto& lap : laps) {
        sent = lap[0], sizes[0] = lap[1], sizes[1] = lap[2];
        several.start();
        several.stop();
    }
    check(several.get<messages>(0).sum == 4 && several.get<messages>(1).sum == 10 && several.get<messages>(2).sum == 90,
          "merged by number");
    check(std::abs(several.get<mean_size>(0).sum - 17.5e-6) < 1e-9 && several.get<mean_size>(1).laps == 2, "merged by the component");
    std::thread([] { timemory::measure<messages, mean_size>("several", [] {}); }).join();
    char* json = timemory_results("messages", true);
    check(json != nullptr && std::string(json).find("smallest") != std::string::npos, "the numbers have their names");
    timemory_free(json);
    char* table = timemory_table("mean_size");
    check(table != nullptr && std::string(table).find("several") != std::string::npos, "a table");
    timemory_free(table);

    timemory::bundle<keeper> kept("kept");
    for (int i = 0; i < 2; i++) {
        kept.start();
        kept.stop();
    }
    check(kept.get<keeper>().sum == 4 + 8 && alive == 1, "one object for each region, with its label");

    timemory::bundle<failing, whole> fails("fails");
    for (int n : {1, 77}) {
        sent = n;
        fails.start();
        fails.stop();
    }
    check(fails.get<failing>().laps == 0 && fails.get<whole>().laps == 2, "what throws loses its lap");
    try {
        timemory::register_component<misnamed>();
        check(false, "three names for two numbers");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("names 3 numbers, but get() returns 2") != std::string::npos, why.what());
    }
    return 0;
}
