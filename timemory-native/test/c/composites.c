/* Components built from others, and what functions of components may do. */
#define _GNU_SOURCE
#include <timemory/component.h>
#include <timemory/region.h>

#include <string.h>
#include <unistd.h>

#include "check.h"

/* A rate: of a custom component, and of a clock. */
struct rate {
    timemory_instance *amount, *clock;
    double value;
};

static int64_t amount;

struct counter {
    int64_t before, value;
};

static void start_counter(void* memory) { ((struct counter*)memory)->before = amount; }
static void stop_counter(void* memory) { ((struct counter*)memory)->value = amount - ((struct counter*)memory)->before; }
static int64_t counted(void* memory) { return ((struct counter*)memory)->value; }

static void start_rate(void* memory) {
    struct rate* rate = memory;
    if (rate->clock == NULL) rate->clock = timemory_instance_create("wall_clock", NULL);
    if (rate->amount == NULL) rate->amount = timemory_instance_create("amount", NULL);
    if (!timemory_instance_start(rate->clock) || !timemory_instance_start(rate->amount)) timemory_component_fail(timemory_error());
}

static void stop_rate(void* memory) {
    struct rate* rate = memory;
    timemory_totals things, time;
    timemory_instance_stop(rate->amount);
    timemory_instance_stop(rate->clock);
    if (!timemory_instance_get(rate->amount, 0, &things) || !timemory_instance_get(rate->clock, 0, &time))
        timemory_component_fail("no lap");
    rate->value = things.last / time.last;
}

static double rate_of(void* memory) { return ((struct rate*)memory)->value; }

static void destroy_rate(void* memory) {
    struct rate* rate = memory;
    timemory_instance_destroy(rate->amount);
    timemory_instance_destroy(rate->clock);
}

/* A component that contains itself, without end. */
struct endless {
    timemory_instance* inner;
};

static int depth, deepest;

static void start_endless(void* memory) {
    struct endless* endless = memory;
    if (++depth > deepest) deepest = depth;
    endless->inner = timemory_instance_create("endless", NULL);
    if (endless->inner == NULL || !timemory_instance_start(endless->inner)) timemory_component_fail(timemory_error());
    depth--;
}

static void stop_endless(void* memory) { (void)memory; }

/* One that measures regions. */
static bool is_refused;

static void start_measuring(void* memory) {
    (void)memory;
    timemory_push_region("inside of a component");
    timemory_pop_region("inside of a component");
    is_refused = timemory_bundle_create("wall_clock") == 0 && strstr(timemory_error(), "the functions of a component may call") != NULL;
    is_refused = is_refused && timemory_region_create("x", "wall_clock") == NULL && !timemory_change_setting("VERBOSE", "1");
}

static void nothing(void* memory) { (void)memory; }

static const char* reason;

static void start_refusing(void* memory) {
    (void)memory;
    if (reason == NULL) return;
    timemory_component_fail(reason);
    timemory_component_fail("the first reason counts");
}

static int64_t one(void* memory) {
    (void)memory;
    return 1;
}

int main(void) {
    timemory_component of_amount = {.id = "amount",
                                    .size = sizeof(struct counter),
                                    .start = start_counter,
                                    .stop = stop_counter,
                                    .integer = counted},
                       of_rate = {.id = "rate",
                                  .size = sizeof(struct rate),
                                  .start = start_rate,
                                  .stop = stop_rate,
                                  .value = rate_of,
                                  .destroy = destroy_rate},
                       endless = {.id = "endless", .size = sizeof(struct endless), .start = start_endless, .stop = stop_endless},
                       measuring = {.id = "measuring", .start = start_measuring, .stop = nothing},
                       refusing = {.id = "refusing", .start = start_refusing, .stop = nothing, .integer = one};
    check(timemory_register_component(&of_amount) && timemory_register_component(&of_rate), timemory_error());
    check(timemory_register_component(&endless) && timemory_register_component(&measuring) && timemory_register_component(&refusing),
          timemory_error());

    timemory_region* region = timemory_region_create("rate", "wall_clock,rate,amount");
    timemory_totals rate, time, sum;
    for (int i = 1; i <= 3; i++) {
        timemory_region_start(region);
        amount += 1000;
        usleep(20000);
        timemory_region_stop(region);
    }
    check(timemory_region_get(region, 1, 0, &rate) && timemory_region_get(region, 0, 0, &time) && timemory_region_get(region, 2, 0, &sum),
          "three components");
    check(rate.laps == 3 && rate.min > 0 && rate.last * time.last > 500 && rate.last * time.last < 1001 && sum.sum == 3000,
          "a rate of both");
    timemory_region_destroy(region);

    region = timemory_region_create("endless", "endless,wall_clock");
    timemory_region_start(region);
    timemory_region_stop(region);
    check(deepest > 1 && deepest <= 20 && depth == 0, "components are made of each other to some depth");
    check(timemory_region_get(region, 1, 0, &time) && time.laps == 1, "the others go on");
    timemory_region_destroy(region);

    region = timemory_region_create("measures", "measuring");
    timemory_region_start(region);
    timemory_region_stop(region);
    check(is_refused, "a component measures no regions");
    timemory_region_destroy(region);

    region = timemory_region_create("refuses", "refusing");
    for (int i = 0; i < 3; i++) {
        reason = i == 1 ? "there is nothing to measure" : NULL;
        timemory_region_start(region);
        timemory_region_stop(region);
    }
    check(timemory_region_get(region, 0, 0, &sum) && sum.laps == 2, "a lap that is given up is not recorded");
    timemory_region_destroy(region);
    timemory_component_fail("outside of a component");

    region = timemory_region_create("retired", "amount,wall_clock");
    timemory_region_start(region);
    timemory_region_stop(region);
    timemory_retire_component("amount"), timemory_retire_component(NULL), timemory_retire_component("nowhere");
    timemory_region_start(region);
    timemory_region_stop(region);
    check(timemory_region_get(region, 0, 0, &sum) && sum.laps == 1 && timemory_region_get(region, 1, 0, &time) && time.laps == 2,
          "a component that was retired records no laps");
    check(!timemory_register_component(&of_amount), "its id stays taken");
    timemory_region_destroy(region);

    timemory_instance* clock = timemory_instance_create("wall_clock", NULL);
    check(clock != NULL && !timemory_instance_get(clock, 0, &time), "no lap yet");
    check(!timemory_instance_stop(clock) && strstr(timemory_error(), "not started") != NULL, timemory_error());
    check(timemory_instance_start(clock) && !timemory_instance_start(clock) && strstr(timemory_error(), "already") != NULL,
          timemory_error());
    check(timemory_instance_stop(clock) && timemory_instance_get(clock, 0, &time) && time.laps == 1 && time.last >= 0, timemory_error());
    check(!timemory_instance_get(clock, 1, &time) && !timemory_instance_get(clock, -1, &time) && !timemory_instance_get(clock, 0, NULL),
          "it has one number");
    timemory_instance_destroy(clock);
    timemory_instance_destroy(NULL);
    check(timemory_instance_create("wall_clok", NULL) == NULL && strstr(timemory_error(), "wall_clock") != NULL, timemory_error());
    check(timemory_instance_create(NULL, NULL) == NULL && timemory_instance_create("cpu_samples", NULL) == NULL, timemory_error());
    check(!timemory_instance_start(NULL) && strstr(timemory_error(), "is NULL") != NULL, timemory_error());
    check(!timemory_instance_stop(NULL) && !timemory_instance_get(NULL, 0, &time), "nor are other functions");
    return 0;
}
