// A stand-in for MAP's sampler.

#define TOOL "map"
#include "stand-in.h"

static int is_sampling = 1;

EXPORT void allinea_start_sampling(void) {
    REQUIRE(!is_sampling, "allinea_start_sampling twice");
    is_sampling = 1;
    note("allinea_start_sampling");
}

EXPORT void allinea_stop_sampling(void) {
    is_sampling = 0;
    note("allinea_stop_sampling");
}
