// The additions of the C++ header: names of any kind, moving, custom components.
#include <timemory/timemory.hpp>

#include <string>
#include <type_traits>
#include <vector>
#if __cplusplus >= 201703L
#include <string_view>
#endif

#include "../c/check.h"

using namespace timemory::component;

static_assert(std::is_move_assignable<timemory::region>::value && std::is_move_assignable<timemory::bundle<wall_clock>>::value, "handles move");
static_assert(!timemory::list::contains<peak_rss, wall_clock, cpu_clock>::value && timemory::list::contains<cpu_clock, wall_clock, cpu_clock>::value, "get<> knows");

static int made = 0;

struct things {
    static constexpr const char* name() { return "things"; }
    static constexpr const char* unit() { return "pieces"; }
    void start() { before = made; }
    void stop() {
        if (made == 1000) throw std::runtime_error("no more");
        count = made - before;
    }
    double value() const { return count; }
    int before = -1, count = -1;
};

struct taken {
    static constexpr const char* name() { return "peak_rss"; }
    void start() {}
    void stop() {}
    double value() const { return 0; }
};

int main() {
    check(timemory::measure<wall_clock>(std::string("named by a string"), [] { return 1; }) == 1, "string");
#if __cplusplus >= 201703L
    std::string_view view("named by a view, and more", 15);
    check(timemory::measure<wall_clock>(view, [] { return 2; }) == 2, "string_view");
    timemory::region seen(view);
    seen.stop();
#else
    timemory::measure<wall_clock>("named by a view", [] {});
    timemory::measure<wall_clock>("named by a view", [] {});
#endif

    timemory::region one("one");
    one = timemory::region("two");  // which was opened inside
    timemory::region three("three");
    three.stop();
    one.stop();

    timemory::bundle<peak_rss, wall_clock> step("step");
    step.start();
    step.stop();
    std::vector<timemory::bundle<peak_rss, wall_clock>> all;
    all.push_back(std::move(step));
    timemory::bundle<peak_rss, wall_clock> other("other");
    other.start();
    other = std::move(all[0]);
    check(other.get<wall_clock>().laps == 1 && !other.is_running(), "assigned with its totals");

    timemory::bundle<things, wall_clock> piece("piece");
    for (int n : {3, 4}) {
        piece.start();
        made += n;
        piece.stop();
    }
    check(piece.get<things>().sum == 7 && piece.get<things>().min == 3, "a custom component");
    made = 1000;
    piece.start();
    piece.stop();
    check(piece.get<things>().laps == 2 && piece.get<wall_clock>().laps == 3, "a lap that throws is not recorded");
    try {
        timemory::register_component<taken>();
        check(false, "names are taken once");
    } catch (const std::invalid_argument& why) {
        check(std::string(why.what()).find("is taken") != std::string::npos, why.what());
    }
    return 0;
}
