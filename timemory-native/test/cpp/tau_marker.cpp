// timemory's example of a component that forwards regions to another tool, TAU, with this library.
#include <timemory/timemory.hpp>

#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "../c/check.h"

/* Replaces TAU. */
static std::mutex mutex;
static std::vector<std::string> told;
static int threads = 0, node = -1;

static void tell(const std::string& what) {
    std::lock_guard<std::mutex> lock(mutex);
    told.push_back(what);
}

static void Tau_set_node(int number) { node = number; }
static void TAU_REGISTER_THREAD() {
    std::lock_guard<std::mutex> lock(mutex);
    threads++;
}
static void Tau_start(const char* name) { tell(std::string("start ") + name); }
static void Tau_stop(const char* name) { tell(std::string("stop ") + name); }

struct tau {
    static std::string name() { return "own_tau_marker"; } /* tau_marker is timemory's */
    static std::string label() { return "tau"; }
    static std::string description() { return "TAU_start and TAU_stop instrumentation"; }

    static void global_init() { Tau_set_node(0); }
    static void thread_init() { TAU_REGISTER_THREAD(); }

    void start() { Tau_start(m_prefix.c_str()); }
    void stop() { Tau_stop(m_prefix.c_str()); }
    void set_prefix(const std::string& prefix) { m_prefix = prefix; }

  private:
    std::string m_prefix;
};

using timemory::component::wall_clock;
using auto_bundle_t = timemory::auto_bundle<wall_clock, tau>;

static void foo() {
    timemory::bundle<wall_clock, tau> t("foo");
    for (int i = 0; i < 2; i++) {
        t.start();
        t.stop();
    }
}

static void bar() {
    auto_bundle_t t("bar, which is longer than a string keeps inside itself");
    foo();
}

int main() {
    foo();
    bar();
    std::thread(foo).join();
    const std::vector<std::string> expected = {
        "start foo", "stop foo", "start foo", "stop foo", "start bar, which is longer than a string keeps inside itself",
        "start foo", "stop foo", "start foo", "stop foo", "stop bar, which is longer than a string keeps inside itself",
        "start foo", "stop foo", "start foo", "stop foo"};
    check(told == expected, "TAU is told of each lap, with the label of its region");
    check(node == 0 && threads == 2, "it is initialised once, and for each thread");

    timemory_push_components("own_tau_marker");
    timemory_push_region("by name");
    timemory_pop_region("by name");
    check(told.back() == "stop by name", "chosen by its name");

    timemory::instance<tau> alone("alone");
    alone.start();
    alone.stop();
    check(told.back() == "stop alone", "without a region");
    return 0;
}
