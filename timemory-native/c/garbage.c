#include "garbage.h"

#include "kotlin.h"
#include "process.h"

void timemory_collect_garbage(void) {
    TM_INSIDE();
    tm_collect();
}
