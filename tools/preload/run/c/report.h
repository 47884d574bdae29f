/* What became of the functions: a line of text for each, in a file, and one in all. */
#ifndef TM_REPORT_H
#define TM_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "catalogue.h"

#pragma GCC visibility push(hidden)

/*
 * The file that TIMEMORY_INSTRUMENT_REPORT names, NULL where none is. Its lines have the object's file, the function's bytes, 1 where it is
 * measured or 0, the reason and the name, with tabs between; in names, bytes that are not characters become question marks.
 */
extern FILE* tm_open_report(void);

/* Opens the same file to append. */
extern FILE* tm_go_on_with_report(void);

extern void tm_report(FILE* report, const struct tm_catalogue* catalogue);

/* A sentence: how many of the object's functions are measured, and why the others are not. */
extern void tm_sum_up(const struct tm_catalogue* catalogue, char* line, size_t size);

#pragma GCC visibility pop

#endif
