/* Results before the end: as tables, as files, and forgotten; and what else is to stand in them. */
#ifndef TIMEMORY_RESULTS_H
#define TIMEMORY_RESULTS_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The table of one component so far, as it is printed at the end. NULL where it recorded nothing, without an error, and for an unknown
 * component. For timemory_free.
 */
extern char* timemory_table(const char* component) TIMEMORY_VISIBLE;

/*
 * Prints the tables of what was measured so far on the standard output stream, and writes it to files, both as the settings say, as at the
 * end. Measuring goes on.
 *
 * The files go to `directory`, which is made where it is missing; NULL for where the settings say. What is written later, at the end too,
 * does not replace them: it goes to a folder of its own, which is reported. False where nothing is measured, or nothing can be written.
 */
extern bool timemory_report(const char* directory) TIMEMORY_VISIBLE;

/*
 * Forgets everything that was recorded so far, without a word or a file, and goes on measuring with the same settings. The calling thread
 * becomes the primary one. Regions that are open are forgotten as well: close them before.
 */
extern void timemory_clear(void) TIMEMORY_VISIBLE;

/*
 * Adds a fact to the metadata of the results, such as what the program was built with; the last value of a name counts. Does not begin to
 * measure, and outlasts results that are written or forgotten. Where either is NULL, nothing is done.
 */
extern void timemory_add_metadata(const char* name, const char* value) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
