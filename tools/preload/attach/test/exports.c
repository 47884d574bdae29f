/* Prints for files, named as in maps, whether they may export malloc: those that cannot be inspected may. */
#include "../c/target.h"

#include <stdio.h>
#include <unistd.h>

int main(int count, char** files) {
    struct tm_target self = {.pid = getpid(), .memory = -1};
    for (int i = 1; i < count; i++) puts(tm_may_export(&self, files[i], "malloc") ? "may" : "does not");
    return 0;
}
