package timemory.tools;

import timemory.results.Results;

/**
 * What a process measured between two moments.
 *
 * @param seconds how long that was, by its own clock
 */
record Interval(Results results, double seconds) {}
