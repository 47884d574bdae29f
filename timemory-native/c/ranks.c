/* Implementation of timemory/ranks.h. */
#include "timemory/ranks.h"

#include <stdio.h>

#include "disabled.h"
#include "error.h"
#include "kotlin.h"

void timemory_keep_results(bool keeps) {
    TM_INSIDE();
    tm_keep_results(keeps);
}

char* timemory_take_results(int rank, size_t* length) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    int64_t found = 0;
    char* bytes = tm_take_results(rank, &found, &error);
    if (error != NULL) tm_fail(error);
    tm_update_disabled();
    if (length != NULL) *length = (size_t)found;
    return bytes;
}

char* timemory_merge_results(const char* some, size_t length, const char* others, size_t length_of_others, size_t* merged) {
    TM_INSIDE_OR_FAIL(NULL);
    char* error = NULL;
    int64_t found = 0;
    char* bytes = tm_merge_results(some, (int64_t)length, others, (int64_t)length_of_others, &found, &error);
    if (error != NULL) tm_fail(error);
    if (merged != NULL) *merged = (size_t)found;
    return bytes;
}

typedef int32_t write_function(const char* bytes, int64_t length, const char* prefix, char** error);

static bool write_by(write_function* write, const char* bytes, size_t length, const char* prefix) {
    TM_INSIDE_OR_FAIL(false);
    fflush(stdout); /* earlier output of the program precedes the tables */
    char* error = NULL;
    bool done = write(bytes, (int64_t)length, prefix == NULL ? "" : prefix, &error);
    if (error != NULL) tm_fail(error);
    return done;
}

bool timemory_write_results(const char* results, size_t length, const char* prefix) {
    return write_by(tm_write_results, results, length, prefix);
}

bool timemory_write_groups(const char* groups, size_t length, const char* prefix) {
    return write_by(tm_write_groups, groups, length, prefix);
}

int timemory_rank_groups(int rank, int ranks) {
    TM_INSIDE_OR_FAIL(1);
    return tm_rank_groups(rank, ranks);
}
