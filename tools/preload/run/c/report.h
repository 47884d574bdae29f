/* Reports the result for each function: one line per function, in a file, and a summary. */
#ifndef TM_REPORT_H
#define TM_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "catalogue.h"

#pragma GCC visibility push(hidden)

/*
 * Opens the file that TIMEMORY_INSTRUMENT_REPORT names, NULL if there is none. Its lines have the object's file, the function's size in
 * bytes, 1 if it is measured or 0, the reason and the name, separated by tabs; in names, bytes that are not valid characters become
 * question marks.
 */
extern FILE* tm_open_report(void);

/* Opens the same file to append to it. */
extern FILE* tm_go_on_with_report(void);

extern void tm_report(FILE* report, const struct tm_catalogue* catalogue);

/* A sentence: how many of the object's functions are measured, and why the others are not. */
extern void tm_sum_up(const struct tm_catalogue* catalogue, char* line, size_t size);

#pragma GCC visibility pop

#endif
