// Code that compiles here is rejected in refused.check, where it is used differently: a test has to be a program too.
#include <timemory/timemory.hpp>

#include "../c/check.h"

using namespace timemory::component;

int main() {
    timemory::bundle<wall_clock> step("step");
    step.start();
    step.stop();
    check(step.get<wall_clock>().laps == 1, "a component of the bundle");
    return 0;
}
