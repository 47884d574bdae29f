/*
 * NCCL functions are measured while the program requests it, or from the start if the library was preloaded, because then the program does
 * not call it.
 */
#include "timemory/tools/timemory-ncclp.h"

#include "active.h"
#include "measured.h"
#include "nccl.h"
#include "tool.h"

const struct tm_tool tm_tool = {.name = "timemory-ncclp", .enabled_by = "ENABLE_NCCLP"};

#define NAME(has_data, name) #name,
static const char* const names[] = {TM_FUNCTIONS_OF_NCCL(NAME)};

#define HAS_DATA(has_data, name) has_data,
static const bool have_data[] = {TM_FUNCTIONS_OF_NCCL(HAS_DATA)};

const struct tm_measured tm_measured = {
    .of = "NCCL",
    .settings = "NCCLP",
    .data = "nccl_comm_data",
    .count = TM_FUNCTIONS,
    .names = names,
    .have_data = have_data,
};

uint64_t timemory_start_ncclp(void) { return tm_start(); }

uint64_t timemory_stop_ncclp(uint64_t id) { return tm_stop(id); }

void timemory_register_ncclp(void) { tm_set_registered(true); }

void timemory_deregister_ncclp(void) { tm_set_registered(false); }

uint64_t timemory_start_ncclp_(void) { return timemory_start_ncclp(); }

uint64_t timemory_stop_ncclp_(const uint64_t* id) { return timemory_stop_ncclp(*id); }

void timemory_register_ncclp_(void) { timemory_register_ncclp(); }

void timemory_deregister_ncclp_(void) { timemory_deregister_ncclp(); }

void timemory_ncclp_library_ctor(void) {}

void timemory_ncclp_library_ctor_(void) {}

/* For the component ncclp_handle. */
extern void timemory_hold_ncclp(int change);
void timemory_hold_ncclp(int change) { tm_hold(change); }

__attribute__((constructor)) static void loaded(void) { tm_register_if_preloaded(); }
