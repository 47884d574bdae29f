/* Results while the program runs: tables, files, reset; and additional metadata. */
#ifndef TIMEMORY_RESULTS_H
#define TIMEMORY_RESULTS_H

#include "timemory/bundle.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Returns the table of one component so far, as printed at the end of the process. Returns NULL, without an error, if it recorded nothing,
 * and for an unknown component. Free it with timemory_free.
 */
extern char* timemory_table(const char* component) TIMEMORY_VISIBLE;

/*
 * Prints the results so far to stdout and writes them to files, according to the settings, as at the end of the process. Measuring
 * continues.
 *
 * The files go to `directory`, which is created if missing, or, if it is NULL, to the configured output path. Later output does not replace
 * them: it goes to a separate folder, which is reported. Returns false if nothing is measured or the files cannot be written.
 */
extern bool timemory_report(const char* directory) TIMEMORY_VISIBLE;

/*
 * Discards all recorded data without writing it, and continues measuring with the same settings. The calling thread becomes the primary
 * thread of the new session. Open regions are discarded as well: close them first.
 */
extern void timemory_clear(void) TIMEMORY_VISIBLE;

/*
 * Adds an entry to the metadata of the results, such as the compiler used; the last value for a name is kept. Does not start measuring.
 * Entries are kept when results are written or cleared. Does nothing if an argument is NULL.
 */
extern void timemory_add_metadata(const char* name, const char* value) TIMEMORY_VISIBLE;

#ifdef __cplusplus
}
#endif

#endif
